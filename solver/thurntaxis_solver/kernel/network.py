"""The learned evaluation: what a state promises each player, by a small network.

What the network sees is a long row of inputs, most of them 0: for each seat, beginning with the player on turn, what it
owns and how far that has come; then the table and the turn. Two layers of rectified units follow. What comes out is,
for each seat, a number from which the chances of winning follow by softmax, and the expected final score in twenties.

The first layer adds up the rows of the inputs that are not 0; an evaluation takes a few microseconds.
"""

import functools
import struct
import zipfile
from pathlib import Path

from thurntaxis_solver.kernel.cards import size_of
from thurntaxis_solver.kernel.compiled import Array, Floats, compiled, single
from thurntaxis_solver.kernel.houses import provinces_lacking
from thurntaxis_solver.kernel.layout import (
    ALL_STACK,
    CARRIAGE,
    CLOSED,
    DECLINABLE,
    DISPLAY,
    DRAWN,
    ENDER,
    EVEN_BITS,
    HAND,
    HAND_SIZE,
    HOUSES,
    HOUSES_EACH,
    HOUSES_PLACED,
    LEFT,
    LEFT_OUT,
    LENGTH,
    MOST_PLAYERS,
    MOST_STACKS,
    NEAR,
    NUMBER,
    OFFICIAL,
    OFFICIALS,
    PHASE,
    PLAYER,
    PLAYERS,
    POINTS,
    REGION,
    REGION_STACK,
    REGIONS,
    RESTARTS,
    RIGHT,
    ROUTE,
    SEAT,
    SEATS,
    STACKS,
    STACKS_USED,
    START,
    TILES,
    TO_DISPLAY,
    TO_HAND,
)
from thurntaxis_solver.kernel.moves import score
from thurntaxis_solver.kernel.policy import near_ends, reached

# ---- the inputs of a seat

CITIES_SEEN = 24
HAS_HOUSE = 0
HAS_ROUTE = HAS_HOUSE + CITIES_SEEN
HAS_END = HAS_ROUTE + CITIES_SEEN
HAS_CARD = HAS_END + CITIES_SEEN
HAS_FITTING = HAS_CARD + CITIES_SEEN  # a card that extends the route now
HAS_CHAIN = HAS_FITTING + CITIES_SEEN  # a card that the route can come to
HAS_CARRIAGE = HAS_CHAIN + CITIES_SEEN  # by number
ROUTE_IS = HAS_CARRIAGE + 8  # by length, 9 and more being one
HAND_IS = ROUTE_IS + 10  # by size, 7 and more
CHAIN_IS = HAND_IS + 8  # by size, 5 and more
HOUSES_LEFT_ARE = CHAIN_IS + 6  # by number, 9 and more
HOLDS = HOUSES_LEFT_ARE + 10  # a tile of the stack
REGION_LACKS = HOLDS + MOST_STACKS  # by region and cities missing, 5 and more; none where no tile is to be had
ALL_LACKS = REGION_LACKS + 8 * 6  # by provinces missing
SCORE_IS = ALL_LACKS + 10  # in twenties
POINTS_ARE = SCORE_IS + 1  # in tens
PLACED_ARE = POINTS_ARE + 1  # houses, in twenties
IS_THERE = PLACED_ARE + 1
SEAT_INPUTS = IS_THERE + 1

# ---- the inputs of the table and the turn

TABLE = MOST_PLAYERS * SEAT_INPUTS
ON_DISPLAY = TABLE
TWICE_ON_DISPLAY = ON_DISPLAY + CITIES_SEEN
FITTING_ON_DISPLAY = TWICE_ON_DISPLAY + CITIES_SEEN  # for the player on turn
FOLLOWING_ON_DISPLAY = FITTING_ON_DISPLAY + CITIES_SEEN  # after cards of the hand
TOP_OF = FOLLOWING_ON_DISPLAY + CITIES_SEEN  # by stack: the value of the uppermost tile, in fives
STARTED = TOP_OF + MOST_STACKS  # by seat
ENDED = STARTED + 4  # by seat: holds the game-end tile
NOT_ENDED = ENDED + 4
PHASE_IS = NOT_ENDED + 1
OFFICIAL_IS = PHASE_IS + 8  # none; then by bit
DRAWN_IS = OFFICIAL_IS + 6
DISPLAY_DUE = DRAWN_IS + 3
HAND_DUE = DISPLAY_DUE + 1
CLOSED_IS = HAND_DUE + 1  # by length, 9 and more
PLAYERS_ARE = CLOSED_IS + 10
OUTSIDE_ONLY = PLAYERS_ARE + 5  # the tile for all provinces leaves one out
RESTART_ALLOWED = OUTSIDE_ONLY + 1
DECLINE_ALLOWED = RESTART_ALLOWED + 1
INPUTS = DECLINE_ALLOWED + 1

MOST_ACTIVE = 400
UNITS = 64  # of the first layer
SECOND_UNITS = 32
OUTPUTS = 2 * MOST_PLAYERS
LAST = UNITS + SECOND_UNITS  # where the outputs lie in the work

SECOND = (INPUTS + 1) * UNITS  # where the weights of the second layer begin, after the first and its biases
THIRD = SECOND + (UNITS + 1) * SECOND_UNITS
NETWORK = THIRD + (SECOND_UNITS + 1) * OUTPUTS


@compiled
def inputs(s: Array, t: Array, places: Array, values: Floats) -> int:
    """Write which inputs are not 0 and their values; return how many."""
    n = 0
    players = s[PLAYERS]
    for seat in range(players):
        n = _seat_inputs(s, t, (s[PLAYER] + seat) % players, seat * SEAT_INPUTS, places, values, n)
    first = n
    me = SEATS + SEAT * s[PLAYER]
    display, hand = s[DISPLAY], s[me + HAND]
    present = (display | display >> 1) & EVEN_BITS
    ends = near_ends(s, t, me)
    chain = reached(t, ends, (hand | hand >> 1) & EVEN_BITS & ~s[me + ROUTE])
    around = 0
    while chain:
        city = chain & -chain
        chain ^= city
        around |= t[NEAR + city % 67]
    n = _mark(t, present, ON_DISPLAY, places, n)
    n = _mark(t, display >> 1 & EVEN_BITS, TWICE_ON_DISPLAY, places, n)
    n = _mark(t, present & ends, FITTING_ON_DISPLAY, places, n)
    n = _mark(t, present & around & ~ends & ~s[me + ROUTE], FOLLOWING_ON_DISPLAY, places, n)
    places[n] = STARTED + (s[START] - s[PLAYER]) % players
    places[n + 1] = NOT_ENDED if s[ENDER] < 0 else ENDED + (s[ENDER] - s[PLAYER]) % players
    places[n + 2] = PHASE_IS + s[PHASE]
    n = _officials(s[OFFICIAL], places, n + 3)
    places[n] = DRAWN_IS + min(s[DRAWN], 2)
    places[n + 1] = CLOSED_IS + min(s[CLOSED], 9)
    places[n + 2] = PLAYERS_ARE + players
    n += 3
    if s[TO_DISPLAY]:
        places[n] = DISPLAY_DUE
        n += 1
    if s[TO_HAND]:
        places[n] = HAND_DUE
        n += 1
    if t[RESTARTS]:
        places[n] = RESTART_ALLOWED
        n += 1
    if t[DECLINABLE]:
        places[n] = DECLINE_ALLOWED
        n += 1
    if t[LEFT_OUT]:
        places[n] = OUTSIDE_ONLY
        n += 1
    for place in range(first, n):
        values[place] = 1.0
    for stack in range(t[STACKS_USED]):
        if s[STACKS + stack]:
            places[n] = TOP_OF + stack
            values[n] = (s[STACKS + stack] & 15) / 5.0
            n += 1
    return n


@compiled
def _officials(used: int, places: Array, n: int) -> int:
    """Switch the inputs of the officials used in the turn on, or that of none."""
    if used == 0:
        places[n] = OFFICIAL_IS
        return n + 1
    for official in range(OFFICIALS):
        if used >> official & 1:
            places[n] = OFFICIAL_IS + 1 + official
            n += 1
    return n


@compiled
def _mark(t: Array, cities: int, base: int, places: Array, n: int) -> int:
    """Switch the inputs of some cities on."""
    while cities:
        city = cities & -cities
        cities ^= city
        places[n] = base + t[NUMBER + city % 67]
        n += 1
    return n


@compiled
def _seat_inputs(s: Array, t: Array, player: int, base: int, places: Array, values: Floats, n: int) -> int:
    me = SEATS + SEAT * player
    first = n
    hand, route, houses, held = s[me + HAND], s[me + ROUTE], s[me + HOUSES], s[me + TILES]
    hand = (hand | hand >> 1) & EVEN_BITS
    ends = near_ends(s, t, me)
    chain = reached(t, ends, hand & ~route)
    n = _mark(t, houses, base + HAS_HOUSE, places, n)
    n = _mark(t, route, base + HAS_ROUTE, places, n)
    n = _mark(t, s[me + LEFT] | s[me + RIGHT], base + HAS_END, places, n)
    n = _mark(t, hand, base + HAS_CARD, places, n)
    n = _mark(t, hand & ends, base + HAS_FITTING, places, n)
    n = _mark(t, chain, base + HAS_CHAIN, places, n)
    left = t[HOUSES_EACH] - s[me + HOUSES_PLACED]
    places[n] = base + HAS_CARRIAGE + s[me + CARRIAGE]
    places[n + 1] = base + ROUTE_IS + min(s[me + LENGTH], 9)
    places[n + 2] = base + HAND_IS + min(s[me + HAND_SIZE], 7)
    places[n + 3] = base + CHAIN_IS + min(size_of(chain), 5)
    places[n + 4] = base + HOUSES_LEFT_ARE + min(left, 9)
    places[n + 5] = base + IS_THERE
    n += 6
    for stack in range(t[STACKS_USED]):
        if held >> stack & 1:
            places[n] = base + HOLDS + stack
            n += 1
    for region in range(t[REGIONS]):
        stack = t[REGION_STACK + region]
        if s[STACKS + stack] and not held >> stack & 1:
            places[n] = base + REGION_LACKS + 6 * region + min(size_of(t[REGION + region] & ~houses), 5)
            n += 1
    stack = t[ALL_STACK]
    if s[STACKS + stack] and not held >> stack & 1:
        places[n] = base + ALL_LACKS + min(provinces_lacking(t, houses), 9)
        n += 1
    for place in range(first, n):
        values[place] = 1.0
    places[n] = base + SCORE_IS
    values[n] = score(s, t, player) / 20.0
    places[n + 1] = base + POINTS_ARE
    values[n + 1] = s[me + POINTS] / 10.0
    places[n + 2] = base + PLACED_ARE
    values[n + 2] = s[me + HOUSES_PLACED] / 20.0
    return n + 3


@compiled
def outputs(network: Floats, places: Array, values: Floats, n: int, work: Floats) -> None:
    """Write what the network makes of `n` inputs to the last `OUTPUTS` numbers of `work`."""
    bias = INPUTS * UNITS
    for unit in range(UNITS):
        work[unit] = network[bias + unit]
    for place in range(n):
        row, value = places[place] * UNITS, values[place]
        for unit in range(UNITS):
            work[unit] += network[row + unit] * value
    for unit in range(SECOND_UNITS):
        work[UNITS + unit] = network[SECOND + UNITS * SECOND_UNITS + unit]
    for unit in range(UNITS):
        value = work[unit]
        if value > 0:
            row = SECOND + unit * SECOND_UNITS
            for following in range(SECOND_UNITS):
                work[UNITS + following] += network[row + following] * value
    for output in range(OUTPUTS):
        work[LAST + output] = network[THIRD + SECOND_UNITS * OUTPUTS + output]
    for unit in range(SECOND_UNITS):
        value = work[UNITS + unit]
        if value > 0:
            row = THIRD + unit * OUTPUTS
            for output in range(OUTPUTS):
                work[LAST + output] += network[row + output] * value


# ---- the weights

FILE = Path(__file__).with_suffix(".npz")


@functools.cache
def shipped() -> Floats:
    """Return the weights of the package, as PyTorch found them (`thurntaxis_solver.fit_network`)."""
    with zipfile.ZipFile(FILE) as archive, archive.open("weights.npy") as file:
        data = file.read()
    header = int.from_bytes(data[8:10], "little")
    return single([number for (number,) in struct.iter_unpack("<e", data[10 + header :])])
