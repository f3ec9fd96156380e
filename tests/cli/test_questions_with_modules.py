"""`placements`, `routes`, `odds` and `advise --exact` in games with modules: in JSON and for people."""

from collections.abc import Callable
from typing import Any

import pytest

from support.command_line import taxis
from support.tables import MESSENGER, OFFICES, POWER, data
from thurntaxis_presentation.language import Language
from thurntaxis_rulebook.corpus.languages import LANGUAGES

Saved = Callable[[Any], str]

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


def words(text: str) -> str:
    """Return a text with single spaces."""
    return " ".join(text.split())


def test_placements_with_letters_and_too_few_horses(saved: Saved) -> None:
    route = ("--route", "Fabelcron,Kreidel,Wachsel,Kreidonia")
    answer = taxis("placements", saved(NORTHERN), *route)
    assert answer.lines[1] == "(not yet: the carriage lacks a horse for a route of 4 cities)"
    assert answer.lines[2].split() == ["points", "letters", "houses", "tiles"]
    found = taxis("placements", saved(NORTHERN), *route, "--json").data
    assert found["horses_lacking"] == 1
    assert found["best"][0]["letters"] == len(set(found["best"][0]["houses"]) - {"Wachsel"})


def test_routes_tell_letters_and_what_horses_lack(saved: Saved) -> None:
    text = words(taxis("routes", saved(NORTHERN), "--lines", "400").out)
    assert "Freiprobe – Fabelcron – Kreidel – Wachsel in hand: Kreidel; on display: Wachsel; unseen: Freiprobe" in text
    assert "lacks a horse (in hand: Kreidel/3, Fabelfurt/1; on display: Tintau/3, Wachsel/3, Fabelau/1, " in text
    assert "2 letters" in text
    found = taxis("routes", saved(NORTHERN), "--json").data["routes"]
    assert all(route["horses"]["lacking"] == max(0, len(route["cities"]) - 3) for route in found)
    assert all(route["carriage"] is None for route in found)


def test_routes_tell_of_the_messenger(saved: Saved) -> None:
    text = words(taxis("routes", saved(LETTERS), "--lines", "1000").out)
    assert "the messenger; tiles" in text


def test_chances_tell_the_back_they_rest_on(saved: Saved) -> None:
    answer = taxis("odds", saved(NORTHERN), "Wachsel", "--reveals", "1")
    assert answer.lines[0].endswith("Wachsel as the next card revealed; the back of the top card shows 2")
    found = taxis("odds", saved(NORTHERN), "Wachsel", "--reveals", "1", "--json").data
    assert found["back"] == 2
    assert found["chance"]["fraction"] == "1/22"


def test_a_last_turn_pays_officials_with_letters(saved: Saved) -> None:
    anna, ben = LETTERS["players"]
    players = [anna, ben | {"tiles": ["game-end 1"], "carriage": 7}]
    last = LETTERS | {"players": players, "ender": 1, "start": 1, "turn": {"drawn": 1}}
    found = taxis("advise", saved(last), "--exact", "--json").data
    assert all(line["proved"] for line in found["lines"])
    text = words(taxis("advise", saved(last), "--exact", "--lines", "20", "--details").out)
    assert "pays 2 letters for the postmaster. [Two letters for each further official]" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_returns_tiles_is_advised(lang: str, saved: Saved) -> None:
    answer = taxis("advise", saved(ROUND), "--playouts", "20", "--details", "--lang", lang)
    assert answer.lines[0] == Language(lang).text("advice", player="Ben")
    assert taxis("advise", saved(ROUND), "--playouts", "20", "--for", "Ben", "--json").data["player"] == 1


def test_nobody_else_is_advised_in_a_round(saved: Saved) -> None:
    (told,) = taxis("advise", saved(ROUND), "--for", "Anna").errors()
    assert told["wrong"] == "Ben has to decide now"
