"""The map: provinces, roads, routes, cities with their names and houses."""

import functools
import html
import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass

from thurntaxis import Board, City, Position
from thurntaxis_presentation.describe import marks
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.svg.areas import Point, name_places, province_paths
from thurntaxis_presentation.svg.pieces import colour_of, house, shade, text

WIDTH = 800
"""Width of the map in the picture."""

_COAST = 54
"""How far the land reaches beyond the cities and roads at the edge, in millimetres of the board."""

_ROUTES_APART = 5.5
_HOUSES_APART = 24.0


@dataclass(frozen=True)
class View:
    """Where places of the board lie on the map."""

    left: float
    top: float
    scale: float
    height: float

    def place(self, city: City) -> Point:
        """Return where a city lies."""
        return self.point((city.x, city.y))

    def point(self, millimetres: Point) -> Point:
        """Return where a place given in millimetres of the board lies."""
        return (millimetres[0] - self.left) * self.scale, (millimetres[1] - self.top) * self.scale


@functools.cache
def view(board: Board) -> View:
    """Return the view that shows all the land of a board."""
    across, down = [city.x for city in board.cities], [city.y for city in board.cities]
    left, top = min(across) - _COAST - 10, min(down) - _COAST - 10
    scale = WIDTH / (max(across) + _COAST + 10 - left)
    return View(left, top, scale, (max(down) + _COAST + 10 - top) * scale)


Marks = Mapping[str, tuple[str, int | None]]
"""How cities are marked: `takeable`, `playable` or nothing; and the player whose last turn led there, if one's did."""


def map_svg(position: Position, lang: str = "en", marked: Marks | None = None) -> str:
    """Return the map of the position, with marks around cities; its upper left corner is at 0, 0."""
    lang = Language(lang)
    board = position.rules.board
    routes = [_route(position, player, lang) for player in range(len(position.players))]
    sea = f'<rect class="sea" width="{WIDTH}" height="{view(board).height:.0f}" rx="10"/>'
    parts = [sea, _country(board), *routes, _names(board)]
    letters = position.rules.parts.cities_with_pieces(position)
    parts += [
        _city(position, city, lang, (marked or {}).get(city.name, ("", None)), has_letter=city.name in letters)
        for city in board.cities
    ]
    return "".join(parts)


@functools.cache
def _country(board: Board) -> str:
    """Return what is the same in all positions below the routes: provinces and roads."""
    places = {city.name: view(board).place(city) for city in board.cities}
    return _land(board) + "".join(_road(places[a], places[b]) for a, b in board.roads)


def _land(board: Board) -> str:
    """Return the provinces in their colours; the land ends at some distance from cities and roads."""
    seen = view(board)
    places = {city.name: (city.x, city.y) for city in board.cities}
    lines = "".join(f"M{places[a][0]} {places[a][1]}L{places[b][0]} {places[b][1]}" for a, b in board.roads)
    areas = "".join(
        f'<path d="{path}" fill="{colour_of(board, name)}"><title>{html.escape(name)}</title></path>'
        for name, path in province_paths(board).items()
    )
    coast = f'class="coast" d="{lines}" stroke-width='
    return (
        f'<g transform="scale({seen.scale:.4f}) translate({-seen.left} {-seen.top})">'
        f'<mask id="taxis-land" maskUnits="userSpaceOnUse" x="{seen.left}" y="{seen.top}" width="2000" height="2000">'
        f'<path {coast}"{2 * _COAST - 4}" stroke="#fff"/></mask><path {coast}"{2 * _COAST + 5}" stroke="#a9b9b5"/>'
        f'<path {coast}"{2 * _COAST}" stroke="#fdf9ee"/><g class="land" mask="url(#taxis-land)">{areas}</g></g>'
    )


@functools.cache
def _names(board: Board) -> str:
    """Return the names of the provinces, which routes and roads don't cover."""
    seen = view(board)
    return "".join(
        text(name, *seen.point(place), "province", f' text-anchor="middle" fill="{shade(colour_of(board, name), 0.4)}"')
        for name, place in name_places(board, seen.scale)
    )


def _road(a: Point, b: Point) -> str:
    line = f'x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}"'
    return f'<line class="verge" {line}/><line class="road" {line}/>'


def _route(position: Position, player: int, lang: Language) -> str:
    """Return a player's route as a thick line beside those of the others."""
    board = position.rules.board
    route = [board.city_of[card] for card in position.players[player].route]
    if not route:
        return ""
    places = {city.name: view(board).place(city) for city in board.cities}
    label = lang.shown("map-route", player=position.name_of(player), cities=lang.listed(route))
    begin = f'<g class="route p{player}" role="img" aria-label="{html.escape(label)}">'
    if len(route) == 1:
        x, y = places[route[0]]
        return f'{begin}<circle cx="{x:.1f}" cy="{y:.1f}" r="{12 + 3.5 * player}"/></g>'
    aside = (player - (len(position.players) - 1) / 2) * _ROUTES_APART
    points: list[Point] = []
    for a, b in itertools.pairwise(route):
        (ax, ay), (bx, by) = places[a], places[b]
        side = 1 if a < b else -1  # the same side of the road in both directions
        share = side * aside / math.dist((ax, ay), (bx, by))
        points += [(ax - share * (by - ay), ay + share * (bx - ax)), (bx - share * (by - ay), by + share * (bx - ax))]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'{begin}<polyline class="casing" points="{line}"/><polyline points="{line}"/></g>'


def _disc(x: float, y: float, colour: str, *, free: bool) -> str:
    """Return the sign of a city: a disc, or a square standing on its corner for a free city."""
    edge = shade(colour, 0.5)
    core = f'<circle class="core" cx="{x:.1f}" cy="{y:.1f}" r="2.6"/>'
    if free:
        square = f"M{x:.1f} {y - 12:.1f}l12 12-12 12-12-12z"
        return f'<path class="free" d="{square}" fill="{colour}" stroke="{edge}"/>{core}'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8.5" fill="{colour}" stroke="{edge}"/>{core}'


def _halo(x: float, y: float, kind: str, player: int | None) -> str:
    """Return the rings around a city: of a player whose last turn led there, and of a card of some kind."""
    ring = f'cx="{x:.1f}" cy="{y:.1f}"'
    trace = "" if player is None else f'<circle class="trace p{player}" {ring} r="21"/>'
    return trace + (f'<circle class="halo" {ring} r="14"/>' if kind else "")


def _city(position: Position, city: City, lang: Language, mark: tuple[str, int | None], *, has_letter: bool) -> str:
    """Return a city: its disc, which may be marked, its name above, and the houses in it below."""
    x, y = view(position.rules.board).place(city)
    builders = [at for at, player in enumerate(position.players) if city.name in player.houses]
    who = tuple(position.name_of(at) for at in builders)
    name = "map-city" if city.province else "map-free"
    label = lang.shown(name, city=city.name, province=city.province)
    label += lang.shown("map-houses", players=who) if who else ""
    label += lang.shown("map-letter") if has_letter else ""
    first = x - (len(builders) - 1) * _HOUSES_APART / 2
    colour = colour_of(position.rules.board, city.province)
    return (
        f'<g class="city {mark[0]}" role="img" aria-label="{html.escape(label)}" data-city="{html.escape(city.name)}">'
        + _halo(x, y, *mark)
        + _disc(x, y, colour, free=city.province is None)
        + text(city.name, x, y - 15, "town", ' text-anchor="middle"')
        + (f'<path class="letter" d="M{x + 12:.1f} {y - 5:.1f}h14v10h-14zl7 5.5 7-5.5"/>' if has_letter else "")
        + "".join(
            house(at, marks(position)[at], first + _HOUSES_APART * place, y + 25) for place, at in enumerate(builders)
        )
        + "</g>"
    )
