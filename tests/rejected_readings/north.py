"""Other readings of Power and Glory, and of the northern board."""

import itertools
from collections.abc import Iterator
from dataclasses import replace

from rejected_readings.varying import forbid, reading, swap_conditions, swap_moments, varied, with_parts, with_taking
from thurntaxis import Event, Position
from thurntaxis.board import Board, Province
from thurntaxis.clauses import Note, Reason, clause
from thurntaxis.free_cities import free_city_beside_province, second_free_city
from thurntaxis.modules.power_and_glory.horses import HORSES_OF_CARRIAGE
from thurntaxis.rules import RuleSet
from thurntaxis.steps.close import both_ways, house_sets, route_too_short
from thurntaxis.tiles import award_route
from thurntaxis.values import add, remove

# ---- horses


@reading("horses-as-the-card-to-play")
def route_first(rules: RuleSet) -> RuleSet:
    """Without a route, no card goes in front of the carriage."""
    return forbid(rules, "play", "horses.duty", lambda position, event: event[2] == "horse" and not position.own.route)


@reading("carrier-and-horses")
def carrier_to_the_route(rules: RuleSet) -> RuleSet:
    """If the carrier's card has to fit the route, it can't go in front of the carriage."""
    must_fit = not rules.options["carrier-restart"]
    return forbid(rules, "carrier", "carrier.fit", lambda position, event: must_fit and event[2] == "horse")


@reading("horses-of-an-abandoned-route")
def horses_go_with_the_route(rules: RuleSet) -> RuleSet:
    """A player who gives up a route discards the horses, too."""

    def varied_play(rules: RuleSet, verb: str) -> RuleSet:
        def play(position: Position, event: Event, note: Note) -> Position:
            horses = position.own.horses
            if event[2] == "start" and position.own.route:
                position = position.with_own(horses=()).replace(discard=add(position.discard, horses))
            return rules.actions[verb].effect(position, event, note)

        return varied(rules, verb, effect=play)

    return varied_play(varied_play(rules, "play"), "carrier")


@reading("unneeded-horses")
def only_needed_horses_go(rules: RuleSet) -> RuleSet:
    """Only as many horse cards are discarded as the route needed, those with the most horseshoes first."""

    def close(position: Position, event: Event, note: Note) -> Position:
        at, horseshoes = position.turn.player, position.rules.board.horseshoes
        kept, drawn_by, cities = position.own.horses, HORSES_OF_CARRIAGE, len(position.own.route)
        for card in sorted(kept, key=lambda card: -horseshoes[card]):
            if drawn_by < cities:
                kept, drawn_by = remove(kept, card), drawn_by + horseshoes[card]
        after, discard = rules.actions["close"].effect(position, event, note), position.discard
        player = after.players[at].replace(horses=kept)
        discard = after.discard
        for card in kept:
            discard = remove(discard, card)
        return after.replace(players=(*after.players[:at], player, *after.players[at + 1 :]), discard=discard)

    return varied(rules, "close", effect=close)


@reading("shortest-northern-route")
def short_routes(rules: RuleSet) -> RuleSet:
    """Horses are all that a route needs to be closed."""
    return swap_moments(rules, "close", {route_too_short: None})


@reading("longer-than-eight")
def seven_for_longer_routes(rules: RuleSet) -> RuleSet:
    """A route longer than the longest tile brings one for seven cities, as in the base game."""
    longest = max(stack.length or 0 for stack in rules.board.stacks)

    def award(position: Position, note: Note) -> Position:
        counted = position.with_turn(closed=7) if position.turn.closed > longest else position
        return award_route(counted, note).with_turn(closed=position.turn.closed)

    return with_parts(rules, award_route=award)


# ---- free cities


@reading("free-city-and-one-province")
def free_city_in_either_way(rules: RuleSet) -> RuleSet:
    """A house in a free city may go with several in one province."""

    def closings(position: Position) -> Iterator[Event]:
        sets = dict.fromkeys(house_sets(position))
        houses, free_cities = position.own.houses, position.rules.board.free_cities
        free = [city for city in position.rules.cities(position.own.route) if city in free_cities]
        for placed, city in itertools.product(list(sets), free):
            if city not in houses and not set(placed) & set(free_cities):
                sets[tuple(sorted((*placed, city)))] = None
        return (Event(("close", *houses)) for houses in sets)

    rules = swap_conditions(rules, "close", {free_city_beside_province: None})
    return varied(rules, "close", conceivable=closings)


def with_own_provinces(board: Board) -> Board:
    """Return the board with each free city in a province of its own."""
    own = {city: f"of {city}" for city in board.free_cities}
    provinces = tuple(Province(name, "#000000", (city,)) for city, name in own.items())
    cities = tuple(replace(city, province=city.province or own[city.name]) for city in board.cities)
    return replace(board, name="all in provinces", cities=cities, provinces=(*board.provinces, *provinces))


@reading("base-rules-free-cities")
def house_in_every_free_city(rules: RuleSet) -> RuleSet:
    """By the rules of the base game, houses go to free cities as if each were a province of its own."""
    board = with_own_provinces(rules.board)

    def as_provinces(position: Position) -> Position:
        return position.with_rules(replace(position.rules, board=board))

    @clause("houses.ways")
    def neither_way(position: Position, event: Event) -> Reason | None:
        return both_ways(as_provinces(position), event)

    def closings(position: Position) -> Iterator[Event]:
        return (Event(("close", *houses)) for houses in house_sets(as_provinces(position)))

    swap = {both_ways: neither_way, second_free_city: None, free_city_beside_province: None}
    return varied(swap_conditions(rules, "close", swap), "close", conceivable=closings)


@reading("base-rules-end")
def last_house_only(rules: RuleSet) -> RuleSet:
    """No carriage brings about the end."""

    def take(position: Position, event: Event, note: Note) -> Position:
        number = position.rules.board.next_carriage[position.own.carriage]
        return position.rules.proceed(position.with_own(carriage=number), "carriage", note)

    return with_taking(rules, take)
