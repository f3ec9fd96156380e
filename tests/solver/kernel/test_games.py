"""The functions of the kernel that play and search turns for training."""

import pytest

import thurntaxis as tt
from support import all_rules
from support.kernels import kernel_of
from thurntaxis.rules import RuleSet
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.games import play_turn
from thurntaxis_solver.kernel.policy.playout_policy import choose
from thurntaxis_solver.kernel.rules import moves
from thurntaxis_solver.kernel.search.lookahead import choose_ahead
from thurntaxis_solver.kernel.search.network_value import WIN
from thurntaxis_solver.kernel.search.tree_search import PLAYOUTS, new_tree, root_value
from thurntaxis_training.self_play import opening, rule_sets


@pytest.mark.parametrize("lookahead", [0, 1])
@pytest.mark.parametrize("rules", [rule_sets(further=False)[0], rule_sets(further=True)[9]], ids=["base", "further"])
def test_turns_are_played_by_lookahead_or_by_the_policy(rules: RuleSet, lookahead: int) -> None:
    """A turn that is played at once leads to the same state as one that is played event by event."""
    kernel = kernel_of(rules)
    t = kernel.model.t
    for seed in range(4):
        at_once, slowly = (kernel.state(opening(rules, 2 + seed % 3), seed) for _ in range(2))
        for s in (at_once, slowly):
            while moves.is_chance(s):
                moves.deal_any(s, t)
        for _ in range(20):
            play_turn(at_once, kernel.model, kernel.workspace, lookahead, 0)
            turns = slowly[L.TURNS]
            while slowly[L.PHASE] != L.OVER and (slowly[L.TURNS] == turns or moves.is_chance(slowly)):
                if moves.is_chance(slowly):
                    moves.deal_any(slowly, t)
                elif lookahead:
                    moves.apply(slowly, t, choose_ahead(slowly, kernel.model, kernel.workspace))
                else:
                    moves.apply(slowly, t, choose(slowly, t, kernel.model.weights, kernel.workspace.events))
        assert list(at_once) == list(slowly)


@pytest.mark.parametrize("game", all_rules.ALL)
def test_the_value_of_a_state_depends_on_it_alone(game: str) -> None:
    """Whatever was in the tree before; the chances of winning add up to 1."""
    rules = tt.rule_set() if game == "base game" else all_rules.RULES[game]
    kernel = kernel_of(rules)
    tree, value = new_tree(1 << 13, kernel.memory), kernel.memory.floats([0.0] * 8)
    unknown = kernel.memory.zeros(20)
    found: list[list[float]] = []
    for seed in (1, 2, 1):
        s = kernel.state(opening(rules, 3), seed)
        for _ in range(9 * seed):
            play_turn(s, kernel.model, kernel.workspace, 0, 0)
        root_value(s, unknown, tree, kernel.model, kernel.workspace, 25, value)
        assert tree.counts[PLAYOUTS] == 25
        assert sum(value[WIN : WIN + 3]) == pytest.approx(1)
        found.append(list(value))
    assert found[0] == found[2] != found[1]
