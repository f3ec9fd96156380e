"""Leaf values: each player's chance of winning and expected final score, from the rules or from the network."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, compiled, entry
from thurntaxis_solver.kernel.elementary import exp
from thurntaxis_solver.kernel.network.encoding import encode
from thurntaxis_solver.kernel.network.network import FIRST_OUTPUT, SCORE_SCALE
from thurntaxis_solver.kernel.network.seat_network import compute_outputs
from thurntaxis_solver.kernel.policy.playout_policy import play_out
from thurntaxis_solver.kernel.rules.moves import deal_any, score, winner
from thurntaxis_solver.kernel.search.model import LEAF_VALUE_SIZE, ROWS, Model, Workspace

WIN, POINTS_EXPECTED = 0, L.MOST_PLAYERS
"""Where the chances of winning and the expected final scores begin in a leaf value, player by player."""

TIE_BREAK = 0.01
"""How much a point of margin counts at least, in chance of winning: enough to break ties."""


@compiled
def evaluate_end(s: Array, t: Array, leaf_value: Floats) -> None:
    """Write the result of a game that is over."""
    first = winner(s, t)
    for player in range(s[L.PLAYERS]):
        leaf_value[WIN + player] = 1.0 if player == first else 0.0
        leaf_value[POINTS_EXPECTED + player] = score(s, t, player)


@compiled
def evaluate(s: Array, model: Model, workspace: Workspace, leaf_value: Floats) -> None:
    """Evaluate the beginning of a turn by the network, or the end of the game by the rules."""
    if s[L.PHASE] == L.OVER:
        evaluate_end(s, model.t, leaf_value)
        return
    work = workspace.work
    n = encode(s, model.t, workspace.places, workspace.values)
    compute_outputs(model.network, workspace.places, workspace.values, n, work)
    players, highest = s[L.PLAYERS], -1e9
    for seat in range(players):
        player = (s[L.PLAYER] + seat) % players
        leaf_value[WIN + player] = work[FIRST_OUTPUT + seat]
        leaf_value[POINTS_EXPECTED + player] = SCORE_SCALE * work[FIRST_OUTPUT + L.MOST_PLAYERS + seat]
        highest = max(highest, leaf_value[WIN + player])
    total = 0.0
    for player in range(players):
        leaf_value[WIN + player] = exp(leaf_value[WIN + player] - highest)
        total += leaf_value[WIN + player]
    for player in range(players):
        leaf_value[WIN + player] /= total


@compiled
def evaluate_after_turn(s: Array, model: Model, workspace: Workspace, leaf_value: Floats) -> None:
    """Let the policy play the turn to its end, and evaluate the state there; a turn that has only begun is not played.

    The network is trained on the beginnings of turns, so it can evaluate nothing else.
    """
    begins = s[L.PHASE] == L.DRAWING and s[L.DRAWN] == 0 and s[L.OFFICIAL] == 0 and s[L.TO_DISPLAY] == 0
    if not begins:
        play_out(s, model.t, model.weights, workspace.lists[ROWS - 1], 1)
    elif s[L.BACK_DUE]:
        deal_any(s, model.t)
    evaluate(s, model, workspace, leaf_value)


@entry
def judge(s: Array, model: Model, workspace: Workspace) -> None:
    """Play the turn to its end and evaluate the state there, in the first row of the workspace's leaf values."""
    evaluate_after_turn(s, model, workspace, workspace.leaf_values[0])


@compiled
def margin(leaf_value: Floats, players: int, player: int) -> float:
    """Return a player's expected final score less that of the best other."""
    best = -1e9
    for other in range(players):
        if other != player:
            best = max(best, leaf_value[POINTS_EXPECTED + other])
    return leaf_value[POINTS_EXPECTED + player] - best


@compiled
def utility(leaf_value: Floats, players: int, player: int) -> float:
    """Return what a player maximises outside of trees: the chance of winning, and the margin to break ties."""
    return leaf_value[WIN + player] + TIE_BREAK * margin(leaf_value, players, player)


@compiled
def copy_leaf_value(source: Floats, target: Floats) -> None:
    """Copy a leaf value."""
    for number in range(LEAF_VALUE_SIZE):
        target[number] = source[number]
