"""Which houses to place when a route is closed: every legal set, ranked. Exact.

The legal sets are found by constraint programming, from a statement of the rule that is independent of the reference's
listing; the tiles that each set earns are found by playing it in the reference.
"""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from thurntaxis import Board, Event, Position, Tile, Turn
from thurntaxis.fault import InputError
from thurntaxis.message import Hint
from thurntaxis.modules.power_and_glory.horses import horses
from thurntaxis_solver.capabilities import at_turn, capabilities
from thurntaxis_solver.estimates import Answer
from thurntaxis_solver.route_planning.tile_goals import gained, goals, outlook


@dataclass(frozen=True)
class Placement(Answer):
    """A set of houses, and what it brings.

    `points`
    :   a point for each house, as one fewer is left over, and the values of `tiles`.

    `tiles`
    :   those that the player takes on closing: for the route's length, for regions, for all provinces, and for placing
        the last house; not the one that the highest carriage may bring later.

    `progress`
    :   towards the tiles for regions and for all provinces that houses can still bring the player: the sum, over the
        stacks that have a tile left and have given the player none, of the value of the uppermost tile times the share
        of its cities (for all provinces: of the provinces that count) that have a house of the player.

    `letters`
    :   the number of letters that the player takes from these cities; none in a game without letters.
    """

    houses: tuple[str, ...]
    points: int
    tiles: tuple[Tile, ...]
    progress: Fraction
    letters: int | None = None

    @property
    def rank(self) -> tuple[int, Fraction, int]:
        """The order of placements: points, then progress, then letters; more is better."""
        return self.points, self.progress, self.letters or 0


@dataclass(frozen=True)
class Placements(Answer):
    """Every legal set of houses for closing `route`: all that are `best` in rank, and the `others` by descending rank.

    `count` is the number of all sets, including the empty one. Sets of equal rank are in alphabetical order.
    `horses_lacking` is the number of further horses that the player needs before a route of this length may be closed;
    none in a game without horses.
    """

    route: tuple[str, ...]
    count: int
    best: tuple[Placement, ...]
    others: tuple[Placement, ...]
    horses_lacking: int | None = None


def placements(position: Position, route: Iterable[str] | None = None) -> Placements:
    """Return every legal set of houses with which the player on turn could close a route, ranked.

    `route` may be any route of the board that is long enough to be closed, whatever cards and horses the player has; by
    default it is the player's own.

    Raises:
        ValueError: the route is too short, repeats a city or follows no roads, a city is unknown, or the player's own
            route has been closed already.
    """
    position = at_turn(position)
    if route is None:
        if position.turn.closed:
            raise InputError("the route has been closed already", Hint("name another route"))
        route = map(position.rules.board.city_of.__getitem__, position.own.route)
    cities = _checked(position.rules.board, route)
    closing = _about_to_close(position, cities)
    ranked = [_valued(closing, houses) for houses in sorted(legal_houses(closing))]
    ranked.sort(key=lambda placement: placement.rank, reverse=True)
    best = tuple(placement for placement in ranked if placement.rank == ranked[0].rank)
    lacking = max(0, len(cities) - horses(position)) if capabilities(position.rules).horses else None
    return Placements(cities, len(ranked), best, tuple(ranked[len(best) :]), lacking)


def _checked(board: Board, route: Iterable[str]) -> tuple[str, ...]:
    """Return the canonical names of a route that can be closed; raise ValueError if it can't be."""
    cities = tuple(board.resolve(city) for city in route)
    if len(cities) < board.shortest_route:
        raise InputError(
            "the route has only {number:# city|# cities}",
            "at least {low:# city|# cities}",
            len(cities),
            board.shortest_route,
        )
    for at, city in enumerate(cities):
        if city in cities[:at]:
            raise InputError("{city} is in the route twice", "each city once", city)
    for one, other in itertools.pairwise(cities):
        if other not in board.neighbours[one]:
            near = tuple(sorted(board.neighbours[one]))
            raise InputError(
                "no road leads from {a} to {b}", Hint("roads from {a} lead to {near}", one, near), one, other
            )
    return cities


def _about_to_close(position: Position, route: tuple[str, ...]) -> Position:
    """Return the position with the player about to close the route.

    The highest carriage is taken as held already, so that closing brings houses and tiles and nothing else.
    """
    board = position.rules.board
    cards = tuple(board.cards_of[city][0] for city in route)
    turn = Turn(position.turn.player, phase="play", played=1)
    return position.with_own(route=cards, carriage=board.carriages[-1][0]).replace(turn=turn)


# ---- which sets are legal


def legal_houses(position: Position) -> set[tuple[str, ...]]:
    """Return the sets of houses, each sorted, that the player on turn can place on the route.

    The constraint problem has a variable for each city of the route (1: a house is placed there) and one for the way
    of placing: one house in each province and in one free city (none), or all of them in one province (its name). A set
    that both ways allow is one set.
    """
    import constraint

    board, player = position.rules.board, position.own
    route = [board.city_of[card] for card in player.route]
    groups = {board.province_of[city] for city in route}  # the free cities are a group without a name
    provinces = sorted(province for province in groups if province is not None)
    problem: Any = constraint.Problem()
    problem.addVariable("way", [None, *provinces])
    for city in route:
        problem.addVariable(city, [0] if city in player.houses else [0, 1])
    for group in groups:
        cities = [city for city in route if board.province_of[city] == group]
        most = {group: len(cities), None: 1}  # by the way of placing; none if all go in another province
        problem.addConstraint(lambda way, *houses, most=most: sum(houses) <= most.get(way, 0), ["way", *cities])
    problem.addConstraint(constraint.MaxSumConstraint(board.houses - len(player.houses)), route)
    return {tuple(sorted(city for city in route if chosen[city])) for chosen in problem.getSolutions()}


# ---- what they bring


def _valued(closing: Position, houses: tuple[str, ...]) -> Placement:
    """Return the placement with the tiles that the rules give for it."""
    at, player = closing.turn.player, closing.own
    after = closing.play_without_checking(Event(("close", *houses))).players[at]
    letters = after.letters - player.letters if capabilities(closing.rules).letters else None
    tiles = gained(player, after)
    points = len(houses) + sum(tile.value for tile in tiles)
    return Placement(houses, points, tiles, outlook(goals(closing), after.houses)[1], letters)
