"""Whole games in one call: for training and benchmarks."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, entry
from thurntaxis_solver.kernel.policy.playout_policy import choose, play_out
from thurntaxis_solver.kernel.rng import below
from thurntaxis_solver.kernel.rules.moves import apply, deal_any, is_chance
from thurntaxis_solver.kernel.search.lookahead import candidates, choose_ahead, copy
from thurntaxis_solver.kernel.search.model import Model, Workspace

LONGEST_GAME = 400
"""Turns after which a game is stopped and counted as it stands."""


@entry
def play_many(begin: Array, model: Model, workspace: Workspace, seeds: Array) -> int:
    """Play a game by the policy from each state of the random number generator; return how many turns they take."""
    turns = 0
    for number in range(len(seeds)):
        copy(begin, workspace.state)
        workspace.state[L.CHANCE] = seeds[number]
        play_out(workspace.state, model.t, model.weights, workspace.events, LONGEST_GAME)
        turns += workspace.state[L.TURNS]
    return turns


@entry
def play_turn(s: Array, model: Model, workspace: Workspace, lookahead: int, random_one_in: int) -> None:
    """Play to the beginning of the next turn, or to the end of the game; cards due to be revealed then are revealed.

    All decisions are made by one-turn lookahead if `lookahead` is 1, and by the policy if it is 0; those of other
    players, who return office tiles, too. One decision in `random_one_in` is a random candidate (0: none).
    """
    turns = s[L.TURNS]
    while s[L.PHASE] != L.OVER:
        if is_chance(s):
            deal_any(s, model.t)
        elif s[L.TURNS] != turns:
            break
        elif random_one_in and below(s, random_one_in) == 0:
            apply(s, model.t, workspace.events[below(s, candidates(s, model, workspace))])
        elif lookahead:
            apply(s, model.t, choose_ahead(s, model, workspace))
        else:
            apply(s, model.t, choose(s, model.t, model.weights, workspace.events))
