"""The officials: their names, the phases in which they help, and their letters in the line notation."""

from typing import Literal, get_args

Official = Literal["postmaster", "administrator", "carrier", "cartwright"]
"""The name of an official, and of a tile of it."""

OFFICIALS: tuple[Official, ...] = get_args(Official)

HELPS_IN: dict[str, str] = {"postmaster": "draw", "administrator": "draw", "carrier": "play", "cartwright": "carriage"}
"""The phase of a turn in which each official helps."""

SIGNS: dict[str, str] = {"postmaster": "p", "administrator": "a", "carrier": "c", "cartwright": "w"}
"""The letter of each official in the line notation, which also abbreviates an event that is only its name.

No other event of `thurntaxis.io.line_events` begins with the letter of such an official.
"""


def helping_in(phase: str) -> tuple[str, ...]:
    """Return the officials that can be used in a phase."""
    return tuple(official for official, its_phase in HELPS_IN.items() if its_phase == phase)
