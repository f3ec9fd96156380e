"""Decisions for training the prior network: games of one-turn lookahead, and what lookahead says of their decisions."""

import random
from dataclasses import dataclass

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


@dataclass(frozen=True, eq=False)
class DecisionsPlan:
    """How the games of an iteration are played; a task is some of them, by one rule set.

    Attributes:
        seed: the seed of the iteration.
        games: the number of games of a task.
        further: whether they are games with modules and on other boards.
        judge: whose one-turn lookahead is recorded; it also plays most games.
    """

    seed: int
    games: int
    further: bool
    judge: Checkpoint


def play_decisions(plan: DecisionsPlan, number: int) -> RecordedDecisions:
    """Play the games of a task and return the recorded decisions; tasks are played by the rule sets in turn."""
    rules = rule_sets(further=plan.further)[number % len(rule_sets(further=plan.further))]
    kernel = Kernel.of(tables(rules), checkpoint=plan.judge)
    builder = new_model(kernel.tables, kernel.memory, checkpoint(BUILDER))
    record = new_record(DECISIONS_A_GAME * plan.games, kernel.tables.most_events, kernel.memory)
    starts = {players: list(kernel.state(opening(rules, players))) for players in set(PLAYERS)}
    for game in range(number * plan.games, (number + 1) * plan.games):
        chance = random.Random(f"{plan.seed}/{game}")
        s = kernel.memory.array(starts[PLAYERS[game % len(PLAYERS)]])
        s[L.CHANCE] = seeded(chance.getrandbits(48))
        player = builder if chance.random() < BUILDERS else kernel.model
        how = RECORD_ONE_IN, SAMPLES, RANDOM_ONE_IN, POLICY_ONE_IN
        play_recorded(s, player, kernel.model, kernel.workspace, record, *how)
    return RecordedDecisions.of(record)
