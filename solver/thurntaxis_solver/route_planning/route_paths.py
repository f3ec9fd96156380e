"""The map as a graph of networkx, and the paths on it that a player can pay for in blind draws."""

import functools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from thurntaxis import Board

if TYPE_CHECKING:
    import networkx as nx

Path = tuple[str, ...]
"""The cities of a route in order."""

LONGEST_LISTED = 7
"""The most cities of the paths that networkx lists. It knows no limit of costs, and their number grows quickly."""


@functools.cache
def road_graph(board: Board) -> "nx.Graph[str]":
    """Return the map of a board: its cities and roads."""
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph(board.roads)
    graph.add_nodes_from(city.name for city in board.cities)
    return graph


def simple_paths(graph: "nx.Graph[str]", longest: int) -> Iterator[Path]:
    """Yield every path of two to `longest` cities, from the end that comes first in alphabetical order."""
    import networkx as nx

    for first in graph:
        ends = [city for city in graph if city > first]
        yield from map(tuple, nx.all_simple_paths(graph, first, ends, cutoff=longest - 1))


def place_of(route: Path, path: Path) -> int | None:
    """Return where the route, or its reverse, lies in the path unbroken; none if it doesn't."""
    if not route or route[0] not in path or route[-1] not in path:
        return None
    place = min(path.index(route[0]), path.index(route[-1]))
    return place if path[place : place + len(route)] in (route, route[::-1]) else None


def affordable_paths(
    graph: "nx.Graph[str]", route: Path, longest: int, is_affordable: Callable[[Path], bool]
) -> Iterator[Path]:
    """Yield the affordable ones of the simple paths; the present route is one, and so is a part of a new route."""
    level: list[Path] = []
    for path in simple_paths(graph, min(longest, LONGEST_LISTED)):
        if is_affordable(path):
            yield path
            if len(path) == LONGEST_LISTED:
                level.append(path)
    for length in range(LONGEST_LISTED + 1, longest + 1):
        both_ways = [*level, *(path[::-1] for path in level)]
        longer = [(*path, city) for path in both_ways for city in graph[path[-1]] if city not in path]
        if len(route) == length:
            longer.append(route)
        level = [path for path in dict.fromkeys(min(path, path[::-1]) for path in longer) if is_affordable(path)]
        yield from level
