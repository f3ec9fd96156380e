"""Step 2: play a card.

You must play one card from your hand; it may be the one that you have just taken. The cards that you play lie in a
single row in front of you: your route, of which you never have more than one.

- Without a route, any card starts one.
- With a route, a card may extend it at the left or right end if a road joins its city directly to the city at that end,
  and if the route doesn't contain the city yet. Colours don't matter, and nothing is inserted or rearranged.
- If you can't or don't want to extend the route, you give it up: its cards are discarded, they earn nothing, and the
  card that you play starts a new route.

The carrier lets you play a second card after the first, under the same rules; in some editions it has to extend your
route. If you could take no card and have none in your hand, you play none.
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

# ---- one card, after taking one


@clause("draw.duty")
def nothing_drawn(position: Position) -> Reason | None:
    """You take a card before you play one, if there is any to take."""
    if position.turn.phase != "draw" or position.turn.drawn > 0 or not position.card_can_be_had:
        return None
    return because("Take a card first.")


@clause("postmaster.compulsory")
def second_card_due(position: Position) -> Reason | None:
    """If your hand was empty when the turn began, you take a second card as well, if there is any to take."""
    turn = position.turn
    if turn.phase != "draw" or not turn.began_empty or turn.drawn != 1 or not position.card_can_be_had:
        return None
    return because("You began the turn with an empty hand, so first take a second card with the postmaster.")


@clause("play.one-card")
def card_played(position: Position) -> Reason | None:
    """You play one card; a second one needs the carrier."""
    if position.turn.phase != "play":
        return None
    return because("You have already played a card in this turn; for a second one, you need the carrier.")


@clause("play.from-hand")
def not_in_hand(position: Position, event: Event) -> Reason | None:
    """The card comes from your hand."""
    if event[1] in position.own.hand or maybe_in_hand(position, event[1]):
        return None
    return because("You have no {city} card in hand.", city=event[1])


@clause("play.known-card")
def card_unknown(position: Position, event: Event) -> Reason | None:
    """An unknown card can't be played."""
    if event[1] in position.own.hand or not maybe_in_hand(position, event[1]):
        return None
    return because("It isn’t known whether {city} is among the unknown cards in hand.", city=event[1])


# ---- its place: the start of a route, or an end of the one you have


@clause("play.start")
def no_route(position: Position, event: Event) -> Reason | None:
    """Without a route, the card starts one."""
    if event[2] not in ENDS or position.own.route:
        return None
    return because("You have no route to extend; {city} can only start one.", city=event[1])


@clause("play.adjacent")
def no_road(position: Position, event: Event) -> Reason | None:
    """A road joins the city of the card directly to the city at that end of the route."""
    _, card, side = event
    route = position.own.route
    if side not in ENDS or not route:
        return None
    end = route[0] if side == "left" else route[-1]
    # A second card of the city at that end is let through here: city_in_route refuses it.
    if card in position.rules.meets[end]:
        return None
    city_of = position.rules.board.city_of
    return because(
        "No road leads from {city} to {end}, the city at that end of the route.", city=city_of[card], end=city_of[end]
    )


@clause("play.no-repeat")
def city_in_route(position: Position, event: Event) -> Reason | None:
    """No city comes twice in a route."""
    if event[2] not in ENDS:
        return None
    card, route, board = event[1], position.own.route, position.rules.board
    if card in route or (board.cards_are_numbered and board.city_of[card] in position.rules.cities(route)):
        return because("{city} is already in the route.", city=board.city_of[card])
    return None


@clause("play.one-city")
def mirror_image(position: Position, event: Event) -> Reason | None:
    """Both ends of a route of one city are the same; only `right` is accepted."""
    if event[2] != "left" or len(position.own.route) != 1:
        return None
    return because("Both ends of a route of one city are the same: write it with right.")


@clause("play.extend")
def extend_route(position: Position, event: Event, note: Note) -> Position:
    """Add the card at the left or right end of your route."""
    _, card, side = event
    note("play.extend", "{city} is added to the route.", city=position.rules.board.city_of[card])
    hand, route = position.own.hand, position.own.route
    return position.with_own(hand=remove(hand, card), route=(card, *route) if side == "left" else (*route, card))


@clause("play.start")
def start_route(position: Position, event: Event, note: Note) -> Position:
    """Start a route with the card; if you have one, give it up first."""
    if position.own.route:
        position = abandon(position, note)
    note("play.start", "A new route starts in {city}.", city=position.rules.board.city_of[event[1]])
    return position.with_own(hand=remove(position.own.hand, event[1]), route=(event[1],))


@clause("play.abandon")
def abandon(position: Position, note: Note) -> Position:
    """Put the cards of your route on the discards; for them there are no houses, no tiles and no carriage."""
    route = position.own.route
    note("play.abandon", "The route {route} is discarded.", route=route)
    return position.with_own(route=()).replace(discard=add(position.discard, route))


def _place_clauses(position: Position, event: Event) -> tuple[str, ...]:
    """Name the clauses that allow the place."""
    if event[2] != "start":
        return ("play.extend", "play.adjacent")
    return ("play.abandon", "play.start") if position.own.route else ("play.start",)


ROUTE_PLACES = Places(
    put={"right": extend_route, "left": extend_route, "start": start_route},
    offered=lambda position: ("right", "left", "start") if position.own.route else ("start",),
    conditions=(not_in_hand, card_unknown, no_route, mirror_image, city_in_route, no_road),
    permits=_place_clauses,
)
"""The places of the base game: the ends of the route, or the start of a new one."""


# ---- the carrier


@clause("carrier.second-card")
def no_card_played(position: Position) -> Reason | None:
    """The carrier lets you play a second card, so you play the first one before."""
    if position.turn.phase != "draw":
        return None
    return because("The carrier lets you play a second card; play the first one before that.")


@clause("carrier.fit")
def carrier_restarts_route(position: Position, event: Event) -> Reason | None:
    """In some editions, the carrier's card has to extend your route."""
    if event[2] != "start" or not position.own.route:
        return None
    return because("The carrier’s card has to extend your route, not start a new one.")


@clause("carrier.restart")
def _restart_clauses(position: Position, event: Event) -> tuple[str, ...]:
    """Name the clause by which the carrier's card may start a new route in place of yours, if it does."""
    return ("carrier.restart",) if event[2] == "start" and position.own.route else ()


# ---- the step


def play_step(parts: Parts) -> Step:
    """Return the step of playing cards."""
    places, put, officials = parts.places, parts.places.put, parts.officials

    def placements(verb: str, position: Position) -> Iterator[Event]:
        """Yield every card of the hand at every place that can take a card."""
        offered = places.offered(position)
        for card in dict.fromkeys(position.own.hand):
            if card[0] != UNKNOWN:
                for place in offered:
                    yield Event((verb, card, place))

    @clause("play.duty")
    def play_card(position: Position, event: Event, note: Note) -> Position:
        """Play a card from your hand: extend your route with it, or start one."""
        return put[event[2]](position.with_turn(phase="play", played=1), event, note)

    play = Action(
        form=f"play CARD {places.form}",
        phases=("draw",),
        moments=(game_over, reveal_due, only_in("draw", "play"), nothing_drawn, second_card_due, card_played),
        conditions=places.conditions,
        conceivable=lambda position: placements("play", position),
        effect=play_card,
        permits=lambda position, event: ("play.duty", *places.permits(position, event)),
    )

    @clause("carrier.second-card")
    def play_second_card(position: Position, event: Event, note: Note) -> Position:
        """With the carrier, play a second card."""
        note("carrier.second-card", "The carrier lets the player play a second card.")
        position = officials.use(position, "carrier", note).with_turn(played=2)
        return put[event[2]](position, event, note)

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
