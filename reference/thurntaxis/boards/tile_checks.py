"""What the tiles of a board must be."""

import itertools
from collections.abc import Iterator, Mapping

from thurntaxis.boards.board_format import BoardShape, StackShape
from thurntaxis.boards.city_names import by_fold, not_known, written
from thurntaxis.fault import Fault
from thurntaxis.message import Hint, Message, clipped, verbatim
from thurntaxis.names import fold

_KEYS = {"route": "length", "region": "provinces", "free-city": "city", "all-provinces": "outside"}
"""The key that stacks of a kind have beside those of all stacks."""

_MISSING = {
    "route": "how many cities a route needs for the tile",
    "region": "the province or both provinces of the region",
    "free-city": "the free city that the tile is for",
}
"""What is right where this key is missing, for the kinds that require it."""


def tile_faults(board: BoardShape) -> Iterator[Fault]:
    """Yield what is wrong with the stacks, one by one and all together."""
    provinces, free_cities = by_fold(province.name for province in board.province), by_fold(board.free_cities)
    for at, stack in enumerate(board.stack):
        key = f"stack[{at}]"
        yield from _values(key, stack)
        yield from _kind(key, stack)
        yield from _provinces(key, stack, provinces)
        yield from _free_city(key, stack, free_cities)
    yield from _together(board)


def _values(key: str, stack: StackShape) -> Iterator[Fault]:
    """A stack has tiles, the best on top."""
    name = clipped(stack.name)
    known = [value for value in stack.values if value is not None]
    if not stack.values:
        yield Fault(f"{key}.values", "the stack {name} has no tiles", "at least one value", name)
    if any(lower > upper for upper, lower in itertools.pairwise(known)):
        wrong = Message("in the stack {name}, a tile is on top of one that is worth more", name)
        yield Fault(f"{key}.values", wrong, "top tile first, no tile worth less than the next")


def _kind(key: str, stack: StackShape) -> Iterator[Fault]:
    """A stack has the key that its kind requires, and no other."""
    for extra in _KEYS.values():
        if getattr(stack, extra) and extra != _KEYS.get(stack.kind):
            yield Fault(f"{key}.{extra}", "means nothing for the kind {kind}", Hint("leave this key out"), stack.kind)
    if stack.kind in _MISSING and getattr(stack, _KEYS[stack.kind]) in (None, []):
        yield Fault(f"{key}.{_KEYS[stack.kind]}", "missing", _MISSING[stack.kind])


def _provinces(key: str, stack: StackShape, provinces: Mapping[str, str]) -> Iterator[Fault]:
    """The provinces that a stack names are on the board."""
    seen: set[str] = set()
    for at, province in enumerate(stack.provinces):
        if unknown := not_known("province", province, provinces):
            yield Fault(f"{key}.provinces[{at}]", *unknown)
        elif fold(province) in seen:
            yield Fault(f"{key}.provinces[{at}]", "{name} is listed twice", "only once", province)
        seen.add(fold(province))
    if stack.outside is not None and (unknown := not_known("province", stack.outside, provinces)):
        yield Fault(f"{key}.outside", *unknown)


def _free_city(key: str, stack: StackShape, free_cities: Mapping[str, str]) -> Iterator[Fault]:
    """The stack of a free city has its name."""
    if stack.city is None:
        return
    if unknown := not_known("free city", stack.city, free_cities):
        yield Fault(f"{key}.city", *unknown)
    elif fold(stack.name) != fold(f"free-{stack.city}"):
        yield Fault(f"{key}.name", 'is "{text}"', verbatim(f'"free-{written(stack.city)}"'), clipped(stack.name))


def _together(board: BoardShape) -> Iterator[Fault]:
    """There is one stack, of one tile, for the end of the game, one per length, and at most one for all provinces."""
    ends = [at for at, stack in enumerate(board.stack) if stack.kind == "game-end"]
    if len(ends) != 1:
        yield Fault("stack", "there are {number:# stack|# stacks} of the kind game-end", "exactly one", len(ends))
    elif (tiles := len(board.stack[ends[0]].values)) > 1:
        yield Fault(f"stack[{ends[0]}].values", "has {number:# tile|# tiles}", "exactly one", tiles)
    if sum(stack.kind == "all-provinces" for stack in board.stack) > 1:
        yield Fault("stack", "there is more than one stack of the kind all-provinces", "at most one")
    lengths: dict[int, str] = {}
    for at, stack in enumerate(board.stack):
        if stack.kind == "route" and stack.length is not None:
            if stack.length in lengths:
                wrong = Message("is {value}, as for {stack}", stack.length, lengths[stack.length])
                yield Fault(f"stack[{at}].length", wrong, "only once")
            lengths.setdefault(stack.length, clipped(stack.name))
    with_tile = {fold(stack.city) for stack in board.stack if stack.city is not None}
    for city in board.free_cities:
        if fold(city) not in with_tile:
            yield Fault("stack", "the free city {city} has no tile", 'a stack "free-{city}"', city)
