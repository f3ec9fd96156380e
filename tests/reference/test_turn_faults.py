"""Faults in the turn of a position: what can't occur together in one phase, reported with its key."""

from typing import Any

import pytest

from support.position_files import CARRIAGE, CITIES, DRAWN, GOOD, KEEP, OVER, PLAY, REVEAL, changed, faults, rest
from thurntaxis.io.read import position_from_data

TO_SIX = {"display-refill": "to-six"}
FIRST = '["hand"] only once, as the first entry, after a draw'

TURN: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    # drawing
    (GOOD, {"turn.played": 1}, ["turn.played: is more than 0 in the phase draw (0, or the phase play)"]),
    (
        GOOD,
        {"turn.official": "carrier"},
        ["turn.official: the carrier can't be used in the phase draw (postmaster or administrator, or no official)"],
    ),
    (GOOD, {"turn.drawn": 2}, ["turn.drawn: is 2 (0 or 1, or 2 with the postmaster)"]),
    (GOOD, {"turn.drawn": 10**40}, ["turn.drawn: is 10^40 (0 or 1, or 2 with the postmaster)"]),
    (GOOD, {"turn.drawn": 1, "turn.official": "postmaster"}, ["turn.drawn: is 1 (2 with the postmaster)"]),
    (GOOD, {"turn.drawn": 3, "turn.official": "postmaster"}, ["turn.drawn: is 3 (2 with the postmaster)"]),
    (
        GOOD,
        {"players[0].hand": []},
        ["turn.began_empty: is false, but the hand is empty and nothing has been drawn (true)"],
    ),
    (
        GOOD,
        {"turn.began_empty": True},
        [
            (
                "turn.began_empty: is true, but the hand doesn't fit: 2 cards, 0 drawn, 0 played"
                " (false, or a hand that fits)"
            )
        ],
    ),
    (
        DRAWN,
        {"turn.began_empty": True, "players[0].hand": ["Ulm"], "turn.pending": ["hand"]},
        [
            (
                "turn.began_empty: is true, but the hand doesn't fit: 2 cards, 1 drawn, 0 played"
                " (false, or a hand that fits)"
            )
        ],
    ),
    (
        GOOD,
        {"turn.began_empty": True, "turn.official": "administrator", "players[0].hand": []},
        [
            (
                "turn.official: the administrator can't be used in a turn begun with an empty hand"
                " (postmaster, or no official)"
            )
        ],
    ),
    (GOOD, {"turn.closed": 3}, ["turn.closed: no route has been closed yet in this phase (0)"]),
    # reveals
    (
        GOOD,
        {"turn.pending": ["hand"]},
        [
            (
                "turn.pending: a blind draw stands among other reveals, or comes before any card was drawn"
                ' (["hand"] alone, after a draw)'
            )
        ],
    ),
    (
        REVEAL,
        {"turn.pending": ["display", "hand"]},
        [
            (
                "turn.pending: a blind draw stands among other reveals, or comes before any card was drawn"
                ' (["hand"] alone, after a draw)'
            )
        ],
    ),
    (DRAWN, {"turn.pending": ["display"]}, ["turn.pending: holds 1 reveal for the display (at most 0)"]),
    (
        REVEAL,
        {"turn.pending": ["display"] * 2, "display": []},
        ["turn.pending: holds 2 reveals for the display (at most 1)"],
    ),
    (
        REVEAL,
        {"rules.options": TO_SIX, "turn.pending": ["hand", "display", "display"]},
        ["turn.pending: holds 2 reveals for the display (at most 1)"],
    ),
    (
        REVEAL,
        {"rules.options": TO_SIX, "turn.pending": ["display", "hand"]},
        [f"turn.pending: a blind draw stands among other reveals, or comes before any card was drawn ({FIRST})"],
    ),
    (
        GOOD,
        {"rules.options": TO_SIX, "turn.pending": ["hand", "display"], "display": ["Ulm"]},
        [f"turn.pending: a blind draw stands among other reveals, or comes before any card was drawn ({FIRST})"],
    ),
    (
        GOOD,
        {"turn.pending": ["display"] * 6, "display": ["Ulm"], "turn.official": "administrator"},
        ["turn.pending: holds 6 reveals for the display (at most 5)"],
    ),
    (
        REVEAL,
        {"players[1].hand": [*rest(REVEAL), "Linz"]},
        [
            (
                "turn.pending: a reveal is due, but no card is left"
                " (no reveals: they are dropped, or the discards reshuffled)"
            )
        ],
    ),
    (PLAY, {"turn.pending": ["display"]}, ["turn.pending: reveals are due in the phase play (none)"]),
    # after playing
    (PLAY, {"turn.drawn": 3}, ["turn.drawn: is 3 (0 to 2)"]),
    (PLAY, {"turn.drawn": 1, "turn.official": "postmaster"}, ["turn.drawn: is 1 with the postmaster (2)"]),
    (PLAY, {"turn.drawn": 2}, ["turn.drawn: is 2 without the postmaster (0 or 1)"]),
    *(
        (
            changed({"turn.drawn": 1, "turn.phase": phase}, base),
            {"turn.played": 0},
            [
                (
                    f"turn.played: is 0 in the phase {phase} "
                    "(1, or 2 with the carrier; until a card is played, the phase is draw)"
                )
            ],
        )
        for phase, base in {"play": PLAY, "carriage": CARRIAGE, "keep": KEEP}.items()
    ),
    (PLAY, {"turn.played": 10**30}, ["turn.played: is 10^30 (1, or 2 with the carrier)"]),
    (PLAY, {"turn.played": 2}, ["turn.played: is 2, but the officials used are: - (2 with the carrier, otherwise 1)"]),
    (
        PLAY,
        {"turn.official": "carrier"},
        ["turn.played: is 1, but the officials used are: carrier (2 with the carrier, otherwise 1)"],
    ),
    (
        PLAY,
        {"players[0].route": []},
        ["players[0].route: is empty, but a card has been played (the route with that card in it)"],
    ),
    (
        PLAY,
        {"turn.official": "cartwright"},
        ["turn.official: the cartwright can't be used before the phase carriage (another official, or no official)"],
    ),
    (PLAY, {"turn.closed": 4}, ["turn.closed: no route has been closed yet in this phase (0)"]),
    (
        PLAY,
        {"turn.began_empty": True, "turn.drawn": 10**30, "turn.played": 10**5000},
        [
            "turn.drawn: is 10^30 (0 to 2)",
            "turn.played: is 10^5000 (1, or 2 with the carrier)",
            (
                "turn.began_empty: is true, but the hand doesn't fit: 2 cards, 10^30 drawn, 10^5000 played"
                " (false, or a hand that fits)"
            ),
        ],
    ),
    # the carriage
    (CARRIAGE, {"turn.closed": 4}, ["turn.closed: is 4 (the length of the route, 3)"]),
    (CARRIAGE, {"turn.closed": 10**30}, ["turn.closed: is 10^30 (the length of the route, 3)"]),
    (
        CARRIAGE,
        {"turn.closed": 2, "players[0].route": ["Ulm", "Augsburg"], "players[0].hand": []},
        ["turn.closed: is 2 (at least 3)"],
    ),
    (
        CARRIAGE,
        {"players[0].carriage": 5},
        ["turn.phase: this route brings no carriage (keep, or draw for the next player)"],
    ),
    (
        CARRIAGE,
        {"players[0].carriage": 3, "turn.official": "administrator"},
        ["turn.phase: this route brings no carriage (keep, or draw for the next player)"],
    ),
    (
        CARRIAGE,
        {"players[0].carriage": 7, "players[0].tiles": ["game-end 1"], "ender": 0},
        ["turn.phase: this route brings no carriage (keep, or draw for the next player)"],
    ),
    (
        CARRIAGE,
        {"players[0].carriage": 9},
        ["players[0].carriage: there is no carriage 9 (3, 4, 5, 6 or 7; leave the key out if the player has none)"],
    ),
    (
        CARRIAGE,
        {"turn.official": "cartwright"},
        ["turn.official: the cartwright can't be used before the phase carriage (another official, or no official)"],
    ),
    (
        CARRIAGE,
        {"turn.began_empty": True},
        [
            (
                "turn.began_empty: is true, but the hand doesn't fit: 2 cards, 1 drawn, 1 played"
                " (false, or a hand that fits)"
            )
        ],
    ),
    # the cards to keep
    (
        KEEP,
        {"players[0].route": ["Ulm"], "players[0].hand": ["Basel", "Basel", "Ulm", "Linz"]},
        ["players[0].route: the closed route is still there (an empty route: it has been discarded)"],
    ),
    (
        KEEP,
        {"rules.options": {"closing-discards": "hand-first"}},
        ["turn.closed: is 5 (the length of the route, 0)"],
    ),
    (KEEP, {"turn.closed": 2}, ["turn.closed: is 2 (3 to 22)"]),
    (KEEP, {"turn.closed": 10**31}, ["turn.closed: is 10^31 (3 to 22)"]),
    (
        KEEP,
        {"players[0].hand": CITIES[:3]},
        ["players[0].hand: holds only 3 cards, so there is nothing to choose (more than 3)"],
    ),
    (
        KEEP,
        {"turn.began_empty": True},
        [
            (
                "turn.began_empty: is true, but the hand doesn't fit: 4 cards, 1 drawn, 1 played"
                " (false, or a hand that fits)"
            )
        ],
    ),
    # the end
    (
        OVER,
        {"ender": None, "players[0].tiles": [], "players[0].carriage": 6},
        ["ender: is missing, but the phase is over (the player who took the game-end tile)"],
    ),
    *(
        (OVER, {f"turn.{key}": value}, ["turn: a turn is under way, but the phase is over (only player and phase)"])
        for key, value in {"official": "carrier", "drawn": 1, "played": 1, "began_empty": True, "closed": 3}.items()
    ),
    (OVER, {"turn.pending": ["display"]}, ["turn.pending: reveals are due in the phase over (none)"]),
]


@pytest.mark.parametrize(("base", "changes", "lines"), TURN, ids=[lines[0] for _, _, lines in TURN])
def test_impossible_turn_is_told(base: dict[str, Any], changes: dict[str, Any], lines: list[str]) -> None:
    assert faults(changed(changes, base)) == lines


@pytest.mark.parametrize("official", ["postmaster", "administrator", "carrier", "cartwright"])
def test_every_official_may_have_been_used_before_cards_are_kept(official: str) -> None:
    numbers = {"postmaster": (2, 1), "carrier": (1, 2)}
    drawn, played = numbers.get(official, (1, 1))
    changes = {"turn.official": official, "turn.drawn": drawn, "turn.played": played}
    assert position_from_data(changed(changes, KEEP)).turn.official == official


@pytest.mark.parametrize(("base", "cards"), [(PLAY, []), (PLAY, ["Ulm"]), (KEEP, KEEP["players"][0]["hand"])])
def test_only_a_route_closed_without_cards_excuses_from_playing(base: dict[str, Any], cards: list[str]) -> None:
    phase = base["turn"]["phase"]
    nothing = {"rules.options": {"closing-without-playing": True}, "turn.played": 0, "turn.drawn": 0}
    right = "1, or 2 with the carrier; until a card is played, the phase is draw"
    told = [f"turn.played: is 0 in the phase {phase} ({right})"]
    assert faults(changed({**nothing, "players[0].hand": cards}, base)) == told


@pytest.mark.parametrize(("drawn", "cards"), [(1, []), (0, ["Ulm"]), (1, ["Ulm"])])
def test_a_route_is_closed_without_playing_only_when_no_card_could_be_had(drawn: int, cards: list[str]) -> None:
    nothing = {"rules.options": {"closing-without-playing": True}, "turn.played": 0, "players[0].hand": []}
    assert position_from_data(changed({**nothing, "turn.drawn": 0}, CARRIAGE)).turn.played == 0
    told = faults(changed({**nothing, "turn.drawn": drawn, "players[0].hand": cards}, CARRIAGE))
    assert told[0].startswith("turn.played: is 0 in the phase carriage")


def test_a_game_that_is_not_over_goes_on() -> None:
    drawn = {"turn.drawn": 2, "turn.official": "postmaster"}
    assert faults(changed({**drawn, "players[0].hand": []})) == [
        "players[0].hand: is empty after all draws, so no card can be played (the cards drawn)"
    ]
    for hand in (["Ulm"], ["?"], ["?", "?"]):
        assert not position_from_data(changed({**drawn, "players[0].hand": hand})).is_over
    assert position_from_data(changed({"turn.drawn": 1, "players[0].hand": []})).events()
