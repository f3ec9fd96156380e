"""Facts that are computed from the boards: roads and ways, provinces, tiles, carriages.

Of the northern board, only what its template knows is told; its roads are not known.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from thurntaxis.boards import board, northern_template
from thurntaxis.boards.gaps import MARK
from thurntaxis.boards.road_checks import ways_from
from thurntaxis.steps.carriage import CARTWRIGHT_HELPS
from thurntaxis_rulebook.corpus.toml_files import contents

FOLDER = Path(__file__).parent.parent / "questions"

NEEDS: Mapping[str, tuple[str, int]] = {
    "road": ("city", 2),
    "roads": ("city", 1),
    "province": ("city", 1),
    "count": ("province", 1),
    "tile": ("province", 1),
    "elsewhere": ("elsewhere", 1),
}
"""What kind of names, and how many, a question has to have for a fact; other facts need a figure."""

FIGURES: Mapping[str, range] = {"carriage": range(3, 8), "length": range(5, 8)}
"""The figures of the facts about carriages and about tiles for the length of a route."""

Sentence = tuple[str, Mapping[str, Any]]
"""A sentence of a fact: its name in the table `facts` of a language's file, and what fills its gaps."""


class Fact(NamedTuple):
    """A fact: its sentences, and the clauses that it belongs to."""

    sentences: tuple[Sentence, ...]
    clauses: tuple[str, ...]


def place_names() -> dict[str, dict[str, list[str]]]:
    """Return the tables of `names.toml`: what people call cities, provinces, other places, modules, and other games."""
    return contents(FOLDER / "names.toml")


def named_for(kind: str, names: Iterable[tuple[str, str]]) -> list[str]:
    """Return the names in a question, each with its kind, that a fact is about, sorted; none if it lacks some.

    A city may be a province, too (Salzburg).
    """
    wanted, count = NEEDS[kind]
    provinces = place_names()["provinces"]
    about = list(
        dict.fromkeys(name for each, name in names if each == wanted or (wanted == "province" and name in provinces))
    )[:count]
    return sorted(about) if len(about) == count else []


@cache
def facts() -> Mapping[str, Fact]:
    """Return all facts by id but those about places on no board."""
    return dict([*_of_roads(), *_of_cities(), *_of_provinces(), *_of_figures()])


def fact(name: str) -> Fact:
    """Return a fact by its id."""
    kind, _, place = name.partition(":")
    return Fact((_sentence("elsewhere", city=place),), ()) if kind == "elsewhere" else facts()[name]


def _sentence(name: str, **gaps: Any) -> Sentence:
    return name, gaps


def _north() -> dict[str, tuple[str, ...]]:
    """Return the cities of the northern provinces that are known; those of no province are free cities."""
    data = tomllib.loads(northern_template())
    provinces = {each["name"]: tuple(each["cities"]) for each in data["province"]} | {"": tuple(data["free-cities"])}
    return {name: tuple(city for city in cities if MARK not in city) for name, cities in provinces.items()}


def _of_roads() -> Iterator[tuple[str, Fact]]:
    here, clauses = board("south"), ("play.adjacent",)
    ways = {city.name: ways_from(city.name, here.neighbours) for city in here.cities}
    everywhere = sorted({*ways, *(city for cities in _north().values() for city in cities)})
    for one, other in combinations(everywhere, 2):
        if one not in ways or other not in ways:
            sentence = _sentence("road-unknown", one=one, other=other)
        elif other in here.neighbours[one]:
            sentence = _sentence("road", one=one, other=other)
        else:
            way = ways[one][other]
            sentence = _sentence("no-road", one=one, other=other, way=" – ".join(way), count=len(way))
        yield f"road:{one}-{other}", Fact((sentence,), clauses)
    for city in everywhere:
        sentence = _sentence("road-unknown", one=city, other=city)
        if city in ways:
            sentence = _sentence("roads", city=city, cities=tuple(sorted(here.neighbours[city])))
        yield f"roads:{city}", Fact((sentence,), clauses)


def _of_cities() -> Iterator[tuple[str, Fact]]:
    here, north = board("south"), _north()
    for city in here.cities:
        province = here.province_of[city.name]
        tile = next((stack for stack in here.stacks if province in stack.provinces), None)
        own = _sentence("province", city=city.name, province=province)
        worth = _sentence("province-only", city=city.name)
        if tile is not None:
            worth = _sentence("province-tile", tile=" + ".join(tile.provinces))
        yield f"province:{city.name}", Fact((own, worth), ("houses.provinces", "tiles.region"))
    for province, cities in north.items():
        for name in sorted(set(cities) - here.province_of.keys()):
            sentence = _sentence("province-north" if province else "free-city", city=name, province=province)
            yield f"province:{name}", Fact((sentence,), ("north.regions",))


def _of_provinces() -> Iterator[tuple[str, Fact]]:
    here = board("south")
    for name, cities in ((province.name, province.cities) for province in here.provinces):
        tile = next((stack for stack in here.stacks if name in stack.provinces), None)
        count = _sentence("count", province=name, count=len(cities), cities=cities)
        worth = _sentence("no-tile", province=name)
        if tile is not None:
            needed = tuple(city.name for city in here.cities if here.province_of[city.name] in tile.provinces)
            worth = _sentence("tile", tile=" + ".join(tile.provinces), cities=needed, values=tile.values)
        yield f"count:{name}", Fact((count, worth), ("tiles.region", "houses.provinces"))
        yield f"tile:{name}", Fact((worth,), ("setup.tile-values", "tiles.region"))
    for province, cities in _north().items():
        if province and province not in here.province_of.values():
            sentence = _sentence("count-north", province=province, cities=cities)
            if not cities:
                sentence = _sentence("count-unknown", province=province)
            yield f"count:{province}", Fact((sentence,), ("north.regions",))
            yield f"tile:{province}", Fact((_sentence("tile-north", province=province),), ("north.tile-values",))


def _of_figures() -> Iterator[tuple[str, Fact]]:
    here = board("south")
    for number in FIGURES["carriage"]:
        points, least = here.carriage_points[number], max(here.shortest_route, number - CARTWRIGHT_HELPS)
        worth = _sentence("carriage", number=number, points=points)
        name = "carriage-route" if least < number else "carriage-route-alone"
        needed = _sentence(name, before=number - 1, number=number, least=least)
        about = ("score.carriage-points", "carriage.next", "cartwright.short")
        yield f"carriage:{number}", Fact((worth, needed), about)
    for length in FIGURES["length"]:
        values = next(stack.values for stack in here.stacks if stack.length == length)
        sentence = _sentence("length", length=length, values=values)
        yield f"length:{length}", Fact((sentence,), ("setup.tile-values", "tiles.route-length"))
