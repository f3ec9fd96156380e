"""Positions of random games with one to three edits, and what must hold if one is accepted."""

import copy
import functools
from random import Random
from typing import Any

import thurntaxis as tt
from fuzzing.checks import check_read
from fuzzing.inputs import places
from support import random_play
from support.paths import BY_CITY
from thurntaxis_cli.engine.protocol import ProtocolHandler, Request

GAMES = (*random_play.ALL, (str(BY_CITY), ()), (str(BY_CITY), ("power-and-glory",)))

PHASES = ("draw", "play", "carriage", "keep", "over", "return", "honor")
OFFICIALS = ("postmaster", "administrator", "carrier", "cartwright")


def reachable(chance: Random) -> tt.Position:
    """Return a position of a random game by random rules, some of its cards hidden."""
    board, modules = chance.choice(GAMES)
    start = random_play.start_with(chance, board, modules)
    most = chance.choice((0, 3, 30, 100, 300, 800, 5000))
    return functools.reduce(lambda _, step: step[2], random_play.steps(start, chance, most), start)


def edited(chance: Random, data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a position with one to three edits."""
    data = copy.deepcopy(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        chance.choice((_move, _move, _change, _change, _change))(chance, data)
    return data


def _lists(data: dict[str, Any]) -> list[list[Any]]:
    """Return the lists of cards, houses and tiles on the table."""
    parts = [data, *data["players"]]
    return [value for part in parts for key, value in part.items() if isinstance(value, list) and key != "players"]


def _move(chance: Random, data: dict[str, Any]) -> None:
    """Move something from one list to another, take it away, double it, or hide it."""
    lists = _lists(data)
    full = [entries for entries in lists if entries]
    if not full:
        return
    one = chance.choice(full)
    match chance.randrange(5):
        case 0:
            one.remove(chance.choice(one))
        case 1:
            one.append(chance.choice(one))
        case 2:
            one[chance.randrange(len(one))] = chance.choice(chance.choice(full))
        case 3:
            one[:] = ["?"] * len(one) if chance.randrange(2) else []
        case _:
            entry = chance.choice(one)
            one.remove(entry)
            chance.choice(lists).append(entry)


def _change(chance: Random, data: dict[str, Any]) -> None:
    """Change a value somewhere, often of the turn, within its kind where possible."""
    of_turn = chance.randrange(4) == 0
    known = places(data["turn"], ("turn",)) if of_turn else places(data)
    *path, last = chance.choice([place for place in known if place != ("players",)])
    inner: Any = data
    for key in path:
        inner = inner[key]
    inner[last] = _another(chance, inner[last], data)


def _another(chance: Random, value: Any, data: dict[str, Any]) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return chance.choice((value + 1, value - 1, chance.randrange(10), None))
        case str():
            entries = [entry for entries in _lists(data) for entry in entries if isinstance(entry, str)]
            return chance.choice((*PHASES, *OFFICIALS, *entries, "display", "hand"))
        case list():
            return chance.choice(([], value[1:], [*value, *value[:1]], ["display"], ["hand"], ["display", "hand"]))
        case None:
            return chance.choice((*OFFICIALS, *range(4)))
        case _:
            return value


def check(position: tt.Position, *, is_searched: bool) -> None:
    """Check an accepted position."""
    check_read(position)
    if not (position.is_chance or position.is_over):
        check_go(position, is_dropped=True)
    if is_searched:
        check_go(position, is_dropped=False)


def check_go(position: tt.Position, *, is_dropped: bool) -> None:
    """Check that a go is refused, or answered by a turn; what comes first in it is legal, but for cards to be dealt."""
    request = Request(b"go playouts 1 lines 1")
    if is_dropped:
        request.drop()
    handler = ProtocolHandler()
    handler._position = position
    answer = list(handler.answer(request))[-1]
    assert not answer.startswith("error inside"), answer
    if not answer.startswith("error "):
        first, *_ = answer.removeprefix("bestturn ").split("; ")
        assert first, "an empty turn"
        if not position.is_chance:
            position.play(first)
