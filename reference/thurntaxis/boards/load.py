"""Boards by name: those that come with the program, and those of board files."""

import dataclasses
import functools
import os
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from thurntaxis.board import Board
from thurntaxis.boards.shipped import COMPLETE, UnknownBoard, shipped_board
from thurntaxis.fault import NOT_FOUND, Fault, InputError, unreadable
from thurntaxis.io.file_limits import LONGEST_TOML, TooLarge, check_length, data_from_toml, syntax_error
from thurntaxis.message import Hint, Message
from thurntaxis.plain_text import decoded

_KEYS = {"province", "roads", "stack"}
"""A file without any of these keys isn't a board file."""


class BoardError(ValueError):
    """An unplayable board file, with its faults; if there are only gaps, one fault that counts them."""

    def __init__(self, file: str, faults: Sequence[Fault]) -> None:
        super().__init__(file, faults)
        self.file, self.faults = file, tuple(faults)

    def __str__(self) -> str:
        return "\n".join(f"{self.file}: {fault}" for fault in self.faults)


class UnreadableBoard(InputError):
    """A file that isn't a board file or can't be read."""

    def __init__(self, file: str, wrong: str, right: str, *values: object) -> None:
        super().__init__(wrong, right, *values)
        self.file = file

    def __str__(self) -> str:
        return f"{self.file}: {super().__str__()}"


def is_board_file(name: str) -> bool:
    """Return whether a name means a file rather than a board that comes with the program."""
    return name.casefold().endswith(".toml") or "/" in name or os.sep in name


def read_board(name: str, folder: Path | str | None = None) -> Board:
    """Return the board of a file.

    A relative name is looked up in `folder` (that of the position which names the board) and then in the current
    folder. The board, and positions on it, keep the name by which the file is found from the current folder.

    Raises:
        UnreadableBoard: there is no such file, or it is no board file.
        BoardError: the file has faults or gaps.
    """
    try:
        path = _find(name, folder)
        known = path.stat()
        return _read(str(path), _from_here(name, path), known.st_mtime_ns, known.st_size)
    except OSError as error:  # such as a name that is too long
        raise UnreadableBoard(name, unreadable(error), "a board file") from None


@functools.lru_cache(maxsize=16)
def _read(path: str, file: str, _changed: int, _size: int) -> Board:
    return _sound(data_of_board_file(path), file)


@functools.lru_cache(maxsize=16)
def board_of_text(text: str, file: str) -> Board:
    """Return the board of the text of a board file; `file` is how positions name it. Raise as `read_board` does."""
    data = _data(text.encode("utf-8", "surrogatepass"), file)
    return dataclasses.replace(_sound(data, file), text=text)


def _sound(data: Any, file: str) -> Board:
    """Return the board of the data of a board file; raise BoardError if it has faults or gaps."""
    from thurntaxis.boards.examination import examine

    findings = examine(data, file)
    if findings.board is not None:
        return findings.board
    gaps = Message("{number:# gap is|# gaps are} not filled in yet", len(findings.gaps))
    raise BoardError(
        file, findings.faults or [Fault("", gaps, Hint("taxis board check {file} lists what is missing", file))]
    )


def _find(name: str, folder: Path | str | None) -> Path:
    folders = dict.fromkeys(Path(each).resolve() for each in (folder, ".") if each is not None)
    for each in folders:
        if (each / name).is_file():
            return each / name
    wrong = Message("isn't a file") if (Path.cwd() / name).exists() else NOT_FOUND
    raise UnreadableBoard(name, wrong, "a board file; looked for in {folders}", tuple(map(str, folders)))


def _from_here(name: str, path: Path) -> str:
    """Return a file's path relative to the current folder; an absolute path stays so, as does one on another drive."""
    if Path(name).is_absolute():
        return name
    try:
        return Path(os.path.relpath(path)).as_posix()
    except ValueError:  # it is on another drive
        return path.as_posix()


def data_of_board_file(path: Path | str) -> Any:
    """Return the data of a board file, valid or not.

    Raises:
        UnreadableBoard: it is not TOML, or has none of the keys of a board.
        OSError: the file can't be read.
    """
    if not Path(path).is_file():
        wrong = Message("can't be read: {reason}", Message("it isn't a file")) if Path(path).exists() else NOT_FOUND
        raise UnreadableBoard(str(path), wrong, "a board file in TOML")
    with Path(path).open("rb") as stream:
        return _data(stream.read(LONGEST_TOML + 1), str(path))


def _data(raw: bytes, file: str) -> Any:
    """Return the data in the bytes of a board file, valid or not; raise UnreadableBoard if it isn't one."""
    try:
        check_length(raw, LONGEST_TOML)
        data = data_from_toml(text := decoded(raw))
    except UnicodeDecodeError as error:
        raise UnreadableBoard(file, "byte {number} is not UTF-8 text", "a board file in TOML", error.start) from None
    except (TooLarge, tomllib.TOMLDecodeError) as error:
        found = error if isinstance(error, TooLarge) else syntax_error(error, text)
        raise UnreadableBoard(file, found.wrong, found.right) from None
    except RecursionError:
        raise UnreadableBoard(file, "is nested too deeply", "a board file in TOML") from None
    if not _KEYS & data.keys():
        raise UnreadableBoard(
            file, "there is no board in it", "a TOML file with the keys name, province, roads, stack and others"
        )
    return data


def board(name: str, folder: Path | str | None = None, text: str | None = None) -> Board:
    """Return the board of this name: one that comes with the program, or that of a file.

    A name that ends in `.toml` or has a slash in it is a file; any other is read in any case. A file is looked for from
    `folder` (that of the position's file, if there is one), then from the current folder; with its `text`, it isn't
    looked for.

    Raises:
        UnknownName: there is no such board; `NotTranscribed` if it is printed, but not fully known.
        UnreadableBoard: there is no such file, or it is no board file (see `thurntaxis.boards`).
        BoardError: the file has faults or gaps.
    """
    if name.casefold() in ("north", *COMPLETE):
        return shipped_board(name.casefold())
    if not is_board_file(name):
        raise UnknownBoard("board", name, COMPLETE)
    return read_board(name, folder) if text is None else board_of_text(text, name)
