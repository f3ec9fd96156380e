"""Files that are no position or no record: each fault is one line that names its key, and nothing else is written."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support import command_line
from support.command_line import taxis
from support.golden import check

FOLDER = Path(__file__).parent


def refused(data: dict[str, Any], change: str, command: str, folder: Path) -> str:
    """Return the errors of a command about data after a change."""
    exec(change, {"data": data}, data)
    file = command_line.write(folder / "data.json", data)
    answer = taxis(command, file)
    answer.errors()
    return answer.err.replace(file, "FILE")


def test_each_fault_of_a_position_has_a_line_with_its_key(table: dict[str, Any], tmp_path: Path) -> None:
    check(FOLDER / "bad_positions.txt", lambda change: refused(copy.deepcopy(table), change, "legal", tmp_path))


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


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_no_document_is_refused(tmp_path: Path, name: str) -> None:
    for ending in (".json", ".toml", ""):
        path = tmp_path / f"file{ending}"
        path.write_bytes(TEXTS[name])
        for match in taxis("legal", path).errors():
            assert match["where"] == str(path)
    assert all(match["where"] == "-" for match in taxis("replay", "-", stdin=TEXTS[name]).errors())


def test_a_file_cut_short_is_refused(table: dict[str, Any]) -> None:
    whole = json.dumps(table).encode()
    for share in range(2, 100, 7):
        taxis("legal", "-", stdin=whole[: len(whole) * share // 100]).errors()


def test_what_is_no_file(tmp_path: Path) -> None:
    for name in (tmp_path / "none.json", tmp_path, "a\x00b", "x" * 5000):
        for command in ("legal", "replay"):
            assert taxis(command, name).told_keys() == ["file"]


# ---- records


def _record(table: dict[str, Any]) -> dict[str, Any]:
    return {
        "thurntaxis_record": 1,
        "engine": "0.1.0",
        "start": copy.deepcopy(table),
        "events": ["play Nürnberg right", "carrier Ulm start", "end"],
    }


def test_each_fault_of_a_record_has_a_line_with_its_key(table: dict[str, Any], tmp_path: Path) -> None:
    check(FOLDER / "bad_records.txt", lambda change: refused(_record(table), change, "replay", tmp_path))


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
