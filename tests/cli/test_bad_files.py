"""Files that are no position or no record: each fault is one line that names its key, and nothing else is written."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support import command_line
from support.command_line import taxis

HUGE = 10**25
Change = Callable[[dict[str, Any]], object]


# ---- every key with values of the wrong type

WRONG: dict[str, tuple[object, ...]] = {
    "thurntaxis": (None, 0, 2, "1", 1.5, [], {}, HUGE),
    "board": (None, 7, "", "west", "north", "south\n", [], {}, "ß" * 5000),
    "rules": (None, 3, "en-yucata", []),
    "rules.edition": (None, 1, "de-2006", "", ["en-yucata"], "\x00"),
    "rules.modules": (None, "power-and-glory", {}, 5),
    "rules.modules[0]": (None, 1, "audience", "power-and-glory", "princess-messenger", "offices-of-honor"),
    "rules.options": (None, True, "reshuffle", [1]),
    "rules.options.all-provinces": (True, "everywhere", 1),
    "rules.options.carrier-restart": ("true", 1, []),
    "rules.options.carriage-declinable": ("no", 0, {}),
    "rules.options.reshuffle": (False, "never", 3),
    "players": (None, [], {}, "Anna", 2),
    "players[0]": (None, "Anna", 0, []),
    "players[1].name": (5, ["Ben"], {}),
    "players[0].hand": (None, "Ulm", 67, -1, 2.5, {"Ulm": 1}),
    "deck": ("40", 65, -1, [40]),
    "players[0].hand[1]": (None, 5, "Atlantis", "", "??", ["Ulm"], "Ulm/2", "\ud800", "U" * 100_000),
    "players[0].route": (None, "Ulm", 1.0),
    "players[0].route[1]": (None, 0, "?", "Ulm", "Mannheim", "Rome"),
    "players[0].houses": (None, 4, "Basel"),
    "players[0].houses[1]": (None, "Basel", "Paris", 1, "?"),
    "players[0].carriage": ("3", 0, 2, 8, -1, 3.5, HUGE, [3], True),
    "players[0].tiles": (None, "baden 3", {"baden": 3}),
    "players[0].tiles[1]": (
        None, 2, "route-5", "route-5 9", "route-5 -1", "route-9 1", "baden 2", "baden 3", f"route-5 {HUGE}", "route 5",
    ),
    "display": (None, "Ulm", {}, 6),
    "display[2]": (None, "Wien", 4, [], "?", True),
    "discard": (None, "Ulm", 1),
    "discard[0]": (None, "Prag", {}, 0.5),
    "start": ("0", -1, 2, 99, HUGE, 0.5, [], True),
    "turn": (None, 0, [], "draw"),
    "turn.player": (None, "0", -1, 2, HUGE, True),
    "turn.phase": (None, "", "Draw", "final", 1),
    "turn.official": ("mayor", 1, "carrier", "cartwright", []),
    "turn.drawn": (None, -1, "1", 3, 2, HUGE, 1.25),
    "turn.played": (None, -1, 1, HUGE, "0"),
    "turn.began_empty": (None, "no", 0),
    "turn.closed": (None, 3, -3, HUGE),
    "turn.pending": (None, "hand", ["deck"], ["hand", "hand"], ["display"] * 6),
    "ender": ("0", 5, -1, HUGE, 0, 1.5),
}  # fmt: skip

CASES = [(key, value) for key, values in WRONG.items() for value in values]

ELSEWHERE = {
    ("ender", "0"): "players[0].tiles",
    ("rules.modules[0]", "'power-and-glory'"): "rules.modules",  # the board has no horseshoes
    ("rules.modules[0]", "'princess-messenger'"): "letters",  # what belongs to a module can't be left out with it
    ("rules.modules[0]", "'offices-of-honor'"): "offices.administrator",
}
"""Where the fault is reported under another key than the one that was changed."""


def change(data: Any, key: str, value: object) -> None:
    """Put a value under a key such as `players[0].hand[1]`."""
    *path, last = key.replace("[", ".[").split(".")
    for part in path:
        data = data[int(part[1:-1])] if part[0] == "[" else data[part]
    if last[0] != "[":
        data[last] = value
    elif int(last[1:-1]) < len(data):
        data[int(last[1:-1])] = value
    else:
        data.append(value)


def name_of(value: object) -> str:
    return repr(value)[:24]


@pytest.mark.parametrize(("key", "value"), CASES, ids=name_of)
def test_a_wrong_value_is_told_by_its_key(
    table: dict[str, Any], saved: Callable[[Any], str], key: str, value: object
) -> None:
    change(table, key, value)
    told = taxis("legal", saved(table)).told_keys()
    wanted = ELSEWHERE.get((key, repr(value)), key)
    assert any(one == wanted or one.startswith(f"{wanted}[") for one in told), told


# ---- impossible positions


def _edit(**changes: object) -> Change:
    def edit(data: dict[str, Any]) -> None:
        for key, value in changes.items():
            change(data, key.replace("__", "."), value)

    return edit


def _drop(key: str) -> Change:
    def edit(data: dict[str, Any]) -> None:
        *path, last = key.split(".")
        for part in path:
            data = data[part]
        del data[last]

    return edit


def _player(at: int, **changes: object) -> Change:
    return lambda data: data["players"][at].update(changes)


IMPOSSIBLE: list[tuple[str, str, Change]] = [
    ("no players", "players", _drop("players")),
    ("unknown key", "winner", _edit(winner=1)),
    ("key misspelt", "dispaly", _edit(dispaly=[])),
    ("unknown key of the rules", "rules.version", _edit(rules__version=1)),
    ("unknown option", "rules.options.fog", _edit(rules__options__fog=True)),
    ("unknown key of the turn", "turn.dice", _edit(turn__dice=6)),
    ("unknown key of a player", "players[0].money", _player(0, money=5)),
    ("a key of a module", "players[1].letters", _player(1, letters=["Ulm"])),
    ("a strange key", '"\\x1b[31m"', lambda data: data.update({"\x1b[31m": 1})),
    ("one player", "players", lambda data: data["players"].pop()),
    ("five players", "players", lambda data: data["players"].extend([{}, {}, {}])),
    ("a card four times", "discard[1]", _edit(discard=["Ulm", "Ulm"])),
    ("a card ten times", "discard[9]", _edit(discard=["Passau"] * 10)),
    ("too many unknown cards", "players", _player(1, hand=["?"] * 60)),
    ("seven face-up cards", "display", lambda data: data["display"].append("Basel")),
    ("no road", "players[0].route[2]", _player(0, route=["Mannheim", "Carlsruhe", "Linz"])),
    ("a city twice in a route", "players[1].route[2]", _player(1, route=["Pilsen", "Lodz", "Pilsen"])),
    ("21 houses", "players[0].houses[20]", _player(0, houses=["Ulm"] * 21)),
    ("two houses in a city", "players[0].houses[1]", _player(0, houses=["Ulm", "ULM"])),
    ("two tiles of a region", "players[0].tiles[1]", _player(0, tiles=["baden 3", "baden 2"])),
    ("a tile of two players", "players[1].tiles[0]", _player(1, tiles=["baden 3"])),
    ("nobody ended it", "ender", _edit(turn={"player": 0, "phase": "over"})),
    ("the end came about", "ender", _player(0, carriage=7)),
    ("an ender without a tile", "players[1].tiles", _edit(ender=1)),
    ("played without a route", "players[0].route", lambda data: _played(data, route=[])),
    ("a carriage that is not to be had", "turn.phase", lambda data: _closed(data, carriage=6)),
    ("nothing to keep from", "players[0].hand", lambda data: _keeping(data, hand=["Ulm"])),
    ("reveals in the play phase", "turn.pending", lambda data: _played(data, pending=["display"])),
    ("a hand that began empty", "turn.began_empty", _edit(turn__began_empty=True)),
]  # fmt: skip


def _played(data: dict[str, Any], route: list[str] | None = None, pending: tuple[str, ...] | list[str] = ()) -> None:
    data["turn"] |= {"phase": "play", "played": 1, "pending": list(pending)}
    if route is not None:
        data["players"][0]["route"] = route


def _closed(data: dict[str, Any], carriage: int) -> None:
    data["turn"] |= {"phase": "carriage", "played": 1, "closed": 3}
    data["players"][0]["carriage"] = carriage


def _keeping(data: dict[str, Any], hand: list[str]) -> None:
    data["turn"] |= {"phase": "keep", "played": 1, "closed": 3}
    data["players"][0] |= {"hand": hand, "route": []}


@pytest.mark.parametrize(("key", "edit"), [pytest.param(key, edit, id=name) for name, key, edit in IMPOSSIBLE])
def test_an_impossible_position_is_told_by_its_key(
    table: dict[str, Any], saved: Callable[[Any], str], key: str, edit: Change
) -> None:
    edit(table)
    assert key in taxis("legal", saved(table)).told_keys()


def test_every_fault_has_its_line(table: dict[str, Any], saved: Callable[[Any], str]) -> None:
    table["players"][0]["hand"] = ["Wien", "Prag", "Ulm"]
    table["display"][3] = "Rom"
    assert sorted(taxis("legal", saved(table)).told_keys()) == [
        "display[3]",
        "players[0].hand[0]",
        "players[0].hand[1]",
    ]


def test_a_suggestion_for_a_name_that_is_nearly_right(table: dict[str, Any], saved: Callable[[Any], str]) -> None:
    table["display"][0] = "Nurnburg"
    (error,) = taxis("legal", saved(table)).errors()
    assert error["right"].startswith("did you mean Nürnberg")


# ---- files that are not even a document

TEXTS: dict[str, bytes] = {
    "empty": b"",
    "blank": b"  \n\t ",
    "a word": b"hello",
    "a number": b"42",
    "a list": b"[]",
    "null": b"null",
    "true": b"true",
    "a text": b'"position"',
    "an open brace": b"{",
    "an open list": b'{"thurntaxis": 1, "players": [',
    "an open text": b'{"board": "so',
    "a trailing comma": b'{"thurntaxis": 1,}',
    "single quotes": b"{'thurntaxis': 1}",
    "a comment": b'{"thurntaxis": 1 /* one */}',
    "two documents": b'{"thurntaxis": 1}{"thurntaxis": 1}',
    "a key twice": b'{"thurntaxis": 1, "thurntaxis": 1}',
    "a key twice inside": b'{"turn": {"phase": "draw", "phase": "play"}}',
    "no number of JSON": b'{"start": NaN}',
    "infinity": b'{"start": -Infinity}',
    "many digits": b'{"start": ' + b"9" * 5000 + b"}",
    "a large exponent": b'{"start": 1e999}',
    "deep lists": b"[" * 100_000,
    "deep objects": b'{"a":' * 100_000,
    "deep and closed": b"[" * 50_000 + b"]" * 50_000,
    "not UTF-8": b'{"board": "\xff\xfe"}',
    "UTF-16": '{"thurntaxis": 1}'.encode("utf-16"),
    "a picture": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "nothing but zeros": bytes(1000),
    "control characters": b'{"board": "so\x01uth"}',
    "TOML cut short": b"thurntaxis = 1\nboard = ",
    "TOML with a key twice": b"start = 1\nstart = 2\n",
    "TOML with a table twice": b"[turn]\nphase = 'draw'\n[turn]\n",
    "TOML without keys": b"thurntaxis = 1\n",
    "a TOML date": b"thurntaxis = 1979-05-27\n",
    "CSV": b"board,start\nsouth,0\n",
    "XML": b"<position/>",
}


@pytest.mark.parametrize("command", ["legal", "replay"])
@pytest.mark.parametrize("name", TEXTS)
def test_what_is_no_document_is_refused(tmp_path: Path, command: str, name: str) -> None:
    for ending in (".json", ".toml", ""):
        path = tmp_path / f"file{ending}"
        path.write_bytes(TEXTS[name])
        for match in taxis(command, path).errors():
            assert match["where"] == str(path)
    assert all(match["where"] == "-" for match in taxis(command, "-", stdin=TEXTS[name]).errors())


@pytest.mark.parametrize("share", range(2, 100, 7))
def test_a_file_cut_short_is_refused(table: dict[str, Any], share: int) -> None:
    whole = json.dumps(table).encode()
    taxis("legal", "-", stdin=whole[: len(whole) * share // 100]).errors()


def test_a_missing_file(tmp_path: Path) -> None:
    for command in ("legal", "show", "placements", "routes", "replay"):
        (error,) = taxis(command, tmp_path / "none.json").errors()
        assert error["key"] == "file"
        assert "there is no such file" in error["wrong"]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert taxis("legal", tmp_path).told_keys() == ["file"]


def test_a_name_that_no_file_can_have() -> None:
    assert taxis("legal", "a\x00b").told_keys() == ["file"]
    assert taxis("legal", "x" * 5000).told_keys() == ["file"]


# ---- records


def _record(table: dict[str, Any]) -> dict[str, Any]:
    return {
        "thurntaxis_record": 1,
        "engine": "0.1.0",
        "start": copy.deepcopy(table),
        "events": ["play Nürnberg right", "carrier Ulm start", "end"],
    }


BAD_RECORDS: list[tuple[str, str, Change]] = [
    ("no mark", "thurntaxis_record", _drop("thurntaxis_record")),
    ("another version", "thurntaxis_record", _edit(thurntaxis_record=2)),
    ("a mark in words", "thurntaxis_record", _edit(thurntaxis_record="1")),
    ("no start", "start", _drop("start")),
    ("a start that is none", "start", _edit(start="position.json")),
    ("an engine that is a number", "engine", _edit(engine=1)),
    ("events in one text", "events", _edit(events="draw Ulm\nend")),
    ("events that are null", "events", _edit(events=None)),
    ("an event that is a list", "events[0]", lambda data: data["events"].__setitem__(0, ["play", "Ulm"])),
    ("an event that is a number", "events[2]", lambda data: data["events"].__setitem__(2, 7)),
    ("unknown key", "winner", _edit(winner=0)),
    ("an unknown city at the start", "start.display[0]", lambda data: data["start"]["display"].__setitem__(0, "Rom")),
    ("a wrong type at the start", "start.turn.drawn", lambda data: data["start"]["turn"].update(drawn="1")),
    ("too large a deck at the start", "start.deck", lambda data: data["start"].update(deck=60)),
    ("a fourth card at the start", "start.discard[1]", lambda data: data["start"].update(discard=["Ulm", "Ulm"])),
    ("an empty event", "events[1]", lambda data: data["events"].__setitem__(1, "")),
    ("a word that is no event", "events[0]", lambda data: data["events"].__setitem__(0, "fly Ulm")),
    ("an unknown city", "events[1]", lambda data: data["events"].__setitem__(1, "carrier Rom start")),
    ("too few words", "events[0]", lambda data: data["events"].__setitem__(0, "play Ulm")),
    ("too many words", "events[2]", lambda data: data["events"].__setitem__(2, "end now")),
    ("control characters", "events[2]", lambda data: data["events"].__setitem__(2, "\x1b[31mend\x07")),
    ("a very long event", "events[0]", lambda data: data["events"].__setitem__(0, "play " + "Ulm " * 50_000)),
]  # fmt: skip


@pytest.mark.parametrize(("key", "edit"), [pytest.param(key, edit, id=name) for name, key, edit in BAD_RECORDS])
def test_a_bad_record_is_told_by_its_key(
    table: dict[str, Any], saved: Callable[[Any], str], key: str, edit: Change
) -> None:
    record = _record(table)
    edit(record)
    for json_or_not in ((), ("--json",)):
        assert key in taxis("replay", saved(record), *json_or_not).told_keys()


def test_a_position_is_no_record_and_the_other_way_round(
    table: dict[str, Any], saved: Callable[[Any], str], tmp_path: Path
) -> None:
    position, record = saved(table), command_line.write(tmp_path / "record.json", _record(table))
    told = f"taxis: {position}: file: this is a position, not a game record (taxis show reads it)\n"
    assert taxis("replay", position).err == told
    for command in (["legal", record], ["show", record]):
        told = f"taxis: {record}: file: this is a game record, not a position (taxis replay reads it)\n"
        assert taxis(*command).err == told


# ---- all commands alike


COMMANDS = ("show", "legal", "apply", "ruling", "placements", "routes", "odds", "perft", "advise", "play")


@pytest.mark.parametrize("command", COMMANDS)
def test_all_commands_refuse_a_bad_position_in_the_same_words(
    tmp_path: Path, table: dict[str, Any], command: str
) -> None:
    table["display"][1] = "Wien"
    file = command_line.write(tmp_path / "bad.json", table)
    rest = {"apply": ["end"], "ruling": ["end"], "odds": ["Ulm"], "perft": ["1"]}.get(command, [])
    assert taxis(command, file, *rest, "--json").err == taxis("legal", file).err
