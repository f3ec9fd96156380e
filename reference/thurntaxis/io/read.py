"""Reads positions and game records from JSON or TOML, and reports every fault at once."""

import json
import re
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

from thurntaxis.arguments import checked
from thurntaxis.boards.gaps import key_of
from thurntaxis.fault import MOST_FAULTS, Fault, InputError
from thurntaxis.io.build import built
from thurntaxis.io.decoding import Misfit, Unfit, filled, one_of
from thurntaxis.io.file_format import PositionShape, RecordShape
from thurntaxis.io.file_limits import LONGEST_FILE, TooLarge, check_length, check_size, data_from_toml, syntax_error
from thurntaxis.io.line_format import is_line
from thurntaxis.message import Alternatives, Hint, Message, clipped, verbatim
from thurntaxis.names import meant
from thurntaxis.plain_text import decoded
from thurntaxis.position import Position
from thurntaxis.records import Record

_Shape = TypeVar("_Shape")


class PositionError(ValueError):
    """A file or text that isn't a possible position or record, with every fault."""

    def __init__(self, found: Sequence[Fault]) -> None:
        super().__init__(tuple(found))
        self.faults = tuple(found[:MOST_FAULTS])

    @classmethod
    def of(cls, key: str, wrong: str, right: str, *values: object) -> Self:
        """Return the error of a single fault."""
        return cls([Fault(key, wrong, right, *values)])

    def within(self, key: str) -> Self:
        """Return the error with the keys of its faults as those within an object."""
        return type(self)([Fault(f"{key}.{f.key}".rstrip("."), f.wrong, f.right) for f in self.faults])

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))


# ---- reading


def read_position(path: Path | str) -> Position:
    """Return the position of a file.

    Raises:
        PositionError: the file is no possible position; every fault names its key.
        OSError: the file can't be read.
    """
    return position_from_data(read_data(path), Path(path).parent)


def read_record(path: Path | str) -> Record:
    """Return the game record of a file; raise like `read_position`."""
    return record_from_data(read_data(path), Path(path).parent)


def read_data(path: Path | str) -> Any:
    """Return the data of a JSON or TOML file (decided by its suffix, or else by its first character)."""
    with Path(path).open("rb") as stream:
        return data_from_bytes(stream.read(LONGEST_FILE + 1), Path(path).suffix.lower())


def data_from_bytes(raw: bytes, suffix: str = "") -> Any:
    """Return the data of a JSON (`suffix` ".json") or TOML (".toml") text; without a suffix, of either."""
    text = ""
    try:
        check_length(raw)
        text = decoded(raw)
        if text.strip():
            is_json = text.lstrip()[:1] in ("{", "[") if suffix not in (".json", ".toml") else suffix == ".json"
            return _from_json(text) if is_json else data_from_toml(text)
    except UnicodeDecodeError as error:
        raise PositionError.of("", "byte {number} is not UTF-8 text", "a JSON or TOML file", error.start) from None
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        raise _undecoded(error, text, suffix) from None
    except RecursionError:
        raise PositionError.of("", "is nested too deeply", "a position or a record") from None
    except InputError as error:
        raise PositionError.of("", error.wrong, error.right) from None
    raise PositionError.of("", "empty", "a position or a record")


NO_FORMAT = Message("neither JSON nor TOML")
"""What is wrong with a text that doesn't even begin like JSON or TOML."""

_FORMS: dict[str, tuple[Message, Callable[[str], object], Message]] = {
    ".json": (verbatim("JSON"), re.compile(r"\s*+\{").match, Message("a name in .json, or Position.from_json")),
    ".toml": (
        verbatim("TOML"),
        re.compile(r"(?:\s++|#.*\n)*+[\w.-]++\s*+=").match,
        Message("a name in .toml, or Position.from_toml"),
    ),
    ".txt": (Message("a line"), is_line, Message("a name in .txt, or Position.from_line")),
}
"""The forms of a text by the suffix of its file: what each is called, whether a text begins so, and what reads it."""


def _undecoded(error: json.JSONDecodeError | tomllib.TOMLDecodeError, text: str, suffix: str) -> PositionError:
    """Return the message about a text that doesn't match its suffix or has a syntax error."""
    for other, (form, begins_so, reader) in _FORMS.items():
        if suffix in (".json", ".toml") and suffix != other and begins_so(text):
            wanted = _FORMS[suffix][0]
            return PositionError.of(
                "", "looks like {form}, not {wanted}", "{wanted}; for {form}, {reader}", form, wanted, reader
            )
    if not suffix and isinstance(error, tomllib.TOMLDecodeError) and not _FORMS[".toml"][1](text):
        return PositionError.of("", NO_FORMAT, "a JSON or TOML file")
    found = syntax_error(error, text)
    return PositionError.of("", found.wrong, found.right)


def _from_json(text: str) -> Any:
    def no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise InputError('the key "{text}" is twice in one object', "each key once", clipped(key))
            found[key] = value
        return found

    def no_number(name: str) -> Any:
        raise InputError("{text} isn't a number in JSON", "a whole number", name)

    def whole(digits: str) -> float:  # Python reads no integer of more digits, and no key wants one
        return int(digits) if len(digits.lstrip("-")) <= 4000 else float(digits)

    return json.loads(text, object_pairs_hook=no_doubles, parse_constant=no_number, parse_int=whole)


@checked
def position_from_text(text: str | bytes, suffix: str = "") -> Position:
    """Return the position of a JSON (`suffix` ".json") or TOML (".toml") text; without a suffix, of either.

    A board file that it names is looked for from the current folder. Raises `PositionError` with every fault.
    """
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return position_from_data(data_from_bytes(raw, suffix))


def position_from_data(data: Any, folder: Path | str | None = None) -> Position:
    """Return the position that a dictionary describes; raise `PositionError` with every fault.

    A board file that it names is looked for from `folder` first, then from the current folder.
    """
    if _marks(data) == {_RECORD}:
        raise PositionError.of("", "this is a game record, not a position", Hint("taxis replay reads it"))
    return _position(_shaped(PositionShape, data), folder)


def record_from_data(data: Any, folder: Path | str | None = None) -> Record:
    """Return the game record that a dictionary describes; as `position_from_data` does."""
    if _marks(data) == {_POSITION} or (isinstance(data, dict) and "players" in data and not _marks(data)):
        raise PositionError.of("", "this is a position, not a game record", Hint("taxis show reads it"))
    shape = _shaped(RecordShape, data)
    try:
        start = _position(shape.start, folder)
    except PositionError as error:
        raise error.within("start") from None
    if shape.seats and len(shape.seats) != len(start.players):
        raise PositionError.of(
            "seats", Message("holds {number}", len(shape.seats)), "one for each player: {number}", len(start.players)
        )
    return Record(start, tuple(shape.events), shape.engine, tuple(shape.seats), shape.seed)


_POSITION, _RECORD = "thurntaxis", "thurntaxis_record"
"""The keys that distinguish positions from records; that of a position may be left out."""


def _marks(data: Any) -> set[str]:
    return {_POSITION, _RECORD} & data.keys() if isinstance(data, dict) else set()


# ---- shape


def _shaped(shape: type[_Shape], data: Any) -> _Shape:
    """Return the data in their shape; raise `PositionError` where keys are missing or unknown, or types wrong."""
    if not isinstance(data, dict):
        raise PositionError.of("", "this is {kind}", "an object with keys", _kind(data))
    try:
        check_size(data)
        return filled(shape, data)
    except TooLarge as large:
        raise PositionError.of(key_of(large.location), large.wrong, large.right) from None
    except Unfit as unfit:
        raise PositionError([_fault(misfit, data) for misfit in unfit.misfits[:MOST_FAULTS]]) from None


_KINDS = {
    "NoneType": "null",
    "bool": "true or false",
    "key": "another value",
    "int": "a number",
    "float": "a number",
    "str": "a text",
    "list": "a list",
    "dict": "an object",
}


def _kind(value: object) -> Message:
    name = type(value).__name__
    return Message(_KINDS[name]) if name in _KINDS else Message("a value of another type")


_WANTED = {
    "str": "text in quotes",
    "pattern": "text on one line, without control characters",
    "max_length": "at most {max_length} characters",
    "unicode": "a text of Unicode characters",
    "int": "a whole number",
    "bool": "true or false",
    "key": "another value",
    "list": "a list",
    "list_or_int": "a list or a whole number",
    "dict": "an object with keys",
    "ge": "at least {ge}",
    "le": "{le}",
    "min_length": "at least {min_length}",
}

_MISSING = {
    _RECORD: "1",
    "players": "a list of 2 to 4 players, each an object with keys",
    "engine": 'text in quotes, such as "0.1.0"',
    "start": "the position that the game begins with",
}
"""What to write for a required key."""


def _fault(misfit: Misfit, data: Any) -> Fault:
    kind, location, value, facts = misfit
    key = key_of(location)
    if kind == "missing":
        return Fault(key, "missing", Message(_MISSING[str(location[-1])]))
    if kind == "unknown":
        return Fault(key, "unknown key", meant(str(location[-1]), facts["keys"]))
    if kind == "one_of":
        return Fault(key, _is(value), one_of(facts["words"]))
    if kind == "min_length":  # what is too long is found before
        return Fault(key, "holds {number}", Message(_WANTED[kind], **facts), len(value))
    if kind == "int" and location[-1] in _INDICES and isinstance(value, str):
        return Fault(key, _is(value), _indices(data["start"] if location[0] == "start" != key else data))
    return Fault(key, _is(value), Message(_WANTED[kind], **facts))


_INDICES = ("player", "start", "ender", "messenger")
"""Keys whose values are the indices of players."""


def _indices(position: Any) -> Message:
    """Return the numbers of the players, with their names; they are those of data that may have other faults."""
    players = position.get("players")
    players = players if isinstance(players, list) else []
    names = [player.get("name") if isinstance(player, dict) else None for player in players]
    told = [
        Message('{number} for "{text}"', number=at, text=clipped(name)) if isinstance(name, str) else str(at)
        for at, name in enumerate(names)
    ]
    return Message("a whole number: {names}", names=Alternatives(told)) if told else Message("a whole number")


def _is(value: object) -> Message:
    """Return the message for an invalid value."""
    if isinstance(value, str):
        return Message('is "{text}"', text=clipped(value))
    return Message("is {value}", value=value if isinstance(value, (int, float)) else _kind(value))


# ---- names and rules


def _position(shape: PositionShape, folder: Path | str | None) -> Position:
    """Return the position of this shape; raise `PositionError` with every name and number that is impossible."""
    position, found = built(shape, folder)
    if position is None or found:
        raise PositionError(found)
    return position
