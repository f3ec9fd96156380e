"""The map as a graph of networkx, and the paths on it that a player can pay for in blind draws."""

import functools
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING

from thurntaxis import Board

if TYPE_CHECKING:
    import networkx as nx

Path = tuple[str, ...]
"""The cities of a route in order."""

LONGEST_LISTED = 7
"""The most cities of the paths that networkx lists. It knows no limit of costs, and their number grows quickly."""

UNAVAILABLE = 1000
"""The cost of a card that can't be had: more than any number of draws."""


@functools.cache
def road_graph(board: Board) -> "nx.Graph[str]":
    """Return the map of a board: a node for each city, with `province` and coordinates (`x`, `y`), and the roads."""
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph(name=board.name)
    for city in board.cities:
        graph.add_node(city.name, province=city.province, x=city.x, y=city.y)
    graph.add_edges_from(board.roads)
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


def graph_with_costs(board: Board, in_sight: Collection[str], to_come: Collection[str], route: Path) -> "nx.Graph[str]":
    """Return the map of the cities whose cards can be had, and those of a route, with the `cost` of a card of each.

    That is none for a card in sight, and a blind draw for one that may come. No number of draws pays for others.
    """
    graph = road_graph(board).subgraph({*in_sight, *to_come, *route}).copy()
    for city, node in graph.nodes.items():
        node["cost"] = 0 if city in in_sight else 1 if city in to_come else UNAVAILABLE
    return graph


def costs(graph: "nx.Graph[str]") -> dict[str, int]:
    """Return the cost of each city of a graph."""
    return {city: node["cost"] for city, node in graph.nodes.items()}


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
