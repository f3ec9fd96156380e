"""Positions as in files, one for each phase, and the faults reported for changed ones: shared by the tests."""

import copy
import datetime as dt
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.paths import COUNTS
from thurntaxis.io.read import PositionError, position_from_data

DAY = dt.date(2006, 1, 1)
"""A value that TOML has, and JSON doesn't."""

GOOD: dict[str, Any] = {
    "thurntaxis": 1,
    "board": "south",
    "rules": {"edition": "it-2006", "modules": [], "options": {"carrier-restart": True}},
    "players": [
        {
            "name": "Anna",
            "hand": ["Augsburg", "Ulm"],
            "route": ["Carlsruhe", "Stuttgart", "Nürnberg"],
            "houses": ["Basel", "Linz"],
            "carriage": 3,
            "tiles": ["baden 3", "route-5 2"],
        },
        {"name": "Ben", "hand": ["Linz"], "route": [], "houses": ["Ulm"], "carriage": None, "tiles": []},
    ],
    "display": ["Linz", "Lodz", "Passau", "Pilsen", "Pilsen", "Salzburg"],
    "discard": ["Ulm"],
    "start": 0,
    "turn": {
        "player": 0,
        "phase": "draw",
        "official": None,
        "drawn": 0,
        "played": 0,
        "began_empty": False,
        "closed": 0,
        "pending": [],
    },
    "ender": None,
}


def counted(path: Path) -> dict[str, Any]:
    """Return the data of the position of a perft table."""
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))["position"]
    return data


each_counted = pytest.mark.parametrize("path", sorted(COUNTS.glob("*.toml")), ids=lambda path: path.stem)
"""The parameter `path` of a test: each perft table of the base game."""


def changed(changes: dict[str, Any], base: dict[str, Any] = GOOD) -> dict[str, Any]:
    """Return the data with other values at some keys, or without those for which the value is `...`.

    Each is written as in a fault, `players[0].hand`, or with dots alone; the entry after the last is added.
    """
    data = copy.deepcopy(base)
    for key, value in changes.items():
        place: Any = data
        *path, last = re.findall(r"[^.\[\]]+", key)
        for part in path:
            place = place[int(part) if isinstance(place, list) else part]
        at: Any = int(last) if isinstance(place, list) else last
        if value is ...:
            del place[at]
        elif isinstance(place, list) and at == len(place):
            place.append(value)
        else:
            place[at] = value
    return data


DRAWN = changed({"turn.drawn": 1})
REVEAL = changed({"turn.drawn": 1, "turn.pending": ["display"], "display": GOOD["display"][:5]})
PLAY = changed({"turn.phase": "play", "turn.drawn": 1, "turn.played": 1})
CARRIAGE = changed({"turn.phase": "carriage", "turn.closed": 3, "players[0].carriage": None}, PLAY)
KEEP = changed(
    {
        "turn.phase": "keep",
        "turn.closed": 5,
        "players[0].route": [],
        "players[0].hand": ["Ulm", "Ulm", "Basel", "Linz"],
    },
    PLAY,
)
OVER = changed(
    {"turn.phase": "over", "turn.player": 1, "ender": 0, "players[0].carriage": 7, "players[0].tiles": ["game-end 1"]}
)
CITIES = sorted(city.name for city in tt.board("south").cities)


def rest(data: dict[str, Any]) -> list[str]:
    """Return the cards that a position does not show."""
    return list(position_from_data(data).unseen)


def faults(data: Any) -> list[str]:
    """Return the faults of a position that can't be read."""
    with pytest.raises(PositionError) as raised:
        position_from_data(data)
    assert str(raised.value) == "\n".join(map(str, raised.value.faults))
    return [str(fault) for fault in raised.value.faults]


def nested(depth: int) -> Any:
    """Return a list within lists."""
    data: Any = []
    for _ in range(depth):
        data = [data]
    return data


def faults_of(case: str, names: dict[str, Any]) -> str:
    """Return the faults of the position of a case, in lines."""
    return "\n".join(faults(changed_as(case, names)))


def changed_as(case: str, names: dict[str, Any]) -> Any:
    """Return the data of a case, `BASE: CHANGES`: data, and changes of them in Python.

    Besides the names of this module, those of a test can stand in it.
    """
    base, _, changes = case.partition(": ")
    known = globals() | names
    return changed(eval(changes, known), known[base])


CITIES_OF_SOUTH = f"{', '.join(CITIES[:-1])} or {CITIES[-1]}"
