"""Legal events: the clauses that allow them, and all that a position allows."""

from pathlib import Path

import pytest

import thurntaxis as tt
from support.base_tables import BEGAN_EMPTY, case_of, nobody_can_draw, table
from support.golden import cases, check
from support.paths import COUNTS
from support.position_files import counted
from support.tables import events, permits
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data

NOTHING_PLAYED = nobody_can_draw(
    hand=[], route=["Ulm", "Augsburg", "München"], turn=BEGAN_EMPTY, options={"closing-without-playing": True}
)

FILE = Path(__file__).parent / "rulings" / "base.txt"


def permitted(line: str) -> str:
    """Return the clauses that permit a legal event; without an event, which ones are legal."""
    text, position = case_of(line, globals())
    return f"permitted by {', '.join(permits(position, text))}" if text else events(position)


def test_legal_event_names_the_clauses_that_allow_it() -> None:
    check(FILE, permitted)
    assert {case_of(line, globals())[0].split(" ")[0] for line in cases(FILE)} == {"", *tt.rule_set().actions}


@pytest.mark.parametrize("hand", [[], ["Linz"], ["?"]])
def test_a_turn_begins_empty_if_its_player_has_no_card(hand: list[str]) -> None:
    position = table("play", route=["Stuttgart"], other={"hand": hand}).play("end")
    assert position.turn == tt.Turn(1, began_empty=not hand)
    third = table("play", route=["Stuttgart"], other={"hand": hand}, third={"hand": ["Pilsen"]}).play("end")
    assert third.turn == tt.Turn(1, began_empty=not hand)


def test_a_route_closed_without_playing_brings_a_carriage() -> None:
    position = NOTHING_PLAYED.play("close Ulm")
    assert (position.turn.phase, position.turn.played) == ("carriage", 0)
    assert position_from_data(position_data(position)) == position


def test_the_hand_can_come_down_to_three_before_the_route_is_discarded() -> None:
    """The surplus of the hand becomes the deck, which was empty, and only then does the route follow."""
    start = position_from_data(counted(COUNTS / "hand-discarded-first.toml"))
    closed = start.play(next(event for event in start.events() if event.verb == "close"))
    while closed.turn.phase == "carriage":
        closed = closed.play(closed.events()[0])
    assert (closed.turn.phase, closed.own.route) == ("keep", start.own.route)
    assert position_from_data(position_data(closed)) == closed
    after = closed.play(closed.events()[0])
    surplus = len(closed.own.hand) - 3
    assert after.deck_size == surplus
    assert sorted(after.discard) == sorted(start.own.route)
    first = start.with_rules(tt.rule_set(options={**start.rules.options, "closing-discards": "route-first"}))
    kept = first.play(next(event for event in first.events() if event.verb == "close"))
    while kept.turn.phase == "carriage":
        kept = kept.play(kept.events()[0])
    assert (kept.turn.phase, kept.own.route) == ("keep", ())
