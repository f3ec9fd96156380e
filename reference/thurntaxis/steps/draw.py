"""Step 1: add a city card to the hand. Officials of this step: the postmaster and the administrator."""

from collections.abc import Iterator

from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.events import Event
from thurntaxis.position import Position, Turn
from thurntaxis.rules import Action, Step
from thurntaxis.steps.chance import DEAL
from thurntaxis.steps.common import always, game_over, official_used, only, only_in, reveal_due
from thurntaxis.values import add, remove

# ---- taking a card


@clause("draw.one-card")
def card_drawn(position: Position) -> Reason | None:
    """One card is drawn; a second one needs the postmaster."""
    if position.turn.phase != "draw" or position.turn.drawn == 0:
        return None
    return because("A card has been drawn in this turn; a second one needs the postmaster.")


@clause("postmaster.second-card")
def no_card_drawn(position: Position) -> Reason | None:
    """The postmaster gives a second card, so the first comes before."""
    if position.turn.phase != "draw" or position.turn.drawn > 0:
        return None
    return because("The postmaster gives a second card, and the first is still to be drawn.")


@clause("draw.from-display")
def not_on_display(position: Position, event: Event) -> Reason | None:
    """A face-up card is taken from the display."""
    if event[1] == "deck" or event[1] in position.display:
        return None
    return because("{city} does not lie in the display.", city=event[1])


@clause("draw.from-deck")
def deck_gone(position: Position, event: Event) -> Reason | None:
    """A blind card is the top one of the deck, if need be after a reshuffle."""
    if event[1] != "deck" or position.deck_can_give:
        return None
    return because("Neither the deck nor the discards hold a card.")


def _choices(verb: str, position: Position) -> Iterator[Event]:
    for city in dict.fromkeys(position.display):
        yield Event((verb, city))
    yield Event((verb, "deck"))


def _take(position: Position, choice: str, note: Note) -> Position:
    drawn = position.turn.drawn + 1
    if choice == "deck":
        return position.with_turn(drawn=drawn, pending=("hand",))
    note("draw.from-display", "{player} takes {city}.", player=position.who, city=choice)
    return position.with_mover(hand=add(position.mover.hand, (choice,))).replace(
        display=remove(position.display, choice), turn=position.turn.replace(drawn=drawn, pending=("display",))
    )


@clause("draw.duty")
def take_card(position: Position, event: Event, note: Note) -> Position:
    """Take a card into the hand; the display is refilled."""
    return _take(position, event[1], note)


@clause("postmaster.second-card")
def take_second_card(position: Position, event: Event, note: Note) -> Position:
    """Take a second card with the postmaster."""
    note("postmaster.second-card", "The postmaster gives a second card.")
    return _take(position.with_turn(official="postmaster"), event[1], note)


def _from_where(position: Position, event: Event) -> str:
    return "draw.from-deck" if event[1] == "deck" else "draw.from-display"


DRAW = Action(
    form="draw CITY|deck",
    phases=("draw",),
    moments=(game_over, reveal_due, only_in("draw"), card_drawn),
    conditions=(not_on_display, deck_gone),
    conceivable=lambda position: _choices("draw", position),
    effect=take_card,
    permits=lambda position, event: ("draw.duty", _from_where(position, event)),
)

POSTMASTER = Action(
    form="postmaster CITY|deck",
    phases=("draw",),
    moments=(game_over, reveal_due, only_in("draw"), no_card_drawn, official_used),
    conditions=(not_on_display, deck_gone),
    conceivable=lambda position: _choices("postmaster", position),
    effect=take_second_card,
    permits=lambda position, event: ("postmaster.second-card", _from_where(position, event)),
)

# ---- the administrator


@clause("administrator.before-drawing")
def too_late_for_administrator(position: Position) -> Reason | None:
    """The administrator comes before the first card is drawn."""
    if position.turn.phase in ("draw", "over") and position.turn.drawn == 0:
        return None
    return because("The administrator comes before the first card is drawn.")


@clause("postmaster.compulsory")
def postmaster_bound(position: Position) -> Reason | None:
    """A turn begun with an empty hand has the postmaster for its official."""
    if not position.turn.began_empty:
        return None
    return because("The turn began with an empty hand, so its official is the postmaster.")


@clause("administrator.face-up")
def display_empty(position: Position) -> Reason | None:
    """There is a face-up card to replace."""
    return None if position.display else because("No card lies in the display.")


@clause("administrator.replace")
def replace_display(position: Position, event: Event, note: Note) -> Position:
    """Discard the display and reveal a new one."""
    note(
        "administrator.replace",
        "The administrator has the display replaced: {cards} are discarded.",
        cards=position.display,
    )
    return position.replace(
        display=(),
        discard=add(position.discard, position.display),
        turn=position.turn.replace(official="administrator", pending=("display",) * position.rules.board.display),
    )


ADMINISTRATOR = Action(
    form="administrator",
    phases=("draw",),
    moments=(game_over, reveal_due, too_late_for_administrator, official_used, postmaster_bound, display_empty),
    conditions=(),
    conceivable=only(Event(("administrator",))),
    effect=replace_display,
    permits=always("administrator.replace", "administrator.before-drawing"),
)


@clause("turn.order")
def begin_turn(position: Position, note: Note) -> Position:
    """Begin the turn of the player who is next clockwise."""
    player = (position.turn.player + 1) % len(position.players)
    note("turn.order", "It is the turn of {player}.", player=position.name_of(player))
    return position.replace(turn=Turn(player, began_empty=not position.players[player].hand))


def draw_step() -> Step:
    """Return the step of drawing."""
    return Step("draw", (DEAL, DRAW, POSTMASTER, ADMINISTRATOR), begin_turn)
