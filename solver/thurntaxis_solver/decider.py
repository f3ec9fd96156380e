"""Who decides next, who can be advised, and whether anybody else decides before the game is over.

The player on turn decides, except in a round of returning office tiles: there it is the first player of the round, in
the middle of somebody's turn or after the last turn.
"""

from thurntaxis import Event, Position
from thurntaxis.fault import InputError
from thurntaxis.message import Hint, Message
from thurntaxis.modules.offices.office_tiles import kinds, offices_left
from thurntaxis.modules.offices.rounds import FEWEST_IN_THE_END
from thurntaxis.values import is_unknown


def next_decider(position: Position) -> int:
    """Return who decides next, after the reveals that are due; in a game that is over, the player who was on turn last.

    This doesn't depend on what is revealed.
    """
    while position.is_chance:
        position = position.play_without_checking(position.events()[0])
    return position.decider


def all_revealed(position: Position) -> Position:
    """Return the position after all reveals that are due, each of the likeliest card."""
    while position.is_chance:
        chances = position.weights()
        position = position.play_without_checking(max(chances, key=lambda event: chances[event]))
    return position


def revealed_with(position: Position, card: str) -> Position | None:
    """Return the position after all reveals that are due, one of this card, the others of the likeliest cards.

    None if this card can't come.
    """
    back, deal = Event(("back", str(position.rules.board.horseshoes.get(card)))), Event(("deal", card))
    while position.is_chance:
        chances = position.weights()
        if deal in chances:
            return all_revealed(position.play_without_checking(deal))
        likeliest = max(chances, key=lambda event: chances[event])
        position = position.play_without_checking(back if back in chances else likeliest)
    return None


def hand_is_known(position: Position, player: int) -> bool:
    """Return whether all cards of a player's hand are known."""
    return not any(map(is_unknown, position.players[player].hand))


def check_limits(seconds: float | None, playouts: int | None) -> None:
    """Raise ValueError for limits that leave a search no time or no playout."""
    if seconds is not None and not seconds > 0:
        raise InputError("seconds is {value}", "more than 0", seconds)
    if playouts is not None and playouts < 1:
        raise InputError("playouts is {value}", "at least {low}", playouts, 1)


def check(position: Position, player: int | None) -> int:
    """Return the player who can be advised; raise ValueError if there is none, or if it isn't `player`."""
    if position.is_over:
        raise InputError("the game is over, so there is no turn to advise on", "a decision")
    turn = position.turn
    if turn.phase == "draw" and turn.drawn == 0 and not turn.used and "display" in turn.pending:
        wrong = Message("the first display is still to be dealt, and there is no decision before that")
        raise InputError(wrong, "a decision")
    at = next_decider(position)
    if player not in (None, at):
        name = position.name_of(at)
        wrong = Message("it's {player}'s turn", player=name)
        if at != turn.player:
            wrong = Message("{player} has to decide now", player=name)
        raise InputError(wrong, Hint("only the player who decides next can be advised"))
    return at


def is_last_turn(position: Position) -> bool:
    """Return whether the game is over with this turn, whatever happens in it."""
    return position.ender is not None and (position.turn.player + 1) % len(position.players) == position.start


def decides_last(position: Position) -> bool:
    """Return whether nobody but the player who decides next has any decision left before the game is over.

    This is so in the last turn of a game, unless others may return office tiles, in a round that interrupts the turn or
    follows it. (If the tiles on the table don't rule that out, the answer is no.)
    """
    if not is_last_turn(position):
        return False
    me, returning = next_decider(position), position.returning
    if position.turn.phase == "final" or (returning is not None and set(returning.order) != {me}):
        return returning is None or set(returning.order) == {me}
    others = [player for at, player in enumerate(position.players) if at != me]
    if me != position.turn.player or any(len(kinds(player)) >= FEWEST_IN_THE_END for player in others):
        return False
    return not (_round_may_come(position) and any(player.offices for player in others))


def _round_may_come(position: Position) -> bool:
    """Return whether a round of returning tiles, or another one, may interrupt the turn."""
    officials = position.rules.parts.officials
    return any(
        left == 0 or (left == 1 and officials.offered(position, office))
        for office, left in offices_left(position).items()
    )
