"""Nothing on the pages of a language is left over in English, or as an id where a reader expects a name."""

import pytest

from support.command_line import taxis
from support.language_rules import bad_breaks
from support.page_leftovers import all_leftovers, leftovers, words_left_over
from support.paths import EXAMPLES
from thurntaxis_rulebook.corpus.languages import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_page_has_leftovers(language: str) -> None:
    assert all_leftovers(language) == []


@pytest.mark.parametrize(
    ("page", "language", "kind"),
    [
        ("Żetony: `all-provinces 6`", "pl", "tile id"),
        ("Lesart: `outside-baiern`", "de", "option value"),
        ("Oui selon «\u202ftrue\u202f».", "fr", "option value"),
        ("C’est au joueur 0 de jouer.", "fr", "player 0"),
        ("プレーヤー0の手番です。", "ja", "player 0"),
        ('Das Ereignis "play Ulm" ist erlaubt.', "de", "straight quotes"),
        ("C'est l'offre.", "fr", "straight apostrophe"),
        ("**Legal.** It is your turn.", "it", "English word"),
    ],
)
def test_each_kind_is_found(page: str, language: str, kind: str) -> None:
    assert kind in dict(leftovers(page, language))


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
)
"""Questions to the command."""


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_answer_has_english_words(language: str) -> None:
    for words in ANSWERS:
        assert words_left_over(taxis(*words, "--lang", language).out, language) == [], words[0]
    assert words_left_over("Wydanie: silent. It is legal.", "pl") == ["silent", "is", "legal"]


def test_no_japanese_answer_breaks_lines_where_it_may_not() -> None:
    for words in ANSWERS:
        assert bad_breaks(taxis(*words, "--lang", "ja").lines) == [], words[0]
