"""Several modules in one game."""

from collections import Counter

import thurntaxis as tt
from support.tables import MESSENGER, OFFICES, POWER, after, data, table
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data
from thurntaxis.modules.offices.office_tiles import offices_left

A, P, C = "administrator", "postmaster", "carrier"


def test_paid_officials_bring_their_tiles_too() -> None:
    houses = {"hand": ["Augsburg"], "houses": ["Linz", "Lodz"]}
    position = table({"letters": 2, **houses}, {}, modules=(OFFICES, MESSENGER), turn={"drawn": 1, "officials": [A]})
    assert position.play("postmaster Linz").own.offices == (P,)
    assert position.play("postmaster Linz").own.letters == 0


def test_with_power_and_glory_there_is_no_stack_of_the_cartwright() -> None:
    position = tt.undealt(3, board="testland", modules=[OFFICES, POWER])
    assert offices_left(position) == {A: 5, P: 6, C: 6}
    assert Counter(step.name for step in position.rules.steps)["offices"] == 1


def test_all_modules_together() -> None:
    position = tt.new(4, board="testland", modules=[OFFICES, MESSENGER, POWER], seed=1)
    assert position.rules.modules == (POWER, MESSENGER, OFFICES)
    assert set(position.rules.options) == {*tt.OPTIONS, "card-backs", "final-return"}
    written = position_data(position)
    assert "messenger" not in written
    assert set(written["offices"]) == {"administrator", "postmaster", "carrier"}


def test_reveals_of_a_drawn_reward_wait_for_the_back() -> None:
    anna = {"offices": ["administrator", "administrator", "postmaster"], "hand": ["Wachsel/2"]}
    told = data(anna, {"hand": ["Kreidonia/1"]}, modules=(POWER, OFFICES), board="testland", deck_back=1)
    position = after(position_from_data(told), "administrator")
    for card in ("Fabelend/1", "Fabelend/1", "Freiprobe/1", "Freiprobe/1", "Kreidonia/1", "Kreidonia/1"):
        position = after(position, f"deal {card}", "back 1")
    position = after(position, "return administrator postmaster", "honor draw deck", "deal Freiprobe/1")
    assert (position.turn.pending, position.decider) == (("back",), 0)
    assert position.returning == tt.Returning((0,), "administrator", reward="drawn")
    position = position.play("back 3")
    assert position.returning is None
    assert position.own.hand == ("Freiprobe/1", "Wachsel/2")
