"""Reads a position or a game record from a text in any form: JSON, TOML or a line."""

import re
from pathlib import Path
from typing import Any, Literal, NamedTuple

from thurntaxis.arguments import checked
from thurntaxis.io.file_limits import LONGEST_FILE
from thurntaxis.io.line_format import MOVES, is_line, sent
from thurntaxis.io.read import data_from_bytes, position_from_data, record_from_data
from thurntaxis.io.read_line import position_from_line, record_from_line
from thurntaxis.plain_text import decoded
from thurntaxis.position import Position
from thurntaxis.records import Record


class ReadGame(NamedTuple):
    """A game, and whether it was a record; otherwise it begins and ends with its position."""

    record: Record
    is_record: bool


def read_game(
    text: str | bytes,
    suffix: str = "",
    folder: Path | None = None,
    *,
    wanted: Literal["position", "record", "either"] = "either",
) -> ReadGame:
    """Return the game of a text.

    `suffix` says whether it is JSON (".json") or TOML (".toml"); without one, its first character does. A board file
    that it names is looked for from `folder` first, then from the current folder.

    Raises:
        PositionError: the text is no possible position or record, or not what is `wanted`; every fault names its key.
    """
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    try:
        line = decoded(raw) if isinstance(text, bytes) else text
    except UnicodeDecodeError:
        line = ""  # no line; reading the data below says what is wrong
    found: Position | Record
    if suffix not in (".json", ".toml") and is_line(line):
        fields, moves = sent(line)
        is_record = wanted == "record" or (wanted == "either" and bool(moves or MOVES in fields))
        found = (record_from_line if is_record else position_from_line)(line, folder)
    else:
        data: Any = data_from_bytes(raw, suffix)
        has_events = isinstance(data, dict) and "thurntaxis_record" in data
        is_record = wanted == "record" or (wanted == "either" and has_events)
        found = (record_from_data if is_record else position_from_data)(data, folder)
    return ReadGame(found if isinstance(found, Record) else Record(found, ()), is_record)


def read_game_file(path: Path | str, *, wanted: Literal["position", "record", "either"]) -> ReadGame:
    """Return the game of a file; raise like `read_game`, or OSError if the file can't be read."""
    with Path(path).open("rb") as stream:
        raw = stream.read(LONGEST_FILE + 1)
    return read_game(raw, Path(path).suffix.lower(), Path(path).parent, wanted=wanted)


@checked
def load(source: Path | str | bytes) -> Position:
    """Return the position of a file, or of a text: a line, an address of the table, JSON or TOML.

    A `str` without braces, equals signs and line ends that is no line is the name of a file.

    Raises:
        PositionError: it is no possible position; every fault names its key.
        OSError: the file can't be read.
    """
    if isinstance(source, str) and not (is_line(source) or re.search(r"^$|[{=\n]", source)):
        source = Path(source)
    if isinstance(source, (str, bytes)):
        return read_game(source, wanted="position").record.start
    return read_game_file(source, wanted="position").record.start
