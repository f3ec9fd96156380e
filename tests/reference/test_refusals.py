"""Every reason for a refusal: a small position that shows it, the clause, the whole sentence.

The sentences are public interface: people read them at the table, and other programs show them.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

import thurntaxis as tt
from support.base_tables import (
    ALL_BUT_THREE,
    BAVARIAN,
    BEGAN_EMPTY,
    DRAW,
    DRAWN,
    KEEP,
    LONG,
    PLAYED,
    REVEAL,
    REVEAL_BLIND,
    ROUTE,
    SHORT,
    Said,
    carriage,
    keep,
    nobody_can_draw,
    over,
    table,
)
from thurntaxis.clauses import clause_of
from thurntaxis.rules import written_otherwise

NOW_CARRIAGE = ("turn.steps", "This isn't possible now: a carriage has to be taken or declined first.")
NOW_KEEP = ("turn.steps", "This isn't possible now: the cards to keep have to be chosen first.")
DRAWING_OVER = ("turn.steps", "This isn't possible now: the step of drawing is over.")
REFILL = ("draw.refill", "The display has to be refilled first: deal CITY.")
BLIND = ("draw.refill", "The card drawn blind has to be revealed first: deal CITY.")
OVER = ("end.over", "The game is over.")
NOT_REVEALED = ("draw.refill", "No card has to be revealed now.")
ONE_CARD = ("draw.one-card", "A card has been drawn in this turn; a second one needs the postmaster.")
ONE_PLAYED = ("play.one-card", "A card has been played in this turn; a second one needs the carrier.")
FIRST_DRAW = ("draw.duty", "A card has to be drawn first.")
NOT_YET_DRAWN = ("postmaster.second-card", "The postmaster gives a second card; the first one hasn't been drawn yet.")
NOT_YET_PLAYED = (
    "carrier.second-card",
    "The carrier lets a player play a second card; the first one hasn't been played yet.",
)
TOO_LATE = ("administrator.before-drawing", "The administrator can be used only before the first card is drawn.")
NOTHING_PLAYED = ("close.optional", "A route can be closed only after a card has been played.")
TO_PLAY = ("play.duty", "A card has to be played before the turn ends.")
NO_DECISION = (
    "carriage.phase",
    "A carriage can be taken or declined only right after closing a route that is long enough for one.",
)
NO_CHOICE = ("discard.three", "Cards to keep are chosen only after closing a route with more than three cards in hand.")
LONG_ENOUGH = (
    "cartwright.short",
    "The cartwright helps only if the route is one or two cities too short; this one is long enough.",
)
NO_CARD_BLIND = ("draw.from-deck", "The deck and the discards are both empty.")
SAME_ENDS = ("play.one-city", "Both ends of a route of one city are the same: write it with right.")


def used(official: str) -> Said:
    return (
        "official.one-a-turn",
        f"The {official} has already been used in this turn, and only one official may be used in a turn.",
    )


def too_short(cities: int) -> Said:
    return ("close.minimum", f"Only a route of at least 3 cities can be closed; this one has {cities}.")


def unknown(city: str) -> Said:
    return ("play.known-card", f"It isn't known whether {city} is among the unknown cards in hand.")


def crowded(provinces: str) -> Said:
    return (
        "houses.ways",
        f"Place one house in each province, or all in one; these are in several, with more than one in {provinces}.",
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


MUST_FIT = {"carrier-restart": False}
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
        (
            "draw.card-left",
            "No Linz card can be revealed now: all of them are in hands, in routes, on display or discarded.",
        ),
    ),
    refusal(
        "deal Ulm",
        table(route=["Ulm"], discard=["Ulm"], display=("Linz",), hand=["Ulm"], turn={"drawn": 1, "pending": ["hand"]}),
        (
            "draw.card-left",
            "No Ulm card can be revealed now: all of them are in hands, in routes, on display or discarded.",
        ),
    ),
    # the first card
    refusal("draw Linz", PLAYED, DRAWING_OVER),
    refusal("draw Linz", LONG, NOW_CARRIAGE),
    refusal("draw Linz", KEEP, NOW_KEEP),
    refusal("draw Linz", DRAWN, ONE_CARD),
    refusal("draw deck", DRAWN, ONE_CARD),
    refusal("draw Ulm", DRAW, ("draw.from-display", "Ulm is not on display.")),
    refusal("draw Basel", table(display=()), ("draw.from-display", "Basel is not on display.")),
    refusal("draw deck", nobody_can_draw(), NO_CARD_BLIND),
    # the postmaster
    refusal("postmaster Linz", PLAYED, DRAWING_OVER),
    refusal("postmaster deck", KEEP, NOW_KEEP),
    refusal("postmaster Linz", DRAW, NOT_YET_DRAWN),
    refusal("postmaster Linz", table(turn={"drawn": 1, "official": "administrator"}), used("administrator")),
    refusal("postmaster Linz", table(turn={"drawn": 2, "official": "postmaster"}), used("postmaster")),
    refusal("postmaster Ulm", DRAWN, ("draw.from-display", "Ulm is not on display.")),
    refusal("postmaster deck", nobody_can_draw(turn={"drawn": 1}), NO_CARD_BLIND),
    # the administrator
    refusal("administrator", DRAWN, TOO_LATE),
    refusal("administrator", PLAYED, TOO_LATE),
    refusal("administrator", table(turn={"official": "administrator"}), used("administrator")),
    refusal(
        "administrator",
        table(hand=[], turn=BEGAN_EMPTY),
        ("postmaster.compulsory", "The turn began with an empty hand, so only the postmaster can be used."),
    ),
    refusal("administrator", table(display=()), ("administrator.face-up", "The display is empty.")),
    # the card that is played
    refusal("play Ulm right", DRAW, FIRST_DRAW),
    refusal("play Ulm start", LONG, NOW_CARRIAGE),
    refusal(
        "play Ulm start",
        table(hand=["Ulm"], turn={"drawn": 1, **BEGAN_EMPTY}),
        (
            "postmaster.compulsory",
            "The turn began with an empty hand, so a second card has to be drawn with the postmaster first.",
        ),
    ),
    refusal("play Ulm start", PLAYED, ONE_PLAYED),
    refusal("play Basel start", DRAWN, ("play.from-hand", "Anna has no Basel card in hand.")),
    refusal(
        "play Ulm start",
        table(other={"hand": ["Basel", "Linz"]}, turn={"player": 1, "drawn": 1}),
        ("play.from-hand", "Player 2 has no Ulm card in hand."),
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
        ("play.no-repeat", "Ulm is already in the route."),
    ),
    refusal(
        "play Ulm left",
        table(route=["Ulm", "Stuttgart"], turn={"drawn": 1}),
        ("play.no-repeat", "Ulm is already in the route."),
    ),
    refusal(
        "play Ulm right",
        table(route=["Ulm", "Stuttgart", "Nürnberg"], turn={"drawn": 1}),
        ("play.no-repeat", "Ulm is already in the route."),
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
    refusal("carrier Basel start", PLAYED, ("play.from-hand", "Anna has no Basel card in hand.")),
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
        ("play.no-repeat", "Ulm is already in the route."),
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
        ("houses.one-per-city", "A player may have only one house in a city; there would be more in Stuttgart."),
    ),
    refusal(
        "close Stuttgart Stuttgart Stuttgart",
        PLAYED,
        ("houses.one-per-city", "A player may have only one house in a city; there would be more in Stuttgart."),
    ),
    refusal(
        "close Carlsruhe Stuttgart Stuttgart",
        table("play", route=list(ROUTE), houses=["Carlsruhe"]),
        (
            "houses.one-per-city",
            "A player may have only one house in a city; there would be more in Carlsruhe, Stuttgart.",
        ),
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
        ("carriage.next", "The next carriage, number 4, needs a route of at least 4 cities; the closed one has 3."),
    ),
    refusal(
        "carriage",
        carriage(*BAVARIAN, carriage=6),
        ("carriage.next", "The next carriage, number 7, needs a route of at least 7 cities; the closed one has 5."),
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
        ("notation.canonical", "Write this event as: close Carlsruhe Stuttgart."),
    ),
    refusal(
        tt.Event(("keep", "Ulm", "Basel", "Augsburg")),
        KEEP,
        ("notation.canonical", "Write this event as: keep Augsburg Basel Ulm."),
    ),
    refusal(tt.Event(("play", "ulm", "RIGHT")), DRAWN, ("notation.canonical", "Write this event as: play Ulm right.")),
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
