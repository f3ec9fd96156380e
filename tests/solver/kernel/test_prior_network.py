"""The prior network: the parts of events against a naive reading, its logits against dense layers, and the priors."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

import thurntaxis as tt
from naive import event_parts
from support import all_rules
from support.decisions import decisions
from support.few_and_many import one_in
from support.kernels import kernel_of
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.checkpoint import shipped
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network import prior_network as P
from thurntaxis_solver.kernel.network.encoding import encode
from thurntaxis_solver.kernel.network.network import SECOND, SECOND_UNITS, THIRD, UNITS
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.policy.playout_policy import choose
from thurntaxis_solver.kernel.search import tree_search
from thurntaxis_solver.kernel.search.lookahead import candidates
from thurntaxis_solver.kernel.search.model import Model
from thurntaxis_solver.kernel.search.tree_search import compute_logits
from thurntaxis_solver.kernel.states import event_of, number_of
from thurntaxis_solver.kernel.tables import tables

NONE_YET = 0


@pytest.mark.parametrize("game", all_rules.ALL)
def test_parts_are_those_of_the_naive_reading(game: str) -> None:
    used: set[int] = set()
    for position in itertools.islice(all_rules.decisions_of(game), 80):
        table = tables(position.rules)
        s = kernel_of(position.rules).state(position)
        named, space = bool(table.numbers[L.NAMES_KNOWN]), [0] * (3 + P.MOST_PARTS)
        for place, event in enumerate(position.events()[:200]):
            number, is_preferred = number_of(event, table), place % 3 == 0
            end = P.parts(s, table.numbers, number, number if is_preferred else NONE_YET, space, 3)
            assert end - 3 <= P.MOST_PARTS
            found = space[3:end]
            assert len(set(found)) == len(found)
            assert all(0 <= part < P.PARTS for part in found)
            assert set(found) == event_parts.parts(position, event, is_preferred=is_preferred, named=named)
            used.update(found)
    assert len(used) > 100 if "testland" not in game else len(used) > 10


Row = NDArray[np.float64]


def dense(weights: Row, row: Row, found: set[int]) -> float:
    """Return the sum of the outputs of these parts for a row of inputs, by dense layers."""
    for first, inputs, units in ((0, X.INPUTS, UNITS), (SECOND, UNITS, SECOND_UNITS)):
        *matrix, biases = weights[first : first + (inputs + 1) * units].reshape(inputs + 1, units)
        row = np.maximum(row @ matrix + biases, 0)
    return float(sum(row @ weights[THIRD + part * SECOND_UNITS :][:SECOND_UNITS] for part in found))


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_logits_are_those_of_dense_layers(game: str) -> None:
    """Each less the highest one, for all candidates; with the weights for the base game by all rules."""
    for position in itertools.islice(all_rules.decisions_of(game), 0, 60, 10):
        kernel = kernel_of(position.rules)
        model = kernel.model._replace(priors=kernel.memory.singles(shipped().priors))
        s, space = kernel.state(position), kernel.workspace
        preferred = int(choose(kernel.state(position, 3), model.t, model.weights, space.events))
        n = int(candidates(s, model, space))
        compute_logits(s, model, space, n, preferred)
        places, values = kernel.memory.zeros(X.MOST_ACTIVE), kernel.memory.singles([0.0] * X.MOST_ACTIVE)
        row = np.zeros(X.INPUTS)
        for at in range(encode(s, model.t, places, values)):
            row[places[at]] = float(values[at])
        weights = np.array([*model.priors], np.float64)
        wanted = []
        for place in range(n):
            number = int(space.events[place])
            named = bool(kernel.tables.numbers[L.NAMES_KNOWN])
            event = event_of(number, kernel.tables)
            found = event_parts.parts(position, event, is_preferred=number == preferred, named=named)
            wanted.append(dense(weights, row, found))
        assert [float(logit) for logit in space.ratings[:n]] == pytest.approx(
            [logit - max(wanted) for logit in wanted], abs=1e-5, rel=1e-5
        )


def priors_after(position: tt.Position, model: Model, kernel: Kernel, playouts: int) -> dict[int, float]:
    """Return the priors of the root's events after these playouts."""
    tree = tree_search.new_tree(20_000, kernel.memory)
    root = kernel.state(position, 5)
    tree_search.grow(root, kernel.unknown(position), tree, model, kernel.workspace, playouts, NONE_YET)
    return {
        int(tree.edges[e][tree_search.EVENT]): tree.sums[e][tree_search.PRIOR] for e in tree_search.edges_of(tree, 0)
    }


def test_a_node_gets_priors_from_the_network_after_some_visits() -> None:
    """Before, and without a prior network, the event that the policy chooses has the larger prior."""
    before = tree_search.VISITS_BEFORE_PRIORS
    tried = 0
    for position in itertools.islice(decisions(2, 9), 12):
        kernel = kernel_of(position.rules)
        if len(position.events()) < 3 or not len(kernel.model.priors):
            continue
        preference = float(kernel.model.weights[W.PREFERRED_PRIOR])
        without = kernel.model._replace(priors=kernel.memory.singles([]))
        for model, playouts in ((kernel.model, before), (without, before + 5)):
            assert set(priors_after(position, model, kernel, playouts).values()) == {1.0, preference}
        found = priors_after(position, kernel.model, kernel, before + 1)
        assert max(found.values()) == pytest.approx(1 + tree_search.PRIOR_OF_BEST)
        assert min(found.values()) >= 1
        assert not {1.0, preference} >= set(found.values())
        tried += 1
    assert tried >= 4
