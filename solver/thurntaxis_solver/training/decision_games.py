"""Decisions for training the prior network: games of one-turn lookahead, and what lookahead says of their decisions."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.checkpoint import BUILDER, Checkpoint, checkpoint
from thurntaxis_solver.kernel.instance import Kernel, new_model
from thurntaxis_solver.kernel.recorded_decisions import DECISIONS, EVENTS, INPUTS, PARTS, new_record, play_recorded
from thurntaxis_solver.kernel.rng import seeded
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.training.recorded_games import PLAYERS, Numbers
from thurntaxis_solver.training.self_play import opening, rule_sets

RECORD_ONE_IN, RANDOM_ONE_IN, POLICY_ONE_IN = 2, 10, 6
"""How many decisions of a game are recorded, made at random, or made by the policy."""

SAMPLES = 3
"""Samples of what is revealed in the rest of the turn, for each event of a recorded decision."""

BUILDERS = 0.2
"""The share of the games that the builder plays, so that the network learns its positions, too."""

DECISIONS_A_GAME = 150
"""For how many decisions of a game there is space, on average."""


@dataclass(frozen=True, eq=False)
class RecordedDecisions:
    """Decisions, game by game: what the prior network sees of them, and what one-turn lookahead says.

    Attributes:
        input_ends: by decision, where its inputs end.
        event_ends: by decision, where its events end.
        part_ends: by event, where its parts end.
        places: the inputs that differ from 0.
        values: their values.
        utilities: by event, its utility by one-turn lookahead.
        parts: the parts of the events.
    """

    input_ends: Numbers
    event_ends: Numbers
    part_ends: Numbers
    places: Numbers
    values: Numbers
    utilities: Numbers
    parts: Numbers

    @property
    def count(self) -> int:
        """The number of decisions."""
        return len(self.event_ends)

    @classmethod
    def joined(cls, found: Sequence["RecordedDecisions"]) -> "RecordedDecisions":
        """Return the decisions of all, in order."""

        def ends(name: str, of: str) -> Numbers:
            sizes = np.cumsum([0, *(len(getattr(one, of)) for one in found)])
            return np.concatenate([getattr(one, name) + first for one, first in zip(found, sizes, strict=False)])

        others = [field.name for field in fields(cls)][3:]
        return cls(
            ends("input_ends", "places"),
            ends("event_ends", "utilities"),
            ends("part_ends", "parts"),
            *(np.concatenate([getattr(one, name) for one in found]) for name in others),
        )


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
    counts = [int(count) for count in record.counts]

    def first(numbers: Any, count: int, kind: type[Any]) -> Numbers:
        return np.asarray(numbers)[:count].astype(kind)

    return RecordedDecisions(
        first(record.input_ends, counts[DECISIONS], np.int64),
        first(record.event_ends, counts[DECISIONS], np.int64),
        first(record.part_ends, counts[EVENTS], np.int64),
        first(record.places, counts[INPUTS], np.int16),
        first(record.values, counts[INPUTS], np.float16),
        first(record.utilities, counts[EVENTS], np.float32),
        first(record.parts, counts[PARTS], np.int16),
    )
