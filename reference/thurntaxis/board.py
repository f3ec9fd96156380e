"""The board as data: cities, provinces, roads, bonus tiles, carriages. The engine knows no city by name."""

import functools
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from thurntaxis.names import UnknownName, fold

BOARDS = ("south", "north")
"""The names of the printed boards."""


@dataclass(frozen=True)
class City:
    """A city, its province, and its place on the printed board in millimetres from the upper left corner."""

    name: str
    province: str
    x: int
    y: int


@dataclass(frozen=True)
class Province:
    """A province, the colour of its cards, and its cities."""

    name: str
    colour: str
    cities: tuple[str, ...]


@dataclass(frozen=True)
class Stack:
    """A stack of bonus tiles of one kind; `values` from the uppermost tile down.

    `length` is set for routes, `provinces` for regions (a province or a pair of provinces), `outside` names the
    province that one reading of the all-provinces tile leaves out.
    """

    name: str
    values: tuple[int, ...]
    length: int | None = None
    provinces: tuple[str, ...] = ()
    outside: str | None = None

    @property
    def kind(self) -> Literal["route", "region", "all-provinces", "game-end"]:
        """What earns a tile of this stack."""
        if self.length is not None:
            return "route"
        if self.provinces:
            return "region"
        return "all-provinces" if self.outside is not None else "game-end"


@dataclass(frozen=True)
class Board:
    """A board and the material that goes with it."""

    name: str
    size: tuple[int, int]
    provinces: tuple[Province, ...]
    cities: tuple[City, ...]
    roads: tuple[tuple[str, str], ...]
    stacks: tuple[Stack, ...]
    carriages: tuple[tuple[int, int], ...]
    copies: int
    houses: int
    display: int
    hand_after_closing: int
    shortest_route: int
    neighbours: dict[str, frozenset[str]] = field(compare=False, repr=False)
    province_of: dict[str, str] = field(compare=False, repr=False)
    carriage_points: dict[int | None, int] = field(compare=False, repr=False)
    next_carriage: dict[int | None, int | None] = field(compare=False, repr=False)
    region_cities: dict[str, frozenset[str]] = field(compare=False, repr=False)
    _by_fold: dict[str, str] = field(compare=False, repr=False)

    @functools.cached_property
    def cards(self) -> tuple[str, ...]:
        """All city cards, sorted."""
        return tuple(sorted(city.name for city in self.cities for _ in range(self.copies)))

    def resolve(self, name: str) -> str:
        """Return the canonical name of the city that `name` means; raise `UnknownName` where there is none."""
        if name in self.province_of:
            return name
        try:
            return self._by_fold[fold(name)]
        except KeyError:
            raise UnknownName("city", name, (city.name for city in self.cities)) from None

    def stack(self, name: str) -> Stack:
        """Return the stack of this name; raise `UnknownName` where there is none."""
        for stack in self.stacks:
            if stack.name == name:
                return stack
        raise UnknownName("stack", name, (stack.name for stack in self.stacks))


def board_from_data(data: dict[str, Any]) -> Board:
    """Return the board that a board file describes."""
    provinces = tuple(Province(p["name"], p["colour"], tuple(p["cities"])) for p in data["province"])
    cities = tuple(
        City(name, province["name"], x, y)
        for province in data["province"]
        for name, (x, y) in province["cities"].items()
    )
    roads = tuple(sorted((a, b) if a < b else (b, a) for a, ends in data["roads"].items() for b in ends))
    stacks = tuple(
        Stack(s["name"], tuple(s["values"]), s.get("length"), tuple(s.get("provinces", ())), s.get("outside"))
        for s in data["stack"]
    )
    carriages = tuple(sorted((int(number), points) for number, points in data["carriages"].items()))
    numbers = [None, *(number for number, _ in carriages)]
    return Board(
        name=data["name"],
        size=(data["size"][0], data["size"][1]),
        provinces=provinces,
        cities=cities,
        roads=roads,
        stacks=stacks,
        carriages=carriages,
        copies=data["copies"],
        houses=data["houses"],
        display=data["display"],
        hand_after_closing=data["hand-after-closing"],
        shortest_route=data["shortest-route"],
        neighbours={c.name: frozenset(b if a == c.name else a for a, b in roads if c.name in (a, b)) for c in cities},
        province_of={city.name: city.province for city in cities},
        carriage_points={None: 0, **dict(carriages)},
        next_carriage=dict(zip(numbers, [*numbers[1:], None], strict=True)),
        region_cities={
            stack.name: frozenset(c.name for c in cities if c.province in stack.provinces)
            for stack in stacks
            if stack.provinces
        },
        _by_fold={fold(city.name): city.name for city in cities},
    )


@functools.cache
def board(name: str) -> Board:
    """Return the printed board of this name.

    Raises:
        UnknownName: there is no such board.
        NotImplementedError: the board is printed, but its data is not known in full.
    """
    if name == "north":
        raise NotImplementedError("the roads and tiles of the northern board are not known in full")
    if name not in BOARDS:
        raise UnknownName("board", name, BOARDS)
    path = Path(__file__).with_name("boards") / f"{name}.toml"
    return board_from_data(tomllib.loads(path.read_text(encoding="utf-8")))
