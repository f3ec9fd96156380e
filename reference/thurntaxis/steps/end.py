"""The end of your turn, and of the game.

After your turn, it is the turn of the player to your left (`draw`).

The end of the game is triggered when a player takes carriage 7 or has placed all 20 houses. The first to do so takes
the game-end tile at once, which is worth a point. The round is then finished: the last turn is that of the player to
the starting player's right. If that player triggers the end, the game is over with this very turn.

Points are then counted (`thurntaxis.scoring`): those of your highest carriage, and of no other, where the carriages 3
to 7 are worth 2, 3, 5, 7 and 10; those of all your tiles; minus one for each house that you have not placed. Most
points win. If players are tied for first place, the one of them with the game-end tile wins, or else the one who sits
nearest clockwise from its holder.
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
        """End the turn; once the end is triggered, the player to the starting player's right has the last one."""
        triggered = position.ender is not None
        last_of_round = (position.turn.player + 1) % len(position.players) == position.start
        if triggered and last_of_round:
            return parts.finish(position, note)
        return position.rules.proceed(position, "end", note)

    return Step("end", (), end_turn)
