"""Other readings of playing cards, and of giving up a route."""

from collections.abc import Callable

from rejected_readings.varying import forbid, reading, swap_conditions, swap_moments, varied
from thurntaxis import Event, Position
from thurntaxis.clauses import Note, Reason, clause
from thurntaxis.rules import RuleSet
from thurntaxis.steps.close import card_to_play
from thurntaxis.steps.play import city_in_route, no_road
from thurntaxis.tiles import take_route_tile

Effect = Callable[[Position, Event, Note], Position]

BOTH = "play, carrier"


def fits(position: Position, city: str, side: str) -> bool:
    """Return whether a card fits at this end of the route."""
    event = Event(("play", city, side))
    return not (city_in_route(position, event) or no_road(position, event))


def can_extend(position: Position) -> bool:
    """Return whether a card of the hand fits somewhere."""
    return any(fits(position, city, side) for city in position.own.hand for side in ("left", "right"))


@reading("both-ends")
def right_end_first(rules: RuleSet) -> RuleSet:
    """A card that fits at both ends goes to the right one."""
    return forbid(rules, BOTH, "play.either-end", lambda position, e: e[2] == "left" and fits(position, e[1], "right"))


@reading("new-route-before-closing")
def only_after_closing(rules: RuleSet) -> RuleSet:
    """No route is started before the old one is closed; a player with no card that fits plays none."""

    @clause("play.duty")
    def fitting_card_to_play(position: Position) -> Reason | None:
        stuck = position.turn.drawn > 0 and position.own.route and not can_extend(position)
        return None if stuck else card_to_play(position)

    rules = forbid(rules, BOTH, "play.one-route", lambda position, event: event[2] == "start" and position.own.route)
    return swap_moments(rules, "end", {card_to_play: fitting_card_to_play})


@reading("must-extend")
def extend_if_possible(rules: RuleSet) -> RuleSet:
    """A route can't be given up while a card of the hand fits it."""

    def card_fits(position: Position, event: Event) -> bool:
        return event[2] == "start" and bool(position.own.route) and can_extend(position)

    return forbid(rules, BOTH, "play.extend", card_fits)


@reading("direct-road")
def any_way_will_do(rules: RuleSet) -> RuleSet:
    """A city fits if roads lead there through other cities, as they do between any two."""
    return swap_conditions(swap_conditions(rules, "play", {no_road: None}), "carrier", {no_road: None})


@reading("colour-of-cities")
def same_colour(rules: RuleSet) -> RuleSet:
    """A card fits only beside a city of its own colour."""

    def other_colour(position: Position, event: Event) -> bool:
        route, province_of = position.own.route, position.rules.board.province_of
        end = route[:1] if event[2] == "left" else route[-1:]
        return event[2] != "start" and any(province_of[event[1]] != province_of[city] for city in end)

    return forbid(rules, BOTH, "play.colour", other_colour)


@reading("abandoned-route")
def tile_for_giving_up(rules: RuleSet) -> RuleSet:
    """A route that is given up still brings the tile for its length."""

    def scored(play: Effect) -> Effect:
        def play_scored(position: Position, event: Event, note: Note) -> Position:
            route = position.own.route
            if event[2] == "start" and route:
                position = take_route_tile(position, len(route), note)
            return play(position, event, note)

        return play_scored

    for verb in ("play", "carrier"):
        rules = varied(rules, verb, effect=scored(rules.actions[verb].effect))
    return rules
