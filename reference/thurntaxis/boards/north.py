"""Where a copy of the northern board contradicts what is known of the printed one.

What is known is in the template of the board; the rest is marked there as a gap. The rules of the module Power and
Glory, and the example printed in them, give the free cities, the provinces with the number of their cities, most of the
cities' names, how many tiles each stack has, what the tiles of free cities are worth, and what the constants below say.
"""

import functools
import itertools
import tomllib
from collections.abc import Collection, Iterator, Sequence

from thurntaxis.boards.board_format import BoardShape, StackShape
from thurntaxis.boards.city_names import by_fold
from thurntaxis.boards.gaps import Gap, key_of, without_gaps
from thurntaxis.boards.road_checks import reached_from, roads_listed
from thurntaxis.boards.shipped import northern_template
from thurntaxis.fault import Fault
from thurntaxis.io.decoding import Location, filled, values_by_key
from thurntaxis.message import Alternatives, Message, clipped, verbatim
from thurntaxis.names import fold

MATERIAL = ("copies", "houses", "display", "hand-after-closing", "shortest-route")
"""The numbers that are those of the base game, as the carriages are."""

UNCERTAIN = ("Cölln",)
"""Cities whose province in the template is only the likeliest."""

PAIR = ("Holland", "Belgien")
"""Two provinces of which one has two cities and the other one; which has which is not known."""

SEEN = {"Bremen": 1, "Hamburg": 3, "Halle": 2, "Berlin": 1, "Münster": 1, "Hannover": 3, "Kassel": 3}
"""The horseshoes on one card of each of these cities."""

EXAMPLE = ("Halle", "Berlin", "Hannover", "Hamburg", "Bremen", "Münster")
"""The route that is printed as an example."""


@functools.cache
def _template() -> tuple[BoardShape, tuple[Gap, ...]]:
    data, gaps = without_gaps(tomllib.loads(northern_template()))
    return filled(BoardShape, data), gaps


def contradictions(copy: BoardShape, gaps: Sequence[Gap]) -> Iterator[Fault]:
    """Yield where the copy contradicts what is known, ignoring its gaps."""
    known, unknown = _template()
    yield from _material(copy, known)
    yield from _provinces(_sizes(copy, gaps), dict(_sizes(known, unknown)))
    yield from _free_cities(copy, gaps, tuple(known.free_cities))
    yield from _cities(copy, known)
    yield from _roads(copy)
    yield from _horseshoes(copy)
    yield from _stacks(copy, known)


def _material(copy: BoardShape, known: BoardShape) -> Iterator[Fault]:
    here, there = values_by_key(copy), values_by_key(known)
    for key in MATERIAL:
        if here[key] != there[key]:
            yield Fault(key, "is {value}", "{number}, as in the base game", here[key], there[key])
    if copy.carriages != known.carriages:
        carriages = tuple(f"{number} = {points}" for number, points in known.carriages.items())
        yield Fault("carriages", "these aren't the carriages of the base game", "{carriages}", carriages)


def _sizes(board: BoardShape, gaps: Sequence[Gap]) -> list[tuple[str, int]]:
    """Return how many cities each province has."""
    return [
        (province.name, _size(province.cities, gaps, ("province", at, "cities")))
        for at, province in enumerate(board.province)
    ]


def _size(cities: Collection[str], gaps: Sequence[Gap], table: Location) -> int:
    """Return how many cities a table has, with those whose names are still to be filled in."""
    return len(cities) + sum(gap.location[:-1] == table and gap.is_name for gap in gaps)


def _provinces(copied: Sequence[tuple[str, int]], known: dict[str, int]) -> Iterator[Fault]:
    """There are nine provinces, each with its known number of cities."""
    names, sizes = by_fold(known), dict[str, int]()
    for at, (written, size) in enumerate(copied):
        name = names.get(fold(written))
        if name is None:
            yield Fault(
                f"province[{at}].name",
                Message('"{name}" is none of the nine provinces', clipped(written)),
                Message("{names}", Alternatives(known)),
            )
            continue
        sizes[name] = size
        if name not in PAIR and size != known[name]:
            yield Fault(
                f"province[{at}].cities",
                Message("{name} has {cities:# city|# cities}", name, size),
                Message("{number:# city|# cities}", known[name]),
            )
    for name in known:
        if name not in sizes:
            yield Fault("province", "{name} is missing", "nine provinces: {provinces}", name, tuple(known))
    pair = [sizes[name] for name in PAIR if name in sizes]
    if len(pair) == len(PAIR) and sorted(pair) != [1, 2]:
        yield Fault(
            "province",
            Message("Holland has {one:# city|# cities}, Belgien {other}", *pair),
            "two cities in one of them and one in the other",
        )


def _free_cities(copy: BoardShape, gaps: Sequence[Gap], known: tuple[str, ...]) -> Iterator[Fault]:
    size = _size(copy.free_cities, gaps, ("free-cities",))
    if size != len(known):
        yield Fault(
            "free-cities",
            Message("there are {number:# free city|# free cities}", size),
            "{number}: {names}",
            len(known),
            known,
        )


def _homes(board: BoardShape) -> Iterator[tuple[str, Location, str | None]]:
    """Yield each city with its table and its province; free cities have no province."""
    for at, province in enumerate(board.province):
        for city in province.cities:
            yield city, ("province", at, "cities"), province.name
    for city in board.free_cities:
        yield city, ("free-cities",), None


def _cities(copy: BoardShape, known: BoardShape) -> Iterator[Fault]:
    """The cities that are known by name are in their provinces, or free."""
    for city, table, province in _homes(known):
        if city in UNCERTAIN:
            continue
        right = Message("{city} lies in {province}", city, province)
        if province is None:
            right = Message("{city} is a free city", city)
        homes = _homes_of(city, copy)
        if not homes:
            yield Fault(str(table[0]), Message("{name} is missing", city), right)
        for table_here, province_here in homes:
            if fold(province_here or "") != fold(province or ""):
                wrong = Message("{city} is in {province}", city, province_here)
                if province_here is None:
                    wrong = Message("{city} isn't a free city", city)
                yield Fault(key_of((*table_here, city)), wrong, right)
    for city in UNCERTAIN:
        if not any(province for _, province in _homes_of(city, copy)):
            yield Fault("province", "{name} is missing", "in some province, most likely Preussen", city)


def _homes_of(city: str, copy: BoardShape) -> list[tuple[Location, str | None]]:
    return [(table, province) for name, table, province in _homes(copy) if fold(name) == fold(city)]


def _roads(copy: BoardShape) -> Iterator[Fault]:
    """The roads of the printed example are there, and Preussen lies in two parts."""
    listed = roads_listed(copy)
    finished = {fold(city) for city, ends in copy.roads.items() if None not in ends}
    for one, other in itertools.pairwise(EXAMPLE):
        there = fold(other) in listed.get(fold(one), ()) or fold(one) in listed.get(fold(other), ())
        if not there and {fold(one), fold(other)} <= finished:
            yield Fault(
                key_of(("roads", one)),
                Message("no road joins {one} and {other}", one, other),
                "the example route in the rules uses that road",
            )
    preussen = next((province for province in copy.province if fold(province.name) == fold("Preussen")), None)
    if preussen is None or len(preussen.cities) != dict(_sizes(*_template()))["Preussen"]:
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


def _stacks(copy: BoardShape, known: BoardShape) -> Iterator[Fault]:
    """The stacks have their known numbers of tiles, 39 in all."""
    copied = {fold(stack.name): (at, stack) for at, stack in enumerate(copy.stack)}
    for stack in known.stack:
        if fold(stack.name) not in copied:
            yield Fault(
                "stack",
                Message("the stack {name} is missing", stack.name),
                Message(
                    "{number:# tile|# tiles} of the {total}",
                    len(stack.values),
                    sum(len(other.values) for other in known.stack),
                ),
            )
            continue
        at, here = copied[fold(stack.name)]
        yield from _stack(f"stack[{at}]", here, stack)
    names = [stack.name for stack in known.stack]
    for at, stack in enumerate(copy.stack):
        if fold(stack.name) not in map(fold, names):
            yield Fault(
                f"stack[{at}].name",
                Message('this board has no stack "{name}"', clipped(stack.name)),
                Message("{names}", Alternatives(names)),
            )


def _stack(key: str, stack: StackShape, known: StackShape) -> Iterator[Fault]:
    name = known.name
    if stack.kind != known.kind:
        yield Fault(f"{key}.kind", "{name} is of the kind {kind}", verbatim(known.kind), name, stack.kind)
        return
    if len(stack.values) != len(known.values):
        yield Fault(
            f"{key}.values",
            Message("the stack {name} has {number:# tile|# tiles}", name, len(stack.values)),
            "{number:# tile|# tiles}",
            len(known.values),
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
    if None not in known.values and any(value not in (None, *known.values) for value in stack.values):
        yield Fault(
            f"{key}.values",
            Message("the tile {name} is worth {number:# point|# points}", name, stack.values[0]),
            verbatim(known.values[0]),
        )
