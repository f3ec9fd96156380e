"""A file of the northern board as a person would complete it, gap by gap. All that is filled in here is made up."""

import functools
import re
from collections.abc import Iterator

from thurntaxis.boards import northern_template

UNNAMED = {
    "Preussen": ["Erfunden-Eins", "Erfunden-Zwei", "Erfunden-Drei"],
    "Mecklenburg": ["Erfunden-Vier"],
    "Holland": ["Erfunden-Fünf"],
    "Belgien": ["Erfunden-Sechs", "Erfunden-Sieben"],
    "Hessen": ["Erfunden-Acht"],
}
"""Names for the cities of which not even the names are known."""

ROADS = """
Halle-Berlin Berlin-Hannover Hannover-Hamburg Hamburg-Bremen Bremen-Münster
Berlin-Eins Münster-Cölln Münster-Zwei Cölln-Drei Göttingen-Hannover Göttingen-Kassel Kassel-Acht Acht-Frankfurt
Frankfurt-Würzburg Würzburg-Weimar Weimar-Leipzig Leipzig-Dresden Dresden-Halle Lübeck-Hamburg Lübeck-Vier Vier-Eins
Bremen-Fünf Fünf-Sechs Sechs-Sieben Sieben-Münster
"""
"""The five roads that are known, and others."""

SEEN = {"Halle": 2, "Berlin": 1, "Münster": 1, "Bremen": 1, "Hamburg": 3, "Hannover": 3, "Kassel": 3}


@functools.cache
def completed(*, by_card: bool = False) -> str:
    """Return the template with every gap filled in; horseshoes by card, or by city."""
    text = northern_template().replace('size = "?"', "size = [1200, 800]")
    for province, names in UNNAMED.items():
        begin, heading, rest = text.partition(f'name = "{province}"')
        for name in names:
            rest = re.sub(r'^"\?[^"]*" =', f'"{name}" =', rest, count=1, flags=re.MULTILINE)
        text = begin + heading + rest
    places = iter((100 + 150 * column, 80 + 190 * row) for row in range(4) for column in range(7))
    lines: list[str] = []
    table = ""
    for line in text.splitlines():
        if line.startswith("["):
            lines += _lines_for_the_new(table, by_card=by_card)
            table = line
        lines.append(_filled(line, table, places, by_card=by_card))
    assert "?" not in "\n".join(lines).replace("Every question mark", "")
    return "\n".join(lines) + "\n"


def _filled(line: str, table: str, places: Iterator[tuple[int, int]], *, by_card: bool) -> str:
    name, equals, value = line.partition(" = ")
    city = name.strip('"')
    if not equals or '"?"' not in value:
        return line
    if table.startswith(("[province.cities]", "[free-cities]")):
        return f"{name} = {list(next(places))}"
    if table.startswith("[roads]"):
        return f"{name} = {_neighbours(city)}"
    if table.startswith("[horseshoes]"):
        return f"{name} = {_shoes(city, by_card=by_card)}"
    count = value.count('"?"')
    return f"{name} = {list(range(count, 0, -1))}"


def _lines_for_the_new(table: str, *, by_card: bool) -> list[str]:
    """Return the lines that the cities named above want in a table."""
    new = [name for names in UNNAMED.values() for name in names]
    if table.startswith("[roads]"):
        return [f'"{name}" = {_neighbours(name)}' for name in new]
    if table.startswith("[horseshoes]"):
        return [f'"{name}" = {_shoes(name, by_card=by_card)}' for name in new]
    return []


def _shoes(city: str, *, by_card: bool) -> str:
    return "[1, 2, 3]" if by_card else str(SEEN.get(city, 2))


def _neighbours(city: str) -> str:
    names = {name.removeprefix("Erfunden-"): name for names in UNNAMED.values() for name in names}
    roads = [[names.get(end, end) for end in road.split("-")] for road in ROADS.split()]
    ends = sorted(b if a == city else a for a, b in roads if city in (a, b))
    return "[" + ", ".join(f'"{end}"' for end in ends) + "]"
