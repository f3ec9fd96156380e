"""The Princess' Messenger: letters, what officials cost, and the messenger."""

from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.golden import check
from support.tables import MESSENGER, POWER, after, permits, ruling, table
from thurntaxis.modules.messenger.letters import letters_left

OTHERS = {"hand": ["Basel"], "houses": ["Budweis", "Innsbruck", "Lodz", "Zürich"]}
"""What Ben has, if nothing else is said: his houses have set letters free."""


def game(anna: dict[str, Any], ben: dict[str, Any] | None = None, **keys: Any) -> tt.Position:
    return table({"hand": ["Augsburg", "Ulm"], **anna}, {**OTHERS, **(ben or {})}, modules=(MESSENGER,), **keys)


LONG = ["Carlsruhe", "Stuttgart", "Nürnberg", "Regensburg", "Pilsen"]

# ---- setting up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_letters_lie_everywhere_and_go_to_players_in_turn_order(players: int) -> None:
    position = tt.undealt(players, modules=[MESSENGER])
    assert [player.letters for player in position.players] == [0, 1, 2, 3][:players]
    assert [player.letters_usable for player in position.players] == [0, 1, 2, 3][:players]
    assert not any(player.has_messenger for player in position.players)


def test_northern_board_has_a_letter_in_every_city_though_only_28_are_printed() -> None:
    position = tt.undealt(4, board="testland", modules=[MESSENGER])
    assert len(letters_left(position)) + sum(player.letters for player in position.players) == 29


# ---- what officials cost


ADMINISTRATOR = ["administrator", "deal Ulm", "deal Linz", "deal Lodz", *["deal Mannheim"] * 3]
FIRST = game({"letters": 4, "route": ["Stuttgart"]})
SECOND = after(FIRST, *ADMINISTRATOR, "draw Ulm", "deal Lodz")
THIRD = after(SECOND, "postmaster Lodz", "deal Passau", "play Ulm right", "carrier Augsburg right")
"""A turn in which more and more officials are used."""


def test_what_the_rules_say_about_letters() -> None:
    check(Path(__file__).parent / "rulings" / "messenger.txt", lambda case: ruling(*eval(f"({case})", globals())))


def further_postmaster(messenger: int) -> tt.Position:
    """Return a table on which the postmaster has to be paid; the messenger is with this player."""
    return game({"letters": 1}, turn={"drawn": 1, "officials": ["administrator"]}, messenger=messenger)


CLOSED = {"closed": 4, "officials": ["postmaster"], "drawn": 2}
CLOSING = {"route": LONG[:4], "carriage": 5, "houses": ["Stuttgart"], "letters": 3}
ENOUGH = game({**CLOSING, "letters_usable": 2}, phase="carriage", turn=CLOSED)


# ---- a turn begun with an empty hand


EMPTY = {"began_empty": True}
BEGAN_EMPTY = game({"hand": [], "letters": 2}, turn=EMPTY)
DRAWN = after(BEGAN_EMPTY, "draw Linz", "deal Ulm")


def playing(*officials: str) -> tt.Position:
    """Return a table after playing a card, these officials having been used."""
    anna = {"hand": ["Ulm"], "route": ["Stuttgart"], "letters": 2}
    return game(anna, phase="play", turn={"officials": list(officials)})


def receiving(*officials: str) -> tt.Position:
    """Return a table on which the cartwright can help, these officials having been used."""
    turn = {"officials": list(officials), "closed": 3}
    return game({"route": LONG[:3], "carriage": 3, "letters": 2}, phase="carriage", turn=turn)


# ---- the administrator between the draws


def test_administrator_comes_before_between_and_after_the_draws() -> None:
    for turn in ({}, {"drawn": 1}, {"drawn": 2, "officials": ["postmaster"]}):
        position = game({"hand": ["Augsburg", "Ulm", "Ulm"], "letters": 2}, turn=turn)
        assert "letters.administrator" in permits(position, "administrator")
        renewed = after(position, "administrator", *["deal Kempten", "deal Sigmaringen"] * 3)
        assert renewed.turn.drawn == turn.get("drawn", 0)
        assert renewed.turn.phase == "draw"


# ---- the messenger


@pytest.mark.parametrize("edition", tt.EDITIONS)
def test_carriage_can_be_declined_whatever_the_edition(edition: str) -> None:
    rules = tt.rule_set(edition=edition, modules=[MESSENGER])
    assert rules.options["carriage-declinable"] is True
    assert game({"route": LONG[:3]}, phase="play", edition=edition).play("close").why_not("decline") == ()


def test_messenger_scores_one_point_at_the_end() -> None:
    assert game({}, messenger=1).scores() == (-20, -15)
    assert game({"letters": 2}, {"houses": ["Basel", "Linz", "Ulm"]}).scores() == (-20, -17)


def test_with_power_and_glory_there_are_letters_but_no_messenger() -> None:
    rules = tt.rule_set("testland", modules=[POWER, MESSENGER])
    assert [holdings.of for holdings in rules.parts.holdings][-1] == "the module princess-messenger"
    position = tt.undealt(2, board="testland", modules=[POWER, MESSENGER])
    assert position.players[1].letters == 1


# ---- the printed example


def test_example_8_two_officials_are_paid_with_letters() -> None:
    uwe = {"name": "Uwe", "hand": ["Salzburg"], "route": ["Freiburg", "Sigmaringen"], "letters": 4}
    display = ["Basel", "Kempten", "Linz", "Lodz", "Passau", "Pilsen"]
    position = table(uwe, OTHERS, modules=(MESSENGER,), display=display)
    position = after(position, "draw Kempten", "deal Ulm")
    assert position.play("administrator").own.letters == 4
    shown = ("Innsbruck", "Budweis", "Budweis", "Mannheim", "Mannheim", "Zürich")
    position = after(position, "administrator", *(f"deal {city}" for city in shown))
    position = after(position, "postmaster Innsbruck", "deal Linz")
    assert position.own.letters == 2
    position = after(position, "play Kempten right", "carrier Innsbruck right")
    assert position.own.letters == 0
    assert position.own.route == ("Freiburg", "Sigmaringen", "Kempten", "Innsbruck")
    assert position.turn.officials == ("administrator", "postmaster", "carrier")
