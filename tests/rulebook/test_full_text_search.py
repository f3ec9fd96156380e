"""Questions of players find the clauses that answer them, in each language."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from thurntaxis_rulebook import clauses, search
from thurntaxis_rulebook.corpus.full_text_search import LIMIT, find, fold
from thurntaxis_rulebook.corpus.languages import LANGUAGES, translation

QUESTIONS = tomllib.loads(Path(__file__).with_name("questions.toml").read_text(encoding="utf-8"))


def searched(language: str) -> Any:
    """Return what the search knows of a language."""
    return translation(language)["search"]


def found(words: str, lang: str | None = None) -> list[str]:
    return [clause.id for clause in search(words, lang)]


@pytest.mark.parametrize(
    ("question", "answers"),
    [(question, answers) for asked in QUESTIONS.values() for question, answers in asked.items()],
)
def test_a_question_finds_its_answer(question: str, answers: str) -> None:
    assert set(answers.split()) <= clauses().keys()
    shown = LIMIT if question in QUESTIONS["later"] else 3
    assert set(found(question)[:shown]) & set(answers.split())


def test_questions_come_in_every_language() -> None:
    assert list(QUESTIONS) == [*LANGUAGES, "later"], "questions.toml has a table of each language, in this order"
    assert all(len(QUESTIONS[language]) >= 12 for language in LANGUAGES)
    assert len(QUESTIONS["later"]) < 10


@pytest.mark.parametrize("words", ["closing a route", "tile", "two houses", "Karte nehmen", "馬車"])
def test_the_base_game_comes_first(words: str) -> None:
    modules = ("power-and-glory", "messenger", "offices", "combined", "notation")
    assert not any(clause.chapter in modules for clause in search(words, limit=3))


@pytest.mark.parametrize(
    ("words", "beginning"),
    [("horses for closing", "horses."), ("take a letter", "letters."), ("使者を取る", "messenger.")],
)
def test_a_module_comes_first_when_it_is_named(words: str, beginning: str) -> None:
    assert found(words)[0].startswith(beginning)


@pytest.mark.parametrize(
    ("words", "near"),
    [
        ("carier", {"carier": ("carrier",)}),
        ("who is the carier", {"carier": ("carrier",)}),
        ("kuttsche", {"kuttsche": ("kutsche", "kutschen")}),
        ("xyzzy", {}),
        ("who starts", {}),
        ("caro", {}),
    ],
)
def test_words_near_to_mistyped_ones_are_told(words: str, near: dict[str, tuple[str, ...]]) -> None:
    assert find(words).near == near


def test_a_mistyped_word_alone_finds_nothing() -> None:
    assert found("carier") == []


@pytest.mark.parametrize("token", ["carier", "kuttsche", "percrso"])
def test_what_is_told_to_be_near_finds_something(token: str) -> None:
    near = find(token).near[token]
    assert near
    assert all(map(found, near))


def test_the_beginning_of_a_word_will_do() -> None:
    assert found("admin")[0].startswith("administrator.")


def test_a_compound_is_found_by_its_parts() -> None:
    assert found("Kutschenzahl", "de")[0] == "carriage.number"


def test_a_word_of_another_language_is_found_in_a_question() -> None:
    assert found("what does the Sindaco do")[0].startswith("administrator.")


def test_more_is_found_than_a_list_shows() -> None:
    assert len(search("route")) == LIMIT < len(find("route").clauses)


def test_the_order_does_not_depend_on_the_hash_seed() -> None:
    ask = "import thurntaxis_rulebook as rb; print([one.id for one in rb.search('when does the game end', limit=99)])"
    answers = {
        subprocess.check_output([sys.executable, "-c", ask], env={**os.environ, "PYTHONHASHSEED": seed})
        for seed in ("1", "2", "3")
    }
    assert len(answers) == 1


# ---- the search tables of the languages


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_stop_word_has_synonyms(language: str) -> None:
    stop_words = set(fold(searched(language)["stop-words"]).split())
    assert not stop_words & {word for line in searched(language)["synonyms"] for word in fold(line).split()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_group_of_synonyms_finds_something(language: str) -> None:
    groups = searched(language)["synonyms"]
    assert [group for group in groups if not any(found(word, language) for word in group.split())] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_keywords_belong_to_clauses(language: str) -> None:
    assert searched(language)["keywords"].keys() <= clauses().keys()
