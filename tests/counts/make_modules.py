"""Finds positions for the perft tables of the modules and counts them: called by `make.py`.

Everything here comes from the naive rules: the positions are met in random play by them, some are changed a little to
show what play seldom brings, and the counts are theirs.
"""

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import tomli_w

sys.path.insert(0, str(Path(__file__).parent.parent))

from naive import random_play as walking
from naive import return_rounds, rules, scoring
from naive.table import (
    HONOR,
    MESSENGER,
    POWER,
    Position,
    backs_are_seen,
    board_of,
    city_of,
    complete,
    deck_size,
    horseshoes,
    on_turn,
    out_of_sight,
)

FEWEST, MOST = 3, 5
LEAVES = 20_000
EVENTS_OF_A_GAME = 5000
PATIENCE = (0, 0.9, 0.98)

Wanted = Callable[[Position], bool]
Change = Callable[[Position], Position]


class Table(NamedTuple):
    """A position to be found: what it shows, on which board with which modules, by which signs, changed how."""

    shows: str
    board: str
    modules: list[str]
    wanted: list[Wanted]
    change: Change = lambda p: p


# ------------------------------------------------------------------------------------------------- signs


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
    """By how many the horses before the carriage exceed the cities of the route."""
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


# ----------------------------------------------------------------------------------------------- changes


def hide(p: Position) -> Position:
    """As the player on turn sees it: the others' hands are unknown, but for the backs where they are seen."""
    for seat, player in enumerate(p["players"]):
        if seat != p["turn"]["player"]:
            player["hand"] = [unknown(p, card) for card in player["hand"]]
    return p


def hide_own(p: Position) -> Position:
    """One card of the player on turn unknown."""
    cards = on_turn(p)["hand"]
    cards[0] = unknown(p, cards[0])
    return p


def unknown(p: Position, card: str) -> str:
    return f"?/{horseshoes(p, card)}" if backs_are_seen(p) else "?"


def drain(left: int) -> Change:
    """All but some cards of the deck in the next player's hand, and no discards."""

    def drained(p: Position) -> Position:
        unseen = out_of_sight(p)
        back = p.get("deck_back")
        kept = [card for card in unseen if back is None or horseshoes(p, card) == back][:left]
        for card in kept:
            unseen.remove(card)
        neighbour = p["players"][(p["turn"]["player"] + 1) % len(p["players"])]
        neighbour["hand"] += [*unseen, *p["discard"]]
        p["discard"] = []
        if not left and "deck_back" in p:
            p["deck_back"] = None
        return p

    return drained


def no_card_anywhere(p: Position) -> Position:
    p = drain(0)(p)
    p["players"][(p["turn"]["player"] + 1) % len(p["players"])]["hand"] += p["display"]
    p["display"] = []
    return p


def all_kinds(p: Position) -> Position:
    """The first of the return round gets what tiles he lacks, from the stacks or from others."""
    returning = p["returning"]
    first = p["players"][returning["order"][0]]
    for office in p["offices"]:
        if office in first["offices"]:
            continue
        if p["offices"][office] > 0 and office != returning["office"]:
            p["offices"][office] -= 1
        else:
            giver = next(player for player in p["players"] if office in player["offices"])
            giver["offices"].remove(office)
        first["offices"].append(office)
    returning["order"] = [seat for seat in returning["order"] if p["players"][seat]["offices"]]
    return p


def one_house_missing(p: Position) -> Position:
    """All kinds of tiles for the first of the return round, and a single house left to place."""
    p = all_kinds(p)
    first = p["players"][p["returning"]["order"][0]]
    letters = p.get("letters", [])
    empty = [city for city in board_of(p).cities if city not in first["houses"]]
    empty.sort(key=lambda city: city in letters)
    first["houses"] += empty[: 19 - len(first["houses"])]
    if "letters" in p:
        p["letters"] = [city for city in p["letters"] if city not in first["houses"]]
    return p


def no_chips(p: Position) -> Position:
    p = all_kinds(p)
    p["players"][p["turn"]["player"]]["chips"] += p["chips"]
    p["chips"] = 0
    return p


def letters(number: int) -> Change:
    """The player on turn has so many letters, all of them usable."""

    def lettered(p: Position) -> Position:
        on_turn(p)["letters"] = on_turn(p)["letters_usable"] = number
        return p

    return lettered


def last_carriage(p: Position) -> Position:
    """The player on turn has taken the last carriage, and so the tile for the end of the game."""
    on_turn(p)["carriage"] = 7
    on_turn(p)["tiles"].append("game-end 1")
    p["ender"] = p["turn"]["player"]
    return p


def last_of(office: str) -> Change:
    """One tile is left in the stack of an office, the others lie with the player on turn."""

    def left(p: Position) -> Position:
        on_turn(p)["offices"] += [office] * (p["offices"][office] - 1)
        p["offices"][office] = 1
        return p

    return left


def many_kinds(p: Position, seats: int = 4) -> Position:
    """The first players get what tiles they lack, as far as the stacks go."""
    for player in p["players"][:seats]:
        for office, left in p["offices"].items():
            if office not in player["offices"] and left > 1:
                p["offices"][office] -= 1
                player["offices"].append(office)
    return p


def edition(name: str) -> Change:
    """The same table by the readings of an edition."""

    def read(p: Position) -> Position:
        p["rules"] = {"edition": name, "modules": p["rules"]["modules"]}
        return p

    return read


def as_second_actor(p: Position) -> Position:
    """The player on turn has acted already in this round."""
    returning = p["returning"]
    returning["order"] = returning["order"][1:]
    return all_kinds(p)


# ------------------------------------------------------------------------------------------------ tables

M, H, P = [MESSENGER], [HONOR], [POWER]
HM, HP, MP, HMP = [HONOR, MESSENGER], [HONOR, POWER], [POWER, MESSENGER], [HONOR, POWER, MESSENGER]
SEEN, IGNORED = option(card_backs="seen"), option(card_backs="ignored")

TABLES: dict[str, Table] = {}


def table(name: str, shows: str, board: str, modules: list[str], *wanted: Wanted, change: Change = lambda p: p) -> None:
    TABLES[name] = Table(shows, board, sorted(modules), list(wanted), change)


for number in (2, 4):
    table(f"messenger-opening-{number}", f"the start of a game of {number} with letters", "south", M, *opening(number))
    table(f"honor-opening-{number}", f"the start of a game of {number} with offices", "south", H, *opening(number))
    table(f"power-opening-{number}", f"the start of a game of {number} with horses", "testland", P, *opening(number))

# The Princess' Messenger
table(
    "messenger-third-seat",
    "the third player's first turn, with two letters: the administrator can be paid",
    "south",
    M,
    turn(player=2, began_empty=True, drawn=0),
    can("administrator"),
    usable(2, 2),
)
table(
    "messenger-empty-hand-too-few-letters",
    "an empty hand and one letter: no administrator",
    "south",
    M,
    turn(began_empty=True, drawn=0),
    decides,
    usable(1, 1),
    lambda p: not holds_messenger(p),
)
table(
    "messenger-empty-hand-between",
    "an empty hand, one card drawn: the postmaster is due, the administrator may come before",
    "south",
    M,
    turn(began_empty=True, drawn=1, officials=[]),
    can("administrator", "postmaster"),
    later,
)
table(
    "messenger-empty-hand-postmaster-free",
    "an empty hand, the administrator paid before: the postmaster is free all the same",
    "south",
    M,
    turn(began_empty=True, drawn=1, officials=["administrator"]),
    can("postmaster"),
    usable(0, 1),
)
table(
    "messenger-empty-hand-after",
    "an empty hand, the postmaster used: everybody else is paid for",
    "south",
    M,
    turn(began_empty=True, drawn=2, phase="draw"),
    can("administrator", "play"),
    usable(2, 3),
)
table(
    "messenger-one-letter-for-the-holder",
    "the holder of the messenger pays one letter",
    "south",
    M,
    holds_messenger,
    used("administrator"),
    turn(drawn=1),
    can("postmaster"),
    usable(1, 1),
    hand(2),
)
table(
    "messenger-one-letter-for-others",
    "one letter is too few for anybody else",
    "south",
    M,
    lambda p: not holds_messenger(p),
    used("administrator"),
    turn(drawn=1),
    can("play"),
    usable(1, 1),
    hand(3),
)
table(
    "messenger-administrator-between",
    "the administrator between two draws",
    "south",
    M,
    turn(drawn=1, began_empty=False),
    used(),
    can("administrator", "postmaster"),
    usable(2),
    hand(2),
    route(2),
)
table(
    "messenger-administrator-after",
    "the administrator after two draws",
    "south",
    M,
    turn(drawn=2, began_empty=False, phase="draw"),
    used("postmaster"),
    can("administrator"),
    usable(2),
    hand(3),
)
table(
    "messenger-third-official",
    "two officials used: the carrier can be paid",
    "south",
    M,
    officials(2),
    turn(phase="play", played=1),
    hand(2),
    route(2),
    change=letters(2),
)
table(
    "messenger-fourth-official",
    "two officials used: the carrier can be paid, and the cartwright after him",
    "south",
    M,
    officials(2),
    turn(phase="play", played=1),
    hand(1, 3),
    route(2, 4),
    lambda p: short_by(p) in (2, 3),
    change=letters(4),
)
table(
    "messenger-letters-of-this-turn",
    "letters that come with the closing don't pay for the cartwright",
    "south",
    M,
    officials(1, 3),
    can("close"),
    lambda p: short_by(p) in (1, 2) and letters_on_route(p) >= 2,
    usable(0, 0),
)
table(
    "messenger-cartwright-paid", "a cartwright to be paid for", "south", M, can("cartwright"), officials(1), usable(1)
)
table("messenger-cartwright-free", "a free cartwright", "south", M, can("cartwright"), used(), hand(4))
table(
    "messenger-declined",
    "declining the carriage brings the messenger, in an edition that else knows no declining",
    "south",
    M,
    can("carriage", "decline"),
    lambda p: not holds_messenger(p),
    hand(2),
    change=edition("ja-2006"),
)
table(
    "messenger-after-the-last-carriage",
    "a route of the owner of the last carriage brings the messenger",
    "south",
    M,
    can("close"),
    lambda p: p["ender"] is None,
    lambda p: not holds_messenger(p),
    change=last_carriage,
)
table(
    "messenger-letters-taken",
    "letters in three cities of the route",
    "south",
    M,
    can("close"),
    lambda p: letters_on_route(p) >= 3,
    route(4, 5),
    hand(1),
)
table("messenger-keep", "cards to keep after closing", "south", M, can("keep"), hand(5))
table("messenger-last-turn", "the last turn of the game", "south", M, last_turn, can("close"))
table(
    "messenger-unknown",
    "the other hands unknown",
    "south",
    M,
    can("draw", "administrator"),
    usable(2),
    hand(2),
    change=hide,
)
table(
    "messenger-no-card-left",
    "no card to be had: no administrator either",
    "south",
    M,
    turn(drawn=0),
    can("draw"),
    hand(2),
    usable(2),
    change=no_card_anywhere,
)
table(
    "messenger-testland",
    "letters in free cities",
    "testland",
    M,
    can("close"),
    lambda p: free_on_route(p) >= 2,
    route(4, 6),
)

# Offices of Honor
for phase, office in {"draw": "administrator", "play": "carrier"}.items():
    table(
        f"honor-round-by-{office}",
        f"a return round set off by the {office}",
        "south",
        H,
        turn(phase=phase),
        returning(office=office, reward=None),
        actors(2),
        lambda p: len(kinds_of_first(p)) >= 2,
    )
table(
    "honor-round-by-postmaster",
    "a return round set off by the postmaster, before a card is played",
    "south",
    H,
    turn(phase="draw", drawn=2),
    returning(office="postmaster", reward=None),
    actors(3),
    players(3),
    lambda p: len(kinds_of_first(p)) >= 2,
)
table(
    "honor-last-postmaster",
    "the last tile, reveals first",
    "south",
    H,
    one_left("postmaster"),
    can("postmaster"),
    hand(2),
)
table(
    "honor-last-administrator-revealing",
    "the last tile is taken, reveals are still due",
    "south",
    H,
    lambda p: p["offices"]["administrator"] == 0,
    turn(pending=["display"] * 2),
    turn(phase="draw"),
)
table(
    "honor-last-carrier",
    "the last tile, no reveals",
    "south",
    H,
    one_left("carrier"),
    can("carrier", "end"),
    hand(2),
    route(1),
)
table(
    "honor-last-cartwright",
    "the last tile at the end of a turn",
    "south",
    H,
    can("cartwright"),
    change=last_of("cartwright"),
)
table(
    "honor-round-by-cartwright",
    "a return round set off by the cartwright",
    "south",
    H,
    can("cartwright"),
    hand(2, 3),
    later,
    change=lambda p: rules.apply(last_of("cartwright")(p), "cartwright"),
)
table(
    "honor-last-cartwright-last-turn",
    "the last tile in the last turn of the game",
    "south",
    H,
    can("close"),
    last_turn,
    turn(official=None),
    lambda p: short_by(p) in (1, 2),
    change=last_of("cartwright"),
)
table(
    "honor-last-cartwright-and-keep",
    "the last tile, and cards to keep after the round",
    "south",
    H,
    can("cartwright"),
    hand(3, 4),
    change=last_of("cartwright"),
)
table("honor-draw", "two tiles returned: a card", "south", H, returning(reward="draw"), actors(2), decides, hand(2))
table(
    "honor-draw-of-another",
    "two tiles returned by a player who is not on turn",
    "south",
    H,
    returning(reward="draw"),
    decides,
    lambda p: p["returning"]["order"][0] != p["turn"]["player"],
    actors(1, 1),
)
table(
    "honor-draw-revealing-hand",
    "a blind card for a player who is not on turn",
    "south",
    H,
    returning(),
    turn(pending=["hand"]),
    lambda p: p["returning"]["order"][0] != p["turn"]["player"],
)
table(
    "honor-draw-revealing-display", "a space to refill", "south", H, returning(), turn(pending=["display"]), actors(2)
)
table(
    "honor-no-card-for-two",
    "two tiles returned, but no card to be had",
    "south",
    H,
    returning(reward=None, final=False),
    decides,
    actors(2),
    lambda p: len(kinds_of_first(p)) == 2,
    change=no_card_anywhere,
)
table(
    "honor-four-kinds",
    "all kinds to return",
    "south",
    H,
    returning(final=False, reward=None),
    actors(2),
    decides,
    later,
    change=all_kinds,
)
table(
    "honor-no-chips-left",
    "three tiles returned, no chips",
    "south",
    H,
    returning(final=False, reward=None),
    actors(1, 1),
    later,
    change=no_chips,
)
table(
    "honor-house-testland",
    "a house anywhere, a free city included",
    "testland",
    H,
    returning(final=False, reward=None),
    actors(1, 2),
    later,
    change=all_kinds,
)
table(
    "honor-passed-over",
    "a player without tiles is passed over",
    "south",
    H,
    returning(final=False, reward=None),
    actors(2, 2),
    players(3),
    decides,
    lambda p: p["returning"]["order"][0] == p["turn"]["player"] and len(kinds_of_first(p)) <= 2,
)
table(
    "honor-repeated",
    "the stack is still empty after the round, which is repeated",
    "south",
    H,
    returning(final=False, reward=None),
    actors(1, 1),
    decides,
    lambda p: len(kinds_of_first(p)) >= 2,
    lambda p: p["offices"][p["returning"]["office"]] == 0,
)
table(
    "honor-end-by-house",
    "a player who is not on turn places the last house: the turn and the round go on",
    "south",
    H,
    returning(final=False, reward=None),
    actors(2),
    players(4),
    turn(player=1, phase="draw"),
    lambda p: p["ender"] is None,
    change=lambda p: one_house_missing(as_second_actor(p)),
)
table(
    "honor-end-by-house-last-player",
    "the same in the last player's turn, at its end: the game is over after it",
    "south",
    H,
    returning(final=False, reward=None),
    actors(2),
    turn(phase="play"),
    lambda p: p["ender"] is None,
    lambda p: (p["turn"]["player"] + 1) % len(p["players"]) == p["start"],
    change=lambda p: one_house_missing(as_second_actor(p)),
)
for order in ("yucata", "clockwise"):
    table(
        f"honor-final-{order}",
        "the final return round",
        "south",
        H,
        last_turn,
        can("end"),
        option(final_return=order),
        players(3),
        change=lambda p: rules.apply(many_kinds(p), "end"),
    )
    table(
        f"honor-before-final-{order}",
        "the last turn, the final return round after it",
        "south",
        H,
        last_turn,
        option(final_return=order),
        can("end"),
        players(4),
        change=many_kinds,
    )
table(
    "honor-final-passed-over",
    "the final return round, for some of the players",
    "south",
    H,
    last_turn,
    can("end"),
    players(4),
    change=lambda p: rules.apply(many_kinds(p, seats=2), "end"),
)
table(
    "honor-final-nobody",
    "the last turn, nobody with three kinds after it",
    "south",
    H,
    last_turn,
    can("end"),
    lambda p: all(len(return_rounds.kinds(player)) < 3 for player in p["players"]),
)
table("honor-unknown", "the other hands unknown", "south", H, returning(reward="draw"), decides, actors(2), change=hide)
table("honor-close", "closing, offices in play", "south", H, can("close", "carrier"), route(3, 4), hand(2))

# Power and Glory
table(
    "power-undealt",
    "a back and six cards to reveal",
    "testland",
    P,
    SEEN,
    lambda p: turn(pending=["back", *["display"] * 6])(p) and not p["discard"],
)
table("power-back-due", "the back of a new top card", "testland", P, SEEN, turn(pending=["back"], drawn=1), hand(2))
table(
    "power-deal-by-back",
    "a face-up space, the back of the top card known",
    "testland",
    P,
    SEEN,
    turn(pending=["display"]),
    hand(2),
)
table(
    "power-blind-draw-by-back",
    "a blind draw, the back of the top card known",
    "testland",
    P,
    SEEN,
    turn(pending=["hand"]),
    hand(2),
)
table(
    "power-blind-draw-uniform", "a blind draw, backs ignored", "testland", P, IGNORED, turn(pending=["hand"]), hand(2)
)
table(
    "power-ignored-midgame",
    "the draw, backs ignored",
    "testland",
    P,
    IGNORED,
    can("draw", "administrator"),
    hand(2),
    route(2),
)
table(
    "power-midgame",
    "the draw, the back of the top card known",
    "testland",
    P,
    SEEN,
    can("draw", "administrator"),
    hand(2),
    route(2),
)
table(
    "power-administrator-revealing",
    "the administrator's reveals, a back before each card",
    "testland",
    P,
    SEEN,
    turn(pending=["back", "display", "display"], official="administrator"),
)
table(
    "power-play",
    "cards as cities or as horses",
    "testland",
    P,
    turn(phase="draw", drawn=2),
    can("play"),
    hand(3),
    route(2),
    horses(1, 5),
)
table(
    "power-carrier",
    "the carrier's card as a city or as a horse",
    "testland",
    P,
    can("carrier"),
    hand(2),
    route(2),
    horses(1, 5),
)
table(
    "power-carrier-no-route",
    "a horse played before there is a route: the carrier may start one",
    "testland",
    P,
    option(carrier_restart=False),
    can("carrier"),
    hand(2),
    route(0, 0),
    horses(1, 5),
)
table("power-five-horses", "one place left before the carriage", "testland", P, can("play"), hand(3), horses(5, 5))
table(
    "power-six-horses", "no place left before the carriage", "testland", P, can("play"), hand(3), horses(6, 6), route(2)
)
table(
    "power-restart-keeps-horses",
    "a route given up, its horses kept",
    "testland",
    P,
    turn(phase="draw", drawn=2),
    can("play"),
    route(3),
    horses(3, 5),
    hand(2),
)
table(
    "power-close-at-the-limit",
    "just enough horses",
    "testland",
    P,
    can("close"),
    route(5),
    lambda p: spare_pull(p) == 0,
)
table(
    "power-close-one-short",
    "one horse too few, and a card that may be one",
    "testland",
    P,
    can("end", "carrier"),
    route(4),
    lambda p: spare_pull(p) == -1,
    hand(1),
    horses(1, 5),
)
table(
    "power-close-without-horses",
    "no horse cards, three cities: not enough",
    "testland",
    P,
    can("end", "carrier"),
    route(3, 3),
    horses(0, 0),
    hand(2),
)
table(
    "power-close-free-cities",
    "two free cities on the route",
    "testland",
    P,
    can("close"),
    lambda p: free_on_route(p) == 2,
    route(5),
)
table(
    "power-close-three-free-cities",
    "three free cities on the route",
    "testland",
    P,
    can("close"),
    lambda p: free_on_route(p) >= 3,
)
table(
    "power-close-free-city-taken",
    "a free city where another player has taken the tile",
    "testland",
    P,
    can("close"),
    lambda p: any(
        f"free-{city} 1" not in on_turn(p)["tiles"]
        and any(f"free-{city} 1" in player["tiles"] for player in p["players"])
        for city in cities_of_route(p)
    ),
)
table(
    "power-close-both-parts",
    "a route through both parts of the large province",
    "testland",
    P,
    can("close"),
    lambda p: (
        any(c in cities_of_route(p) for c in ("Fabelau", "Fabelbruck", "Fabelcron"))
        and any(c in cities_of_route(p) for c in ("Fabeldorn", "Fabelend", "Fabelfurt", "Fabelgrün"))
    ),
)
table("power-close-eight", "a route of eight", "testland", P, can("close"), route(8, 8))
table("power-close-nine", "a route longer than any tile", "testland", P, can("close"), route(9, 11))
table(
    "power-close-few-houses", "fewer houses left than the route could take", "testland", P, can("close"), houses(18, 19)
)
table("power-keep", "cards to keep after closing", "testland", P, can("keep"), hand(5))
table(
    "power-keep-same-city",
    "cards of one city with different horseshoes among those to keep",
    "testland",
    P,
    can("keep"),
    lambda p: len(set(on_turn(p)["hand"])) > len({city_of(c) for c in on_turn(p)["hand"]}),
)
table(
    "power-deck-runs-out",
    "one card in the deck, reshuffled at once: a new back",
    "testland",
    P,
    SEEN,
    option(reshuffle="at-exhaustion"),
    can("draw"),
    later,
    lambda p: deck_size(p) == 1,
)
table(
    "power-deck-empty",
    "no deck, and so no back: the discards wait until a card is needed",
    "testland",
    P,
    SEEN,
    option(reshuffle="when-needed"),
    can("draw"),
    later,
    lambda p: deck_size(p) == 0,
)
table(
    "power-one-card-left",
    "one card left in the deck, no discards",
    "testland",
    P,
    SEEN,
    can("draw"),
    hand(2),
    change=drain(1),
)
table("power-no-card-left", "neither deck nor discards", "testland", P, SEEN, can("draw"), hand(2), change=drain(0))
table(
    "power-unknown",
    "the other hands known by their backs",
    "testland",
    P,
    SEEN,
    can("draw", "administrator"),
    hand(2),
    route(2),
    change=hide,
)
table(
    "power-unknown-by-back",
    "a blind draw, the other hands known by their backs: few cards left",
    "testland",
    P,
    SEEN,
    turn(pending=["back"]),
    lambda p: 3 <= deck_size(p) <= 8,
    change=hide,
)
table(
    "power-unknown-ignored",
    "the other hands unknown, backs ignored",
    "testland",
    P,
    IGNORED,
    can("draw", "administrator"),
    hand(2),
    change=hide,
)
table(
    "power-own-unknown",
    "an unknown card of one's own",
    "testland",
    P,
    SEEN,
    can("play", "postmaster"),
    hand(4),
    change=hide_own,
)
table("power-last-turn", "the last turn of the game", "testland", P, last_turn, can("close"))
table(
    "power-last-round",
    "the last round, another player still to come",
    "testland",
    P,
    lambda p: p["ender"] is not None and not last_turn(p),
    can("draw"),
)

# Base rules on a board with free cities, horseshoes and backs ignored
table("free-cities-opening", "the start of a game with base rules", "testland", [], *opening(2))
table(
    "free-cities-draw",
    "the draw: equal cities, different cards",
    "testland",
    [],
    can("draw", "administrator"),
    hand(2),
    route(2),
)
table(
    "free-cities-close",
    "two free cities on the route",
    "testland",
    [],
    can("close"),
    lambda p: free_on_route(p) >= 2,
    route(5),
)
table("free-cities-close-eight", "a route of eight or more", "testland", [], can("close"), route(8, 10))
table("free-cities-cartwright", "the cartwright's help", "testland", [], can("cartwright"), hand(1))
table(
    "free-cities-carriage",
    "a carriage that may be declined",
    "testland",
    [],
    can("carriage"),
    option(carriage_declinable=True),
    hand(1),
)
table("free-cities-last-turn", "the last turn of the game", "testland", [], last_turn, can("close"))

# Modules together
for name, modules in {"honor-messenger": HM, "honor-power": HP, "messenger-power": MP, "all-three": HMP}.items():
    board = "testland" if POWER in modules else "south"
    table(f"{name}-opening", "the start of a game of four", board, modules, *opening(4))
    table(f"{name}-midgame", "the draw", board, modules, can("draw", "administrator"), hand(2), route(2))
    table(f"{name}-close", "closing or the carrier", board, modules, can("close", "carrier"), route(3, 6), hand(1))
    table(f"{name}-keep", "cards to keep after closing", board, modules, can("keep"), hand(5))
    table(f"{name}-last-turn", "the last turn of the game", board, modules, last_turn, can("draw"))
    table(f"{name}-unknown", "the other hands unknown", board, modules, can("draw"), hand(2), later, change=hide)
for name, modules in {"honor-messenger": HM, "honor-power": HP, "all-three": HMP}.items():
    board = "testland" if POWER in modules else "south"
    table(
        f"{name}-round",
        "a return round in the middle of a turn",
        board,
        modules,
        returning(final=False, reward=None),
        decides,
        actors(2),
        later,
        lambda p: len(kinds_of_first(p)) >= 2,
    )
    table(
        f"{name}-draw",
        "two tiles returned: a card",
        board,
        modules,
        returning(final=False, reward="draw"),
        decides,
        actors(2),
        later,
    )
    table(
        f"{name}-final",
        "the final return round",
        board,
        modules,
        last_turn,
        can("end"),
        players(3),
        change=lambda p: rules.apply(many_kinds(p), "end"),
    )
    table(
        f"{name}-all-kinds",
        "as many kinds to return as there are",
        board,
        modules,
        returning(final=False, reward=None),
        decides,
        actors(1, 2),
        later,
        change=all_kinds,
    )
for name, modules in {"honor-messenger": HM, "messenger-power": MP, "all-three": HMP}.items():
    board = "testland" if POWER in modules else "south"
    table(
        f"{name}-paid",
        "officials to be paid for",
        board,
        modules,
        officials(1),
        usable(2),
        can("carrier"),
        hand(2),
        route(1),
    )
    table(
        f"{name}-empty-hand",
        "an empty hand, the administrator paid for",
        board,
        modules,
        turn(began_empty=True, drawn=0),
        can("administrator"),
        later,
    )
    table(
        f"{name}-between",
        "the administrator between two draws",
        board,
        modules,
        turn(drawn=1),
        can("administrator", "postmaster"),
        hand(2),
    )
table(
    "honor-messenger-paid-last-tile",
    "a second official, paid for, whose last tile is taken",
    "south",
    HM,
    one_left("postmaster"),
    used("administrator"),
    can("postmaster"),
    usable(1),
)
table(
    "honor-messenger-two-rounds",
    "a second official after the return round of the first",
    "south",
    HM,
    returning(office="postmaster", reward=None),
    actors(1, 1),
    usable(2),
    hand(2),
    lambda p: p["offices"]["carrier"] <= 1,
)
table(
    "honor-messenger-cartwright",
    "the last cartwright, paid for",
    "south",
    HM,
    can("cartwright"),
    officials(1),
    change=last_of("cartwright"),
)
table(
    "honor-messenger-house",
    "a house in a city whose letter still lies there",
    "south",
    HM,
    returning(final=False, reward=None),
    decides,
    actors(1, 2),
    lambda p: len(p["letters"]) >= 8,
    change=all_kinds,
)
table(
    "honor-messenger-end-by-house",
    "the last house and a letter by a player who is not on turn",
    "south",
    HM,
    returning(final=False, reward=None),
    decides,
    actors(2),
    lambda p: p["ender"] is None and len(p["letters"]) >= 5,
    change=lambda p: one_house_missing(as_second_actor(p)),
)
table(
    "honor-power-draw-back",
    "a blind card in the return round, and the back of the next one",
    "testland",
    HP,
    SEEN,
    returning(),
    turn(pending=["hand"]),
)
table(
    "honor-power-back-of-round",
    "the back of a new top card before the return round",
    "testland",
    HP,
    SEEN,
    lambda p: p["returning"] is None and 0 in p["offices"].values(),
    turn(pending=["back"]),
)
table(
    "honor-power-back-in-round",
    "the back of a new top card in the return round",
    "testland",
    HP,
    SEEN,
    returning(),
    turn(pending=["back"]),
)
table(
    "messenger-power-no-figure",
    "closing brings no messenger, and two letters stay the price",
    "testland",
    MP,
    can("close"),
    officials(1),
    usable(1),
    route(3, 6),
)
table(
    "messenger-power-administrator-after",
    "the administrator after two draws",
    "testland",
    MP,
    turn(drawn=2, phase="draw"),
    can("administrator"),
)


# ------------------------------------------------------------------------------------------------ finding


def find(board: str, modules: list[str]) -> Iterator[tuple[str, Position]]:
    """Play at random on this board with these modules until every table that asks for them has its position."""
    missing = {name: sought for name, sought in TABLES.items() if (sought.board, sought.modules) == (board, modules)}
    for seed in range(3000):
        if not missing:
            return
        chance = random.Random(f"{board} {modules} {seed}")
        start = walking.start(board, modules, chance)
        for position, _ in walking.walk(start, chance, EVENTS_OF_A_GAME, PATIENCE[seed % len(PATIENCE)]):
            # No position serves two tables.
            for name, sought in missing.items():
                if all(sign(position) for sign in sought.wanted):
                    yield name, complete(sought.change(complete(position)))
                    del missing[name]
                    break
    raise LookupError(", ".join(missing))


def written(position: Position) -> Position:
    """The position as a file holds it: without the keys that have no value, and without players' names."""
    return {
        key: [written(item) if isinstance(item, dict) else item for item in value]
        if isinstance(value, list)
        else written(value)
        if isinstance(value, dict)
        else value
        for key, value in position.items()
        if value is not None and key != "name"
    }


def count(position: Position) -> list[int]:
    """The counts, as deep as can be had without waiting long."""
    counts: list[int] = []
    while len(counts) < FEWEST or (len(counts) < MOST and counts[-1] > 0 and counts[-1] * 12 < LEAVES):
        counts.append(rules.perft(position, len(counts) + 1))
    return counts


def main() -> None:
    folder = Path(__file__).with_name("modules")
    folder.mkdir(exist_ok=True)
    for board, modules in walking.ALL_TABLES:
        for name, position in find(board, modules):
            assert not rules.recount(position)["faults"], (name, rules.recount(position)["faults"])
            counts = count(position)
            data = {"shows": TABLES[name].shows, "perft": counts, "position": written(position)}
            (folder / f"{name}.toml").write_text(tomli_w.dumps(data), encoding="utf-8")
            print(name, counts, flush=True)


if __name__ == "__main__":
    main()
