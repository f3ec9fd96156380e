"""What the prior network says of the candidates of a decision."""

from thurntaxis_solver.kernel.compiled import Array, entry
from thurntaxis_solver.kernel.network.encoding import encode
from thurntaxis_solver.kernel.network.network import SECOND_UNITS, UNITS, compute_units
from thurntaxis_solver.kernel.network.prior_network import logit, parts
from thurntaxis_solver.kernel.policy.playout_policy import choose
from thurntaxis_solver.kernel.search.model import Model, Workspace


@entry
def compute_logits(s: Array, model: Model, workspace: Workspace, n: int, preferred: int) -> None:
    """Write the logits of the `n` `workspace.events` to `workspace.ratings`, each less the highest one.

    `preferred` is the event that the policy chooses; 0: not known yet.
    """
    work, logits = workspace.work, workspace.ratings
    if preferred == 0:
        preferred = choose(s, model.t, model.weights, workspace.lists[0])
    inputs = encode(s, model.t, workspace.places, workspace.values)
    compute_units(model.priors, workspace.places, workspace.values, inputs, work)
    for unit in range(UNITS, UNITS + SECOND_UNITS):
        work[unit] = max(work[unit], 0.0)
    highest = -1e9
    for place in range(n):
        count = parts(s, model.t, workspace.events[place], preferred, workspace.parts, 0)
        logits[place] = logit(model.priors, work, workspace.parts, count)
        highest = max(highest, logits[place])
    for place in range(n):
        logits[place] -= highest
