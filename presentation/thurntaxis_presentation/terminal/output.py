"""Output: lines, wrapped text, JSON and tables; progress only on a terminal."""

import io
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, TextIO, cast

if TYPE_CHECKING:
    from rich.console import Console

PLAIN_WIDTH = 100
"""The columns of output that doesn't go to a terminal."""

LEAST_WIDTH = 20
"""The columns of a table on a terminal that says it has fewer."""


def say(text: str) -> None:
    """Write lines of text to standard output."""
    sys.stdout.write(text + "\n")


def paint(text: str, **style: Any) -> str:
    """Return the text in a style of click (bold, fg, dim) if standard output is a terminal and colours are allowed."""
    if not sys.stdout.isatty() or "NO_COLOR" in os.environ:
        return text
    import click

    return click.style(text, **style)


def width() -> int:
    """Return the columns for running text."""
    return min(screen_size().columns, PLAIN_WIDTH) if sys.stdout.isatty() else PLAIN_WIDTH


def screen_size() -> os.terminal_size:
    """Return the columns and rows of the terminal that standard output shows, even if that has been redirected there.

    The environment variables COLUMNS and LINES take precedence.
    """
    try:
        columns, rows = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        columns, rows = 0, 0
    return shutil.get_terminal_size((columns or PLAIN_WIDTH, rows or 24))


def say_json(data: Any) -> None:
    """Write one JSON document to standard output."""
    say(in_json(data))


def in_json(data: Any) -> str:
    """Return data as a JSON document for people and programs."""
    return json.dumps(data, ensure_ascii=False, indent=2)


def console() -> "Console":
    """Return a console for tables on standard output: coloured only on a terminal."""
    from rich.console import Console

    terminal = sys.stdout.isatty()
    width = max(screen_size().columns, LEAST_WIDTH) if terminal or "COLUMNS" in os.environ else PLAIN_WIDTH
    file = sys.stdout if terminal else cast("IO[str]", _WithoutTrailingSpaces(sys.stdout))
    return Console(file=file, highlight=False, markup=False, emoji=False, width=width)


class _WithoutTrailingSpaces(io.TextIOBase):
    """A stream that passes lines on without trailing spaces."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        self._stream.write(re.sub(" +$", "", text, flags=re.MULTILINE))
        return len(text)

    def flush(self) -> None:
        self._stream.flush()


@contextmanager
def working(what: str) -> Generator[Callable[[str], object]]:
    """Show a spinner while something takes time, on standard error and only if that is a terminal.

    The function that is yielded changes the words beside it.
    """
    if not sys.stderr.isatty():
        yield lambda _what: None
        return
    from rich.console import Console

    with Console(stderr=True).status(what) as status:
        yield status.update
