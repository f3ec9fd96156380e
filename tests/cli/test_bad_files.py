"""Files that are no position or no record: each fault is one line that names its key, and nothing else is written."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support import command_line
from support.command_line import taxis
from support.golden import cases, check

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


@pytest.mark.parametrize("text", cases(FOLDER / "bad_texts.txt"), ids=lambda text: text[:30])
def test_what_is_no_document_is_refused(tmp_path: Path, text: str) -> None:
    """The messages are those of the parsers, which differ from one version of Python to the next."""
    for ending in (".json", ".toml", ""):
        path = tmp_path / f"file{ending}"
        path.write_bytes(eval(text))
        assert {error["where"] for error in taxis("legal", path).errors()} == {str(path)}
    assert {error["where"] for error in taxis("replay", "-", stdin=eval(text)).errors()} == {"-"}


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
    told = f"taxis: {position}: file: this is a position, not a game record; taxis show reads it\n"
    assert taxis("replay", position).err == told
    for command in (["legal", record], ["show", record]):
        told = f"taxis: {record}: file: this is a game record, not a position; taxis replay reads it\n"
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
