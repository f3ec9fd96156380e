"""What the player may choose: the legal events in groups, each with its number."""

import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from thurntaxis import Event, Position
from thurntaxis_presentation.terminal.output import columns_of

ORDER = (
    *("draw", "postmaster", "administrator", "play", "carrier", "end", "carriage", "keep"),
    *("return", "honor", "close"),
)
"""The groups in the order in which they are listed; the longest comes last."""

GROUP_OF = {"cartwright": "carriage", "decline": "carriage"}
"""The groups of events whose group is not named by their verb."""

MOST_SHOWN = 12
"""Of a longer group, so many are listed at first."""


class Group(NamedTuple):
    """Legal events of one kind: its name, the number of its first event, and the events."""

    name: str
    first: int
    events: tuple[Event, ...]


def groups(position: Position) -> tuple[Group, ...]:
    """Return the legal events of a decision in groups, numbered from 1; ways of closing go from the best down."""
    found: dict[str, list[Event]] = {}
    for event in position.events():
        found.setdefault(GROUP_OF.get(event.verb, event.verb), []).append(event)
    if "close" in found:
        found["close"] = _best_first(position, found["close"])
    names = sorted(found, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
    starts = itertools.accumulate((len(found[name]) for name in names), initial=1)
    return tuple(Group(name, first, tuple(found[name])) for name, first in zip(names, starts, strict=False))


def _best_first(position: Position, closings: list[Event]) -> list[Event]:
    """Return the ways of closing in the order of their placements, or as they are where the solver has none."""
    from thurntaxis_solver.limits import NotCovered
    from thurntaxis_solver.routes.placements import placements

    try:
        found = placements(position)
    except NotCovered:
        return closings
    rank = {placement.houses: at for at, placement in enumerate((*found.best, *found.others))}
    return sorted(closings, key=lambda event: rank.get(event.cities, len(rank)))


def numbered(some: Iterable[Group]) -> list[Event]:
    """Return all events in the order of their numbers."""
    return [event for group in some for event in group.events]


def in_columns(items: Sequence[str], width: int, indent: str = "  ") -> list[str]:
    """Return items in lines of as many equal columns as there is room for, going along the lines."""
    wide = max(map(columns_of, items)) + 2
    across = max(1, (width - len(indent)) // wide)
    rows = [items[at : at + across] for at in range(0, len(items), across)]
    return [indent + "".join(item + " " * (wide - columns_of(item)) for item in row).rstrip() for row in rows]


def listed(group: Group, width: int, *, whole: bool) -> tuple[list[str], int]:
    """Return the lines that list a group, and how many of its events they leave out."""
    # One or two more than are shown at first are shown, too: a line that says so would be no shorter.
    shown = group.events if whole or len(group.events) <= MOST_SHOWN + 2 else group.events[:MOST_SHOWN]
    items = [f"{number:3} {event}" for number, event in enumerate(shown, group.first)]
    return in_columns(items, width), len(group.events) - len(shown)
