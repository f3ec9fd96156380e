"""Step 1: take a city card.

You take one card into your hand: any of the six on display, or the top one of the deck, unseen. The space on display
is filled at once from the deck. Two officials help here: with the postmaster you take a second card; with the
administrator you discard the whole display and reveal a new one, before you take your first card.
"""

from collections.abc import Callable, Iterator

from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.events import Event
from thurntaxis.parts import Parts
from thurntaxis.position import Position, Turn
from thurntaxis.rules import Action, Step
from thurntaxis.steps.common import game_over, only, only_in, reveal_due
from thurntaxis.values import add, remove

# ---- taking a card


@clause("draw.one-card")
def card_drawn(position: Position) -> Reason | None:
    """Only one card is drawn; a second one needs the postmaster."""
    if position.turn.phase != "draw" or position.turn.drawn == 0:
        return None
    return because("You have already taken a card in this turn; for a second one, you need the postmaster.")


@clause("postmaster.second-card")
def no_card_drawn(position: Position) -> Reason | None:
    """The postmaster gives a second card, so the first is drawn before."""
    if position.turn.phase != "draw" or position.turn.drawn > 0:
        return None
    return because("Take your first card before the postmaster gives you a second one.")


@clause("draw.from-display")
def not_on_display(position: Position, event: Event) -> Reason | None:
    """A face-up card is taken from the display."""
    if event[-1] == "deck" or event[-1] in position.display:
        return None
    return because("{city} is not on display.", city=event[-1])


@clause("draw.from-deck")
def deck_gone(position: Position, event: Event) -> Reason | None:
    """A blind card is the top one of the deck, after a reshuffle if necessary."""
    if event[-1] != "deck" or position.deck_can_give:
        return None
    return because("The deck and the discards are both empty.")


def _choices(verb: str, position: Position) -> Iterator[Event]:
    for city in dict.fromkeys(position.display):
        yield Event((verb, city))
    yield Event((verb, "deck"))


Take = Callable[[Position, str, int, Note], Position]
"""Takes a card, from the display or the deck, into the hand; the number is that of the cards then drawn in the turn."""


def taking(parts: Parts) -> Take:
    """Return the taking of a card, after which one card comes to the display, or as many as are missing there."""
    to_six = parts.options["display-refill"] == "to-six"

    def take(position: Position, choice: str, drawn: int, note: Note) -> Position:
        if choice == "deck":
            position = position.with_turn(drawn=drawn, pending=("hand",))
        else:
            note("draw.from-display", "{player} takes {city}.", player=position.who, city=choice)
            position = position.with_mover(hand=add(position.mover.hand, (choice,))).replace(
                display=remove(position.display, choice), turn=position.turn.replace(drawn=drawn, pending=("display",))
            )
        return make_up_display(position, note) if to_six else position

    return take


@clause("draw.to-six")
def make_up_display(position: Position, note: Note) -> Position:
    """Fill every free space of the display, not only that of the card taken."""
    pending, full = position.turn.pending, position.rules.board.display
    missing = full - len(position.display) - pending.count("display")
    if missing <= 0:
        return position
    note("draw.to-six", "The display is refilled to {full} cards.", full=full)
    return position.with_turn(pending=(*pending, *("display",) * missing))


def from_where(event: Event) -> str:
    """Return the clause that allows taking a card from there."""
    return "draw.from-deck" if event[-1] == "deck" else "draw.from-display"


def draw(parts: Parts) -> Action:
    """Return the drawing of the first card."""
    take = taking(parts)

    @clause("draw.duty")
    def take_card(position: Position, event: Event, note: Note) -> Position:
        """Take a card into the hand; the display is refilled."""
        return take(position, event[1], position.turn.drawn + 1, note)

    return Action(
        form="draw CARD|deck",
        phases=("draw",),
        moments=(game_over, reveal_due, only_in("draw"), card_drawn),
        conditions=(not_on_display, deck_gone),
        conceivable=lambda position: _choices("draw", position),
        effect=take_card,
        permits=lambda position, event: ("draw.duty", from_where(event)),
    )


def postmaster(parts: Parts) -> Action:
    """Return the drawing of a second card with the postmaster."""
    officials, take = parts.officials, taking(parts)

    @clause("postmaster.second-card")
    def take_second_card(position: Position, event: Event, note: Note) -> Position:
        """Take a second card with the postmaster."""
        note("postmaster.second-card", "The postmaster gives a second card.")
        return take(officials.use(position, "postmaster", note), event[1], position.turn.drawn + 1, note)

    return Action(
        form="postmaster CARD|deck",
        phases=("draw",),
        moments=(game_over, reveal_due, only_in("draw"), no_card_drawn, *officials.moments("postmaster")),
        conditions=(not_on_display, deck_gone),
        conceivable=lambda position: _choices("postmaster", position),
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
    """There is a face-up card to replace."""
    return None if position.display else because("The display is empty.")


def administrator(parts: Parts) -> Action:
    """Return the replacing of the display with the administrator."""
    officials = parts.officials

    @clause("administrator.replace")
    def replace_display(position: Position, event: Event, note: Note) -> Position:
        """Discard the display and reveal a new one."""
        note(
            "administrator.replace",
            "The administrator replaces the display; discarded: {cards}.",
            cards=position.display,
        )
        position = officials.use(position, "administrator", note)
        return position.replace(
            display=(),
            discard=add(position.discard, position.display),
            turn=position.turn.replace(pending=("display",) * position.rules.board.display),
        )

    return Action(
        form="administrator",
        phases=("draw",),
        moments=(game_over, reveal_due, *officials.moments("administrator"), display_empty),
        conditions=(),
        conceivable=only(Event(("administrator",))),
        effect=replace_display,
        permits=lambda position, event: ("administrator.replace", *officials.permits(position, "administrator")),
    )


@clause("turn.order")
def begin_turn(position: Position, note: Note) -> Position:
    """Begin the turn of the player who is next clockwise."""
    player = (position.turn.player + 1) % len(position.players)
    note("turn.order", "It is {player}'s turn.", player=position.name_of(player))
    return position.replace(turn=Turn(player, began_empty=not position.players[player].hand))


def draw_step(parts: Parts) -> Step:
    """Return the step of drawing."""
    return Step("draw", (*parts.reveals, draw(parts), postmaster(parts), administrator(parts)), parts.begin)
