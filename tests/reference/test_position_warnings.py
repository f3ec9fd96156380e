"""Positions that are possible but unlikely, and positions that play leads to."""

import itertools
import random
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support import random_play
from support.golden import check
from support.paths import EXAMPLES
from support.position_files import GOOD, changed, changed_as
from thurntaxis.io.read import position_from_data, read_position, read_record

PLAYED = 20_000
"""How many positions of random games are looked at."""


def warned(case: str) -> str:
    """Return the key, the clause and the sentence of each warning about the position of a case."""
    warnings = tt.warnings_of(position_from_data(changed_as(case, globals())))
    return "\n".join(f"{warning.key}: {warning.clause}: {warning.sentence}" for warning in warnings)


LIKELY = changed({"players[1].carriage": 3})
"""A position of the edition it-2006, in which carriages can't be declined."""


BADEN = {"players[1].houses": ["Carlsruhe", "Freiburg", "Mannheim"]}
SHORT = {"display": GOOD["display"][:4]}
DUE = {**SHORT, "turn.drawn": 1, "turn.pending": ["display"]}
OTHERS = [{"hand": 1, "tiles": ["baden 2"]}, {"hand": 1, "tiles": ["baden 1"]}]
NONE_LEFT = changed({"players": [*LIKELY["players"], *OTHERS]}, LIKELY)
FREE = {"board": "testland", "players": [{"hand": ["Fabelau/1"]}, {"hand": 1, "houses": []}]}


def test_positions_that_are_possible_but_unlikely() -> None:
    check(Path(__file__).parent / "faults" / "warnings.txt", warned)


def province_houses(board: str) -> list[str]:
    """Return a city of each province."""
    return [min(province.cities) for province in tt.board(board).provinces]


def test_nothing_is_said_where_modules_explain_houses_without_a_carriage() -> None:
    north = tt.undealt(2, "testland", options={"carriage-declinable": False}, modules=["power-and-glory"])
    assert north.rules.options["carriage-declinable"] is False
    city = min(city.name for city in north.rules.board.cities)
    placed = north.replace(players=(tt.Player(), tt.Player(hand=("?",), houses=(city,))))
    assert "carriage.decline" not in {found.clause for found in tt.warnings_of(placed)}
    messenger = tt.undealt(2, modules=["princess-messenger"])
    placed = messenger.replace(players=(tt.Player(), tt.Player(hand=("?",), houses=("Ulm",))))
    assert tt.warnings_of(placed) == ()


def test_a_warning_is_one_line() -> None:
    (found,) = tt.warnings_of(position_from_data(GOOD))
    assert str(found) == f"players[1].carriage: {found.sentence}"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.*")), ids=lambda path: path.name)
def test_examples_have_no_warning(path: Any) -> None:
    if path.suffix == ".toml":
        assert tt.warnings_of(read_position(path)) == ()
    elif path.suffix == ".json":
        assert tt.warnings_of(read_record(path).start) == ()


def test_play_leads_to_no_warning_but_that_of_a_hand_emptied_by_the_carrier() -> None:
    """Nothing on the table distinguishes a hand that the carrier emptied from one that was forgotten."""
    chance = random.Random(1)
    seen = hands = 0
    for game in itertools.cycle(random_play.ALL):
        for before, _, position in random_play.steps(random_play.start_with(chance, *game), chance):
            seen += 1
            found = tt.warnings_of(position)
            assert {warning.clause for warning in found} <= {"draw.duty"}, position.to_line()
            hands += bool(found)
            assert len(found) <= sum(not player.hand for player in before.players) + 1
        if seen >= PLAYED:
            break
    assert hands < seen / 20
