"""Recorded decisions as arrays: what the prior network learns from."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thurntaxis_solver.kernel.recorded_decisions import DECISIONS, EVENTS, INPUTS, PARTS, DecisionRecord

Numbers = NDArray[Any]


@dataclass(frozen=True, eq=False)
class RecordedDecisions:
    """Decisions, game by game: what the prior network sees of them, and what one-turn lookahead or a search says.

    Attributes:
        input_ends: by decision, where its inputs end.
        event_ends: by decision, where its events end.
        part_ends: by event, where its parts end.
        places: the inputs that differ from 0.
        values: their values.
        utilities: by event, its utility (see `thurntaxis_solver.kernel.recorded_decisions`).
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

    @classmethod
    def of(cls, record: DecisionRecord) -> "RecordedDecisions":
        """Return the decisions of a record."""
        counts = [int(count) for count in record.counts]

        def first(numbers: Any, count: int, kind: type[Any]) -> Numbers:
            return np.asarray(numbers)[:count].astype(kind)

        return cls(
            first(record.input_ends, counts[DECISIONS], np.int64),
            first(record.event_ends, counts[DECISIONS], np.int64),
            first(record.part_ends, counts[EVENTS], np.int64),
            first(record.places, counts[INPUTS], np.int16),
            first(record.values, counts[INPUTS], np.float16),
            first(record.utilities, counts[EVENTS], np.float32),
            first(record.parts, counts[PARTS], np.int16),
        )
