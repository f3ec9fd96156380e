"""Rounds in which office tiles are returned: what the search of a turn asks about them."""

from collections.abc import Iterable

from thurntaxis import Event, Position
from thurntaxis.modules.offices.tiles import emptied, offices_left
from thurntaxis_solver.capabilities import capabilities


def in_round(position: Position) -> bool:
    """Return whether a round is under way, or begins once the reveals that are due are made."""
    return position.returning is not None or (capabilities(position.rules).offices and emptied(position) is not None)


def begins_by(position: Position, official: str) -> bool:
    """Return whether a round begins if the official is used."""
    return capabilities(position.rules).offices and offices_left(position).get(official, 2) <= 1


def distinct_events(position: Position) -> Iterable[Event]:
    """Return the events of a round, without those that bring the same as another event, or less.

    In a final round it makes no difference which three tiles are returned, and returning none is never better.
    """
    if position.turn.phase != "final" or position.returning is None or position.returning.reward is not None:
        return position.events()
    by_count = {len(event): event for event in position.events() if event.verb == "return"}
    return by_count.values()


def without_hands(position: Position) -> Position:
    """Return the position without cards in hands, on display, in the deck and in the discards."""
    players = tuple(player.replace(hand=()) for player in position.players)
    turn = position.turn.replace(pending=())
    return position.replace(players=players, display=(), discard=(), unseen=(), deck_back=None, turn=turn)
