"""Positions to be found with the module Offices of Honor alone."""

from counts.module_positions import H, Tables
from counts.position_changes import (
    all_kinds,
    as_second_actor,
    hide,
    last_of,
    many_kinds,
    no_card_anywhere,
    no_chips,
    one_house_missing,
)
from counts.position_signs import (
    actors,
    can,
    decides,
    hand,
    kinds_of_first,
    last_turn,
    later,
    one_left,
    opening,
    option,
    players,
    returning,
    route,
    short_by,
    turn,
)
from naive import return_rounds, rules

TABLES = Tables()
table = TABLES.add

for number in (2, 4):
    table(f"honor-opening-{number}", f"the start of a game of {number} with offices", "south", H, *opening(number))

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
