"""Decisions for training the prior network: games of one-turn lookahead, and what lookahead says of their decisions."""

import random

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.checkpoint import BUILDER, Checkpoint, checkpoint
from thurntaxis_solver.kernel.instance import Kernel, new_model
from thurntaxis_solver.kernel.recorded_decisions import new_record, play_recorded
from thurntaxis_solver.kernel.rng import seeded
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_training.decisions import RecordedDecisions
from thurntaxis_training.recorded_games import DECISIONS_A_GAME, PLAYERS
from thurntaxis_training.self_play import opening, rule_sets

RECORD_ONE_IN, RANDOM_ONE_IN, POLICY_ONE_IN = 2, 10, 6
"""How many decisions of a game are recorded, made at random, or made by the policy."""

SAMPLES = 3
"""Samples of what is revealed in the rest of the turn, for each event of a recorded decision."""

BUILDERS = 0.2
"""The share of the games that the builder plays, so that the network learns its positions, too."""


def play_decisions(judge: Checkpoint, seed: int, games: int, number: int, *, further: bool) -> RecordedDecisions:
    """Play the games of a task and return the recorded decisions; tasks are played by the rule sets in turn.

    Args:
        judge: whose one-turn lookahead is recorded; it also plays most games.
        seed: the seed of the iteration.
        games: the number of games of a task.
        number: the number of the task.
        further: whether they are games with modules and on other boards.
    """
    rules = rule_sets(further=further)[number % len(rule_sets(further=further))]
    kernel = Kernel.of(tables(rules), checkpoint=judge)
    builder = new_model(kernel.tables, kernel.memory, checkpoint(BUILDER))
    record = new_record(DECISIONS_A_GAME * games, kernel.tables.most_events, kernel.memory)
    starts = {players: list(kernel.state(opening(rules, players))) for players in set(PLAYERS)}
    for game in range(number * games, (number + 1) * games):
        chance = random.Random(f"{seed}/{game}")
        s = kernel.memory.array(starts[PLAYERS[game % len(PLAYERS)]])
        s[L.CHANCE] = seeded(chance.getrandbits(48))
        player = builder if chance.random() < BUILDERS else kernel.model
        how = RECORD_ONE_IN, SAMPLES, RANDOM_ONE_IN, POLICY_ONE_IN
        play_recorded(s, player, kernel.model, kernel.workspace, record, *how)
    return RecordedDecisions.of(record)
