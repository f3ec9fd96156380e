"""The tables of a rule set: what its board and options say, as numbers."""

import functools
from dataclasses import dataclass

from thurntaxis.board import Board
from thurntaxis.rules import RuleSet
from thurntaxis_solver.covered import check_kernel
from thurntaxis_solver.kernel.compiled import Array, array
from thurntaxis_solver.kernel.layout import (
    ALL_STACK,
    AT_ONCE,
    CARRIAGE_POINTS,
    CARTWRIGHT_HELPS,
    CITIES,
    DECLINABLE,
    DISPLAY_FULL,
    END_CARRIAGE,
    END_STACK,
    HOUSES_EACH,
    KEPT,
    LEFT_OUT,
    NEAR,
    NEXT_CARRIAGE,
    NUMBER,
    PROVINCE,
    PROVINCE_OF,
    PROVINCES,
    REGION,
    REGION_OF,
    REGION_STACK,
    REGIONS,
    RESTARTS,
    ROUTE_LENGTH,
    ROUTE_STACK,
    ROUTE_STACKS,
    SHORTEST,
    STACKS_USED,
    TABLES,
    WANTED,
)


@dataclass(frozen=True, eq=False)
class Tables:
    """The numbers of a rule set, and the names that they stand for.

    `numbers` is the array that the kernel's functions take as `t`; `cities` are the names by number, `bit_of` their
    bits; `stacks` the names of the stacks by number; `most_events` how many events a position can have at the most.
    """

    rules: RuleSet
    numbers: Array
    cities: tuple[str, ...]
    bit_of: dict[str, int]
    name_of: dict[int, str]
    stacks: tuple[str, ...]
    most_events: int

    def set_of(self, cities: tuple[str, ...]) -> int:
        """Return the set or bag of some cities."""
        return sum(self.bit_of[city] for city in cities)

    def cities_of(self, bag: int) -> tuple[str, ...]:
        """Return the cities of a set or bag, sorted."""
        return tuple(c for number, c in enumerate(self.cities) for _ in range(int(bag) >> 2 * number & 3))


@functools.cache
def tables(rules: RuleSet) -> Tables:
    """Return the tables of a rule set; raise ValueError for one that the kernel does not cover."""
    check_kernel(rules)
    board, options = rules.board, rules.options
    cities = tuple(sorted(city.name for city in board.cities))
    bit_of = {city: 4**number for number, city in enumerate(cities)}
    made = Tables(
        rules,
        array(_numbers(board, bit_of)),
        cities,
        bit_of,
        {bit: city for city, bit in bit_of.items()},
        tuple(stack.name for stack in board.stacks),
        _most_events(board),
    )
    t = made.numbers
    t[RESTARTS] = int(options["carrier-restart"] is True)
    t[DECLINABLE] = int(options["carriage-declinable"] is True)
    t[AT_ONCE] = int(options["reshuffle"] == "at-exhaustion")
    every = options["all-provinces"] == "every-province"
    t[LEFT_OUT] = int(not every)
    outside = next(stack.outside for stack in board.stacks if stack.kind == "all-provinces")
    for number, province in enumerate(board.provinces):
        t[WANTED + number] = int(every or province.name != outside)
    return made


def _numbers(board: Board, bit_of: dict[str, int]) -> list[int]:
    """Return the numbers of a board."""
    t = [0] * TABLES
    t[HOUSES_EACH], t[DISPLAY_FULL], t[KEPT] = board.houses, board.display, board.hand_after_closing
    t[SHORTEST], t[CITIES], t[PROVINCES] = board.shortest_route, len(board.cities), len(board.provinces)
    t[CARTWRIGHT_HELPS] = 2
    for current, following in board.next_carriage.items():
        t[NEXT_CARRIAGE + (current or 0)] = following or 0
        t[CARRIAGE_POINTS + (current or 0)] = board.carriage_points[current]
        if following is None:
            t[END_CARRIAGE] = current or 0
    for number, province in enumerate(board.provinces):
        cities = sum(bit_of[city] for city in province.cities)
        t[PROVINCE + number] = cities
        for city in province.cities:
            t[PROVINCE_OF + bit_of[city] % 67] = cities
    for number, (city, bit) in enumerate(bit_of.items()):
        t[NUMBER + bit % 67] = number
        t[NEAR + bit % 67] = sum(bit_of[other] for other in board.neighbours[city])
    _number_stacks(t, board, bit_of)
    return t


def _number_stacks(t: list[int], board: Board, bit_of: dict[str, int]) -> None:
    names = [stack.name for stack in board.stacks]
    for bit in bit_of.values():
        t[REGION_OF + bit % 67] = -1
    t[STACKS_USED] = len(names)
    routes = sorted((stack for stack in board.stacks if stack.length), key=lambda stack: -(stack.length or 0))
    t[ROUTE_STACKS] = len(routes)
    for place, stack in enumerate(routes):
        t[ROUTE_LENGTH + place], t[ROUTE_STACK + place] = stack.length or 0, names.index(stack.name)
    regions = [stack for stack in board.stacks if stack.kind == "region"]
    t[REGIONS] = len(regions)
    for place, stack in enumerate(regions):
        t[REGION + place] = sum(bit_of[city] for city in board.region_cities[stack.name])
        t[REGION_STACK + place] = names.index(stack.name)
        for city in board.region_cities[stack.name]:
            t[REGION_OF + bit_of[city] % 67] = place
    for number, stack in enumerate(board.stacks):
        if stack.kind == "all-provinces":
            t[ALL_STACK] = number
        elif stack.kind == "game-end":
            t[END_STACK] = number


def _most_events(board: Board) -> int:
    """Return a bound on the events of a position: every set of houses on the whole map, every place for every card."""
    one_each, in_one = 1, 0
    for province in board.provinces:
        one_each *= len(province.cities) + 1
        in_one += 2 ** len(province.cities)
    return one_each + in_one + 3 * len(board.cities) + 2 * len(board.cities) ** 2
