"""Faults in the data of a position: in its shape, in names, and impossible tables; each reported with its key."""

import datetime as dt
import json
import pickle
from typing import Any

import pytest

import thurntaxis as tt
from support.position_files import CITIES, CITIES_OF_SOUTH, GONE, GOOD, PLAYERS, changed, faults
from thurntaxis.fault import MOST_FAULTS, Fault
from thurntaxis.io.read import PositionError, data_from_bytes, position_from_data
from thurntaxis.message import Message
from thurntaxis.names import either
from thurntaxis.officials import OFFICIALS

EDITIONS = either(tt.EDITIONS)
OFFICIAL_NAMES = either(f'"{official}"' for official in OFFICIALS)


def near(city: str) -> str:
    """Return the cities that roads from a city lead to."""
    *others, last = sorted(tt.board("south").neighbours[city])
    return f"{', '.join(others)} and {last}"


# ---- faults of the shape

SHAPE: list[tuple[dict[str, Any], str]] = [
    # keys
    ({"players": GONE}, "players: is missing (a list of 2 to 4 players, each an object with keys)"),
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
            r'"a key\n": unknown key (thurntaxis, board, board_file, rules, players, display, discard, deck, start, '
            "turn, ender, letters, messenger, offices, chips, returning or deck_back)"
        ),
    ),
    ({"turn.\ud800": 1}, r'turn: is "\ud800" (a text of Unicode characters)'),
    ({"\ud800": 1}, r'is "\ud800" (a text of Unicode characters)'),
    # kinds of values
    ({"thurntaxis": 2}, "thurntaxis: is 2 (1)"),
    ({"board": 3}, "board: is 3 (a text in quotes)"),
    ({"board": None}, "board: is null (a text in quotes)"),
    ({"board": dt.date(2006, 1, 1)}, "board: is a value of another type (a text in quotes)"),
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
    (
        {"players[1].name": "Ben\nBob"},
        'players[1].name: is "Ben\\nBob" (text on one line, without control characters)',
    ),
    ({"players[1].name": "\ud800"}, r'players[1].name: is "\ud800" (a text of Unicode characters)'),
    ({"players[1].hand": "Ulm"}, 'players[1].hand: is "Ulm" (a list, or a number)'),
    ({"players[1].hand": {}}, "players[1].hand: is an object (a list, or a number)"),
    ({"players[1].hand": -1}, "players[1].hand: is -1 (at least 0)"),
    ({"deck": -1}, "deck: is -1 (at least 0)"),
    ({"deck": "40"}, 'deck: is "40" (a whole number)'),
    ({"players[1].hand": [None]}, "players[1].hand[0]: is null (a text in quotes)"),
    ({"players[1].carriage": "3"}, 'players[1].carriage: is "3" (a whole number)'),
    ({"players[1].carriage": 3.5}, "players[1].carriage: is 3.5 (a whole number)"),
    ({"players[1].carriage": float("nan")}, "players[1].carriage: is nan (a whole number)"),
    ({"players[1].carriage": float("inf")}, "players[1].carriage: is inf (a whole number)"),
    ({"display": {"Ulm": 2}}, "display: is an object (a list)"),
    ({"display[0]": ["Ulm"]}, "display[0]: is a list (a text in quotes)"),
    ({"start": -1}, "start: is -1 (at least 0)"),
    ({"start": -(10**5000)}, "start: is -10^5000 (at least 0)"),
    ({"start": True}, "start: is true (a whole number)"),
    ({"start": "Anna"}, f'start: is "Anna" ({PLAYERS})'),
    ({"ender": "Ben"}, f'ender: is "Ben" ({PLAYERS})'),
    ({"turn.player": "Anna"}, f'turn.player: is "Anna" ({PLAYERS})'),
    (
        {"turn.player": "Anna", "players[0].name": GONE},
        'turn.player: is "Anna" (a whole number: 0 or 1 for "Ben")',
    ),
    ({"turn.player": "Anna", "players": [{}, {}]}, 'turn.player: is "Anna" (a whole number: 0 or 1)'),
    ({"ender": -1}, "ender: is -1 (at least 0)"),
    ({"turn": "draw"}, 'turn: is "draw" (an object with keys)'),
    ({"turn.phase": "paly"}, 'turn.phase: is "paly" ("draw", "play", "carriage", "keep", "final" or "over")'),
    (
        {"turn.official": "mayor"},
        f'turn.official: is "mayor" ({OFFICIAL_NAMES})',
    ),
    ({"turn.pending": ["deck"]}, 'turn.pending[0]: is "deck" ("display", "hand" or "back")'),
    ({"turn.began_empty": 0}, "turn.began_empty: is 0 (true or false)"),
    ({"turn.drawn": "x" * 99}, f'turn.drawn: is "{"x" * 37}..." (a whole number)'),
]


@pytest.mark.parametrize(("changes", "fault"), SHAPE, ids=[fault for _, fault in SHAPE])
def test_fault_of_the_shape_names_its_key(changes: dict[str, Any], fault: str) -> None:
    assert faults(changed(changes)) == [fault]


@pytest.mark.parametrize(
    ("key", "written"),
    [
        ("a-b_C9", "a-b_C9"),
        ("x" * 40, "x" * 40),
        ("x" * 41, f'"{"x" * 37}..."'),
        ("a b", '"a b"'),
        ("ä", '"ä"'),
    ],
)
def test_a_key_that_is_long_or_not_plain_stands_in_quotes(key: str, written: str) -> None:
    (line,) = faults({**GOOD, key: 1})
    assert line.startswith(f"{written}: unknown key (")


NO_OBJECT: list[tuple[Any, str]] = [
    ([GOOD], "this is a list (an object with keys)"),
    (None, "this is null (an object with keys)"),
    ("south", "this is a text (an object with keys)"),
    (1, "this is a number (an object with keys)"),
    ({1: 2} | GOOD, "[1]: is 1 (another value)"),
]


@pytest.mark.parametrize(("data", "fault"), NO_OBJECT, ids=[fault for _, fault in NO_OBJECT])
def test_what_is_no_object_with_keys_is_told_so(data: Any, fault: str) -> None:
    assert faults(data) == [fault]


# ---- faults of names

STACKS = (
    "route-5, route-6, route-7, baiern, baden, wuerttemberg-hohenzollern, schweiz-tyrol, boehmen-salzburg, "
    "all-provinces or game-end"
)
NAMES: list[tuple[dict[str, Any], str]] = [
    ({"board": "sooth"}, 'board: unknown board "sooth" (did you mean south or north?)'),
    (
        {"board": "north"},
        (
            "board: the northern board comes without roads, horseshoes and tiles: no rulebook gives them"
            " (write a file with taxis board new north, copy them into it from your game, and name that file)"
        ),
    ),
    ({"rules.edition": "it-2007"}, 'rules.edition: unknown edition "it-2007" (did you mean it-2006?)'),
    (
        {"rules.modules": ["Power-and-Glory"], "board": "South", "rules.edition": "EN-YUCATA"},
        (
            "rules.modules[0]: the board south can't be used with the module power-and-glory: its cards"
            " have no horseshoes (a board with horseshoes, or no such module)"
        ),
    ),
    (
        {"rules.modules": ["Offices-of-Honor", "offices-of-honor"]},
        'rules.modules[1]: "offices-of-honor" is listed twice (each module once)',
    ),
    (
        {"rules.options.final-return": "yucata"},
        (
            "rules.options.final-return: the option final-return belongs to the module offices-of-honor"
            " (leave it out, or add the module)"
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
        f'players[0].tiles[0]: "baden" isn\'t a tile ("STACK VALUE", where STACK is {STACKS})',
    ),
    (
        {"players[0].tiles[0]": "baden three"},
        f'players[0].tiles[0]: "baden three" isn\'t a tile ("STACK VALUE", where STACK is {STACKS})',
    ),
    (
        {"players[0].tiles[0]": f"baden {'9' * 10}"},
        f'players[0].tiles[0]: "baden 9999999999" isn\'t a tile ("STACK VALUE", where STACK is {STACKS})',
    ),
    (
        {"players[0].tiles[0]": "5 cities 9"},
        f'players[0].tiles[0]: "5 cities 9" isn\'t a tile ("STACK VALUE", where STACK is {STACKS})',
    ),
    ({"players[0].tiles[0]": "5 cities 2"}, 'players[0].tiles[0]: "5 cities 2" isn\'t a tile (write "route-5 2")'),
    ({"players[0].tiles[0]": "7 Städte 4"}, 'players[0].tiles[0]: "7 Städte 4" isn\'t a tile (write "route-7 4")'),
    ({"players[0].tiles[0]": "5都市 2"}, 'players[0].tiles[0]: unknown stack "5都市" (write "route-5 2")'),
    (
        {"players[0].tiles[0]": "Württemberg + Hohenzollern 3"},
        'players[0].tiles[0]: "Württemberg + Hohenzollern 3" isn\'t a tile (write "wuerttemberg-hohenzollern 3")',
    ),
    (
        {"players[0].tiles[0]": "all provinces 6"},
        'players[0].tiles[0]: "all provinces 6" isn\'t a tile (write "all-provinces 6")',
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
        ["discard[1]: this is card number 4 of Ulm (there are 3 cards of each city)"],
    ),
    (
        {"players[1].hand": ["Ulm"] * 3},
        [
            "players[1].hand[2]: this is card number 4 of Ulm (there are 3 cards of each city)",
            "discard[0]: this is card number 5 of Ulm (there are 3 cards of each city)",
        ],
    ),
    (
        {"players[1].hand": ["?"] * 55},
        ["players: more cards than the game has, counting the unknown ones (66 cards in all)"],
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
        ["players[0].route[2]: Stuttgart is in the route twice (each city once)"],
    ),
    # houses
    (
        {"players[0].houses": ["Basel", "Linz", "Basel"]},
        ["players[0].houses[2]: a second house in Basel (one house per player in each city)"],
    ),
    (
        {"players[1].houses": CITIES[:21]},
        ["players[1].houses: holds 21 (at most 20)"],
    ),
    # carriages
    (
        {"players[0].carriage": 8},
        ["players[0].carriage: there is no carriage 8 (3, 4, 5, 6 or 7; leave the key out if the player has none)"],
    ),
    (
        {"players[0].carriage": -(10**40)},
        [
            (
                "players[0].carriage: there is no carriage -10^40"
                " (3, 4, 5, 6 or 7; leave the key out if the player has none)"
            )
        ],
    ),
    # tiles
    ({"players[0].tiles": ["baden 4"]}, ["players[0].tiles[0]: there is no tile baden 4 (baden has 3, 2 and 1)"]),
    (
        {"players[1].tiles": ["route-5 1", "route-5 2"]},
        ["players[1].tiles[1]: someone already has the tile route-5 2 (each tile once)"],
    ),
    (
        {"players[1].tiles": ["baiern 5", "route-7 1", "baiern 2"]},
        ["players[1].tiles[2]: a second baiern tile for the same player (at most one)"],
    ),
    (
        {"players[1].tiles": ["all-provinces 6", "all-provinces 6"]},
        [
            "players[1].tiles[1]: someone already has the tile all-provinces 6 (each tile once)",
            "players[1].tiles[1]: a second all-provinces tile for the same player (at most one)",
        ],
    ),
    # players
    ({"start": 2}, ["start: there is no player 2 (0 to 1)"]),
    ({"turn.player": 10**5000}, ["turn.player: there is no player 10^5000 (0 to 1)"]),
    ({"ender": 3}, ["ender: there is no player 3 (0 to 1)"]),
    # the end of the game
    (
        {"players[1].tiles": ["game-end 1"]},
        ["ender: Ben has the game-end tile (1)"],
    ),
    (
        {"players[1].tiles": ["game-end 1"], "ender": 0},
        ["ender: Ben has the game-end tile (1)"],
    ),
    ({"ender": 1}, ['players[1].tiles: the ender doesn\'t have the game-end tile ("game-end 1" among these tiles)']),
    (
        {"players[0].carriage": 7},
        ["ender: Anna has met the condition for the game-end tile (the player who met it first)"],
    ),
    (
        {"players[1].houses": CITIES[:20]},
        ["ender: Ben has met the condition for the game-end tile (the player who met it first)"],
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
            'players[0].hand[0]: unknown city "Augburg" (did you mean Augsburg, Würzburg or Salzburg?)',
            'players[0].tiles[0]: unknown stack "route" (did you mean route-7, route-6 or route-5?)',
            f'display[2]: unknown city "Oslo" ({CITIES_OF_SOUTH})',
            "display[0]: this is card number 4 of Ulm (there are 3 cards of each city)",
            "display[1]: this is card number 5 of Ulm (there are 3 cards of each city)",
            "discard[0]: this is card number 6 of Ulm (there are 3 cards of each city)",
            (
                "players[0].route[1]: no road leads from Carlsruhe to Ulm "
                f"(roads from Carlsruhe lead to {near('Carlsruhe')})"
            ),
            "players[0].route[2]: Ulm is in the route twice (each city once)",
            "players[1].carriage: there is no carriage 2 (3, 4, 5, 6 or 7; leave the key out if the player has none)",
            "players[0].tiles[2]: a second baden tile for the same player (at most one)",
            "start: there is no player 4 (0 to 1)",
            "turn.drawn: is 3 (0 or 1, or 2 with the postmaster)",
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
        ],
    ),
]


@pytest.mark.parametrize(("changes", "lines"), TABLE, ids=[lines[0] for _, lines in TABLE])
def test_impossible_table_is_told_fault_by_fault(changes: dict[str, Any], lines: list[str]) -> None:
    assert faults(changed(changes)) == lines


def test_faults_are_told_up_to_a_limit() -> None:
    data = changed({"discard": ["Ulm"] * 200})
    assert len(faults(data)) == MOST_FAULTS


def test_error_survives_a_process_boundary() -> None:
    with pytest.raises(PositionError) as raised:
        position_from_data(changed({"start": 2}))
    assert str(pickle.loads(pickle.dumps(raised.value))) == "start: there is no player 2 (0 to 1)"


def test_fault_without_a_key_is_a_line_too() -> None:
    assert str(Fault("", Message("wrong"), Message("right"))) == "wrong (right)"


@pytest.mark.parametrize("players", [GONE, None, "Anna", [1, None], [{"name": 3}]])
def test_index_in_words_is_told_even_where_nobody_s_name_is_known(players: object) -> None:
    assert any(
        line.startswith('turn.player: is "Anna" (a whole number')
        for line in faults(changed({"turn.player": "Anna", "players": players}))
    )


def test_number_of_very_many_digits_names_its_key() -> None:
    text = json.dumps(GOOD).replace('"start": 0', '"start": ' + "9" * 5000)
    text = text if "9" * 5000 in text else text[:-1] + ', "start": ' + "9" * 5000 + "}"
    with pytest.raises(PositionError) as error:
        position_from_data(data_from_bytes(text.encode()))
    assert str(error.value) == "start: is inf (a whole number)"


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (None, "null"),
        (True, "true or false"),
        (7, "a number"),
        (2.5, "a number"),
        ("Ulm", "a text"),
        ([], "a list"),
        ((), "a value of another type"),
    ],
)
def test_what_is_no_object_with_keys_is_told_by_its_kind(value: Any, kind: str) -> None:
    assert faults(value) == [f"this is {kind} (an object with keys)"]


def test_an_object_in_place_of_a_list_is_told() -> None:
    assert faults(changed({"display": {"Ulm": 1}})) == ["display: is an object (a list)"]
