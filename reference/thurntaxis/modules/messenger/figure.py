"""The messenger, which goes to players who receive no carriage."""

from thurntaxis.board import Board
from thurntaxis.clauses import Note, clause
from thurntaxis.message import Hint
from thurntaxis.options import Options
from thurntaxis.position import Player, Position
from thurntaxis.rules import Unplayable


@clause("messenger.take")
def take_messenger(position: Position, note: Note) -> Position:
    """A player who closes a route and receives no carriage takes the messenger."""
    note("messenger.take", "{player} gets no carriage and takes the messenger.", player=position.who)
    position = position.replace(players=tuple(player.replace(has_messenger=False) for player in position.players))
    return position.with_own(has_messenger=True)


@clause("messenger.point")
def messenger_point(position: Position, player: Player) -> int:
    """Return the point for the messenger."""
    return int(player.has_messenger)


@clause("messenger.decline")
def carriages_can_be_declined(board: Board, asked: Options) -> Options:
    """Return that a carriage can always be declined; raise `Unplayable` if the options say that it can't."""
    if asked.get("carriage-declinable") is False:
        raise Unplayable(
            "options.carriage-declinable",
            "princess-messenger",
            Hint("a carriage can always be declined with the module princess-messenger"),
            "true, or leave it out",
        )
    return {"carriage-declinable": True}
