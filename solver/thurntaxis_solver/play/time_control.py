"""How long an agent may think about each event of a turn."""

from dataclasses import dataclass

from thurntaxis import Position

SHARE = 0.4
"""The share of a turn's remaining time for the next event; the first events of a turn matter most."""


@dataclass
class TimeControl:
    """How long an agent may think: `seconds` per turn, or `playouts` per event.

    The decisions in a return round of another player's turn count as a turn of their own.
    """

    seconds: float | None = None
    playouts: int | None = None
    _left: float = 0.0

    def __post_init__(self) -> None:
        """Give one second per turn if nothing else is given."""
        if self.seconds is None and self.playouts is None:
            self.seconds = 1.0

    def for_event(self, position: Position) -> float | None:
        """Return the seconds for the next event, and subtract them from those of the turn."""
        if self.seconds is None:
            return None
        if _begins(position) or not self._left:  # the first question may come in the middle of a turn
            self._left = self.seconds
        share = self._left * SHARE
        self._left -= share
        return share


def _begins(position: Position) -> bool:
    """Return whether this is the first decision of a turn, or of a player in a return round."""
    turn, returning = position.turn, position.returning
    if returning is not None and (returning.final or turn.player != position.decider):
        return returning.reward is None
    return turn.phase == "draw" and turn.drawn == 0 and not turn.used
