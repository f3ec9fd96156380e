"""The map: the board's cities and roads as a graph of networkx, and as numbers for the search for routes.

In the search a city is its index in alphabetical order, and a set of cities is a bitmask: bit i is city i.
"""

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from thurntaxis import Board

if TYPE_CHECKING:
    import networkx as nx

Path = tuple[int, ...]
"""The cities of a route in order, as indices."""


def road_graph(board: Board) -> "nx.Graph[str]":
    """Return the map of a board: a node for each city, with `province` and coordinates (`x`, `y`), and the roads."""
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph(name=board.name)
    for city in board.cities:
        graph.add_node(city.name, province=city.province, x=city.x, y=city.y)
    graph.add_edges_from(board.roads)
    return graph


@dataclass(frozen=True)
class Roads:
    """The map in numbers: the names of the cities in alphabetical order, and the neighbours of each.

    `cards` are the pairs of a card and its city, if cards have other names than their cities.
    """

    cities: tuple[str, ...]
    neighbours: tuple[Path, ...]
    cards: tuple[tuple[str, str], ...] = ()

    @functools.cached_property
    def _index(self) -> dict[str, int]:
        index = {city: at for at, city in enumerate(self.cities)}
        return index | {card: index[city] for card, city in self.cards}

    def path(self, cities: Iterable[str]) -> Path:
        """Return the indices of these cities, or of the cities of these cards."""
        return tuple(self._index[city] for city in cities)

    def mask(self, cities: Iterable[str]) -> int:
        """Return the set of these cities, or of the cities of these cards; other names (unknown cards) are ignored."""
        return sum({1 << self._index[city] for city in cities if city in self._index})

    def names(self, mask: int) -> tuple[str, ...]:
        """Return the names of the cities of a set, sorted."""
        return tuple(city for at, city in enumerate(self.cities) if mask >> at & 1)


@functools.cache
def roads(board: Board) -> Roads:
    """Return the map of a board in numbers."""
    graph = road_graph(board)
    cities = tuple(sorted(graph))
    neighbours = tuple(tuple(sorted(cities.index(other) for other in graph[city])) for city in cities)
    return Roads(cities, neighbours, tuple(board.city_of.items()) if board.cards_are_numbered else ())


@dataclass(frozen=True)
class PathSearch:
    """A search for simple paths, with limits on their length and their cities.

    A path has at most `longest` cities. Except for the route that it continues, all of them are in the set `open`, and
    at most `budget` of them in the set `scarce`.
    """

    roads: Roads
    longest: int
    open: int
    scarce: int
    budget: int

    def new_paths(self) -> Iterator[Path]:
        """Yield every path of at least one city, in the direction that begins at the lower index."""
        for first in range(len(self.roads.cities)):
            budget = self._budget_after(first, 0, self.budget)
            if budget >= 0:
                for rest in self._onward(first, 1 << first, self.longest - 1, budget):
                    if not rest or first < rest[-1]:
                        yield first, *rest

    def longer_paths(self, route: Path) -> Iterator[Path]:
        """Yield every path that holds the route: the route itself, and what extends it at its ends.

        The direction is that of the route. A route of one city has no direction, so each longer path comes in both.
        """
        taken, more = bitmask(route), self.longest - len(route)
        for right in self._onward(route[-1], taken, more, self.budget):
            both = bitmask(right)
            budget = self.budget - (both & self.scarce).bit_count()
            for left in self._onward(route[0], taken | both, more - len(right), budget):
                yield *reversed(left), *route, *right

    def _onward(self, end: int, taken: int, more: int, budget: int) -> Iterator[Path]:
        """Yield the ways on from the city `end`: at most `more` cities, none `taken`. The first way is empty."""
        yield ()
        if more <= 0:
            return
        for city in self.roads.neighbours[end]:
            left = self._budget_after(city, taken, budget)
            if left >= 0:
                for rest in self._onward(city, taken | 1 << city, more - 1, left):
                    yield city, *rest

    def _budget_after(self, city: int, taken: int, budget: int) -> int:
        """Return what is left of the budget after the city is added; negative if it can't be added."""
        if not (self.open & ~taken) >> city & 1:
            return -1
        return budget - (self.scarce >> city & 1)


def bitmask(path: Path) -> int:
    """Return the set of the cities of a path."""
    return sum(1 << city for city in path)


def indices(mask: int) -> Path:
    """Return the cities of a set, sorted."""
    return tuple(city for city in range(mask.bit_length()) if mask >> city & 1)
