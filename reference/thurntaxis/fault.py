"""What is wrong in a file, at one place."""

from typing import NamedTuple

MOST_FAULTS = 50
"""How many faults of one file are told at the most."""


class Fault(NamedTuple):
    """One thing that is wrong in a file: the key where, what is wrong, and what would be right."""

    key: str
    wrong: str
    right: str

    def __str__(self) -> str:
        return f"{self.key}: {self.wrong} ({self.right})" if self.key else f"{self.wrong} ({self.right})"
