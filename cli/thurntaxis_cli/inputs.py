"""Reads positions, records, events and names; every fault is an error line that names the file and the key."""

import codecs
import contextlib
import errno
import io
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, BinaryIO, Literal, TextIO

from thurntaxis import Board, Position, UnknownName
from thurntaxis.fault import unreadable
from thurntaxis.io.file_limits import LONGEST_FILE
from thurntaxis.io.line_format import is_line
from thurntaxis.io.read import PositionError
from thurntaxis.io.read_game import ReadGame, read_game, read_game_file
from thurntaxis.message import Hint, Message
from thurntaxis.plain_text import UTF_16_MARKS
from thurntaxis.records import Record
from thurntaxis_cli.parameters import answer_language
from thurntaxis_presentation.errors import BadInput, ErrorLine, one_line, refuse, refuse_all, refusing
from thurntaxis_presentation.sentences import warning_lines, warnings_in_words

LONGEST_LINE = 1024 * 1024
"""The most bytes of a line of standard input, its end included."""


def load_position(file: str) -> Position:
    """Return the position of a file or a line; `-` is standard input. Warn of what makes it unlikely."""
    right = Message("a position file, a TT1 line in quotes, or - for standard input")
    return _load(file, "position", right).record.start


def load_record(file: str) -> Record:
    """Return the game record of a file or a line; `-` is standard input. Warn of what makes its start unlikely."""
    return _load(file, "record", Message("a record file, a TT1 line in quotes, or - for standard input")).record


def load_game(file: str) -> ReadGame:
    """Return the game of a position or record, in a file or a line; `-` is standard input. Warn as the others do."""
    return _load(file, "either", Message("a position or record file, a TT1 line in quotes, or - for standard input"))


def label(file: str) -> str:
    """Return what error lines call the argument POSITION or RECORD: the file, or a word for a line."""
    return "line" if is_line(file) else file


def _load(file: str, wanted: Literal["position", "record", "either"], right: Message) -> ReadGame:
    where = label(file)
    try:
        if is_line(file):
            game = read_game(file, wanted=wanted)
        elif file == "-":
            game = read_game(standard_input().read(LONGEST_FILE + 1), wanted=wanted)
        else:
            game = read_game_file(file, wanted=wanted)
    except PositionError as error:
        raise refuse_all(where, error.faults) from None
    except (OSError, ValueError) as error:
        no_name = Message("can't be read: {reason}", Message("it isn't a file name"))
        wrong = unreadable(error) if isinstance(error, OSError) else no_name
        raise refuse(where, "file", wrong, right) from None
    within = "start." if game.is_record else ""
    for key, line in warning_lines(game.record.start, answer_language(), within=within):
        sys.stderr.write(one_line(f"taxis: {where}: {key}: {line}") + "\n")
    return game


def with_warnings(answer: dict[str, Any], position: Position, *, within: str = "") -> dict[str, Any]:
    """Return a JSON answer about a position, with what makes the position unlikely if anything does."""
    warnings = warnings_in_words(position, answer_language(), within=within)
    return {**answer, "warnings": warnings} if warnings else answer


def standard_input() -> BinaryIO:
    """Return standard input, as bytes; raise OSError if it is closed."""
    stream: TextIO | None = sys.stdin
    if stream is None:
        raise OSError(errno.EBADF, Message("standard input is closed"))
    return stream.buffer


def has_terminal_input() -> bool:
    """Let standard input, which has ended, continue from the terminal; return whether there is one."""
    try:
        stream = standard_input().fileno()
        terminal = os.open("/dev/tty", os.O_RDONLY)
    except OSError:
        return False
    os.dup2(terminal, stream)
    os.close(terminal)
    return True


def lines_of(stream: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines of a stream in UTF-8 without their ends; none stands for a line that is too long."""
    mark = stream.peek(3)[:3] if isinstance(stream, io.BufferedReader) else b""
    if mark.startswith(UTF_16_MARKS):
        stream = codecs.EncodedFile(stream, "utf-8", "utf-16", "surrogatepass")
    elif mark == codecs.BOM_UTF8:
        stream.read(len(mark))
    while line := stream.readline(LONGEST_LINE):
        if line.endswith(b"\n") or len(line) < LONGEST_LINE:
            yield line.rstrip(b"\r\n")
            continue
        while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
            pass
        yield None


def read_cities(
    position: Position, names: Iterable[str], command: str, key: str, meaning: Callable[[Board, str], str] | None = None
) -> tuple[str, ...]:
    """Return the canonical names of cities, or what `meaning` makes of each name; refuse every unknown name."""
    meaning = meaning or Board.resolve
    found: list[str] = []
    errors: list[ErrorLine] = []
    for name in names:
        try:
            found.append(meaning(position.rules.board, name))
        except UnknownName as unknown:
            errors.append(ErrorLine(command, key, unknown.wrong, unknown.right))
    if errors:
        raise BadInput(*errors)
    return tuple(found)


def read_route(position: Position, text: str, command: str, key: str) -> tuple[str, ...]:
    """Return the cities of a route, which are separated by commas; refuse spaces instead."""
    names, board = [name.strip() for name in text.split(",")], position.rules.board
    if len(names) == 1 and len(names[0].split()) > 1:
        with contextlib.suppress(UnknownName):
            commas = Hint("did you mean {name}?", ",".join(map(board.resolve, names[0].split())))
            raise refuse(command, key, "there are no commas between the cities", commas)
    return read_cities(position, names, command, key)


@contextlib.contextmanager
def asking_solver(file: str, where: str, key: str, *, within: str = "") -> Generator[None]:
    """Refuse what the solver can't answer, with its message; `within` is put before the keys of the file's position."""
    from thurntaxis_solver.limits import NotCovered

    with refusing(label(where), key):
        try:
            yield
        except NotCovered as error:
            raise refuse(label(file), within + error.key, error.wrong, error.right) from None
