"""Fits the policy weights to the choices of a search: `python -m thurntaxis_solver.training from-search`.

In the tree, the event that the policy chooses has the prior `preferred-prior`, and any other has 1. The cross entropy
of the visits of a search with these priors is, apart from a constant, the share of the visits that the chosen event
got, times minus the logarithm of that prior. So the weights are fitted to the largest mean share. They are changed one
after another, by steps that grow where they help and shrink where they don't; this needs no derivatives, which a choice
doesn't have.

Decisions are those of games by one-turn lookahead, some of them random. Each is searched with equal
priors, so that the visits say what the search finds rather than what the policy had chosen.
"""

import functools
import itertools
import random
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

import thurntaxis as tt
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.checkpoint import Checkpoint
from thurntaxis_solver.kernel.compiled import Array
from thurntaxis_solver.kernel.games import LONGEST_GAME, share_chosen
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.rng import seeded
from thurntaxis_solver.kernel.rules.moves import apply, deal_any, is_chance
from thurntaxis_solver.kernel.search.lookahead import candidates, choose_ahead
from thurntaxis_solver.kernel.search.model import LEAF_VALUE_SIZE
from thurntaxis_solver.kernel.search.tree_search import EDGES_A_PLAYOUT, EVENT, VISITS, edges_of, new_tree, root_value
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.play.tournament import Engine
from thurntaxis_solver.training.recorded_games import PLAYERS
from thurntaxis_solver.training.self_play import opening

PRIOR = 1.0
"""The prior of the policy's choice in the searches: that of any other event."""

RANDOM_ONE_IN = 20
"""One decision in so many is played at random."""

SEARCH_ONE_IN = 6
"""One decision in so many is searched."""

GAMES_OF_TASK = 8

HELD_OUT_EVERY = 5
"""One decision in so many, by games, is held out for measuring."""

MOST_EVENTS = 48
"""An upper bound on the candidates of a decision; a decision with more is left out."""

GROWS, SHRINKS = 1.6, 0.5
"""The factors of a step that has helped, and of one that hasn't."""


@dataclass(frozen=True)
class SearchedDecision:
    """A state, the number of its game, and the events by their shares of the visits of a search."""

    game: int
    state: list[int]
    shares: dict[int, float]


@dataclass(frozen=True)
class DecisionsPlan:
    """Who plays and searches, with so many playouts a decision."""

    checkpoint: Checkpoint
    seed: int
    playouts: int


# ---- the decisions


def searched_decisions(plan: DecisionsPlan, count: int, engine: Engine) -> list[SearchedDecision]:
    """Return so many decisions, or a few more: those of the first games, whichever are finished first."""
    found: list[SearchedDecision] = []
    played: dict[int, list[SearchedDecision]] = {}
    task = 0
    with closing(engine.results(functools.partial(_numbered_decisions, plan), itertools.count())) as results:
        for number, decisions in results:
            played[number] = decisions
            while task in played and len(found) < count:
                found += played.pop(task)
                task += 1
            if len(found) >= count:
                break
    return found


def _numbered_decisions(plan: DecisionsPlan, task: int) -> tuple[int, list[SearchedDecision]]:
    """Return the number of a task with the decisions of its games."""
    rules = tt.rule_set()
    kernel = Kernel.of(tables(rules), checkpoint=plan.checkpoint)
    t, workspace = kernel.model.t, kernel.workspace
    searching = [*plan.checkpoint.policy]
    searching[W.PREFERRED_PRIOR] = PRIOR
    model = kernel.model._replace(weights=kernel.memory.floats(searching))
    tree = new_tree(EDGES_A_PLAYOUT * plan.playouts // 4, kernel.memory)
    nothing_unknown = kernel.memory.zeros(4 * (L.MOST_PLAYERS + 1))
    value = kernel.memory.floats([0.0] * LEAF_VALUE_SIZE)
    found: list[SearchedDecision] = []

    def searched(s: Array, game: int, seed: int) -> SearchedDecision:
        root = kernel.memory.array(list(s))
        root[L.CHANCE] = seed
        root_value(root, nothing_unknown, tree, model, workspace, plan.playouts, value)
        visits = {int(tree.edges[edge][EVENT]): int(tree.edges[edge][VISITS]) for edge in edges_of(tree, 0)}
        return SearchedDecision(game, list(s), {event: n / sum(visits.values()) for event, n in visits.items()})

    for game in range(task * GAMES_OF_TASK, (task + 1) * GAMES_OF_TASK):
        chance = random.Random(f"{plan.seed}/{game}")
        s = kernel.state(opening(rules, PLAYERS[game % len(PLAYERS)]))
        s[L.CHANCE] = seeded(chance.getrandbits(48))
        while s[L.PHASE] != L.OVER and s[L.TURNS] < LONGEST_GAME:
            if is_chance(s):
                deal_any(s, t)
                continue
            count = candidates(s, t, kernel.model.weights, workspace.events)
            events = list(workspace.events[:count])
            if 1 < count <= MOST_EVENTS and chance.randrange(SEARCH_ONE_IN) == 0:
                found.append(searched(s, game, seeded(chance.getrandbits(48))))
            is_random = chance.randrange(RANDOM_ONE_IN) == 0
            apply(s, t, chance.choice(events) if is_random else choose_ahead(s, kernel.model, workspace))
    return task, found


# ---- the fit


class Agreement:
    """How far a policy agrees with the searches of some decisions."""

    def __init__(self, decisions: Sequence[SearchedDecision]) -> None:
        """Write the decisions into the memory of a kernel."""
        self._kernel = Kernel.of(tables(tt.rule_set()))
        memory, self._count = self._kernel.memory, len(decisions)
        self._states = memory.matrix(len(decisions), L.STATE_SIZE)
        self._events = memory.matrix(len(decisions), MOST_EVENTS)
        self._shares = memory.float_matrix(len(decisions), MOST_EVENTS)
        for number, decision in enumerate(decisions):
            self._states[number][:] = decision.state
            for place, (event, share) in enumerate(decision.shares.items()):
                self._events[number][place], self._shares[number][place] = event, share

    def share(self, weights: Sequence[float]) -> float:
        """Return the mean share of the visits that the events got which this policy chooses."""
        model = self._kernel.model._replace(weights=self._kernel.memory.floats(weights))
        total = share_chosen(self._states, self._events, self._shares, model, self._kernel.workspace)
        return float(total) / self._count


@dataclass(frozen=True)
class Progress:
    """Weights, after so many times through all of them; their shares in fitted and in held-out decisions."""

    cycle: int
    weights: tuple[float, ...]
    fitted: float
    held_out: float


def fit_to_search(
    weights: Sequence[float], scale: Sequence[float], decisions: Sequence[SearchedDecision], cycles: int, seed: int
) -> Iterator[Progress]:
    """Yield the weights at first, and after each cycle; `scale` is by how much each is moved at first (0: never)."""
    held = [decision for decision in decisions if decision.game % HELD_OUT_EVERY == 0]
    fitted, tested = Agreement([decision for decision in decisions if decision.game % HELD_OUT_EVERY]), Agreement(held)
    found, steps, chance = list(weights), list(scale), random.Random(seed)
    best = fitted.share(found)
    yield Progress(0, tuple(found), best, tested.share(found))
    for cycle in range(1, cycles + 1):
        order = [at for at, step in enumerate(steps) if step]
        chance.shuffle(order)
        for at in order:
            helped = False
            for sign in chance.sample((1, -1), 2):
                tried = [*found[:at], found[at] + sign * steps[at], *found[at + 1 :]]
                share = fitted.share(tried)
                if share > best:
                    found, best, helped = tried, share, True
                    break
            steps[at] = max(steps[at] * (GROWS if helped else SHRINKS), 0.02)
        yield Progress(cycle, tuple(found), best, tested.share(found))
