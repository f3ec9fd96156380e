"""Messages of faults: every template in the source has its words in every language."""

import re

import pytest

import thurntaxis as tt
from support import language_rules
from support.missing_messages import missing, templates
from thurntaxis.fault import Fault
from thurntaxis.message import Alternatives, Hint, Message, verbatim
from thurntaxis_presentation.errors import ErrorLine, error_line, fault_in_words, fault_with_key, has_words, in_words
from thurntaxis_presentation.event_words import event_in_words
from thurntaxis_presentation.language import ENGLISH, Language, Notation
from thurntaxis_presentation.sentences import reason_in_words
from thurntaxis_rulebook.corpus.languages import LANGUAGES, entry
from thurntaxis_solver.advice import AdviceReason

OTHERS = LANGUAGES[1:]

EVENT = ("'{event}'", "{event}")
"""An event in the quotes of a shell, and without them."""

LEFT_OUT = {"reason"}
"""Gaps that a translation may leave out: what another program says in English."""


def gaps(template: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", template))


def test_the_source_has_its_templates() -> None:
    found = templates()
    assert len(found) > 600
    assert {"missing", 'unknown city "{text}"', "the program closed its output", "the disk is full"} <= found.keys()


@pytest.mark.parametrize("lang", OTHERS)
def test_every_message_has_its_words_and_no_words_are_for_one_that_is_gone(lang: str) -> None:
    assert missing(lang) == {}
    assert entry(lang, "faults").keys() <= templates().keys()


@pytest.mark.parametrize("lang", OTHERS)
def test_words_have_the_gaps_of_their_message_and_the_forms_and_signs_of_their_language(lang: str) -> None:
    forms = language_rules.plural_count(lang)
    wrong: list[object] = []
    for template, words in entry(lang, "faults").items():
        if not gaps(template) - LEFT_OUT <= gaps(words) <= gaps(template):
            wrong.append(words)
        for plural in re.findall(r"\{\w+:[^{}]*#[^{}]*\}|\{\w+:[^{}]*\|[^{}]*\}", words):
            if plural.count("|") + 1 != forms:
                wrong.append(words)
        written = re.sub(r"\{\w+:([^{}]*)\}", r"\1", words).replace("#", "7").replace(*EVENT)
        wrong += language_rules.faults(written, lang)
    assert wrong == []


ROAD = Fault(
    "players[0].route[1]",
    Message("no road leads from {a} to {b}", a="Ulm", b="Basel"),
    Hint("roads from {a} lead to {near}", a="Ulm", near=("Augsburg", "Kempten")),
)


@pytest.mark.parametrize("lang", OTHERS)
def test_a_fault_is_told_in_every_language_with_its_facts(lang: str) -> None:
    told = fault_in_words(ROAD, Language(lang))
    assert "road" not in told
    assert all(name in told for name in ("Ulm", "Basel", "Augsburg", "Kempten"))
    assert Language(lang).typography("and").strip() in told


def test_english_messages_are_the_texts_themselves() -> None:
    assert fault_in_words(ROAD, ENGLISH) == f"{ROAD.wrong}; {ROAD.right}"
    assert fault_with_key(ROAD, ENGLISH) == str(ROAD)
    assert fault_with_key(Fault("", *ROAD[1:]), ENGLISH) == f"{ROAD.wrong}; {ROAD.right}"


def test_messages_in_messages_and_in_rows_are_translated() -> None:
    why = Message("can't be read: {reason}", reason=Message("the disk is full"))
    assert in_words(why, Language("de")) == "nicht lesbar: der Datenträger ist voll"
    row = Message("{names}", names=Alternatives((Message("true or false"), "x", 3)))
    assert in_words(row, Language("de")) == "true oder false, x oder 3"


def test_numbers_take_the_plural_forms_of_the_language() -> None:
    cities = [Message("the route has only {number:# city|# cities}", number=number) for number in (1, 2)]
    assert [str(each) for each in cities] == ["the route has only 1 city", "the route has only 2 cities"]
    assert [in_words(each, Language("de")) for each in cities] == [
        "die Route hat nur 1 Stadt",
        "die Route hat nur 2 Städte",
    ]


def test_values_are_the_same_in_every_language() -> None:
    values = Message("{numbers}", numbers=Alternatives((True, -1, 10**5000)))
    assert str(values) == "true, -1 or 10^5000"
    assert in_words(values, Language("de")) == "true, −1 oder 10^5000"
    assert in_words(verbatim('pip install "x"'), Language("fr")) == 'pip install "x"'


def test_a_message_without_words_stays_english() -> None:
    assert in_words(Message("never said of {city:# city|# cities}", city=2), Language("de")) == "never said of 2 cities"
    assert [has_words(text) for text in ("{names}", "{a:# card|# cards}", "{a}: {b}", "7 {x}")] == [
        False,
        True,
        True,
        False,
    ]


def test_an_error_line_keeps_its_place_in_every_language() -> None:
    error = ErrorLine("a.json", "turn.drawn", Message("is {value}", value=9), Message("at most {most}", most=2))
    assert error_line(error, Language("de")) == "taxis: a.json: turn.drawn: erwartet: höchstens 2; gefunden: 9"
    assert error_line(error, ENGLISH) == str(error) == "taxis: a.json: turn.drawn: expected at most 2, found 9"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_event_in_a_reason_is_in_words_and_quotation_marks(language: str) -> None:
    board, lang, event = tt.rule_set().board, Language(language), tt.Event(("play", "Ulm", "left"))
    reason = AdviceReason.of("Compared with {event}, in {count} games of each:", kind="compared", event=event, count=2)
    assert lang.quoted(event_in_words(event, lang)) in reason_in_words(reason, lang, board)
    assert lang.quoted(str(event)) in reason_in_words(reason, Notation(language), board)
