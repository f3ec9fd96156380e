"""`placements`, `routes`, `odds` and `advise --exact` in games with modules: in JSON and for people."""

from pathlib import Path
from typing import Any

import pytest

from support.command_line import taxis, write
from support.tables import MESSENGER, OFFICES, POWER, data
from thurntaxis_presentation.language import Language
from thurntaxis_rulebook.corpus.languages import LANGUAGES

NORTHERN = data(
    {"hand": ["Fabelfurt/1", "Kreidel/1", "Kreidel/3"], "route": ["Fabelcron/1"], "horses": ["Freiprobe/1"]},
    {"houses": ["Wachsel"]},
    board="testland",
    modules=(POWER, MESSENGER),
    deck_back=2,
    display=["Fabelau/1", "Fabelend/1", "Tintau/1", "Tintau/3", "Wachsel/2", "Wachsel/3"],
)

LETTERS = data(
    {"hand": ["Lodz"], "route": ["Ulm", "Stuttgart"], "letters": 3, "carriage": 6},
    {"houses": ["Basel", "Freiburg", "Linz", "Stuttgart"]},
    modules=(MESSENGER,),
    display=["Kempten", "Linz", "Mannheim", "Pilsen", "Salzburg", "Salzburg"],
)

ROUND = data(
    {"hand": ["Augsburg"], "offices": ["postmaster"], "chips": 2},
    {"hand": ["Basel"], "offices": ["administrator", "administrator", "administrator", "postmaster"]},
    modules=(OFFICES,),
    turn={"official": "administrator"},
    returning={"order": [1], "office": "administrator"},
)


def asked(tmp_path: Path, table: dict[str, Any], command: str, *arguments: str) -> Any:
    return taxis(command, write(tmp_path / "table.json", table), *arguments)


def words(text: str) -> str:
    """Return a text with single spaces."""
    return " ".join(text.split())


def test_placements_with_letters_and_too_few_horses(tmp_path: Path) -> None:
    route = ("--route", "Fabelcron,Kreidel,Wachsel,Kreidonia")
    answer = asked(tmp_path, NORTHERN, "placements", *route)
    assert answer.lines[1] == "(not yet: the carriage lacks a horse for a route of 4 cities)"
    assert answer.lines[2].split() == ["points", "letters", "houses", "tiles"]
    found = asked(tmp_path, NORTHERN, "placements", *route, "--json").data
    assert found["horses_lacking"] == 1
    assert found["best"][0]["letters"] == len(set(found["best"][0]["houses"]) - {"Wachsel"})


def test_routes_tell_letters_and_what_horses_lack(tmp_path: Path) -> None:
    text = words(asked(tmp_path, NORTHERN, "routes", "--lines", "400").out)
    assert "Freiprobe – Fabelcron – Kreidel – Wachsel in hand: Kreidel; on display: Wachsel; unseen: Freiprobe" in text
    assert "lacks a horse (in hand: Kreidel/3, Fabelfurt/1; on display: Tintau/3, Wachsel/3, Fabelau/1, " in text
    assert "2 letters" in text
    found = asked(tmp_path, NORTHERN, "routes", "--json").data["routes"]
    assert all(route["horses"]["lacking"] == max(0, len(route["cities"]) - 3) for route in found)
    assert all(route["carriage"] is None for route in found)


def test_routes_tell_of_the_messenger(tmp_path: Path) -> None:
    text = words(asked(tmp_path, LETTERS, "routes", "--lines", "1000").out)
    assert "the messenger; tiles" in text


def test_chances_tell_the_back_they_rest_on(tmp_path: Path) -> None:
    answer = asked(tmp_path, NORTHERN, "odds", "Wachsel", "--reveals", "1")
    assert answer.lines[0].endswith("Wachsel as the next card revealed; the back of the top card shows 2")
    found = asked(tmp_path, NORTHERN, "odds", "Wachsel", "--reveals", "1", "--json").data
    assert found["back"] == 2
    assert found["chance"]["fraction"] == "1/22"


def test_a_last_turn_pays_officials_with_letters(tmp_path: Path) -> None:
    anna, ben = LETTERS["players"]
    players = [anna, ben | {"tiles": ["game-end 1"], "carriage": 7}]
    last = LETTERS | {"players": players, "ender": 1, "start": 1, "turn": {"drawn": 1}}
    found = asked(tmp_path, last, "advise", "--exact", "--json").data
    assert all(line["proved"] for line in found["lines"])
    text = words(asked(tmp_path, last, "advise", "--exact", "--lines", "20", "--details").out)
    assert "pays 2 letters for the postmaster. [Two letters for each further official]" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_returns_tiles_is_advised(lang: str, tmp_path: Path) -> None:
    answer = asked(tmp_path, ROUND, "advise", "--playouts", "20", "--details", "--lang", lang)
    assert answer.lines[0] == Language(lang).text("advice", player="Ben")
    assert asked(tmp_path, ROUND, "advise", "--playouts", "20", "--for", "Ben", "--json").data["player"] == 1


def test_nobody_else_is_advised_in_a_round(tmp_path: Path) -> None:
    (told,) = asked(tmp_path, ROUND, "advise", "--for", "Anna").errors()
    assert told["wrong"] == "Ben has to decide now"
