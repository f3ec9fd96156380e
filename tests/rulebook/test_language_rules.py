"""The texts of each language keep its typography and terms; each rule is shown to find what it forbids."""

import re
from collections.abc import Iterator

import pytest

from support.corpus_checks.language_checks import leaves
from support.language_rules import (
    MOST_WORDS,
    RULES,
    bad_breaks,
    equal_texts,
    faults,
    form_faults,
    long_statements,
    plural_count,
    plural_faults,
)
from support.paths import TESTS
from thurntaxis_presentation.terminal.line_breaking import wrapped
from thurntaxis_rulebook import clauses, disputes
from thurntaxis_rulebook.corpus.languages import LANGUAGES, translation


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the words of every text in a language's file, but for words to be read and typography."""
    for table, entries in translation(language).items():
        if table not in ("search", "typography", "event-words", "typed", "cities") and isinstance(entries, dict):
            yield from (leaf for leaf in leaves(entries, f"{table}/") if not leaf[0].startswith("play/word-"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_keep_the_rules_of_their_language(language: str) -> None:
    assert [f"{name}: {fault}" for name, text in texts(language) for fault in faults(text, language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_composed_sentences_keep_them_too(language: str) -> None:
    lines = (TESTS / "sentences" / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    told = [re.sub(r"\[\w+\]", "x", line) for line in lines if not line.startswith("====")]
    assert len(told) > 500
    assert [fault for line in told for fault in faults(line.strip(" ;,\u202f"), language)] == []


@pytest.mark.parametrize("language", ["all", *LANGUAGES])
def test_what_a_rule_forbids_is_found(language: str) -> None:
    assert language in RULES, "tests/rulebook/typography.toml has a table of each language"
    assert language == "all" or "to be avoided" in RULES[language]
    for name, rule in RULES[language].items():
        assert rule["wrong"]
        for text in rule["wrong"]:
            assert f"{name}: {text}" in faults(text, "en" if language == "all" else language)


# ---- forms


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_is_there_and_used(language: str) -> None:
    words = [text for name, text in texts(language) if not name.startswith("forms")]
    assert form_faults(words, translation(language)["forms"]) == []
    assert plural_faults(words, plural_count(language)) == []


def test_missing_forms_are_found() -> None:
    forms = {"player": {"name": "gracz #", "gen": "gracza #"}, "name": {"name": "#"}}
    assert form_faults(["{player:gen}"], forms) == ["name has no form gen"]
    assert form_faults(["{player}"], forms) == ["no template names gen of player"]
    assert plural_faults(["{cards:# karta|# karty}", "{cards:# karta|# karty|# kart}"], 3) == ["# karta|# karty"]


# ---- statements


def test_english_statements_are_short() -> None:
    said = {clause.id: clause.text["en"] for clause in clauses().values()}
    said |= {
        f"{one.id}/{part}": getattr(one, part)["en"] for one in disputes().values() for part in ("ruling", "reason")
    }
    assert long_statements(said) == []
    assert long_statements({"long": "word " * MOST_WORDS + "and one more."}) == ["long"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_statements_are_equal(language: str) -> None:
    said = {clause.id: clause.text[language] for clause in clauses().values()}
    assert equal_texts(said) == []
    assert equal_texts({"a": "One  house.", "b": "one house.", "c": "Two."}) == [("a", "b")]


# ---- line breaks in Japanese


@pytest.mark.parametrize("columns", [24, 40, 61, 100])
def test_no_line_begins_or_ends_with_a_sign_that_may_not(columns: int) -> None:
    broken = 0
    for clause in clauses().values():
        text = clause.text["ja"]
        assert bad_breaks(wrapped(text, columns=columns).splitlines()) == [], text
        half = columns // 2
        broken += bool(bad_breaks(text[at : at + half] for at in range(0, len(text), half)))
    assert broken > 5  # broken anywhere, many texts would have such lines


def test_opening_brackets_and_what_they_open_stay_together() -> None:
    assert wrapped("これは「Ulm」です。", columns=8).splitlines() == ["これは", "「Ulm」", "です。"]


def test_a_number_and_its_counter_stay_together() -> None:
    assert wrapped("取られた1枚の代わり", columns=9).splitlines() == ["取られた", "1枚の代わ", "り"]
