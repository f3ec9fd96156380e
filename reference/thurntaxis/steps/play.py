"""Step 2: play a city card from your hand.

Your route is a row of cities, each joined by a road to the next, none twice. The card you play extends it at either
end; if none fits, or if you like, you discard the whole route and start a new one with the card. One official helps
here: with the carrier you play a second card.
"""

from collections.abc import Iterator

from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.events import Event
from thurntaxis.parts import Parts, Places
from thurntaxis.position import Position
from thurntaxis.rules import Action, Step
from thurntaxis.steps.common import game_over, maybe_in_hand, only_in, reveal_due
from thurntaxis.values import UNKNOWN, add, remove

ENDS = ("right", "left")
"""The ends of a route, where a card can be added."""

# ---- the moment


@clause("draw.duty")
def nothing_drawn(position: Position) -> Reason | None:
    """A card is drawn first, if there is one to draw."""
    if position.turn.phase != "draw" or position.turn.drawn > 0 or not position.card_can_be_had:
        return None
    return because("Take a card first.")


@clause("postmaster.compulsory")
def second_card_due(position: Position) -> Reason | None:
    """In a turn begun with an empty hand, a second card is drawn with the postmaster, if there is one to draw."""
    turn = position.turn
    if turn.phase != "draw" or not turn.began_empty or turn.drawn != 1 or not position.card_can_be_had:
        return None
    return because("You began the turn with an empty hand, so first take a second card with the postmaster.")


@clause("play.one-card")
def card_played(position: Position) -> Reason | None:
    """Only one card is played; a second one needs the carrier."""
    if position.turn.phase != "play":
        return None
    return because("You have already played a card in this turn; for a second one, you need the carrier.")


@clause("carrier.second-card")
def no_card_played(position: Position) -> Reason | None:
    """The carrier plays a second card, so the first is played before."""
    if position.turn.phase != "draw":
        return None
    return because("The carrier lets you play a second card; play the first one before that.")


# ---- the card and its place


@clause("play.from-hand")
def not_in_hand(position: Position, event: Event) -> Reason | None:
    """The card comes from the player's hand."""
    if event[1] in position.mover.hand or maybe_in_hand(position, event[1]):
        return None
    return because("{player} has no {city} card in hand.", player=position.who, city=event[1])


@clause("play.known-card")
def card_unknown(position: Position, event: Event) -> Reason | None:
    """An unknown card can't be played."""
    if event[1] in position.mover.hand or not maybe_in_hand(position, event[1]):
        return None
    return because("It isn’t known whether {city} is among the unknown cards in hand.", city=event[1])


@clause("play.start")
def no_route(position: Position, event: Event) -> Reason | None:
    """Without a route, the card starts one."""
    if event[2] not in ENDS or position.mover.route:
        return None
    return because("You have no route to extend; {city} can only start one.", city=event[1])


@clause("play.one-city")
def mirror_image(position: Position, event: Event) -> Reason | None:
    """Both ends of a route of one city are the same, and `right` is written."""
    if event[2] != "left" or len(position.mover.route) != 1:
        return None
    return because("Both ends of a route of one city are the same: write it with right.")


@clause("play.no-repeat")
def city_in_route(position: Position, event: Event) -> Reason | None:
    """No city stands twice in a route."""
    if event[2] not in ENDS:
        return None
    card, route, board = event[1], position.mover.route, position.rules.board
    if card in route or (board.cards_are_numbered and board.city_of[card] in position.rules.cities(route)):
        return because("{city} is already in the route.", city=board.city_of[card])
    return None


@clause("play.adjacent")
def no_road(position: Position, event: Event) -> Reason | None:
    """A road leads from the new city to the one at that end of the route (which comes twice otherwise)."""
    _, card, side = event
    route = position.mover.route
    if side not in ENDS or not route:
        return None
    end = route[0] if side == "left" else route[-1]
    if card in position.rules.meets[end]:
        return None
    city_of = position.rules.board.city_of
    return because(
        "No road leads from {city} to {end}, the city at that end of the route.", city=city_of[card], end=city_of[end]
    )


@clause("carrier.fit")
def carrier_restarts_route(position: Position, event: Event) -> Reason | None:
    """The carrier's card fits the route that the first card went to."""
    if event[2] != "start" or not position.mover.route:
        return None
    return because("The carrier’s card has to extend {player}’s route, not start a new one.", player=position.who)


# ---- effects


@clause("play.abandon")
def abandon(position: Position, note: Note) -> Position:
    """Discard the route in front of the player, unscored."""
    route = position.mover.route
    if not route:
        return position
    note("play.abandon", "The route {route} is discarded.", route=route)
    return position.with_mover(route=()).replace(discard=add(position.discard, route))


def _extend_right(position: Position, card: str, note: Note) -> Position:
    """Add the card at the right end of the route."""
    note("play.extend", "{city} is added to the route.", city=position.rules.board.city_of[card])
    player = position.mover
    return position.with_mover(hand=remove(player.hand, card), route=(*player.route, card))


def _extend_left(position: Position, card: str, note: Note) -> Position:
    """Add the card at the left end of the route."""
    note("play.extend", "{city} is added to the route.", city=position.rules.board.city_of[card])
    player = position.mover
    return position.with_mover(hand=remove(player.hand, card), route=(card, *player.route))


def _start(position: Position, card: str, note: Note) -> Position:
    """Start a route with the card."""
    position = abandon(position, note)
    note("play.start", "A new route starts in {city}.", city=position.rules.board.city_of[card])
    return position.with_mover(hand=remove(position.mover.hand, card), route=(card,))


def _offered(position: Position) -> tuple[str, ...]:
    """Return the places that may take a card: without a route, its start only."""
    return ("right", "left", "start") if position.mover.route else ("start",)


@clause("play.extend")
def _place_clauses(position: Position, event: Event) -> tuple[str, ...]:
    """Name the clauses that allow the place."""
    if event[2] != "start":
        return ("play.extend", "play.adjacent")
    return ("play.abandon", "play.start") if position.mover.route else ("play.start",)


ROUTE_PLACES = Places(
    put={"right": _extend_right, "left": _extend_left, "start": _start},
    offered=_offered,
    conditions=(not_in_hand, card_unknown, no_route, mirror_image, city_in_route, no_road),
    permits=_place_clauses,
)
"""The places of the base game: the ends of the route, or the start of a new one."""


@clause("carrier.restart")
def _restart_clauses(position: Position, event: Event) -> tuple[str, ...]:
    """Name the clause that allows the carrier's card to replace the route by a new one."""
    return ("carrier.restart",) if event[2] == "start" and position.mover.route else ()


def play_step(parts: Parts) -> Step:
    """Return the step of playing."""
    places, put, officials = parts.places, parts.places.put, parts.officials

    @clause("play.duty")
    def play_card(position: Position, event: Event, note: Note) -> Position:
        """Play a card."""
        return put[event[2]](position.with_turn(phase="play", played=1), event[1], note)

    @clause("carrier.second-card")
    def play_second_card(position: Position, event: Event, note: Note) -> Position:
        """Play a second card with the carrier."""
        note("carrier.second-card", "The carrier lets the player play a second card.")
        position = officials.use(position, "carrier", note).with_turn(played=2)
        return put[event[2]](position, event[1], note)

    def placements(verb: str, position: Position) -> Iterator[Event]:
        """Yield every card of the hand at every place that can take a card."""
        offered = places.offered(position)
        for card in dict.fromkeys(position.mover.hand):
            if card[0] != UNKNOWN:
                for place in offered:
                    yield Event((verb, card, place))

    play = Action(
        form=f"play CARD {places.form}",
        phases=("draw",),
        moments=(game_over, reveal_due, only_in("draw", "play"), nothing_drawn, second_card_due, card_played),
        conditions=places.conditions,
        conceivable=lambda position: placements("play", position),
        effect=play_card,
        permits=lambda position, event: ("play.duty", *places.permits(position, event)),
    )
    carrier = Action(
        form=f"carrier CARD {places.form}",
        phases=("play",),
        moments=(game_over, reveal_due, only_in("draw", "play"), no_card_played, *officials.moments("carrier")),
        conditions=(*places.conditions, *(() if parts.options["carrier-restart"] else (carrier_restarts_route,))),
        conceivable=lambda position: placements("carrier", position),
        effect=play_second_card,
        permits=lambda position, event: (
            "carrier.second-card",
            *_restart_clauses(position, event),
            *places.permits(position, event),
            *officials.permits(position, "carrier"),
        ),
    )
    return Step("play", (play, carrier), lambda position, note: position)
