"""Step 3: close your route, or leave it and end the turn.

A route of three cities or more can be closed. You then place houses in its cities (a), take the tiles that they and
its length earn (b, in `thurntaxis.tiles`), take a carriage (c, `carriage`) and discard cards (d, `discard`). Houses go
one in each province, or all in one province, and at most one of yours in each city.
"""

import itertools
from collections.abc import Iterator

from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.events import Event
from thurntaxis.parts import Parts
from thurntaxis.position import Position
from thurntaxis.rules import Action, Step
from thurntaxis.steps.common import game_over, only_in, reveal_due
from thurntaxis.tiles import bring_about_end
from thurntaxis.values import add

# ---- the moment


@clause("close.optional")
def nothing_played(position: Position) -> Reason | None:
    """A route is closed after a card has been played in the turn."""
    return because("Play a card before you close your route.") if position.turn.phase == "draw" else None


@clause("close.optional")
def card_can_be_played(position: Position) -> Reason | None:
    """A route is closed after a card has been played, if one can be drawn or is in hand."""
    return nothing_played(position) if position.mover.hand or position.card_can_be_had else None


@clause("close.nothing-played")
def nothing_can_be_played(position: Position) -> Reason | None:
    """A route isn't closed in a turn in which no card can be played, by the reading that wants a card first."""
    if card_can_be_played(position) or not nothing_played(position):
        return None
    return because("With no card played this turn, you can’t close your route.")


@clause("close.minimum")
def route_too_short(position: Position) -> Reason | None:
    """A route of at least three cities can be closed."""
    cities, least = len(position.mover.route), position.rules.board.shortest_route
    if position.turn.phase not in ("draw", "play") or cities >= least:
        return None
    return because(
        "You need a route of at least {least} cities to close it; this one has {cities}.", cities=cities, least=least
    )


@clause("play.duty")
def card_to_play(position: Position) -> Reason | None:
    """A turn ends after a card has been played, unless none can be drawn and none is in hand."""
    if position.turn.phase != "draw" or not (position.mover.hand or position.card_can_be_had):
        return None
    return because("Play a card before you end your turn.")


# ---- the houses


@clause("houses.on-route")
def city_off_route(position: Position, event: Event) -> Reason | None:
    """Houses go to cities of the route."""
    route = position.rules.cities(position.mover.route)
    off = [city for city in event.cities if city not in route]
    return because("Not in the route: {cities}.", cities=tuple(off)) if off else None


@clause("houses.one-per-city")
def house_there(position: Position, event: Event) -> Reason | None:
    """A player has one house in a city."""
    houses, cities = position.mover.houses, event.cities
    double = {city for city in cities if city in houses or cities.count(city) > 1}
    if not double:
        return None
    return because(
        "You may have only one house in a city; there would be more in {cities}.", cities=tuple(sorted(double))
    )


@clause("houses.ways")
def both_ways(position: Position, event: Event) -> Reason | None:
    """One house in each province, or all houses in one province (a free city lies in none)."""
    provinces = [position.rules.board.province_of[city] for city in event.cities]
    different = {province for province in provinces if province is not None}
    crowded = [province for province in different if provinces.count(province) > 1]
    if not crowded or len(different) == 1:
        return None
    return because(
        "Place one house in each province, or all in one; these are in several, with more than one in {crowded}.",
        crowded=tuple(sorted(crowded)),
    )


@clause("houses.supply")
def too_few_houses(position: Position, event: Event) -> Reason | None:
    """A player has twenty houses."""
    left = position.rules.board.houses - len(position.mover.houses)
    if len(event.cities) <= left:
        return None
    return because("You have too few houses left: {left} instead of {wanted}.", left=left, wanted=len(event.cities))


def house_sets(position: Position) -> Iterator[tuple[str, ...]]:
    """Yield every set of houses that either way of placing them offers on the route, each once, sorted."""
    houses, province_of = position.mover.houses, position.rules.board.province_of
    without: dict[str | None, list[str]] = {}
    for city in sorted(position.rules.cities(position.mover.route)):
        if city not in houses:
            without.setdefault(province_of[city], []).append(city)
    for choice in itertools.product(*([None, *cities] for cities in without.values())):
        yield tuple(sorted(city for city in choice if city is not None))
    for province, cities in without.items():
        if province is not None:
            for count in range(2, len(cities) + 1):
                yield from itertools.combinations(cities, count)


def _closings(position: Position) -> Iterator[Event]:
    return (Event(("close", *houses)) for houses in house_sets(position))


@clause("close.nothing-played")
def _moment_clause(position: Position) -> str:
    """Name the clause that allows closing now."""
    return "close.nothing-played" if position.turn.phase == "draw" else "close.optional"


@clause("houses.optional")
def _house_clauses(position: Position, event: Event) -> tuple[str, ...]:
    """Name the clauses that allow closing, with houses or without."""
    return (_moment_clause(position), "close.minimum", "houses.ways", "houses.optional")


# ---- effects


def place_houses(position: Position, cities: tuple[str, ...], note: Note) -> Position:
    """Place houses of the player who acts."""
    return position.with_mover(houses=add(position.mover.houses, cities))


def houses_placed(parts: Parts, position: Position, note: Note) -> Position:
    """Take the tiles that the houses on the board bring; the last house triggers the end."""
    for award in parts.awards:
        position = award(position, note)
    if len(position.mover.houses) == position.rules.board.houses:
        position = bring_about_end(position, note)
    return position


def close_step(parts: Parts) -> Step:
    """Return the step of closing."""
    without_playing = bool(parts.options["closing-without-playing"])
    in_time = (card_can_be_played,) if without_playing else (card_can_be_played, nothing_can_be_played)

    @clause("close.steps")
    def close_route(position: Position, event: Event, note: Note) -> Position:
        """Place houses, take tiles; then comes the carriage."""
        route = position.rules.cities(position.mover.route)
        note("close.steps", "{player} closes {route}.", player=position.who, route=route)
        if event.cities:
            note("houses.ways", "Houses are placed in {cities}.", cities=event.cities)
        position = parts.place_houses(position, event.cities, note).with_turn(closed=len(route))
        position = parts.award_route(position, note)
        return position.rules.proceed(houses_placed(parts, position, note), "close", note)

    close = Action(
        form="close CITY...",
        phases=("draw", "play") if without_playing else ("play",),
        moments=(game_over, reveal_due, only_in("draw", "play"), *in_time, route_too_short, *parts.closing),
        conditions=(city_off_route, house_there, both_ways, *parts.houses, too_few_houses),
        conceivable=_closings,
        effect=close_route,
        permits=_house_clauses,
    )
    return Step("close", (close, END_TURN), lambda position, note: position)


@clause("play.nothing-to-play")
def _end_clauses(position: Position, event: Event) -> tuple[str, ...]:
    """Name the clause that allows the end of the turn."""
    return ("close.optional",) if position.turn.phase == "play" else ("play.nothing-to-play",)


@clause("close.optional")
def leave_open(position: Position, event: Event, note: Note) -> Position:
    """End the turn; the route stays as it is."""
    return position.rules.proceed(position, "discard", note)


END_TURN = Action(
    form="end",
    phases=("draw", "play"),
    moments=(game_over, reveal_due, only_in("draw", "play"), card_to_play),
    conditions=(),
    conceivable=lambda position: (Event(("end",)),),
    effect=leave_open,
    permits=_end_clauses,
)
