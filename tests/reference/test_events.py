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


def test_events_order_like_their_lines() -> None:
    position = tt.new(seed=5).play("draw deck")
    assert [str(event) for event in position.events()] == sorted(str(event) for event in position.events())


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
        (None, False),
    ],
)
def test_legal_event_is_in_the_view_as_event_or_as_text(event: object, legal: bool) -> None:
    assert (event in tt.new(seed=1).events()) == legal


def test_card_is_added_at_either_end() -> None:
    position = (
        tt.new(seed=1).with_mover(hand=("Ulm",), route=("Stuttgart", "Mannheim")).with_turn(drawn=1, began_empty=False)
    )
    assert position.play("play Ulm left").mover.route == ("Ulm", "Stuttgart", "Mannheim")
    position = position.with_mover(route=("Mannheim", "Stuttgart"))
    assert position.play("play Ulm right").mover.route == ("Mannheim", "Stuttgart", "Ulm")


def test_text_that_is_no_event_is_not_among_the_events() -> None:
    events = tt.new(2, seed=7).events()
    assert "no event" not in list(map(str, events))
    assert not events.__contains__("no event")
    assert not events.__contains__(7)


@pytest.mark.parametrize(
    ("form", "words"),
    [("end", "end"), ("honor draw CARD|deck", "honor draw"), ("restart left|right", "restart"), ("CARD", "")],
)
def test_an_event_begins_with_the_words_before_those_that_vary(form: str, words: str) -> None:
    assert opening_words(form) == words
