"""Within a tree, playouts follow the events that a naive tree search in plain Python selects."""

import math
from dataclasses import dataclass

import pytest

import thurntaxis as tt
from support import all_rules
from support.few_and_many import few_and_many, one_in
from support.kernels import kernel_of
from support.policy_games import policy_game
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.policy.playout_policy import choose
from thurntaxis_solver.kernel.rules.moves import apply, deal_any, is_chance
from thurntaxis_solver.kernel.search import tree_search
from thurntaxis_solver.kernel.search.evaluate_leaf import RESULT
from thurntaxis_solver.kernel.search.last_turn import is_last_turn
from thurntaxis_solver.kernel.search.lookahead import candidates
from thurntaxis_solver.kernel.search.network_value import POINTS_EXPECTED, WIN
from thurntaxis_solver.kernel.search.tree_search import CHILD, EVENT, MARGIN_SUM, PRIOR, VISITS, WIN_SUM

SEED = 4096

Events = tuple[int, ...]


@dataclass
class Edge:
    """What is known of an event after the events before it: its playouts, how often it was legal, and two sums."""

    is_choice: bool
    visits: int = 0
    available: int = 0
    wins: float = 0.0
    margins: float = 0.0


class NaiveTree:
    """The tree of a search of a position, with an edge for each sequence of events; it checks each playout.

    The priors are the kernel's.

    Attributes:
        after_end: the selections in nodes in which the end of the game is triggered, though not yet at the root.
        against_points: those of them that are different if a point counts as it does before the end is triggered.
    """

    def __init__(self, position: tt.Position) -> None:
        self.kernel = kernel_of(position.rules)
        self.root, self.unknown = self.kernel.state(position, SEED), self.kernel.unknown(position)
        self.tree = tree_search.new_tree(50_000, self.kernel.memory)
        self.edges: dict[Events, Edge] = {}
        self.numbers: dict[Events, int] = {(): 0}
        self.visited = set[Events]()
        self.after_end = self.against_points = 0

    def add_playout(self) -> None:
        """Let the kernel add a playout, go through the same deal, and compare the events that are selected."""
        model, space = self.kernel.model, self.kernel.workspace
        s, weight = self.kernel.memory.array(list(self.root)), self.weight_at_root()
        tree_search.grow(self.root, self.unknown, self.tree, model, space, 1, 0)
        path = [int(number) for number in space.path]
        result = [float(value) for value in space.leaf_values[RESULT]]
        tree_search.deal_unknown(s, model.t, self.unknown)
        events: Events = ()
        movers: list[int] = []
        is_new = False
        while not is_new:
            while is_chance(s):
                deal_any(s, model.t)
            if s[L.PHASE] == L.OVER or (events and is_last_turn(s, model.t)):
                break
            offered = [int(event) for event in space.events[: int(candidates(s, model, space))]]
            is_new = events not in self.visited
            self.visited.add(events)
            self.add_edges(s, events, offered)
            edge = self.tree.edges[path[len(events)]]
            event = int(edge[EVENT])
            self.check_selection(events, offered, event, weight, has_end=s[L.ENDER] >= 0)
            movers.append(int(s[L.PLAYER]))
            events = (*events, event)
            self.numbers[events] = int(edge[CHILD])
            apply(s, model.t, event)
        self.update(events, movers, result)

    def add_edges(self, s: Array, before: Events, offered: list[int]) -> None:
        """Count that these events were legal, and let the policy choose wherever that takes random numbers of `s`.

        It chooses if an event is new, or if its choice isn't known when the prior network sets the priors.
        """
        choice = 0
        visits = sum(edge.visits for events, edge in self.edges.items() if events[:-1] == before)
        sets_priors = visits == 1 and len(offered) > 1
        for event in offered:
            if (*before, event) not in self.edges:
                choice = choice or self.choice_of_policy(s)
                self.edges[*before, event] = Edge(is_choice=event == choice)
            elif sets_priors and self.edges[*before, event].is_choice:
                choice = event
            self.edges[*before, event].available += 1
        if sets_priors and not choice:
            self.choice_of_policy(s)

    def choice_of_policy(self, s: Array) -> int:
        """Return the event that the policy chooses."""
        model = self.kernel.model
        return choose(s, model.t, model.weights, self.kernel.workspace.events)

    def check_selection(
        self, before: Events, offered: list[int], selected: int, weight: float, *, has_end: bool
    ) -> None:
        """Check that the selected event has the highest upper bound; bounds may differ by rounding errors."""
        bounds = self.bounds(before, offered, 0.01 if has_end else weight)
        assert bounds[selected] >= max(bounds.values()) - 1e-12
        if has_end and self.root[L.ENDER] < 0:
            bounds = self.bounds(before, offered, weight)
            self.after_end += 1
            self.against_points += bounds[selected] < max(bounds.values()) - 1e-12

    def bounds(self, before: Events, offered: list[int], weight: float) -> dict[int, float]:
        """Return the upper bound of each event; an average playout of the node is added to those of the event."""
        factor, node = float(self.kernel.model.weights[W.EXPLORATION]), self.numbers[before]
        edges = {event: self.edges[*before, event] for event in offered}
        sums = {event: self.tree.sums[tree_search.find_edge(self.tree, node, event)] for event in offered}
        all_priors = sum(float(sums[event][PRIOR]) for event in offered)
        utilities = {event: edge.wins + weight * edge.margins for event, edge in edges.items()}
        playouts = 1 + sum(edge.visits for edge in edges.values())
        average = sum(utilities.values()) / playouts

        def bound(event: int) -> float:
            seen, share = min(playouts, edges[event].available), float(sums[event][PRIOR]) / all_priors
            return (average + utilities[event] + factor * share * math.sqrt(seen)) / (1 + edges[event].visits)

        return {event: bound(event) for event in offered}

    def weight_at_root(self) -> float:
        """Return how much a point counts as long as the end isn't triggered."""
        first = [edge for events, edge in self.edges.items() if len(events) == 1]
        chance = (0.5 + sum(edge.wins for edge in first)) / (1 + sum(edge.visits for edge in first))
        return max(0.01, float(self.kernel.model.weights[W.MARGIN]) * 4 * chance * (1 - chance))

    def update(self, events: Events, movers: list[int], result: list[float]) -> None:
        """Add the result of a playout to the edges that it followed."""
        points = result[POINTS_EXPECTED : POINTS_EXPECTED + self.root[L.PLAYERS]]
        for step, mover in enumerate(movers):
            edge = self.edges[events[: step + 1]]
            edge.visits += 1
            edge.wins += result[WIN + mover]
            edge.margins += points[mover] - max(points[:mover] + points[mover + 1 :])

    def check_sums(self) -> None:
        """Compare what is known of each event with the kernel's edges."""
        for events, edge in self.edges.items():
            number = tree_search.find_edge(self.tree, self.numbers[events[:-1]], events[-1])
            sums = self.tree.sums[number]
            assert self.tree.edges[number][VISITS] == edge.visits
            assert (sums[WIN_SUM], sums[MARGIN_SUM]) == pytest.approx((edge.wins, edge.margins))


def searched(position: tt.Position, playouts: int) -> NaiveTree:
    """Search a position and check each playout."""
    naive = NaiveTree(position)
    for _ in range(playouts):
        naive.add_playout()
    naive.check_sums()
    return naive


@pytest.mark.parametrize("game", one_in(6, all_rules.ALL))
def test_playouts_follow_the_events_with_the_highest_upper_bounds(game: str) -> None:
    lengths = set[int]()
    for position in list(all_rules.decisions_of(game))[::80]:
        lengths.update(len(events) for events in searched(position, 100).edges)
    assert max(lengths) > 4


@few_and_many(1, 12)
def test_once_the_end_is_triggered_points_only_break_ties(seeds: range) -> None:
    """Also if it is triggered after the position that is searched, where a point counts for more."""
    after_end = against_points = 0
    for seed in seeds:
        still_open = [p for p in policy_game(seed, 4) if not p.is_chance and p.ender is None]
        naive = searched(still_open[-1], 500)
        after_end += naive.after_end
        against_points += naive.against_points
    assert after_end > 1000
    assert against_points > 10
