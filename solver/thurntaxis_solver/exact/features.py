"""The features of the evaluation: what a player has, in numbers.

Each feature is a whole number of thousandths. Features estimate what is to come; what closing a route brings now is
found by playing it.
"""

import functools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from thurntaxis import Board, Player, Position
from thurntaxis.scoring import score, unplaced_houses

Stacks = Mapping[str, tuple[int, ...]]
"""The values left in each stack of tiles, the uppermost first (`Position.stacks`)."""

WHOLE = 1000
"""Features are counted in thousandths."""

STEPS = 20
"""The number of steps in a game (`steps_left`)."""

LASTING = ("constant", "points", "unplaced", "carriages", "regions", "provinces")
"""The features of what stays with a player, in the order of `lasting_features`."""

ROUTE = ("none", "cities", "houses", "tile", "carriage")
"""The features of a route, in the order of `route_features`."""

HAND = ("chain", "fresh")
"""The features of a hand, in the order of `Hands.features`."""

MOST_FRESH = 5
"""Further fresh cards don't count: larger hands are rare, and are cut down to three when a route is closed."""

MOST_KEPT = 200_000
"""The most chains, and the most sets of cities, that are kept."""


def steps_left(position: Position) -> int:
    """Return the number of steps to the end of the game, from 20 to 0; 0 once the end has been triggered.

    Each of a player's twenty houses is one step, or each of the five carriages four, whichever makes more; the player
    who has come farthest counts.
    """
    if position.ender is not None:
        return 0
    board = position.rules.board
    return STEPS - max(
        max(len(p.houses) * STEPS // board.houses, _carriages(board, p) * STEPS // len(board.carriages))
        for p in position.players
    )


def _carriages(board: Board, player: Player) -> int:
    """Return how many carriages a player has taken."""
    return list(board.next_carriage).index(player.carriage)


def lasting_features(position: Position, player: Player, left: Stacks) -> tuple[int, ...]:
    """Return the features of what stays with a player.

    `constant`
    :   one.

    `points`
    :   the current score.

    `unplaced`
    :   houses not placed.

    `carriages`
    :   carriages taken.

    `regions`
    :   the sum of V (cities with a house / cities)² over the regions of which the player has no tile, V being the
        uppermost tile left.

    `provinces`
    :   V (provinces with a house / provinces wanted)², V being the uppermost tile for all provinces; 0 if the player
        has one.
    """
    board = position.rules.board
    return (
        WHOLE,
        WHOLE * score(position, player),
        WHOLE * unplaced_houses(position, player),
        WHOLE * _carriages(board, player),
        _regions(board, player, left),
        _provinces(position, player, left),
    )


def _regions(board: Board, player: Player, left: Stacks) -> int:
    held = {tile.stack for tile in player.tiles}
    return sum(
        WHOLE * left[stack][0] * len(cities.intersection(player.houses)) ** 2 // len(cities) ** 2
        for stack, cities in board.region_cities.items()
        if left[stack] and stack not in held
    )


def _provinces(position: Position, player: Player, left: Stacks) -> int:
    board, held = position.rules.board, {tile.stack for tile in player.tiles}
    total = 0
    for stack in board.stacks:
        if stack.kind == "all-provinces" and left[stack.name] and stack.name not in held:
            wanted = {province.name for province in board.provinces}
            if position.rules.options["all-provinces"] == "outside-baiern":
                wanted.discard(stack.outside or "")
            there = wanted.intersection(board.province_of[city] for city in player.houses)
            total += WHOLE * left[stack.name][0] * len(there) ** 2 // len(wanted) ** 2
    return total


def route_features(position: Position, player: Player, left: Stacks) -> tuple[int, ...]:
    """Return the features of a player's route.

    `none`
    :   one, if there is no route.

    `cities`
    :   its length, up to the longest that has a tile of its own.

    `houses`
    :   the most houses that could be placed: one in each province, or all in one.

    `tile`
    :   the value of the tile that its length brings.

    `carriage`
    :   the points that the next carriage adds, if the route is long enough for it.
    """
    board, cities = position.rules.board, len(player.route)
    number = board.next_carriage[player.carriage] if position.rules.parts.carriages else None
    earned = number is not None and number <= cities
    gain = board.carriage_points[number] - board.carriage_points[player.carriage] if earned else 0
    numbers = (
        not cities,
        min(cities, _longest_with_tile(board)),
        _most_houses(board, player),
        _tile_for(board, cities, left),
        gain,
    )
    return tuple(WHOLE * number for number in numbers)


def _longest_with_tile(board: Board) -> int:
    return max(stack.length or 0 for stack in board.stacks)


def _most_houses(board: Board, player: Player) -> int:
    cities = map(board.city_of.__getitem__, player.route)
    free = Counter(board.province_of[city] for city in cities if city not in player.houses)
    in_one = max((number for province, number in free.items() if province is not None), default=0)
    return min(board.houses - len(player.houses), max(len(free), in_one))


def _tile_for(board: Board, cities: int, left: Stacks) -> int:
    fitting = [(stack.length, left[stack.name][0]) for stack in board.stacks if stack.length and left[stack.name]]
    return max(((length, value) for length, value in fitting if length <= cities), default=(0, 0))[1]


@dataclass
class Hands:
    """The features of hands on one board; what has been found is kept. Sets of cities are bitmasks."""

    board: Board
    _bits: dict[str, int] = field(init=False)
    _near: dict[int, int] = field(init=False)
    _sets: dict[tuple[str, ...], int] = field(default_factory=dict[tuple[str, ...], int])
    _longest: dict[tuple[int, int, int], int] = field(default_factory=dict[tuple[int, int, int], int])

    def __post_init__(self) -> None:
        """Give every city a bit; its cards share it."""
        cities = {city.name: 1 << at for at, city in enumerate(self.board.cities)}
        self._bits = cities | {card: cities[city] for card, city in self.board.city_of.items()}
        self._near = {bit: self.cities(tuple(self.board.neighbours[city])) for city, bit in cities.items()}

    def features(self, hand: tuple[str, ...], route: tuple[str, ...], houses: tuple[str, ...]) -> tuple[int, ...]:
        """Return the features of a hand beside a route; unknown cards count for nothing.

        `chain`
        :   how many cards could be added to the route one after the other (`chain`), as far as `cities` counts.

        `fresh`
        :   cities in hand, not in the route, that have no house of the player; five at most.
        """
        chain = min(self.chain(route, hand), max(0, _longest_with_tile(self.board) - len(route)))
        return WHOLE * chain, WHOLE * min(MOST_FRESH, self.fresh(hand, houses, route))

    def cities(self, names: tuple[str, ...]) -> int:
        """Return the set of these cities, or of the cities of these cards; unknown cards are left out."""
        cities = self._sets.get(names)
        if cities is None:
            if len(self._sets) > MOST_KEPT:
                self._sets.clear()
            cities = 0
            for name in names:
                cities |= self._bits.get(name, 0)
            self._sets[names] = cities
        return cities

    def fresh(self, hand: tuple[str, ...], *others: tuple[str, ...]) -> int:
        """Return how many cities there are in a hand that are in none of the others."""
        cities = self.cities(hand)
        for other in others:
            cities &= ~self.cities(other)
        return cities.bit_count()

    def chain(self, route: tuple[str, ...], cards: tuple[str, ...]) -> int:
        """Return the most of these cards that can be added to the ends of the route, one after the other."""
        free = self.cities(cards) & ~self.cities(route)
        if len(self._longest) > MOST_KEPT:
            self._longest.clear()
        if route:
            return self._extend(self._bits[route[0]], self._bits[route[-1]], free)
        return max((1 + self._extend(bit, bit, free ^ bit) for bit in _each(free)), default=0)

    def _extend(self, left: int, right: int, free: int) -> int:
        """Return how many of the `free` cities can be added to a route with these ends, given by their bits."""
        key = (left, right, free) if left <= right else (right, left, free)
        longest = self._longest.get(key)
        if longest is None:
            longest = 0
            for bit in _each(free & self._near[left]):
                longest = max(longest, 1 + self._extend(bit, right, free ^ bit))
            for bit in _each(free & self._near[right]):
                longest = max(longest, 1 + self._extend(left, bit, free ^ bit))
            self._longest[key] = longest
        return longest


@functools.cache
def hands_on(board: Board) -> Hands:
    """Return the features of hands on a board, shared by all callers."""
    return Hands(board)


def _each(bits: int) -> Iterator[int]:
    """Yield every single bit of a set of bits."""
    while bits:
        bit = bits & -bits
        yield bit
        bits ^= bit
