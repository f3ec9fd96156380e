"""What a state is worth to each player: by the rules where the game is over, by the network before."""

import math

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, compiled
from thurntaxis_solver.kernel.network.network import LAST, inputs, outputs
from thurntaxis_solver.kernel.policy.sensible import play_out
from thurntaxis_solver.kernel.rules.moves import deal_any, score, winner
from thurntaxis_solver.kernel.search.model import ROWS, Model, Workspace

WIN, POINTS_EXPECTED = 0, 4  # where a leaf_value holds, by player: the chance of winning, the expected final score


@compiled
def evaluate_end(s: Array, t: Array, leaf_value: Floats) -> None:
    """Judge a game that is over."""
    first = winner(s, t)
    for player in range(s[L.PLAYERS]):
        leaf_value[WIN + player] = 1.0 if player == first else 0.0
        leaf_value[POINTS_EXPECTED + player] = score(s, t, player)


@compiled
def evaluate(s: Array, model: Model, workspace: Workspace, leaf_value: Floats) -> None:
    """Judge the beginning of a turn, or the end of the game."""
    if s[L.PHASE] == L.OVER:
        evaluate_end(s, model.t, leaf_value)
        return
    work = workspace.work
    outputs(
        model.network, workspace.places, workspace.values, inputs(s, model.t, workspace.places, workspace.values), work
    )
    players = s[L.PLAYERS]
    highest = work[LAST]
    for seat in range(1, players):
        highest = max(highest, work[LAST + seat])
    total = 0.0
    for seat in range(players):
        work[LAST + seat] = math.exp(work[LAST + seat] - highest)
        total += work[LAST + seat]
    for seat in range(players):
        player = (s[L.PLAYER] + seat) % players
        leaf_value[WIN + player] = work[LAST + seat] / total
        leaf_value[POINTS_EXPECTED + player] = 20.0 * work[LAST + 4 + seat]


@compiled
def evaluate_after_turn(s: Array, model: Model, workspace: Workspace, leaf_value: Floats) -> None:
    """Judge a state by what the network says at the end of the turn, which the sensible player plays on to it.

    The network knows positions at the beginning of a turn only. Where one begins, it judges that.
    """
    begins = s[L.PHASE] == L.DRAWING and s[L.DRAWN] == 0 and s[L.OFFICIAL] == 0 and s[L.TO_DISPLAY] == 0
    if not begins:
        play_out(s, model.t, model.weights, workspace.lists[ROWS - 1], 1)
    elif s[L.BACK_DUE]:
        deal_any(s, model.t)
    evaluate(s, model, workspace, leaf_value)


@compiled
def utility(leaf_value: Floats, players: int, player: int) -> float:
    """Return the one number that a player maximises: the chance of winning, and a little for the margin."""
    best = -1e9
    for other in range(players):
        if other != player:
            best = max(best, leaf_value[POINTS_EXPECTED + other])
    return leaf_value[WIN + player] + MARGIN_COUNTS * (leaf_value[POINTS_EXPECTED + player] - best)


MARGIN_COUNTS = 0.01
"""What a point of margin is worth in chance of winning: enough to part equals."""
