"""The deck: its cards are revealed one by one, and when it runs out, the shuffled discards become the deck.

The order of the deck isn't kept. When its top card is needed, for a space of the display or for the hand of whoever
took it, the turn waits (`pending`) until an event says which card it is: any that could still be in the deck.
"""

from collections.abc import Callable

from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.events import Event
from thurntaxis.position import Position
from thurntaxis.rules import Action
from thurntaxis.steps.common import always, game_over
from thurntaxis.values import add, known, remove


@clause("draw.refill")
def no_reveal_due(position: Position) -> Reason | None:
    """A card is revealed only for a space of the display or a blind draw."""
    return None if position.turn.pending else because("No card has to be revealed now.")


@clause("draw.card-left")
def card_in_sight(position: Position, event: Event) -> Reason | None:
    """A card is revealed only if one of its city isn't in any place that is known."""
    if event[1] in position.unseen:
        return None
    return because(
        "No {city} card can be revealed now: all of them are in hands, in routes, on display or discarded.",
        city=event[1],
    )


@clause("draw.refill")
def reveal(position: Position, event: Event, note: Note) -> Position:
    """Put the revealed card on display, or into the hand of the player who took it blind."""
    city, (place, *due) = event[1], position.turn.pending
    position = position.replace(unseen=remove(position.unseen, city), turn=position.turn.replace(pending=tuple(due)))
    if place == "display":
        note("draw.refill", "{city} is put on display.", city=city)
        return position.replace(display=add(position.display, (city,)))
    note("draw.from-deck", "{player} draws {city}.", player=position.who, city=city)
    return position.with_own(hand=add(position.own.hand, (city,)))


DEAL = Action(
    form="deal CARD",
    phases=("chance",),
    moments=(game_over, no_reveal_due),
    conditions=(card_in_sight,),
    conceivable=lambda position: (Event(("deal", card)) for card in sorted(set(position.unseen))),
    effect=reveal,
    permits=always("draw.refill"),
    weight=lambda position, event: position.unseen.count(event[1]),
)


# ---- the deck runs out


@clause("draw.reshuffle")
def reshuffle(position: Position, note: Note) -> Position:
    """The discards become the deck; unknown ones among them never counted as seen."""
    note("draw.reshuffle", "The deck is empty: all discards ({count}) become the deck.", count=len(position.discard))
    return position.replace(unseen=add(position.unseen, known(position.discard)), discard=())


@clause("draw.nothing-left")
def drop_reveals(position: Position, note: Note) -> Position:
    """If deck and discards are both empty, nothing is revealed, and spaces of the display stay empty."""
    note("draw.nothing-left", "No card is left to reveal.")
    return position.with_turn(pending=())


def settling(*, at_once: bool) -> Callable[[Position, Note], Position]:
    """Return what happens after every event: a reshuffle `at_once`, or only when a card is to be revealed."""

    def settle(position: Position, note: Note) -> Position:
        if position.deck_size > 0:
            return position
        if position.discard and (at_once or position.turn.pending):
            return reshuffle(position, note)
        return drop_reveals(position, note) if position.turn.pending else position

    return settle
