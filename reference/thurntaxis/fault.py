"""A fault at one place of a file."""

from typing import NamedTuple

MOST_FAULTS = 50
"""The greatest number of faults reported for one file."""


class Fault(NamedTuple):
    """A fault in a file: its key, what is wrong, and what would be right."""

    key: str
    wrong: str
    right: str

    def __str__(self) -> str:
        return f"{self.key}: {self.wrong} ({self.right})" if self.key else f"{self.wrong} ({self.right})"
