"""What can still happen in a turn, and what of a position no longer matters."""

from typing import Any

import pytest

import thurntaxis as tt
from support.tables import MESSENGER, OFFICES, POWER, table
from support.whole_turns import seat
from support.whole_turns import table as plain_table
from thurntaxis.position import Returning
from thurntaxis_solver.exact.remaining_turn import RemainingTurn, distinct_events, in_round, without_hands

THREE = ["administrator", "carrier", "postmaster"]
FOUR = ["administrator", "carrier", "cartwright", "postmaster"]


def office_table(anna: dict[str, Any], ben: dict[str, Any] | None = None, **keys: Any) -> tt.Position:
    """Return a table with office tiles, at Anna's turn."""
    return table({"hand": ["Ulm"], **anna}, {"hand": ["Linz"], **(ben or {})}, modules=(OFFICES,), **keys)


def under_way(anna: list[str], ben: list[str], *order: int, last: bool = False) -> tt.Position:
    """Return a round after the last tile of the administrator was taken; nothing is drawn in the turn after it."""
    rounds = {"order": list(order), "office": "administrator"}
    keys: dict[str, Any] = {"turn": {"official": "administrator"}, "returning": rounds}
    position = office_table({"offices": anna}, {"offices": ben}, **keys)
    position = position.with_turn(phase="play", drawn=1, played=1)
    return position.replace(ender=0, start=1) if last else position


FINAL = office_table({"offices": FOUR}, {"offices": THREE}).replace(
    turn=tt.Turn(0, "final"), returning=Returning((0, 1), None, final=True), ender=0, start=1
)
"""A final round, in which Anna has all four kinds of tiles."""


def test_a_turn_is_searched_to_its_end_and_a_round_in_the_turn_of_another_to_the_end_of_the_round() -> None:
    own = under_way(["administrator"] * 2, ["administrator"], 0, 1)
    for position, on_turn, at in ((own, True, 0), (under_way(["administrator"] * 2, ["administrator"], 1), False, 1)):
        remaining = RemainingTurn(position)
        assert (remaining.on_turn, remaining.player) == (on_turn, at)
        assert not remaining.is_ended(position)
        assert remaining.is_ended(position.replace(returning=None)) == (not on_turn)
        assert remaining.is_ended(position.with_turn(player=1).replace(returning=None))
        assert remaining.is_ended(position.with_turn(phase="over"))


# ---- officials

LETTERS = table({"hand": ["Basel", "Ulm"]}, {"hand": ["Linz"]}, modules=(MESSENGER,), turn={"drawn": 1}).with_mover(
    letters=4
)


@pytest.mark.parametrize(
    ("position", "changed"),
    [
        (LETTERS, LETTERS.with_turn(phase="play", played=1)),
        (LETTERS, LETTERS.with_turn(phase="carriage", played=1)),
        (LETTERS, LETTERS.with_turn(phase="keep", played=1)),
        (LETTERS, LETTERS.with_turn(drawn=0)),
        (LETTERS, LETTERS.with_turn(officials=("postmaster",))),
        (
            LETTERS.with_turn(officials=("postmaster",)),
            LETTERS.with_turn(officials=("carrier",)).with_mover(letters_usable=4),
        ),
        (LETTERS.with_turn(officials=("postmaster",)).with_mover(letters_usable=4), None),
        (LETTERS.with_turn(officials=("postmaster",)).with_mover(letters_usable=1), None),
        (LETTERS.with_turn(officials=("postmaster",)).with_mover(letters_usable=1, has_messenger=True), None),
        (plain_table(seat("Lod"), seat("Ulm")), plain_table(seat("Lod"), seat("Ulm"), official="postmaster")),
        (plain_table(seat("Lod"), seat("Ulm")), plain_table(seat("Lod"), seat("Ulm"), drawn=1)),
    ],
    ids=["play", "carriage", "keep", "drawn", "used", "other", "letters", "letter", "messenger", "official", "draw"],
)
def test_what_was_found_of_officials_is_for_this_point_of_the_turn_only(
    position: tt.Position, changed: tt.Position | None
) -> None:
    changed = changed or position.with_mover(letters_usable=0, has_messenger=False)
    remaining = RemainingTurn(position)
    for each in (position, changed):
        there = RemainingTurn(each).officials(each)
        assert remaining.officials(each) == there


def test_letters_and_the_messenger_bring_another_official() -> None:
    used = LETTERS.with_turn(officials=("postmaster",))
    remaining = RemainingTurn(LETTERS)
    found = {
        keys: bool(remaining.officials(used.with_mover(letters_usable=keys[0], has_messenger=keys[1])))
        for keys in ((0, False), (1, False), (2, False), (0, True), (1, True))
    }
    assert found == {(0, False): False, (1, False): False, (2, False): True, (0, True): False, (1, True): True}


# ---- rounds of returning tiles


def test_rounds_are_searched_in_the_last_turn_and_once_they_are_under_way() -> None:
    calm = office_table({})
    assert not RemainingTurn(calm).searches_round(calm)
    assert RemainingTurn(calm).searches_round(calm.replace(ender=0, start=1))
    begun = under_way(["administrator"] * 2, ["administrator"], 0, 1)
    remaining = RemainingTurn(begun)
    assert remaining.searches_round(begun)
    assert not remaining.searches_round(begun.with_turn(official="postmaster")), "another round"
    base = plain_table(seat("Lod"), seat("Ulm"))
    assert not RemainingTurn(base).searches_round(base)


@pytest.mark.parametrize(
    ("anna", "may_draw"),
    [
        (["administrator"] * 2, False),
        (["administrator", "administrator", "carrier"], True),
    ],
    ids=["one kind", "two kinds"],
)
def test_only_two_kinds_of_tiles_bring_a_card(anna: list[str], may_draw: bool) -> None:
    position = under_way(anna, ["administrator"], 0, 1)
    remaining = RemainingTurn(position)
    assert remaining.may_draw_in_round(position) == may_draw
    assert remaining.cards_matter(position) == may_draw


def test_a_round_brings_a_card_only_if_it_may_still_come() -> None:
    """In the last turn with two kinds of tiles, a card may come in a round, if a stack may be emptied."""
    calm = office_table({"offices": ["carrier", "postmaster"]}).replace(ender=0, start=1)
    near = office_table({"offices": ["carrier", "postmaster"]}, {"offices": ["carrier"] * 2}).replace(ender=0, start=1)
    for position, may_draw in ((calm, False), (near, True)):
        playing = position.with_turn(phase="play", drawn=2, played=1)
        assert RemainingTurn(playing).may_draw_in_round(playing) == may_draw
        ahead = playing.replace(ender=None)
        assert not RemainingTurn(ahead).may_draw_in_round(ahead), "a round that lies ahead is assumed"
    assert not RemainingTurn(FINAL).may_draw_in_round(FINAL)


def test_only_the_player_on_turn_may_begin_another_round() -> None:
    """Anna may take the last tile of the cartwright; Ben is asked only in the round that is under way."""
    tiles = ["administrator", "administrator", "cartwright"]
    for order, may_begin in (((0, 1), True), ((1,), False)):
        position = under_way(tiles, ["administrator"], *order).with_turn(official=None)
        assert RemainingTurn(position).round_may_begin(position) == may_begin


def test_a_tile_to_come_counts_among_the_kinds() -> None:
    tiles = {"offices": ["carrier"] * 3}
    last = office_table(tiles).with_turn(phase="play", drawn=1, played=1).replace(ender=0, start=1)
    assert RemainingTurn(last).may_draw_in_round(last), "the cartwright's or the carrier's tile comes first"
    used = last.with_turn(official="postmaster")
    assert not RemainingTurn(used).may_draw_in_round(used)


def test_whoever_may_take_a_card_for_two_tiles_looks_at_the_cards() -> None:
    position = under_way(["administrator", "administrator", "carrier"], ["administrator"], 0, 1)
    remaining = RemainingTurn(position)
    earned = position.play("return administrator carrier")
    assert remaining.may_draw_in_round(earned)
    drawn = earned.play("honor draw Linz")
    assert not remaining.may_draw_in_round(drawn)
    assert remaining.reduced(drawn).returning != drawn.returning, "what comes in its place is passed over"


def test_a_round_goes_on_once_the_reveals_are_made() -> None:
    calm = office_table({})
    begun = under_way(["administrator"] * 2, ["administrator"], 0, 1)
    assert not in_round(calm)
    assert in_round(begun)
    assert in_round(begun.replace(returning=None).with_turn(pending=("display",)))
    assert not in_round(plain_table(seat("Lod"), seat("Ulm")))


def test_in_a_final_round_only_the_number_of_tiles_makes_a_difference() -> None:
    assert sorted(len(event) for event in distinct_events(FINAL)) == [4, 5]
    assert all(event.verb == "return" for event in distinct_events(FINAL))
    assert len(FINAL.events()) == 6
    house = FINAL.play("return administrator carrier cartwright postmaster")
    assert house.returning is not None
    assert house.returning.reward == "house"
    assert set(distinct_events(house)) == set(house.events())
    within = under_way(["administrator", "administrator", "carrier"], ["administrator"], 0, 1)
    assert set(distinct_events(within)) == set(within.events())
    assert len(within.events()) == 3
    after = within.replace(returning=None).with_turn(phase="final")
    assert set(distinct_events(after)) == set(after.events())


# ---- what no longer matters


def test_cards_matter_until_no_more_can_come_to_the_hand() -> None:
    base = plain_table(seat("Lod"), seat("Ulm", "Sig Kem"), deck="Bas Zür", display="Pil")
    matter = {
        "nothing drawn": base,
        "postmaster": base.with_turn(drawn=1),
        "postmaster used": base.with_turn(drawn=1, official="postmaster"),
        "two drawn": base.with_turn(drawn=2, official="postmaster"),
        "blind card due": base.with_turn(drawn=2, official="postmaster", pending=("hand",)),
        "space due": base.with_turn(drawn=2, official="postmaster", pending=("display",)),
        "playing": base.with_turn(phase="play", drawn=1, played=1),
        "no cards": base.replace(display=(), unseen=()),
    }
    found = {name for name, position in matter.items() if RemainingTurn(position).cards_matter(position)}
    assert found == {"nothing drawn", "postmaster", "blind card due"}


def test_a_card_that_another_draws_blind_does_not_matter() -> None:
    position = under_way(["administrator"] * 2, ["administrator", "carrier"], 1)
    due = position.play("return administrator carrier").play("honor draw deck")
    assert RemainingTurn(position).cards_matter(due)
    assert not RemainingTurn(position.replace(returning=Returning((0, 1), "administrator"))).cards_matter(due)


def test_once_cards_do_not_matter_positions_with_the_same_table_are_one() -> None:
    base = plain_table(seat("?"), seat("Ulm", "Sig Kem"), deck="Bas Zür Aug", display="Pil", discard="Reg")
    playing = base.with_turn(phase="play", drawn=1, played=1)
    other = playing.replace(display=("Linz",), discard=(), unseen=("Basel", "Basel", "Ulm"))
    due = playing.with_turn(pending=("display",))
    remaining = RemainingTurn(base)
    reduced = remaining.reduced(playing)
    assert reduced == remaining.reduced(other) == remaining.reduced(due) == remaining.without_cards(other)
    assert (reduced.display, reduced.discard, len(reduced.unseen)) == ((), (), 1)
    assert reduced.players == playing.players
    assert remaining.reduced(base) == base, "cards still matter"


def test_the_end_of_a_round_that_a_reveal_brings_is_left_as_it_is() -> None:
    position = under_way(["administrator"] * 2, ["administrator", "carrier"], 1)
    remaining = RemainingTurn(position)
    due = position.play("return administrator carrier").play("honor draw Linz")
    assert not remaining.is_ended(due)
    reduced = remaining.reduced(due)
    assert remaining.is_ended(reduced)
    assert reduced == remaining.revealed(due)
    assert reduced.display
    assert remaining.reduced(reduced) == reduced


def test_a_card_stays_on_display_for_the_administrator_if_his_tile_counts() -> None:
    calm = office_table({})
    base = plain_table(seat("Lod"), seat("Ulm"), display="Pil")
    kept = {
        "tiles": calm,
        "another display": calm.replace(display=("Basel",)),
        "no display": calm.replace(display=()),
        "used": calm.with_turn(official="postmaster"),
        "no tiles": base,
    }
    displays = {name: RemainingTurn(position).without_cards(position).display for name, position in kept.items()}
    assert {name for name, display in displays.items() if display} == {"tiles", "another display"}
    assert displays["tiles"] == displays["another display"]
    assert len(displays["tiles"]) == 1


def test_no_back_is_left_once_cards_do_not_matter() -> None:
    keys: dict[str, Any] = {"board": "testland", "modules": (POWER,), "deck_back": 2, "phase": "play"}
    position = table({"hand": ["Freitest/1"], "route": ["Fabelcron/1"]}, {}, **keys)
    remaining = RemainingTurn(position)
    assert remaining.reduced(position) == remaining.reduced(position.replace(deck_back=3))


def test_tables_that_differ_in_cards_only_are_one_without_hands() -> None:
    base = office_table({})
    others = [
        base.with_mover(hand=("Basel", "Ulm")),
        base.replace(display=()),
        base.replace(discard=("Basel",)),
        base.replace(unseen=("Basel",)),
        base.with_turn(pending=("display",)),
    ]
    assert {without_hands(position) for position in others} == {without_hands(base)}
    assert without_hands(base.with_mover(offices=("carrier",))) != without_hands(base)
