"""One-turn lookahead: the event with the best evaluation at the end of the turn."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, compiled, entry
from thurntaxis_solver.kernel.policy.playout_policy import house_value
from thurntaxis_solver.kernel.rules.cards import cities_of, size_of
from thurntaxis_solver.kernel.rules.keeping import kept_bag
from thurntaxis_solver.kernel.rules.moves import apply, decisions
from thurntaxis_solver.kernel.search.model import Model, Workspace
from thurntaxis_solver.kernel.search.network_value import evaluate_after_turn, utility

FURTHER_SAMPLE = 7919
"""How far apart the random numbers of two samples of an event begin; more than there are events."""

MOST_CLOSINGS = 8
MOST_KEEPINGS = 6
"""How many sets of houses to close with, and of cards to keep, are candidates."""


@entry
def candidates(s: Array, model: Model, workspace: Workspace) -> int:
    """Write the candidates to `workspace.events`: all legal events, but only the best sets of houses or cards to keep.

    Return how many there are. `workspace.ratings` is used, too.
    """
    out = workspace.events
    n = decisions(s, model.t, out)
    if out[0] == L.END and n > MOST_CLOSINGS:
        first = 0
        while first < n and out[first] % L.VERBS != L.CLOSE:
            first += 1
        return _best(s, model, workspace, first, n, MOST_CLOSINGS)
    if s[L.PHASE] == L.KEEPING:
        return _best(s, model, workspace, 0, n, MOST_KEEPINGS)
    return n


@compiled
def _best(s: Array, model: Model, workspace: Workspace, first: int, n: int, most: int) -> int:
    """Select the `most` best of the events from `first` on; return how many events there are then."""
    if n - first <= most:
        return n
    out, values, me = workspace.events, workspace.ratings, L.SEATS + L.SEAT * s[L.PLAYER]
    for place in range(first, n):
        cards = out[place] // L.VERBS
        bag = kept_bag(model.t, cards) if s[L.PHASE] == L.KEEPING else cards
        values[place] = _set_value(s, model.t, model.weights, me, bag)
    for place in range(first, first + most):
        best = place
        for other in range(place + 1, n):
            if values[other] > values[best]:
                best = other
        out[place], out[best] = out[best], out[place]
        values[place], values[best] = values[best], values[place]
    return first + most


@compiled
def _set_value(s: Array, t: Array, w: Floats, me: int, bag: int) -> float:
    """Return the value of houses in these cities, or of keeping these cards."""
    cities = left = cities_of(bag)
    value = 0.05 * size_of(cities)
    while left:
        city = left & -left
        left ^= city
        value += house_value(s, t, w, me, city)
        if s[L.PHASE] == L.KEEPING and t[L.NEIGHBOURS + city % L.CITY_SLOTS] & cities:
            value += 1.0
    return value


@compiled
def copy(source: Array, target: Array) -> None:
    """Copy a state."""
    used = L.DECK + source[L.DECK_SIZE]
    for place in range(used):
        target[place] = source[place]


@entry
def choose_ahead(s: Array, model: Model, workspace: Workspace) -> int:
    """Return the candidate with the highest utility for the player who decides, evaluated after the turn."""
    out = workspace.events
    n = candidates(s, model, workspace)
    if n == 1:
        return out[0]
    compute_utilities(s, model, workspace, n, 1)
    best = 0
    for place in range(1, n):
        if workspace.ratings[place] > workspace.ratings[best]:
            best = place
    return out[best]


@compiled
def compute_utilities(s: Array, model: Model, workspace: Workspace, n: int, samples: int) -> None:
    """Write the utility of each of the `n` `workspace.events`, for the player who decides, to `workspace.ratings`.

    It is the mean of this many samples of what is revealed in the rest of the turn.
    """
    me, leaf_value = s[L.PLAYER], workspace.leaf_values[0]
    for place in range(n):
        total = 0.0
        for sample in range(samples):
            copy(s, workspace.spare)
            workspace.spare[L.CHANCE] = s[L.CHANCE] + place + sample * FURTHER_SAMPLE
            apply(workspace.spare, model.t, workspace.events[place])
            evaluate_after_turn(workspace.spare, model, workspace, leaf_value)
            total += utility(leaf_value, s[L.PLAYERS], me)
        workspace.ratings[place] = total / samples
