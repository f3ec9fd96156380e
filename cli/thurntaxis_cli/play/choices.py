"""The choices of the player: the legal events in groups, each with its number."""

import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from thurntaxis import Event, Position
from thurntaxis.officials import helping_in
from thurntaxis_presentation.event_words import closings_by_points, grouped
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.terminal.line_breaking import columns_of, wrapped

ORDER = ("draw", *helping_in("draw"), "play", *helping_in("play"), "end", "carriage", "keep", "return")
"""The order of the groups; others follow them, the longest last."""

MOST_SHOWN = 12
"""How many events of a longer group are listed at first, if there is room."""


class EventGroup(NamedTuple):
    """Legal events of one kind: its name, the number of its first event, and the events."""

    name: str
    first: int
    events: tuple[Event, ...]


def groups(position: Position) -> tuple[EventGroup, ...]:
    """Return the legal events of a decision in groups, numbered from 1; the best ways of closing come first."""
    events = grouped(position.events())
    if "close" in events:
        events["close"] = closings_by_points(position, events["close"])
    names = sorted(events, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
    starts = itertools.accumulate((len(events[name]) for name in names), initial=1)
    return tuple(EventGroup(name, first, tuple(events[name])) for name, first in zip(names, starts, strict=False))


def numbered(some: Iterable[EventGroup]) -> list[Event]:
    """Return all events in the order of their numbers."""
    return [event for group in some for event in group.events]


def in_columns(items: Sequence[str], width: int) -> list[str]:
    """Return items in indented lines, in as many equal columns as fit."""
    wide = max(map(columns_of, items)) + 2
    across = (width - 2) // wide
    if across < 2:
        return [line for item in items for line in wrapped(item, "  ", columns=width).split("\n")]
    rows = [items[at : at + across] for at in range(0, len(items), across)]
    return ["  " + "".join(item + " " * (wide - columns_of(item)) for item in row).rstrip() for row in rows]


def listed(group: EventGroup, width: int, most: int | None, lang: Language) -> tuple[list[str], int]:
    """Return the lines that list a group, at most this many events of it, and how many they leave out."""
    # One or two more events are shown as well: the line that would stand for them is no shorter.
    shown = group.events if most is None or len(group.events) <= most + 2 else group.events[:most]
    items = [f"{number:3} {lang.move(event)}" for number, event in enumerate(shown, group.first)]
    return in_columns(items, width), len(group.events) - len(shown)
