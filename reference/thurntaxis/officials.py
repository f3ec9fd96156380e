"""The officials: the one place of their names, of when they help, and of their signs in the line notation."""

from typing import Literal, get_args

Official = Literal["postmaster", "administrator", "carrier", "cartwright"]
"""The name of an official, and of a tile of it."""

OFFICIALS: tuple[Official, ...] = get_args(Official)

HELPS_IN: dict[str, str] = {"postmaster": "draw", "administrator": "draw", "carrier": "play", "cartwright": "carriage"}
"""The phase of a turn in which each official helps."""

SIGNS: dict[str, str] = {"postmaster": "p", "administrator": "a", "carrier": "c", "cartwright": "w"}
"""The sign of each official in the line notation, which also abbreviates its event where that is its name alone."""


def helping_in(phase: str) -> tuple[str, ...]:
    """Return the officials that help in a phase."""
    return tuple(official for official, its_phase in HELPS_IN.items() if its_phase == phase)
