"""The result file of a tournament: a header that names the whole set-up, then one line of JSON for each game.

Lines are only ever appended. A line that was being written when the program was killed is dropped when the file is
opened again, and its game is played again.
"""

import json
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any, cast, get_origin, get_type_hints

import thurntaxis
from thurntaxis.boards import BoardError, UnreadableBoard
from thurntaxis.fault import reason_of
from thurntaxis.message import Message, clipped
from thurntaxis_solver.limits import KeyedError
from thurntaxis_solver.play.matches import Row, Setup

_MARK = b'{"thurntaxis_tournament": 1,'
"""How a result file begins."""

_KINDS: dict[str, Any] = {key: list if get_origin(kind) is list else kind for key, kind in get_type_hints(Row).items()}
"""The types of what a line holds, by key; what lists hold is not checked."""


class ResultError(KeyedError):
    """A result file that can't be continued: where in it, what is wrong, and what would be right."""

    def __str__(self) -> str:
        return f"{self.key}: {super().__str__()}"


@dataclass(frozen=True)
class Results:
    """What a result file holds: the set-up, and the games that are finished.

    `length` is how many bytes of the file are whole lines.
    """

    setup: Setup
    rows: tuple[Row, ...]
    length: int


def read_results(path: Path) -> Results | None:
    """Return the contents of a result file; None if it is empty or its header is incomplete.

    Raises:
        ResultError: it is no result file, or one of another version.
        OSError: it can't be read.
    """
    first, *lines = path.read_bytes().split(b"\n")
    if not lines and (first.startswith(_MARK) or _MARK.startswith(first)):
        return None
    setup = _read_header(first, path.parent)
    rows = tuple(_read_row(setup, line, number) for number, line in enumerate(lines[:-1], 2))
    seen: set[int] = set()
    for number, row in enumerate(rows, 2):
        if row["game"] in seen:
            raise ResultError(f"line {number}", "game {number} is listed twice", "each game once", row["game"])
        seen.add(row["game"])
    return Results(setup, rows, sum(len(line) + 1 for line in (first, *lines[:-1])))


def _read_header(line: bytes, folder: Path) -> Setup:
    no_header = ResultError("line 1", "this isn't the header of a tournament", "a result file, or a new file")
    try:
        data = json.loads(line)
        setup, engine = Setup.from_data(data["setup"], folder), data["engine"]
        played, named = _compared(setup.data()), _compared(data["setup"])
        sound = data["thurntaxis_tournament"] == 1 and played == {**named, "board": played["board"]}
    except UnreadableBoard as error:
        raise ResultError(_BOARD_KEY, '"{file}" {wrong}', error.right, clipped(error.file), error.wrong) from None
    except BoardError as error:
        raise _changed(error.file) from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise no_header from None
    if not sound:
        raise no_header
    if engine != thurntaxis.__version__:
        raise ResultError(
            "line 1: engine",
            Message('the games were played by version "{version}"', clipped(engine)),
            Message("{version}, or a new file", thurntaxis.__version__),
        )
    if played != named:
        raise _changed(setup.board.file)
    return setup


def _compared(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a set-up as they are compared: complete, and a board file by its digest, wherever it lies."""
    most_telling: dict[str, Any] = {"board": None, "modules": None}
    return most_telling | data | {"board": data.get("board_digest", data["board"]), "board_digest": None}


_BOARD_KEY = "line 1: setup.board"


def _changed(file: object) -> ResultError:
    return ResultError(
        _BOARD_KEY, '"{file}" has changed since the games were played', "that board, or a new file", clipped(file)
    )


def _read_row(setup: Setup, line: bytes, number: int) -> Row:
    with suppress(AttributeError, TypeError, ValueError):
        row: dict[str, Any] = {"record": "", **json.loads(line)}
        if _is_row(row, setup):
            return cast("Row", row)
    raise ResultError(f"line {number}", "this isn't a game of the tournament", "the lines as taxis wrote them")


def _is_row(row: dict[str, Any], setup: Setup) -> bool:
    """Return whether this is a game of the set-up."""
    if row.keys() != _KINDS.keys() or not all(isinstance(row[key], kind) for key, kind in _KINDS.items()):
        return False
    if row["game"] < 0 or any(len(row[key]) != setup.players for key in ("scores", "turns", "tiles")):
        return False
    deal, seats, _ = setup.fixture(row["game"])
    return (row["deal"], row["seats"]) == (deal, [setup.agents[index] for index in seats])


@dataclass
class ResultFile:
    """A result file that is open for more games; `rows` are those that it held when it was opened."""

    setup: Setup
    games: int
    rows: tuple[Row, ...]
    stream: FileIO
    is_empty: bool

    def append(self, row: Row) -> None:
        """Write a finished game, below the header.

        Raises:
            ResultError: it can't be written, for example because the disk is full; the file is left as it was.
        """
        lines: list[Any] = [row]
        if self.is_empty:
            about = {"engine": thurntaxis.__version__, "setup": self.setup.data(), "games": self.games}
            lines.insert(0, {"thurntaxis_tournament": 1, **about})
        left = b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)
        length = self.stream.seek(0, os.SEEK_END)
        try:
            while left:
                left = left[self.stream.write(left) :]
        except OSError as error:
            with suppress(OSError):
                self.stream.truncate(length)
            raise ResultError(
                "file",
                Message("can't be written: {reason}", reason_of(error)),
                "space on the disk; the finished games are in the file",
            ) from None
        self.is_empty = False


@contextmanager
def result_file(path: Path, setup: Setup, games: int) -> Generator[ResultFile]:
    """Open a file for the games of a set-up, and drop a last line that is not whole; delete a new file without games.

    Raises:
        ResultError: it belongs to another set-up, is no result file, or another program is writing to it.
        OSError: it can't be read or written.
    """
    is_new = not path.exists()
    with path.open("ab", buffering=0) as stream:
        _lock(stream)
        earlier = read_results(path)
        rows = _fitting(earlier, setup) if earlier else ()
        stream.truncate(earlier.length if earlier else 0)
        file = ResultFile(setup, games, rows, stream, is_empty=earlier is None)
        try:
            yield file
        finally:
            if is_new and file.is_empty:
                path.unlink(missing_ok=True)


def _fitting(earlier: Results, setup: Setup) -> tuple[Row, ...]:
    """Return the games of a file; raise `ResultError` if they belong to another set-up."""
    old, new = earlier.setup.data(), setup.data()
    compared = _compared(new)
    for key, value in _compared(old).items():
        if value != compared[key]:
            raise ResultError(
                f"line 1: setup.{key}",
                Message(
                    "the file belongs to another set-up: {key} {old}, not {new}", key, _text(old[key]), _text(new[key])
                ),
                "the same set-up, or a new file",
            )
    return earlier.rows


def _text(value: Any) -> str:
    """Return a value of the set-up in words."""
    if isinstance(value, dict):
        return ", ".join(f"{key}={str(word).lower()}" for key, word in value.items())
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(value) or "none" if isinstance(value, list) else str(value)


def _lock(stream: FileIO) -> None:
    """Keep other programs from writing to the file, on systems with locks; the lock ends with the program."""
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ResultError(
                "file", "another tournament is writing to it", "another file, or wait for its end"
            ) from None
