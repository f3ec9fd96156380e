"""Every reason for a refusal and every effect: a small position that shows it, the clause, the whole sentence.

The sentences are public interface: people read them at the table, and other programs show them.
"""

import ast
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from thurntaxis.clauses import clause_of
from thurntaxis.editions import Options
from thurntaxis.io.read import position_from_data
from thurntaxis.rules import written_otherwise

Said = tuple[str, str]
"""A clause and what it says."""

DISPLAY = ("Linz", "Lodz", "Passau", "Pilsen", "Pilsen", "Salzburg")
ROUTE = ("Carlsruhe", "Stuttgart", "Nürnberg")
EVERY = tuple(tt.board("south").cards)
ALL_BUT_THREE = sorted({*EVERY} - {"Budweis", "Nürnberg", "Pilsen"})


def rest(*seen: str) -> list[str]:
    """Return all the cards but these."""
    left = list(EVERY)
    for card in seen:
        left.remove(card)
    return left


def table(
    phase: str = "draw",
    *,
    other: dict[str, Any] | None = None,
    third: dict[str, Any] | None = None,
    fourth: dict[str, Any] | None = None,
    display: tuple[str, ...] = DISPLAY,
    discard: tuple[str, ...] | list[str] = (),
    options: Options | None = None,
    ender: int | None = None,
    turn: dict[str, Any] | None = None,
    **anna: Any,
) -> tt.Position:
    """Return a table of Anna, who is on turn, and one to three without names, read and checked as from a file."""
    players = [{"name": "Anna", "hand": ["Augsburg", "Ulm"], **anna}, {"hand": ["Basel"], **(other or {})}]
    began = {
        "play": {"drawn": 1, "played": 1},
        "carriage": {"drawn": 1, "played": 1},
        "keep": {"drawn": 1, "played": 1},
    }
    return position_from_data(
        {
            "thurntaxis": 1,
            "board": "south",
            "rules": {"options": options or {}},
            "players": [*players, *(player for player in (third, fourth) if player)],
            "display": list(display),
            "discard": list(discard),
            "turn": {"phase": phase, **began.get(phase, {}), **(turn or {})},
            "ender": ender,
        }
    )


def over(**anna: Any) -> tt.Position:
    """Return the end of a game that Anna has brought about; the other player has had the last turn."""
    last = {"hand": ["Augsburg", "Ulm"], "route": ["Stuttgart"]}
    return table("over", carriage=7, tiles=["game-end 1"], ender=0, other=last, turn={"player": 1}, **anna)


def carriage(*route: str, **anna: Any) -> tt.Position:
    """Return the moment after Anna has closed a route."""
    turn = {"closed": len(route), **anna.pop("turn", {})}
    return table("carriage", route=list(route), turn=turn, **anna)


def keep(*hand: str) -> tt.Position:
    """Return the choice of the cards that Anna keeps."""
    return table("keep", hand=list(hand), turn={"closed": 3})


def nobody_can_draw(**anna: Any) -> tt.Position:
    """Return a table on which every card is in hand."""
    hand = anna.pop("hand", ["Augsburg", "Ulm"])
    in_route = anna.get("route", [])
    return table(hand=hand, other={"hand": rest(*hand, *in_route)}, display=(), **anna)


NOW_CARRIAGE = ("turn.steps", "This is not the time for it: now the carriage is to be decided.")
NOW_KEEP = ("turn.steps", "This is not the time for it: now the cards to keep are to be chosen.")
DRAWING_OVER = ("turn.steps", "This is not the time for it: the step of drawing is over.")
REFILL = ("draw.refill", "First the display is to be refilled: deal CITY.")
BLIND = ("draw.refill", "First the card drawn blind is to be revealed: deal CITY.")
OVER = ("end.over", "The game is over.")
NOT_REVEALED = ("draw.refill", "No card is to be revealed now.")
ONE_CARD = ("draw.one-card", "A card has been drawn in this turn; a second one needs the postmaster.")
ONE_PLAYED = ("play.one-card", "A card has been played in this turn; a second one needs the carrier.")
FIRST_DRAW = ("draw.duty", "First a card is to be drawn.")
NOT_YET_DRAWN = ("postmaster.second-card", "The postmaster gives a second card, and the first is still to be drawn.")
NOT_YET_PLAYED = ("carrier.second-card", "The carrier plays a second card, and the first is still to be played.")
TOO_LATE = ("administrator.before-drawing", "The administrator comes before the first card is drawn.")
NOTHING_PLAYED = ("close.optional", "A route is closed after a card has been played.")
TO_PLAY = ("play.duty", "A card is to be played before the turn ends.")
NO_DECISION = (
    "carriage.phase",
    "A carriage is taken or declined right after closing a route, if that is long enough for one.",
)
NO_CHOICE = ("discard.three", "Cards to keep are chosen after closing a route with more than three in hand.")
LONG_ENOUGH = (
    "cartwright.short",
    "The cartwright helps a route that is one or two cities short, and this one is long enough.",
)
NO_CARD_BLIND = ("draw.from-deck", "Neither the deck nor the discards hold a card.")
SAME_ENDS = ("play.one-city", "At a route of one city both ends are the same: write it with right.")


def used(official: str) -> Said:
    return ("official.one-a-turn", f"The {official} has been used in this turn, and a turn has only one official.")


def too_short(cities: int) -> Said:
    return ("close.minimum", f"The route has {cities} of the 3 cities that it needs to be closed.")


def unknown(city: str) -> Said:
    return ("play.known-card", f"Whether {city} is among the unknown cards in hand is not known.")


def crowded(provinces: str) -> Said:
    return (
        "houses.ways",
        f"Houses go one to each province, or all to one; these go to several, with more than one to {provinces}.",
    )


@dataclass(frozen=True)
class Refusal:
    """An event that is refused in a position, and everything that objects to it."""

    event: str | tt.Event
    position: tt.Position
    said: tuple[Said, ...]

    @property
    def verb(self) -> str:
        return str(self.event).split()[0]


def refusal(event: str | tt.Event, position: tt.Position, *said: Said) -> Refusal:
    return Refusal(event, position, said)


# ---- positions that several refusals share

DRAW = table(route=["Stuttgart"])
DRAWN = table(route=["Stuttgart"], turn={"drawn": 1})
PLAYED = table("play", route=list(ROUTE))
REVEAL = table(route=list(ROUTE), display=DISPLAY[:5], turn={"drawn": 1, "pending": ["display"]})
REVEAL_BLIND = table(route=["Stuttgart"], turn={"drawn": 1, "pending": ["hand"]})
SHORT = carriage(*ROUTE, carriage=3)
LONG = carriage(*ROUTE)
KEEP = keep("Augsburg", "Basel", "Ulm", "Ulm")
BEGAN_EMPTY = {"began_empty": True}
MUST_FIT = {"carrier-restart": False}
BAVARIAN = ("Nürnberg", "Ingolstadt", "Augsburg", "Ulm", "Stuttgart")
TWO_AND_TWO = ("Würzburg", "Nürnberg", "Pilsen", "Budweis", "Linz")

REFUSALS = [
    # the end of the game: every kind of event
    refusal("deal Ulm", over(), OVER, NOT_REVEALED),
    refusal("draw Linz", over(), OVER),
    refusal("postmaster Linz", over(), OVER),
    refusal("administrator", over(), OVER),
    refusal("play Ulm right", over(), OVER),
    refusal("carrier Ulm right", over(), OVER),
    refusal("close", over(), OVER),
    refusal("end", over(), OVER),
    refusal("carriage", over(), OVER),
    refusal("cartwright", over(), OVER),
    refusal("decline", over(), OVER),
    refusal("keep", over(), OVER),
    # a card that is due to be revealed: every kind of event but the reveal
    refusal("draw Linz", REVEAL, REFILL, ONE_CARD),
    refusal("postmaster Linz", REVEAL, REFILL),
    refusal("administrator", REVEAL, REFILL, TOO_LATE),
    refusal("play Ulm start", REVEAL, REFILL),
    refusal("play Ulm right", REVEAL_BLIND, BLIND),
    refusal("carrier Ulm start", REVEAL, REFILL, NOT_YET_PLAYED),
    refusal("close", REVEAL, REFILL, NOTHING_PLAYED),
    refusal("end", REVEAL, REFILL, TO_PLAY),
    refusal("carriage", REVEAL, REFILL, NO_DECISION),
    refusal("cartwright", REVEAL, REFILL, NO_DECISION),
    refusal("decline", REVEAL, REFILL, NO_DECISION),
    refusal(
        "keep Augsburg Ulm Ulm",
        REVEAL,
        REFILL,
        NO_CHOICE,
        ("play.from-hand", "Not in hand as often as they are to be kept: Ulm."),
    ),
    # reveals
    refusal("deal Ulm", DRAW, NOT_REVEALED),
    refusal(
        "deal Linz",
        table(hand=["Linz", "Linz"], display=("Linz",), turn={"drawn": 1, "pending": ["display"]}),
        ("draw.card-left", "No Linz is left to reveal: every one is in a hand, in a route, on display or discarded."),
    ),
    refusal(
        "deal Ulm",
        table(route=["Ulm"], discard=["Ulm"], display=("Linz",), hand=["Ulm"], turn={"drawn": 1, "pending": ["hand"]}),
        ("draw.card-left", "No Ulm is left to reveal: every one is in a hand, in a route, on display or discarded."),
    ),
    # the first card
    refusal("draw Linz", PLAYED, DRAWING_OVER),
    refusal("draw Linz", LONG, NOW_CARRIAGE),
    refusal("draw Linz", KEEP, NOW_KEEP),
    refusal("draw Linz", DRAWN, ONE_CARD),
    refusal("draw deck", DRAWN, ONE_CARD),
    refusal("draw Ulm", DRAW, ("draw.from-display", "Ulm does not lie in the display.")),
    refusal("draw Basel", table(display=()), ("draw.from-display", "Basel does not lie in the display.")),
    refusal("draw deck", nobody_can_draw(), NO_CARD_BLIND),
    # the postmaster
    refusal("postmaster Linz", PLAYED, DRAWING_OVER),
    refusal("postmaster deck", KEEP, NOW_KEEP),
    refusal("postmaster Linz", DRAW, NOT_YET_DRAWN),
    refusal("postmaster Linz", table(turn={"drawn": 1, "official": "administrator"}), used("administrator")),
    refusal("postmaster Linz", table(turn={"drawn": 2, "official": "postmaster"}), used("postmaster")),
    refusal("postmaster Ulm", DRAWN, ("draw.from-display", "Ulm does not lie in the display.")),
    refusal("postmaster deck", nobody_can_draw(turn={"drawn": 1}), NO_CARD_BLIND),
    # the administrator
    refusal("administrator", DRAWN, TOO_LATE),
    refusal("administrator", PLAYED, TOO_LATE),
    refusal("administrator", table(turn={"official": "administrator"}), used("administrator")),
    refusal(
        "administrator",
        table(hand=[], turn=BEGAN_EMPTY),
        ("postmaster.compulsory", "The turn began with an empty hand, so its official is the postmaster."),
    ),
    refusal("administrator", table(display=()), ("administrator.face-up", "No card lies in the display.")),
    # the card that is played
    refusal("play Ulm right", DRAW, FIRST_DRAW),
    refusal("play Ulm start", LONG, NOW_CARRIAGE),
    refusal(
        "play Ulm start",
        table(hand=["Ulm"], turn={"drawn": 1, **BEGAN_EMPTY}),
        (
            "postmaster.compulsory",
            "The turn began with an empty hand, so first the postmaster gives a second card.",
        ),
    ),
    refusal("play Ulm start", PLAYED, ONE_PLAYED),
    refusal("play Basel start", DRAWN, ("play.from-hand", "Anna has no Basel in hand.")),
    refusal(
        "play Ulm start",
        table(other={"hand": ["Basel", "Linz"]}, turn={"player": 1, "drawn": 1}),
        ("play.from-hand", "Player 1 has no Ulm in hand."),
    ),
    refusal("play Basel start", table(hand=["?", "Ulm"], turn={"drawn": 1}), unknown("Basel")),
    refusal(
        "play Ulm right",
        table(turn={"drawn": 1}),
        ("play.start", "There is no route to extend: Ulm can only start one."),
    ),
    refusal(
        "play Augsburg left",
        table(turn={"drawn": 1}),
        ("play.start", "There is no route to extend: Augsburg can only start one."),
    ),
    refusal("play Ulm left", DRAWN, SAME_ENDS),
    refusal(
        "play Ulm right",
        table(route=["Ulm", "Stuttgart"], turn={"drawn": 1}),
        ("play.no-repeat", "Ulm stands in the route already."),
    ),
    refusal(
        "play Ulm left",
        table(route=["Ulm", "Stuttgart"], turn={"drawn": 1}),
        ("play.no-repeat", "Ulm stands in the route already."),
    ),
    refusal(
        "play Ulm right",
        table(route=["Ulm", "Stuttgart", "Nürnberg"], turn={"drawn": 1}),
        ("play.no-repeat", "Ulm stands in the route already."),
        ("play.adjacent", "No road leads from Ulm to Nürnberg, the city at that end of the route."),
    ),
    refusal(
        "play Ulm left",
        table(route=list(ROUTE), turn={"drawn": 1}),
        ("play.adjacent", "No road leads from Ulm to Carlsruhe, the city at that end of the route."),
    ),
    refusal(
        "play Augsburg right",
        table(route=list(ROUTE), turn={"drawn": 1}),
        ("play.adjacent", "No road leads from Augsburg to Nürnberg, the city at that end of the route."),
    ),
    # the carrier
    refusal("carrier Ulm start", LONG, NOW_CARRIAGE),
    refusal("carrier Ulm right", DRAWN, NOT_YET_PLAYED),
    refusal(
        "carrier Ulm start",
        table("play", route=["Linz"], turn={"drawn": 2, "official": "postmaster"}),
        used("postmaster"),
    ),
    refusal(
        "carrier Ulm start", table("play", route=["Linz"], turn={"played": 2, "official": "carrier"}), used("carrier")
    ),
    refusal("carrier Basel start", PLAYED, ("play.from-hand", "Anna has no Basel in hand.")),
    refusal("carrier Basel start", table("play", hand=["?"], route=["Linz"]), unknown("Basel")),
    refusal(
        "carrier Ulm right",
        PLAYED.with_mover(route=()),
        ("play.start", "There is no route to extend: Ulm can only start one."),
    ),
    refusal("carrier Ulm left", table("play", route=["Stuttgart"]), SAME_ENDS),
    refusal(
        "carrier Ulm right",
        table("play", route=["Ulm", "Stuttgart"]),
        ("play.no-repeat", "Ulm stands in the route already."),
    ),
    refusal(
        "carrier Ulm right",
        PLAYED,
        ("play.adjacent", "No road leads from Ulm to Nürnberg, the city at that end of the route."),
    ),
    refusal(
        "carrier Ulm start",
        table("play", route=["Linz"], options=MUST_FIT),
        ("carrier.fit", "The carrier's card has to extend the route of Anna, not start a new one."),
    ),
    # closing
    refusal("close", LONG, NOW_CARRIAGE),
    refusal("close", table(route=list(ROUTE), turn={"drawn": 1}), NOTHING_PLAYED),
    refusal("close", table("play", route=["Stuttgart", "Ulm"]), too_short(2)),
    refusal("close", DRAW, NOTHING_PLAYED, too_short(1)),
    refusal("close Linz", PLAYED, ("houses.on-route", "Not in the route: Linz.")),
    refusal("close Linz Ulm", PLAYED, ("houses.on-route", "Not in the route: Linz, Ulm.")),
    refusal(
        "close Stuttgart",
        table("play", route=list(ROUTE), houses=["Stuttgart"]),
        ("houses.one-per-city", "A player has at most one house in a city: Stuttgart."),
    ),
    refusal(
        "close Stuttgart Stuttgart Stuttgart",
        PLAYED,
        ("houses.one-per-city", "A player has at most one house in a city: Stuttgart."),
    ),
    refusal(
        "close Carlsruhe Stuttgart Stuttgart",
        table("play", route=list(ROUTE), houses=["Carlsruhe"]),
        ("houses.one-per-city", "A player has at most one house in a city: Carlsruhe, Stuttgart."),
        crowded("Württemberg"),
    ),
    refusal("close Augsburg Ingolstadt Ulm", table("play", route=list(BAVARIAN)), crowded("Baiern")),
    refusal(
        "close Budweis Nürnberg Pilsen Würzburg", table("play", route=list(TWO_AND_TWO)), crowded("Baiern, Böhmen")
    ),
    refusal(
        "close Nürnberg Pilsen",
        table("play", route=["Nürnberg", "Pilsen", "Budweis"], houses=ALL_BUT_THREE),
        ("houses.supply", "Too few houses are left: 1 instead of 2."),
    ),
    refusal(
        "close Nürnberg",
        table(
            "play",
            route=["Nürnberg", "Pilsen", "Budweis"],
            houses=[*ALL_BUT_THREE, "Pilsen"],
            tiles=["game-end 1"],
            ender=0,
        ),
        ("houses.supply", "Too few houses are left: 0 instead of 1."),
    ),
    # ending the turn without closing
    refusal("end", LONG, NOW_CARRIAGE),
    refusal("end", DRAW, TO_PLAY),
    refusal("end", nobody_can_draw(), TO_PLAY),
    refusal("end", table(hand=[], turn=BEGAN_EMPTY), TO_PLAY),
    # the carriage
    refusal("carriage", PLAYED, NO_DECISION),
    refusal("carriage", KEEP, NO_DECISION),
    refusal(
        "carriage",
        SHORT,
        ("carriage.next", "The next carriage, number 4, needs a route of as many cities, and the closed one has 3."),
    ),
    refusal(
        "carriage",
        carriage(*BAVARIAN, carriage=6),
        ("carriage.next", "The next carriage, number 7, needs a route of as many cities, and the closed one has 5."),
    ),
    refusal("cartwright", PLAYED, NO_DECISION),
    refusal("cartwright", LONG, LONG_ENOUGH),
    refusal("cartwright", carriage(*ROUTE, turn={"official": "administrator"}), used("administrator"), LONG_ENOUGH),
    refusal("decline", PLAYED, NO_DECISION),
    refusal(
        "decline",
        LONG.with_rules(tt.rule_set(options={"carriage-declinable": False})),
        ("carriage.decline", "A carriage that has been earned can't be declined."),
    ),
    # the cards that are kept
    refusal("keep Augsburg Ulm", PLAYED, NO_CHOICE),
    refusal("keep Augsburg Ulm", KEEP, ("discard.three", "Exactly 3 cards are kept.")),
    refusal("keep Augsburg Basel Ulm Ulm", KEEP, ("discard.three", "Exactly 3 cards are kept.")),
    refusal(
        "keep Basel Linz Lodz", KEEP, ("play.from-hand", "Not in hand as often as they are to be kept: Linz, Lodz.")
    ),
    refusal("keep Basel Basel Ulm", KEEP, ("play.from-hand", "Not in hand as often as they are to be kept: Basel.")),
    refusal(
        "keep Augsburg Basel Ulm",
        keep("?", "Augsburg", "Basel", "Ulm"),
        ("play.known-card", "The hand holds unknown cards, so it is not known which ones would be discarded."),
    ),
    # events put together by hand, and not as they are written
    refusal(
        tt.Event(("close", "Stuttgart", "Carlsruhe")),
        PLAYED,
        ("notation.canonical", "This event is written: close Carlsruhe Stuttgart."),
    ),
    refusal(
        tt.Event(("keep", "Ulm", "Basel", "Augsburg")),
        KEEP,
        ("notation.canonical", "This event is written: keep Augsburg Basel Ulm."),
    ),
    refusal(
        tt.Event(("play", "ulm", "RIGHT")), DRAWN, ("notation.canonical", "This event is written: play Ulm right.")
    ),
]


@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: f"{case.event}: {case.said[-1][0]}")
def test_refusal_names_its_clauses_in_whole_sentences(case: Refusal) -> None:
    objections = case.position.why_not(case.event)
    assert tuple((objection.clause, objection.sentence) for objection in objections) == case.said
    assert case.event not in case.position.events()
    assert case.event not in list(case.position.events())
    with pytest.raises(tt.IllegalEvent) as raised:
        case.position.play(case.event)
    assert raised.value.objections == objections
    assert str(raised.value) == " ".join(sentence for _, sentence in case.said)


def test_clauses_of_a_refusal_come_once() -> None:
    case = tt.IllegalEvent(tt.Event(("end",)), 2 * DRAW.why_not("end"))
    assert case.clauses == ("play.duty",)


def every_rule_set() -> Iterator[tt.RuleSet]:
    for values in itertools.product(*tt.OPTIONS.values()):
        yield tt.rule_set(options=dict(zip(tt.OPTIONS, values, strict=True)))


def test_every_condition_of_every_action_has_its_refusal() -> None:
    missing: set[str] = set()
    for rules in every_rule_set():
        for verb, action in rules.actions.items():
            cases = [case for case in REFUSALS if case.verb == verb and isinstance(case.event, str)]
            read = [(case.position, case.position.parse(str(case.event))) for case in cases]
            missing |= {
                f"{verb}: {moment.__name__}"
                for moment in action.moments
                if not any(moment(position) for position, _ in read)
            }
            missing |= {
                f"{verb}: {condition.__name__}"
                for condition in action.conditions
                if not any(condition(position, event) for position, event in read)
            }
    assert missing == set()


def test_every_refusing_function_has_its_refusal() -> None:
    objecting = {name for case in REFUSALS for name, _ in case.said}
    refusing = {clause_of(written_otherwise)}
    for rules in every_rule_set():
        for action in rules.actions.values():
            refusing.update(map(clause_of, action.moments))
            refusing.update(map(clause_of, action.conditions))
    assert objecting == refusing


# ---- texts that are no events

BEGINNINGS = "administrator, carriage, carrier, cartwright, close, deal, decline, draw, end, keep, play, postmaster"

CITIES = (
    "Augsburg, Basel, Budweis, Carlsruhe, Freiburg, Ingolstadt, Innsbruck, Kempten, Linz, Lodz, Mannheim, München, "
    "Nürnberg, Passau, Pilsen, Regensburg, Salzburg, Sigmaringen, Stuttgart, Ulm, Würzburg or Zürich"
)
NO_EVENT = [
    ("dance", f'unknown event "dance" (events begin with {BEGINNINGS})'),
    ("  ", f'unknown event "" (events begin with {BEGINNINGS})'),
    ("end\x00", rf'unknown event "end\x00" (events begin with {BEGINNINGS})'),
    ("play Ulm", '"play Ulm" is not written as an event is (play Ulm right, play Ulm left or play Ulm start)'),
    (" play ulm up\n", '"play ulm up" is not written as an event is (play Ulm right, play Ulm left or play Ulm start)'),
    ("play", '"play" is not written as an event is (play CITY right, play CITY left or play CITY start)'),
    (
        "carrier Ulm",
        '"carrier Ulm" is not written as an event is (carrier Ulm right, carrier Ulm left or carrier Ulm start)',
    ),
    ("postmaster", '"postmaster" is not written as an event is (postmaster CITY or postmaster deck)'),
    ("draw Ulm deck", '"draw Ulm deck" is not written as an event is (draw Ulm)'),
    ("draw deck deck", '"draw deck deck" is not written as an event is (draw deck)'),
    ("deal", '"deal" is not written as an event is (deal CITY)'),
    ("end now", '"end now" is not written as an event is (end)'),
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


# ---- effects

NEXT = ("turn.order", "It is the turn of player 1.")
AFTER_CLOSING = (("discard.route", "The cards of the route are discarded."), NEXT)
ENDS_GAME = (
    ("end.trigger", "Anna brings about the end of the game."),
    ("tiles.game-end", "Anna takes the tile game-end 1."),
)
BADEN = ("Freiburg", "Carlsruhe", "Mannheim")
EASTERN = ("Nürnberg", "Pilsen", "Budweis")
ALL_BUT_EASTERN = ["Basel", "Innsbruck", "Linz", "Lodz", "Mannheim", "Sigmaringen", "Ulm"]
"""Houses in every province but those of the eastern route."""


def deck_of(*deck: str, discard: tuple[str, ...] = (), display: tuple[str, ...] = DISPLAY, **keys: Any) -> tt.Position:
    """Return a table with this deck; all other cards are in the hand of the other player."""
    other = {"hand": rest("Ulm", *deck, *discard, *display)}
    return table(hand=["Ulm"], other=other, display=display, discard=discard, **keys)


@dataclass(frozen=True)
class Traced:
    """A legal event, and the trace that its effects leave."""

    event: str
    position: tt.Position
    said: tuple[Said, ...]


def traced(event: str, position: tt.Position, *said: Said) -> Traced:
    return Traced(event, position, said)


def closes(*route: str) -> Said:
    return ("close.steps", f"Anna closes {', '.join(route)}.")


def houses(*cities: str) -> Said:
    return ("houses.ways", f"Houses are placed in {', '.join(cities)}.")


def tile(clause: str, text: str) -> Said:
    return (clause, f"Anna takes the tile {text}.")


def takes_carriage(number: int) -> Said:
    return ("carriage.no-skipping", f"Anna takes carriage {number}.")


EFFECTS = [
    # drawing
    traced("deal Ulm", REVEAL, ("draw.refill", "Ulm is put on display.")),
    traced("deal Basel", REVEAL_BLIND, ("draw.from-deck", "Anna draws Basel.")),
    traced("draw Linz", DRAW, ("draw.from-display", "Anna takes Linz.")),
    traced("draw deck", DRAW),
    traced(
        "postmaster Passau",
        DRAWN,
        ("postmaster.second-card", "The postmaster gives a second card."),
        ("draw.from-display", "Anna takes Passau."),
    ),
    traced("postmaster deck", DRAWN, ("postmaster.second-card", "The postmaster gives a second card.")),
    traced(
        "administrator",
        DRAW,
        (
            "administrator.replace",
            "The administrator has the display replaced: Linz, Lodz, Passau, Pilsen, Pilsen, Salzburg are discarded.",
        ),
    ),
    # the deck that runs out
    traced(
        "deal Basel",
        deck_of("Basel", discard=("Augsburg",), display=DISPLAY[:5], turn={"drawn": 1, "pending": ["display"]}),
        ("draw.refill", "Basel is put on display."),
        ("draw.reshuffle", "The deck is empty: all discards (1) become the deck."),
    ),
    traced(
        "draw deck",
        deck_of(discard=("Augsburg", "Basel"), options={"reshuffle": "when-needed"}),
        ("draw.reshuffle", "The deck is empty: all discards (2) become the deck."),
    ),
    traced(
        "draw Linz",
        deck_of(),
        ("draw.from-display", "Anna takes Linz."),
        ("draw.nothing-left", "No card is left to reveal."),
    ),
    # playing
    traced("play Ulm right", DRAWN, ("play.extend", "Ulm is added to the route.")),
    traced("play Ulm start", table(turn={"drawn": 1}), ("play.start", "A new route starts in Ulm.")),
    traced(
        "play Ulm start",
        table(route=list(ROUTE), turn={"drawn": 1}),
        ("play.abandon", "The route Carlsruhe, Stuttgart, Nürnberg is discarded."),
        ("play.start", "A new route starts in Ulm."),
    ),
    traced(
        "carrier Ulm right",
        table("play", route=["Stuttgart"]),
        ("carrier.second-card", "The carrier plays a second card."),
        ("play.extend", "Ulm is added to the route."),
    ),
    traced(
        "carrier Ulm start",
        table("play", route=["Linz"]),
        ("carrier.second-card", "The carrier plays a second card."),
        ("play.abandon", "The route Linz is discarded."),
        ("play.start", "A new route starts in Ulm."),
    ),
    # the end of a turn, and of the game
    traced("end", PLAYED, NEXT),
    traced(
        "end",
        table("play", tiles=["game-end 1"], ender=0, other={"route": ["Linz"]}, turn={"player": 1}),
        ("end.round", "The round is complete, and the game is over."),
    ),
    # closing
    traced("close", PLAYED, closes(*ROUTE)),
    traced(
        "close Carlsruhe Nürnberg",
        table("play", route=list(ROUTE), carriage=7, tiles=["game-end 1"], ender=0),
        closes(*ROUTE),
        houses("Carlsruhe", "Nürnberg"),
        *AFTER_CLOSING,
    ),
    traced(
        "close",
        table("play", route=list(BAVARIAN), carriage=4, options={"carriage-declinable": False}),
        closes(*BAVARIAN),
        tile("tiles.route-length", "route-5 2"),
        takes_carriage(5),
        *AFTER_CLOSING,
    ),
    traced(
        "close",
        table("play", route=[*BAVARIAN, "Carlsruhe"], tiles=["route-6 3"], other={"tiles": ["route-6 2", "route-6 1"]}),
        closes(*BAVARIAN, "Carlsruhe"),
        tile("tiles.route-shorter", "route-5 2"),
    ),
    traced(
        "close",
        table("play", route=list(BAVARIAN), tiles=["route-5 2"], other={"tiles": ["route-5 1"]}),
        closes(*BAVARIAN),
    ),
    traced(
        "close Freiburg Mannheim",
        table("play", route=list(BADEN), houses=["Carlsruhe"], other={"tiles": ["baden 3"]}),
        closes(*BADEN),
        houses("Freiburg", "Mannheim"),
        tile("tiles.region", "baden 2"),
    ),
    traced(
        "close Freiburg Mannheim",
        table(
            "play",
            route=list(BADEN),
            houses=["Carlsruhe"],
            other={"tiles": ["baden 3"]},
            third={"tiles": ["baden 2"]},
            fourth={"tiles": ["baden 1"]},
        ),
        closes(*BADEN),
        houses("Freiburg", "Mannheim"),
        ("tiles.none-left", "No tile is left in the stack: baden."),
    ),
    traced(
        "close Nürnberg Pilsen",
        table("play", route=list(EASTERN), houses=ALL_BUT_EASTERN),
        closes(*EASTERN),
        houses("Nürnberg", "Pilsen"),
        tile("tiles.all-provinces", "all-provinces 6"),
    ),
    traced(
        "close Pilsen",
        table("play", route=list(EASTERN), houses=ALL_BUT_EASTERN, options={"all-provinces": "outside-baiern"}),
        closes(*EASTERN),
        houses("Pilsen"),
        tile("tiles.outside-baiern", "all-provinces 6"),
    ),
    traced(
        "close Pilsen",
        table(
            "play",
            route=list(EASTERN),
            houses=ALL_BUT_THREE,
            tiles=["baden 3", "schweiz-tyrol 3", "wuerttemberg-hohenzollern 3"],
        ),
        closes(*EASTERN),
        houses("Pilsen"),
        tile("tiles.all-provinces", "all-provinces 6"),
        *ENDS_GAME,
    ),
    traced(
        "close Pilsen",
        table(
            "play",
            route=list(EASTERN),
            houses=ALL_BUT_THREE,
            tiles=["all-provinces 6", "baden 3", "schweiz-tyrol 3", "wuerttemberg-hohenzollern 3"],
            other={"tiles": ["game-end 1"]},
            ender=1,
        ),
        closes(*EASTERN),
        houses("Pilsen"),
    ),
    # the carriage
    traced("carriage", LONG, takes_carriage(3), *AFTER_CLOSING),
    traced(
        "carriage",
        carriage(*BAVARIAN, "Carlsruhe", "Freiburg", carriage=6),
        takes_carriage(7),
        *ENDS_GAME,
        *AFTER_CLOSING,
    ),
    traced("decline", LONG, ("carriage.decline", "Anna takes no carriage."), *AFTER_CLOSING),
    traced("decline", SHORT, ("carriage.decline", "Anna takes no carriage."), *AFTER_CLOSING),
    traced(
        "cartwright",
        SHORT,
        ("cartwright.short", "The cartwright helps, as the route lacks 1 of the cities for the next carriage."),
        takes_carriage(4),
        *AFTER_CLOSING,
    ),
    traced(
        "cartwright",
        carriage(*ROUTE, carriage=4, hand=["Augsburg", "Basel", "Ulm", "Ulm"]),
        ("cartwright.short", "The cartwright helps, as the route lacks 2 of the cities for the next carriage."),
        takes_carriage(5),
        ("discard.route", "The cards of the route are discarded."),
    ),
    # the hand
    traced("keep Augsburg Ulm Ulm", KEEP, ("discard.three", "Anna keeps Augsburg, Ulm, Ulm."), NEXT),
]


@pytest.mark.parametrize("case", EFFECTS, ids=lambda case: f"{case.event}: {case.said[-1][0] if case.said else '-'}")
def test_effects_leave_a_trace_in_whole_sentences(case: Traced) -> None:
    after, effects = case.position.traced(case.event)
    assert tuple((effect.clause, effect.sentence) for effect in effects) == case.said
    assert after == case.position.play(case.event)


def noted_in_code() -> tuple[set[str], set[str]]:
    """Return the clauses that the code notes as effects, and the sentences."""
    clauses: set[str] = set()
    templates: set[str] = set()
    folder = Path(tt.__file__).parent
    for path in (folder / "tiles.py", *sorted((folder / "steps").glob("*.py"))):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            texts = [
                node.value
                for argument in call.args
                for node in ast.walk(argument)
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            ]
            if call.func.id == "note":
                templates.add(texts[-1])
            if call.func.id in ("note", "take_if_left", "_take", "_provinces"):
                clauses.update(text for text in texts if "." in text and " " not in text)
    return clauses, templates


def test_every_effect_that_code_notes_is_shown() -> None:
    clauses, templates = noted_in_code()
    shown = [effect for case in EFFECTS for effect in case.position.traced(case.event)[1]]
    assert len(clauses) > 20
    assert clauses == {effect.clause for effect in shown}
    assert templates == {effect.template for effect in shown}


# ---- permissions

PERMITTED = [
    ("deal Ulm", REVEAL, ("draw.refill",)),
    ("draw Linz", DRAW, ("draw.duty", "draw.from-display")),
    ("draw deck", DRAW, ("draw.duty", "draw.from-deck")),
    ("postmaster Linz", DRAWN, ("postmaster.second-card", "draw.from-display")),
    ("postmaster deck", DRAWN, ("postmaster.second-card", "draw.from-deck")),
    ("administrator", DRAW, ("administrator.replace", "administrator.before-drawing")),
    ("play Ulm right", DRAWN, ("play.duty", "play.extend", "play.adjacent")),
    ("play Ulm start", DRAWN, ("play.duty", "play.abandon", "play.start")),
    ("play Ulm start", table(turn={"drawn": 1}), ("play.duty", "play.start")),
    (
        "carrier Ulm right",
        table("play", route=["Stuttgart"]),
        ("carrier.second-card", "play.extend", "play.adjacent"),
    ),
    (
        "carrier Ulm start",
        table("play", route=["Linz"]),
        ("carrier.second-card", "carrier.restart", "play.abandon", "play.start"),
    ),
    ("close", PLAYED, ("close.optional", "close.minimum", "houses.ways", "houses.optional")),
    ("end", PLAYED, ("close.optional",)),
    ("end", nobody_can_draw(hand=[], turn=BEGAN_EMPTY), ("play.nothing-to-play",)),
    ("carriage", LONG, ("carriage.next", "carriage.no-skipping")),
    ("decline", LONG, ("carriage.decline",)),
    ("decline", SHORT, ("cartwright.short",)),
    ("cartwright", SHORT, ("cartwright.short",)),
    ("keep Augsburg Basel Ulm", KEEP, ("discard.three",)),
]


@pytest.mark.parametrize(("text", "position", "clauses"), PERMITTED, ids=lambda value: str(value)[:30])
def test_legal_event_names_the_clauses_that_allow_it(
    text: str, position: tt.Position, clauses: tuple[str, ...]
) -> None:
    event = position.parse(text)
    assert position.why_not(event) == ()
    assert event in position.events()
    assert position.rules.actions[event.verb].permits(position, event) == clauses


def test_every_kind_of_event_is_shown_to_be_legal() -> None:
    verbs = {text.split()[0] for text, _, _ in PERMITTED}
    assert verbs == set(tt.rule_set().actions)


# ---- what is legal

LEGAL = [
    (
        "a route of one city is extended at its right end",
        table(route=["Stuttgart"], turn={"drawn": 2, "official": "postmaster"}),
        "play Augsburg start; play Ulm right; play Ulm start",
    ),
    (
        "unknown cards are not played",
        table(hand=["?", "Ulm"], turn={"drawn": 2, "official": "postmaster"}),
        "play Ulm start",
    ),
    ("without any card, a turn ends", nobody_can_draw(hand=[], turn=BEGAN_EMPTY), "end"),
    ("without a card to draw, one is played", nobody_can_draw(hand=["Ulm"]), "play Ulm start"),
    (
        "a last card goes to who began empty",
        deck_of(display=("Linz",)).with_mover(hand=()).with_turn(**BEGAN_EMPTY),
        "draw Linz",
    ),
    ("the cartwright or nothing", SHORT, "cartwright; decline"),
    ("the carriage or nothing", LONG, "carriage; decline"),
    ("the carriage", LONG.with_rules(tt.rule_set(options={"carriage-declinable": False})), "carriage"),
    ("every choice of three cards once", KEEP, "keep Augsburg Basel Ulm; keep Augsburg Ulm Ulm; keep Basel Ulm Ulm"),
    ("nothing after the end", over(), ""),
]


@pytest.mark.parametrize(("position", "events"), [case[1:] for case in LEGAL], ids=[case[0] for case in LEGAL])
def test_legal_events_are_these(position: tt.Position, events: str) -> None:
    assert "; ".join(map(str, position.events())) == events
