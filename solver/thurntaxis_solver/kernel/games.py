"""Whole games in one call: for training and benchmarks."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, compiled, entry
from thurntaxis_solver.kernel.policy.playout_policy import choose, play_out
from thurntaxis_solver.kernel.rng import below
from thurntaxis_solver.kernel.rules.moves import apply, deal_any, is_chance, score
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
def duel_many(begin: Array, model: Model, workspace: Workspace, first: Floats, second: Floats, seeds: Array) -> int:
    """Play two games between two sets of policy weights from each state of the random number generator.

    In one of them the first set plays the seats with even numbers, in the other those with odd ones. Return the sum of
    its leads: of its mean score less that of the second set, in twelfths of a point.
    """
    lead = 0
    for number in range(len(seeds)):
        for odd in range(2):
            copy(begin, workspace.state)
            workspace.state[L.CHANCE] = seeds[number]
            lead += _duel(workspace.state, model.t, first, second, workspace.events, odd)
    return lead


@compiled
def _duel(s: Array, t: Array, first: Floats, second: Floats, out: Array, odd: int) -> int:
    """Play a game in which the seats with number % 2 == odd play with the first weights; return their lead."""
    while s[L.PHASE] != L.OVER and s[L.TURNS] < LONGEST_GAME:
        if is_chance(s):
            deal_any(s, t)
        elif s[L.PLAYER] % 2 == odd:
            apply(s, t, choose(s, t, first, out))
        else:
            apply(s, t, choose(s, t, second, out))
    mine = others = seats = 0
    for player in range(s[L.PLAYERS]):
        if player % 2 == odd:
            mine += score(s, t, player)
            seats += 1
        else:
            others += score(s, t, player)
    return 12 * mine // seats - 12 * others // (s[L.PLAYERS] - seats)


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
