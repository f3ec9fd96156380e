"""A file of the northern board as a person would complete it, gap by gap. All that is filled in here is made up."""

import functools
import tomllib

import tomli_w

from thurntaxis.boards import northern_template

UNNAMED = {
    "Preußen": ["Erfunden-Eins", "Erfunden-Zwei", "Erfunden-Drei"],
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
    data = tomllib.loads(northern_template())
    data["size"] = [1200, 800]
    places = iter([100 + 150 * column, 80 + 190 * row] for row in range(4) for column in range(7))
    for province in data["province"]:
        names = iter(UNNAMED.get(province["name"], ()))
        province["cities"] = {
            next(names) if city.startswith("?") else city: next(places) for city in province["cities"]
        }
    data["free-cities"] = {city: next(places) for city in data["free-cities"]}
    cities = [*data["roads"], *(name for names in UNNAMED.values() for name in names)]
    data["roads"] = {city: _neighbours(city) for city in cities}
    data["horseshoes"] = {city: [1, 2, 3] if by_card else SEEN.get(city, 2) for city in cities}
    for stack in data["stack"]:
        if "?" in stack["values"]:
            stack["values"] = list(range(len(stack["values"]), 0, -1))
    return tomli_w.dumps(data)


def _neighbours(city: str) -> list[str]:
    names = {name.removeprefix("Erfunden-"): name for names in UNNAMED.values() for name in names}
    roads = [[names.get(end, end) for end in road.split("-")] for road in ROADS.split()]
    return sorted(b if a == city else a for a, b in roads if city in (a, b))
