"""The learned evaluation: what a state promises each player, by a small network.

What the network sees is a long row of inputs, most of them 0: for each seat, beginning with the player on turn, what it
owns and how far that has come; then the table and the turn. What modules add has inputs of its own. Cities and stacks
by name it knows on one board, `south`; of any other it sees numbers only. Two layers of rectified units follow. What
comes out is, for each seat, a number from which the chances of winning follow by softmax, and the expected final score
in twenties.

The first layer adds up the rows of the inputs that are not 0; an evaluation takes a few microseconds.
"""

import functools
import struct
import zipfile
from pathlib import Path

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, compiled, single
from thurntaxis_solver.kernel.policy.sensible import near_ends, reached
from thurntaxis_solver.kernel.rules.cards import shoes_of, size_of, with_shoes
from thurntaxis_solver.kernel.rules.houses import provinces_lacking
from thurntaxis_solver.kernel.rules.moves import score

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
REGION_LACKS = HOLDS + L.MOST_STACKS  # by region and cities missing, 5 and more; none where no tile is to be had
ALL_LACKS = REGION_LACKS + 8 * 6  # by provinces missing
SCORE_IS = ALL_LACKS + 10  # in twenties
POINTS_ARE = SCORE_IS + 1  # in tens
PLACED_ARE = POINTS_ARE + 1  # houses, in twenties
IS_THERE = PLACED_ARE + 1
SEAT_INPUTS = IS_THERE + 1

# ---- the inputs of the table and the turn

TABLE = L.MOST_PLAYERS * SEAT_INPUTS
ON_DISPLAY = TABLE
TWICE_ON_DISPLAY = ON_DISPLAY + CITIES_SEEN
FITTING_ON_DISPLAY = TWICE_ON_DISPLAY + CITIES_SEEN  # for the player on turn
FOLLOWING_ON_DISPLAY = FITTING_ON_DISPLAY + CITIES_SEEN  # after cards of the hand
TOP_OF = FOLLOWING_ON_DISPLAY + CITIES_SEEN  # by stack: the value of the uppermost tile, in fives
STARTED = TOP_OF + L.MOST_STACKS  # by seat
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

# ---- further inputs of a seat, all of them 0 in the base game

FURTHER = DECLINE_ALLOWED + 1  # where those of the first seat begin
LETTERS_ARE = 0  # by number, 8 and more
HAS_MESSENGER = LETTERS_ARE + 9
OFFICES_ARE = HAS_MESSENGER + 1  # by official and number, 3 and more
KINDS_ARE = OFFICES_ARE + 4 * L.OFFICIALS  # by different office tiles
CHIPS_ARE = KINDS_ARE + 5  # in threes
POWER_IS = CHIPS_ARE + 1  # by horses beyond the first two, 9 and more
HORSES_LACKED = POWER_IS + 10  # by cities of the route less horses, from 4 and more to spare to 4 and more lacked
SHOES_IN_HAND = HORSES_LACKED + 9  # in fours
FITTING_ARE = SHOES_IN_HAND + 1  # cards that extend the route now, 4 and more
FRESH_ARE = FITTING_ARE + 5  # provinces of the route without a house, 5 and more
SHARE_LACKS = FRESH_ARE + 6  # by cities missing, 5 and more: the tiles of such regions still to be had, in fives
FURTHER_OF_SEAT = SHARE_LACKS + 6

# ---- further inputs of the table

RULES_ARE = FURTHER + L.MOST_PLAYERS * FURTHER_OF_SEAT  # by what there is: see `_further_of_table`
OFFICES_LEFT_ARE = RULES_ARE + 6  # by official and number, 8 at the most
CHIPS_LEFT_ARE = OFFICES_LEFT_ARE + 9 * L.OFFICIALS  # in tens
BACK_IS = CHIPS_LEFT_ARE + 1  # by number, 0 if it is not seen
TOP_BY_LENGTH = BACK_IS + 4  # by place, the longest first: the value of the uppermost tile, in fives
TOP_OF_ALL = TOP_BY_LENGTH + 8  # the same of the tile for all provinces
FREE_LEFT = TOP_OF_ALL + 1  # free cities whose tile nobody has, in fours
INPUTS = FREE_LEFT + 1

MOST_ACTIVE = 400
UNITS = 64  # of the first layer
SECOND_UNITS = 32
OUTPUTS = 2 * L.MOST_PLAYERS
LAST = UNITS + SECOND_UNITS  # where the outputs lie in the work

SECOND = (INPUTS + 1) * UNITS  # where the weights of the second layer begin, after the first and its biases
THIRD = SECOND + (UNITS + 1) * SECOND_UNITS
NETWORK = THIRD + (SECOND_UNITS + 1) * OUTPUTS


@compiled
def inputs(s: Array, t: Array, places: Array, values: Floats) -> int:
    """Write which inputs are not 0 and their values; return how many."""
    n = 0
    players = s[L.PLAYERS]
    for seat in range(players):
        player = (s[L.PLAYER] + seat) % players
        n = _seat_inputs(s, t, player, seat * SEAT_INPUTS, places, values, n)
        if t[L.BEYOND_BASE]:
            n = _further_of_seat(s, t, player, FURTHER + seat * FURTHER_OF_SEAT, places, values, n)
    first = n
    me = L.SEATS + L.SEAT * s[L.PLAYER]
    display, hand = s[L.DISPLAY], s[me + L.HAND]
    present = (display | display >> 1) & L.EVEN_BITS
    ends = near_ends(s, t, me)
    chain = reached(t, ends, (hand | hand >> 1) & L.EVEN_BITS & ~s[me + L.ROUTE])
    around = 0
    while chain:
        city = chain & -chain
        chain ^= city
        around |= t[L.NEAR + city % 67]
    n = _mark(t, present, ON_DISPLAY, places, n)
    n = _mark(t, display >> 1 & L.EVEN_BITS, TWICE_ON_DISPLAY, places, n)
    n = _mark(t, present & ends, FITTING_ON_DISPLAY, places, n)
    n = _mark(t, present & around & ~ends & ~s[me + L.ROUTE], FOLLOWING_ON_DISPLAY, places, n)
    places[n] = STARTED + (s[L.START] - s[L.PLAYER]) % players
    places[n + 1] = NOT_ENDED if s[L.ENDER] < 0 else ENDED + (s[L.ENDER] - s[L.PLAYER]) % players
    places[n + 2] = PHASE_IS + s[L.PHASE]
    n = _officials(s[L.OFFICIAL], places, n + 3)
    places[n] = DRAWN_IS + min(s[L.DRAWN], 2)
    places[n + 1] = CLOSED_IS + min(s[L.CLOSED], 9)
    places[n + 2] = PLAYERS_ARE + players
    n += 3
    if s[L.TO_DISPLAY]:
        places[n] = DISPLAY_DUE
        n += 1
    if s[L.TO_HAND]:
        places[n] = HAND_DUE
        n += 1
    if t[L.RESTARTS]:
        places[n] = RESTART_ALLOWED
        n += 1
    if t[L.DECLINABLE]:
        places[n] = DECLINE_ALLOWED
        n += 1
    if t[L.LEFT_OUT]:
        places[n] = OUTSIDE_ONLY
        n += 1
    for place in range(first, n):
        values[place] = 1.0
    if t[L.NAMES_KNOWN]:
        for stack in range(t[L.STACKS_USED]):
            if s[L.STACKS + stack]:
                places[n] = TOP_OF + stack
                values[n] = (s[L.STACKS + stack] & 15) / 5.0
                n += 1
    return _further_of_table(s, t, places, values, n) if t[L.BEYOND_BASE] else n


@compiled
def _officials(used: int, places: Array, n: int) -> int:
    """Switch the inputs of the officials used in the turn on, or that of none."""
    if used == 0:
        places[n] = OFFICIAL_IS
        return n + 1
    for official in range(L.OFFICIALS):
        if used >> official & 1:
            places[n] = OFFICIAL_IS + 1 + official
            n += 1
    return n


@compiled
def _mark(t: Array, cities: int, base: int, places: Array, n: int) -> int:
    """Switch the inputs of some cities on, where cities are known by name."""
    if not t[L.NAMES_KNOWN]:
        return n
    while cities:
        city = cities & -cities
        cities ^= city
        places[n] = base + t[L.NUMBER + city % 67]
        n += 1
    return n


@compiled
def _seat_inputs(s: Array, t: Array, player: int, base: int, places: Array, values: Floats, n: int) -> int:
    me = L.SEATS + L.SEAT * player
    first = n
    hand, route, houses, held = s[me + L.HAND], s[me + L.ROUTE], s[me + L.HOUSES], s[me + L.TILES]
    hand = (hand | hand >> 1) & L.EVEN_BITS
    ends = near_ends(s, t, me)
    chain = reached(t, ends, hand & ~route)
    n = _mark(t, houses, base + HAS_HOUSE, places, n)
    n = _mark(t, route, base + HAS_ROUTE, places, n)
    n = _mark(t, s[me + L.LEFT] | s[me + L.RIGHT], base + HAS_END, places, n)
    n = _mark(t, hand, base + HAS_CARD, places, n)
    n = _mark(t, hand & ends, base + HAS_FITTING, places, n)
    n = _mark(t, chain, base + HAS_CHAIN, places, n)
    left = t[L.HOUSES_EACH] - s[me + L.HOUSES_PLACED]
    places[n] = base + HAS_CARRIAGE + min(s[me + L.CARRIAGE], 7)
    places[n + 1] = base + ROUTE_IS + min(s[me + L.LENGTH], 9)
    places[n + 2] = base + HAND_IS + min(s[me + L.HAND_SIZE], 7)
    places[n + 3] = base + CHAIN_IS + min(size_of(chain), 5)
    places[n + 4] = base + HOUSES_LEFT_ARE + min(left, 9)
    places[n + 5] = base + IS_THERE
    n += 6
    if t[L.NAMES_KNOWN]:
        for stack in range(t[L.STACKS_USED]):
            if held >> stack & 1:
                places[n] = base + HOLDS + stack
                n += 1
        for region in range(t[L.REGIONS]):
            stack = t[L.REGION_STACK + region]
            if s[L.STACKS + stack] and not held >> stack & 1:
                places[n] = base + REGION_LACKS + 6 * region + min(size_of(t[L.REGION + region] & ~houses), 5)
                n += 1
    stack = t[L.ALL_STACK]
    if s[L.STACKS + stack] and not held >> stack & 1:
        places[n] = base + ALL_LACKS + min(provinces_lacking(t, houses), 9)
        n += 1
    for place in range(first, n):
        values[place] = 1.0
    places[n] = base + SCORE_IS
    values[n] = score(s, t, player) / 20.0
    places[n + 1] = base + POINTS_ARE
    values[n + 1] = s[me + L.POINTS] / 10.0
    places[n + 2] = base + PLACED_ARE
    values[n + 2] = s[me + L.HOUSES_PLACED] / 20.0
    return n + 3


@compiled
def _further_of_seat(s: Array, t: Array, player: int, base: int, places: Array, values: Floats, n: int) -> int:
    """Write what modules and other boards add to the inputs of a seat."""
    me = L.SEATS + L.SEAT * player
    first = n
    if t[L.LETTERS_PAY]:
        places[n] = base + LETTERS_ARE + min(s[me + L.LETTERS], 8)
        n += 1
        if s[L.MESSENGER] == player:
            places[n] = base + HAS_MESSENGER
            n += 1
    if t[L.OFFICES_GIVEN]:
        kinds = 0
        for official in range(L.OFFICIALS):
            tiles = s[me + L.OFFICES] >> 4 * official & 15
            kinds += tiles > 0
            places[n + official] = base + OFFICES_ARE + 4 * official + min(tiles, 3)
        places[n + L.OFFICIALS] = base + KINDS_ARE + kinds
        n += L.OFFICIALS + 1
    if t[L.MOST_HORSES]:
        lacked = s[me + L.LENGTH] - t[L.OWN_HORSES] - s[me + L.HORSE_POWER]
        places[n] = base + POWER_IS + min(s[me + L.HORSE_POWER], 9)
        places[n + 1] = base + HORSES_LACKED + min(max(lacked, -4), 4) + 4
        n += 2
    if not t[L.NAMES_KNOWN]:
        hand, route = s[me + L.HAND], s[me + L.ROUTE]
        fitting = (hand | hand >> 1) & L.EVEN_BITS & near_ends(s, t, me)
        places[n] = base + FITTING_ARE + min(size_of(fitting), 4)
        places[n + 1] = base + FRESH_ARE + min(_fresh(t, route, s[me + L.HOUSES]), 5)
        n += 2
    for place in range(first, n):
        values[place] = 1.0
    if t[L.OFFICES_GIVEN]:
        places[n] = base + CHIPS_ARE
        values[n] = s[me + L.CHIPS] / 3.0
        n += 1
    if t[L.MOST_HORSES]:
        places[n] = base + SHOES_IN_HAND
        values[n] = _shoes_in_hand(s, t, me) / 4.0
        n += 1
    return n if t[L.NAMES_KNOWN] else _shares(s, t, me, base + SHARE_LACKS, places, values, n)


@compiled
def _shoes_in_hand(s: Array, t: Array, me: int) -> int:
    """Return how many horseshoes the cards of a hand have."""
    total, cards = 0, s[me + L.HAND]
    if t[L.NUMBERED]:
        for shoes in (1, 2, 3):
            total += shoes * _size_of_bag(with_shoes(s, me + L.HAND, shoes))
        return total
    while cards:
        bit = cards & -cards
        cards ^= bit
        total += shoes_of(t, bit) if bit & L.EVEN_BITS else 2 * shoes_of(t, bit >> 1)
    return total


@compiled
def _size_of_bag(bag: int) -> int:
    """Return how many cards a bag holds."""
    return size_of(bag & L.EVEN_BITS) + 2 * size_of(bag >> 1 & L.EVEN_BITS)


@compiled
def _fresh(t: Array, route: int, houses: int) -> int:
    """Return in how many provinces of a route there is no house."""
    fresh = 0
    for number in range(t[L.PROVINCES]):
        if route & t[L.PROVINCE + number] and not houses & t[L.PROVINCE + number]:
            fresh += 1
    return fresh


@compiled
def _shares(s: Array, t: Array, me: int, base: int, places: Array, values: Floats, n: int) -> int:
    """Write what tiles of regions there are still to be had, by how many cities are missing."""
    first = n
    for lacks in range(6):
        places[n] = base + lacks
        values[n] = 0.0
        n += 1
    for region in range(t[L.REGIONS]):
        stack = t[L.REGION_STACK + region]
        if s[L.STACKS + stack] and not s[me + L.TILES] >> stack & 1:
            lacks = min(size_of(t[L.REGION + region] & ~s[me + L.HOUSES]), 5)
            values[first + lacks] += (s[L.STACKS + stack] & 15) / 5.0
    return n


@compiled
def _further_of_table(s: Array, t: Array, places: Array, values: Floats, n: int) -> int:
    """Write what modules and other boards add to the inputs of the table.

    The rules are told by six: letters, messenger, office tiles, horses, free cities, another board.
    """
    first = n
    for number in range(6):
        flags = (L.LETTERS_PAY, L.MESSENGER_RIDES, L.OFFICES_GIVEN, L.MOST_HORSES, L.FREE_STACKS)
        if (not t[L.NAMES_KNOWN]) if number == 5 else t[flags[number]]:
            places[n] = RULES_ARE + number
            n += 1
    if t[L.OFFICES_GIVEN]:
        for official in range(L.OFFICIALS):
            places[n] = OFFICES_LEFT_ARE + 9 * official + min(s[L.OFFICES_LEFT] >> 4 * official & 15, 8)
            n += 1
    if t[L.BACKS_SEEN]:
        places[n] = BACK_IS + s[L.DECK_BACK]
        n += 1
    for place in range(first, n):
        values[place] = 1.0
    if t[L.OFFICES_GIVEN]:
        places[n] = CHIPS_LEFT_ARE
        values[n] = s[L.CHIPS_LEFT] / 10.0
        n += 1
    if t[L.NAMES_KNOWN]:
        return n
    for place in range(min(t[L.ROUTE_STACKS], 8)):
        places[n] = TOP_BY_LENGTH + place
        values[n] = (s[L.STACKS + t[L.ROUTE_STACK + place]] & 15) / 5.0
        n += 1
    left = 0
    for place in range(t[L.FREE_STACKS]):
        left += s[L.STACKS + t[L.FREE_STACK + place]] > 0
    places[n] = TOP_OF_ALL
    values[n] = (s[L.STACKS + t[L.ALL_STACK]] & 15) / 5.0
    places[n + 1] = FREE_LEFT
    values[n + 1] = left / 4.0
    return n + 2


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
FURTHER_FILE = FILE.with_stem("network-further")
"""Where the weights for the base game are, and those for modules and other boards."""


@functools.cache
def shipped(*, further: bool) -> Floats:
    """Return the weights of the package, as PyTorch found them (`thurntaxis_solver.training.fit_network`)."""
    with zipfile.ZipFile(FURTHER_FILE if further else FILE) as archive, archive.open("weights.npy") as file:
        data = file.read()
    header = int.from_bytes(data[8:10], "little")
    return single([number for (number,) in struct.iter_unpack("<e", data[10 + header :])])
