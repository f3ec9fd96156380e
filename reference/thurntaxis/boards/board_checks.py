"""Checks that apply to every board; each yields its faults."""

import math
import re
from collections.abc import Iterator, Sequence

from thurntaxis.board import WIDTH
from thurntaxis.boards.board_format import BoardShape
from thurntaxis.boards.city_names import cities, city_names, not_known, twice
from thurntaxis.boards.gaps import Gap, key_of
from thurntaxis.boards.road_checks import road_faults
from thurntaxis.boards.tile_checks import tile_faults
from thurntaxis.codes import CITY_CODE, STACK_CODE
from thurntaxis.fault import Fault
from thurntaxis.io.decoding import LONGEST_NAME
from thurntaxis.message import Message, clipped
from thurntaxis.names import fold

COPIES = 3
"""Cards of each city."""

MOST_HORSESHOES = 3

MOST_CITIES = 30
"""The most cities, and the most provinces: more than any printed board has, of which the northern one has 23."""

MOST_HOUSE_SETS = 100_000
"""The most sets of houses among which a player may have to choose; on the southern board these are at most 23,583."""

NEAREST = 5.0
"""The least distance between two cities, on a board that is 600 wide."""

_RESERVED = frozenset({"deck", "right", "left", "start", "horse", "pass"})
"""Words of events, which can't be names of cities."""


def faults(board: BoardShape, gaps: Sequence[Gap] = ()) -> Iterator[Fault]:
    """Yield what makes the board impossible, ignoring its gaps."""
    if (known := len(list(cities(board)))) > MOST_CITIES:
        yield Fault("province", "the board has {number} cities", "at most {most}", known, MOST_CITIES)
        return
    if len(board.province) > MOST_CITIES:
        yield Fault("province", "holds {number}", "at most {most}", len(board.province), MOST_CITIES)
        return
    if (sets := house_sets(board)) > MOST_HOUSE_SETS:
        wrong = Message("closing a long route would offer {number} sets of houses", sets)
        yield Fault("province", wrong, "at most {most}", MOST_HOUSE_SETS)
        return
    yield from _numbers(board)
    yield from _empty_provinces(board, gaps)
    yield from _names(board)
    yield from _places(board)
    yield from road_faults(board)
    yield from _horseshoes(board)
    yield from _codes(board)
    yield from tile_faults(board)


def house_sets(board: BoardShape) -> int:
    """Return how many sets of houses closing a route through all cities would offer: each is an event of its own.

    One city or none of each province and of the free cities, or two or more cities of one province.
    """
    sizes = [len(province.cities) for province in board.province]
    one_each = math.prod((size + 1 for size in sizes), start=len(board.free_cities) + 1)
    return one_each + sum((1 << size) - size - 1 for size in sizes)


# ---- names


def _names(board: BoardShape) -> Iterator[Fault]:
    """Every name appears once, and can be read in an event or in a list of tiles."""
    for key, name, _ in cities(board):
        if len(name) > LONGEST_NAME:
            yield Fault(key, '"{name}" is too long', "at most {most} characters", clipped(name), LONGEST_NAME)
        elif re.search(r"[\s/,]", name) or not name.isprintable():
            yield Fault(key, '"{name}" is more than one word', "one word, such as Den-Haag for Den Haag", clipped(name))
        elif fold(name) in _RESERVED or not any(sign.isalpha() for sign in name):
            yield Fault(key, '"{name}" is a word that moves use', "another name", clipped(name))
    yield from twice("city", ((key, name) for key, name, _ in cities(board)))
    yield from twice("province", ((f"province[{at}].name", each.name) for at, each in enumerate(board.province)))
    yield from twice("stack", ((f"stack[{at}].name", each.name) for at, each in enumerate(board.stack)))
    for at, stack in enumerate(board.stack):
        if re.search(r"\s", stack.name):
            yield Fault(
                f"stack[{at}].name", '"{name}" is more than one word', "one word, with hyphens", clipped(stack.name)
            )


# ---- numbers and places


def _numbers(board: BoardShape) -> Iterator[Fault]:
    if board.copies != COPIES:
        yield Fault("copies", "is {value}", "{number}: every city has that many cards", board.copies, COPIES)
    known = len(list(cities(board)))
    if board.shortest_route < 2 or board.shortest_route > max(known, 2):
        yield Fault(
            "shortest-route", "is {value}", "at least 2, and at most the number of cities", board.shortest_route
        )
    if board.display >= known * board.copies:
        yield Fault("display", "is {value}", "fewer than there are cards on the board", board.display)
    if not board.carriages:
        yield Fault("carriages", "is empty", "at least one carriage")
    for number in board.carriages:
        if not re.fullmatch(r"[1-9][0-9]?", number):
            wrong = Message('"{text}" isn\'t a number of cities', clipped(number))
            yield Fault(key_of(("carriages", number)), wrong, "a number, such as 3")
    if board.size is not None and min(board.size) <= 0:
        yield Fault("size", "width or height isn't more than 0", "the width and the height, such as [600, 420]")


def _empty_provinces(board: BoardShape, gaps: Sequence[Gap]) -> Iterator[Fault]:
    for at, province in enumerate(board.province):
        key = ("province", at, "cities")
        if not province.cities and not any(gap.location[:3] == key for gap in gaps):
            yield Fault(key_of(key), "{name} has no cities", "at least one", province.name)


def _places(board: BoardShape) -> Iterator[Fault]:
    """Cities lie on the board, no two of them in one place."""
    if board.size is None or min(board.size) <= 0:
        return
    wide, high = board.size
    placed: list[tuple[str, list[float]]] = []
    for key, name, place in cities(board):
        if place is None:
            continue
        x, y = place
        if not (0 <= x <= wide and 0 <= y <= high):
            wrong = Message("the place [{x}, {y}] is off the board", f"{x:g}", f"{y:g}")
            yield Fault(key, wrong, "within the board's size, [{wide}, {high}]", f"{wide:g}", f"{high:g}")
        for other, there in placed:
            if math.dist(place, there) * WIDTH / wide < NEAREST:
                wrong = Message("{one} and {other} are in the same place", key_of((name,)), key_of((other,)))
                yield Fault(key, wrong, "a different place for each city")
        placed.append((name, place))


# ---- horseshoes


def _horseshoes(board: BoardShape) -> Iterator[Fault]:
    """Either no cards have horseshoes, or all do, 1 to 3 each."""
    if board.horseshoes is None:
        return
    names = city_names(board)
    for city, given in board.horseshoes.items():
        key = key_of(("horseshoes", city))
        if unknown := not_known("city", city, names):
            yield Fault(key, *unknown)
        if isinstance(given, list) and len(given) != board.copies:
            wrong = Message("lists horseshoes for {number:# card|# cards}", len(given))
            yield Fault(key, wrong, "{number} numbers, one for each card, or a single number", board.copies)
        for number in given if isinstance(given, list) else [] if given is None else [given]:
            if number not in range(1, MOST_HORSESHOES + 1):
                yield Fault(
                    key, "a card has {number:# horseshoe|# horseshoes}", "{low} to {high}", number, 1, MOST_HORSESHOES
                )
    yield from twice("city", ((key_of(("horseshoes", city)), city) for city in board.horseshoes))
    told = set(map(fold, board.horseshoes))
    for folded, name in names.items():
        if folded not in told:
            line = key_of((name,))
            yield Fault("horseshoes", "{city} has no line", "{city} = 2, or {city} = [1, 2, 2]", line)


# ---- codes


def _codes(board: BoardShape) -> Iterator[Fault]:
    """Codes have two characters and belong to cities on the board; no two cities or stacks have the same one."""
    names = city_names(board)
    for city in board.codes:
        if unknown := not_known("city", city, names):
            yield Fault(key_of(("codes", city)), *unknown)
    yield from twice("city", ((key_of(("codes", city)), city) for city in board.codes))
    of_stacks = [(f"stack[{at}].code", each.code) for at, each in enumerate(board.stack) if each.code is not None]
    of_cities = [(key_of(("codes", city)), code) for city, code in board.codes.items()]
    kinds = (
        (of_cities, CITY_CODE, Message("a capital and a small letter, such as Ul")),
        (of_stacks, STACK_CODE, Message("a capital and a small letter or digit, such as R5")),
    )
    for declared, form, right in kinds:
        first: dict[str, str] = {}
        for key, code in declared:
            if not re.fullmatch(form, code):
                yield Fault(key, 'is "{text}"', right, clipped(code))
            elif first.setdefault(code, key) != key:
                yield Fault(key, "the code {code} is already used at {key}", "only once", code, first[code])
