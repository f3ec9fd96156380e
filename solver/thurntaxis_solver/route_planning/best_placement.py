"""What closing a route brings with its best placement of houses, found quickly. Exact.

The placement is the first of the best ones that `thurntaxis_solver.route_planning.placements` lists. One more house
never makes a set worse, and is a point itself; so for either way of placing only the largest sets are tried: one house
in each of as many provinces as the supply of houses allows, the free cities together counting as one more; or as many
houses as possible in one province.

Cities are numbers and sets of them bitmasks, as in `thurntaxis_solver.route_planning.road_graph`.
"""

import itertools
import math
from collections.abc import Iterator
from typing import NamedTuple

from thurntaxis import Position, Tile
from thurntaxis.clauses import unnoted
from thurntaxis.modules.messenger.letters import letters_left
from thurntaxis.scoring import score
from thurntaxis.tiles import take_game_end, take_route_tile
from thurntaxis_solver.capabilities import capabilities
from thurntaxis_solver.route_planning.road_graph import Roads, indices
from thurntaxis_solver.route_planning.tile_goals import goals

Tiles = tuple[Tile, ...]


class Closing(NamedTuple):
    """What closing a route brings.

    `points` is the increase of the player's score: a point for each of the `houses` placed, the values of the `tiles`
    taken, and the points that the carriage reached has more than the one before. A carriage that the route earns
    without the cartwright is taken; if it is the highest, the tile for the end of the game is among the tiles.
    `carriage` is the player's highest one afterwards. In a game with the messenger, a route that earns no carriage
    brings it, and its point if it comes from somebody else. `letters` is the number that the houses bring.
    """

    points: int
    houses: int
    tiles: Tiles
    carriage: int | None
    letters: int
    messenger: bool


class BestHouses:
    """The closings of the player on turn of one position; each is computed once, as routes share cities."""

    def __init__(self, position: Position, roads: Roads) -> None:
        """Read what the player has, and which tiles and letters are left."""
        board, player = position.rules.board, position.mover
        self._position = position
        self._owned = roads.mask(player.houses)
        self._supply = board.houses - len(player.houses)
        self._provinces = [roads.mask(province.cities) for province in board.provinces]
        self._free_cities = roads.mask(board.free_cities)
        self._goals = [(goal.tile, [roads.mask(part) for part in goal.parts]) for goal in goals(position)]
        self._scale = math.lcm(*(len(parts) for _, parts in self._goals))
        self._end_tiles = self._gain(take_game_end(position, unnoted))
        has = capabilities(position.rules)
        self._letters = roads.mask(letters_left(position)) if has.letters else 0
        self._earned = board.next_carriage[player.carriage] if position.rules.parts.carriages else None
        self._rise = score(position, player.replace(carriage=self._earned)) - score(position, player)
        with_messenger = player.replace(has_messenger=has.messenger or player.has_messenger)
        self._messenger_rise = score(position, with_messenger) - score(position, player)
        self._brings_messenger = has.messenger
        self._route_tiles: dict[int, Tiles] = {}
        self._closings: dict[int, Closing] = {}

    def close(self, route: int) -> Closing:
        """Return what closing a route through these cities brings."""
        if route not in self._closings:
            self._closings[route] = self._closing(route)
        return self._closings[route]

    def _gain(self, after: Position) -> Tiles:
        """Return the tiles that the player has in a later position and not in this one."""
        tiles = list(after.mover.tiles)
        for tile in self._position.mover.tiles:
            tiles.remove(tile)
        return tuple(tiles)

    def _closing(self, route: int) -> Closing:
        board, before = self._position.rules.board, self._position.mover.carriage
        length = route.bit_count()
        rewarded = self._earned is not None and self._earned <= length
        if length not in self._route_tiles:
            self._route_tiles[length] = self._gain(take_route_tile(self._position, length, unnoted))
        houses = self._best(route & ~self._owned)
        carriage = self._earned if rewarded else before
        tiles = self._route_tiles[length] + self._met(houses)
        if (rewarded and board.next_carriage[carriage] is None) or self._is_last(houses):
            tiles += self._end_tiles
        rise = self._rise if rewarded else self._messenger_rise
        points = houses.bit_count() + sum(tile.value for tile in tiles) + rise
        letters, messenger = (houses & self._letters).bit_count(), self._brings_messenger and not rewarded
        return Closing(points, houses, tuple(sorted(tiles)), carriage, letters, messenger)

    # ---- the houses

    def _best(self, free: int) -> int:
        """Return the best set of houses in these cities, none of which has one yet."""
        ranked = [(self._rank(houses), houses) for houses in self._largest(free)]
        best = max(rank for rank, _ in ranked)
        return min((houses for rank, houses in ranked if rank == best), key=indices)

    def _largest(self, free: int) -> Iterator[int]:
        """Yield the largest sets that either way of placing allows, some of them more than once."""
        provinces = [cities for province in self._provinces if (cities := indices(free & province))]
        groups = [*provinces, free_cities] if (free_cities := indices(free & self._free_cities)) else provinces
        for several in itertools.combinations(groups, min(self._supply, len(groups))):
            for choice in itertools.product(*several):
                yield sum(1 << city for city in choice)
        for cities in provinces:
            for choice in itertools.combinations(cities, min(self._supply, len(cities))):
                yield sum(1 << city for city in choice)

    def _rank(self, houses: int) -> tuple[int, int, int]:
        """Return the sort key of sets: points without the route's tile, progress, and letters, all in integers."""
        after = self._owned | houses
        points, progress = houses.bit_count(), 0
        for tile, parts in self._goals:
            with_house = sum(1 for part in parts if part & after)
            if with_house == len(parts):
                points += tile.value
            else:
                progress += tile.value * with_house * (self._scale // len(parts))
        if self._is_last(houses):
            points += sum(tile.value for tile in self._end_tiles)
        return points, progress, (houses & self._letters).bit_count()

    def _met(self, houses: int) -> Tiles:
        """Return the tiles for regions, free cities and all provinces that these houses bring."""
        after = self._owned | houses
        return tuple(tile for tile, parts in self._goals if all(part & after for part in parts))

    def _is_last(self, houses: int) -> bool:
        """Return whether these houses use up the supply."""
        return houses.bit_count() == self._supply
