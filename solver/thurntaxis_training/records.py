"""Rows of different lengths in flat arrays: what recorded turns and decisions are made of."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

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


def _joined_starts(parts: Sequence[Numbers]) -> Numbers:
    firsts = np.cumsum([0, *(part[-1] for part in parts)])
    return np.concatenate([*(part[:-1] + first for part, first in zip(parts, firsts, strict=False)), firsts[-1:]])
