"""What is known of the printed northern board, and where a copy of it contradicts that.

The rules of the module Power and Glory, and the example printed in them, give the free cities, the provinces with the
number of their cities, most of the cities' names, how many tiles each stack has, what the tiles of free cities are
worth, one card each of seven cities, and five roads. Everything else comes from the copy.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from thurntaxis.boards.board_format import BoardShape, StackShape
from thurntaxis.boards.gaps import Gap, Location, key_of
from thurntaxis.boards.road_checks import reached_from, roads_listed
from thurntaxis.boards.shipped import shipped_board
from thurntaxis.fault import Fault
from thurntaxis.message import Alternatives, Message, clipped, verbatim
from thurntaxis.names import fold

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
"""Cities whose province is uncertain."""

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
            yield Fault(key, "is {value}", "{number}, as in the base game", here, there)
    if copy.carriages != {str(number): points for number, points in base.carriages}:
        told = tuple(f"{number} = {points}" for number, points in base.carriages)
        yield Fault("carriages", "these aren't the carriages of the base game", "{carriages}", told)


def _provinces(copy: BoardShape, gaps: Sequence[Gap]) -> Iterator[Fault]:
    """There are nine provinces, each with its known number of cities."""
    sizes: dict[str, int] = {}
    for at, province in enumerate(copy.province):
        known = _meant(province.name, PROVINCES)
        if known is None:
            yield Fault(
                f"province[{at}].name",
                Message('"{name}" is none of the nine provinces', clipped(province.name)),
                Message("{names}", Alternatives(PROVINCES)),
            )
            continue
        sizes[known] = len(province.cities) + _unnamed(gaps, ("province", at, "cities"))
        wanted = PROVINCES[known][0]
        if wanted is not None and sizes[known] != wanted:
            yield Fault(
                f"province[{at}].cities",
                Message("{name} has {cities:# city|# cities}", known, sizes[known]),
                Message("{number:# city|# cities}", wanted),
            )
    for name in PROVINCES:
        if name not in sizes:
            yield Fault("province", "{name} is missing", "nine provinces: {provinces}", name, tuple(PROVINCES))
    pair = (sizes.get("Holland"), sizes.get("Belgien"))
    if None not in pair and pair not in ((1, 2), (2, 1)):
        yield Fault(
            "province",
            Message("Holland has {one:# city|# cities}, Belgien {other}", pair[0], pair[1]),
            "two cities in one of them and one in the other",
        )
    free = len(copy.free_cities) + _unnamed(gaps, ("free-cities",))
    if free != len(FREE_CITIES):
        yield Fault(
            "free-cities",
            Message("there are {number:# free city|# free cities}", free),
            "{number}: {names}",
            len(FREE_CITIES),
            tuple(FREE_CITIES),
        )


def _unnamed(gaps: Sequence[Gap], within: Location) -> int:
    """Return the number of names still to be filled in within a table."""
    return sum(gap.location[:-1] == within and gap.is_name for gap in gaps)


def _cities(copy: BoardShape) -> Iterator[Fault]:
    """The cities that are known by name are in their provinces."""
    home = {city: province for province, (_, named) in PROVINCES.items() for city in named}
    lies = {fold(city): (at, each.name) for at, each in enumerate(copy.province) for city in each.cities}
    free = {fold(city) for city in copy.free_cities}
    for city, province in home.items():
        if fold(city) in free:
            yield Fault(
                key_of(("free-cities", city)), "{city} isn't a free city", "{city} lies in {province}", city, province
            )
        elif fold(city) not in lies:
            yield Fault("province", "{name} is missing", "{city} lies in {province}", city, city, province)
        elif fold(lies[fold(city)][1]) != fold(province):
            at, other = lies[fold(city)]
            yield Fault(
                key_of(("province", at, "cities", city)),
                Message("{city} is in {province}", city, other),
                "{city} lies in {province}",
                city,
                province,
            )
    for city in FREE_CITIES:
        if fold(city) in lies:
            at, other = lies[fold(city)]
            yield Fault(
                key_of(("province", at, "cities", city)),
                Message("{city} is in {province}", city, other),
                Message("{city} is a free city", city),
            )
        elif fold(city) not in free:
            yield Fault("free-cities", "{name} is missing", "{city} is a free city", city, city)
    for city in SOMEWHERE:
        if fold(city) not in lies:
            yield Fault("province", "{name} is missing", "in some province, most likely Preussen", city)


def _roads(copy: BoardShape) -> Iterator[Fault]:
    """The roads of the printed example are there, and Preussen lies in two parts."""
    listed = roads_listed(copy)
    finished = {fold(city) for city, ends in copy.roads.items() if None not in ends}
    for one, other in ROADS:
        there = fold(other) in listed.get(fold(one), ()) or fold(one) in listed.get(fold(other), ())
        if not there and {fold(one), fold(other)} <= finished:
            yield Fault(
                key_of(("roads", one)),
                Message("no road joins {one} and {other}", one, other),
                "the example route in the rules uses that road",
            )
    preussen = next((each for each in copy.province if fold(each.name) == fold("Preussen")), None)
    if preussen is None or len(preussen.cities) != PROVINCES["Preussen"][0]:
        return
    own = set(map(fold, preussen.cities))
    within = {city: [end for end in listed.get(city, ()) if end in own] for city in sorted(own)}
    if reached_from(next(iter(within)), within) >= own:
        yield Fault(
            "roads",
            "roads within Preussen connect all its cities",
            "Preussen lies in two parts, with Hannover and Göttingen between them",
        )


def _horseshoes(copy: BoardShape) -> Iterator[Fault]:
    """The cards include those that are known."""
    if copy.horseshoes is None:
        yield Fault("horseshoes", "is missing", "a line for each city: every card has 1 to 3 horseshoes")
        return
    for city, number in SEEN.items():
        for name, given in copy.horseshoes.items():
            numbers = given if isinstance(given, list) else [given]
            if fold(name) == fold(city) and None not in numbers and number not in numbers:
                yield Fault(
                    key_of(("horseshoes", name)),
                    Message("no card of {city} has {number:# horseshoe|# horseshoes}", city, number),
                    "at least one card: the rules show it",
                )


def _stacks(copy: BoardShape) -> Iterator[Fault]:
    """The stacks have their known numbers of tiles, 39 in all."""
    given = {fold(stack.name): (at, stack) for at, stack in enumerate(copy.stack)}
    for name, known in STACKS.items():
        if fold(name) not in given:
            yield Fault(
                "stack",
                Message("the stack {name} is missing", name),
                Message("{number:# tile|# tiles} of the {total}", known.tiles, _total()),
            )
            continue
        at, stack = given[fold(name)]
        yield from _stack(f"stack[{at}]", name, stack, known)
    for at, stack in enumerate(copy.stack):
        if _meant(stack.name, STACKS) is None:
            yield Fault(
                f"stack[{at}].name",
                Message('this board has no stack "{name}"', clipped(stack.name)),
                Message("{names}", Alternatives(STACKS)),
            )


def _stack(key: str, name: str, stack: StackShape, known: KnownStack) -> Iterator[Fault]:
    if stack.kind != known.kind:
        yield Fault(f"{key}.kind", "{name} is of the kind {kind}", verbatim(known.kind), name, stack.kind)
        return
    if len(stack.values) != known.tiles:
        yield Fault(
            f"{key}.values",
            Message("the stack {name} has {number:# tile|# tiles}", name, len(stack.values)),
            "{number:# tile|# tiles}",
            known.tiles,
        )
    if stack.length != known.length:
        yield Fault(
            f"{key}.length",
            Message("the length for the stack {name} is {value}", name, stack.length or "-"),
            verbatim(known.length or "-"),
        )
    # Where some are missing, or mean nothing, that is told of any board.
    comparable = known.provinces and stack.provinces
    if comparable and sorted(map(fold, stack.provinces)) != sorted(map(fold, known.provinces)):
        yield Fault(
            f"{key}.provinces",
            Message("the provinces of the stack {name} are {provinces}", name, tuple(map(clipped, stack.provinces))),
            Message("{names}", tuple(known.provinces)),
        )
    if known.value is not None and any(value not in (None, known.value) for value in stack.values):
        yield Fault(
            f"{key}.values",
            Message("the tile {name} is worth {number:# point|# points}", name, stack.values[0]),
            verbatim(known.value),
        )


def _total() -> int:
    return sum(known.tiles for known in STACKS.values())


def _meant(name: str, known: Iterable[str]) -> str | None:
    """Return which of the known names is meant, spellings apart."""
    return next((each for each in known if fold(each) == fold(name)), None)
