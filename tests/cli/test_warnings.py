"""Unlikely positions: every command that reads one answers, and says on standard error what is unlikely."""

import tomllib
from collections.abc import Callable
from typing import Any

import pytest

import thurntaxis as tt
from support import paths
from support.command_line import taxis
from thurntaxis.io.read import position_from_data

UNLIKELY = "TT1 - - 1p11 1 LiLoPaSa - - - / IbUl ReIgMu Ul 3 / - - Ke 3"
"""A line in which the other player has no hand, and two cards are missing on display."""

HAND = (
    "Player 2 has no cards in hand, although houses have been placed (for unknown cards: their number, or “?” for each)"
)
DISPLAY = "Free spaces on display: 2 of 6, although the deck holds cards"
TOLD = [
    {"key": "players[1].hand", "text": HAND, "clause": "draw.duty"},
    {"key": "display", "text": DISPLAY, "clause": "draw.refill"},
]

QUESTIONS = (
    *("legal", "perft 1", "show", "odds Ulm", "routes", "placements", "ruling end"),
    *("advise --playouts 20", "convert --to line"),
)


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_about_an_unlikely_position_is_answered_with_warnings(question: str) -> None:
    command, *rest = question.split()
    answer = taxis(command, UNLIKELY, *rest, "--json")
    assert answer.status == 0
    assert answer.data["warnings"] == TOLD
    assert answer.err.splitlines() == [f"taxis: line: {told['key']}: warning: {told['text']}" for told in TOLD]
    plain = taxis(command, UNLIKELY, *rest)
    assert plain.status == 0
    assert plain.err == answer.err


def test_positions_are_written_without_warnings() -> None:
    for arguments in (("convert", UNLIKELY, "--to", "json"), ("apply", UNLIKELY, "end")):
        answer = taxis(*arguments)
        assert "warnings" not in answer.data
        assert len(answer.err.splitlines()) == 2
    refused = taxis("apply", UNLIKELY, "administrator", "--json")
    assert (refused.status, refused.data["warnings"]) == (1, TOLD)
    likely = taxis("legal", paths.EXAMPLES / "midgame.toml", "--json")
    assert (likely.err, "warnings" in likely.data) == ("", False)


def test_the_file_is_named(saved: Callable[[Any], str]) -> None:
    file = saved({"players": [{"hand": ["Ulm"]}, {"houses": ["Ulm"], "hand": 2}], "display": ["Ulm"]})
    assert taxis("legal", file).err.startswith(f"taxis: {file}: display: warning: Free spaces on display: 5 ")


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("de", "Warnung: Freie Plätze in der Auslage: 2 von 6, obwohl im Nachziehstapel Karten liegen"),
        ("fr", "avertissement\N{NARROW NO-BREAK SPACE}: places vides dans l’offre\N{NARROW NO-BREAK SPACE}: 2 sur 6"),
        ("it", "avviso: spazi vuoti tra le carte scoperte: 2 su 6, "),
        ("pl", "ostrzeżenie: wolne miejsca na odkryte karty: 2 z 6, "),
        ("ja", "注意：山札があるのに、場に空きがあります（6枚分のうち2枚分）"),
    ],
)
def test_warnings_are_told_in_the_language_that_is_asked_for(lang: str, words: str) -> None:
    for command in ("legal", "show"):
        answer = taxis(command, UNLIKELY, "--lang", lang, "--json")
        line = answer.err.splitlines()[1]
        assert line.startswith(f"taxis: line: display: {words}")
        assert line.casefold().endswith(answer.data["warnings"][1]["text"].casefold())


def test_the_start_of_a_record_is_looked_at() -> None:
    answer = taxis("replay", f"{UNLIKELY} moves e", "--json")
    assert answer.status == 0
    assert [told["key"] for told in answer.data["warnings"]] == ["start.players[1].hand", "start.display"]
    assert answer.err.splitlines()[1] == f"taxis: line: start.display: warning: {DISPLAY}"


def test_unknown_discards_are_shown_and_answered() -> None:
    line = "TT1 - - 1d 1 LiLoPaSaUlUl Li?? - - / IgUl / 3"
    shown = taxis("show", line)
    assert "discards    3 cards, 2 unknown: Linz\n" in shown.out
    assert taxis("show", line, "--json").data["deck"] == 66 - 6 - 3 - 2 - 3
    assert "describes" not in shown.out
    picture = taxis("show", line, "--svg", "-").out
    assert "discards 3, 2 unknown" in picture
    assert "2 unknown cards" in picture
    assert taxis("odds", line, "Ulm", "--json").data["chance"]["exact"]
    as_toml = tomllib.loads(taxis("convert", line, "--to", "toml").out)
    assert as_toml["discard"] == ["?", "?", "Linz"]
    assert position_from_data(as_toml) == tt.Position.from_line(line)
