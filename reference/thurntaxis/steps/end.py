"""The end of a turn, and of the game."""

from thurntaxis.clauses import Note, clause
from thurntaxis.position import Position, Turn
from thurntaxis.rules import Step


@clause("end.round")
def end_turn(position: Position, note: Note) -> Position:
    """End the turn; once the game-end tile is taken, the starting player's right-hand neighbour has the last one."""
    player = position.turn.player
    if position.ender is not None and (player + 1) % len(position.players) == position.start:
        note("end.round", "The round is complete, and the game is over.")
        return position.replace(turn=Turn(player, phase="over"))
    return position.rules.proceed(position, "end", note)


def end_step() -> Step:
    """Return the end of the turn."""
    return Step("end", (), end_turn)
