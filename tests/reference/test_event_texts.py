"""Events as texts: spellings that are accepted, and the messages for texts that aren't events."""

import ast
from pathlib import Path

import pytest

import thurntaxis as tt
from support.base_tables import DRAW
from support.golden import check


def refused(case: str) -> str:
    """Return the message for a text that is no event, the same for whatever reads it."""
    told: set[str] = set()
    for attempt in (DRAW.parse, DRAW.why_not, DRAW.play, DRAW.traced):
        with pytest.raises(tt.EventError) as raised:
            attempt(ast.literal_eval(case))
        told.add(str(raised.value))
    (message,) = told
    return message


def test_text_that_is_no_event_is_told_what_would_be() -> None:
    check(Path(__file__).parent / "faults" / "events.txt", refused)


@pytest.mark.parametrize("event", [(), ("dance",), ("draw",), ("draw", "deck", "deck"), ("play", "Paris", "right")])
def test_event_put_together_wrongly_is_no_event(event: tuple[str, ...]) -> None:
    for attempt in (DRAW.why_not, DRAW.play, DRAW.traced):
        with pytest.raises(tt.EventError):
            attempt(tt.Event(event))


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("PLAY nuernberg RIGHT", "play Nürnberg right"),
        ("draw  Deck", "draw deck"),
        ("close zurich basel BASEL", "close Basel Basel Zürich"),
        ("Keep ulm Lódź augsburg", "keep Augsburg Lodz Ulm"),
        ("Administrator", "administrator"),
    ],
)
def test_text_of_an_event_is_read_forgivingly(text: str, event: str) -> None:
    assert str(DRAW.parse(text)) == event
