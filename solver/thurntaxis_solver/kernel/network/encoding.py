"""The encoding of a state as inputs of the network (`thurntaxis_solver.kernel.network.input_layout`)."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Singles, compiled, entry
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.policy.playout_policy import chain_of, near_ends
from thurntaxis_solver.kernel.rules.cards import MOST_SHOES, cities_of, shoes_of, size_of, with_shoes
from thurntaxis_solver.kernel.rules.houses import provinces_lacking
from thurntaxis_solver.kernel.rules.moves import score

_RESTARTS = L.reading("carrier-restart", True)
_DECLINABLE = L.reading("carriage-declinable", True)
_PROVINCE_LEFT_OUT = L.reading("all-provinces", "outside-baiern")


@entry
def encode(s: Array, t: Array, places: Array, values: Singles) -> int:
    """Write the places of the inputs that differ from 0 and their values; return how many there are."""
    n = 0
    players = s[L.PLAYERS]
    for seat in range(players):
        player = (s[L.PLAYER] + seat) % players
        n = _seat_inputs(s, t, player, seat * X.SEAT_INPUTS, places, values, n)
        if t[L.BEYOND_BASE]:
            n = _further_of_seat(s, t, player, X.FURTHER + seat * X.FURTHER_OF_SEAT, places, values, n)
    first = n
    me = L.SEATS + L.SEAT * s[L.PLAYER]
    present = cities_of(s[L.DISPLAY])
    ends, chain = near_ends(s, t, me), chain_of(s, t, me)
    around = 0
    while chain:
        city = chain & -chain
        chain ^= city
        around |= t[L.NEIGHBOURS + city % L.CITY_SLOTS]
    n = mark(t, present, X.ON_DISPLAY, places, n)
    n = mark(t, s[L.DISPLAY] >> 1 & L.EVEN_BITS, X.TWICE_ON_DISPLAY, places, n)
    n = mark(t, present & ends, X.FITTING_ON_DISPLAY, places, n)
    n = mark(t, present & around & ~ends & ~s[me + L.ROUTE], X.FOLLOWING_ON_DISPLAY, places, n)
    places[n] = X.STARTING_PLAYER + (s[L.START] - s[L.PLAYER]) % players
    places[n + 1] = X.NO_ENDER if s[L.ENDER] < 0 else X.ENDER + (s[L.ENDER] - s[L.PLAYER]) % players
    places[n + 2] = X.PHASE + s[L.PHASE]
    n = _officials(s[L.OFFICIAL], places, n + 3)
    places[n] = X.DRAWN + min(s[L.DRAWN], 2)
    places[n + 1] = X.CLOSED + min(s[L.CLOSED], 9)
    places[n + 2] = X.PLAYERS + players
    n += 3
    if s[L.TO_DISPLAY]:
        places[n] = X.DISPLAY_DUE
        n += 1
    if s[L.TO_HAND]:
        places[n] = X.HAND_DUE
        n += 1
    if t[_RESTARTS]:
        places[n] = X.RESTARTS
        n += 1
    if t[_DECLINABLE]:
        places[n] = X.DECLINABLE
        n += 1
    if t[_PROVINCE_LEFT_OUT]:
        places[n] = X.PROVINCE_LEFT_OUT
        n += 1
    for place in range(first, n):
        values[place] = 1.0
    if t[L.NAMES_KNOWN]:
        for stack in range(t[L.STACKS_USED]):
            if s[L.STACKS + stack]:
                places[n] = X.TOP_TILE + stack
                values[n] = (s[L.STACKS + stack] & 15) / 5.0
                n += 1
    return _further_of_table(s, t, places, values, n) if t[L.BEYOND_BASE] else n


@compiled
def _officials(used: int, places: Array, n: int) -> int:
    """Add the inputs of the officials used in the turn, or that of none."""
    if used == 0:
        places[n] = X.OFFICIAL
        return n + 1
    for official in range(L.OFFICIAL_COUNT):
        if used >> official & 1:
            places[n] = X.OFFICIAL + 1 + official
            n += 1
    return n


@compiled
def mark(t: Array, cities: int, base: int, places: Array, n: int) -> int:
    """Add the inputs of cities in a block, if the network knows the cities by name."""
    if not t[L.NAMES_KNOWN]:
        return n
    while cities:
        city = cities & -cities
        cities ^= city
        places[n] = base + t[L.NUMBER + city % L.CITY_SLOTS]
        n += 1
    return n


@compiled
def _seat_inputs(s: Array, t: Array, player: int, base: int, places: Array, values: Singles, n: int) -> int:
    """Add the inputs of a seat, which begin at `base`."""
    me = L.SEATS + L.SEAT * player
    first = n
    hand, route, houses, held = cities_of(s[me + L.HAND]), s[me + L.ROUTE], s[me + L.HOUSES], s[me + L.TILES]
    ends, chain = near_ends(s, t, me), chain_of(s, t, me)
    n = mark(t, houses, base + X.HAS_HOUSE, places, n)
    n = mark(t, route, base + X.HAS_ROUTE, places, n)
    n = mark(t, s[me + L.LEFT] | s[me + L.RIGHT], base + X.HAS_END, places, n)
    n = mark(t, hand, base + X.HAS_CARD, places, n)
    n = mark(t, hand & ends, base + X.HAS_FITTING, places, n)
    n = mark(t, chain, base + X.HAS_CHAIN, places, n)
    left = t[L.HOUSES_EACH] - s[me + L.HOUSES_PLACED]
    places[n] = base + X.HAS_CARRIAGE + min(s[me + L.CARRIAGE], 7)
    places[n + 1] = base + X.ROUTE_LENGTH + min(s[me + L.LENGTH], 9)
    places[n + 2] = base + X.HAND_SIZE + min(s[me + L.HAND_SIZE], 7)
    places[n + 3] = base + X.CHAIN_LENGTH + min(size_of(chain), 5)
    places[n + 4] = base + X.HOUSES_LEFT + min(left, 9)
    places[n + 5] = base + X.SEAT_TAKEN
    n += 6
    if t[L.NAMES_KNOWN]:
        for stack in range(t[L.STACKS_USED]):
            if held >> stack & 1:
                places[n] = base + X.HOLDS + stack
                n += 1
        for region in range(t[L.REGIONS]):
            stack = t[L.REGION_STACK + region]
            if s[L.STACKS + stack] and not held >> stack & 1:
                places[n] = base + X.REGION_LACKS + 6 * region + min(size_of(t[L.REGION + region] & ~houses), 5)
                n += 1
    stack = t[L.ALL_STACK]
    if s[L.STACKS + stack] and not held >> stack & 1:
        places[n] = base + X.ALL_LACKS + min(provinces_lacking(t, houses), 9)
        n += 1
    for place in range(first, n):
        values[place] = 1.0
    places[n] = base + X.SCORE
    values[n] = score(s, t, player) / 20.0
    places[n + 1] = base + X.POINTS
    values[n + 1] = s[me + L.POINTS] / 10.0
    places[n + 2] = base + X.HOUSES_PLACED
    values[n + 2] = s[me + L.HOUSES_PLACED] / 20.0
    return n + 3


@compiled
def _further_of_seat(s: Array, t: Array, player: int, base: int, places: Array, values: Singles, n: int) -> int:
    """Add the inputs of a seat for modules and other boards."""
    me = L.SEATS + L.SEAT * player
    first = n
    if t[L.LETTERS_PAY]:
        places[n] = base + X.LETTERS + min(s[me + L.LETTERS], 8)
        n += 1
        if s[L.MESSENGER] == player:
            places[n] = base + X.HAS_MESSENGER
            n += 1
    if t[L.OFFICES_GIVEN]:
        kinds = 0
        for official in range(L.OFFICE_COUNT):
            tiles = s[me + L.OFFICES] >> 4 * official & 15
            kinds += tiles > 0
            places[n + official] = base + X.OFFICES + 4 * official + min(tiles, 3)
        places[n + L.OFFICE_COUNT] = base + X.OFFICE_KINDS + kinds
        n += L.OFFICE_COUNT + 1
    if t[L.MOST_HORSES]:
        lacked = s[me + L.LENGTH] - t[L.OWN_HORSES] - s[me + L.HORSE_POWER]
        places[n] = base + X.HORSE_POWER + min(s[me + L.HORSE_POWER], 9)
        places[n + 1] = base + X.HORSES_LACKED + min(max(lacked, -4), 4) + 4
        n += 2
    if not t[L.NAMES_KNOWN]:
        fitting = cities_of(s[me + L.HAND]) & near_ends(s, t, me)
        places[n] = base + X.FITTING_CARDS + min(size_of(fitting), 4)
        places[n + 1] = base + X.NEW_PROVINCES + min(_new_provinces(t, s[me + L.ROUTE], s[me + L.HOUSES]), 5)
        n += 2
    for place in range(first, n):
        values[place] = 1.0
    if t[L.OFFICES_GIVEN]:
        places[n] = base + X.CHIPS
        values[n] = s[me + L.CHIPS] / 3.0
        n += 1
    if t[L.MOST_HORSES]:
        places[n] = base + X.SHOES_IN_HAND
        values[n] = _shoes_in_hand(s, t, me) / 4.0
        n += 1
    return n if t[L.NAMES_KNOWN] else _regions_by_lack(s, t, me, base + X.REGIONS_BY_LACK, places, values, n)


@compiled
def _shoes_in_hand(s: Array, t: Array, me: int) -> int:
    """Return the number of horseshoes in a hand."""
    total, cards = 0, s[me + L.HAND]
    if t[L.NUMBERED]:
        for shoes in range(1, MOST_SHOES + 1):
            total += shoes * _size_of_bag(with_shoes(s, me + L.HAND, shoes))
        return total
    while cards:
        bit = cards & -cards
        cards ^= bit
        total += shoes_of(t, bit) if bit & L.EVEN_BITS else 2 * shoes_of(t, bit >> 1)
    return total


@compiled
def _size_of_bag(bag: int) -> int:
    """Return the number of cards in a bag."""
    return size_of(bag & L.EVEN_BITS) + 2 * size_of(bag >> 1 & L.EVEN_BITS)


@compiled
def _new_provinces(t: Array, route: int, houses: int) -> int:
    """Return the number of provinces of a route without a house."""
    found = 0
    for number in range(t[L.PROVINCES]):
        if route & t[L.PROVINCE + number] and not houses & t[L.PROVINCE + number]:
            found += 1
    return found


@compiled
def _regions_by_lack(s: Array, t: Array, me: int, base: int, places: Array, values: Singles, n: int) -> int:
    """Add the values of the regions' tiles that are still available, by how many cities are missing for them."""
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
def _further_of_table(s: Array, t: Array, places: Array, values: Singles, n: int) -> int:
    """Add the inputs of the table for modules and other boards.

    Six of them say which rules apply: letters, messenger, office tiles, horses, free cities, another board.
    """
    first = n
    for number in range(6):
        flags = (L.LETTERS_PAY, L.MESSENGER_RIDES, L.OFFICES_GIVEN, L.MOST_HORSES, L.FREE_STACKS)
        if (not t[L.NAMES_KNOWN]) if number == 5 else t[flags[number]]:
            places[n] = X.RULES + number
            n += 1
    if t[L.OFFICES_GIVEN]:
        for official in range(L.OFFICE_COUNT):
            places[n] = X.OFFICES_LEFT + 9 * official + min(s[L.OFFICES_LEFT] >> 4 * official & 15, 8)
            n += 1
    if t[L.BACKS_SEEN]:
        places[n] = X.DECK_BACK + s[L.DECK_BACK]
        n += 1
    for place in range(first, n):
        values[place] = 1.0
    if t[L.OFFICES_GIVEN]:
        places[n] = X.CHIPS_LEFT
        values[n] = s[L.CHIPS_LEFT] / 10.0
        n += 1
    if t[L.NAMES_KNOWN]:
        return n
    for place in range(min(t[L.ROUTE_STACKS], 8)):
        places[n] = X.TOP_ROUTE_TILE + place
        values[n] = (s[L.STACKS + t[L.ROUTE_STACK + place]] & 15) / 5.0
        n += 1
    left = 0
    for place in range(t[L.FREE_STACKS]):
        left += s[L.STACKS + t[L.FREE_STACK + place]] > 0
    places[n] = X.TOP_ALL_PROVINCES
    values[n] = (s[L.STACKS + t[L.ALL_STACK]] & 15) / 5.0
    places[n + 1] = X.FREE_CITIES_LEFT
    values[n + 1] = left / 4.0
    return n + 2
