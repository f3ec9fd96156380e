"""The backs of the cards, which show their horseshoes: everybody sees what the deck's top card may be."""

import dataclasses
from collections.abc import Iterator

from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.events import Event
from thurntaxis.parts import Change
from thurntaxis.position import Position
from thurntaxis.rules import Action
from thurntaxis.steps.chance import DEAL, card_in_sight, no_reveal_due, reveal
from thurntaxis.steps.common import always, game_over
from thurntaxis.values import UNKNOWN_BACK


def cards_with(position: Position, number: int) -> int:
    """Return how many of the cards that may lie in the deck have this number on their back.

    Unknown cards whose back has been seen are not among them.
    """
    horseshoes = position.rules.board.horseshoes
    back = f"{UNKNOWN_BACK}{number}"
    elsewhere = position.discard.count(back) + sum(player.hand.count(back) for player in position.players)
    return sum(horseshoes[card] == number for card in position.unseen) - elsewhere


# ---- conditions


@clause("backs.due")
def back_due(position: Position) -> Reason | None:
    """The back of the top card is seen before the card is revealed."""
    if position.turn.pending[:1] != ("back",):
        return None
    return because("First say what the back of the deck’s top card shows.")


@clause("backs.due")
def no_back_due(position: Position) -> Reason | None:
    """A back is seen when the deck has a new top card."""
    if position.turn.pending[:1] == ("back",):
        return None
    return because("There is no back to look at now: that of the top card is known, or there is no deck.")


@clause("backs.number")
def other_back(position: Position, event: Event) -> Reason | None:
    """The card that is revealed has as many horseshoes as the back of the top card shows."""
    number = position.deck_back
    if number is None or position.rules.board.horseshoes[event[1]] == number:
        return None
    return because("The top card shows {number} on its back, but {card} doesn’t.", number=number, card=event[1])


@clause("backs.number")
def back_gone(position: Position, event: Event) -> Reason | None:
    """The back that is seen is that of a card in the deck."""
    if cards_with(position, int(event[1])) > 0:
        return None
    return because("No card with {number} on its back is left in the deck.", number=event[1])


# ---- events


def _reveal(position: Position, event: Event, note: Note) -> Position:
    return reveal(position, event, note).replace(deck_back=None)


def _backs(position: Position) -> Iterator[Event]:
    return (Event(("back", str(number))) for number in sorted(set(position.rules.board.horseshoes.values())))


@clause("backs.seen")
def see_back(position: Position, event: Event, note: Note) -> Position:
    """Everybody sees the back of the deck's top card."""
    note("backs.seen", "The back of the deck's top card shows {number}.", number=event[1])
    return position.replace(deck_back=int(event[1]), turn=position.turn.replace(pending=position.turn.pending[1:]))


REVEALS = (
    dataclasses.replace(
        DEAL, moments=(game_over, no_reveal_due, back_due), conditions=(card_in_sight, other_back), effect=_reveal
    ),
    Action(
        form="back NUMBER",
        phases=("chance",),
        moments=(game_over, no_back_due),
        conditions=(back_gone,),
        conceivable=_backs,
        effect=see_back,
        permits=always("backs.seen"),
        weight=lambda position, event: cards_with(position, int(event[1])),
    ),
)
"""The events of chance: a back is seen, a card with that back is revealed."""


def see_first_back(position: Position) -> Position:
    """Let the first back be seen before the first card is revealed."""
    return position.with_turn(pending=("back", *position.turn.pending))


def seeing_backs(settle: Change) -> Change:
    """Return what happens after every event: `settle`; then the back of a new top card is due."""

    def settle_backs(position: Position, note: Note) -> Position:
        position = settle(position, note)
        pending = position.turn.pending
        if position.is_over or position.deck_back is not None or position.deck_size <= 0 or pending[:1] == ("back",):
            return position
        return position.with_turn(pending=("back", *pending))

    return settle_backs
