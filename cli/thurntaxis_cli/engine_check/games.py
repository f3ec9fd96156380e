"""Positions and games with which a program is checked, for all that it says it supports."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import thurntaxis
from thurntaxis import DEFAULT_EDITION, EDITIONS, MODULE_OPTIONS, MODULES, Event, Position, UnknownName
from thurntaxis.boards import NotTranscribed
from thurntaxis.io.read import position_from_data
from thurntaxis_cli.new_game import all_options
from thurntaxis_solver.play.engine_introduction import Introduction
from thurntaxis_solver.play.observation import Seen

STEPS = 120
"""The events of a game."""

MOST_POSITIONS = 6
"""The most positions of a game that are asked about."""


class CheckedGame(NamedTuple):
    """A game: its events from the start, the position after each, and some positions as a player sees them."""

    start: Position
    events: tuple[Event, ...]
    after: tuple[Position, ...]
    seen: tuple[Position, ...]


def games(introduction: Introduction) -> list[CheckedGame]:
    """Return a game for each rule set that the program supports."""
    return [_game(start, number) for number, start in enumerate(_starts(introduction))]


def _starts(introduction: Introduction) -> Iterator[Position]:
    """Yield starts: boards with modules, and on the first board each number of players, edition and option."""
    boards = introduction.values("board", ("south",))
    editions = introduction.values("edition", (DEFAULT_EDITION,))
    modules = [module for module in MODULES if module in introduction.values("module")]
    players = introduction.players
    if not (boards and editions and players):
        return
    edition = DEFAULT_EDITION if DEFAULT_EDITION in editions else editions[0]
    number = 0
    for board in boards:
        for count in range(len(modules) + 1):
            for chosen in combinations(modules, count):
                yield from _start(players[number % len(players)], board, edition, {}, chosen, number)
                number += 1
    for count in players:
        yield from _start(count, boards[0], edition, {}, (), count)
    for other in editions:
        yield from _start(players[0], boards[0], other, {}, (), 5)
    module_of = {name: module for module, options in MODULE_OPTIONS.items() for name in options}
    for name, values in all_options().items():
        needed = (module_of[name],) if name in module_of else ()
        if set(needed) <= set(modules):
            for value in values:
                if str(value).lower() in introduction.values(name):
                    yield from _start(players[0], boards[0], edition, {name: value}, needed, 6)


def _start(
    players: int, board: str, edition: str, options: dict[str, str | bool], modules: tuple[str, ...], seed: int
) -> Iterator[Position]:
    """Yield the start of a game, if there are such rules: an engine may declare what is unknown here."""
    if edition not in EDITIONS:
        return
    try:
        yield thurntaxis.new(players, board, edition, options, seed, modules)
    except (NotTranscribed, UnknownName, thurntaxis.Unplayable):
        return


def _game(start: Position, seed: int) -> CheckedGame:
    """Return a game played at random, but so that routes are closed; the same game for the same seed."""
    chance = random.Random(seed)
    moments, events = [Seen.at(start)], list[Event]()
    while len(events) < STEPS and not moments[-1].position.is_over:
        position = moments[-1].position
        event = chance.choice(_sensible(position))
        events.append(event)
        moments.append(moments[-1].play_without_checking(event))
    found: dict[tuple[str, bool, bool], Position] = {}
    for number, seen in enumerate(moments):
        position = seen.position
        hidden = number % 2 == 1
        view = seen.view(position.decider) if hidden else position
        found.setdefault((position.turn.phase, position.is_chance, hidden), view)
    some = chance.sample(list(found.values()), min(MOST_POSITIONS, len(found)))
    return CheckedGame(start, tuple(events), tuple(seen.position for seen in moments[1:]), tuple(some))


def _sensible(position: Position) -> Sequence[Event]:
    """Return the legal events, without those that abandon a route; if a route of three can be closed, these events."""
    legal = position.events()
    if position.is_chance:
        return legal
    closing = [event for event in legal if event.verb == "close"]
    if closing and len(position.mover.route) >= 3:
        return closing
    return [event for event in legal if event[-1] != "start" and event not in closing] or legal


def finished() -> Position:
    """Return a position in which the game is over."""
    return position_from_data(_FINISHED)


_FINISHED: dict[str, Any] = {
    "thurntaxis": 1,
    "board": "south",
    "players": [{"carriage": 7, "tiles": ["game-end 1"]}, {"houses": ["Ulm"], "carriage": 3}],
    "display": ["Linz", "Lodz", "Passau", "Salzburg", "Ulm", "Ulm"],
    "start": 0,
    "turn": {"player": 1, "phase": "over"},
    "ender": 0,
}


def illegal_events(position: Position, chance: random.Random, most: int) -> list[Event]:
    """Return some events that are well formed, but not legal in a position."""
    cities = [city.name for city in position.rules.board.cities]
    texts = ["end", "administrator", "carriage", "decline", "cartwright", "close", "draw deck", "postmaster deck"]
    for city in chance.sample(cities, 3):
        texts += [f"draw {city}", f"deal {city}", f"play {city} right", f"play {city} start", f"close {city}"]
    chance.shuffle(texts)
    found: list[Event] = []
    for text in texts:
        try:
            event = position.parse(text)
        except thurntaxis.EventError:
            continue
        if position.why_not(event):
            found.append(event)
    return found[:most]
