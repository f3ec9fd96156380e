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

    The dictionaries hold what follows from the rest, ready for the rules to look up:

    `neighbours`
    :   the cities to which roads lead, by city.

    `province_of`
    :   the province by city; None for a free city. Its keys are all the cities.

    `city_of`
    :   the city by card. Its keys are all the different cards.

    `horseshoes`
    :   the number of horseshoes by card; empty if cards bear none.

    `cards_of`
    :   the different cards by city, sorted.

    `carriage_points`, `next_carriage`
    :   by carriage, None standing for no carriage at all.

    `region_cities`
    :   the cities in which a region wants houses, by its stack.
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
    cards: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """All cards of the deck, as written, sorted."""
    free_cities: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """The cities that belong to no province, sorted."""
    neighbours: dict[str, frozenset[str]] = field(init=False, compare=False, repr=False)
    province_of: dict[str, str | None] = field(init=False, compare=False, repr=False)
    city_of: dict[str, str] = field(init=False, compare=False, repr=False)
    horseshoes: dict[str, int] = field(init=False, compare=False, repr=False)
    cards_of: dict[str, tuple[str, ...]] = field(init=False, compare=False, repr=False)
    carriage_points: dict[int | None, int] = field(init=False, compare=False, repr=False)
    next_carriage: dict[int | None, int | None] = field(init=False, compare=False, repr=False)
    region_cities: dict[str, frozenset[str]] = field(init=False, compare=False, repr=False)
    _city_by_fold: dict[str, str] = field(init=False, compare=False, repr=False)
    _stack_by_fold: dict[str, Stack] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Compute the tables that the rules look up often."""
        numbers = [None, *(number for number, _ in self.carriages)]
        copies = {city.name: _cards(city, self.copies, numbered=self.cards_are_numbered) for city in self.cities}
        following: dict[str, Any] = {
            "cards": tuple(sorted(card for cards in copies.values() for card in cards)),
            "free_cities": tuple(sorted(city.name for city in self.cities if city.province is None)),
            "neighbours": {
                city.name: frozenset(b if a == city.name else a for a, b in self.roads if city.name in (a, b))
                for city in self.cities
            },
            "province_of": {city.name: city.province for city in self.cities},
            "city_of": {card: city for city, cards in copies.items() for card in cards},
            "horseshoes": {
                card: number
                for city in self.cities
                for card, number in zip(copies[city.name], city.horseshoes, strict=False)
            },
            "cards_of": {city: tuple(sorted(set(cards))) for city, cards in copies.items()},
            "carriage_points": {None: 0, **dict(self.carriages)},
            "next_carriage": dict(zip(numbers, [*numbers[1:], None], strict=True)),
            "region_cities": {
                stack.name: frozenset(city.name for city in self.cities if city.province in stack.provinces)
                for stack in self.stacks
                if stack.kind == "region"
            },
            "_city_by_fold": {fold(city.name): city.name for city in self.cities},
            "_stack_by_fold": {fold(stack.name): stack for stack in self.stacks},
        }
        for name, value in following.items():
            object.__setattr__(self, name, value)

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

    @property
    def has_horseshoes(self) -> bool:
        """Whether the cards have horseshoes, as the module Power and Glory requires."""
        return bool(self.horseshoes)

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


def _cards(city: City, copies: int, *, numbered: bool) -> tuple[str, ...]:
    """Return the cards of a city, one for each copy, in the order of its horseshoes."""
    return tuple(f"{city.name}/{number}" for number in city.horseshoes) if numbered else (city.name,) * copies


# ---- the board of a file


def board_from_data(data: Mapping[str, Any], file: str | None = None) -> Board:
    """Return the board that the data of a board file describe, which must have no faults (see `thurntaxis.boards`).

    Places are brought to the scale of a board that is 600 millimetres wide.
    """
    wide, high = data["size"]
    scale = WIDTH / wide
    horseshoes: Mapping[str, int | list[int]] = data.get("horseshoes", {})
    declared: Mapping[str, str] = data.get("codes", {})

    def cities_of(places: Mapping[str, Any], province: str | None) -> list[City]:
        return [
            City(
                name,
                province,
                round(x * scale),
                round(y * scale),
                _numbers(horseshoes.get(name), data["copies"]),
                declared.get(name, ""),
            )
            for name, (x, y) in places.items()
        ]

    cities = [city for p in data["province"] for city in cities_of(p["cities"], p["name"])]
    roads = {(a, b) if a < b else (b, a) for a, ends in data["roads"].items() for b in ends}
    return Board(
        name=data["name"],
        size=(WIDTH, round(high * scale)),
        provinces=tuple(
            Province(p["name"], p.get("colour", COLOURS[at % len(COLOURS)]), tuple(p["cities"]))
            for at, p in enumerate(data["province"])
        ),
        cities=(*cities, *cities_of(data.get("free-cities", {}), None)),
        roads=tuple(sorted(roads)),
        stacks=tuple(_stack(each) for each in data["stack"]),
        carriages=tuple(sorted((int(number), points) for number, points in data["carriages"].items())),
        copies=data["copies"],
        houses=data["houses"],
        display=data["display"],
        hand_after_closing=data["hand-after-closing"],
        shortest_route=data["shortest-route"],
        file=file,
    )


def _numbers(given: int | list[int] | None, copies: int) -> tuple[int, ...]:
    """Return the horseshoes of each copy; a single number applies to all copies."""
    if given is None:
        return ()
    return (given,) * copies if isinstance(given, int) else tuple(sorted(given))


def _stack(data: Mapping[str, Any]) -> Stack:
    return Stack(
        data["name"],
        data["kind"],
        tuple(data["values"]),
        data.get("length"),
        tuple(data.get("provinces", ())),
        data.get("outside"),
        data.get("city"),
        data.get("code", ""),
    )
