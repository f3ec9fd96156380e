"""Whole games in one call: for training and benchmarks."""

from typing import NamedTuple

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, compiled, entry
from thurntaxis_solver.kernel.network.encoding import encode
from thurntaxis_solver.kernel.policy.playout_policy import choose, play_out
from thurntaxis_solver.kernel.rng import below
from thurntaxis_solver.kernel.rules.moves import apply, deal_any, is_chance, score, winner
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


class Records(NamedTuple):
    """The records of one game: inputs, their number, and the player on turn."""

    places: list[Array]
    values: list[Floats]
    sizes: Array
    seats: Array


@entry
def record_game(
    s: Array,
    model: Model,
    workspace: Workspace,
    records: Records,
    results: Array,
    lookahead: int,
    random_one_in: int,
    record_one_in: int,
) -> int:
    """Play a game, and record the inputs at the beginning of some turns; return how many records there are.

    `lookahead` are the seats that play by lookahead, as bits; the others play by the policy. One decision in
    `random_one_in` is a random candidate (0: none), so that the network also sees unusual positions. One turn in
    `record_one_in` is recorded. `results` receives the winner and the scores.
    """
    kept = 0
    while s[L.PHASE] != L.OVER and s[L.TURNS] < LONGEST_GAME:
        if is_chance(s):
            deal_any(s, model.t)
            continue
        turns = s[L.TURNS]
        if random_one_in and below(s, random_one_in) == 0:
            event = workspace.events[below(s, candidates(s, model.t, model.weights, workspace.events))]
        elif lookahead >> s[L.PLAYER] & 1:
            event = choose_ahead(s, model, workspace)
        else:
            event = choose(s, model.t, model.weights, workspace.events)
        apply(s, model.t, event)
        begins = s[L.TURNS] > turns and s[L.PHASE] == L.DRAWING
        if begins and kept < len(records.sizes) and below(s, record_one_in) == 0:
            size = encode(s, model.t, workspace.places, workspace.values)
            for place in range(size):
                records.places[kept][place] = workspace.places[place]
                records.values[kept][place] = workspace.values[place]
            records.sizes[kept] = size
            records.seats[kept] = s[L.PLAYER]
            kept += 1
    results[0] = winner(s, model.t)
    for player in range(s[L.PLAYERS]):
        results[1 + player] = score(s, model.t, player)
    return kept
