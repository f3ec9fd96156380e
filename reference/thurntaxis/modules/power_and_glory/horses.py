"""Horses: cards that are played in front of the carriage, and that a route needs to be closed."""

import dataclasses

from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.events import Event
from thurntaxis.parts import Change, Parts, Places
from thurntaxis.position import Position
from thurntaxis.rules import Action, Moment, Step
from thurntaxis.steps.carriage import CARRIAGE, cartwright, decline
from thurntaxis.steps.common import game_over
from thurntaxis.values import add, remove

HORSES_OF_CARRIAGE = 2
"""The number of horses that come with the carriage."""

MOST_CARDS = 6
"""The greatest number of cards in front of the carriage."""


@clause("horses.count")
def horses(position: Position) -> int:
    """Return the number of horses of the carriage: its own two, and one for each horseshoe on the cards before it."""
    horseshoes = position.rules.board.horseshoes
    return HORSES_OF_CARRIAGE + sum(horseshoes[card] for card in position.own.horses)


# ---- playing


@clause("horses.six")
def carriage_full(position: Position, event: Event) -> Reason | None:
    """At most six cards go in front of the carriage."""
    if event[2] != "horse" or len(position.own.horses) < MOST_CARDS:
        return None
    return because("You already have six cards in front of the carriage, and no more are allowed.")


@clause("horses.play")
def play_before_carriage(position: Position, event: Event, note: Note) -> Position:
    """Play the card in front of the carriage; the route stays as it is."""
    player, card = position.own, event[1]
    position = position.with_own(hand=remove(player.hand, card), horses=add(player.horses, (card,)))
    count = horses(position)
    note("horses.play", "{card} is played before the carriage; horses there now: {horses}.", card=card, horses=count)
    return position


@clause("horses.carrier")
def _horse_clauses(position: Position, event: Event) -> tuple[str, ...]:
    """Name the clause that allows playing a card in front of the carriage: the first, or with the carrier a second."""
    return ("horses.carrier" if event.verb == "carrier" else "horses.play",)


def with_horses(places: Places) -> Places:
    """Return the places where cards can be played, and the one in front of the carriage."""

    def offered(position: Position) -> tuple[str, ...]:
        return (*places.offered(position), "horse")

    def permits(position: Position, event: Event) -> tuple[str, ...]:
        return (_horse_clauses if event[2] == "horse" else places.permits)(position, event)

    return Places(
        put={**places.put, "horse": play_before_carriage},
        offered=offered,
        conditions=(*places.conditions, carriage_full),
        permits=permits,
    )


# ---- closing


@clause("horses.enough")
def too_few_horses(position: Position) -> Reason | None:
    """A route is closed with at least as many horses as it has cities."""
    cities, drawn_by = len(position.own.route), horses(position)
    if position.turn.phase not in ("draw", "play") or drawn_by >= cities:
        return None
    return because(
        "The route has {cities} cities, and the carriage only {horses} horses.", cities=cities, horses=drawn_by
    )


def with_horses_discarded(discard_route: Change) -> Change:
    """Return what discards first the cards in front of the carriage, and then the closed route."""

    @clause("horses.discarded")
    def discard_horses(position: Position, note: Note) -> Position:
        """After a route has been closed, the cards in front of the carriage are discarded."""
        cards = position.own.horses
        if cards:
            note("horses.discarded", "The cards in front of the carriage are discarded: {cards}.", cards=cards)
            position = position.with_own(horses=()).replace(discard=add(position.discard, cards))
        return discard_route(position, note)

    return discard_horses


# ---- no carriages


@clause("north.no-carriages")
def no_carriages(position: Position) -> Reason | None:
    """No carriages are taken."""
    return because("There are no carriages to take or decline in this game.")


@clause("north.no-cartwright")
def no_cartwright(position: Position) -> Reason | None:
    """There is no cartwright."""
    return because("There is no cartwright in this game.")


def _never(action: Action, objection: Moment) -> Action:
    """Return an action that is always objected to."""
    return dataclasses.replace(action, phases=(), moments=(game_over, objection))


def horse_step(parts: Parts) -> Step:
    """Return what replaces the step of the carriage."""
    actions = (
        _never(CARRIAGE, no_carriages),
        _never(decline(parts), no_carriages),
        _never(cartwright(parts), no_cartwright),
    )
    return Step("horses", actions, lambda position, note: position.rules.proceed(position, "horses", note))
