"""How a leaf of the tree is evaluated: by the rules, a search of the last turn, the network, or a playout."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled
from thurntaxis_solver.kernel.policy.playout_policy import play_out
from thurntaxis_solver.kernel.search.last_turn import evaluate_last_turn, is_last_turn
from thurntaxis_solver.kernel.search.model import ROWS, Model, Workspace
from thurntaxis_solver.kernel.search.network_value import copy_leaf_value, evaluate_after_turn, evaluate_end

LONGEST_PLAYOUT = 60
"""Turns after which a playout is cut off and evaluated as if the game were over."""

RESULT = ROWS - 1
"""The row of the workspace for the leaf value."""


@compiled
def evaluate_leaf(s: Array, model: Model, workspace: Workspace) -> None:
    """Evaluate the state in which a playout leaves the tree; the state may be played on."""
    leaf_value = workspace.leaf_values[RESULT]
    if s[L.PHASE] == L.OVER:
        evaluate_end(s, model.t, leaf_value)
    elif is_last_turn(s, model.t):
        evaluate_last_turn(s, model.t, workspace)
        copy_leaf_value(workspace.leaf_values[0], leaf_value)
    elif model.learned:
        evaluate_after_turn(s, model, workspace, leaf_value)
    else:
        play_out(s, model.t, model.weights, workspace.events, LONGEST_PLAYOUT)
        evaluate_end(s, model.t, leaf_value)
