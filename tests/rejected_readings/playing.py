"""Other readings of playing cards, and of giving up a route."""

from collections.abc import Callable

from rejected_readings.varying import add_condition, reading, swap_conditions, swap_moments, varied
from thurntaxis import Event, Position
from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.rules import RuleSet
from thurntaxis.steps.close import card_to_play
from thurntaxis.steps.play import city_in_route, no_road
from thurntaxis.tiles import take_route_tile

Effect = Callable[[Position, Event, Note], Position]

VERBS = ("play", "carrier")


def fits(position: Position, city: str, side: str) -> bool:
    """Return whether a card fits at this end of the route."""
    event = Event(("play", city, side))
    return not (city_in_route(position, event) or no_road(position, event))


def can_extend(position: Position) -> bool:
    """Return whether a card of the hand fits somewhere."""
    return any(fits(position, city, side) for city in position.mover.hand for side in ("left", "right"))


@reading("both-ends")
def right_end_first(rules: RuleSet) -> RuleSet:
    """A card that fits at both ends goes to the right one."""

    @clause("play.either-end")
    def fits_right(position: Position, event: Event) -> Reason | None:
        if event[2] != "left" or not fits(position, event[1], "right"):
            return None
        return because("It fits at the right end.")

    for verb in VERBS:
        rules = add_condition(rules, verb, fits_right)
    return rules


@reading("new-route-before-closing")
def only_after_closing(rules: RuleSet) -> RuleSet:
    """No route is started before the old one is closed; a player with no card that fits plays none."""

    @clause("play.one-route")
    def route_open(position: Position, event: Event) -> Reason | None:
        if event[2] != "start" or not position.mover.route:
            return None
        return because("The route is to be closed first.")

    @clause("play.duty")
    def fitting_card_to_play(position: Position) -> Reason | None:
        stuck = position.turn.drawn > 0 and position.mover.route and not can_extend(position)
        return None if stuck else card_to_play(position)

    for verb in VERBS:
        rules = add_condition(rules, verb, route_open)
    return swap_moments(rules, "end", {card_to_play: fitting_card_to_play})


@reading("must-extend")
def extend_if_possible(rules: RuleSet) -> RuleSet:
    """A route can't be given up while a card of the hand fits it."""

    @clause("play.extend")
    def card_fits(position: Position, event: Event) -> Reason | None:
        if event[2] != "start" or not position.mover.route or not can_extend(position):
            return None
        return because("A card of the hand fits.")

    for verb in VERBS:
        rules = add_condition(rules, verb, card_fits)
    return rules


@reading("direct-road")
def any_way_will_do(rules: RuleSet) -> RuleSet:
    """A city fits if roads lead there through other cities, as they do between any two."""
    for verb in VERBS:
        rules = swap_conditions(rules, verb, {no_road: None})
    return rules


@reading("colour-of-cities")
def same_colour(rules: RuleSet) -> RuleSet:
    """A card fits only beside a city of its own colour."""

    @clause("play.colour")
    def other_colour(position: Position, event: Event) -> Reason | None:
        route, province_of = position.mover.route, position.rules.board.province_of
        if event[2] == "start" or not route:
            return None
        end = route[0] if event[2] == "left" else route[-1]
        return None if province_of[event[1]] == province_of[end] else because("The colours differ.")

    for verb in VERBS:
        rules = add_condition(rules, verb, other_colour)
    return rules


@reading("abandoned-route")
def tile_for_giving_up(rules: RuleSet) -> RuleSet:
    """A route that is given up still brings the tile for its length."""

    def scored(play: Effect) -> Effect:
        def play_scored(position: Position, event: Event, note: Note) -> Position:
            route = position.mover.route
            if event[2] == "start" and route:
                position = take_route_tile(position, len(route), note)
            return play(position, event, note)

        return play_scored

    for verb in VERBS:
        rules = varied(rules, verb, effect=scored(rules.actions[verb].effect))
    return rules
