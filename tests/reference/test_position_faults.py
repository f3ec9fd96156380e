"""Positions and records as files: what is read, what is written, and every fault, told with its key."""

import copy
import datetime as dt
import json
import pickle
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.paths import ROOT
from thurntaxis.fault import Fault
from thurntaxis.io import file_format, position_checks, schema
from thurntaxis.io.decoding import filled, values_by_key
from thurntaxis.io.read import (
    MOST_FAULTS,
    PositionError,
    data_from_bytes,
    position_from_data,
    read_position,
    read_record,
    record_from_data,
)
from thurntaxis.io.schema import json_schema, record_schema
from thurntaxis.io.write import position_data, record_data, to_json, to_toml
from thurntaxis.names import either
from thurntaxis.records import Record, Replayed, replay

COUNTS = sorted((ROOT / "tests" / "counts").glob("*.toml"))
GONE = object()
"""In a change: the key is left out."""


# ---- good positions, one for each phase

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


def changed(changes: dict[str, Any], base: dict[str, Any] = GOOD) -> dict[str, Any]:
    """Return the data with other values at some keys, each written as in a fault: `players[0].hand`."""
    data = copy.deepcopy(base)
    for key, value in changes.items():
        *path, last = [int(part) if part.isdecimal() else part for part in re.findall(r"[^.\[\]]+", key)]
        place: Any = data
        for part in path:
            place = place[part]
        if value is GONE:
            del place[last]
        else:
            place[last] = value
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
    {
        "turn.phase": "over",
        "turn.player": 1,
        "ender": 0,
        "players[0].carriage": 7,
        "players[0].tiles": ["game-end 1"],
    }
)
CITIES = sorted(city.name for city in tt.board("south").cities)
EDITIONS = either(tt.EDITIONS)
OPTIONS = "all-provinces, carrier-restart, carriage-declinable, reshuffle, card-backs or final-return"


def near(city: str) -> str:
    """Return the cities that roads from a city lead to."""
    return ", ".join(sorted(tt.board("south").neighbours[city]))


def rest(data: dict[str, Any]) -> list[str]:
    """Return the cards that a position does not show."""
    return list(position_from_data(data).unseen)


@pytest.mark.parametrize("good", [GOOD, DRAWN, REVEAL, PLAY, CARRIAGE, KEEP, OVER])
def test_good_position_has_no_fault_and_comes_back_as_it_was(good: dict[str, Any]) -> None:
    position = position_from_data(good)
    assert list(position_checks.faults(position)) == []
    assert position_from_data(position_data(position)) == position


def faults(data: Any) -> list[str]:
    with pytest.raises(PositionError) as raised:
        position_from_data(data)
    assert str(raised.value) == "\n".join(map(str, raised.value.faults))
    return [str(fault) for fault in raised.value.faults]


# ---- faults of the shape

NO_PHASE = 'turn.phase: is missing ("draw" until a card is played; then "play", "carriage", "keep", "final" or "over")'
PLAYERS = 'a whole number: 0 for "Anna", 1 for "Ben"'
SHAPE: list[tuple[dict[str, Any], str]] = [
    # keys
    ({"thurntaxis": GONE}, "thurntaxis: is missing (1)"),
    ({"board": GONE}, 'board: is missing ("south", or another board)'),
    ({"players": GONE}, "players: is missing (a list of 2 to 4 players, each an object with keys)"),
    (
        {"turn": GONE},
        'turn: is missing (an object with keys, such as player: 0 and phase: "draw")',
    ),
    ({"turn.phase": GONE}, NO_PHASE),
    ({"discards": []}, "discards: unknown key (did you mean discard?)"),
    ({"players[1].root": []}, "players[1].root: unknown key (did you mean route?)"),
    ({"turn.fase": "draw"}, "turn.fase: unknown key (did you mean phase?)"),
    ({"rules.option": {}}, "rules.option: unknown key (did you mean options or edition?)"),
    ({"rules.options.carrier": True}, "rules.options.carrier: unknown key (did you mean carrier-restart?)"),
    (
        {"rules.options.carriage_declinable": True},
        "rules.options.carriage_declinable: unknown key (did you mean carriage-declinable?)",
    ),
    (
        {"a key\n": 1},
        (
            r'"a key\n": unknown key (thurntaxis, board, rules, players, display, discard, start, turn, ender, '
            "letters, messenger, offices, chips, returning or deck_back)"
        ),
    ),
    ({"turn.\ud800": 1}, r'turn: is "\ud800" (a text of Unicode characters)'),
    # kinds of values
    ({"thurntaxis": 2}, "thurntaxis: is 2 (1)"),
    ({"board": 3}, "board: is 3 (a text in quotes)"),
    ({"board": None}, "board: is null (a text in quotes)"),
    ({"board": dt.date(2006, 1, 1)}, "board: is a date (a text in quotes)"),
    ({"rules": []}, "rules: is a list (an object with keys)"),
    ({"rules.modules": "offices-of-honor"}, 'rules.modules: is "offices-of-honor" (a list)'),
    ({"rules.options": True}, "rules.options: is true (an object with keys)"),
    ({"rules.options.carrier-restart": "yes"}, 'rules.options.carrier-restart: is "yes" (true or false)'),
    (
        {"rules.options.reshuffle": "never"},
        'rules.options.reshuffle: is "never" ("at-exhaustion" or "when-needed")',
    ),
    (
        {"rules.options.all-provinces": {}},
        'rules.options.all-provinces: is an object ("every-province" or "outside-baiern")',
    ),
    ({"players": {}}, "players: is an object (a list)"),
    ({"players": [{}]}, "players: holds 1 (at least 2)"),
    ({"players": [{}] * 5}, "players: holds 5 (at most 4)"),
    ({"players[0]": "Anna"}, 'players[0]: is "Anna" (an object with keys)'),
    ({"players[1].name": 7}, "players[1].name: is 7 (a text in quotes)"),
    ({"players[1].name": "Ben\nBob"}, r'players[1].name: is "Ben\nBob" (a text of one line)'),
    ({"players[1].name": "\ud800"}, r'players[1].name: is "\ud800" (a text of Unicode characters)'),
    ({"players[1].hand": "Ulm"}, 'players[1].hand: is "Ulm" (a list)'),
    ({"players[1].hand": [None]}, "players[1].hand[0]: is null (a text in quotes)"),
    ({"players[1].carriage": "3"}, 'players[1].carriage: is "3" (a whole number)'),
    ({"players[1].carriage": 3.5}, "players[1].carriage: is 3.5 (a whole number)"),
    ({"players[1].carriage": float("nan")}, "players[1].carriage: is nan (a whole number)"),
    ({"players[1].carriage": float("inf")}, "players[1].carriage: is inf (a whole number)"),
    ({"display": {"Ulm": 2}}, "display: is an object (a list)"),
    ({"display[0]": ["Ulm"]}, "display[0]: is a list (a text in quotes)"),
    ({"start": -1}, "start: is -1 (0 or more)"),
    ({"start": -(10**5000)}, "start: is -10^5000 (0 or more)"),
    ({"start": True}, "start: is true (a whole number)"),
    ({"start": "Anna"}, f'start: is "Anna" ({PLAYERS})'),
    ({"ender": "Ben"}, f'ender: is "Ben" ({PLAYERS})'),
    ({"turn.player": "Anna"}, f'turn.player: is "Anna" ({PLAYERS})'),
    (
        {"turn.player": "Anna", "players[0].name": GONE},
        'turn.player: is "Anna" (a whole number: 0, 1 for "Ben")',
    ),
    ({"turn.player": "Anna", "players": [{}, {}]}, 'turn.player: is "Anna" (a whole number: 0, 1)'),
    ({"ender": -1}, "ender: is -1 (0 or more)"),
    ({"turn": "draw"}, 'turn: is "draw" (an object with keys)'),
    ({"turn.phase": "paly"}, 'turn.phase: is "paly" ("draw", "play", "carriage", "keep", "final" or "over")'),
    (
        {"turn.official": "mayor"},
        'turn.official: is "mayor" ("postmaster", "administrator", "carrier" or "cartwright")',
    ),
    ({"turn.pending": ["deck"]}, 'turn.pending[0]: is "deck" ("display", "hand" or "back")'),
    ({"turn.began_empty": 0}, "turn.began_empty: is 0 (true or false)"),
    ({"turn.drawn": "x" * 99}, f'turn.drawn: is "{"x" * 37}..." (a whole number)'),
]


@pytest.mark.parametrize(("changes", "fault"), SHAPE, ids=[fault for _, fault in SHAPE])
def test_fault_of_the_shape_names_its_key(changes: dict[str, Any], fault: str) -> None:
    assert faults(changed(changes)) == [fault]


NO_OBJECT: list[tuple[Any, str]] = [
    ([GOOD], "this is a list (an object with keys)"),
    (None, "this is null (an object with keys)"),
    ("south", "this is a text (an object with keys)"),
    (1, "this is a number (an object with keys)"),
    ({1: 2} | GOOD, "[1]: is 1 (Keys should be strings)"),
]


@pytest.mark.parametrize(("data", "fault"), NO_OBJECT, ids=[fault for _, fault in NO_OBJECT])
def test_what_is_no_object_with_keys_is_told_so(data: Any, fault: str) -> None:
    assert faults(data) == [fault]


# ---- faults of names

CITIES_OF_SOUTH = f"{', '.join(CITIES[:-1])} or {CITIES[-1]}"
STACKS = (
    "route-5, route-6, route-7, baiern, baden, wuerttemberg-hohenzollern, schweiz-tyrol, boehmen-salzburg, "
    "all-provinces, game-end"
)
NAMES: list[tuple[dict[str, Any], str]] = [
    ({"board": "sooth"}, 'board: unknown board "sooth" (did you mean south or north?)'),
    (
        {"board": "north"},
        (
            "board: the northern board comes without its roads, horseshoes and tiles: no rulebook tells them "
            "(taxis board new north writes a file to copy them into from the game; that file is the board then)"
        ),
    ),
    ({"rules.edition": "it-2007"}, 'rules.edition: unknown edition "it-2007" (did you mean it-2006?)'),
    (
        {"rules.modules": ["Power-and-Glory"], "board": "South", "rules.edition": "EN-YUCATA"},
        (
            "rules.modules[0]: the board south can't be played with the module power-and-glory: its cards bear no "
            "horseshoes (a board with horseshoes, or the game without this module)"
        ),
    ),
    (
        {"rules.modules": ["Offices-of-Honor", "offices-of-honor"]},
        'rules.modules[1]: "offices-of-honor" stands there twice (each module once)',
    ),
    (
        {"rules.options.final-return": "yucata"},
        (
            "rules.options.final-return: the option final-return belongs to the module offices-of-honor "
            "(only with that module)"
        ),
    ),
    (
        {"rules.options.carriage-declinable": False, "rules.modules": ["princess-messenger"]},
        (
            "rules.options.carriage-declinable: a carriage can always be declined with the module princess-messenger "
            "(true, or leave it out)"
        ),
    ),
    (
        {"rules.modules": ["offices"]},
        'rules.modules[0]: unknown module "offices" (did you mean offices-of-honor?)',
    ),
    ({"players[0].hand[1]": "Ulmm"}, 'players[0].hand[1]: unknown city "Ulmm" (did you mean Ulm?)'),
    ({"players[0].route[2]": "Nurenberg"}, 'players[0].route[2]: unknown city "Nurenberg" (did you mean Nürnberg?)'),
    ({"players[0].houses[0]": "Bael"}, 'players[0].houses[0]: unknown city "Bael" (did you mean Basel?)'),
    ({"display[5]": "Salz burg"}, 'display[5]: unknown city "Salz burg" (did you mean Salzburg?)'),
    ({"discard[0]": ""}, f'discard[0]: unknown city "" ({CITIES_OF_SOUTH})'),
    ({"display[0]": "?"}, f'display[0]: unknown city "?" ({CITIES_OF_SOUTH})'),
    ({"players[0].route[0]": "?"}, f'players[0].route[0]: unknown city "?" ({CITIES_OF_SOUTH})'),
    ({"players[0].tiles[0]": "badn 3"}, 'players[0].tiles[0]: unknown stack "badn" (did you mean baden or baiern?)'),
    (
        {"players[0].tiles[0]": "baden"},
        f'players[0].tiles[0]: "baden" is no tile ("STACK VALUE", the stacks being {STACKS})',
    ),
    (
        {"players[0].tiles[0]": "baden three"},
        f'players[0].tiles[0]: "baden three" is no tile ("STACK VALUE", the stacks being {STACKS})',
    ),
    (
        {"players[0].tiles[0]": f"baden {'9' * 10}"},
        f'players[0].tiles[0]: "baden 9999999999" is no tile ("STACK VALUE", the stacks being {STACKS})',
    ),
    (
        {"players[0].tiles[0]": "5 cities 9"},
        f'players[0].tiles[0]: "5 cities 9" is no tile ("STACK VALUE", the stacks being {STACKS})',
    ),
    ({"players[0].tiles[0]": "5 cities 2"}, 'players[0].tiles[0]: "5 cities 2" is no tile (written "route-5 2")'),
    ({"players[0].tiles[0]": "7 Städte 4"}, 'players[0].tiles[0]: "7 Städte 4" is no tile (written "route-7 4")'),
    ({"players[0].tiles[0]": "5都市 2"}, 'players[0].tiles[0]: unknown stack "5都市" (written "route-5 2")'),
    (
        {"players[0].tiles[0]": "Württemberg + Hohenzollern 3"},
        'players[0].tiles[0]: "Württemberg + Hohenzollern 3" is no tile (written "wuerttemberg-hohenzollern 3")',
    ),
    (
        {"players[0].tiles[0]": "all provinces 6"},
        'players[0].tiles[0]: "all provinces 6" is no tile (written "all-provinces 6")',
    ),
]


@pytest.mark.parametrize(("changes", "fault"), NAMES, ids=[fault for _, fault in NAMES])
def test_unknown_name_comes_with_the_nearest(changes: dict[str, Any], fault: str) -> None:
    assert faults(changed(changes)) == [fault]


# ---- faults of the table

TABLE: list[tuple[dict[str, Any], list[str]]] = [
    # cards
    (
        {"players[1].route": ["Ulm"], "discard": ["Ulm", "Ulm"]},
        ["discard[1]: card 4 of Ulm (there are 3 cards of a city)"],
    ),
    (
        {"players[1].hand": ["Ulm"] * 3},
        [
            "players[1].hand[2]: card 4 of Ulm (there are 3 cards of a city)",
            "discard[0]: card 5 of Ulm (there are 3 cards of a city)",
        ],
    ),
    (
        {"players[1].hand": ["?"] * 55},
        ["players: more cards than there are, the unknown ones included (66 cards in all)"],
    ),
    ({"display": CITIES[:7]}, ["display: holds 7 (at most 6)"]),
    # routes
    (
        {"players[0].route[2]": "Ulm", "players[0].route[1]": "Freiburg"},
        [
            f"players[0].route[2]: no road leads from Freiburg to Ulm (roads from Freiburg lead to {near('Freiburg')})",
        ],
    ),
    (
        {"players[0].route": ["Stuttgart", "Ulm", "Stuttgart"]},
        ["players[0].route[2]: Stuttgart stands in the route twice (each city once)"],
    ),
    # houses
    (
        {"players[0].houses": ["Basel", "Linz", "Basel"]},
        ["players[0].houses[2]: a second house in Basel (one house of a player in a city)"],
    ),
    (
        {"players[1].houses": CITIES[:21]},
        ["players[1].houses: holds 21 (at most 20)"],
    ),
    # carriages
    (
        {"players[0].carriage": 8},
        ["players[0].carriage: there is no carriage 8 (3, 4, 5, 6 or 7; leave the key out if there is none)"],
    ),
    (
        {"players[0].carriage": -(10**40)},
        ["players[0].carriage: there is no carriage -10^40 (3, 4, 5, 6 or 7; leave the key out if there is none)"],
    ),
    # tiles
    ({"players[0].tiles": ["baden 4"]}, ["players[0].tiles[0]: there is no tile baden 4 (baden has 3, 2, 1)"]),
    (
        {"players[1].tiles": ["route-5 1", "route-5 2"]},
        ["players[1].tiles[1]: the tile route-5 2 is held twice (each tile once)"],
    ),
    (
        {"players[1].tiles": ["baiern 5", "route-7 1", "baiern 2"]},
        ["players[1].tiles[2]: a second tile baiern of the same player (at most one)"],
    ),
    (
        {"players[1].tiles": ["all-provinces 6", "all-provinces 6"]},
        [
            "players[1].tiles[1]: the tile all-provinces 6 is held twice (each tile once)",
            "players[1].tiles[1]: a second tile all-provinces of the same player (at most one)",
        ],
    ),
    # players
    ({"start": 2}, ["start: there is no player 2 (0 to 1)"]),
    ({"turn.player": 10**5000}, ["turn.player: there is no player 10^5000 (0 to 1)"]),
    ({"ender": 3}, ["ender: there is no player 3 (0 to 1)"]),
    # the end of the game
    (
        {"players[1].tiles": ["game-end 1"]},
        ["ender: the game-end tile lies in front of player 1 (1)"],
    ),
    (
        {"players[1].tiles": ["game-end 1"], "ender": 0},
        ["ender: the game-end tile lies in front of player 1 (1)"],
    ),
    ({"ender": 1}, ['players[1].tiles: the ender has no game-end tile ("game-end 1" among the tiles)']),
    (
        {"players[0].carriage": 7},
        ["ender: player 0 has met the condition of the game-end tile (the player who met it first)"],
    ),
    (
        {"players[1].houses": CITIES[:20]},
        ["ender: player 1 has met the condition of the game-end tile (the player who met it first)"],
    ),
    # several at once
    (
        {
            "players[0].hand[0]": "Augburg",
            "players[0].route": ["Carlsruhe", "Ulm", "Ulm"],
            "players[0].tiles": ["route 5", "baden 3", "baden 2"],
            "players[1].carriage": 2,
            "display": ["Ulm", "Ulm", "Oslo"],
            "start": 4,
            "turn.drawn": 3,
        },
        [
            'players[0].hand[0]: unknown city "Augburg" (did you mean Augsburg or Würzburg or Salzburg?)',
            'players[0].tiles[0]: unknown stack "route" (did you mean route-7 or route-6 or route-5?)',
            f'display[2]: unknown city "Oslo" ({CITIES_OF_SOUTH})',
            "display[0]: card 4 of Ulm (there are 3 cards of a city)",
            "display[1]: card 5 of Ulm (there are 3 cards of a city)",
            "discard[0]: card 6 of Ulm (there are 3 cards of a city)",
            (
                "players[0].route[1]: no road leads from Carlsruhe to Ulm "
                f"(roads from Carlsruhe lead to {near('Carlsruhe')})"
            ),
            "players[0].route[2]: Ulm stands in the route twice (each city once)",
            "players[1].carriage: there is no carriage 2 (3, 4, 5, 6 or 7; leave the key out if there is none)",
            "players[0].tiles[2]: a second tile baden of the same player (at most one)",
            "start: there is no player 4 (0 to 1)",
            "turn.drawn: is 3 (0 or 1; 2 with the postmaster)",
        ],
    ),
    (
        {"board": "east", "rules.edition": "de", "rules.modules": ["horses", "power-and-glory"]},
        [
            'board: unknown board "east" (south or north)',
            f'rules.edition: unknown edition "de" ({EDITIONS})',
            'rules.modules[0]: unknown module "horses" (power-and-glory, princess-messenger or offices-of-honor)',
        ],
    ),
    (
        {"board": 1, "turn.phase": GONE, "players[0].hands": []},
        [
            "board: is 1 (a text in quotes)",
            "players[0].hands: unknown key (did you mean hand?)",
            NO_PHASE,
        ],
    ),
]


@pytest.mark.parametrize(("changes", "lines"), TABLE, ids=[lines[0] for _, lines in TABLE])
def test_impossible_table_is_told_fault_by_fault(changes: dict[str, Any], lines: list[str]) -> None:
    assert faults(changed(changes)) == lines


# ---- faults of the turn

TURN: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    # drawing
    (GOOD, {"turn.played": 1}, ["turn.played: cards played in the phase draw (0, or the phase play)"]),
    (
        GOOD,
        {"turn.official": "carrier"},
        ["turn.official: the carrier in the phase draw (postmaster, administrator or none)"],
    ),
    (GOOD, {"turn.drawn": 2}, ["turn.drawn: is 2 (0 or 1; 2 with the postmaster)"]),
    (GOOD, {"turn.drawn": 10**40}, ["turn.drawn: is 10^40 (0 or 1; 2 with the postmaster)"]),
    (GOOD, {"turn.drawn": 1, "turn.official": "postmaster"}, ["turn.drawn: is 1 (2 with the postmaster)"]),
    (GOOD, {"turn.drawn": 3, "turn.official": "postmaster"}, ["turn.drawn: is 3 (2 with the postmaster)"]),
    (
        GOOD,
        {"players[0].hand": []},
        ["turn.began_empty: is false, but the hand is empty and nothing has been drawn (true)"],
    ),
    (
        GOOD,
        {"turn.began_empty": True},
        ["turn.began_empty: cards in hand: 2, drawn: 0, played: 0 (false, or a hand to match)"],
    ),
    (
        DRAWN,
        {"turn.began_empty": True, "players[0].hand": ["Ulm"], "turn.pending": ["hand"]},
        ["turn.began_empty: cards in hand: 2, drawn: 1, played: 0 (false, or a hand to match)"],
    ),
    (
        GOOD,
        {"turn.began_empty": True, "turn.official": "administrator", "players[0].hand": []},
        ["turn.official: the administrator in a turn begun with an empty hand (postmaster or none)"],
    ),
    (GOOD, {"turn.closed": 3}, ["turn.closed: no route has been closed yet in this phase (0)"]),
    # reveals
    (
        GOOD,
        {"turn.pending": ["hand"]},
        ['turn.pending: a blind draw among other reveals, or before any card was drawn (["hand"] alone, after a draw)'],
    ),
    (
        REVEAL,
        {"turn.pending": ["display", "hand"]},
        ['turn.pending: a blind draw among other reveals, or before any card was drawn (["hand"] alone, after a draw)'],
    ),
    (DRAWN, {"turn.pending": ["display"]}, ["turn.pending: holds 1 for the display (at most 0)"]),
    (
        REVEAL,
        {"turn.pending": ["display"] * 2, "display": []},
        ["turn.pending: holds 2 for the display (at most 1)"],
    ),
    (
        GOOD,
        {"turn.pending": ["display"] * 6, "display": ["Ulm"], "turn.official": "administrator"},
        ["turn.pending: holds 6 for the display (at most 5)"],
    ),
    (
        REVEAL,
        {"players[1].hand": [*rest(REVEAL), "Linz"]},
        ["turn.pending: no card is left to reveal (no reveals: they are dropped or the discards reshuffled)"],
    ),
    (PLAY, {"turn.pending": ["display"]}, ["turn.pending: reveals due in the phase play (none)"]),
    # after playing
    (PLAY, {"turn.drawn": 3}, ["turn.drawn: is 3 (0 to 2)"]),
    (PLAY, {"turn.drawn": 1, "turn.official": "postmaster"}, ["turn.drawn: is 1 with the postmaster (2)"]),
    (PLAY, {"turn.drawn": 2}, ["turn.drawn: is 2 without the postmaster (0 or 1)"]),
    *(
        (
            changed({"turn.drawn": 1, "turn.phase": phase}, base),
            {"turn.played": 0},
            [
                (
                    f"turn.played: is 0 in the phase {phase} "
                    "(1, or 2 with the carrier; before a card is played, the phase is draw)"
                )
            ],
        )
        for phase, base in {"play": PLAY, "carriage": CARRIAGE, "keep": KEEP}.items()
    ),
    (PLAY, {"turn.played": 10**30}, ["turn.played: is 10^30 (1, or 2 with the carrier)"]),
    (PLAY, {"turn.played": 2}, ["turn.played: is 2, the official being none (2 with the carrier, else 1)"]),
    (
        PLAY,
        {"turn.official": "carrier"},
        ["turn.played: is 1, the official being carrier (2 with the carrier, else 1)"],
    ),
    (
        PLAY,
        {"players[0].route": []},
        ["players[0].route: no route after a card has been played (the route with that card)"],
    ),
    (
        PLAY,
        {"turn.official": "cartwright"},
        ["turn.official: the cartwright before a carriage is taken (another official, or none)"],
    ),
    (PLAY, {"turn.closed": 4}, ["turn.closed: no route has been closed yet in this phase (0)"]),
    (
        PLAY,
        {"turn.began_empty": True, "turn.drawn": 10**30, "turn.played": 10**5000},
        [
            "turn.drawn: is 10^30 (0 to 2)",
            "turn.played: is 10^5000 (1, or 2 with the carrier)",
            "turn.began_empty: cards in hand: 2, drawn: 10^30, played: 10^5000 (false, or a hand to match)",
        ],
    ),
    # the carriage
    (CARRIAGE, {"turn.closed": 4}, ["turn.closed: is 4 (the length of the route, 3)"]),
    (CARRIAGE, {"turn.closed": 10**30}, ["turn.closed: is 10^30 (the length of the route, 3)"]),
    (
        CARRIAGE,
        {"turn.closed": 2, "players[0].route": ["Ulm", "Augsburg"], "players[0].hand": []},
        ["turn.closed: is 2 (3 or more)"],
    ),
    (
        CARRIAGE,
        {"players[0].carriage": 5},
        ["turn.phase: no carriage is to be had for this route (keep, or the next player's draw)"],
    ),
    (
        CARRIAGE,
        {"players[0].carriage": 3, "turn.official": "administrator"},
        ["turn.phase: no carriage is to be had for this route (keep, or the next player's draw)"],
    ),
    (
        CARRIAGE,
        {"players[0].carriage": 7, "players[0].tiles": ["game-end 1"], "ender": 0},
        ["turn.phase: no carriage is to be had for this route (keep, or the next player's draw)"],
    ),
    (
        CARRIAGE,
        {"players[0].carriage": 9},
        ["players[0].carriage: there is no carriage 9 (3, 4, 5, 6 or 7; leave the key out if there is none)"],
    ),
    (
        CARRIAGE,
        {"turn.official": "cartwright"},
        ["turn.official: the cartwright before a carriage is taken (another official, or none)"],
    ),
    (
        CARRIAGE,
        {"turn.began_empty": True},
        ["turn.began_empty: cards in hand: 2, drawn: 1, played: 1 (false, or a hand to match)"],
    ),
    # the cards to keep
    (
        KEEP,
        {"players[0].route": ["Ulm"], "players[0].hand": ["Basel", "Basel", "Ulm", "Linz"]},
        ["players[0].route: the closed route is still there (no route: it has been discarded)"],
    ),
    (KEEP, {"turn.closed": 2}, ["turn.closed: is 2 (3 to 22)"]),
    (KEEP, {"turn.closed": 10**31}, ["turn.closed: is 10^31 (3 to 22)"]),
    (KEEP, {"players[0].hand": CITIES[:3]}, ["players[0].hand: holds 3, so there is no choice (more than 3)"]),
    (
        KEEP,
        {"turn.began_empty": True},
        ["turn.began_empty: cards in hand: 4, drawn: 1, played: 1 (false, or a hand to match)"],
    ),
    # the end
    (
        OVER,
        {"ender": None, "players[0].tiles": [], "players[0].carriage": 6},
        ["ender: the game is over, but nobody has ended it (the player who took the game-end tile)"],
    ),
    *(
        (OVER, {f"turn.{key}": value}, ["turn: the game is over, but a turn is under way (player and phase only)"])
        for key, value in {"official": "carrier", "drawn": 1, "played": 1, "began_empty": True, "closed": 3}.items()
    ),
    (OVER, {"turn.pending": ["display"]}, ["turn.pending: reveals due in the phase over (none)"]),
]


@pytest.mark.parametrize(("base", "changes", "lines"), TURN, ids=[lines[0] for _, _, lines in TURN])
def test_impossible_turn_is_told(base: dict[str, Any], changes: dict[str, Any], lines: list[str]) -> None:
    assert faults(changed(changes, base)) == lines


@pytest.mark.parametrize("official", ["postmaster", "administrator", "carrier", "cartwright"])
def test_every_official_may_have_been_used_before_cards_are_kept(official: str) -> None:
    numbers = {"postmaster": (2, 1), "carrier": (1, 2)}
    drawn, played = numbers.get(official, (1, 1))
    changes = {"turn.official": official, "turn.drawn": drawn, "turn.played": played}
    assert position_from_data(changed(changes, KEEP)).turn.official == official


def test_faults_are_told_up_to_a_limit() -> None:
    data = changed({"discard": ["Ulm"] * 200})
    assert len(faults(data)) == MOST_FAULTS


def test_error_survives_a_process_boundary() -> None:
    with pytest.raises(PositionError) as raised:
        position_from_data(changed({"start": 2}))
    assert str(pickle.loads(pickle.dumps(raised.value))) == "start: there is no player 2 (0 to 1)"


def test_fault_without_a_key_is_a_line_too() -> None:
    assert str(Fault("", "wrong", "right")) == "wrong (right)"


# ---- texts

TEXTS: list[tuple[bytes, str, str]] = [
    (b"", ".json", "there is nothing in it (a position or a record)"),
    (b" \n", ".toml", "there is nothing in it (a position or a record)"),
    (b"\xef\xbb\xbf", "", "there is nothing in it (a position or a record)"),
    (b'{"board": "south",', ".json", "line 1 column 19: Expecting property name enclosed in double quotes (JSON)"),
    (b'{"board":\n "sou', "", "line 2 column 2: Unterminated string starting at (JSON)"),
    (b"{} {}", "", "line 1 column 4: Extra data (JSON)"),
    (b"board = 'sou", ".toml", 'Expected "\'" (at end of document) (TOML)'),
    (b"board = south", "", "Invalid value (at line 1, column 9) (TOML)"),
    (b'{"start": 0, "start": 1}', "", 'the key "start" stands twice in one object (a position or a record)'),
    (b"start = 0\nstart = 1", "", "Cannot overwrite a value (at end of document) (TOML)"),
    (b'{"start": NaN}', "", "NaN is no number of JSON (a position or a record)"),
    (b'{"start": -Infinity}', "", "-Infinity is no number of JSON (a position or a record)"),
    (b"start = " + b"9" * 5000, "", "a number is out of range (a position or a record)"),
    (b"[" * 100_000, ".json", "nested too deeply (a position or a record)"),
    (b"a = " + b"[" * 10_000, ".toml", "nested too deeply (a position or a record)"),
    (b'\n{"board": "south"}', ".toml", "looks like JSON, but its name ends in .toml (TOML, or a name in .json)"),
    (b"# a game\nboard = 'south'", ".json", "looks like TOML, but its name ends in .json (JSON, or a name in .toml)"),
    (b"hello", ".json", "line 1 column 1: Expecting value (JSON)"),
    (b"hello", ".toml", "Expected '=' after a key in a key/value pair (at end of document) (TOML)"),
    (b"\xff\xfe{\x00}\x00", ".json", "byte 0 is not UTF-8 text (a JSON or TOML file)"),
    (b'board = "Z\xfcrich"', ".toml", "byte 10 is not UTF-8 text (a JSON or TOML file)"),
]


@pytest.mark.parametrize(("raw", "suffix", "fault"), TEXTS, ids=[fault for _, _, fault in TEXTS])
def test_text_that_cannot_be_read_is_one_fault(raw: bytes, suffix: str, fault: str) -> None:
    with pytest.raises(PositionError) as raised:
        data_from_bytes(raw, suffix)
    assert [str(one) for one in raised.value.faults] == [fault]


@pytest.mark.parametrize(
    ("raw", "suffix", "data"),
    [
        (b'{"start": 1}', ".json", {"start": 1}),
        (b"\xef\xbb\xbf {}", "", {}),
        (b" [1]", "", [1]),
        (b"start = 1", ".toml", {"start": 1}),
        (b"start = 1", "", {"start": 1}),
        (b"start = 0x" + b"f" * 5000, "", {"start": 16**5000 - 1}),
        (b'{"start": 1.5}', ".txt", {"start": 1.5}),
    ],
)
def test_text_is_json_or_toml_by_its_suffix_or_first_sign(raw: bytes, suffix: str, data: Any) -> None:
    assert data_from_bytes(raw, suffix) == data


def test_huge_number_of_a_text_is_a_fault_like_any_other() -> None:
    data = data_from_bytes(b"start = 0x" + b"f" * 5000)
    assert faults(changed(data)) == ["start: there is no player 10^6020 (0 to 1)"]


# ---- what is read forgivingly


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("nuernberg", "Nürnberg"),
        ("NURNBERG", "Nürnberg"),
        ("Nu\u0308rnberg", "Nürnberg"),
        ("Zurich", "Zürich"),
        ("zuerich", "Zürich"),
        ("Lódź", "Lodz"),
        ("ŁODZ", "Lodz"),
        (" Ulm ", "Ulm"),
    ],
)
def test_names_are_folded_wherever_they_stand(written: str, name: str) -> None:
    data = changed({"discard": [written], "players[1].houses": [written], "players[1].route": [written]})
    position = position_from_data(data)
    assert position.discard == position.players[1].houses == position.players[1].route == (name,)


@pytest.mark.parametrize("text", ["baden 3", "Baden 3", "  BADEN   03 "])
def test_tile_is_read_in_any_case(text: str) -> None:
    assert position_from_data(changed({"players[0].tiles": [text]})).players[0].tiles == (tt.Tile("baden", 3),)


def test_order_of_cards_means_nothing_but_in_a_route() -> None:
    data = changed({"players[0].hand": ["Ulm", "Augsburg"], "players[0].tiles": ["route-5 2", "baden 3"]})
    data["display"].reverse()
    data["players"][0]["houses"].reverse()
    assert position_from_data(data) == position_from_data(GOOD)
    data["players"][0]["route"].reverse()
    assert position_from_data(data) != position_from_data(GOOD)


def test_keys_left_out_have_their_empty_value() -> None:
    least = {"thurntaxis": 1, "board": "south", "players": [{"hand": ["Ulm"]}, {}], "turn": {"phase": "draw"}}
    position = position_from_data(least)
    assert position_data(position) == {
        "thurntaxis": 1,
        "board": "south",
        "rules": {
            "edition": "en-yucata",
            "modules": [],
            "options": {
                "all-provinces": "every-province",
                "carriage-declinable": True,
                "carrier-restart": True,
                "reshuffle": "at-exhaustion",
            },
        },
        "players": [
            {"hand": ["Ulm"], "route": [], "houses": [], "carriage": None, "tiles": []},
            {"hand": [], "route": [], "houses": [], "carriage": None, "tiles": []},
        ],
        "display": [],
        "discard": [],
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
    assert position.deck_size == 65


def test_options_override_the_edition_point_by_point() -> None:
    rules = position_from_data(GOOD).rules
    assert rules is tt.rule_set(edition="it-2006", options={"carrier-restart": True})
    assert rules.options["all-provinces"] == "outside-baiern"


def test_option_that_is_null_is_the_edition_s_own() -> None:
    data = changed({"rules.options": {"carrier-restart": None, "reshuffle": None}})
    assert position_from_data(data).rules is tt.rule_set(edition="it-2006")


# ---- unknown cards


def test_unknown_cards_count_against_the_deck() -> None:
    known = position_from_data(GOOD)
    hidden = position_from_data(changed({"players[1].hand": ["?"]}))
    assert hidden.deck_size == known.deck_size == 66 - 3 - 6 - 1 - 3
    assert hidden.unseen.count("Linz") == known.unseen.count("Linz") + 1
    assert position_data(hidden)["players"][1]["hand"] == ["?"]


def test_unknown_cards_of_others_leave_the_own_events_as_they_are() -> None:
    known, hidden = (position_from_data(changed({"players[1].hand": hand}, DRAWN)) for hand in (["Linz"], ["?"]))
    assert list(known.events()) == list(hidden.events())


def test_unknown_card_may_be_revealed_elsewhere_as_long_as_one_is_unseen() -> None:
    position = position_from_data(changed({"players[1].hand": ["?"] * 3}, REVEAL))
    assert position.why_not("deal Linz") == ()
    assert position.play("deal Linz").deck_size == position.deck_size - 1


def test_event_that_would_need_an_unknown_card_is_refused() -> None:
    position = position_from_data(changed({"players[0].hand": ["?", "Ulm"]}, DRAWN))
    assert [objection.clause for objection in position.why_not("play Basel start")] == ["play.known-card"]
    assert position.why_not("play Ulm start") == ()


@pytest.mark.parametrize("players", [GONE, None, "Anna", [1, None], [{"name": 3}]])
def test_index_in_words_is_told_even_where_nobody_s_name_is_known(players: object) -> None:
    assert any(
        line.startswith('turn.player: is "Anna" (a whole number')
        for line in faults(changed({"turn.player": "Anna", "players": players}))
    )


def test_display_stays_short_once_a_reveal_was_dropped_although_there_is_a_deck_again() -> None:
    whole_deck = rest(changed({"discard": []}))
    position = position_from_data(changed({"players[1].hand": ["Linz", *whole_deck], "discard": []}))
    for event in ("draw Linz", "play Ulm start"):
        position = position.play(event)
    assert (len(position.display), position.deck_size, position.is_chance) == (5, 3, False)
    assert position_from_data(position_data(position)) == position


def test_more_unknown_cards_than_there_are_left_are_a_fault() -> None:
    data = changed({"players[1].hand": ["?"] * 55}, REVEAL)
    assert faults(data) == [
        "turn.pending: no card is left to reveal (no reveals: they are dropped or the discards reshuffled)"
    ]
    assert faults(changed({"players[1].hand": ["?"] * 56}, REVEAL)) == [
        "players: more cards than there are, the unknown ones included (66 cards in all)",
        "turn.pending: no card is left to reveal (no reveals: they are dropped or the discards reshuffled)",
    ]


def test_discards_beside_an_empty_deck_have_been_reshuffled_unless_the_reshuffle_waits() -> None:
    data = changed({"discard": ["Linz"], "players[1].hand": ["?"] * 50}, GOOD)
    left = position_from_data(data).deck_size
    data = changed({"discard": ["Linz"], "players[1].hand": ["?"] * (50 + left)}, GOOD)
    assert faults(data) == [
        (
            "discard: the deck is empty, and cards are discarded: 1"
            " (none: they are the new deck; or the option reshuffle when-needed)"
        )
    ]
    waiting = changed({"rules": {"options": {"reshuffle": "when-needed"}}}, data)
    assert position_from_data(waiting).why_not("draw deck") == ()


def test_number_of_very_many_digits_names_its_key() -> None:
    text = json.dumps(GOOD).replace('"start": 0', '"start": ' + "9" * 5000)
    text = text if "9" * 5000 in text else text[:-1] + ', "start": ' + "9" * 5000 + "}"
    with pytest.raises(PositionError) as error:
        position_from_data(data_from_bytes(text.encode()))
    assert str(error.value) == "start: is inf (a whole number)"


# ---- files


@pytest.mark.parametrize("good", [GOOD, REVEAL, OVER])
def test_json_and_toml_give_equal_positions(tmp_path: Path, good: dict[str, Any]) -> None:
    position = position_from_data(good)
    texts = {
        "one.json": to_json(position),
        "lines.JSON": to_json(position, indent=2),
        "one.toml": to_toml(position),
        "json": to_json(position),
        "toml": to_toml(position),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert read_position(tmp_path / name) == position
        assert read_position(str(tmp_path / name)) == position


def test_json_is_one_line_of_printed_names() -> None:
    text = to_json(position_from_data(GOOD))
    assert "\n" not in text
    assert "Nürnberg" in text


def test_toml_leaves_out_what_has_no_value() -> None:
    data = tomllib.loads(to_toml(position_from_data(GOOD)))
    assert "ender" not in data
    assert "carriage" not in data["players"][1]
    assert "official" not in data["turn"]


def test_player_without_a_name_has_no_key_for_it() -> None:
    position = position_from_data(changed({"players[0].name": GONE, "players[1].name": None}))
    assert all("name" not in player for player in position_data(position)["players"])


def test_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_position(tmp_path / "none.json")
    with pytest.raises((IsADirectoryError, PermissionError)):
        read_record(tmp_path)


# ---- records

RECORD: dict[str, Any] = {
    "thurntaxis_record": 1,
    "engine": "0.1.0",
    "start": GOOD,
    "events": ["draw Linz", "deal ulm", "play Ulm start", "end"],
}


def test_record_comes_back_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(json.dumps(RECORD), encoding="utf-8")
    record = read_record(tmp_path / "game.json")
    assert record == Record(position_from_data(GOOD), tuple(RECORD["events"]), "0.1.0")
    data = record_data(record)
    assert data == {**RECORD, "start": position_data(record.start)}
    assert record_from_data(json.loads(json.dumps(data))) == record
    assert record.end.turn.player == 1


def test_record_may_say_who_plays_and_what_is_dealt() -> None:
    record = record_from_data({**RECORD, "seats": [None, "greedy"], "seed": 7})
    assert (record.seats, record.seed) == ((None, "greedy"), 7)
    assert record_from_data(json.loads(json.dumps(record_data(record)))) == record


def test_record_may_have_no_events() -> None:
    record = record_from_data(changed({"events": GONE}, RECORD))
    assert record.events == ()
    assert record.end == record.start


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({"start.start": 7}, ["start.start: there is no player 7 (0 to 1)"]),
        (
            {"start.players[0].hand[0]": "Oslo", "start.turn.drawn": 2},
            [
                f'start.players[0].hand[0]: unknown city "Oslo" ({CITIES_OF_SOUTH})',
                "start.turn.drawn: is 2 (0 or 1; 2 with the postmaster)",
            ],
        ),
        ({"start.board": "north2"}, ['start.board: unknown board "north2" (did you mean north?)']),
        ({"start": []}, ["start: is a list (an object with keys)"]),
        ({"start": GONE}, ["start: is missing (the position that the game begins with)"]),
        ({"start.deck": []}, ["start.deck: unknown key (did you mean deck_back?)"]),
        ({"start.players[0].hands": []}, ["start.players[0].hands: unknown key (did you mean hand?)"]),
        ({"start.rules.options.x": 1}, [f"start.rules.options.x: unknown key ({OPTIONS})"]),
        ({"moves": []}, ["moves: unknown key (thurntaxis_record, engine, start, events, seats or seed)"]),
        ({"engine": "1\n2"}, [r'engine: is "1\n2" (a text of one line)']),
        ({"engine": 1}, ["engine: is 1 (a text in quotes)"]),
        ({"events": "end"}, ['events: is "end" (a list)']),
        ({"events[1]": 3}, ["events[1]: is 3 (a text in quotes)"]),
        ({"events[1]": "end\nend"}, [r'events[1]: is "end\nend" (a text of one line)']),
        ({"thurntaxis_record": 3}, ["thurntaxis_record: is 3 (1)"]),
        ({"thurntaxis_record": GONE}, ["thurntaxis_record: is missing (1)"]),
        ({"engine": GONE}, ['engine: is missing (a text in quotes, such as "0.1.0")']),
        ({"start.turn.player": "Ben"}, [f'start.turn.player: is "Ben" ({PLAYERS})']),
        ({"start.start": "Ben"}, [f'start.start: is "Ben" ({PLAYERS})']),
        ({"seats": ["greedy"]}, ["seats: holds 1 (one for each player: 2)"]),
        ({"seats": [0, None]}, ["seats[0]: is 0 (a text in quotes)"]),
        ({"seed": -1}, ["seed: is -1 (0 or more)"]),
    ],
)
def test_fault_of_a_record_names_its_key(changes: dict[str, Any], lines: list[str]) -> None:
    with pytest.raises(PositionError) as raised:
        record_from_data(changed(changes, RECORD))
    assert [str(fault) for fault in raised.value.faults] == lines


def test_position_is_no_record_and_a_record_no_position() -> None:
    assert faults(RECORD) == ["this is a game record, not a position (taxis replay reads it)"]
    with pytest.raises(PositionError) as raised:
        record_from_data(GOOD)
    assert str(raised.value) == "this is a position, not a game record (taxis show reads it)"


def replayed(*events: str) -> list[Replayed]:
    return list(replay(Record(position_from_data(GOOD), events, "0.1.0")))


def test_replay_tells_every_event_with_its_effects() -> None:
    steps = replayed("draw linz", "deal Ulm", "play Ulm start")
    assert [(step.at, step.text, str(step.event)) for step in steps] == [
        (0, "draw linz", "draw Linz"),
        (1, "deal Ulm", "deal Ulm"),
        (2, "play Ulm start", "play Ulm start"),
    ]
    assert [effect.sentence for step in steps for effect in step.effects] == [
        "Anna takes Linz.",
        "Ulm is put on display.",
        "The route Carlsruhe, Stuttgart, Nürnberg is discarded.",
        "A new route starts in Ulm.",
    ]
    assert [step.after for step in steps[:-1]] == [step.before for step in steps[1:]]


def test_replay_stops_at_an_illegal_event() -> None:
    first, last = replayed("draw Linz", "end", "end")
    assert first.objections == ()
    assert (last.after, last.error, str(last.event)) == (None, None, "end")
    assert [objection.sentence for objection in last.objections] == [
        "First the display is to be refilled: deal CITY.",
        "A card is to be played before the turn ends.",
    ]


def test_replay_stops_at_a_text_that_is_no_event() -> None:
    (last,) = replayed("draw Oslo", "draw Linz")
    assert (last.after, last.event, last.objections) == (None, None, ())
    assert last.error == f'unknown city "Oslo" ({CITIES_OF_SOUTH})'


# ---- the published schema

WRITE = (
    'python -c "import json, pathlib; from thurntaxis.io.schema import json_schema, record_schema; '
    "[pathlib.Path('docs/schema', name + '.schema.json').write_text("
    "json.dumps(schema, indent=2, ensure_ascii=False) + chr(10), encoding='utf-8') "
    "for name, schema in {'position': json_schema(), 'record': record_schema()}.items()]\""
)


@pytest.mark.parametrize(("name", "schema_of"), [("position", json_schema), ("record", record_schema)])
def test_published_schema_is_up_to_date(name: str, schema_of: Callable[[], dict[str, Any]]) -> None:
    published = schema_of()
    path = ROOT / "docs" / "schema" / f"{name}.schema.json"
    text = json.dumps(published, indent=2, ensure_ascii=False) + "\n"
    assert path.is_file(), f"write it, in the root of the repository: {WRITE}"
    assert path.read_text(encoding="utf-8") == text, f"write it anew, in the root of the repository: {WRITE}"


def test_schema_names_every_key_that_is_written() -> None:
    properties = json_schema()["properties"]
    definitions = json_schema()["$defs"]
    base = position_data(position_from_data(GOOD))
    # the module power-and-glory takes the messenger away, and princess-messenger turn.official
    letters = position_data(tt.undealt(modules=["princess-messenger"]))
    north = position_data(tt.undealt(board="testland", modules=tt.MODULES))
    for written in (base, letters, north):
        assert set(written["players"][0]) <= {*definitions["PlayerShape"]["properties"]}
    assert {*base, *letters, *north} == set(properties)
    assert {*base["turn"], *north["turn"]} == set(definitions["TurnShape"]["properties"])
    assert {"name", *north["players"][0]} == set(definitions["PlayerShape"]["properties"])
    options = set(definitions["OptionsShape"]["properties"])
    assert set(base["rules"]["options"]) == set(tt.OPTIONS)
    assert set(north["rules"]["options"]) == options == set(tt.OPTIONS).union(*tt.MODULE_OPTIONS.values())


def test_schema_allows_every_value_of_every_option() -> None:
    for name, values in tt.OPTIONS.items():
        for value in values:
            assert values_by_key(filled(file_format.OptionsShape, {name: value}))[name] == value
            schema.model_of(file_format.OptionsShape).model_validate({name: value})


@pytest.mark.parametrize("path", COUNTS, ids=lambda path: path.stem)
def test_counted_positions_fit_the_schema(path: Path) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"))["position"]
    schema.model_of(file_format.PositionShape).model_validate(data)
    assert filled(file_format.PositionShape, data).board == "south"
