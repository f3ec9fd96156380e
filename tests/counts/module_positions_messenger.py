"""Positions to be found with the module Princess' Messenger alone."""

from counts.module_positions import M, Tables
from counts.position_changes import edition, hide, last_carriage, letters, no_card_anywhere
from counts.position_signs import (
    can,
    decides,
    free_on_route,
    hand,
    holds_messenger,
    last_turn,
    later,
    letters_on_route,
    officials,
    opening,
    route,
    short_by,
    turn,
    usable,
    used,
)

TABLES = Tables()
table = TABLES.add

for number in (2, 4):
    table(f"messenger-opening-{number}", f"the start of a game of {number} with letters", "south", M, *opening(number))

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
