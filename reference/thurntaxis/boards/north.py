"""What is known of the printed northern board, and where a copy of it contradicts that.

Known are, from the rules of the module Power and Glory and the example printed in them: the free cities, the provinces
with the number of their cities, most of the cities' names, how many tiles each stack holds, what the tiles of free
cities are worth, one card each of seven cities, and five roads. All the rest is for the copy to say.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from thurntaxis.boards.board_format import BoardShape, StackShape
from thurntaxis.boards.gaps import Gap, Location, key_of
from thurntaxis.boards.road_checks import reached_from, roads_listed
from thurntaxis.boards.shipped import shipped_board
from thurntaxis.fault import Fault
from thurntaxis.names import escaped, fold, shown

PROVINCES: dict[str, tuple[int | None, tuple[str, ...]]] = {
    "Preussen": (7, ("Halle", "Berlin", "Münster")),
    "Mecklenburg": (1, ()),
    "Hannover": (2, ("Hannover", "Göttingen")),
    "Holland": (None, ()),
    "Belgien": (None, ()),
    "Thüringen": (1, ("Weimar",)),
    "Sachsen": (2, ("Dresden", "Leipzig")),
    "Hessen": (2, ("Kassel",)),
    "Baiern": (1, ("Würzburg",)),
}
"""The provinces, how many cities each has, and those that are known by name.

One of Holland and Belgien has two cities and the other one; which has which is not known.
"""

SOMEWHERE = ("Cölln",)
"""Cities whose province is not certain."""

FREE_CITIES = ("Frankfurt", "Bremen", "Hamburg", "Lübeck")

SEEN = {"Bremen": 1, "Hamburg": 3, "Halle": 2, "Berlin": 1, "Münster": 1, "Hannover": 3, "Kassel": 3}
"""The horseshoes on one card of each of these cities."""

ROADS = (
    ("Halle", "Berlin"),
    ("Berlin", "Hannover"),
    ("Hannover", "Hamburg"),
    ("Hamburg", "Bremen"),
    ("Bremen", "Münster"),
)
"""The roads of the route that is printed as an example, in its order."""


class KnownStack(NamedTuple):
    """A stack: its kind, how many tiles it has, and what goes with its kind; its values if they are known."""

    kind: str
    tiles: int
    length: int | None = None
    provinces: tuple[str, ...] = ()
    value: int | None = None


STACKS: dict[str, KnownStack] = {
    "route-8": KnownStack("route", 5, length=8),
    "route-7": KnownStack("route", 4, length=7),
    "route-6": KnownStack("route", 3, length=6),
    "route-5": KnownStack("route", 2, length=5),
    "all-provinces": KnownStack("all-provinces", 4),
    "preussen": KnownStack("region", 4, provinces=("Preussen",)),
    "mecklenburg-hannover": KnownStack("region", 3, provinces=("Mecklenburg", "Hannover")),
    "holland-belgien": KnownStack("region", 3, provinces=("Holland", "Belgien")),
    "thueringen-sachsen": KnownStack("region", 3, provinces=("Thüringen", "Sachsen")),
    "hessen-baiern": KnownStack("region", 3, provinces=("Hessen", "Baiern")),
    **{f"free-{city}": KnownStack("free-city", 1, value=1) for city in FREE_CITIES},
    "game-end": KnownStack("game-end", 1),
}
"""The 39 tiles."""


def contradictions(copy: BoardShape, gaps: Sequence[Gap]) -> Iterator[Fault]:
    """Yield where the copy contradicts what is known, ignoring its gaps."""
    yield from _material(copy)
    yield from _provinces(copy, gaps)
    yield from _cities(copy)
    yield from _roads(copy)
    yield from _horseshoes(copy)
    yield from _stacks(copy)


def _material(copy: BoardShape) -> Iterator[Fault]:
    """Everything except map, cards and tiles, such as houses and carriages, is that of the base game."""
    base = shipped_board("south")
    for key, here, there in (
        ("copies", copy.copies, base.copies),
        ("houses", copy.houses, base.houses),
        ("display", copy.display, base.display),
        ("hand-after-closing", copy.hand_after_closing, base.hand_after_closing),
        ("shortest-route", copy.shortest_route, base.shortest_route),
    ):
        if here != there:
            yield Fault(key, f"is {here}", f"{there}, as in the base game")
    if copy.carriages != {str(number): points for number, points in base.carriages}:
        told = ", ".join(f"{number} = {points}" for number, points in base.carriages)
        yield Fault("carriages", "they are not those of the base game", told)


def _provinces(copy: BoardShape, gaps: Sequence[Gap]) -> Iterator[Fault]:
    """There are nine provinces, each with its known number of cities."""
    sizes: dict[str, int] = {}
    for at, province in enumerate(copy.province):
        known = _meant(province.name, PROVINCES)
        if known is None:
            yield Fault(f"province[{at}].name", f"{shown(province.name)} is none of the nine", ", ".join(PROVINCES))
            continue
        sizes[known] = len(province.cities) + _unnamed(gaps, ("province", at, "cities"))
        wanted = PROVINCES[known][0]
        if wanted is not None and sizes[known] != wanted:
            yield Fault(f"province[{at}].cities", f"{known} has {_so_many(sizes[known])}", _so_many(wanted))
    for name in PROVINCES:
        if name not in sizes:
            yield Fault("province", f"{name} is missing", "nine provinces: " + ", ".join(PROVINCES))
    pair = (sizes.get("Holland"), sizes.get("Belgien"))
    if None not in pair and pair not in ((1, 2), (2, 1)):
        wrong = f"cities of Holland: {pair[0]}, of Belgien: {pair[1]}"
        yield Fault("province", wrong, "two in one of them, one in the other")
    free = len(copy.free_cities) + _unnamed(gaps, ("free-cities",))
    if free != len(FREE_CITIES):
        yield Fault("free-cities", f"there are {free}", f"{len(FREE_CITIES)}: {', '.join(FREE_CITIES)}")


def _unnamed(gaps: Sequence[Gap], within: Location) -> int:
    """Return the number of names still to be filled in within a table."""
    return sum(gap.location[:-1] == within and gap.is_name for gap in gaps)


def _so_many(cities: int) -> str:
    return f"{cities} {'city' if cities == 1 else 'cities'}"


def _cities(copy: BoardShape) -> Iterator[Fault]:
    """The cities that are known by name are in their provinces."""
    home = {city: province for province, (_, named) in PROVINCES.items() for city in named}
    lies = {fold(city): (at, each.name) for at, each in enumerate(copy.province) for city in each.cities}
    free = {fold(city) for city in copy.free_cities}
    for city, province in home.items():
        if fold(city) in free:
            yield Fault(key_of(("free-cities", city)), f"{city} is no free city", f"it lies in {province}")
        elif fold(city) not in lies:
            yield Fault("province", f"{city} is missing", f"it lies in {province}")
        elif fold(lies[fold(city)][1]) != fold(province):
            at, other = lies[fold(city)]
            yield Fault(key_of(("province", at, "cities", city)), f"{city} lies in {other}", province)
    for city in FREE_CITIES:
        if fold(city) in lies:
            at, other = lies[fold(city)]
            yield Fault(key_of(("province", at, "cities", city)), f"{city} lies in {other}", "it is a free city")
        elif fold(city) not in free:
            yield Fault("free-cities", f"{city} is missing", "it is a free city")
    for city in SOMEWHERE:
        if fold(city) not in lies:
            yield Fault("province", f"{city} is missing", "a city of some province, most likely Preussen")


def _roads(copy: BoardShape) -> Iterator[Fault]:
    """The roads of the printed example are there, and Preussen lies in two parts."""
    listed = roads_listed(copy)
    finished = {fold(city) for city, ends in copy.roads.items() if None not in ends}
    for one, other in ROADS:
        there = fold(other) in listed.get(fold(one), ()) or fold(one) in listed.get(fold(other), ())
        if not there and {fold(one), fold(other)} <= finished:
            wrong = f"there is no road between {one} and {other}"
            yield Fault(key_of(("roads", one)), wrong, "the route printed as an example takes it")
    preussen = next((each for each in copy.province if fold(each.name) == fold("Preussen")), None)
    if preussen is None or len(preussen.cities) != PROVINCES["Preussen"][0]:
        return
    own = set(map(fold, preussen.cities))
    within = {city: [end for end in listed.get(city, ()) if end in own] for city in sorted(own)}
    if reached_from(next(iter(within)), within) >= own:
        wrong = "roads within Preussen join all its cities"
        yield Fault("roads", wrong, "it lies in two parts, with Hannover and Göttingen between them")


def _horseshoes(copy: BoardShape) -> Iterator[Fault]:
    """The cards include those that are known."""
    if copy.horseshoes is None:
        yield Fault("horseshoes", "is missing", "a line for each city: every card bears one to three")
        return
    for city, number in SEEN.items():
        for name, given in copy.horseshoes.items():
            numbers = given if isinstance(given, list) else [given]
            if fold(name) == fold(city) and None not in numbers and number not in numbers:
                wrong = f"no card of {city} bears {number}"
                yield Fault(key_of(("horseshoes", name)), wrong, "one at least: such a card is printed in the rules")


def _stacks(copy: BoardShape) -> Iterator[Fault]:
    """The stacks have their known numbers of tiles, 39 in all."""
    given = {fold(stack.name): (at, stack) for at, stack in enumerate(copy.stack)}
    for name, known in STACKS.items():
        if fold(name) not in given:
            yield Fault("stack", f"the stack {name} is missing", f"{known.tiles} {_tiles(known.tiles)} of {_total()}")
            continue
        at, stack = given[fold(name)]
        yield from _stack(f"stack[{at}]", name, stack, known)
    for at, stack in enumerate(copy.stack):
        if _meant(stack.name, STACKS) is None:
            yield Fault(f"stack[{at}].name", f"{shown(stack.name)} is no stack of this board", ", ".join(STACKS))


def _stack(key: str, name: str, stack: StackShape, known: KnownStack) -> Iterator[Fault]:
    if stack.kind != known.kind:
        yield Fault(f"{key}.kind", f"the kind of {name} is {stack.kind}", known.kind)
        return
    if len(stack.values) != known.tiles:
        yield Fault(
            f"{key}.values", f"the stack {name} holds {len(stack.values)}", f"{known.tiles} {_tiles(known.tiles)}"
        )
    if stack.length != known.length:
        yield Fault(f"{key}.length", f"for the stack {name} is {stack.length}", str(known.length))
    if sorted(map(fold, stack.provinces)) != sorted(map(fold, known.provinces)):
        wrong = f"for the stack {name}: {escaped(', '.join(stack.provinces)) or 'none'}"
        yield Fault(f"{key}.provinces", wrong, ", ".join(known.provinces))
    if known.value is not None and any(value not in (None, known.value) for value in stack.values):
        yield Fault(f"{key}.values", f"the tile {name} is worth {stack.values[0]}", str(known.value))


def _tiles(number: int) -> str:
    return "tile" if number == 1 else "tiles"


def _total() -> int:
    return sum(known.tiles for known in STACKS.values())


def _meant(name: str, known: Iterable[str]) -> str | None:
    """Return which of the known names is meant, spellings apart."""
    return next((each for each in known if fold(each) == fold(name)), None)
