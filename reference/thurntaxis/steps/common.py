"""Conditions that several steps share.

A condition objects only where its own clause is broken, and is silent where what it asks for depends on another one
that objects already.
"""

from collections.abc import Callable

from thurntaxis.clauses import Reason, because, clause
from thurntaxis.events import Event
from thurntaxis.position import Position
from thurntaxis.rules import Moment
from thurntaxis.values import UNKNOWN

PHASE_WORDS = {
    "play": "the step of drawing is over",
    "carriage": "a carriage has to be taken or declined first",
    "keep": "the cards to keep have to be chosen first",
    "final": "the last turn is over, and office tiles are being returned",
}


@clause("end.over")
def game_over(position: Position) -> Reason | None:
    """When the last round has ended, nobody has another turn."""
    return because("The game is over.") if position.turn.phase == "over" else None


@clause("draw.refill")
def reveal_due(position: Position) -> Reason | None:
    """A space of the display is filled at once: before anything else, the card that is due is revealed."""
    pending = position.turn.pending
    if not pending:
        return None
    if pending[0] == "hand":
        return because("The card drawn blind has to be revealed first.")
    if pending[0] == "back":
        return because("First say what the back of the deck’s top card shows.")
    return because("The display has to be refilled first.")


def only_in(*phases: str) -> Moment:
    """Return the condition that the turn is in one of these phases (after the game, `game_over` objects)."""

    @clause("turn.steps")
    def out_of_step(position: Position) -> Reason | None:
        """The steps of a turn come in their order: take a card, play a card, close the route."""
        if position.turn.phase in phases or position.turn.phase == "over":
            return None
        return because("This isn’t possible now: {now}.", now=PHASE_WORDS[position.turn.phase])

    return out_of_step


def maybe_in_hand(position: Position, card: str) -> bool:
    """Return whether the card may be one of those in the hand of the player who acts that the position doesn't show."""
    hand = position.own.hand
    return UNKNOWN in hand or f"{UNKNOWN}/{position.rules.board.horseshoes.get(card)}" in hand


def always(*clauses: str) -> Callable[[Position, Event], tuple[str, ...]]:
    """Return the permission that names the same clauses for every event."""
    return lambda position, event: clauses


def only(event: Event) -> Callable[[Position], tuple[Event, ...]]:
    """Return the list of the single conceivable event."""
    return lambda position: (event,)
