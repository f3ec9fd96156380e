"""What players do in a round: they return tiles, and take or decline what that brings."""

import dataclasses
import itertools
from collections.abc import Callable, Iterator

from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.events import Event
from thurntaxis.modules.offices.office_tiles import chips_left, kinds
from thurntaxis.modules.offices.rounds import FEWEST_IN_THE_END, OFFICES, next_player, pause
from thurntaxis.parts import Parts
from thurntaxis.position import Position
from thurntaxis.rules import Action, Step
from thurntaxis.steps.close import houses_placed
from thurntaxis.steps.common import always, game_over, only, reveal_due
from thurntaxis.steps.draw import cards_to_take, deck_gone, from_where, not_on_display, taking

PHASES = ("draw", "play", "carriage", "final")
"""The phases in which tiles may be returned."""

# ---- the moment


@clause("return.duty")
def return_due(position: Position) -> Reason | None:
    """Whoever is first in a round of returning tiles acts before anything else happens."""
    if position.returning is None or position.turn.pending:
        return None
    return because("First {player} has to return office tiles, or take or decline the reward.", player=position.who)


@clause("return.no-round")
def no_round(position: Position) -> Reason | None:
    """Tiles are returned in a round of returning tiles."""
    if position.returning is not None or position.turn.phase == "over":
        return None
    return because("You can return office tiles only in a return round.")


@clause("return.reward")
def reward_to_choose(position: Position) -> Reason | None:
    """Whoever has returned tiles takes or declines what they bring, before anybody returns more."""
    if position.returning is None or position.returning.reward not in ("draw", "house"):
        return None
    return because(
        "{player} has returned office tiles, and now has to take or decline the reward.", player=position.who
    )


def _may_choose(position: Position, reward: str) -> bool:
    """Return whether this reward can be chosen now; also true if another condition objects already."""
    return position.returning is None or bool(position.turn.pending) or position.returning.reward == reward


@clause("return.reward")
def no_card_earned(position: Position) -> Reason | None:
    """Two tiles bring a card."""
    if _may_choose(position, "draw"):
        return None
    return because("Only a player who has just returned two office tiles may draw a card for them.")


@clause("return.reward")
def no_house_earned(position: Position) -> Reason | None:
    """Four tiles bring a house."""
    if _may_choose(position, "house"):
        return None
    return because("Only a player who has just returned four office tiles may place a house for them.")


@clause("return.duty")
def nothing_to_decline(position: Position) -> Reason | None:
    """A player with tiles returns at least one, except in the final round."""
    returning = position.returning
    if returning is None or returning.final or position.turn.pending or returning.reward is not None:
        return None
    return because("You have to return at least one office tile.")


# ---- the tiles


@clause("return.different")
def not_different(position: Position, event: Event) -> Reason | None:
    """One to four tiles of different officials are returned."""
    offices = event[1:]
    if offices and len(set(offices)) == len(offices):
        return None
    return because("You return one to four different office tiles.")


@clause("return.held")
def not_held(position: Position, event: Event) -> Reason | None:
    """Only tiles that the player has are returned."""
    missing = tuple(sorted(set(event[1:]) - set(position.own.offices)))
    if position.returning is None or not missing:
        return None
    return because("You have no office tile of: {offices}.", offices=missing)


@clause("return.final-three")
def too_few_in_the_end(position: Position, event: Event) -> Reason | None:
    """In the final round, three or four different tiles are returned."""
    if position.returning is None or not position.returning.final or len(event) > FEWEST_IN_THE_END:
        return None
    return because("In the final return round, you return three or four different office tiles, or none.")


def _returns(position: Position) -> Iterator[Event]:
    """Yield every set of different tiles that the player has."""
    own = kinds(position.own)
    for count in range(1, len(own) + 1):
        for offices in itertools.combinations(own, count):
            yield Event(("return", *offices))


# ---- what they bring


@clause("return.one")
def bring_nothing(position: Position, note: Note) -> Position:
    """One tile brings nothing."""
    note("return.one", "Returning one office tile brings no reward.")
    return next_player(position, note)


def _offer(position: Position, reward: str) -> Position:
    assert position.returning is not None
    return position.replace(returning=position.returning.replace(reward=reward))


@clause("return.two")
def bring_card(position: Position, note: Note) -> Position:
    """Two tiles bring a card, if one is available."""
    if position.card_can_be_had:
        return _offer(position, "draw")
    note("draw.nothing-left", "There is no card to draw.")
    return next_player(position, note)


@clause("return.three")
def bring_chip(position: Position, note: Note) -> Position:
    """Three tiles bring a chip."""
    if chips_left(position) <= 0:
        return next_player(without_chip(position, note), note)
    note("return.three", "{player} takes a chip.", player=position.who)
    return next_player(position.with_own(chips=position.own.chips + 1), note)


@clause("return.no-chip")
def without_chip(position: Position, note: Note) -> Position:
    """If no chip is left, three tiles bring nothing."""
    note("return.no-chip", "No chip is left.")
    return position


@clause("return.four")
def bring_house(position: Position, note: Note) -> Position:
    """Four tiles bring a house, if the player has one left, and a city to place it in."""
    houses = len(position.own.houses)
    if houses < min(position.rules.board.houses, len(position.rules.board.cities)):
        return _offer(position, "house")
    note("houses.supply", "{player} has no house left to place.", player=position.who)
    return next_player(position, note)


_REWARDS = {1: bring_nothing, 2: bring_card, 3: bring_chip, 4: bring_house}


def _return(position: Position, event: Event, note: Note) -> Position:
    offices = list(position.own.offices)
    for office in event[1:]:
        offices.remove(office)
    note("return.round", "{player} returns office tiles: {offices}.", player=position.who, offices=tuple(event[1:]))
    return _REWARDS[len(event) - 1](position.with_own(offices=tuple(offices)), note)


RETURN = Action(
    form="return OFFICE...",
    phases=PHASES,
    moments=(game_over, reveal_due, no_round, reward_to_choose),
    conditions=(not_different, not_held, too_few_in_the_end),
    conceivable=_returns,
    effect=_return,
    permits=always("return.round", "return.different"),
)


def honor_draw(parts: Parts) -> Action:
    """Return the drawing of a card for two tiles."""
    take = taking(parts)

    @clause("return.two")
    def draw_card(position: Position, event: Event, note: Note) -> Position:
        """Draw a card, which doesn't count as one of the turn."""
        note("return.two", "{player} draws a card.", player=position.who)
        return take(_offer(position, "drawn"), event[-1], position.turn.drawn, note)

    return Action(
        form="honor draw CARD|deck",
        phases=PHASES,
        moments=(game_over, reveal_due, no_round, no_card_earned),
        conditions=(not_on_display, deck_gone),
        conceivable=lambda position: (Event(("honor", *draw)) for draw in cards_to_take(position, "draw")),
        effect=draw_card,
        permits=lambda position, event: ("return.two", from_where(event)),
    )


@clause("houses.one-per-city")
def house_there(position: Position, event: Event) -> Reason | None:
    """A player has at most one house in a city."""
    if event[-1] not in position.own.houses:
        return None
    return because("You may have only one house in a city; there would be more in {cities}.", cities=(event[-1],))


@clause("return.anywhere")
def cities_without_house(position: Position) -> Iterator[Event]:
    """Yield a house in every city in which the player has none, whatever the route."""
    for city in position.rules.board.cities:
        if city.name not in position.own.houses:
            yield Event(("honor", "house", city.name))


def honor_house(parts: Parts) -> Action:
    """Return the placing of a house for four tiles."""

    @clause("return.house-tiles")
    def place_house(position: Position, event: Event, note: Note) -> Position:
        """Place a house; what it brings is taken at once."""
        note("return.house-tiles", "{player} places a house in {city}.", player=position.who, city=event[-1])
        position = parts.place_houses(position, (event[-1],), note)
        return next_player(houses_placed(parts, position, note), note)

    return Action(
        form="honor house CITY",
        phases=PHASES,
        moments=(game_over, reveal_due, no_round, no_house_earned),
        conditions=(house_there,),
        conceivable=cities_without_house,
        effect=place_house,
        permits=always("return.four", "return.anywhere"),
    )


@clause("return.declined")
def is_rewarded(position: Position) -> bool:
    """Return whether a card or a house is to be taken or declined; else, to pass is to return nothing."""
    return position.returning is not None and position.returning.reward is not None


@clause("return.final-pass")
def pass_by(position: Position, event: Event, note: Note) -> Position:
    """Take nothing or, in the final round, return nothing."""
    if is_rewarded(position):
        note("return.declined", "{player} takes nothing.", player=position.who)
    else:
        note("return.final-pass", "{player} returns nothing.", player=position.who)
    return next_player(position, note)


HONOR_PASS = Action(
    form="honor pass",
    phases=PHASES,
    moments=(game_over, reveal_due, no_round, nothing_to_decline),
    conceivable=only(Event(("honor", "pass"))),
    effect=pass_by,
    permits=lambda position, event: ("return.declined" if is_rewarded(position) else "return.final-pass",),
)

# ---- the steps


def offices_step(parts: Parts) -> Step:
    """Return the step in which rounds have their place in the turn, after the last official."""
    return Step(OFFICES, (RETURN, honor_draw(parts), honor_house(parts), HONOR_PASS), pause)


def guarded(make: Callable[[Parts], Step]) -> Callable[[Parts], Step]:
    """Return the maker of a step whose decisions wait for a round of returning tiles."""

    def make_guarded(parts: Parts) -> Step:
        step = make(parts)
        return dataclasses.replace(step, actions=tuple(map(_guarded, step.actions)))

    return make_guarded


def _guarded(action: Action) -> Action:
    if "chance" in action.phases:
        return action
    return dataclasses.replace(action, moments=(return_due, *action.moments))
