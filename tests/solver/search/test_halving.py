"""The playouts at the root: sequential halving by ratings, against a naive one, and the event that it ends with."""

import math
from dataclasses import replace
from typing import NamedTuple

import pytest

import thurntaxis as tt
from support import all_rules
from support.decisions import decisions
from support.few_and_many import one_in
from support.kernels import kernel_of
from support.searched_positions import grown
from thurntaxis_solver.kernel.checkpoint import RUSHER, Checkpoint, checkpoint, shipped
from thurntaxis_solver.kernel.instance import Kernel, new_model
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.search import tree_search
from thurntaxis_solver.kernel.search.lookahead import candidates
from thurntaxis_solver.kernel.search.model import Model
from thurntaxis_solver.kernel.search.tree_search import (
    EVENT,
    MARGIN_SUM,
    PRIOR,
    PRIOR_OF_BEST,
    VISITS,
    WIN_SUM,
    Tree,
    compute_logits,
)
from thurntaxis_solver.kernel.states import event_of

SEED = 4096
"""That of the tree of a search with seed 1 on one core."""

ANY, ALL_TIME = 0, 1_000_000


class Root(NamedTuple):
    """A tree, and how much less utility than of the best event the prior network expects of each of the root's.

    `margin` is the weight of a point of margin while the game is open; 0.01 once its end is triggered.
    """

    tree: Tree
    shortfalls: dict[int, float]
    margin: float
    has_end: bool

    def found(self) -> dict[int, tuple[int, float]]:
        """Return the playouts of each event, and the sum of their utilities."""
        edges = list(tree_search.edges_of(self.tree, 0))
        visits = {e: int(self.tree.edges[e][VISITS]) for e in edges}
        wins = {e: float(self.tree.sums[e][WIN_SUM]) for e in edges}
        chance = (0.5 + sum(wins.values())) / (1 + sum(visits.values()))
        weight = 0.01 if self.has_end else max(0.01, self.margin * 4 * chance * (1 - chance))
        return {
            int(self.tree.edges[e][EVENT]): (visits[e], wins[e] + weight * float(self.tree.sums[e][MARGIN_SUM]))
            for e in edges
        }

    def rating(self, event: int) -> float:
        """Return the rating of an event, with what is expected of it worth a hundred playouts."""
        visits, total = self.found().get(event, (0, 0.0))
        return total / visits - self.shortfalls[event] * 100 / (100 + visits) if visits else -math.inf


def shortfalls_in(position: tt.Position, kernel: Kernel, model: Model) -> dict[int, float]:
    """Return the candidates of a position with their shortfalls: 0.03 for each unit of the logits."""
    s, space = kernel.state(position, SEED), kernel.workspace
    tree_search.deal_unknown(s, model.t, kernel.unknown(position))
    n = int(candidates(s, model, space))
    events = [int(event) for event in space.events[:n]]
    if n == 1 or not len(model.priors):
        return dict.fromkeys(events, 0.0)
    compute_logits(s, model, space, n, ANY)
    return {event: -0.03 * float(logit) for event, logit in zip(events, space.ratings[:n], strict=True)}


def naively(position: tt.Position, kernel: Kernel, model: Model, playouts: int) -> Root:
    """Return the root after sequential halving, in plain Python."""
    root, unknown = kernel.state(position, SEED), kernel.unknown(position)
    shortfalls, margin = shortfalls_in(position, kernel, model), float(model.weights[W.MARGIN])
    result = Root(tree_search.new_tree(20_000, kernel.memory), shortfalls, margin, position.ender is not None)
    tree_search.add_first_edges(root, unknown, result.tree, model, kernel.workspace)
    left = list(result.shortfalls)
    rounds, halvings, done = max(1, math.ceil(math.log2(len(left)))), 0, 0
    batch = min(8, max(1, playouts // len(left)))
    while done < playouts:
        while halvings < int(done / playouts * rounds):
            halvings += 1
            left = sorted(left, key=result.rating, reverse=True)[: math.ceil(len(left) / 2)]
        for event in left:
            size = min(batch, playouts - done)
            tree_search.grow(root, unknown, result.tree, model, kernel.workspace, size, event)
            done += size
    return result


def halved(position: tt.Position, kernel: Kernel, model: Model, playouts: int) -> Tree:
    """Return the tree after sequential halving by the kernel."""
    root, unknown = kernel.state(position, SEED), kernel.unknown(position)
    tree, space = tree_search.new_tree(20_000, kernel.memory), kernel.workspace
    n = int(tree_search.add_first_edges(root, unknown, tree, model, space))
    schedule = kernel.memory.zeros(tree_search.EVENTS + n)
    schedule[tree_search.OFFERED] = schedule[tree_search.LEFT] = n
    schedule[tree_search.EVENTS :] = list(space.events[:n])
    at = tree_search.grow_by_halving(root, unknown, tree, model, space, schedule, playouts, 0.0, ALL_TIME)
    assert at == tree_search.ENDED
    return tree


def weights_of(name: str) -> Checkpoint:
    """Return the weights of a player by name, or those that the package ships with a larger weight of the margin."""
    if name != "plays for points":
        return checkpoint(name)
    policy = [0.1 if at == W.MARGIN else weight for at, weight in enumerate(shipped().policy)]
    return replace(shipped(), policy=policy)


@pytest.mark.parametrize("model", ["shipped", RUSHER, "plays for points"])
@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_halving_keeps_the_events_with_the_higher_ratings(game: str, model: str) -> None:
    """Each event gets as many playouts as in the naive halving, and they have the same utilities."""
    tried = 0
    for position in list(all_rules.decisions_of(game))[::40]:
        kernel = kernel_of(position.rules)
        mine = kernel.model if model == "shipped" else new_model(kernel.tables, kernel.memory, weights_of(model))
        for playouts in (20, 200):
            wanted = naively(position, kernel, mine, playouts)
            if len(wanted.shortfalls) > 1:
                found = wanted._replace(tree=halved(position, kernel, mine, playouts)).found()
                assert found == wanted.found()
                tried += 1
    assert tried >= 4


def test_few_playouts_are_spread_over_all_events() -> None:
    """With fewer playouts than eight for each event, none goes without."""
    for position in list(decisions(3, 9))[:12]:
        kernel = kernel_of(position.rules)
        count = len(shortfalls_in(position, kernel, kernel.model))
        if count > 1:
            tree = halved(position, kernel, kernel.model, count + 1)
            found = [int(tree.edges[e][VISITS]) for e in tree_search.edges_of(tree, 0)]
            assert len(found) == count
            assert min(found) >= 1


def test_the_root_gets_the_priors_of_the_network() -> None:
    for position in list(decisions(3, 9))[:12]:
        kernel = kernel_of(position.rules)
        tree = tree_search.new_tree(20_000, kernel.memory)
        root, unknown = kernel.state(position, SEED), kernel.unknown(position)
        n = int(tree_search.add_first_edges(root, unknown, tree, kernel.model, kernel.workspace))
        shortfalls = shortfalls_in(position, kernel, kernel.model)
        assert n == len(shortfalls)
        found = {int(tree.edges[e][EVENT]): float(tree.sums[e][PRIOR]) for e in tree_search.edges_of(tree, 0)}
        wanted = {event: 1 + PRIOR_OF_BEST * math.exp(-gap / 0.03) for event, gap in shortfalls.items()}
        assert found == (pytest.approx(wanted) if n > 1 else {})


@pytest.mark.parametrize("playouts", [100, 2000])
def test_the_best_event_is_the_finalist_with_the_highest_rating(playouts: int) -> None:
    for position in list(decisions(8, 9))[:10]:
        kernel = kernel_of(position.rules)
        if len(position.events()) == 1:
            continue
        search = grown(position, playouts)
        root = naively(position, kernel, kernel.model, playouts)
        visits = {event: count for event, (count, _) in root.found().items()}
        finalists = [event for event, count in visits.items() if 2 * count >= max(visits.values())]
        assert search.best() == event_of(max(finalists, key=root.rating), kernel.tables)
