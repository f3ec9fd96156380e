"""The routes worth building: what each takes, how likely its cards are to come, and what it brings.

Every route within the given limits is considered, and every figure is exact, as `TargetRoute` defines it. The order of
the routes is a convention, which `routes` states.
"""

import dataclasses
import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from thurntaxis import Board, Position, Tile
from thurntaxis.fault import InputError
from thurntaxis.values import Cards, known
from thurntaxis_solver.capabilities import at_turn, capabilities
from thurntaxis_solver.estimates import Answer, Exact
from thurntaxis_solver.route_planning.closing_gain import BestHouses, Closing
from thurntaxis_solver.route_planning.horse_cards import HorseCards, Horses
from thurntaxis_solver.route_planning.reveal_chances import by_city, cards_to_come, cases, chance_in
from thurntaxis_solver.route_planning.route_paths import Path, affordable_paths, place_of, road_graph
from thurntaxis_solver.route_planning.turn_count import (
    NOTHING_MORE,
    RouteState,
    fewest,
    least_turns,
    letters_of,
    rest_of_turn,
    supply,
)

Cities = tuple[str, ...]
"""Some cities, sorted."""

UNAVAILABLE = 1000
"""The cost of a card that can't be had: more than any number of draws."""

BLIND_DRAWS = (1, 2, 3)
"""The numbers of draws for which `TargetRoute.blind` gives the chance."""


@dataclass(frozen=True)
class TargetRoute(Answer):
    """A route that the player on turn may aim at.

    `cities`
    :   the whole route, in the direction that comes first in alphabetical order. The tuples of some of its cities keep
        this order.

    `needed`
    :   the cities that are still to be laid. The card of each is `in_hand`, or else `on_display`, or else `unseen`.

    `turns`
    :   the least number of the player's turns, including the present one, in which the route can be completed and
        closed, if the needed cards on display stay there and the unseen ones come when the player draws for them (see
        `thurntaxis_solver.route_planning.turn_count`). Cards that have to go in front of the carriage are included, on
        the same assumptions.

    `chance`
    :   the probability that the blind draws allowed, made now one after the other, bring all the unseen cards. `blind`
        is the same for one, two and three draws. Cards that only go in front of the carriage don't count.

    `points`
    :   the increase of the player's score if the route is closed with its best placement of houses, and the carriage
        that it earns without the cartwright is taken. It comes from `houses`, `tiles` and `carriage` (the highest one
        then).

    `new`
    :   whether the route is a new one, and a route on the table is abandoned for it.

    `pareto`
    :   whether no other route worth building is as good in points, turns and chance, and better in one of them.

    `letters`, `messenger`
    :   in a game with letters, how many of them the houses bring; whether the player gets the messenger, as the route
        brings no carriage.

    `horses`
    :   in a game with horses, how many more of them the route needs.
    """

    cities: tuple[str, ...]
    needed: tuple[str, ...]
    in_hand: tuple[str, ...]
    on_display: tuple[str, ...]
    unseen: tuple[str, ...]
    turns: int
    chance: Exact
    blind: tuple[Exact, ...]
    points: int
    houses: tuple[str, ...]
    tiles: tuple[Tile, ...]
    carriage: int | None
    new: bool
    pareto: bool
    letters: int | None = None
    messenger: bool | None = None
    horses: Horses | None = None

    @property
    def rate(self) -> Fraction:
        """The points per turn times the chance of the cards: the routes are sorted by it."""
        return self.chance.fraction * self.points / self.turns

    @property
    def figures(self) -> tuple[Fraction, ...]:
        """Points, turns (as a negative number) and chance; higher is better for each."""
        return Fraction(self.points), Fraction(-self.turns), self.chance.fraction


def routes(position: Position, *, longest: int = 8, draws: int = 3) -> tuple[TargetRoute, ...]:
    """Return the routes worth building for the player on turn, the best rate first.

    Every route of at most `longest` cities is considered that extends the present route, and every new one. A route is
    worth building unless

    - more than `draws` of its needed cards are neither in hand nor on display, or the draws can't bring them;
    - it can't be closed: the present route is lost, as this turn can't extend it, or there will be no further turn, as
      the end of the game has been triggered;
    - another route with the same needed cards, or some of them, brings as many points in as few turns. Of several that
      are equal in all this, the first in alphabetical order is kept, an extension of the present route before a new
      route.

    The rate is the points per turn times the chance (`TargetRoute.rate`); ties are broken by more points, fewer turns,
    and alphabetical order. While the player decides on a carriage or on the cards to keep, the closed route counts as
    gone, carriage and messenger as they are, and the best choice of cards as kept. While office tiles are returned, the
    routes are those of the player on turn, without what the tiles may bring.

    Raises:
        ValueError: `longest` is less than a route needs to be closed, `draws` is negative, or the next event is a
            reveal, not a decision.
    """
    least = position.rules.board.shortest_route
    if longest < least:
        raise InputError(
            "no route of at most {number:# city|# cities} can be closed",
            "at least {low:# city|# cities}",
            longest,
            least,
        )
    if draws < 0:
        raise InputError("{number:# card|# cards} can't be drawn", "at least {low}", draws, 0)
    if position.is_chance:
        raise InputError("a card has to be revealed first", "a position in which a player decides")
    if position.turn.phase in ("final", "over"):
        return ()
    search = RouteSearch(at_turn(position), draws)
    targets = [search.target(candidate) for candidate in _undominated(search.candidates(longest))]
    targets.sort(key=lambda target: (-target.rate, -target.points, target.turns, target.cities, target.new))
    return _with_front(targets)


# ---- the search


class _Candidate(NamedTuple):
    """A route and its figures, without the chance; `needed` are its needed cities, sorted."""

    needed: Cities
    closing: Closing
    turns: int
    new: bool
    path: Path

    @property
    def rank(self) -> tuple[int, int, int, bool, Path]:
        """The sort key of an order in which no candidate dominates an earlier one."""
        return len(self.needed), -self.closing.points, self.turns, self.new, self.path


class RouteSearch:
    """The search for the routes of one position."""

    def __init__(self, position: Position, draws: int) -> None:
        """Read the position; `draws` blind draws are allowed."""
        player, board, self.position, self.draws = position.own, position.rules.board, position, draws
        self.route = () if position.turn.closed else position.rules.cities(player.route)
        self.hand = _cities(board, player.hand)
        self.display = _cities(board, position.display) - self.hand
        to_come = cards_to_come(position, draws)
        in_sight, hidden = self.hand | self.display, _cities(board, to_come)
        costs = dict.fromkeys(self.route, UNAVAILABLE) | dict.fromkeys(hidden, 1) | dict.fromkeys(in_sight, 0)
        self._graph = road_graph(board).subgraph(costs).copy()
        for city, node in self._graph.nodes.items():
            node["cost"] = costs[city]
        self._laid = self._cost_of(self.route)
        self.houses = BestHouses(position)
        self._cases = functools.cache(lambda draws: by_city(cases(position, draws), board))
        self.chance = functools.cache(self._chance)
        self._turn_ways = {new: rest_of_turn(position, new=new) for new in (False, True)}
        self._supply, self._letters = supply(position), letters_of(position)
        kept = board.hand_after_closing if position.turn.closed else None
        self._hand_size = len(player.hand) if kept is None else kept
        self._horses = HorseCards(position, to_come, kept) if capabilities(position.rules).horses else None

    # ---- which routes there are

    def candidates(self, longest: int) -> Iterator["_Candidate"]:
        """Yield the candidate with the fewest turns for each set of needed cards; of equals, the first in order."""
        position = self.position
        quickest: dict[tuple[Cities, bool], tuple[int, Path]] = {}
        for path, new in self._paths(longest):
            if len(path) < position.rules.board.shortest_route:
                continue
            turns = self.turns(path, new=new)
            if turns is None or (turns > 1 and position.ender is not None):
                continue
            needed = tuple(sorted(path if new else set(path).difference(self.route)))
            quickest[needed, new] = min((turns, path), quickest.get((needed, new), (turns, path)))
        for (needed, new), (turns, path) in quickest.items():
            if self.chance(self._unseen(needed), self.draws).fraction:
                yield _Candidate(needed, self.houses.close(frozenset(path)), turns, new, path)

    def _paths(self, longest: int) -> Iterator[tuple[Path, bool]]:
        """Yield every route that the cards allow, and whether it is new: its end that is first in order begins it."""
        if len(self.route) > longest:
            yield min(self.route, self.route[::-1]), False
        for path in affordable_paths(
            self._graph, self.route, longest, lambda p: self._cost_of(p) <= self.draws or self._extends(p)
        ):
            if self._cost_of(path) <= self.draws:
                yield path, bool(self.route)
            if self._extends(path):
                yield path, False

    def _cost_of(self, path: Path) -> int:
        """Return how many blind draws the cards of a new route take at least."""
        nodes = self._graph.nodes
        return sum(nodes[city]["cost"] for city in path)

    def _extends(self, path: Path) -> bool:
        """Return whether a path has the present route in it, and the draws may bring the other cards."""
        return self._cost_of(path) - self._laid <= self.draws and place_of(self.route, path) is not None

    # ---- what they take

    def _unseen(self, needed: Cities) -> Cities:
        return tuple(city for city in needed if city not in self.hand and city not in self.display)

    def _chance(self, unseen: Cities, draws: int) -> Exact:
        """Return the chance that `draws` blind draws bring the cards of these cities, which are sorted."""
        return Exact(chance_in(self._cases(draws), unseen))

    def turns(self, path: Path, *, new: bool) -> int | None:
        """Return the least number of turns that a route takes; none if it can't be completed.

        A route that isn't new extends the present one, in either direction.
        """
        place = None if new else place_of(self.route, path)
        low, high = (0, 0) if place is None else (place, place + len(self.route))
        ways = self._turn_ways[new]
        stuck = not any(way.draws for way in ways)
        least = least_turns(self._starts(path, low, high, spare=int(stuck)), ways, self._supply, self._letters)
        if stuck and low == high and self.position.turn.phase == "draw" and self.hand.isdisjoint(path):
            # No card can begin the route in this turn, so another card is played, and the next turn begins the route.
            # That card may be a better loss than a place in front of the carriage.
            starts = self._starts(path, low, high, lost=1)
            return fewest((least, least_turns(starts, (NOTHING_MORE,), self._supply, self._letters)))
        return least

    def _starts(self, path: Path, low: int, high: int, *, spare: int = 0, lost: int = 0) -> tuple[RouteState, ...]:
        """Return the states the route may start from; `spare` and `lost` are cards as in `HorseCards.starts`."""
        if self._horses:
            return self._horses.starts(path, low, high, spare=spare, lost=lost)
        in_hand = [1 << at for at, city in enumerate(path) if city in self.hand and not low <= at < high]
        kept = min(self._hand_size, len(in_hand))
        return tuple(RouteState(len(path), low, high, sum(cards)) for cards in itertools.combinations(in_hand, kept))

    def target(self, candidate: _Candidate) -> TargetRoute:
        """Return the target route of a candidate, with its chances."""
        needed = tuple(city for city in candidate.path if city in candidate.needed)
        in_hand = tuple(city for city in needed if city in self.hand)
        on_display = tuple(city for city in needed if city in self.display)
        unseen = self._unseen(candidate.needed)
        return TargetRoute(
            cities=candidate.path,
            needed=needed,
            in_hand=in_hand,
            on_display=on_display,
            unseen=self._unseen(needed),
            turns=candidate.turns,
            chance=self.chance(unseen, self.draws),
            blind=tuple(self.chance(unseen, draws) for draws in BLIND_DRAWS),
            **candidate.closing._asdict(),
            new=candidate.new,
            pareto=False,
            horses=self._horses.of_route(len(candidate.path), in_hand, on_display) if self._horses else None,
        )


def _cities(board: Board, cards: Cards) -> frozenset[str]:
    """Return the cities of these cards, without the unknown ones."""
    return frozenset(board.city_of[card] for card in known(cards))


# ---- which routes are worth building


def _undominated(candidates: Iterable[_Candidate]) -> list[_Candidate]:
    """Return the candidates to which no other is equal or better in needed cards, points and turns."""
    kept: dict[Cities, list[_Candidate]] = {}
    for one in sorted(candidates, key=lambda candidate: candidate.rank):
        subsets = (itertools.combinations(one.needed, count) for count in range(len(one.needed) + 1))
        rivals = (rival for cards in itertools.chain.from_iterable(subsets) for rival in kept.get(cards, ()))
        if not any(rival.closing.points >= one.closing.points and rival.turns <= one.turns for rival in rivals):
            kept.setdefault(one.needed, []).append(one)
    return [candidate for several in kept.values() for candidate in several]


def _with_front(targets: Sequence[TargetRoute]) -> tuple[TargetRoute, ...]:
    """Return the routes with those of the Pareto front marked."""
    figures = {target.figures for target in targets}
    pairs = itertools.permutations(figures, 2)
    dominated = {one for one, other in pairs if all(b >= a for a, b in zip(one, other, strict=True))}
    return tuple(dataclasses.replace(target, pareto=target.figures not in dominated) for target in targets)
