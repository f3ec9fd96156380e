"""Rounds of returning office tiles, as the rest of a turn is looked through."""

from collections.abc import Iterable

from thurntaxis import Event, Position
from thurntaxis.modules.offices.tiles import emptied, offices_left
from thurntaxis_solver.capabilities import material


def in_round(position: Position) -> bool:
    """Return whether a round of returning tiles is under way, or begins as soon as the reveals are made."""
    return position.returning is not None or (material(position.rules).offices and emptied(position) is not None)


def begins_by(position: Position, official: str) -> bool:
    """Return whether using an official begins a round of returning tiles."""
    return material(position.rules).offices and offices_left(position).get(official, 2) <= 1


def telling_events(position: Position) -> Iterable[Event]:
    """Return the events but for those that bring what another one brings, or less.

    In a final round it makes no difference which three tiles are returned, and to return none is never better.
    """
    if position.turn.phase != "final" or position.returning is None or position.returning.reward is not None:
        return position.events()
    by_count = {len(event): event for event in position.events() if event.verb == "return"}
    return by_count.values()


def without_hands(position: Position) -> Position:
    """Return the table without cards in hands, on display and in the deck."""
    players = tuple(player.replace(hand=()) for player in position.players)
    turn = position.turn.replace(pending=())
    return position.replace(players=players, display=(), discard=(), unseen=(), deck_back=None, turn=turn)
