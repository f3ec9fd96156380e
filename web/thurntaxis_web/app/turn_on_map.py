"""A whole turn as the map shows it: the cards it takes, the cities it joins to the route, the houses it builds."""

import itertools
from collections.abc import Sequence

from thurntaxis import Event, Position
from thurntaxis_presentation.svg.map import view
from thurntaxis_presentation.svg.pieces import house
from thurntaxis_web.app.table_parts import PLAYING, TAKING


def drawn(position: Position, turn: Sequence[Event]) -> str:
    """Return the turn in SVG, to lie on the map below the cities' names."""
    board = position.rules.board
    places = {city.name: view(board).place(city) for city in board.cities}
    route = [board.city_of.get(card, "") for card in position.players[position.decider].route]
    parts: list[str] = []
    new: list[str] = []
    for event in turn:
        cities = [city for word in event[1:] if (city := board.city_of.get(word, word)) in places]
        if event.verb in TAKING:
            parts += [_ring(*places[city], "taken") for city in cities]
        elif event.verb in PLAYING and cities:
            new.append(cities[0])
            rest = [] if event[-1] == "start" else route
            route = [*cities, *rest] if event[-1] == "left" else [*rest, *cities]
        elif event.verb == "close":
            parts += [house(position.decider, "", places[city][0], places[city][1] + 25) for city in cities]
    joined = [
        f"M{places[a][0]:.1f} {places[a][1]:.1f}L{places[b][0]:.1f} {places[b][1]:.1f}"
        for a, b in itertools.pairwise(route)
        if (a in new or b in new) and a in places and b in places
    ]
    line = f'<path d="{"".join(joined)}"/>' if joined else ""
    return line + "".join(parts) + "".join(_ring(*places[city], "played") for city in new)


def _ring(x: float, y: float, kind: str) -> str:
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="17"/>'
