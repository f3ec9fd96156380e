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
from thurntaxis_solver.kernel.compiled import Array, Singles, compiled, inlined, single
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
def add_rows(
    network: Singles,
    rows: int,
    targets: int,
    places: Array,
    values: Singles,
    first: int,
    end: int,
    work: Singles,
    target: int,
) -> None:
    """Add rows of weights, each times its value, to the `targets` units at `target` in `work`.

    `places[first:end]` says which rows. Four are added at a time, in order, so that the units are read and
    written less often.
    """
    at = first
    while at + 4 <= end:
        a, b = rows + places[at] * targets, rows + places[at + 1] * targets
        c, d = rows + places[at + 2] * targets, rows + places[at + 3] * targets
        of_a, of_b, of_c, of_d = values[at], values[at + 1], values[at + 2], values[at + 3]
        for unit in range(targets):
            total = single(work[target + unit] + single(network[a + unit] * of_a))
            total = single(total + single(network[b + unit] * of_b))
            total = single(total + single(network[c + unit] * of_c))
            work[target + unit] = total + single(network[d + unit] * of_d)
        at += 4
    while at < end:
        row, value = rows + places[at] * targets, values[at]
        for unit in range(targets):
            work[target + unit] += single(network[row + unit] * value)
        at += 1


@inlined
def dense(
    network: Singles,
    rows: int,
    biases: int,
    places: Array,
    values: Singles,
    work: Singles,
    source: int,
    sources: int,
    target: int,
    targets: int,
) -> None:
    """Compute `targets` units at `target` in `work` from those at `source`, of which only positive ones count.

    Their numbers and values are written to `places` and `values`.
    """
    for unit in range(targets):
        work[target + unit] = network[biases + unit]
    n = 0
    for unit in range(sources):
        value = work[source + unit]
        places[n], values[n] = unit, value
        n += value > 0
    add_rows(network, rows, targets, places, values, 0, n, work, target)


@inlined
def compute_units(network: Singles, places: Array, values: Singles, n: int, work: Singles) -> None:
    """Compute the units of both layers from `n` inputs; `work` gets those of the first, and then those of the second.

    They are the sums that come in; rectified, those above 0 are passed on. `places` and `values` are overwritten.
    """
    bias = X.INPUTS * UNITS
    for unit in range(UNITS):
        work[unit] = network[bias + unit]
    add_rows(network, 0, UNITS, places, values, 0, n, work, 0)
    dense(network, SECOND, SECOND + UNITS * SECOND_UNITS, places, values, work, 0, UNITS, UNITS, SECOND_UNITS)


@compiled
def forward(network: Singles, places: Array, values: Singles, n: int, work: Singles) -> None:
    """Compute all units and outputs from `n` inputs; `work` gets the outputs from `FIRST_OUTPUT` on.

    `places` and `values`, of size `X.MOST_ACTIVE`, are overwritten.
    """
    compute_units(network, places, values, n, work)
    biases = THIRD + SECOND_UNITS * OUTPUTS
    dense(network, THIRD, biases, places, values, work, UNITS, SECOND_UNITS, FIRST_OUTPUT, OUTPUTS)
