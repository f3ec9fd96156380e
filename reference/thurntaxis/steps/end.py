"""The end of a turn, and of the game.

The next player clockwise follows. Once somebody has taken the highest carriage or placed the last house, the round is
played to its end: the player to the starting player's right has the last turn.
"""

from thurntaxis.clauses import Note, clause
from thurntaxis.parts import Parts
from thurntaxis.position import Position, Turn
from thurntaxis.rules import Step


def finish(position: Position, note: Note) -> Position:
    """End the game."""
    note("end.round", "The round is complete, and the game is over.")
    return position.replace(turn=Turn(position.turn.player, phase="over"))


def end_step(parts: Parts) -> Step:
    """Return the end of the turn."""

    @clause("end.round")
    def end_turn(position: Position, note: Note) -> Position:
        """End the turn; once the game-end tile is taken, the player to the starting player's right plays last."""
        last = (position.turn.player + 1) % len(position.players) == position.start
        if position.ender is not None and last:
            return parts.finish(position, note)
        return position.rules.proceed(position, "end", note)

    return Step("end", (), end_turn)
