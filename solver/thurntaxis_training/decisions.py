"""Recorded decisions as arrays: what the prior network learns from."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from thurntaxis_solver.kernel.recorded_decisions import DECISIONS, EVENTS, INPUTS, PARTS, DecisionRecord
from thurntaxis_training.records import Numbers, Records


@dataclass(frozen=True, eq=False)
class RecordedDecisions(Records):
    """Decisions, game by game: what the prior network sees of them, and what one-turn lookahead or a search says.

    Attributes:
        input_starts: where the inputs of each decision begin in `places` and `values`.
        event_starts: where the events of each decision begin in `utilities`.
        part_starts: where the parts of each event begin in `parts`.
        places: the inputs that differ from 0.
        values: their values.
        utilities: by event, its utility (see `thurntaxis_solver.kernel.recorded_decisions`).
        parts: the parts of the events.
    """

    input_starts: Numbers
    event_starts: Numbers
    part_starts: Numbers
    places: Numbers
    values: Numbers
    utilities: Numbers
    parts: Numbers

    @property
    def count(self) -> int:
        """The number of decisions."""
        return len(self.event_starts) - 1

    @classmethod
    def of(cls, record: DecisionRecord) -> "RecordedDecisions":
        """Return the decisions of a record."""
        counts = [int(count) for count in record.counts]

        def starts(ends: Any, count: int) -> Numbers:
            return np.concatenate([[0], np.asarray(ends)[:count]]).astype(np.int64)

        def first(numbers: Any, count: int, kind: type[Any]) -> Numbers:
            return np.asarray(numbers)[:count].astype(kind)

        return cls(
            starts(record.input_ends, counts[DECISIONS]),
            starts(record.event_ends, counts[DECISIONS]),
            starts(record.part_ends, counts[EVENTS]),
            first(record.places, counts[INPUTS], np.int16),
            first(record.values, counts[INPUTS], np.float16),
            first(record.utilities, counts[EVENTS], np.float32),
            first(record.parts, counts[PARTS], np.int16),
        )
