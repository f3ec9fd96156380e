"""Positions to be found with base rules on a board with free cities; horseshoes and backs are ignored."""

from counts.module_positions import Tables
from counts.position_signs import (
    can,
    free_on_route,
    hand,
    last_turn,
    opening,
    option,
    route,
)

TABLES = Tables()
table = TABLES.add

table("free-cities-opening", "the start of a game with base rules", "testland", [], *opening(2))
table(
    "free-cities-draw",
    "the draw: equal cities, different cards",
    "testland",
    [],
    can("draw", "administrator"),
    hand(2),
    route(2),
)
table(
    "free-cities-close",
    "two free cities on the route",
    "testland",
    [],
    can("close"),
    lambda p: free_on_route(p) >= 2,
    route(5),
)
table("free-cities-close-eight", "a route of eight or more", "testland", [], can("close"), route(8, 10))
table("free-cities-cartwright", "the cartwright's help", "testland", [], can("cartwright"), hand(1))
table(
    "free-cities-carriage",
    "a carriage that may be declined",
    "testland",
    [],
    can("carriage"),
    option(carriage_declinable=True),
    hand(1),
)
table("free-cities-last-turn", "the last turn of the game", "testland", [], last_turn, can("close"))
