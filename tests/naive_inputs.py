"""What the network sees of a position, in plain words: its inputs by number, all others being 0."""

from collections import Counter
from collections.abc import Iterable

import naive_taste as plain
import thurntaxis as tt
from naive_taste import has
from thurntaxis_solver.kernel.network import network as net

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
        found |= {seat * net.SEAT_INPUTS + place: value for place, value in of_seat(position, player).items()}
        own = net.FURTHER + seat * net.FURTHER_OF_SEAT
        found |= {own + place: value for place, value in further_of_seat(position, player).items()}
    found |= further_of_table(position)
    return {place: value for place, value in found.items() if value}


# ---- what there is


def is_south(position: tt.Position) -> bool:
    return position.rules.board == tt.board("south")


def office_tiles(position: tt.Position) -> dict[str, int]:
    """How many office tiles nobody has, by official; with cards before the carriage there is no cartwright."""
    taken = [office for player in position.players for office in player.offices]
    found = {official: count - taken.count(official) for official, count in STOCK[len(position.players)].items()}
    if has(position, "power-and-glory"):
        del found["cartwright"]
    return found if has(position, "offices-of-honor") else {}


def numbers(position: tt.Position, cities: Iterable[str], base: int) -> dict[int, float]:
    """One for each of these cities, by their numbers in the order of the names; on other boards nothing."""
    names = sorted(position.rules.board.province_of)
    return {base + names.index(city): 1.0 for city in cities} if is_south(position) else {}


def lacking(position: tt.Position, player: tt.Player) -> dict[str, tuple[int, int]]:
    """For regions and all provinces of which a tile is still to be had: what is missing, and the uppermost value."""
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
    route, hand = plain.cities_of(position, player.route), set(plain.cities_of(position, player.hand))
    ends, chain = plain.near_ends(position, route), plain.chain_of(position, player)
    found = numbers(position, player.houses, net.HAS_HOUSE)
    found |= numbers(position, route, net.HAS_ROUTE)
    found |= numbers(position, {*route[:1], *route[-1:]}, net.HAS_END)
    found |= numbers(position, hand, net.HAS_CARD)
    found |= numbers(position, hand & ends, net.HAS_FITTING)
    found |= numbers(position, chain, net.HAS_CHAIN)
    found[net.HAS_CARRIAGE + (player.carriage or 0)] = 1.0
    found[net.ROUTE_IS + min(len(route), 9)] = 1.0
    found[net.HAND_IS + min(len(player.hand), 7)] = 1.0
    found[net.CHAIN_IS + min(len(chain), 5)] = 1.0
    found[net.HOUSES_LEFT_ARE + min(position.rules.board.houses - len(player.houses), 9)] = 1.0
    regions = [stack.name for stack in position.rules.board.stacks if stack.kind == "region"]
    for stack, (missing, _) in lacking(position, player).items():
        if stack == "all-provinces":
            found[net.ALL_LACKS + min(missing, 9)] = 1.0
        elif is_south(position):
            found[net.REGION_LACKS + 6 * regions.index(stack) + min(missing, 5)] = 1.0
    if is_south(position):
        names = [stack.name for stack in position.rules.board.stacks]
        found |= {net.HOLDS + names.index(tile.stack): 1.0 for tile in player.tiles}
    found[net.SCORE_IS] = position.scores()[position.players.index(player)] / 20
    found[net.POINTS_ARE] = sum(tile.value for tile in player.tiles) / 10
    found[net.PLACED_ARE] = len(player.houses) / 20
    found[net.IS_THERE] = 1.0
    return found


def of_table(position: tt.Position) -> dict[int, float]:
    turn, me, count = position.turn, position.mover, len(position.players)
    display = Counter(plain.cities_of(position, position.display))
    route = plain.cities_of(position, me.route)
    ends, neighbours = plain.near_ends(position, route), position.rules.board.neighbours
    around = {other for city in plain.chain_of(position, me) for other in neighbours[city]}
    found = numbers(position, display, net.ON_DISPLAY)
    found |= numbers(position, {city for city in display if display[city] > 1}, net.TWICE_ON_DISPLAY)
    found |= numbers(position, set(display) & ends, net.FITTING_ON_DISPLAY)
    found |= numbers(position, set(display) & around - ends - set(route), net.FOLLOWING_ON_DISPLAY)
    found[net.STARTED + (position.start - position.decider) % count] = 1.0
    ender = position.ender
    found[net.NOT_ENDED if ender is None else net.ENDED + (ender - position.decider) % count] = 1.0
    found[net.PHASE_IS + PHASES.index(turn.phase)] = 1.0
    found |= {net.OFFICIAL_IS + 1 + OFFICIALS.index(official): 1.0 for official in turn.used}
    found |= {} if turn.used else {net.OFFICIAL_IS: 1.0}
    found[net.DRAWN_IS + turn.drawn] = 1.0
    found[net.CLOSED_IS + min(turn.closed, 9)] = 1.0
    found[net.PLAYERS_ARE + count] = 1.0
    found[net.DISPLAY_DUE] = float("display" in turn.pending)
    found[net.HAND_DUE] = float("hand" in turn.pending)
    options = position.rules.options
    found[net.RESTART_ALLOWED] = float(options["carrier-restart"] is True)
    found[net.DECLINE_ALLOWED] = float(options["carriage-declinable"] is True)
    found[net.OUTSIDE_ONLY] = float(options["all-provinces"] != "every-province")
    if is_south(position):
        tops = {number: values[:1] for number, values in enumerate(position.stacks().values())}
        found |= {net.TOP_OF + number: top[0] / 5 for number, top in tops.items() if top}
    return found


# ---- what modules and other boards add


def further_of_seat(position: tt.Position, player: tt.Player) -> dict[int, float]:
    board, found = position.rules.board, dict[int, float]()
    if has(position, "princess-messenger"):
        found[net.LETTERS_ARE + min(player.letters, 8)] = 1.0
        found[net.HAS_MESSENGER] = float(player.has_messenger)
    if has(position, "offices-of-honor"):
        for number, official in enumerate(OFFICIALS):
            found[net.OFFICES_ARE + 4 * number + min(player.offices.count(official), 3)] = 1.0
        found[net.KINDS_ARE + len(set(player.offices))] = 1.0
        found[net.CHIPS_ARE] = player.chips / 3
    if has(position, "power-and-glory"):
        power = sum(board.horseshoes[card] for card in player.horses)
        found[net.POWER_IS + min(power, 9)] = 1.0
        lacked = len(player.route) - 2 - power
        found[net.HORSES_LACKED + 4 + max(-4, min(lacked, 4))] = 1.0
        found[net.SHOES_IN_HAND] = sum(board.horseshoes[card] for card in player.hand) / 4
    if not is_south(position):
        route, hand = plain.cities_of(position, player.route), set(plain.cities_of(position, player.hand))
        found[net.FITTING_ARE + min(len(hand & plain.near_ends(position, route)), 4)] = 1.0
        settled = {board.province_of[city] for city in player.houses}
        fresh = {board.province_of[city] for city in route} - settled - {None}
        found[net.FRESH_ARE + min(len(fresh), 5)] = 1.0
        for stack, (missing, value) in lacking(position, player).items():
            if stack != "all-provinces":
                place = net.SHARE_LACKS + min(missing, 5)
                found[place] = found.get(place, 0.0) + value / 5
    return found


def further_of_table(position: tt.Position) -> dict[int, float]:
    board, found = position.rules.board, dict[int, float]()
    horses, letters, offices = (
        has(position, module) for module in ("power-and-glory", "princess-messenger", "offices-of-honor")
    )
    flags = (letters, letters and not horses, offices, horses, bool(board.free_cities), not is_south(position))
    found |= {net.RULES_ARE + number: 1.0 for number, flag in enumerate(flags) if flag}
    if offices:
        left = office_tiles(position)
        for number, official in enumerate(OFFICIALS):
            found[net.OFFICES_LEFT_ARE + 9 * number + left.get(official, 0)] = 1.0
        found[net.CHIPS_LEFT_ARE] = (12 - sum(player.chips for player in position.players)) / 10
    if position.rules.options.get("card-backs") == "seen":
        found[net.BACK_IS + (position.deck_back or 0)] = 1.0
    if not is_south(position):
        stacks = {stack.name: (*position.stacks()[stack.name], 0)[0] for stack in board.stacks}
        routes = sorted((stack for stack in board.stacks if stack.length), key=lambda stack: -(stack.length or 0))
        found |= {net.TOP_BY_LENGTH + place: stacks[stack.name] / 5 for place, stack in enumerate(routes)}
        found[net.TOP_OF_ALL] = stacks["all-provinces"] / 5
        found[net.FREE_LEFT] = sum(1 for stack in board.stacks if stack.city and stacks[stack.name]) / 4
    return found
