"""Every effect of an event: a small position that shows it, the clause, the whole sentence.

The sentences are public interface: people read them at the table, and other programs show them.
"""

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest

import thurntaxis as tt
from support.base_tables import (
    ALL_BUT_THREE,
    BAVARIAN,
    DISPLAY,
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
    deck_of,
    table,
)
from thurntaxis.clauses import sentence

NEXT = ("turn.order", "It is player 2's turn.")
AFTER_CLOSING = (("discard.route", "The cards of the route are discarded."), NEXT)
ENDS_GAME = (
    ("end.trigger", "Anna triggers the end of the game."),
    ("tiles.game-end", "Anna takes the tile game-end 1."),
)
BADEN = ("Freiburg", "Carlsruhe", "Mannheim")
EASTERN = ("Nürnberg", "Pilsen", "Budweis")
ALL_BUT_EASTERN = ["Basel", "Innsbruck", "Linz", "Lodz", "Mannheim", "Sigmaringen", "Ulm"]
"""Houses in every province but those of the eastern route."""


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
        "draw Linz",
        table(route=["Stuttgart"], display=DISPLAY[:3], options={"display-refill": "to-six"}),
        ("draw.from-display", "Anna takes Linz."),
        ("draw.to-six", "The display is refilled to 6 cards."),
    ),
    traced(
        "draw deck",
        table(route=["Stuttgart"], display=DISPLAY[:3], options={"display-refill": "to-six"}),
        ("draw.to-six", "The display is refilled to 6 cards."),
    ),
    traced(
        "draw Linz",
        table(route=["Stuttgart"], options={"display-refill": "to-six"}),
        ("draw.from-display", "Anna takes Linz."),
    ),
    traced(
        "administrator",
        DRAW,
        (
            "administrator.replace",
            "The administrator replaces the display; discarded: Linz, Lodz, Passau, Pilsen, Pilsen, Salzburg.",
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
    traced(
        "play Ulm left", table(route=list(ROUTE[1:]), turn={"drawn": 1}), ("play.extend", "Ulm is added to the route.")
    ),
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
        ("carrier.second-card", "The carrier lets the player play a second card."),
        ("play.extend", "Ulm is added to the route."),
    ),
    traced(
        "carrier Ulm start",
        table("play", route=["Linz"]),
        ("carrier.second-card", "The carrier lets the player play a second card."),
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


def test_numbers_below_zero_have_a_minus_and_names_keep_their_hyphens() -> None:
    facts = {"number": -12, "name": "Karl-Heinz", "names": ("a-b", "c")}
    assert sentence("{name} has {number}: {names}.", facts) == "Karl-Heinz has −12: a-b, c."
