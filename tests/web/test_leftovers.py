"""Nothing on the pages of a language is left over in English, or as an id where a reader expects a name."""

import re
from pathlib import Path

import pytest

from support.command_line import taxis
from support.few_and_many import one_in
from support.golden import check
from support.language_rules import bad_breaks
from support.page_leftovers import all_leftovers, leftovers, words_left_over
from support.paths import EXAMPLES
from thurntaxis_rulebook.corpus.languages import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_page_has_leftovers(language: str) -> None:
    assert all_leftovers(language) == []


def test_each_kind_is_found() -> None:
    def found(case: str) -> str:
        language, _, page = case.partition(": ")
        return "\n".join(dict.fromkeys(kind for kind, _ in leftovers(page, language)))

    check(Path(__file__).with_name("leftovers.txt"), found)


@pytest.mark.parametrize(
    "page", ["`taxis show the-deck.json`", "```sh\ntaxis ruling a.json\n```\n", "[x](the-turn.md)"]
)
def test_code_and_addresses_are_none(page: str) -> None:
    assert not list(leftovers(page, "de"))


ANSWERS = (
    ("disputes",),
    ("rule", "play.adjacent"),
    ("ruling", EXAMPLES / "midgame.toml", "play Ulm right"),
    ("show", EXAMPLES / "midgame.toml"),
    ("odds", EXAMPLES / "midgame.toml", "Pilsen"),
    ("routes", EXAMPLES / "midgame.toml"),
    ("placements", EXAMPLES / "houses.toml", "--route", "Ulm,Stuttgart,Carlsruhe"),
    ("replay", EXAMPLES / "game-offices.json"),
    ("ruling", EXAMPLES / "two-readings.toml", "carrier Linz start", "--details"),
    ("ruling", EXAMPLES / "houses.toml", "close Ulm"),
    ("apply", EXAMPLES / "midgame.toml", "play Ulm right"),
    ("advise", EXAMPLES / "midgame.toml", "--playouts", "200"),
    ("advise", EXAMPLES / "last-turn.toml", "--details"),
    ("advise", EXAMPLES / "midgame.toml", "--playouts", "200", "--explain", "draw Budweis"),
    ("tournament", "random", "random", "--games", "2"),
    ("board", "check", "testland"),
    ("play", EXAMPLES / "midgame.toml", "--against", "random"),
)
"""Questions to the command."""

TYPED = b"more\nhelp\nwhy close\nscores\ndraw Freiburg\nundo\nquit\n"
"""What is typed in a game."""

NOTATION = re.compile(
    r"\b(?:play|carrier) \S+ (?:right|left|start|horse)\b|\b(?:draw|postmaster) (?:deck\b|[^\W\d_a-z])"
    r"|\b(?:close|keep|return)(?: [^\W\d_a-z]\w+){2}"
)
"""Events as programs write them."""


@pytest.mark.parametrize("language", one_in(6, [*LANGUAGES[1:], "en"]))
def test_answers_have_neither_notation_nor_english_words(language: str) -> None:
    for words in ANSWERS:
        said = taxis(*words, "--lang", language, stdin=TYPED)
        answer = said.out + said.err
        assert not (found := NOTATION.search(answer)), (words, found)
        assert language == "en" or words_left_over(answer, language) == [], words
        assert language != "ja" or bad_breaks(answer.splitlines()) == [], words


def test_notation_and_english_words_are_found() -> None:
    assert NOTATION.search("Rat: draw Freiburg")
    assert NOTATION.search("play Regensburg right")
    assert words_left_over("Wydanie: silent. It is legal.", "pl") == ["silent", "is", "legal"]
