"""Step 3, d: discard cards.

After closing, the cards of your route go to the discards. If you hold more than three cards, you keep any three of them
and discard the others. At all other times, you may hold any number of cards.

Editions differ on whether the route or the hand is discarded first. This matters only if the deck has run out, since
what is discarded first may then become the deck.
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

# ---- the route


@clause("discard.route")
def discard_route(position: Position, note: Note) -> Position:
    """Put the cards of the closed route on the discards."""
    note("discard.route", "The cards of the route are discarded.")
    return position.with_own(route=()).replace(discard=add(position.discard, position.own.route))


# ---- the hand


@clause("discard.three")
def nothing_to_discard(position: Position) -> Reason | None:
    """You have closed a route and hold more than three cards."""
    if position.turn.phase in ("carriage", "keep", "over"):
        return None
    return because("You choose cards to keep only if you have more than three in hand after closing a route.")


@clause("discard.three")
def wrong_number_kept(position: Position, event: Event) -> Reason | None:
    """You keep three cards."""
    kept = position.rules.board.hand_after_closing
    if position.turn.phase != "keep" or len(event.cities) == kept:
        return None
    return because("Keep exactly {kept} cards.", kept=kept)


@clause("discard.three")
def kept_not_in_hand(position: Position, event: Event) -> Reason | None:
    """You keep any of the cards that you hold."""
    hand, kept = position.own.hand, event.cities
    missing = {card for card in kept if kept.count(card) > hand.count(card) and not maybe_in_hand(position, card)}
    if not missing:
        return None
    return because("Not in hand as often as they are to be kept: {cities}.", cities=tuple(sorted(missing)))


@clause("play.known-card")
def hand_unknown(position: Position, event: Event) -> Reason | None:
    """The whole hand has to be known, since the other cards are discarded face up."""
    if not any(map(is_unknown, position.own.hand)):
        return None
    return because("The hand holds unknown cards, so it is not known which ones would be discarded.")


def _choices(position: Position) -> Iterator[Event]:
    choices = itertools.combinations(position.own.hand, position.rules.board.hand_after_closing)
    return (Event(("keep", *kept)) for kept in dict.fromkeys(choices))


# ---- the step


def discard_step(parts: Parts) -> Step:
    """Return the step of discarding."""
    hand_first = parts.options["closing-discards"] == "hand-first"
    settle = settling(at_once=parts.options["reshuffle"] == "at-exhaustion")

    def come_to_discards(position: Position, note: Note) -> Position:
        """Discard the route, unless the hand goes first; with more than three cards, wait for the choice."""
        has_choice = len(position.own.hand) > position.rules.board.hand_after_closing
        if not (hand_first and has_choice):
            position = parts.discard_route(position, note)
        return position.with_turn(phase="keep") if has_choice else position.rules.proceed(position, "discard", note)

    @clause("discard.three")
    def keep_cards(position: Position, event: Event, note: Note) -> Position:
        """Keep these cards and discard the others; where the hand goes first, the route follows only now."""
        others = position.own.hand
        for card in event.cities:
            others = remove(others, card)
        note("discard.three", "{player} keeps {kept}.", player=position.who, kept=event.cities)
        position = position.with_own(hand=event.cities).replace(discard=add(position.discard, others))
        if hand_first:
            position = parts.discard_route(settle(position, note), note)
        return position.rules.proceed(position, "discard", note)

    keep = Action(
        form="keep CARD...",
        phases=("keep",),
        moments=(game_over, reveal_due, only_in("draw", "play", "keep", "final"), nothing_to_discard),
        conditions=(wrong_number_kept, kept_not_in_hand, hand_unknown),
        conceivable=_choices,
        effect=keep_cards,
        permits=always("discard.three"),
    )
    return Step("discard", (keep,), come_to_discards)
