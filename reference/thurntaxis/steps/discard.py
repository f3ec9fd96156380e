"""Step 3, d: discard the closed route, and your hand down to three cards of your choice.

Which comes first is a matter of reading, and matters only when the discards become the deck.
"""

import itertools
from collections.abc import Iterator

from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.events import Event
from thurntaxis.parts import Parts
from thurntaxis.position import Position
from thurntaxis.rules import Action, Step
from thurntaxis.steps.chance import settling
from thurntaxis.steps.common import always, game_over, maybe_in_hand, only_in, reveal_due
from thurntaxis.values import add, is_unknown, remove

CARRIAGE_FIRST = only_in("draw", "play", "keep", "final")
"""The condition that no carriage is to be decided about."""


@clause("discard.three")
def nothing_to_discard(position: Position) -> Reason | None:
    """Cards are chosen after a route has been closed with more than three in hand."""
    if position.turn.phase in ("carriage", "keep", "over"):
        return None
    return because("You choose cards to keep only after closing a route with more than three cards in hand.")


@clause("discard.three")
def wrong_number_kept(position: Position, event: Event) -> Reason | None:
    """Three cards are kept."""
    kept = position.rules.board.hand_after_closing
    if position.turn.phase != "keep" or len(event.cities) == kept:
        return None
    return because("Keep exactly {kept} cards.", kept=kept)


@clause("discard.three")
def kept_not_in_hand(position: Position, event: Event) -> Reason | None:
    """The cards that are kept are in the player's hand."""
    hand, kept = position.mover.hand, event.cities
    missing = {card for card in kept if kept.count(card) > hand.count(card) and not maybe_in_hand(position, card)}
    if not missing:
        return None
    return because("Not in hand as often as they are to be kept: {cities}.", cities=tuple(sorted(missing)))


@clause("play.known-card")
def hand_unknown(position: Position, event: Event) -> Reason | None:
    """The whole hand has to be known, since the other cards are discarded face up."""
    if not any(map(is_unknown, position.mover.hand)):
        return None
    return because("The hand holds unknown cards, so it is not known which ones would be discarded.")


def _choices(position: Position) -> Iterator[Event]:
    choices = itertools.combinations(position.mover.hand, position.rules.board.hand_after_closing)
    return (Event(("keep", *kept)) for kept in dict.fromkeys(choices))


@clause("discard.three")
def discard_others(position: Position, kept: tuple[str, ...], note: Note) -> Position:
    """Keep these cards and discard the others."""
    others = position.mover.hand
    for card in kept:
        others = remove(others, card)
    note("discard.three", "{player} keeps {kept}.", player=position.who, kept=kept)
    return position.with_mover(hand=kept).replace(discard=add(position.discard, others))


@clause("discard.route")
def discard_route(position: Position, note: Note) -> Position:
    """Discard the closed route."""
    note("discard.route", "The cards of the route are discarded.")
    return position.with_mover(route=()).replace(discard=add(position.discard, position.mover.route))


def discard_step(parts: Parts) -> Step:
    """Return the step of discarding."""
    hand_first = parts.options["closing-discards"] == "hand-first"
    settle = settling(at_once=parts.options["reshuffle"] == "at-exhaustion")

    def come_to_discards(position: Position, note: Note) -> Position:
        """Discard the route, and offer the choice of the cards to keep if there are more than three."""
        has_choice = len(position.mover.hand) > position.rules.board.hand_after_closing
        if not (hand_first and has_choice):
            position = parts.discard_route(position, note)
        return position.with_turn(phase="keep") if has_choice else position.rules.proceed(position, "discard", note)

    def keep_cards(position: Position, event: Event, note: Note) -> Position:
        """Keep these cards; what is discarded first may become the deck before the route follows."""
        position = discard_others(position, event.cities, note)
        if hand_first:
            position = parts.discard_route(settle(position, note), note)
        return position.rules.proceed(position, "discard", note)

    keep = Action(
        form="keep CARD...",
        phases=("keep",),
        moments=(game_over, reveal_due, CARRIAGE_FIRST, nothing_to_discard),
        conditions=(wrong_number_kept, kept_not_in_hand, hand_unknown),
        conceivable=_choices,
        effect=keep_cards,
        permits=always("discard.three"),
    )
    return Step("discard", (keep,), come_to_discards)
