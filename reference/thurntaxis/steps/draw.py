"""Step 1: take a card.

You must take one card into your hand: any face-up card of the display, or the top card of the deck without looking at
it first. The space of a card from the display is filled from the deck at once. If there is no card that you could
take, you skip this step. You don't have to show your hand.

Two officials help here. The postmaster gives you a second card, again from the display or the deck, once the space of
the first is filled; you must use the postmaster if your hand was empty when the turn began, as everybody's is in the
first round, and a second card can be had. The administrator replaces the display by six new cards from the deck, but
only before you take a card.
"""

from collections.abc import Callable, Iterator

from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.events import Event
from thurntaxis.parts import Parts
from thurntaxis.position import Position, Turn
from thurntaxis.rules import Action, Step
from thurntaxis.steps.common import game_over, only, only_in, reveal_due
from thurntaxis.values import add, remove


@clause("turn.order")
def begin_turn(position: Position, note: Note) -> Position:
    """Begin the turn of the player who is next clockwise."""
    player = (position.turn.player + 1) % len(position.players)
    note("turn.order", "It is {player}'s turn.", player=position.name_of(player))
    return position.replace(turn=Turn(player, began_empty=not position.players[player].hand))


# ---- one card, from the display or the deck


@clause("draw.one-card")
def card_drawn(position: Position) -> Reason | None:
    """You take one card; a second one needs the postmaster."""
    if position.turn.phase != "draw" or position.turn.drawn == 0:
        return None
    return because("You have already taken a card in this turn; for a second one, you need the postmaster.")


@clause("draw.from-display")
def not_on_display(position: Position, event: Event) -> Reason | None:
    """A face-up card is taken from the display."""
    if event[-1] == "deck" or event[-1] in position.display:
        return None
    return because("{city} is not on display.", city=event[-1])


@clause("draw.from-deck")
def deck_gone(position: Position, event: Event) -> Reason | None:
    """A card taken blind is the top one of the deck, after a reshuffle if necessary."""
    if event[-1] != "deck" or position.deck_can_give:
        return None
    return because("The deck and the discards are both empty.")


def cards_to_take(position: Position, verb: str) -> Iterator[Event]:
    """Yield the taking of each card of the display, and of the deck's top card."""
    for card in dict.fromkeys(position.display):
        yield Event((verb, card))
    yield Event((verb, "deck"))


def from_where(event: Event) -> str:
    """Return the clause that allows taking a card from there."""
    return "draw.from-deck" if event[-1] == "deck" else "draw.from-display"


def taking(parts: Parts) -> Callable[[Position, str, int, Note], Position]:
    """Return the function that takes a card; it is told how many you have then taken in this turn."""
    to_six = parts.options["display-refill"] == "to-six"

    @clause("draw.from-display")
    def take(position: Position, card: str, drawn: int, note: Note) -> Position:
        """Take a card into your hand; the card that the deck then owes, for hand or display, is left to `chance`."""
        if card == "deck":
            position = position.with_turn(drawn=drawn, pending=("hand",))
        else:
            note("draw.from-display", "{player} takes {city}.", player=position.who, city=card)
            position = position.with_own(hand=add(position.own.hand, (card,))).replace(
                display=remove(position.display, card), turn=position.turn.replace(drawn=drawn, pending=("display",))
            )
        return make_up_display(position, note) if to_six else position

    return take


@clause("draw.to-six")
def make_up_display(position: Position, note: Note) -> Position:
    """Fill every free space of the display, also those for which there was no card before."""
    pending, full = position.turn.pending, position.rules.board.display
    missing = full - len(position.display) - pending.count("display")
    if missing <= 0:
        return position
    note("draw.to-six", "The display is refilled to {full} cards.", full=full)
    return position.with_turn(pending=(*pending, *("display",) * missing))


def draw(parts: Parts) -> Action:
    """Return the action of taking the first card."""
    take = taking(parts)

    @clause("draw.duty")
    def take_card(position: Position, event: Event, note: Note) -> Position:
        """Take a card into your hand, from the display or the deck."""
        return take(position, event[1], position.turn.drawn + 1, note)

    return Action(
        form="draw CARD|deck",
        phases=("draw",),
        moments=(game_over, reveal_due, only_in("draw"), card_drawn),
        conditions=(not_on_display, deck_gone),
        conceivable=lambda position: cards_to_take(position, "draw"),
        effect=take_card,
        permits=lambda position, event: ("draw.duty", from_where(event)),
    )


# ---- the postmaster


@clause("postmaster.second-card")
def no_card_drawn(position: Position) -> Reason | None:
    """The postmaster gives a second card, so you take the first one before."""
    if position.turn.phase != "draw" or position.turn.drawn > 0:
        return None
    return because("Take your first card before the postmaster gives you a second one.")


def postmaster(parts: Parts) -> Action:
    """Return the action of taking a second card with the postmaster."""
    officials, take = parts.officials, taking(parts)

    @clause("postmaster.second-card")
    def take_second_card(position: Position, event: Event, note: Note) -> Position:
        """With the postmaster, take a second card from the display or the deck."""
        note("postmaster.second-card", "The postmaster gives a second card.")
        return take(officials.use(position, "postmaster", note), event[1], position.turn.drawn + 1, note)

    return Action(
        form="postmaster CARD|deck",
        phases=("draw",),
        # postmaster.after-refill: the space of the first card is filled before the choice (reveal_due).
        moments=(game_over, reveal_due, only_in("draw"), no_card_drawn, *officials.moments("postmaster")),
        conditions=(not_on_display, deck_gone),
        conceivable=lambda position: cards_to_take(position, "postmaster"),
        effect=take_second_card,
        permits=lambda position, event: (
            "postmaster.second-card",
            from_where(event),
            *officials.permits(position, "postmaster"),
        ),
    )


# ---- the administrator


@clause("administrator.face-up")
def display_empty(position: Position) -> Reason | None:
    """The display has at least one card to replace."""
    return None if position.display else because("The display is empty.")


def administrator(parts: Parts) -> Action:
    """Return the action of replacing the display with the administrator."""
    officials = parts.officials

    @clause("administrator.replace")
    def replace_display(position: Position, event: Event, note: Note) -> Position:
        """With the administrator, discard the display; as many cards as it has spaces are revealed from the deck."""
        old, spaces = position.display, position.rules.board.display
        note("administrator.replace", "The administrator replaces the display; discarded: {cards}.", cards=old)
        position = officials.use(position, "administrator", note)
        turn = position.turn.replace(pending=("display",) * spaces)
        return position.replace(display=(), discard=add(position.discard, old), turn=turn)

    return Action(
        form="administrator",
        phases=("draw",),
        moments=(game_over, reveal_due, *officials.moments("administrator"), display_empty),
        conceivable=only(Event(("administrator",))),
        effect=replace_display,
        permits=lambda position, event: ("administrator.replace", *officials.permits(position, "administrator")),
    )


def draw_step(parts: Parts) -> Step:
    """Return the step of taking cards, with which a turn begins."""
    return Step("draw", (*parts.reveals, draw(parts), postmaster(parts), administrator(parts)), parts.begin)
