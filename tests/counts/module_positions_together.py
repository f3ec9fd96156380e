"""Positions to be found with several modules together."""

from counts.module_positions import HM, HMP, HP, MP, SEEN, Tables
from counts.position_changes import all_kinds, as_second_actor, hide, last_of, many_kinds, one_house_missing
from counts.position_signs import (
    actors,
    can,
    decides,
    hand,
    kinds_of_first,
    last_turn,
    later,
    officials,
    one_left,
    opening,
    players,
    returning,
    route,
    turn,
    usable,
    used,
)
from naive import rules
from naive.table import POWER

TABLES = Tables()
table = TABLES.add

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
