"""Events as texts: spellings that are accepted, and the messages for texts that aren't events."""

import pytest

import thurntaxis as tt
from support.base_tables import DRAW

BEGINNINGS = "administrator, carriage, carrier, cartwright, close, deal, decline, draw, end, keep, play and postmaster"

CITIES = (
    "Augsburg, Basel, Budweis, Carlsruhe, Freiburg, Ingolstadt, Innsbruck, Kempten, Linz, Lodz, Mannheim, München, "
    "Nürnberg, Passau, Pilsen, Regensburg, Salzburg, Sigmaringen, Stuttgart, Ulm, Würzburg or Zürich"
)
NO_EVENT = [
    ("dance", f'unknown event "dance" (events begin with {BEGINNINGS})'),
    ("  ", f'unknown event "" (events begin with {BEGINNINGS})'),
    ("end\x00", rf'unknown event "end\x00" (events begin with {BEGINNINGS})'),
    ("play Ulm", 'incomplete event "play Ulm" (play Ulm right, play Ulm left or play Ulm start)'),
    (" play ulm up\n", 'incomplete event "play ulm up" (play Ulm right, play Ulm left or play Ulm start)'),
    ("play", 'incomplete event "play" (play CITY right, play CITY left or play CITY start)'),
    (
        "carrier Ulm",
        'incomplete event "carrier Ulm" (carrier Ulm right, carrier Ulm left or carrier Ulm start)',
    ),
    ("postmaster", 'incomplete event "postmaster" (postmaster CITY or postmaster deck)'),
    ("draw Ulm deck", 'incomplete event "draw Ulm deck" (draw Ulm)'),
    ("draw deck deck", 'incomplete event "draw deck deck" (draw deck)'),
    ("deal", 'incomplete event "deal" (deal CITY)'),
    ("end now", 'incomplete event "end now" (end)'),
    ("play Ulmm right", 'unknown city "Ulmm" (did you mean Ulm?)'),
    ("close Ulm Mannheim Frankfurt", f'unknown city "Frankfurt" ({CITIES})'),
    (f"draw Ulm{'m' * 99}", f'unknown city "Ulm{"m" * 34}..." (did you mean Ulm?)'),
]


@pytest.mark.parametrize(("text", "message"), NO_EVENT, ids=lambda text: repr(text)[:20])
def test_text_that_is_no_event_is_told_what_would_be(text: str, message: str) -> None:
    for attempt in (DRAW.parse, DRAW.why_not, DRAW.play, DRAW.traced):
        with pytest.raises(tt.EventError) as raised:
            attempt(text)
        assert str(raised.value) == message


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
