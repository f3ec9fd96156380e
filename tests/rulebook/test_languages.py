"""Every language has all the English texts: the sentences of the code, and the texts around the clauses."""

import ast
import functools
import re
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from pathlib import Path

import pytest
from babel import Locale

import thurntaxis
import thurntaxis_solver
from support.sources import sentences_of_rules
from thurntaxis.options import options_of
from thurntaxis.steps.common import PHASE_WORDS
from thurntaxis_cli.parameters import languages
from thurntaxis_presentation.language import Language
from thurntaxis_rulebook.corpus.languages import FOLDER, LANGUAGES, NAMES, translation
from thurntaxis_solver.exact import exact_advice

OTHERS = LANGUAGES[1:]
SPOKEN = ("command", "show", "play", "enter", "set-up", "engine", "booklet")
ABOUT = ("typography", "forms", "readings", "terms", "kinds", "natures", "no-tables", "places", "labels", "pages")
TABLES = (*ABOUT, "aid", "ask", "event-words", *SPOKEN)


def templates() -> set[str]:
    """Return the templates of the sentences in conditions and effects."""
    modules = Path(thurntaxis.__file__).parent.rglob("*.py")
    return {*PHASE_WORDS.values(), *(template for _, template in sentences_of_rules(*modules))}


@functools.cache
def said_in_advice() -> frozenset[str]:
    """Return the sentences with gaps that the solver gives as reasons: written there, or before as a `template`."""
    found = {exact_advice.PROVED.text}
    for path in Path(thurntaxis_solver.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "AdviceReason.of" and node.args:
                sentence: ast.expr = node.args[0]
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "template":
                sentence = node.value
            else:
                continue
            if isinstance(sentence, ast.Constant):
                found.add(str(sentence.value))
    return frozenset(found)


def gaps(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)", text))


def test_the_languages_are_known_in_the_same_order_everywhere() -> None:
    assert languages() == LANGUAGES == ("en", *sorted(OTHERS, key=lambda language: NAMES[language]))
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(LANGUAGES)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("table", "said"), [("sentences", templates), ("advice", said_in_advice)])
def test_every_sentence_of_the_code_is_spoken_with_its_gaps(
    table: str, said: Callable[[], AbstractSet[str]], language: str
) -> None:
    sentences = translation(language)[table]
    assert set(sentences) == said()
    assert {english: gaps(words) for english, words in sentences.items()} == {e: gaps(e) for e in sentences}


def test_english_has_other_words_only_for_sentences_of_the_code() -> None:
    words = translation("en")
    assert set(words["sentences"]) < templates()
    assert set(words["advice"]) < said_in_advice()
    both = {**words["sentences"], **words["advice"]}
    assert {english: gaps(told) for english, told in both.items()} == {english: gaps(english) for english in both}


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_chosen_as_unicode_has_it(language: str) -> None:
    rule = Locale(language).plural_form
    tags = [rule(number) for number in range(1000)]
    order: list[str] = [tag for tag in ("one", "few", "many", "other") if tag in tags]
    index = {tag: at for at, tag in enumerate(order)}
    assert [Language(language).plural_form(number) for number in range(1000)] == [index[str(tag)] for tag in tags]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("table", TABLES)
def test_the_words_around_the_clauses_are_the_same_ones(language: str, table: str) -> None:
    english, words = translation("en")[table], translation(language)[table]
    assert set(words) == set(english)
    if table in SPOKEN:
        assert {name: gaps(words[name]) for name in words} == {name: gaps(english[name]) for name in english}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_sentences_name_has_its_forms(language: str) -> None:
    forms = translation(language)["forms"]
    officials = {name for module in ((), thurntaxis.MODULES) for name in _rules(module).officials}
    assert {*officials, *thurntaxis.MODULES, *thurntaxis.EDITIONS} <= set(forms)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reading_has_its_words(language: str) -> None:
    values = {option: {str(value).lower() for value in each} for option, each in options_of(thurntaxis.MODULES).items()}
    assert {option: set(each) for option, each in translation(language)["readings"].items()} == values


def _rules(modules: tuple[str, ...]) -> thurntaxis.RuleSet:
    return thurntaxis.rule_set("testland", modules=modules)
