"""Step 3: close your route, if you wish. Otherwise your turn ends, and you can extend the route in a later turn.

You can close a route of at least three cities, after playing a card, also if it brings you nothing. Closing has four
parts:

a. Place houses in cities of the route, in one of two ways: one house in each province of the route, or a house in each
   of its cities in one province. You choose the cities, and may place fewer houses or none. You never have two houses
   in one city, though the route may lead through it; houses of other players don't matter. You have 20 houses, which
   stay on the board.
b. Take the top tile of every stack that you have earned (`thurntaxis.tiles`), and lay it face down in front of you:
   - one for the length, with every route of five, six, or seven and more cities; if that stack is empty, from that of
     the next shorter length that isn't;
   - for houses in all cities of Baiern, of Baden, or of a pair: Württemberg with Hohenzollern, Schweiz with Tyrol,
     Böhmen with Salzburg. Houses from earlier turns count, but each of these brings you only one tile in the game;
   - for a house in every province of the board, once in the game. In some editions, you need none in Baiern.
   If one of the other stacks is empty, you get nothing in its place.
c. Take a carriage (`carriage`).
d. Discard cards (`discard`).

Whoever places the last house triggers the end of the game. In your next turn, you start a new route.
"""

import itertools
from collections.abc import Iterator

from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.events import Event
from thurntaxis.parts import Parts
from thurntaxis.position import Position
from thurntaxis.rules import Action, Step
from thurntaxis.steps.common import game_over, only, only_in, reveal_due
from thurntaxis.tiles import bring_about_end
from thurntaxis.values import add

# ---- after playing


@clause("play.nothing-to-play")
def nothing_to_play(position: Position) -> bool:
    """Return whether you can play no card: none is in your hand, and there is none that you could take."""
    return not position.own.hand and not position.card_can_be_had


@clause("play.duty")
def card_to_play(position: Position) -> Reason | None:
    """You play a card before your turn ends, unless there is none to play."""
    if position.turn.phase != "draw" or nothing_to_play(position):
        return None
    if position.turn.drawn == 0 and position.card_can_be_had:
        return because("Take a card and play one before you end your turn.")
    return because("Play a card before you end your turn.")


@clause("close.optional")
def card_can_be_played(position: Position) -> Reason | None:
    """You play a card before you close your route, unless there is none to play."""
    if position.turn.phase != "draw" or nothing_to_play(position):
        return None
    if position.turn.drawn == 0 and position.card_can_be_had:
        return because("Take a card and play one before you close your route.")
    return because("Play a card before you close your route.")


@clause("close.nothing-played")
def nothing_can_be_played(position: Position) -> Reason | None:
    """You can't close your route if there is no card to play; by another reading, which an option selects, you can."""
    if position.turn.phase != "draw" or not nothing_to_play(position):
        return None
    return because("With no card played this turn, you can’t close your route.")


@clause("close.minimum")
def route_too_short(position: Position) -> Reason | None:
    """The route has at least three cities."""
    cities, least = len(position.own.route), position.rules.board.shortest_route
    if position.turn.phase not in ("draw", "play") or cities >= least:
        return None
    return because(
        "You can close a route only if it has at least {least} cities; this one has {cities}.",
        cities=cities,
        least=least,
    )


# ---- a. houses


@clause("houses.on-route")
def city_off_route(position: Position, event: Event) -> Reason | None:
    """You place houses only in cities of the route."""
    route = position.rules.cities(position.own.route)
    off = [city for city in event.cities if city not in route]
    return because("Not in the route: {cities}.", cities=tuple(off)) if off else None


@clause("houses.ways")
def both_ways(position: Position, event: Event) -> Reason | None:
    """You place one house in each province of the route, or all of them in one province."""
    provinces = [position.rules.board.province_of[city] for city in event.cities]
    different = {province for province in provinces if province is not None}  # free cities lie in none
    crowded = [province for province in different if provinces.count(province) > 1]
    one_in_each, all_in_one = not crowded, len(different) == 1
    if one_in_each or all_in_one:
        return None
    return because(
        "Place one house in each province, or all in one; these are in several, with more than one in {crowded}.",
        crowded=tuple(sorted(crowded)),
    )


@clause("houses.one-per-city")
def house_there(position: Position, event: Event) -> Reason | None:
    """You never have two houses in one city."""
    houses, cities = position.own.houses, event.cities
    double = {city for city in cities if city in houses or cities.count(city) > 1}
    if not double:
        return None
    return because(
        "You may have only one house in a city; there would be more in {cities}.", cities=tuple(sorted(double))
    )


@clause("houses.supply")
def too_few_houses(position: Position, event: Event) -> Reason | None:
    """You place no more houses than you have left."""
    left = position.rules.board.houses - len(position.own.houses)
    if len(event.cities) <= left:
        return None
    return because("You have too few houses left: {left} instead of {wanted}.", left=left, wanted=len(event.cities))


@clause("houses.optional")
def house_sets(position: Position) -> Iterator[tuple[str, ...]]:
    """Yield each set of cities in which either way allows houses, also the empty one, whatever your supply."""
    houses, province_of = position.own.houses, position.rules.board.province_of
    without: dict[str | None, list[str]] = {}
    for city in sorted(position.rules.cities(position.own.route)):
        if city not in houses:
            without.setdefault(province_of[city], []).append(city)
    # One in each province: a city of it, or none. (The free cities together count as one more province.)
    for choice in itertools.product(*([None, *cities] for cities in without.values())):
        yield tuple(sorted(city for city in choice if city is not None))
    # All in one province: two or more of its cities, as fewer of them have come already.
    for province, cities in without.items():
        if province is not None:
            for count in range(2, len(cities) + 1):
                yield from itertools.combinations(cities, count)


def place_houses(position: Position, cities: tuple[str, ...], note: Note) -> Position:
    """Place houses of the player whose turn it is in these cities."""
    return position.with_own(houses=add(position.own.houses, cities))


# ---- b. tiles


def houses_placed(parts: Parts, position: Position, note: Note) -> Position:
    """Take the tiles that your houses on the board have earned; the last house triggers the end of the game."""
    for award in parts.awards:
        position = award(position, note)
    if len(position.own.houses) == position.rules.board.houses:
        position = bring_about_end(position, note)
    return position


# ---- the step


@clause("close.optional")
def leave_open(position: Position, event: Event, note: Note) -> Position:
    """End your turn without closing; the route stays as it is, and nothing is discarded."""
    return position.rules.proceed(position, "discard", note)


END_TURN = Action(
    form="end",
    phases=("draw", "play"),
    moments=(game_over, reveal_due, only_in("draw", "play"), card_to_play),
    conceivable=only(Event(("end",))),
    effect=leave_open,
    permits=lambda position, event: ("close.optional" if position.turn.phase == "play" else "play.nothing-to-play",),
)


def close_step(parts: Parts) -> Step:
    """Return the step of closing a route."""
    without_playing = bool(parts.options["closing-without-playing"])
    in_time = (card_can_be_played,) if without_playing else (card_can_be_played, nothing_can_be_played)

    @clause("close.steps")
    def close_route(position: Position, event: Event, note: Note) -> Position:
        """Place houses and take tiles; then come a carriage and the discards."""
        route = position.rules.cities(position.own.route)
        note("close.steps", "{player} closes {route}.", player=position.who, route=route)
        if event.cities:
            note("houses.ways", "Houses are placed in {cities}.", cities=event.cities)
        position = parts.place_houses(position, event.cities, note).with_turn(closed=len(route))
        position = parts.award_route(position, note)
        position = houses_placed(parts, position, note)
        return position.rules.proceed(position, "close", note)

    def permits(position: Position, event: Event) -> tuple[str, ...]:
        in_turn = "close.nothing-played" if position.turn.phase == "draw" else "close.optional"
        return (in_turn, "close.minimum", "houses.ways", "houses.optional")

    close = Action(
        form="close CITY...",  # the cities that get a house
        phases=("draw", "play") if without_playing else ("play",),
        moments=(game_over, reveal_due, only_in("draw", "play"), *in_time, route_too_short, *parts.closing),
        conditions=(city_off_route, house_there, both_ways, *parts.houses, too_few_houses),
        conceivable=lambda position: (Event(("close", *houses)) for houses in house_sets(position)),
        effect=close_route,
        permits=permits,
    )
    return Step("close", (close, END_TURN), lambda position, note: position)
