"""The evaluation network by seats: a small neural network whose first layer has the same weights for every seat.

It has the inputs and outputs of the other one (`thurntaxis_solver.kernel.network.network`), but its first layer isn't
one for the whole state: each seat has units of its own, computed from what the seat has, and the table has others. The
units of all seats have the same weights, and only their biases differ. So what the network learns of one seat, it knows
of all, and it needs fewer games. The units of an absent seat are 0. Two more layers of rectified linear units follow.
"""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Singles, compiled, entry, inlined
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network.network import FIRST_OUTPUT, OUTPUTS, add_rows, dense, forward
from thurntaxis_solver.kernel.network.network import NETWORK as WHOLE_NETWORK

SEAT_UNITS = 64  # of each seat
TABLE_UNITS = 32
FIRST_UNITS = L.MOST_PLAYERS * SEAT_UNITS + TABLE_UNITS
UNITS = 32  # of the second layer, and of the third

# ---- the rows of the first layer: one for each input, but only one for inputs that differ in nothing but the seat

SEAT_ROWS = X.SEAT_TAKEN + X.FURTHER_OF_SEAT
TABLE_ROWS = X.FURTHER - X.ON_DISPLAY + X.INPUTS - X.RULES

# ---- where the weights begin

SEAT_BIASES = SEAT_ROWS * SEAT_UNITS  # seat by seat; they are the row of the input that says that the seat is taken
TABLE = SEAT_BIASES + L.MOST_PLAYERS * SEAT_UNITS  # the rows of the table
TABLE_BIASES = TABLE + TABLE_ROWS * TABLE_UNITS
SECOND = TABLE_BIASES + TABLE_UNITS  # a row for each unit of the first layer; the table's come last
SECOND_BIASES = SECOND + FIRST_UNITS * UNITS
THIRD = SECOND_BIASES + UNITS
THIRD_BIASES = THIRD + UNITS * UNITS
LAST = THIRD_BIASES + UNITS  # a row for each unit of the third layer
LAST_BIASES = LAST + UNITS * OUTPUTS
NETWORK = LAST_BIASES + OUTPUTS

# ---- where the units lie in `work`: those of the first layer after the outputs, the others in front of them

FIRST = FIRST_OUTPUT + OUTPUTS
WORK = FIRST + FIRST_UNITS
"""The numbers that `work` must have space for."""


TABLE_SEAT = L.MOST_PLAYERS
"""What `_seat` returns for inputs of the table."""


@inlined
def _seat(place: int) -> int:
    """Return the seat that an input belongs to."""
    if place < X.ON_DISPLAY:
        return place // X.SEAT_INPUTS
    if X.FURTHER <= place < X.RULES:
        return (place - X.FURTHER) // X.FURTHER_OF_SEAT
    return TABLE_SEAT


@inlined
def _row(place: int, seat: int) -> int:
    """Return the row of an input in the first layer, among those of its seat or of the table."""
    if place < X.ON_DISPLAY:
        row = place - seat * X.SEAT_INPUTS
        return row if row != X.SEAT_TAKEN else SEAT_ROWS + seat
    if place < X.FURTHER:
        return place - X.ON_DISPLAY
    if place < X.RULES:
        return X.SEAT_TAKEN + place - X.FURTHER - seat * X.FURTHER_OF_SEAT
    return place - X.RULES + X.FURTHER - X.ON_DISPLAY


@compiled
def forward_by_seats(network: Singles, places: Array, values: Singles, n: int, work: Singles) -> None:
    """Compute all units and outputs from `n` inputs; `work` gets the outputs from `FIRST_OUTPUT` on.

    The inputs of a seat follow one another, as `encode` writes them. `places` and `values`, of size `X.MOST_ACTIVE`,
    are overwritten.
    """
    for unit in range(L.MOST_PLAYERS * SEAT_UNITS):
        work[FIRST + unit] = 0.0
    table = FIRST + L.MOST_PLAYERS * SEAT_UNITS
    for unit in range(TABLE_UNITS):
        work[table + unit] = network[TABLE_BIASES + unit]
    end = 0
    while end < n:
        first, seat = end, _seat(places[end])
        while end < n and _seat(places[end]) == seat:
            places[end] = _row(places[end], seat)
            end += 1
        if seat == TABLE_SEAT:
            add_rows(network, TABLE, TABLE_UNITS, places, values, first, end, work, table)
        else:
            add_rows(network, 0, SEAT_UNITS, places, values, first, end, work, FIRST + seat * SEAT_UNITS)
    dense(network, SECOND, SECOND_BIASES, places, values, work, FIRST, FIRST_UNITS, 0, UNITS)
    dense(network, THIRD, THIRD_BIASES, places, values, work, 0, UNITS, UNITS, UNITS)
    dense(network, LAST, LAST_BIASES, places, values, work, UNITS, UNITS, FIRST_OUTPUT, OUTPUTS)


@entry
def compute_outputs(network: Singles, places: Array, values: Singles, n: int, work: Singles) -> None:
    """Compute the outputs of an evaluation network of either kind; the number of its weights says which it is.

    `work`, of size `WORK`, gets the outputs from `FIRST_OUTPUT` on; `places` and `values`, of size `X.MOST_ACTIVE`, are
    overwritten.
    """
    if len(network) == WHOLE_NETWORK:
        forward(network, places, values, n, work)
    else:
        forward_by_seats(network, places, values, n, work)
