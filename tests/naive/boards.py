"""Boards for the naive rules: the southern one written out here a second time, any other read from its file."""

import functools
import tomllib
from pathlib import Path
from typing import NamedTuple

from support.paths import ROOT


class Board(NamedTuple):
    """What is printed on a board, and the material that goes with it."""

    provinces: dict[str, list[str]]
    """The cities of each province."""
    free: list[str]
    """The free cities, which lie in no province."""
    roads: list[tuple[str, str]]
    """Pairs of cities, each road at least once."""
    tiles: dict[str, list[int]]
    """The values of the tiles of each stack, the top one first."""
    lengths: dict[str, int]
    """How many cities a route needs for a tile of a stack."""
    regions: dict[str, list[str]]
    """Which provinces have to be filled for a tile of a stack."""
    free_tiles: dict[str, str]
    """The stack on which the tile of a free city lies."""
    outside: str | None
    """The province that one reading of the all-provinces tile leaves out."""
    cards: list[str]
    """All cards of the game, as they are written, sorted."""
    horseshoes: dict[str, int]
    """How many horseshoes a card shows."""
    carriages: dict[int, int]
    """What each carriage is worth."""
    houses: int
    """The houses of each player."""
    display: int
    """The spaces for face-up cards."""
    kept: int
    """How many cards are kept when a route is closed."""
    shortest: int
    """How many cities a route needs to be closed."""

    @property
    def cities(self) -> list[str]:
        """All cities, sorted."""
        return sorted([*self.free, *(city for cities in self.provinces.values() for city in cities)])


SOUTHERN_PROVINCES: dict[str, list[str]] = {
    "Baden": ["Mannheim", "Carlsruhe", "Freiburg"],
    "Württemberg": ["Stuttgart", "Ulm"],
    "Hohenzollern": ["Sigmaringen"],
    "Schweiz": ["Basel", "Zürich"],
    "Tyrol": ["Innsbruck"],
    "Baiern": ["Würzburg", "Nürnberg", "Regensburg", "Ingolstadt", "Augsburg", "München", "Passau", "Kempten"],
    "Salzburg": ["Salzburg", "Linz"],
    "Böhmen": ["Pilsen", "Budweis"],
    "Polen": ["Lodz"],
}

# Each road is written once, under the end that comes first in the alphabet.
SOUTHERN_ROADS: dict[str, list[str]] = {
    "Augsburg": ["Ingolstadt", "Innsbruck", "Kempten", "München", "Ulm"],
    "Basel": ["Freiburg", "Zürich"],
    "Budweis": ["Linz", "Pilsen"],
    "Carlsruhe": ["Freiburg", "Mannheim", "Stuttgart"],
    "Freiburg": ["Sigmaringen", "Zürich"],
    "Ingolstadt": ["München", "Nürnberg", "Regensburg", "Stuttgart", "Ulm"],
    "Innsbruck": ["Kempten", "München", "Salzburg"],
    "Kempten": ["Sigmaringen", "Ulm", "Zürich"],
    "Linz": ["Passau", "Salzburg"],
    "Lodz": ["Pilsen"],
    "Mannheim": ["Stuttgart", "Würzburg"],
    "München": ["Passau", "Regensburg", "Salzburg"],
    "Nürnberg": ["Pilsen", "Regensburg", "Stuttgart", "Würzburg"],
    "Passau": ["Regensburg", "Salzburg"],
    "Pilsen": ["Regensburg"],
    "Sigmaringen": ["Stuttgart", "Ulm", "Zürich"],
    "Stuttgart": ["Ulm", "Würzburg"],
}

SOUTH = Board(
    provinces=SOUTHERN_PROVINCES,
    free=[],
    roads=[(one, other) for one, others in SOUTHERN_ROADS.items() for other in others],
    tiles={
        "route-5": [2, 1],
        "route-6": [3, 2, 1],
        "route-7": [4, 3, 2, 1],
        "all-provinces": [6, 5, 4, 3],
        "baiern": [5, 4, 3, 2],
        "baden": [3, 2, 1],
        "wuerttemberg-hohenzollern": [3, 2, 1],
        "schweiz-tyrol": [3, 2, 1],
        "boehmen-salzburg": [4, 3, 2],
        "game-end": [1],
    },
    lengths={"route-5": 5, "route-6": 6, "route-7": 7},
    # Polen belongs to none of them.
    regions={
        "baiern": ["Baiern"],
        "baden": ["Baden"],
        "wuerttemberg-hohenzollern": ["Württemberg", "Hohenzollern"],
        "schweiz-tyrol": ["Schweiz", "Tyrol"],
        "boehmen-salzburg": ["Böhmen", "Salzburg"],
    },
    free_tiles={},
    outside="Baiern",
    cards=sorted([city for cities in SOUTHERN_PROVINCES.values() for city in cities] * 3),
    horseshoes={},
    carriages={3: 2, 4: 3, 5: 5, 6: 7, 7: 10},
    houses=20,
    display=6,
    kept=3,
    shortest=3,
)

FILES = ROOT / "reference" / "thurntaxis" / "boards"


@functools.cache
def board(name: str) -> Board:
    """The board of a position: by its name, or by the path of its file. Raises ValueError where there is none."""
    if name == "south":
        return SOUTH
    path = Path(name) if name.endswith(".toml") else FILES / f"{name}.toml"
    if not path.exists():
        raise ValueError(f"no such board: {name}")
    return read(path)


def read(path: Path) -> Board:
    """A board as its file describes it. Which kind a stack is can be seen by what it asks for."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    provinces = {province["name"]: list(province["cities"]) for province in data["province"]}
    free = list(data.get("free-cities", {}))
    cities = [*free, *(city for members in provinces.values() for city in members)]
    numbers = {city: shown_on(data["copies"], number) for city, number in data.get("horseshoes", {}).items()}
    # Where the copies of any city differ, every card is written with its number.
    by_card = any(len(set(shown)) > 1 for shown in numbers.values())
    cards: list[str] = []
    horseshoes: dict[str, int] = {}
    for city in cities:
        for copy in range(data["copies"]):
            card = f"{city}/{numbers[city][copy]}" if by_card else city
            cards.append(card)
            if numbers:
                horseshoes[card] = numbers[city][copy]
    stacks = data["stack"]
    return Board(
        provinces=provinces,
        free=free,
        roads=[(one, other) for one, others in data["roads"].items() for other in others],
        tiles={stack["name"]: stack["values"] for stack in stacks},
        lengths={stack["name"]: stack["length"] for stack in stacks if "length" in stack},
        regions={stack["name"]: stack["provinces"] for stack in stacks if "provinces" in stack},
        free_tiles={stack["city"]: stack["name"] for stack in stacks if "city" in stack},
        outside=next((stack["outside"] for stack in stacks if "outside" in stack), None),
        cards=sorted(cards),
        horseshoes=horseshoes,
        carriages={int(number): points for number, points in data["carriages"].items()},
        houses=data["houses"],
        display=data["display"],
        kept=data["hand-after-closing"],
        shortest=data["shortest-route"],
    )


def shown_on(copies: int, number: int | list[int]) -> list[int]:
    """The horseshoes on each copy of a city's card: written one by one, or once for all of them."""
    return number if isinstance(number, list) else [number] * copies
