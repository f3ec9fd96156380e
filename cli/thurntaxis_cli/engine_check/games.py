"""Positions and games with which a program is checked, for all that it says it supports."""

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any, NamedTuple

import thurntaxis
from thurntaxis import DEFAULT_EDITION, EDITIONS, MODULE_OPTIONS, MODULES, Event, Position, UnknownName
from thurntaxis.boards import NotTranscribed
from thurntaxis.options import options_of
from thurntaxis.seen_cards import Seen
from thurntaxis_solver.play.engine_introduction import Introduction

STEPS = 90
"""The events of a game."""

MOST_POSITIONS, MOST_ILLEGAL = 4, 4
"""The most positions of a game that are asked about, and the most illegal events that are tried in each."""


class CheckedGame(NamedTuple):
    """A game: its events from the start, the position after each, and some positions as a player sees them."""

    start: Position
    events: tuple[Event, ...]
    after: tuple[Position, ...]
    seen: tuple[Position, ...]

    def illegal(self, position: Position, chance: random.Random) -> list[Event]:
        """Return some events of the game that are not legal in a position."""
        wrong = [event for event in sorted(set(self.events)) if position.why_not(event)]
        return chance.sample(wrong, min(MOST_ILLEGAL, len(wrong)))


def games(introduction: Introduction) -> list[CheckedGame]:
    """Return a game for each rule set that the program supports."""
    return [_game(start, number) for number, start in enumerate(_starts(introduction))]


def _starts(introduction: Introduction) -> Iterator[Position]:
    """Yield starts: boards with modules, and on the first board each number of players, edition and option.

    A program may declare what is unknown here; that is passed over.
    """
    boards = introduction.values("board", ("south",))
    editions = [edition for edition in introduction.values("edition", (DEFAULT_EDITION,)) if edition in EDITIONS]
    modules = [module for module in MODULES if module in introduction.values("module")]
    players = introduction.players
    if not (boards and editions and players):
        return
    edition = DEFAULT_EDITION if DEFAULT_EDITION in editions else editions[0]
    module_of = {name: module for module, options in MODULE_OPTIONS.items() for name in options}
    chosen = [some for count in range(len(modules) + 1) for some in combinations(modules, count)]
    games: list[dict[str, Any]] = [
        *({"board": board, "modules": some} for board in boards for some in chosen),
        *({"players": count} for count in players),
        *({"edition": other} for other in editions),
        *(
            {"options": {name: value}, "modules": (module_of[name],) if name in module_of else ()}
            for name, values in options_of(MODULES).items()
            for value in values
            if module_of.get(name) in (None, *modules) and str(value).lower() in introduction.values(name)
        ),
    ]
    for number, changes in enumerate(games):
        settings = {"players": players[number % len(players)], "board": boards[0], "edition": edition, **changes}
        with suppress(NotTranscribed, UnknownName, thurntaxis.Unplayable):
            yield thurntaxis.new(**settings, seed=number)


def _game(start: Position, seed: int) -> CheckedGame:
    """Return a game played at random, but so that routes are closed; the same game for the same seed."""
    chance = random.Random(seed)
    moments, events = [Seen.at(start)], list[Event]()
    while len(events) < STEPS and not moments[-1].position.is_over:
        event = chance.choice(_sensible(moments[-1].position))
        events.append(event)
        moments.append(moments[-1].play_without_checking(event))
    different: dict[tuple[str, bool, bool], Position] = {}
    for number, seen in enumerate(moments):
        position = seen.position
        hidden = number % 2 == 1
        view = seen.view(position.decider) if hidden else position
        different.setdefault((position.turn.phase, position.is_chance, hidden), view)
    some = chance.sample(list(different.values()), min(MOST_POSITIONS, len(different)))
    return CheckedGame(start, tuple(events), tuple(seen.position for seen in moments[1:]), tuple(some))


def _sensible(position: Position) -> Sequence[Event]:
    """Return the legal events, without those that abandon a route; if a route of three can be closed, these events."""
    legal = position.events()
    if position.is_chance:
        return legal
    closing = [event for event in legal if event.verb == "close"]
    if closing and len(position.own.route) >= 3:
        return closing
    return [event for event in legal if event[-1] != "start" and event not in closing] or legal
