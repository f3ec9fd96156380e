"""Gaps: the places of a board file that are still to be filled in."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from thurntaxis.io.decoding import Location
from thurntaxis.message import Message
from thurntaxis.names import shown

MARK = "?"
"""Stands for anything unknown: a value, an entry of a list, or the beginning of a name."""

NOT_FILLED_IN = Message("not filled in yet")


class Gap(NamedTuple):
    """A line of the file that is still to be filled in: its key, and what is wanted there."""

    location: Location
    wanted: Message

    @property
    def key(self) -> str:
        """The key as a person writes it."""
        return key_of(self.location)


def key_of(location: Location) -> str:
    """Return a location as one text: `stack[3].values`."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{_plain(part)}" for part in location)
    return "".join(parts).removeprefix(".")


def _plain(part: str) -> str:
    return part if len(part) <= 40 and part.replace("-", "").replace("_", "").isalnum() else shown(part)


def without_gaps(data: Any) -> tuple[Any, tuple[Gap, ...]]:
    """Return the data with None for whatever is marked, and the gaps in the order of the file.

    An entry whose name is marked is left out. Marks in one list are one gap.
    """
    found: list[tuple[Location, list[Any]]] = []
    known = _without(data, (), found)
    return known, tuple(Gap(location, _wanted(location, entries, data)) for location, entries in found)


def _without(value: Any, location: Location, found: list[tuple[Location, list[Any]]]) -> Any:
    """Return a value without gaps, and add their places to `found`, with the list that contains them."""
    if isinstance(value, dict):
        return dict(_entries(value, location, found))
    if isinstance(value, list):
        if MARK in value:
            found.append((location, value))
        return [None if e == MARK else _without(e, (*location, at), found) for at, e in enumerate(value)]
    if value == MARK:
        found.append((location, []))
        return None
    return value


def _entries(
    entries: dict[str, Any], location: Location, found: list[tuple[Location, list[Any]]]
) -> Iterator[tuple[str, Any]]:
    for name, value in entries.items():
        if name.startswith(MARK):
            found.append(((*location, name), []))
        else:
            yield name, _without(value, (*location, name), found)


def _wanted(location: Location, entries: list[Any], data: Any) -> Message:
    """Return what is wanted at a location, in whose list the entries stand."""
    match location:
        case ("size",):
            return Message("the width and the height of the board, such as [600, 420]")
        case ("province", int(at), "cities", str(name)) if name.startswith(MARK):
            return Message("the name of a city of {province}, and its place", province=_name(data, "province", at))
        case ("province", int(), "cities", _) | ("free-cities", _):
            return Message("its place, from the left and from the top, such as [310, 120]")
        case ("roads", _):
            return Message("all cities to which roads lead from it")
        case ("horseshoes", _):
            return Message("its number, or all three where they differ, such as [1, 2, 2]")
        case ("stack", int(at), "values"):
            count = entries.count(MARK)
            name = _name(data, "stack", at)
            if count == 1:
                return Message("the value for {stack}", stack=name)
            return Message("{number} values for {stack}, top tile first", number=count, stack=name)
        case _:
            return Message("what the board shows")


def _name(data: Any, table: str, at: int) -> str:
    """Return the name of an entry in a list of tables."""
    entry = data[table][at]
    return str(entry.get("name", f"{table} {at}"))[:40]
