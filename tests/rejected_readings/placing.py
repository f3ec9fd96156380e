"""Other readings of placing houses, and of what lies on the board and in the hand after closing."""

import itertools
from collections.abc import Iterator

from rejected_readings.varying import entered, forbid, reading, swap_conditions, varied, with_action
from thurntaxis import Event, Position
from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.rules import Action, RuleSet
from thurntaxis.steps.close import city_off_route, house_sets, house_there
from thurntaxis.steps.common import always, game_over, only_in, reveal_due
from thurntaxis.values import add, remove


def free_cities(position: Position) -> list[str]:
    """Return the cities of the route without a house of the player, in the order of the route."""
    return [city for city in position.own.route if city not in position.own.houses]


def houses_left(position: Position) -> int:
    return position.rules.board.houses - len(position.own.houses)


@reading("fewer-houses")
def as_many_as_possible(rules: RuleSet) -> RuleSet:
    """All houses that the chosen way of placing them allows are placed."""

    def more_possible(position: Position, event: Event) -> bool:
        province_of, left = position.rules.board.province_of, houses_left(position)
        free = [province_of[city] for city in free_cities(position)]
        chosen = [province_of[city] for city in event.cities]
        one_in_each = min(left, len(set(free)))
        in_one = [min(left, free.count(province)) for province in set(chosen)]
        all_in_one = len(in_one) == 1 and len(chosen) == in_one[0]
        return not all_in_one and len(set(chosen)) != one_in_each

    return forbid(rules, "close", "houses.optional", more_possible)


@reading("few-houses-left")
def first_cities_first(rules: RuleSet) -> RuleSet:
    """If there are too few houses, they go to the first cities of the route."""

    def earlier_city_left_out(position: Position, event: Event) -> bool:
        free = free_cities(position)
        return houses_left(position) < len(free) and set(event.cities) != set(free[: len(event.cities)])

    return forbid(rules, "close", "houses.supply", earlier_city_left_out)


@reading("houses-off-route")
def anywhere_in_the_province(rules: RuleSet) -> RuleSet:
    """All houses in one province may go to its other cities too, if the route passes through it."""

    @clause("houses.on-route")
    def off_route_and_province(position: Position, event: Event) -> Reason | None:
        province_of = position.rules.board.province_of
        provinces = {province_of[city] for city in event.cities}
        passed = {province_of[city] for city in position.own.route}
        return None if len(provinces) == 1 and provinces <= passed else city_off_route(position, event)

    def closings(position: Position) -> Iterator[Event]:
        sets = dict.fromkeys(house_sets(position))
        for province in position.rules.board.provinces:
            if set(province.cities) & set(position.own.route):
                free = sorted(set(province.cities) - set(position.own.houses))
                for count in range(1, len(free) + 1):
                    sets.update(dict.fromkeys(itertools.combinations(free, count)))
        return (Event(("close", *houses)) for houses in sets)

    return varied(
        swap_conditions(rules, "close", {city_off_route: off_route_and_province}), "close", conceivable=closings
    )


@reading("second-house")
def another_house_later(rules: RuleSet) -> RuleSet:
    """A city may get a second house of a player from a later route."""

    @clause("houses.one-per-city")
    def twice_now(position: Position, event: Event) -> Reason | None:
        return house_there(position.with_own(houses=()), event)

    def closings(position: Position) -> Iterator[Event]:
        return (Event(("close", *houses)) for houses in house_sets(position.with_own(houses=())))

    return varied(swap_conditions(rules, "close", {house_there: twice_now}), "close", conceivable=closings)


@reading("houses-move")
def houses_come_back(rules: RuleSet) -> RuleSet:
    """A player may take a house back after playing a card."""

    @clause("houses.permanent")
    def no_house_there(position: Position, event: Event) -> Reason | None:
        return None if event[1] in position.own.houses else because("There is no house.")

    def take_back(position: Position, event: Event, note: Note) -> Position:
        return position.with_own(houses=remove(position.own.houses, event[1]))

    action = Action(
        form="take-back CITY",
        phases=("play",),
        moments=(game_over, reveal_due, only_in("play")),
        conditions=(no_house_there,),
        conceivable=lambda position: (Event(("take-back", city)) for city in position.own.houses),
        effect=take_back,
        permits=always("houses.permanent"),
    )

    return with_action(rules, "close", action)


# ---- cards


@reading("hand-after-closing")
def whole_hand_discarded(rules: RuleSet) -> RuleSet:
    """A player who closes a route discards the whole hand."""

    def discard(position: Position, note: Note) -> Position:
        player = position.own
        position = position.replace(discard=add(position.discard, player.route + player.hand))
        return position.rules.proceed(position.with_own(route=(), hand=()), "discard", note)

    return entered(rules, "discard", discard)


@reading("hand-limit")
def three_cards_at_any_time(rules: RuleSet) -> RuleSet:
    """A player who ends a turn with more than three cards in hand discards down to three."""

    def end(position: Position, event: Event, note: Note) -> Position:
        if len(position.own.hand) > position.rules.board.hand_after_closing:
            return position.with_turn(phase="keep")
        return rules.actions["end"].effect(position, event, note)

    return varied(rules, "end", effect=end)


@reading("closed-route-cards")
def closed_route_stays(rules: RuleSet) -> RuleSet:
    """The cards of a closed route stay in place, as the route."""

    def discard(position: Position, note: Note) -> Position:
        if len(position.own.hand) > position.rules.board.hand_after_closing:
            return position.with_turn(phase="keep")
        return position.rules.proceed(position, "discard", note)

    return entered(rules, "discard", discard)
