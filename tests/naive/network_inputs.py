"""A naive encoding of a position for the network: its inputs by place; all others are 0."""

from collections import Counter
from collections.abc import Iterable

import thurntaxis as tt
from naive import policy as naive
from naive.policy import has
from thurntaxis_solver.kernel.network import input_layout as X

STOCK = {
    2: {"administrator": 3, "postmaster": 4, "carrier": 4, "cartwright": 2},
    3: {"administrator": 5, "postmaster": 6, "carrier": 6, "cartwright": 3},
    4: {"administrator": 6, "postmaster": 8, "carrier": 8, "cartwright": 4},
}
"""Office tiles at the start, by the number of players."""

OFFICIALS = ("postmaster", "administrator", "carrier", "cartwright")
PHASES = ("draw", "play", "carriage", "keep", "over", "final")


def inputs(position: tt.Position) -> dict[int, float]:
    found = of_table(position)
    for seat in range(len(position.players)):
        player = position.players[(position.decider + seat) % len(position.players)]
        found |= {seat * X.SEAT_INPUTS + place: value for place, value in of_seat(position, player).items()}
        own = X.FURTHER + seat * X.FURTHER_OF_SEAT
        found |= {own + place: value for place, value in further_of_seat(position, player).items()}
    found |= further_of_table(position)
    return {place: value for place, value in found.items() if value}


def rounds_left(position: tt.Position, weights: tuple[float, ...]) -> float:
    """About how many rounds are left, by the weights of a constant and of what is missing until the end."""
    constant, of_players, house, carriage, city = weights
    if position.ender is not None:
        return 1.0
    board, missing = position.rules.board, []
    for player in position.players:
        coming, at = list[int](), player.carriage
        while position.rules.parts.carriages and (following := board.next_carriage[at]) is not None:
            coming.append(following)
            at = following
        lacking = max(0, coming[0] - len(player.route)) if coming else 0
        missing.append(house * (board.houses - len(player.houses)) + carriage * len(coming) + city * lacking)
    return max(1.0, min(22.0, constant + of_players * len(position.players) + min(missing)))


# ---- the position


def is_south(position: tt.Position) -> bool:
    return position.rules.board == tt.board("south")


def office_tiles(position: tt.Position) -> dict[str, int]:
    """Office tiles that nobody has, by official; there is no cartwright if cards go before the carriage."""
    taken = [office for player in position.players for office in player.offices]
    found = {official: count - taken.count(official) for official, count in STOCK[len(position.players)].items()}
    if has(position, "power-and-glory"):
        del found["cartwright"]
    return found if has(position, "offices-of-honor") else {}


def numbers(position: tt.Position, cities: Iterable[str], base: int) -> dict[int, float]:
    """An input per city, by its number in the order of the names; none on other boards."""
    names = sorted(position.rules.board.province_of)
    return {base + names.index(city): 1.0 for city in cities} if is_south(position) else {}


def lacking(position: tt.Position, player: tt.Player) -> dict[str, tuple[int, int]]:
    """By stack (regions, all provinces) that still has a tile: how much is missing for it, and its uppermost value."""
    board, found = position.rules.board, {}
    settled = {board.province_of[city] for city in player.houses}
    for stack in board.stacks:
        values = position.stacks()[stack.name]
        if not values or any(tile.stack == stack.name for tile in player.tiles):
            continue
        if stack.kind == "region":
            found[stack.name] = len(board.region_cities[stack.name] - set(player.houses)), values[0]
        if stack.kind == "all-provinces":
            left_out = {stack.outside} if position.rules.options["all-provinces"] == "outside-baiern" else set()
            found[stack.name] = len({p.name for p in board.provinces} - left_out - settled), values[0]
    return found


# ---- the base game


def of_seat(position: tt.Position, player: tt.Player) -> dict[int, float]:
    route, hand = naive.cities_of(position, player.route), set(naive.cities_of(position, player.hand))
    ends, chain = naive.near_ends(position, route), naive.chain_of(position, player)
    found = numbers(position, player.houses, X.HAS_HOUSE)
    found |= numbers(position, route, X.HAS_ROUTE)
    found |= numbers(position, {*route[:1], *route[-1:]}, X.HAS_END)
    found |= numbers(position, hand, X.HAS_CARD)
    found |= numbers(position, hand & ends, X.HAS_FITTING)
    found |= numbers(position, chain, X.HAS_CHAIN)
    found[X.HAS_CARRIAGE + (player.carriage or 0)] = 1.0
    found[X.ROUTE_LENGTH + min(len(route), 9)] = 1.0
    found[X.HAND_SIZE + min(len(player.hand), 7)] = 1.0
    found[X.CHAIN_LENGTH + min(len(chain), 5)] = 1.0
    found[X.HOUSES_LEFT + min(position.rules.board.houses - len(player.houses), 9)] = 1.0
    regions = [stack.name for stack in position.rules.board.stacks if stack.kind == "region"]
    for stack, (missing, _) in lacking(position, player).items():
        if stack == "all-provinces":
            found[X.ALL_LACKS + min(missing, 9)] = 1.0
        elif is_south(position):
            found[X.REGION_LACKS + 6 * regions.index(stack) + min(missing, 5)] = 1.0
    if is_south(position):
        names = [stack.name for stack in position.rules.board.stacks]
        found |= {X.HOLDS + names.index(tile.stack): 1.0 for tile in player.tiles}
    found[X.SCORE] = position.scores()[position.players.index(player)] / 20
    found[X.POINTS] = sum(tile.value for tile in player.tiles) / 10
    found[X.HOUSES_PLACED] = len(player.houses) / 20
    found[X.SEAT_TAKEN] = 1.0
    return found


def of_table(position: tt.Position) -> dict[int, float]:
    turn, me, count = position.turn, position.mover, len(position.players)
    display = Counter(naive.cities_of(position, position.display))
    route = naive.cities_of(position, me.route)
    ends, neighbours = naive.near_ends(position, route), position.rules.board.neighbours
    around = {other for city in naive.chain_of(position, me) for other in neighbours[city]}
    found = numbers(position, display, X.ON_DISPLAY)
    found |= numbers(position, {city for city in display if display[city] > 1}, X.TWICE_ON_DISPLAY)
    found |= numbers(position, set(display) & ends, X.FITTING_ON_DISPLAY)
    found |= numbers(position, set(display) & around - ends - set(route), X.FOLLOWING_ON_DISPLAY)
    found[X.STARTING_PLAYER + (position.start - position.decider) % count] = 1.0
    ender = position.ender
    found[X.NO_ENDER if ender is None else X.ENDER + (ender - position.decider) % count] = 1.0
    found[X.PHASE + PHASES.index(turn.phase)] = 1.0
    found |= {X.OFFICIAL + 1 + OFFICIALS.index(official): 1.0 for official in turn.used}
    found |= {} if turn.used else {X.OFFICIAL: 1.0}
    found[X.DRAWN + turn.drawn] = 1.0
    found[X.CLOSED + min(turn.closed, 9)] = 1.0
    found[X.PLAYERS + count] = 1.0
    found[X.DISPLAY_DUE] = float("display" in turn.pending)
    found[X.HAND_DUE] = float("hand" in turn.pending)
    options = position.rules.options
    found[X.RESTARTS] = float(options["carrier-restart"] is True)
    found[X.DECLINABLE] = float(options["carriage-declinable"] is True)
    found[X.PROVINCE_LEFT_OUT] = float(options["all-provinces"] != "every-province")
    if is_south(position):
        tops = {number: values[:1] for number, values in enumerate(position.stacks().values())}
        found |= {X.TOP_TILE + number: top[0] / 5 for number, top in tops.items() if top}
    return found


# ---- modules and other boards


def further_of_seat(position: tt.Position, player: tt.Player) -> dict[int, float]:
    board, found = position.rules.board, dict[int, float]()
    if has(position, "princess-messenger"):
        found[X.LETTERS + min(player.letters, 8)] = 1.0
        found[X.HAS_MESSENGER] = float(player.has_messenger)
    if has(position, "offices-of-honor"):
        for number, official in enumerate(OFFICIALS):
            found[X.OFFICES + 4 * number + min(player.offices.count(official), 3)] = 1.0
        found[X.OFFICE_KINDS + len(set(player.offices))] = 1.0
        found[X.CHIPS] = player.chips / 3
    if has(position, "power-and-glory"):
        power = sum(board.horseshoes[card] for card in player.horses)
        found[X.HORSE_POWER + min(power, 9)] = 1.0
        lacked = len(player.route) - 2 - power
        found[X.HORSES_LACKED + 4 + max(-4, min(lacked, 4))] = 1.0
        found[X.SHOES_IN_HAND] = sum(board.horseshoes[card] for card in player.hand) / 4
    if not is_south(position):
        route, hand = naive.cities_of(position, player.route), set(naive.cities_of(position, player.hand))
        found[X.FITTING_CARDS + min(len(hand & naive.near_ends(position, route)), 4)] = 1.0
        settled = {board.province_of[city] for city in player.houses}
        fresh = {board.province_of[city] for city in route} - settled - {None}
        found[X.NEW_PROVINCES + min(len(fresh), 5)] = 1.0
        for stack, (missing, value) in lacking(position, player).items():
            if stack != "all-provinces":
                place = X.REGIONS_BY_LACK + min(missing, 5)
                found[place] = found.get(place, 0.0) + value / 5
    return found


def further_of_table(position: tt.Position) -> dict[int, float]:
    board, found = position.rules.board, dict[int, float]()
    horses, letters, offices = (
        has(position, module) for module in ("power-and-glory", "princess-messenger", "offices-of-honor")
    )
    flags = (letters, letters and not horses, offices, horses, bool(board.free_cities), not is_south(position))
    found |= {X.RULES + number: 1.0 for number, flag in enumerate(flags) if flag}
    if offices:
        left = office_tiles(position)
        for number, official in enumerate(OFFICIALS):
            found[X.OFFICES_LEFT + 9 * number + left.get(official, 0)] = 1.0
        found[X.CHIPS_LEFT] = (12 - sum(player.chips for player in position.players)) / 10
    if position.rules.options.get("card-backs") == "seen":
        found[X.DECK_BACK + (position.deck_back or 0)] = 1.0
    if not is_south(position):
        stacks = {stack.name: (*position.stacks()[stack.name], 0)[0] for stack in board.stacks}
        routes = sorted((stack for stack in board.stacks if stack.length), key=lambda stack: -(stack.length or 0))
        found |= {X.TOP_ROUTE_TILE + place: stacks[stack.name] / 5 for place, stack in enumerate(routes)}
        found[X.TOP_ALL_PROVINCES] = stacks["all-provinces"] / 5
        found[X.FREE_CITIES_LEFT] = sum(1 for stack in board.stacks if stack.city and stacks[stack.name]) / 4
    return found
