"""Where a copy of the northern board contradicts what is known of the printed one.

What is known is in the template of the board, where the rest is marked as a gap, and in the constants below. It is from
the rules of the module Power and Glory, and from the example printed in them. Whatever is known has to be in the copy.
"""

import functools
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

from thurntaxis.boards.gaps import MARK, key_of
from thurntaxis.boards.road_checks import ways_from
from thurntaxis.boards.shipped import northern_template
from thurntaxis.fault import Fault
from thurntaxis.io.decoding import Location
from thurntaxis.message import Hint, Message
from thurntaxis.names import fold

SEEN = {"Bremen": 1, "Hamburg": 3, "Halle": 2, "Berlin": 1, "Münster": 1, "Hannover": 3, "Kassel": 3}
"""The horseshoes on one card of each of these cities."""

UNCERTAIN = "Cölln"
"""The city whose province in the template is only the likeliest."""

PAIR = ("Holland", "Belgien")
"""Two provinces of which one has two cities and the other one; which has which is not known."""

WHOLE = frozenset({"carriages", "province", "cities", "free-cities", "stack", "provinces", "values"})
"""The tables and lists of which the template has all entries, named or marked."""

LINES = frozenset({"roads", "horseshoes"})
"""The tables with a line for each city; whether any is missing is checked on every board."""


class NamedEntry(NamedTuple):
    """An entry of a table or list: its name, where it is, and what it holds, a gap if that is nothing but the name."""

    name: str
    location: Location
    value: Any


def contradictions(data: Any) -> Iterator[Fault]:
    """Yield where the data of a copy contradict what is known, ignoring its gaps."""
    provinces = _by_province(data)
    yield from _differences(data, _known(), ())
    yield from _pair(provinces)
    if fold(UNCERTAIN) not in (fold(city) for cities in provinces.values() for city in cities):
        yield Fault("province", "{name} is missing", "in some province, most likely Preußen", UNCERTAIN)
    yield from _two_parts(set(map(fold, provinces.get("preussen", ()))), data["roads"])


@functools.cache
def _known() -> dict[str, Any]:
    """Return the data of the template with what is certain; the rest is marked."""
    data = tomllib.loads(northern_template())
    for province in data["province"]:
        if province["name"] in PAIR:
            province["cities"] = MARK
        elif UNCERTAIN in province["cities"]:
            province["cities"][f"{MARK} {UNCERTAIN}"] = province["cities"].pop(UNCERTAIN)
    return {**data, "name": MARK, "horseshoes": {city: [number] for city, number in SEEN.items()}}


def _differences(copied: Any, known: Any, location: Location) -> Iterator[Fault]:
    """Yield where a value of the copy is another one than is known, or lacks an entry that is known."""
    if MARK in (copied, known):
        return
    key = key_of(location)
    if not isinstance(known, (dict, list)):
        if fold(str(copied)) != fold(str(known)):
            yield Fault(key, "is {value}", Message("{value}, as in the rules", known), copied)
        return
    here = {fold(entry.name): entry for entry in _entries(copied, location)}
    is_unfinished = isinstance(copied, list) and MARK in copied
    for entry in _entries(known, location):
        if same := here.get(fold(entry.name)):
            yield from _differences(same.value, entry.value, same.location)
        elif not (entry.name.startswith(MARK) or is_unfinished or LINES.intersection(location[-1:])):
            yield Fault(key, "{name} is missing", Hint("the rules name it"), entry.name)
    if WHOLE.intersection(location[-1:]) and len(copied) != len(known):
        yield Fault(key, "holds {number}", Message("{value}, as in the rules", len(known)), len(copied))


def _entries(value: Any, location: Location) -> Iterator[NamedEntry]:
    """Yield the entries of a table, of a list of tables or names, or of a single number that stands for a list."""
    if isinstance(value, dict):
        for name, entry in value.items():
            yield NamedEntry(name, (*location, name), entry)
        return
    for at, entry in enumerate(value if isinstance(value, list) else [value]):
        is_table = isinstance(entry, dict)
        yield NamedEntry(entry["name"], (*location, at), entry) if is_table else NamedEntry(str(entry), location, MARK)


def _by_province(data: Any) -> dict[str, Any]:
    """Return the tables of cities by the folded names of their provinces."""
    return {fold(province["name"]): province["cities"] for province in data["province"]}


def _pair(provinces: dict[str, Any]) -> Iterator[Fault]:
    """Two provinces have three cities in all."""
    sizes = [len(provinces[fold(name)]) for name in PAIR if fold(name) in provinces]
    if len(sizes) == len(PAIR) and sorted(sizes) != [1, 2]:
        wrong = Message("Holland has {one:# city|# cities}, Belgien {other}", *sizes)
        yield Fault("province", wrong, "two cities in one of them and one in the other")


def _two_parts(own: set[str], roads: dict[str, Any]) -> Iterator[Fault]:
    """Preußen lies in two parts: not all of its cities, given by folded names, are joined by roads within it."""
    within = {city: set[str]() for city in sorted(own)}
    for city, ends in roads.items():
        if fold(city) in own:
            within[fold(city)] = own.intersection(map(fold, ends))
    if len(own) == len(_by_province(_known())["preussen"]) and ways_from(next(iter(within)), within).keys() >= own:
        parts = Hint("Preußen lies in two parts, with Hannover and Göttingen between them")
        yield Fault("roads", "roads within Preußen connect all its cities", parts)
