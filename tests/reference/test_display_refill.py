"""A display that is made up to six after every card: its reveals, and the naive rules on short displays."""

import random
from typing import Any

import pytest

import thurntaxis as tt
from naive.agreement import assert_agreement
from support import random_play
from support.base_tables import DISPLAY, table
from support.few_and_many import one_in
from thurntaxis.io.read import position_from_data
from thurntaxis.io.read_line import position_from_line
from thurntaxis.io.write import position_data
from thurntaxis.io.write_line import position_line
from thurntaxis.values import add

TO_SIX = {"display-refill": "to-six"}


def pending_after(event: str, *, shown: int, **keys: Any) -> tuple[str, ...]:
    """Return the reveals due after an event with this many cards on display."""
    return table(route=["Stuttgart"], display=DISPLAY[:shown], options=TO_SIX, **keys).play(event).turn.pending


def test_every_free_space_is_filled() -> None:
    assert pending_after("draw Linz", shown=6) == ("display",)
    assert pending_after("draw Linz", shown=3) == ("display",) * 4
    assert pending_after("draw deck", shown=6) == ("hand",)
    assert pending_after("draw deck", shown=3) == ("hand", "display", "display", "display")
    assert pending_after("postmaster Linz", shown=3, turn={"drawn": 1}) == ("display",) * 4
    assert pending_after("postmaster deck", shown=5, turn={"drawn": 1}) == ("hand", "display")


def test_by_default_one_card_replaces_one() -> None:
    short = table(route=["Stuttgart"], display=DISPLAY[:3])
    assert short.play("draw Linz").turn.pending == ("display",)
    assert short.play("draw deck").turn.pending == ("hand",)


def test_two_editions_make_the_display_up_to_six() -> None:
    to_six = {name for name, edition in tt.EDITIONS.items() if edition.options["display-refill"] == "to-six"}
    assert to_six == {"pl-pala", "it-marino"}


def shortened(position: tt.Position, chance: random.Random) -> tt.Position:
    """Return the position with some of the cards on display in the deck instead."""
    shown = chance.randrange(5)
    unseen = add(position.unseen, position.display[shown:])
    return position.replace(display=position.display[:shown], unseen=unseen)


@pytest.mark.parametrize(("board", "modules"), one_in(4, random_play.ALL, several=True))
def test_short_displays_are_filled_as_by_the_naive_rules(board: str, modules: tuple[str, ...]) -> None:
    """Each position met is also written and read, as data and as a line."""
    chance = random.Random(f"{board} {modules}")
    position = random_play.start_with(chance, board, modules)
    rules = position.rules
    position = position.with_rules(tt.rule_set(board, rules.edition, {**rules.options, **TO_SIX}, modules))
    made_up = 0
    for _ in range(250):
        if position.is_over:
            break
        assert position_from_data(position_data(position)) == position
        assert position_from_line(position_line(position)) == position
        event = random_play.choose(position, chance)
        assert_agreement(position, event)
        position = position.play(event)
        pending = position.turn.pending
        made_up += event.verb in ("draw", "postmaster", "honor") and pending.count("display") > 1
        if not pending and position.turn.phase == "draw" and chance.random() < 0.3:
            position = shortened(position, chance)
    assert made_up > 5
