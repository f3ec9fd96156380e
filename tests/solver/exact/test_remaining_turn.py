"""What can still happen in a turn, and what of a position no longer matters."""

from typing import Any

import pytest

import thurntaxis as tt
from support.tables import MESSENGER, OFFICES, POWER, table
from support.whole_turns import seat
from support.whole_turns import table as plain_table
from thurntaxis.position import Returning
from thurntaxis_solver.exact.remaining_turn import RemainingTurn

THREE = ["administrator", "carrier", "postmaster"]
FOUR = ["administrator", "carrier", "cartwright", "postmaster"]


def office_table(anna: dict[str, Any], ben: dict[str, Any] | None = None, **keys: Any) -> tt.Position:
    """Return a table with office tiles, at Anna's turn."""
    return table({"hand": ["Ulm"], **anna}, {"hand": ["Linz"], **(ben or {})}, modules=(OFFICES,), **keys)


def under_way(*tiles: str) -> tt.Position:
    """Return a round of Anna's alone, after the last tile of the administrator was taken; nothing is drawn after it."""
    rounds = {"order": [0], "office": "administrator"}
    own = {"offices": ["administrator"] * 3 + [*tiles]}
    position = office_table(own, {}, turn={"official": "administrator"}, returning=rounds)
    return position.with_turn(phase="play", drawn=1, played=1).replace(ender=0, start=1)


FINAL = office_table({"offices": FOUR}, {"offices": THREE}).replace(
    turn=tt.Turn(0, "final"), returning=Returning((0, 1), None, final=True), ender=0, start=1
)
"""A final round, in which Anna has all four kinds of tiles."""


# ---- officials

LETTERS = table({"hand": ["Basel", "Ulm"]}, {"hand": ["Linz"]}, modules=(MESSENGER,), turn={"drawn": 1}).with_own(
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
            LETTERS.with_turn(officials=("carrier",)).with_own(letters_usable=4),
        ),
        (LETTERS.with_turn(officials=("postmaster",)).with_own(letters_usable=4), None),
        (LETTERS.with_turn(officials=("postmaster",)).with_own(letters_usable=1), None),
        (LETTERS.with_turn(officials=("postmaster",)).with_own(letters_usable=1, has_messenger=True), None),
        (plain_table(seat("Lod"), seat("Ulm")), plain_table(seat("Lod"), seat("Ulm"), official="postmaster")),
        (plain_table(seat("Lod"), seat("Ulm")), plain_table(seat("Lod"), seat("Ulm"), drawn=1)),
    ],
    ids=["play", "carriage", "keep", "drawn", "used", "other", "letters", "letter", "messenger", "official", "draw"],
)
def test_what_was_found_of_officials_is_for_this_point_of_the_turn_only(
    position: tt.Position, changed: tt.Position | None
) -> None:
    changed = changed or position.with_own(letters_usable=0, has_messenger=False)
    remaining = RemainingTurn(position)
    for each in (position, changed):
        there = RemainingTurn(each).officials(each)
        assert remaining.officials(each) == there


def test_letters_and_the_messenger_bring_another_official() -> None:
    used = LETTERS.with_turn(officials=("postmaster",))
    remaining = RemainingTurn(LETTERS)
    found = {
        keys: bool(remaining.officials(used.with_own(letters_usable=keys[0], has_messenger=keys[1])))
        for keys in ((0, False), (1, False), (2, False), (0, True), (1, True))
    }
    assert found == {(0, False): False, (1, False): False, (2, False): True, (0, True): False, (1, True): True}


# ---- rounds of returning tiles


@pytest.mark.parametrize(("tiles", "may_draw"), [((), False), (("carrier",), True)], ids=["one kind", "two kinds"])
def test_only_two_kinds_of_tiles_bring_a_card(tiles: tuple[str, ...], may_draw: bool) -> None:
    position = under_way(*tiles)
    remaining = RemainingTurn(position)
    assert remaining.may_draw_in_round(position) == may_draw
    assert remaining.cards_matter(position) == may_draw


def test_a_round_brings_a_card_only_if_it_may_still_come() -> None:
    """With two kinds of tiles, a card may come in a round, if a stack may be emptied."""
    for tiles, may_draw in ((["carrier", "postmaster"], False), (["carrier"] * 3 + ["postmaster"], True)):
        position = office_table({"offices": tiles}).with_turn(phase="play", drawn=2, played=1)
        assert RemainingTurn(position).round_may_begin(position) == may_draw
        assert RemainingTurn(position).may_draw_in_round(position) == may_draw
    assert not RemainingTurn(FINAL).may_draw_in_round(FINAL)


def test_a_tile_to_come_counts_among_the_kinds() -> None:
    position = office_table({"offices": ["carrier"] * 3}).with_turn(phase="play", drawn=1, played=1)
    assert RemainingTurn(position).may_draw_in_round(position), "the cartwright's or the carrier's tile comes first"
    used = position.with_turn(official="postmaster")
    assert not RemainingTurn(used).may_draw_in_round(used)


def test_whoever_may_take_a_card_for_two_tiles_looks_at_the_cards() -> None:
    position = under_way("carrier")
    remaining = RemainingTurn(position)
    earned = position.play("return administrator carrier")
    assert remaining.may_draw_in_round(earned)
    drawn = earned.play("honor draw Linz")
    assert not remaining.may_draw_in_round(drawn)
    assert remaining.reduced(drawn).returning != drawn.returning, "what comes in its place is passed over"


def test_a_round_goes_on_once_the_reveals_are_made() -> None:
    calm, base = office_table({}), plain_table(seat("Lod"), seat("Ulm"))
    begun = under_way()
    in_round = RemainingTurn(begun).in_round
    assert not in_round(calm)
    assert in_round(begun)
    assert in_round(begun.replace(returning=None).with_turn(pending=("display",)))
    assert not RemainingTurn(base).in_round(base)


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
