"""The land of each province, drawn only from the places of its cities.

Every place belongs to the nearest city of a province, and so to that province; free cities have no land. The borders
of the cities' areas (their Voronoi cells) inside one province are left out; what remains is rounded at its corners.
"""

import functools
import math
from collections.abc import Iterable, Iterator, Sequence

from thurntaxis import Board, City

Point = tuple[float, float]
Points = Sequence[Point]

ROUNDING = 14.0
"""How far from a corner, in millimetres of the board, its rounding begins."""

LETTER = 9.0
"""About how wide a letter of a province's name is in the picture where it is shown small, and its letters large."""


def province_paths(board: Board) -> dict[str, str]:
    """Return the outline of each province as the data of an SVG path, in millimetres of the board."""
    cells = {city.name: _cell(city, board) for city in board.cities if city.province}
    return {
        province.name: " ".join(_rounded(loop) for loop in _outline(cells[name] for name in province.cities))
        for province in board.provinces
    }


def _cell(city: City, board: Board) -> list[Point]:
    """Return the corners of the places that are nearer to this city than to any other with land."""
    wide, high = board.size
    cell: list[Point] = [(-wide, -high), (2 * wide, -high), (2 * wide, 2 * high), (-wide, 2 * high)]
    for other in board.cities:
        if other.name != city.name and other.province:
            cell = _nearer_half(cell, (city.x, city.y), (other.x, other.y))
    return cell


def _nearer_half(corners: Points, here: Point, there: Point) -> list[Point]:
    """Return the part of a polygon that is nearer to `here` than to `there`."""
    (ax, ay), (bx, by) = here, there
    dx, dy = bx - ax, by - ay
    limit = (bx * bx + by * by - ax * ax - ay * ay) / 2

    def beyond(point: Point) -> float:
        return point[0] * dx + point[1] * dy - limit

    kept: list[Point] = []
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        before, after = beyond(start), beyond(end)
        if before <= 0:
            kept.append(start)
        if (before < 0 < after) or (after < 0 < before):
            share = before / (before - after)
            kept.append((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
    return kept


def _outline(cells: Iterable[Points]) -> list[list[Point]]:
    """Return the closed outlines around several cells, without the borders between them."""
    edges: dict[tuple[Point, Point], None] = {}
    for cell in cells:
        corners = [(round(x, 3), round(y, 3)) for x, y in cell]
        edges.update(dict.fromkeys(zip(corners, [*corners[1:], corners[0]], strict=True)))
    following: dict[Point, list[Point]] = {}
    for start, end in edges:
        if start != end and (end, start) not in edges:
            following.setdefault(start, []).append(end)
    loops: list[list[Point]] = []
    for first, ends in following.items():
        while ends:
            loop, at = [first], ends.pop()
            while at != first and following.get(at):
                loop.append(at)
                at = following[at].pop()
            loops.append(loop)
    return loops


def _rounded(corners: Points) -> str:
    """Return a closed path through the corners, each of them rounded."""
    parts: list[str] = []
    for at, corner in enumerate(corners):
        before, after = corners[at - 1], corners[(at + 1) % len(corners)]
        x1, y1 = _towards(corner, before)
        x2, y2 = _towards(corner, after)
        parts.append(f"{'L' if parts else 'M'}{x1:.1f} {y1:.1f}Q{corner[0]:.1f} {corner[1]:.1f} {x2:.1f} {y2:.1f}")
    return "".join(parts) + "Z"


def _towards(corner: Point, other: Point) -> Point:
    """Return the point at which the rounding of a corner begins, on the edge to another corner."""
    length = math.dist(corner, other)
    share = min(ROUNDING, length / 2) / length
    return (corner[0] + share * (other[0] - corner[0]), corner[1] + share * (other[1] - corner[1]))


# ---- names


def name_places(board: Board, scale: float) -> list[tuple[str, Point]]:
    """Return where the name of each province finds most room: the middle of its line, in millimetres of the board.

    A province that lies in several parts has its name in each. `scale` is the size of the picture against the board;
    letters have the same size in every picture.
    """
    places = {city.name: (city.x, city.y) for city in board.cities}
    roads = [(*places[a], *places[b]) for a, b in board.roads]
    lines = [(ax + (bx - ax) * at / 29, ay + (by - ay) * at / 29) for ax, ay, bx, by in roads for at in range(30)]
    free = [places[city] for city in board.free_cities]
    found: list[tuple[str, Point]] = []
    for province in board.provinces:
        half = len(province.name) * LETTER / 2 / scale
        for part in _parts(province.cities, board):
            own = [places[city] for city in part]
            others = [places[city.name] for city in board.cities if city.province and city.name not in part]
            inside = [point for point in _around(own) if _inside(point, own, others) > 0] or own
            room = functools.partial(_room, half=half, own=own, others=others, free=free, lines=lines)
            found.append((province.name, max(inside, key=room)))
    return found


def _parts(cities: Sequence[str], board: Board) -> Iterator[list[str]]:
    """Yield the groups of cities that are joined by roads among themselves."""
    left = list(cities)
    while left:
        part = [left.pop(0)]
        for city in part:
            part += (near := [other for other in left if other in board.neighbours[city]])
            left = [other for other in left if other not in near]
        yield part


def _around(cities: Points) -> Iterator[Point]:
    """Yield places in and around some cities, row by row, in steps of a centimetre."""
    across, down = zip(*cities, strict=True)
    for y in range(int(min(down)) - 40, int(max(down)) + 45, 10):
        for x in range(int(min(across)) - 40, int(max(across)) + 45, 10):
            yield float(x), float(y)


def _inside(point: Point, own: Points, others: Points) -> float:
    """Return how far inside the area of its own cities a point is: less than 0 if it is outside."""
    near = min(math.dist(point, city) for city in own)
    return min(47 - near, min(math.dist(point, city) for city in others) - near)


def _room(middle: Point, half: float, own: Points, others: Points, free: Points, lines: Points) -> float:
    """Return how much room a line of text has that reaches `half` its width to both sides."""
    x, y = middle
    points = [(x + share * half, y - 3.0) for share in (-1, 0, 1)]
    inside = min(_inside(p, own, others) for p in points)
    cities = (*own, *others, *free)  # each has its name above, and houses below
    names = min(max(abs(p[0] - q[0]) - 33, q[1] - p[1] - 28, p[1] - q[1] - 32) for p in points for q in cities)
    roads = min(math.dist(p, place) for p in points for place in lines)
    return 9 * min(inside, 3.0) + 8 * min(names, 3.0) + 2 * min(roads, 9.0) + min(names, 9.0)
