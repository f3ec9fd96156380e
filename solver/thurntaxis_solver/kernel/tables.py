"""The tables of a rule set: its board, options and modules as numbers."""

import functools
import math
from dataclasses import dataclass

from thurntaxis.board import Board
from thurntaxis.boards import board as named_board
from thurntaxis.modules.power_and_glory.horses import HORSES_OF_CARRIAGE
from thurntaxis.modules.power_and_glory.horses import MOST_CARDS as MOST_HORSE_CARDS
from thurntaxis.officials import OFFICIALS
from thurntaxis.rules import RuleSet
from thurntaxis.steps.carriage import CARTWRIGHT_HELPS as CARTWRIGHT_CITIES
from thurntaxis_solver.capabilities import capabilities
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.limits import check_kernel

_PROVINCE_LEFT_OUT = L.reading("all-provinces", "outside-baiern")


@dataclass(frozen=True, eq=False)
class Tables:
    """A rule set as numbers, and the names that these stand for.

    Attributes:
        numbers: those of the array that the kernel's functions take as `t`.
        cities: names of the cities, by number.
        bit_of: bits of the cities, by name; `name_of` is the inverse.
        number_of: the kernel's numbers of cards, by name; `card_of` is the inverse.
        stacks: names of the stacks, by number.
        most_events: an upper bound on the legal events of any position.
    """

    rules: RuleSet
    numbers: list[int]
    cities: tuple[str, ...]
    bit_of: dict[str, int]
    name_of: dict[int, str]
    number_of: dict[str, int]
    card_of: dict[int, str]
    stacks: tuple[str, ...]
    most_events: int

    def set_of(self, cities: tuple[str, ...]) -> int:
        """Return cities as a set or bag."""
        return sum(self.bit_of[city] for city in cities)

    def cities_of(self, bag: int) -> tuple[str, ...]:
        """Return the cities of a set or bag, sorted; those of a bag once per card."""
        return tuple(c for number, c in enumerate(self.cities) for _ in range(int(bag) >> 2 * number & 3))

    def bags_of(self, cards: tuple[str, ...]) -> tuple[int, int, int]:
        """Return cards as three bags: all; those with two, with three horseshoes (if the cards of a city differ)."""
        numbers = [self.number_of[card] for card in cards]
        two, three = (sum(n & L.CITY_BITS for n in numbers if n >> L.SHOES_AT == shoes) for shoes in (2, 3))
        return sum(number & L.CITY_BITS for number in numbers), two, three

    def cards_of(self, bag: int, two: int, three: int) -> tuple[str, ...]:
        """Return the cards of three bags as `bags_of` returns them, sorted."""
        marked = ((bag - two - three, 1), (two, 2), (three, 3))
        shoes = marked if self.rules.board.cards_are_numbered else ((bag, 0),)
        cards = [self.card_of[self.bit_of[c] + (n << L.SHOES_AT)] for some, n in shoes for c in self.cities_of(some)]
        return tuple(sorted(cards))


@functools.cache
def tables(rules: RuleSet) -> Tables:
    """Return the tables of a rule set; raise ValueError if the kernel doesn't cover it."""
    check_kernel(rules)
    board = rules.board
    cities = tuple(sorted(city.name for city in board.cities))
    bit_of = {city: 4**number for number, city in enumerate(cities)}
    number_of = {
        card: bit_of[city] + (board.horseshoes[card] << L.SHOES_AT if board.cards_are_numbered else 0)
        for card, city in board.city_of.items()
    }
    t = _board_numbers(board, bit_of)
    _write_options(t, rules)
    _write_modules(t, rules)
    return Tables(
        rules,
        t,
        cities,
        bit_of,
        {bit: city for city, bit in bit_of.items()},
        number_of,
        {number: card for card, number in number_of.items()},
        tuple(stack.name for stack in board.stacks),
        _most_events(board),
    )


def _write_options(t: list[int], rules: RuleSet) -> None:
    """Write the options, and what they make of the board."""
    board, options = rules.board, rules.options
    for place, (option, value) in enumerate(L.READING_PAIRS, L.READINGS):
        t[place] = int(options.get(option) == value)
    outside = next(stack.outside for stack in board.stacks if stack.kind == "all-provinces")
    for number, province in enumerate(board.provinces):
        t[L.REQUIRED + number] = int(not t[_PROVINCE_LEFT_OUT] or province.name != outside)


def _write_modules(t: list[int], rules: RuleSet) -> None:
    """Write what the modules change."""
    parts, has = rules.parts, capabilities(rules)
    t[L.NAMES_KNOWN] = int(rules.board == named_board("south"))
    t[L.BEYOND_BASE] = int(bool(rules.modules) or not t[L.NAMES_KNOWN])
    t[L.LETTERS_PAY], t[L.MESSENGER_RIDES] = int(has.letters), int(has.messenger)
    if has.offices:
        t[L.OFFICES_GIVEN] = sum(1 << bit for bit in range(L.OFFICE_COUNT) if OFFICIALS[bit] in rules.officials)
    if has.horses:
        t[L.MOST_HORSES], t[L.OWN_HORSES] = MOST_HORSE_CARDS, HORSES_OF_CARRIAGE
    if not parts.carriages:
        for first in (L.NEXT_CARRIAGE, L.CARRIAGE_POINTS):
            t[first : first + L.CARRIAGE_SLOTS] = [0] * L.CARRIAGE_SLOTS
    t[L.MORE_PLACES] = int(t[L.NUMBERED] > 0 or t[L.MOST_HORSES] > 0)
    t[L.FOLLOW_UPS] = int(t[L.BACKS_SEEN] > 0 or t[L.OFFICES_GIVEN] > 0)


def _board_numbers(board: Board, bit_of: dict[str, int]) -> list[int]:
    """Return the tables with the numbers of a board written in."""
    t = [0] * L.TABLES_SIZE
    t[L.HOUSES_EACH], t[L.DISPLAY_FULL], t[L.KEPT] = board.houses, board.display, board.hand_after_closing
    t[L.SHORTEST], t[L.CITIES], t[L.PROVINCES] = board.shortest_route, len(board.cities), len(board.provinces)
    t[L.CARTWRIGHT_HELPS] = CARTWRIGHT_CITIES
    for current, following in board.next_carriage.items():
        t[L.NEXT_CARRIAGE + (current or 0)] = following or 0
        t[L.CARRIAGE_POINTS + (current or 0)] = board.carriage_points[current]
        if following is None:
            t[L.END_CARRIAGE] = current or 0
    for number, province in enumerate(board.provinces):
        cities = sum(bit_of[city] for city in province.cities)
        t[L.PROVINCE + number] = cities
        for city in province.cities:
            t[L.PROVINCE_OF + bit_of[city] % L.CITY_SLOTS] = cities
    t[L.PROVINCE + len(board.provinces)] = sum(bit_of[city] for city in board.free_cities)
    t[L.NUMBERED] = int(board.cards_are_numbered)
    for number, (city, bit) in enumerate(bit_of.items()):
        t[L.NUMBER + bit % L.CITY_SLOTS] = number
        t[L.NEIGHBOURS + bit % L.CITY_SLOTS] = sum(bit_of[other] for other in board.neighbours[city])
        if not board.cards_are_numbered:
            t[L.SHOES + bit % L.CITY_SLOTS] = board.horseshoes.get(city, 0)
    _write_stacks(t, board, bit_of)
    return t


def _write_stacks(t: list[int], board: Board, bit_of: dict[str, int]) -> None:
    """Write which stack is which, and what their tiles are for."""
    names = [stack.name for stack in board.stacks]
    for bit in bit_of.values():
        t[L.REGION_OF + bit % L.CITY_SLOTS] = -1
    t[L.STACKS_USED] = len(names)
    routes = sorted((stack for stack in board.stacks if stack.length), key=lambda stack: -(stack.length or 0))
    t[L.ROUTE_STACKS] = len(routes)
    for place, stack in enumerate(routes):
        t[L.ROUTE_LENGTH + place], t[L.ROUTE_STACK + place] = stack.length or 0, names.index(stack.name)
    regions = [stack for stack in board.stacks if stack.kind == "region"]
    t[L.REGIONS] = len(regions)
    for place, stack in enumerate(regions):
        t[L.REGION + place] = sum(bit_of[city] for city in board.region_cities[stack.name])
        t[L.REGION_STACK + place] = names.index(stack.name)
        for city in board.region_cities[stack.name]:
            t[L.REGION_OF + bit_of[city] % L.CITY_SLOTS] = place
    free = [stack for stack in board.stacks if stack.city is not None]
    t[L.FREE_STACKS] = len(free)
    for place, stack in enumerate(free):
        t[L.FREE_CITY + place], t[L.FREE_STACK + place] = bit_of[stack.city or ""], names.index(stack.name)
    for number, stack in enumerate(board.stacks):
        if stack.kind == "all-provinces":
            t[L.ALL_STACK] = number
        elif stack.kind == "game-end":
            t[L.END_STACK] = number


def _most_events(board: Board) -> int:
    """Return an upper bound on the legal events of a position.

    When a route can be closed, that is each set of houses on the whole map and each way to play each card. When cards
    are kept, it is each choice of three; `numbered_choices` also needs space for a list of the different cards.
    """
    one_each, in_one = len(board.free_cities) + 1, 0
    for province in board.provinces:
        one_each *= len(province.cities) + 1
        in_one += 2 ** len(province.cities)
    cards = len(board.city_of)
    return max(one_each + in_one + 5 * cards, cards + math.comb(cards + 2, 3))
