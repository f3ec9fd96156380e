"""The officials: the one table of their names, and of when they help."""

from typing import Literal, get_args

Official = Literal["postmaster", "administrator", "carrier", "cartwright"]
"""The name of an official, and of a tile of it."""

OFFICIALS: tuple[Official, ...] = get_args(Official)

HELPS_IN: dict[str, str] = {"postmaster": "draw", "administrator": "draw", "carrier": "play", "cartwright": "carriage"}
"""The phase of a turn in which each official helps."""


def helping_in(phase: str) -> tuple[str, ...]:
    """Return the officials that help in a phase."""
    return tuple(official for official, its_phase in HELPS_IN.items() if its_phase == phase)
