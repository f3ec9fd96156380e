"""Rows of different lengths in flat arrays: what recorded turns and decisions are made of; and the decisions."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from thurntaxis_solver.kernel.recorded_decisions import DECISIONS, EVENTS, INPUTS, PARTS, DecisionRecord

Numbers = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Records:
    """Arrays of records, as fields of a dataclass.

    A field whose name ends with `starts` says where each row begins among the items of other fields, and last where
    the last row ends.
    """

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Return the records of all parts, in order."""

        def join(name: str) -> Numbers:
            arrays = [getattr(part, name) for part in parts]
            return _joined_starts(arrays) if name.endswith("starts") else np.concatenate(arrays)

        return cls(**{name: join(name) for name in parts[0].arrays()})

    def arrays(self) -> dict[str, Numbers]:
        """Return the arrays by the names of their fields."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def tensors(self) -> dict[str, Any]:
        """Return the arrays as tensors of PyTorch, by name."""
        import torch

        return {name: torch.from_numpy(array) for name, array in self.arrays().items()}


def _joined_starts(parts: Sequence[Numbers]) -> Numbers:
    firsts = np.cumsum([0, *(part[-1] for part in parts)])
    return np.concatenate([*(part[:-1] + first for part, first in zip(parts, firsts, strict=False)), firsts[-1:]])


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
