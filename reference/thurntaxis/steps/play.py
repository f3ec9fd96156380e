"""Step 2: play a city card from the hand. Official of this step: the carrier."""

from collections.abc import Iterator

from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.events import Event
from thurntaxis.position import Position
from thurntaxis.rules import Action, Condition, Step
from thurntaxis.steps.common import game_over, official_used, only_in, reveal_due
from thurntaxis.values import UNKNOWN, add, remove

# ---- the moment


@clause("draw.duty")
def nothing_drawn(position: Position) -> Reason | None:
    """First a card is drawn, if any can be had."""
    if position.turn.phase != "draw" or position.turn.drawn > 0 or not position.card_can_be_had:
        return None
    return because("First a card is to be drawn.")


@clause("postmaster.compulsory")
def second_card_due(position: Position) -> Reason | None:
    """A turn begun with an empty hand takes a second card by the postmaster, if any can be had."""
    turn = position.turn
    if turn.phase != "draw" or not turn.began_empty or turn.drawn != 1 or not position.card_can_be_had:
        return None
    return because("The turn began with an empty hand, so first the postmaster gives a second card.")


@clause("play.one-card")
def card_played(position: Position) -> Reason | None:
    """One card is played; a second one needs the carrier."""
    if position.turn.phase != "play":
        return None
    return because("A card has been played in this turn; a second one needs the carrier.")


@clause("carrier.second-card")
def no_card_played(position: Position) -> Reason | None:
    """The carrier plays a second card, so the first comes before."""
    if position.turn.phase != "draw":
        return None
    return because("The carrier plays a second card, and the first is still to be played.")


# ---- the card and its place


@clause("play.from-hand")
def not_in_hand(position: Position, event: Event) -> Reason | None:
    """The card comes from the player's hand."""
    hand = position.mover.hand
    if event[1] in hand or UNKNOWN in hand:
        return None
    return because("{player} has no {city} in hand.", player=position.who, city=event[1])


@clause("play.known-card")
def card_unknown(position: Position, event: Event) -> Reason | None:
    """Which card an unknown one is has to be known before it is played."""
    hand = position.mover.hand
    if event[1] in hand or UNKNOWN not in hand:
        return None
    return because("Whether {city} is among the unknown cards in hand is not known.", city=event[1])


@clause("play.start")
def no_route(position: Position, event: Event) -> Reason | None:
    """Without a route, the card starts one."""
    if event[2] == "start" or position.mover.route:
        return None
    return because("There is no route to extend: {city} can only start one.", city=event[1])


@clause("play.one-city")
def mirror_image(position: Position, event: Event) -> Reason | None:
    """At a route of one city, left and right are the same, and `right` is written."""
    if event[2] != "left" or len(position.mover.route) != 1:
        return None
    return because("At a route of one city both ends are the same: write it with right.")


@clause("play.no-repeat")
def city_in_route(position: Position, event: Event) -> Reason | None:
    """No city stands twice in a route."""
    if event[2] == "start" or event[1] not in position.mover.route:
        return None
    return because("{city} stands in the route already.", city=event[1])


@clause("play.adjacent")
def no_road(position: Position, event: Event) -> Reason | None:
    """A road leads from the new city to the one at that end of the route (which comes twice otherwise)."""
    _, city, side = event
    route = position.mover.route
    if side == "start" or not route:
        return None
    end = route[0] if side == "left" else route[-1]
    if city == end or city in position.rules.board.neighbours[end]:
        return None
    return because("No road leads from {city} to {end}, the city at that end of the route.", city=city, end=end)


@clause("carrier.fit")
def carrier_restarts_route(position: Position, event: Event) -> Reason | None:
    """The carrier's card fits the route that the first card went to."""
    if event[2] != "start" or not position.mover.route:
        return None
    return because("The carrier's card has to extend the route of {player}, not start a new one.", player=position.who)


PLACING: tuple[Condition, ...] = (not_in_hand, card_unknown, no_route, mirror_image, city_in_route, no_road)


def _placements(verb: str, position: Position) -> Iterator[Event]:
    """Yield every card of the hand at every place; a place that no card can take is left out."""
    route = position.mover.route
    sides = ("right", "left", "start") if route else ("start",)
    for city in dict.fromkeys(position.mover.hand):
        if city != UNKNOWN:
            for side in sides:
                yield Event((verb, city, side))


# ---- effects


@clause("play.abandon")
def abandon(position: Position, note: Note) -> Position:
    """Discard the route in front of the player, unscored."""
    route = position.mover.route
    if not route:
        return position
    note("play.abandon", "The route {route} is discarded.", route=route)
    return position.with_mover(route=()).replace(discard=add(position.discard, route))


def _place(position: Position, city: str, side: str, note: Note) -> Position:
    """Move the card from the hand to its place."""
    if side == "start":
        position = abandon(position, note)
        note("play.start", "A new route starts in {city}.", city=city)
    else:
        note("play.extend", "{city} is added to the route.", city=city)
    player = position.mover
    route = (city, *player.route) if side == "left" else (*player.route, city)
    return position.with_mover(hand=remove(player.hand, city), route=route)


@clause("play.duty")
def play_card(position: Position, event: Event, note: Note) -> Position:
    """Play a card."""
    return _place(position.with_turn(phase="play", played=1), event[1], event[2], note)


@clause("carrier.second-card")
def play_second_card(position: Position, event: Event, note: Note) -> Position:
    """Play a second card with the carrier."""
    note("carrier.second-card", "The carrier plays a second card.")
    return _place(position.with_turn(official="carrier", played=2), event[1], event[2], note)


@clause("play.extend")
def _place_clauses(position: Position, event: Event) -> tuple[str, ...]:
    """Name the clauses that allow the place."""
    if event[2] != "start":
        return ("play.extend", "play.adjacent")
    return ("play.abandon", "play.start") if position.mover.route else ("play.start",)


@clause("carrier.restart")
def _carrier_clauses(position: Position, event: Event) -> tuple[str, ...]:
    """Name the clauses that allow the carrier's card its place."""
    restart = ("carrier.restart",) if event[2] == "start" and position.mover.route else ()
    return ("carrier.second-card", *restart, *_place_clauses(position, event))


def play_step(*, carrier_restarts: bool) -> Step:
    """Return the step of playing; `carrier_restarts`: whether the carrier's card may start a new route."""
    play = Action(
        form="play CITY right|left|start",
        phases=("draw",),
        moments=(game_over, reveal_due, only_in("draw", "play"), nothing_drawn, second_card_due, card_played),
        conditions=PLACING,
        conceivable=lambda position: _placements("play", position),
        effect=play_card,
        permits=lambda position, event: ("play.duty", *_place_clauses(position, event)),
    )
    carrier = Action(
        form="carrier CITY right|left|start",
        phases=("play",),
        moments=(game_over, reveal_due, only_in("draw", "play"), no_card_played, official_used),
        conditions=PLACING if carrier_restarts else (*PLACING, carrier_restarts_route),
        conceivable=lambda position: _placements("carrier", position),
        effect=play_second_card,
        permits=_carrier_clauses,
    )
    return Step("play", (play, carrier), lambda position, note: position)
