"""What the roads of a board must be.

Cities are compared in the folded forms of their names.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from thurntaxis.boards.board_format import BoardShape
from thurntaxis.boards.city_names import city_names, not_known
from thurntaxis.boards.gaps import key_of
from thurntaxis.fault import Fault
from thurntaxis.message import Message, clipped
from thurntaxis.names import fold


def road_faults(board: BoardShape) -> Iterator[Fault]:
    """Every city has a line, every road is listed at both of its cities, and all cities are connected."""
    names = city_names(board)
    is_sound = True
    for city, ends in board.roads.items():
        for fault in _line(city, ends, names):
            is_sound = False
            yield fault
    yield from _all_there(board, names)
    listed = {fold(city): [fold(end) for end in ends if end is not None] for city, ends in board.roads.items()}
    unfinished = {fold(city) for city, ends in board.roads.items() if None in ends}
    yield from _both_ways(names, listed, unfinished)
    if names and is_sound and not unfinished and names.keys() == listed.keys():
        yield from _connected(names, listed)


def _line(city: str, ends: Sequence[str | None], names: Mapping[str, str]) -> Iterator[Fault]:
    """Yield what is wrong within the line of one city."""
    key = key_of(("roads", city))
    if unknown := not_known("city", city, names):
        yield Fault(key, *unknown)
        return
    seen: set[str] = set()
    for at, end in enumerate(ends):
        if end is None:
            continue
        if unknown := not_known("city", end, names):
            yield Fault(f"{key}[{at}]", *unknown)
        elif fold(end) == fold(city):
            yield Fault(f"{key}[{at}]", "a road from {city} to itself", "another city", city)
        elif fold(end) in seen:
            yield Fault(f"{key}[{at}]", "{city} is listed twice", "only once", end)
        seen.add(fold(end))


def _all_there(board: BoardShape, names: Mapping[str, str]) -> Iterator[Fault]:
    seen: set[str] = set()
    for city in board.roads:
        if fold(city) in seen:
            yield Fault(key_of(("roads", city)), 'a second line for "{city}"', "one line for each city", clipped(city))
        seen.add(fold(city))
    for folded, name in names.items():
        if folded not in seen:
            line = key_of((name,))
            right = Message('{city} = ["...", "..."], with the cities that roads lead to', line)
            yield Fault("roads", "{city} has no line", right, line)


def _both_ways(names: Mapping[str, str], listed: Mapping[str, Sequence[str]], unfinished: set[str]) -> Iterator[Fault]:
    told = names.keys() & listed.keys()
    for city, ends in listed.items():
        for end in ends:
            if {city, end} <= told and end not in unfinished and city not in listed[end]:
                here, there = key_of((names[city],)), key_of((names[end],))
                wrong = Message("{one} lists a road to {other}, but {other} doesn't list it", here, there)
                yield Fault(key_of(("roads", names[end])), wrong, "the road at both cities or at neither")


def _connected(names: Mapping[str, str], listed: Mapping[str, Sequence[str]]) -> Iterator[Fault]:
    first = next(iter(listed))
    reached = ways_from(first, listed)
    if lost := [key_of((name,)) for folded, name in names.items() if folded not in reached]:
        here, some = key_of((names[first],)), tuple(lost[:5])
        wrong = Message("no roads lead from {one} to {cities}", here, some)
        if len(lost) > len(some):
            wrong = Message("no roads lead from {one} to {number} cities, such as {cities}", here, len(lost), some)
        yield Fault("roads", wrong, "roads that lead from every city to every other")


def ways_from(first: str, listed: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Return a shortest way to each city that is connected with the first one by the listed roads, in any direction."""
    roads: dict[str, set[str]] = {city: set() for city in listed}
    for city, ends in listed.items():
        for end in ends:
            roads[city].add(end)
            roads.setdefault(end, set()).add(city)
    ways, waiting = {first: [first]}, [first]
    for city in waiting:  # which grows meanwhile
        for near in sorted(roads[city] - ways.keys()):
            ways[near] = [*ways[city], near]
            waiting.append(near)
    return ways
