"""The tables of a rule set: what its board and options say, as numbers."""

import functools
import math
from dataclasses import dataclass

from thurntaxis.board import Board
from thurntaxis.boards import board as named_board
from thurntaxis.modules.power_and_glory.horses import HORSES_OF_CARRIAGE
from thurntaxis.modules.power_and_glory.horses import MOST_CARDS as MOST_HORSE_CARDS
from thurntaxis.rules import RuleSet
from thurntaxis.steps.carriage import CARTWRIGHT_HELPS as CARTWRIGHT_CITIES
from thurntaxis_solver.kernel.compiled import Array, array
from thurntaxis_solver.kernel.layout import (
    ALL_STACK,
    AT_ONCE,
    BACKS_SEEN,
    BEYOND_BASE,
    CARRIAGE_POINTS,
    CARTWRIGHT_HELPS,
    CITIES,
    CITY_BITS,
    DECLINABLE,
    DISPLAY_FULL,
    END_CARRIAGE,
    END_STACK,
    FINAL_BACKWARDS,
    FOLLOWED,
    FREE_CITY,
    FREE_STACK,
    FREE_STACKS,
    HOUSES_EACH,
    KEPT,
    LEFT_OUT,
    LETTERS_PAY,
    MESSENGER_RIDES,
    MORE_PLACES,
    MOST_HORSES,
    NAMES_KNOWN,
    NEAR,
    NEXT_CARRIAGE,
    NUMBER,
    NUMBERED,
    OFFICES_GIVEN,
    OFFICIAL_NAMES,
    OWN_HORSES,
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
    SHOES,
    SHOES_AT,
    SHORTEST,
    STACKS_USED,
    TABLES,
    WANTED,
)
from thurntaxis_solver.limits import check_kernel


@dataclass(frozen=True, eq=False)
class Tables:
    """The numbers of a rule set, and the names that they stand for.

    `numbers` is the array that the kernel's functions take as `t`; `cities` are the names by number, `bit_of` their
    bits; `number_of` are the kernel's numbers of cards by their names, `card_of` the other way round; `stacks` the
    names of the stacks by number; `most_events` is how much room for events any position can need.
    """

    rules: RuleSet
    numbers: Array
    cities: tuple[str, ...]
    bit_of: dict[str, int]
    name_of: dict[int, str]
    number_of: dict[str, int]
    card_of: dict[int, str]
    stacks: tuple[str, ...]
    most_events: int

    def set_of(self, cities: tuple[str, ...]) -> int:
        """Return the set or bag of some cities."""
        return sum(self.bit_of[city] for city in cities)

    def cities_of(self, bag: int) -> tuple[str, ...]:
        """Return the cities of a set or bag, sorted."""
        return tuple(c for number, c in enumerate(self.cities) for _ in range(int(bag) >> 2 * number & 3))

    def bags_of(self, cards: tuple[str, ...]) -> tuple[int, int, int]:
        """Return the bags of some cards: all, and where those of a city differ, of two horseshoes and of three."""
        numbers = [self.number_of[card] for card in cards]
        two, three = (sum(n & CITY_BITS for n in numbers if n >> SHOES_AT == shoes) for shoes in (2, 3))
        return sum(number & CITY_BITS for number in numbers), two, three


@functools.cache
def tables(rules: RuleSet) -> Tables:
    """Return the tables of a rule set; raise ValueError for one that the kernel does not cover."""
    check_kernel(rules)
    board = rules.board
    cities = tuple(sorted(city.name for city in board.cities))
    bit_of = {city: 4**number for number, city in enumerate(cities)}
    number_of = {
        card: bit_of[city] + (board.horseshoes[card] << SHOES_AT if board.cards_are_numbered else 0)
        for card, city in board.city_of.items()
    }
    t = _numbers(board, bit_of)
    _say_options(t, rules)
    _say_modules(t, rules)
    return Tables(
        rules,
        array(t),
        cities,
        bit_of,
        {bit: city for city, bit in bit_of.items()},
        number_of,
        {number: card for card, number in number_of.items()},
        tuple(stack.name for stack in board.stacks),
        _most_events(board),
    )


def _say_options(t: list[int], rules: RuleSet) -> None:
    """Write what the options of the base game say."""
    board, options = rules.board, rules.options
    t[RESTARTS] = int(options["carrier-restart"] is True)
    t[DECLINABLE] = int(options["carriage-declinable"] is True)
    t[AT_ONCE] = int(options["reshuffle"] == "at-exhaustion")
    every = options["all-provinces"] == "every-province"
    t[LEFT_OUT] = int(not every)
    outside = next(stack.outside for stack in board.stacks if stack.kind == "all-provinces")
    for number, province in enumerate(board.provinces):
        t[WANTED + number] = int(every or province.name != outside)


def _say_modules(t: list[int], rules: RuleSet) -> None:
    """Write what the modules say."""
    parts, options, modules = rules.parts, rules.options, rules.modules
    t[NAMES_KNOWN] = int(rules.board == named_board("south"))
    t[BEYOND_BASE] = int(bool(modules) or not t[NAMES_KNOWN])
    if "princess-messenger" in modules:
        t[LETTERS_PAY], t[MESSENGER_RIDES] = 1, int(parts.carriages)
    if "offices-of-honor" in modules:
        t[OFFICES_GIVEN] = sum(1 << OFFICIAL_NAMES.index(official) for official in parts.officials.names)
        t[FINAL_BACKWARDS] = int(options["final-return"] == "yucata")
    if "power-and-glory" in modules:
        t[MOST_HORSES], t[OWN_HORSES] = MOST_HORSE_CARDS, HORSES_OF_CARRIAGE
        t[BACKS_SEEN] = int(options["card-backs"] == "seen")
    if not parts.carriages:
        t[NEXT_CARRIAGE : NEXT_CARRIAGE + 16] = [0] * 16
        t[CARRIAGE_POINTS : CARRIAGE_POINTS + 16] = [0] * 16
    t[MORE_PLACES] = int(t[NUMBERED] > 0 or t[MOST_HORSES] > 0)
    t[FOLLOWED] = int(t[BACKS_SEEN] > 0 or t[OFFICES_GIVEN] > 0)


def _numbers(board: Board, bit_of: dict[str, int]) -> list[int]:
    """Return the numbers of a board."""
    t = [0] * TABLES
    t[HOUSES_EACH], t[DISPLAY_FULL], t[KEPT] = board.houses, board.display, board.hand_after_closing
    t[SHORTEST], t[CITIES], t[PROVINCES] = board.shortest_route, len(board.cities), len(board.provinces)
    t[CARTWRIGHT_HELPS] = CARTWRIGHT_CITIES
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
    t[PROVINCE + len(board.provinces)] = sum(bit_of[city] for city in board.free_cities)
    t[NUMBERED] = int(board.cards_are_numbered)
    for number, (city, bit) in enumerate(bit_of.items()):
        t[NUMBER + bit % 67] = number
        t[NEAR + bit % 67] = sum(bit_of[other] for other in board.neighbours[city])
        if not board.cards_are_numbered:
            t[SHOES + bit % 67] = board.horseshoes.get(city, 0)
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
    free = [stack for stack in board.stacks if stack.city is not None]
    t[FREE_STACKS] = len(free)
    for place, stack in enumerate(free):
        t[FREE_CITY + place], t[FREE_STACK + place] = bit_of[stack.city or ""], names.index(stack.name)
    for number, stack in enumerate(board.stacks):
        if stack.kind == "all-provinces":
            t[ALL_STACK] = number
        elif stack.kind == "game-end":
            t[END_STACK] = number


def _most_events(board: Board) -> int:
    """Return a bound on the events of a position.

    Closing takes every set of houses on the whole map, beside every place for every card; keeping cards takes every
    three of them, and room for a list of them all.
    """
    one_each, in_one = len(board.free_cities) + 1, 0
    for province in board.provinces:
        one_each *= len(province.cities) + 1
        in_one += 2 ** len(province.cities)
    cards = len(board.city_of)
    return max(one_each + in_one + 5 * cards, cards + math.comb(cards + 2, 3))
