"""What is possible: every event of a position, by phases."""

import itertools

from naive import officials, scoring
from naive import return_rounds as returns
from naive.table import (
    MESSENGER,
    MOST_HORSES,
    POWER,
    Position,
    backs_are_seen,
    backs_left,
    blind_card_can_be_had,
    board_of,
    card_can_be_had,
    city_of,
    complete,
    deck_size,
    horseshoes,
    is_road,
    is_unknown,
    on_turn,
    option,
    out_of_sight,
    province_of,
    with_module,
)

HORSES_OF_THE_CARRIAGE = 2


def events(position: Position) -> list[str]:
    """Every event possible here, sorted by code point; none at all when the game is over."""
    table = complete(position)
    phase = table["turn"]["phase"]
    if phase == "over":
        return []
    if table["turn"]["pending"]:
        return sorted(_chance(table))
    if table.get("returning") is not None:
        return sorted(returns.events(table))
    if phase == "draw":
        return sorted(_in_draw_phase(table))
    if phase == "play":
        return sorted(_in_play_phase(table))
    if phase == "carriage":
        return sorted(carriage_events(table))
    if phase == "keep":
        return sorted(_in_keep_phase(table))
    raise ValueError(f"no such phase: {phase}")


def _chance(table: Position) -> list[str]:
    """The next reveal may be any card out of sight, provided the deck has one.

    Where backs are seen, that of the new top card comes first, and the card then is one with that number.
    """
    if deck_size(table) <= 0:
        return []
    if table["turn"]["pending"][0] == "back":
        return [f"back {back}" for back in set(backs_left(table))]
    cards = set(out_of_sight(table))
    if backs_are_seen(table):
        cards = {card for card in cards if horseshoes(table, card) == table["deck_back"]}
    return [f"deal {card}" for card in cards]


def _draws(table: Position, verb: str) -> list[str]:
    """All ways to take one card into the hand, under the given verb."""
    found = [f"{verb} {card}" for card in set(table["display"])]
    if blind_card_can_be_had(table):
        found.append(f"{verb} deck")
    return found


def _lays(table: Position, verb: str, may_start: bool) -> list[str]:
    """All ways to lay one known card of the hand on the table: at every end, on its own, in front of the carriage."""
    player = on_turn(table)
    found = []
    for card in set(player["hand"]):
        if is_unknown(card):
            continue
        for end in ["right", "left"]:
            if _fits(table, player["route"], card, end):
                found.append(f"{verb} {card} {end}")
        if may_start:
            found.append(f"{verb} {card} start")
        if with_module(table, POWER) and len(player["horses"]) < MOST_HORSES:
            found.append(f"{verb} {card} horse")
    return found


def _fits(table: Position, route: list[str], card: str, end: str) -> bool:
    """Whether a card may be added at one end of a route. A single city is only built on to the right."""
    cities = [city_of(there) for there in route]
    city = city_of(card)
    if not cities or city in cities:
        return False
    if end == "left" and len(cities) == 1:
        return False
    return is_road(board_of(table), cities[-1] if end == "right" else cities[0], city)


def _in_draw_phase(table: Position) -> list[str]:
    """From the start of the turn until a card is played."""
    turn = table["turn"]
    player = on_turn(table)
    found = []
    if _administrator_possible(table):
        found.append("administrator")
    if turn["drawn"] == 0:
        if card_can_be_had(table):
            # The first card has to be taken before anything is played.
            return found + _draws(table, "draw")
        if not player["hand"]:
            # Nothing to take, nothing to play: the turn is passed on, or the route is closed all the same.
            return ["end", *(_closings(table) if option(table, "closing-without-playing") else [])]
    if turn["drawn"] == 1 and officials.may_use(table, "postmaster"):
        found += _draws(table, "postmaster")
        if turn["began_empty"] and card_can_be_had(table):
            # The second card is a must, so nothing is played yet.
            return found
    return found + _lays(table, "play", may_start=True)


def _administrator_possible(table: Position) -> bool:
    """Whether the face-up cards may be replaced.

    Only before the first card is taken, and never in a turn begun with an empty hand, which needs the postmaster. With
    letters the administrator may come before, between and after the draws, and beside the postmaster.
    """
    if not table["display"] or not officials.may_use(table, "administrator"):
        return False
    if with_module(table, MESSENGER):
        return True
    return table["turn"]["drawn"] == 0 and not table["turn"]["began_empty"]


def _in_play_phase(table: Position) -> list[str]:
    """From the first card played until the route is closed or the turn ended."""
    turn = table["turn"]
    player = on_turn(table)
    found = ["end"]
    if turn["played"] == 1 and officials.may_use(table, "carrier"):
        restart = option(table, "carrier-restart") or not player["route"]
        found += _lays(table, "carrier", may_start=restart)
    return found + _closings(table)


def _closings(table: Position) -> list[str]:
    """All ways to close the route, if it is long enough and its horses are."""
    if len(on_turn(table)["route"]) < board_of(table).shortest or not _enough_horses(table):
        return []
    return [" ".join(["close", *houses]) for houses in _house_sets(table)]


def _enough_horses(table: Position) -> bool:
    """Whether the carriage has a horse for each city of the route, its own two included."""
    if not with_module(table, POWER):
        return True
    player = on_turn(table)
    return HORSES_OF_THE_CARRIAGE + sum(horseshoes(table, card) for card in player["horses"]) >= len(player["route"])


def _house_sets(table: Position) -> list[list[str]]:
    """Every set of cities that may get houses on closing, each sorted: all subsets of the route are tried."""
    board = board_of(table)
    player = on_turn(table)
    route = sorted(city_of(card) for card in player["route"])
    found = []
    for size in range(len(route) + 1):
        for cities in itertools.combinations(route, size):
            if any(city in player["houses"] for city in cities):
                continue
            if len(cities) + len(player["houses"]) > board.houses:
                continue
            free = [city for city in cities if city in board.free]
            provinces = [province_of(board, city) for city in cities if city not in free]
            first_way = all(provinces.count(province) <= 1 for province in provinces) and len(free) <= 1
            second_way = len(set(provinces)) <= 1 and not free
            if first_way or second_way:
                found.append(list(cities))
    return found


def carriage_events(table: Position) -> list[str]:
    """After the tiles: what the closed route can do for the player's next carriage."""
    if with_module(table, POWER):
        return []
    turn = table["turn"]
    upcoming = scoring.next_carriage(table, on_turn(table))
    if upcoming is None:
        return []
    if turn["closed"] >= upcoming:
        if option(table, "carriage-declinable"):
            return ["carriage", "decline"]
        return ["carriage"]
    if upcoming - turn["closed"] in [1, 2] and officials.may_use(table, "cartwright"):
        # The help of an official can always be done without, so here declining needs no option.
        return ["cartwright", "decline"]
    return []


def _in_keep_phase(table: Position) -> list[str]:
    """Every choice of three cards of the hand, provided all of them are known."""
    hand = on_turn(table)["hand"]
    if any(is_unknown(card) for card in hand):
        return []
    choices = {tuple(sorted(cards)) for cards in itertools.combinations(hand, board_of(table).kept)}
    return [" ".join(["keep", *cards]) for cards in choices]
