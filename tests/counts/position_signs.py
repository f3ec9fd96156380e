"""Signs of a position that is looked for: what the player on turn has and may do."""

from collections.abc import Callable

from naive import return_rounds, rules, scoring
from naive.table import (
    Position,
    board_of,
    city_of,
    horseshoes,
    on_turn,
)

Wanted = Callable[[Position], bool]


def decides(p: Position) -> bool:
    return not p["turn"]["pending"]


LAST_SEEN: list[tuple[Position, set[str]]] = []
"""The position asked about last, with the verbs of its events: many tables ask the same question."""


def verbs(p: Position) -> set[str]:
    if not LAST_SEEN or LAST_SEEN[0][0] is not p:
        LAST_SEEN[:] = [(p, {event.split()[0] for event in rules.events(p)})]
    return LAST_SEEN[0][1]


def can(*wanted: str) -> Wanted:
    return lambda p: decides(p) and set(wanted) <= verbs(p)


def cannot(*unwanted: str) -> Wanted:
    return lambda p: decides(p) and not set(unwanted) & verbs(p)


def turn(**wanted: object) -> Wanted:
    return lambda p: all(p["turn"][name] == value for name, value in wanted.items())


def option(**wanted: object) -> Wanted:
    return lambda p: all(p["rules"]["options"][name.replace("_", "-")] == value for name, value in wanted.items())


def hand(least: int, most: int = 99) -> Wanted:
    return lambda p: least <= len(on_turn(p)["hand"]) <= most


def route(least: int, most: int = 99) -> Wanted:
    return lambda p: least <= len(on_turn(p)["route"]) <= most


def horses(least: int, most: int = 6) -> Wanted:
    return lambda p: least <= len(on_turn(p)["horses"]) <= most


def houses(least: int, most: int = 20) -> Wanted:
    return lambda p: least <= len(on_turn(p)["houses"]) <= most


def players(number: int) -> Wanted:
    return lambda p: len(p["players"]) == number


def usable(least: int, most: int = 99) -> Wanted:
    return lambda p: least <= on_turn(p)["letters_usable"] <= most


def officials(least: int, most: int = 4) -> Wanted:
    return lambda p: least <= len(p["turn"]["officials"]) <= most


def used(*wanted: str) -> Wanted:
    return lambda p: p["turn"]["officials"] == list(wanted)


def later(p: Position) -> bool:
    """Some way into the game."""
    return len(p["discard"]) > 5


def opening(number: int) -> list[Wanted]:
    return [
        players(number),
        decides,
        turn(began_empty=True, drawn=0, player=0),
        lambda p: not any(player["hand"] or player["route"] for player in p["players"]),
    ]


def last_turn(p: Position) -> bool:
    return p["ender"] is not None and (p["turn"]["player"] + 1) % len(p["players"]) == p["start"]


def holds_messenger(p: Position) -> bool:
    return bool(p["messenger"] == p["turn"]["player"])


def spare_pull(p: Position) -> int:
    """By how many the horses in front of the carriage exceed the cities of the route."""
    player = on_turn(p)
    return 2 + sum(horseshoes(p, card) for card in player["horses"]) - len(player["route"])


def cities_of_route(p: Position) -> list[str]:
    return [city_of(card) for card in on_turn(p)["route"]]


def free_on_route(p: Position) -> int:
    return len(set(cities_of_route(p)) & set(board_of(p).free))


def letters_on_route(p: Position) -> int:
    return len(set(cities_of_route(p)) & set(p["letters"]))


def short_by(p: Position) -> int:
    """By how many cities the route on the table is too short for the next carriage."""
    upcoming = scoring.next_carriage(p, on_turn(p))
    return 0 if upcoming is None else upcoming - len(on_turn(p)["route"])


def returning(**wanted: object) -> Wanted:
    return lambda p: p["returning"] is not None and all(p["returning"][name] == value for name, value in wanted.items())


def actors(least: int, most: int = 4) -> Wanted:
    return lambda p: p["returning"] is not None and least <= len(p["returning"]["order"]) <= most


def kinds_of_first(p: Position) -> list[str]:
    """The different tiles of the player who acts first in the return round."""
    return return_rounds.kinds(p["players"][p["returning"]["order"][0]])


def one_left(office: str) -> Wanted:
    return lambda p: p["returning"] is None and p["offices"][office] == 1
