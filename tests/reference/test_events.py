"""Events: their words, their order, and the view of those that are legal."""

import pytest

import thurntaxis as tt
from thurntaxis.notation import opening_words


def test_event_is_its_words_and_its_line() -> None:
    event = tt.Event(("close", "Basel", "Zürich"))
    assert str(event) == "close Basel Zürich"
    assert repr(event) == "Event('close Basel Zürich')"
    assert event.verb == "close"
    assert event.cities == ("Basel", "Zürich")
    assert hash(event) == hash(tt.Event(("close", "Basel", "Zürich")))


def test_events_are_a_view_of_what_is_legal() -> None:
    position = tt.new(seed=1)
    events = position.events()
    assert len(events) == 5
    assert events[0] == next(iter(events))
    assert events[-2:] == list(events)[-2:]
    assert list(reversed(events)) == list(events)[::-1]
    assert events.index(events[3]) == 3
    assert repr(events) == ("<5 events: draw Budweis; draw Ingolstadt; draw München; draw Sigmaringen; draw deck>")


@pytest.mark.parametrize(
    ("event", "legal"),
    [
        ("draw deck", True),
        ("draw MUENCHEN", True),
        (tt.Event(("draw", "deck")), True),
        ("draw Ulm", False),
        (tt.Event(("end",)), False),
        (tt.Event(("draw", "MUENCHEN")), False),
        (("draw", "deck"), False),
        ("no event", False),
        (7, False),
        (None, False),
    ],
)
def test_legal_event_is_in_the_view_as_event_or_as_text(event: object, legal: bool) -> None:
    assert (event in tt.new(seed=1).events()) == legal


@pytest.mark.parametrize(
    ("form", "words"),
    [("end", "end"), ("honor draw CARD|deck", "honor draw"), ("restart left|right", "restart"), ("CARD", "")],
)
def test_an_event_begins_with_the_words_before_those_that_vary(form: str, words: str) -> None:
    assert opening_words(form) == words
