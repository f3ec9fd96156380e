"""The board as data: cities, provinces, roads, cards, bonus tiles, carriages. The engine knows no city by name.

A board is described by a TOML file such as `boards/south.toml`; `thurntaxis.boards` reads and checks those of others.
"""

import functools
import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from thurntaxis.codes import codes
from thurntaxis.names import UnknownName, fold
from thurntaxis.values import frozen

StackKind = Literal["route", "region", "free-city", "all-provinces", "game-end"]
"""How a tile of a stack is earned."""

WIDTH = 600
"""The width to which places are scaled, in millimetres."""

COLOURS = (
    "#9b6fb0",
    "#a9cf7a",
    "#4f8a4b",
    "#8fc9e3",
    "#4a7fc1",
    "#b9b9b4",
    "#d0605a",
    "#e2a04a",
    "#6f6f74",
    "#c9a27e",
    "#5fa8a0",
    "#d58fb0",
)
"""The colours of provinces for which the file gives none, in the order of the provinces."""


@dataclass(frozen=True)
class City:
    """A city, its province, and its place on the printed board in millimetres from the upper left corner.

    A free city has no province. `horseshoes` are the numbers on its cards, one for each copy, in ascending order;
    there are none on a board whose cards bear no horseshoes. `code` is the one that the board declares, if any.
    """

    name: str
    province: str | None
    x: int
    y: int
    horseshoes: tuple[int, ...] = ()
    code: str = ""


@dataclass(frozen=True)
class Province:
    """A province, the colour of its cards, and its cities.

    Whether it has one part or two follows from the roads; no rule depends on it.
    """

    name: str
    colour: str
    cities: tuple[str, ...]


@dataclass(frozen=True)
class Stack:
    """A stack of bonus tiles of one kind; `values` from the uppermost tile down.

    `length` is set for routes, `provinces` for regions (a province or a pair of provinces), `city` for the tiles of
    free cities. `outside` names the province that one reading of the all-provinces tile leaves out, if there is one.
    `code` is the one that the board declares, if any.
    """

    name: str
    kind: StackKind
    values: tuple[int, ...]
    length: int | None = None
    provinces: tuple[str, ...] = ()
    outside: str | None = None
    city: str | None = None
    code: str = ""


@dataclass(frozen=True)
class Board:
    """A board and the material that goes with it.

    Cities are not cards: on a board whose horseshoes differ between the copies of a city, the copies are cards of
    different names, `CITY/N` with N horseshoes. On every other board, a card has the name of its city.
    """

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
    file: str | None = None
    """The file that describes the board, as positions name it; none for boards that come with the program."""
    text: str | None = field(default=None, repr=False)
    """The text of that file, where positions on the board bring it along."""

    # What follows from the rest, computed on first use and then ready for the rules to look up:

    @functools.cached_property
    def cards(self) -> tuple[str, ...]:
        """All cards of the deck, as written, sorted."""
        return tuple(sorted(card for city in self.cities for card in self._copies(city)))

    @functools.cached_property
    def free_cities(self) -> tuple[str, ...]:
        """The cities that belong to no province, sorted."""
        return tuple(sorted(city.name for city in self.cities if city.province is None))

    @functools.cached_property
    def neighbours(self) -> dict[str, frozenset[str]]:
        """The cities to which roads lead, by city."""
        return {
            city.name: frozenset(b if a == city.name else a for a, b in self.roads if city.name in (a, b))
            for city in self.cities
        }

    @functools.cached_property
    def province_of(self) -> dict[str, str | None]:
        """The province by city; None for a free city. Its keys are all the cities."""
        return {city.name: city.province for city in self.cities}

    @functools.cached_property
    def city_of(self) -> dict[str, str]:
        """The city by card. Its keys are all the different cards."""
        return {card: city.name for city in self.cities for card in self._copies(city)}

    @functools.cached_property
    def horseshoes(self) -> dict[str, int]:
        """The number of horseshoes by card; empty if cards bear none."""
        return {
            card: number
            for city in self.cities
            for card, number in zip(self._copies(city), city.horseshoes, strict=False)
        }

    @functools.cached_property
    def cards_of(self) -> dict[str, tuple[str, ...]]:
        """The different cards by city, sorted."""
        return {city.name: tuple(sorted(set(self._copies(city)))) for city in self.cities}

    @functools.cached_property
    def carriage_points(self) -> dict[int | None, int]:
        """The points by carriage, None standing for no carriage at all."""
        return {None: 0, **dict(self.carriages)}

    @functools.cached_property
    def next_carriage(self) -> dict[int | None, int | None]:
        """The next carriage by carriage, None standing for none."""
        numbers = [number for number, _ in self.carriages]
        return dict(zip([None, *numbers], [*numbers, None], strict=True))

    @functools.cached_property
    def region_cities(self) -> dict[str, frozenset[str]]:
        """The cities in which a region wants houses, by its stack."""
        return {
            stack.name: frozenset(city.name for city in self.cities if city.province in stack.provinces)
            for stack in self.stacks
            if stack.kind == "region"
        }

    @functools.cached_property
    def _city_by_fold(self) -> dict[str, str]:
        return {fold(city.name): city.name for city in self.cities}

    @functools.cached_property
    def _stack_by_fold(self) -> dict[str, Stack]:
        return {fold(stack.name): stack for stack in self.stacks}

    @functools.cached_property
    def cards_are_numbered(self) -> bool:
        """Whether cards are written `CITY/N`, because the copies of some city have different numbers of horseshoes."""
        return any(len(set(city.horseshoes)) > 1 for city in self.cities)

    @functools.cached_property
    def city_codes(self) -> dict[str, str]:
        """The two letters that stand for each city in the line notation."""
        return codes({city.name: city.code for city in self.cities})

    @functools.cached_property
    def stack_codes(self) -> dict[str, str]:
        """The letter and the letter or digit that stand for each stack in the line notation."""
        declared = {stack.name: stack.code for stack in self.stacks}
        return codes(declared, string.ascii_lowercase + string.digits)

    def _copies(self, city: City) -> tuple[str, ...]:
        """Return the cards of a city, one for each copy, in the order of its horseshoes."""
        if self.cards_are_numbered:
            return tuple(f"{city.name}/{number}" for number in city.horseshoes)
        return (city.name,) * self.copies

    def resolve(self, name: str) -> str:
        """Return the canonical name of the city that `name` means; raise `UnknownName` if there is none."""
        if name in self.province_of:
            return name
        try:
            return self._city_by_fold[fold(name)]
        except KeyError:
            raise UnknownName("city", name, sorted(self.province_of)) from None

    def resolve_card(self, name: str) -> str:
        """Return the canonical name of the card that `name` means; raise `UnknownName` if there is none.

        If cards are numbered, a city is enough if all its copies have the same number.
        """
        if name in self.city_of:
            return name
        if not self.cards_are_numbered:
            return self.resolve(name)
        city, slash, number = name.strip().partition("/")
        cards = self.cards_of[self.resolve(city)]
        if slash:
            cards = tuple(card for card in cards if card.endswith(f"/{number.strip()}"))
        if len(cards) == 1:
            return cards[0]
        raise UnknownName("card", name, self.cards_of[self.resolve(city)])

    def stack(self, name: str) -> Stack:
        """Return the stack that `name` means; raise `UnknownName` if there is none."""
        try:
            return self._stack_by_fold[fold(name)]
        except KeyError:
            raise UnknownName("stack", name, (stack.name for stack in self.stacks)) from None


# ---- the board of a file


def board_from_data(data: Mapping[str, Any], file: str | None = None) -> Board:
    """Return the board that the data of a board file describe, which must have no faults (see `thurntaxis.boards`).

    Places are brought to the scale of a board that is 600 millimetres wide.
    """
    wide, high = data["size"]
    scale = WIDTH / wide
    declared: Mapping[str, str] = data.get("codes", {})
    horseshoes: Mapping[str, tuple[int, ...]] = {
        city: tuple(sorted(number)) if isinstance(number, list) else (number,) * data["copies"]
        for city, number in data.get("horseshoes", {}).items()
    }

    def cities_of(places: Mapping[str, Any], province: str | None) -> list[City]:
        return [
            City(name, province, round(x * scale), round(y * scale), horseshoes.get(name, ()), declared.get(name, ""))
            for name, (x, y) in places.items()
        ]

    cities = [city for p in data["province"] for city in cities_of(p["cities"], p["name"])]
    roads = {(min(a, b), max(a, b)) for a, ends in data["roads"].items() for b in ends}
    return Board(
        name=data["name"],
        size=(WIDTH, round(high * scale)),
        provinces=tuple(
            Province(p["name"], p.get("colour", COLOURS[at % len(COLOURS)]), tuple(p["cities"]))
            for at, p in enumerate(data["province"])
        ),
        cities=(*cities, *cities_of(data.get("free-cities", {}), None)),
        roads=tuple(sorted(roads)),
        stacks=tuple(Stack(**frozen(stack)) for stack in data["stack"]),
        carriages=tuple(sorted((int(number), points) for number, points in data["carriages"].items())),
        copies=data["copies"],
        houses=data["houses"],
        display=data["display"],
        hand_after_closing=data["hand-after-closing"],
        shortest_route=data["shortest-route"],
        file=file,
    )
