"""The map in characters: cities with their houses, roads as dots, each player's route in lower-case letters."""

import functools
import itertools
import math
from dataclasses import dataclass, field

from rich.text import Text

from thurntaxis import Board, Position
from thurntaxis_presentation.describe import marks

PLAYER_STYLES = ("bold red", "bold blue", "bold green", "bold yellow")
"""The colours of the players, by seat."""

ASPECT = 0.48
"""The width of a character divided by its height."""


@dataclass
class Canvas:
    """A rectangle of characters with their styles; nothing is drawn outside it."""

    width: int
    height: int
    cells: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict[tuple[int, int], tuple[str, str]])

    def write(self, x: int, y: int, words: str, style: str = "") -> None:
        """Write text to the right, beginning at a cell."""
        for at, sign in enumerate(words):
            if 0 <= x + at < self.width and 0 <= y < self.height:
                self.cells[x + at, y] = (sign, style)

    def text(self) -> Text:
        """Return the canvas as lines of text."""
        lines = Text()
        for y in range(self.height):
            row = [self.cells.get((x, y), (" ", "")) for x in range(self.width)]
            while row and row[-1][0] == " ":
                row.pop()
            for style, cells in itertools.groupby(row, key=lambda cell: cell[1]):
                lines.append("".join(sign for sign, _ in cells), style or None)
            lines.append("\n")
        return lines


def map_text(position: Position, width: int) -> Text:
    """Return the map of the position, at most `width` columns wide."""
    board = position.rules.board
    places = _places(board, width)
    canvas = Canvas(width, max(y for _, y in places.values()) + 1)
    for a, b in board.roads:
        _line(canvas, places[a], places[b], "·", ["dim"])
    for road, players in _roads_of_routes(position).items():
        signs = "".join(marks(position)[player].lower() for player in players)
        _line(canvas, places[road[0]], places[road[1]], signs, [PLAYER_STYLES[player] for player in players])
    for city in board.cities:
        _city(canvas, position, city.name, places[city.name])
    return canvas.text()


@functools.cache
def _places(board: Board, width: int) -> dict[str, tuple[int, int]]:
    """Return the column and line of each city, leaving room for names on the right."""
    left, top = min(city.x for city in board.cities), min(city.y for city in board.cities)
    longest = max(len(city.name) for city in board.cities)
    across = (width - longest - 6) / max(1, max(city.x for city in board.cities) - left)
    return {c.name: (round((c.x - left) * across), round((c.y - top) * across * ASPECT)) for c in board.cities}


def _roads_of_routes(position: Position) -> dict[tuple[str, str], list[int]]:
    """Return for each road the players whose routes use it."""
    found: dict[tuple[str, str], list[int]] = {}
    for at, player in enumerate(position.players):
        cities = [position.rules.board.city_of[card] for card in player.route]
        for a, b in itertools.pairwise(cities):
            found.setdefault((a, b) if a < b else (b, a), []).append(at)
    return found


def _line(canvas: Canvas, start: tuple[int, int], end: tuple[int, int], signs: str, styles: list[str]) -> None:
    """Draw a line of alternating characters; a flat line uses every second column."""
    (x1, y1), (x2, y2) = start, end
    steps = max(1, math.ceil(max(abs(x2 - x1) / 2, abs(y2 - y1))))
    for step in range(1, steps):
        x, y = round(x1 + (x2 - x1) * step / steps), round(y1 + (y2 - y1) * step / steps)
        canvas.write(x, y, signs[step % len(signs)], styles[step % len(styles)])


def _city(canvas: Canvas, position: Position, name: str, place: tuple[int, int]) -> None:
    """Write a city: a dot in the colour of its province (a diamond for a free city), its name and its houses."""
    board, (x, y) = position.rules.board, place
    colours = [p.colour for p in board.provinces if p.name == board.province_of[name]]
    canvas.write(x, y, "●" if colours else "◆", colours[0] if colours else "")
    canvas.write(x + 1, y, f" {name} ", "bold")
    at = x + len(name) + 3
    for player, sign in enumerate(marks(position)):
        if name in position.players[player].houses:
            canvas.write(at, y, sign, f"{PLAYER_STYLES[player]} reverse")
            canvas.write(at + 1, y, " ")
            at += 1
    routes = [[board.city_of[card] for card in player.route] for player in position.players]
    ends = [player for player, route in enumerate(routes) if route == [name]]
    for player in ends:
        canvas.write(x - 1 - ends.index(player), y, marks(position)[player].lower(), PLAYER_STYLES[player])
