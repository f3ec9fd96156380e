"""What closing a route brings with its best placement of houses, found quickly. Exact.

The placement is the first of the best ones that `thurntaxis_solver.route_planning.placements` lists. One more house
never makes a set worse, and is a point itself; so for either way of placing only the largest sets are tried: one house
in each of as many provinces as the supply of houses allows, the free cities together counting as one more; or as many
houses as possible in one province.
"""

import functools
import itertools
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import NamedTuple

from thurntaxis import Position, Tile
from thurntaxis.clauses import unnoted
from thurntaxis.modules.messenger.letters import letters_left
from thurntaxis.scoring import score
from thurntaxis.tiles import take_game_end, take_route_tile
from thurntaxis_solver.capabilities import capabilities
from thurntaxis_solver.route_planning.tile_goals import gained, goals, outlook

Tiles = tuple[Tile, ...]


class Closing(NamedTuple):
    """What closing a route brings.

    `points` is the increase of the player's score: a point for each of the `houses` placed, the values of the `tiles`
    taken, and the points that the carriage reached has more than the one before. A carriage that the route earns
    without the cartwright is taken; if it is the highest, the tile for the end of the game is among the tiles.
    `carriage` is the player's highest one afterwards. In a game with the messenger, a route that earns no carriage
    brings it, and its point if it comes from somebody else. `letters` is the number that the houses bring; both are
    none in a game without letters.
    """

    points: int
    houses: tuple[str, ...]
    tiles: Tiles
    carriage: int | None
    letters: int | None
    messenger: bool | None


class _Houses(NamedTuple):
    """A set of houses and what it brings, without the tile for the route's length: the highest `rank` is the best."""

    rank: tuple[int, Fraction, int]  # points, progress, letters
    houses: tuple[str, ...]
    tiles: Tiles


class BestHouses:
    """The closings of the player on turn of one position; each is computed once, as routes share cities."""

    def __init__(self, position: Position) -> None:
        board, player = position.rules.board, position.own
        self._position = position
        self._supply = board.houses - len(player.houses)
        self._goals = goals(position)
        self._end_tiles = gained(player, take_game_end(position, unnoted).own)
        has = capabilities(position.rules)
        self._letters = frozenset(letters_left(position)) if has.letters else None
        self._earned = board.next_carriage[player.carriage] if position.rules.parts.carriages else None
        self._rise = score(position, player.replace(carriage=self._earned)) - score(position, player)
        with_messenger = player.replace(has_messenger=has.messenger or player.has_messenger)
        self._messenger_rise = score(position, with_messenger) - score(position, player)
        self._brings_messenger = has.messenger
        self.close = functools.cache(self._closing)
        self._route_tiles = functools.cache(lambda size: gained(player, take_route_tile(position, size, unnoted).own))
        self._valued = functools.cache(self._houses)

    def _closing(self, route: frozenset[str]) -> Closing:
        """Return what closing a route through these cities brings."""
        board, before = self._position.rules.board, self._position.own.carriage
        length = len(route)
        rewarded = self._earned is not None and self._earned <= length
        best = self._best(route.difference(self._position.own.houses))
        carriage = self._earned if rewarded else before
        tiles = self._route_tiles(length) + best.tiles
        if rewarded and board.next_carriage[carriage] is None and not self._is_last(best.houses):
            tiles += self._end_tiles
        rise = self._rise if rewarded else self._messenger_rise
        points = len(best.houses) + sum(tile.value for tile in tiles) + rise
        letters = None if self._letters is None else best.rank[2]
        messenger = None if self._letters is None else self._brings_messenger and not rewarded
        return Closing(points, best.houses, tuple(sorted(tiles)), carriage, letters, messenger)

    # ---- the houses

    def _best(self, free: frozenset[str]) -> _Houses:
        """Return the best set of houses in these cities, none of which has one yet; of equals, the first in order."""
        valued = list(map(self._valued, self._largest(free)))
        best_rank = max(houses.rank for houses in valued)
        return min((houses for houses in valued if houses.rank == best_rank), key=lambda houses: houses.houses)

    def _largest(self, free: frozenset[str]) -> Iterator[frozenset[str]]:
        """Yield the largest sets that either way of placing allows, some of them more than once."""
        board = self._position.rules.board
        provinces = [cities for province in board.provinces if (cities := free.intersection(province.cities))]
        groups = [*provinces, free_cities] if (free_cities := free.intersection(board.free_cities)) else provinces
        for several in itertools.combinations(groups, min(self._supply, len(groups))):
            yield from map(frozenset, itertools.product(*several))
        for cities in provinces:
            yield from map(frozenset, itertools.combinations(cities, min(self._supply, len(cities))))

    def _houses(self, houses: frozenset[str]) -> _Houses:
        """Return what a set of houses brings."""
        tiles, progress = outlook(self._goals, houses.union(self._position.own.houses))
        if self._is_last(houses):
            tiles += self._end_tiles
        points = len(houses) + sum(tile.value for tile in tiles)
        return _Houses((points, progress, len(houses & (self._letters or frozenset()))), tuple(sorted(houses)), tiles)

    def _is_last(self, houses: Collection[str]) -> bool:
        """Return whether these houses use up the supply."""
        return len(houses) == self._supply
