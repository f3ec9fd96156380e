"""Tables of the base game with Anna on turn, written down shortly, one for each phase: shared by the tests."""

from typing import Any

import thurntaxis as tt
from support import tables
from thurntaxis.options import Options

DISPLAY = ("Linz", "Lodz", "Passau", "Pilsen", "Pilsen", "Salzburg")
ROUTE = ("Carlsruhe", "Stuttgart", "Nürnberg")
EVERY = tuple(tt.board("south").cards)
ALL_BUT_THREE = sorted({*EVERY} - {"Budweis", "Nürnberg", "Pilsen"})


def case_of(line: str, names: dict[str, Any]) -> tuple[Any, tt.Position]:
    """Return the event and the position of a line of a golden file, in Python with these names and those from here."""
    event, position = eval(f"({line})", globals() | names)
    return event, position


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
    """Return a table of Anna, who is on turn, and one to three without names, read and checked as from a file.

    Whoever has brought about the end began the game.
    """
    seats = [{"hand": ["Augsburg", "Ulm"], **anna}, {"name": None, "hand": ["Basel"], **(other or {})}]
    return tables.table(
        *(seat for seat in (*seats, third, fourth) if seat),
        phase=phase,
        options=options,
        turn=turn,
        display=list(display),
        discard=list(discard),
        ender=ender,
        start=ender or 0,
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


DRAW = table(route=["Stuttgart"])
DRAWN = table(route=["Stuttgart"], turn={"drawn": 1})
PLAYED = table("play", route=list(ROUTE))
REVEAL = table(route=list(ROUTE), display=DISPLAY[:5], turn={"drawn": 1, "pending": ["display"]})
REVEAL_BLIND = table(route=["Stuttgart"], turn={"drawn": 1, "pending": ["hand"]})
SHORT = carriage(*ROUTE, carriage=3)
LONG = carriage(*ROUTE)
KEEP = keep("Augsburg", "Basel", "Ulm", "Ulm")
BEGAN_EMPTY = {"began_empty": True}
BAVARIAN = ("Nürnberg", "Ingolstadt", "Augsburg", "Ulm", "Stuttgart")


def deck_of(*deck: str, discard: tuple[str, ...] = (), display: tuple[str, ...] = DISPLAY, **keys: Any) -> tt.Position:
    """Return a table with this deck; all other cards are in the hand of the other player."""
    other = {"hand": rest("Ulm", *deck, *discard, *display)}
    return table(hand=["Ulm"], other=other, display=display, discard=discard, **keys)
