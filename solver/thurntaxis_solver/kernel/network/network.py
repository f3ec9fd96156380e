"""The evaluation network: a small neural network that estimates each player's chance of winning and final score.

This one serves the rusher and the builder. The search has another one, with the same inputs and outputs
(`thurntaxis_solver.kernel.network.seat_network`).

The inputs encode, for each seat from the player who decides on, what the player has; then the table and the turn. There
are further inputs for modules. Cities and stacks have inputs of their own on one board, `south`; other boards are
encoded by counts alone. Two layers of rectified linear units follow. The outputs are, for each seat, a logit (the
softmax of the logits gives the chances of winning) and the expected final score, divided by `SCORE_SCALE`.

Few inputs differ from 0, so the first layer only adds up their rows; an evaluation takes a few microseconds.
"""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, Singles, compiled, inlined
from thurntaxis_solver.kernel.network import input_layout as X

UNITS = 64  # of the first layer
SECOND_UNITS = 32
OUTPUTS = 2 * L.MOST_PLAYERS
SCORE_SCALE = 20.0

FIRST_OUTPUT = UNITS + SECOND_UNITS  # where the outputs begin among the units, after those of both layers

SECOND = (X.INPUTS + 1) * UNITS  # where the weights of the second layer begin, after those of the first and its biases
THIRD = SECOND + (UNITS + 1) * SECOND_UNITS
NETWORK = THIRD + (SECOND_UNITS + 1) * OUTPUTS


@inlined
def dense(
    network: Singles, rows: int, biases: int, work: Floats, source: int, sources: int, target: int, targets: int
) -> None:
    """Compute `targets` units at `target` in `work` from those at `source`, of which only positive ones count."""
    for unit in range(targets):
        work[target + unit] = network[biases + unit]
    for unit in range(sources):
        value = work[source + unit]
        if value > 0:
            row = rows + unit * targets
            for following in range(targets):
                work[target + following] += network[row + following] * value


@inlined
def compute_units(network: Singles, places: Array, values: Floats, n: int, work: Floats) -> None:
    """Compute the units of both layers from `n` inputs; `work` gets those of the first, and then those of the second.

    They are the sums that come in; rectified, those above 0 are passed on.
    """
    bias = X.INPUTS * UNITS
    for unit in range(UNITS):
        work[unit] = network[bias + unit]
    for place in range(n):
        row, value = places[place] * UNITS, values[place]
        for unit in range(UNITS):
            work[unit] += network[row + unit] * value
    dense(network, SECOND, SECOND + UNITS * SECOND_UNITS, work, 0, UNITS, UNITS, SECOND_UNITS)


@compiled
def forward(network: Singles, places: Array, values: Floats, n: int, work: Floats) -> None:
    """Compute all units and outputs from `n` inputs; `work` gets the outputs from `FIRST_OUTPUT` on."""
    compute_units(network, places, values, n, work)
    dense(network, THIRD, THIRD + SECOND_UNITS * OUTPUTS, work, UNITS, SECOND_UNITS, FIRST_OUTPUT, OUTPUTS)
