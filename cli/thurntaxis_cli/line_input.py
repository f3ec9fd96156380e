"""Reads lines that a person types: with editing and Tab completion on a terminal, plainly everywhere else."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator

from thurntaxis_cli.inputs import lines_of, standard_input

Completions = Callable[[str], Iterable[str]]
"""Returns the words that the beginning of a word may be completed to."""


def line_input(*, plain: bool) -> "LineInput":
    """Return the input from the terminal; from standard input if that is none, or if it is asked for plainly.

    Raises:
        OSError: standard input is closed.
    """
    stream = standard_input()
    on_terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    if plain or not on_terminal:
        return LineInput(lines_of(stream))
    from thurntaxis_cli.terminal_input import TerminalInput

    return TerminalInput()


class LineInput:
    """Lines of a stream. Bytes that aren't UTF-8 are kept, and a line that is too long is empty."""

    on_screen = False
    """Whether a person sits at a terminal whose screen can be drawn anew."""

    def __init__(self, lines: Iterator[bytes | None]) -> None:
        """Take the lines of the stream; none stands for one that is too long."""
        self._lines = lines

    def ask(self, prompt: str, completions: Completions = lambda _begun: (), proposal: str = "") -> str:  # noqa: ARG002
        """Return the line that follows a prompt; raise EOFError at the end of the stream."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        try:
            line = next(self._lines)
        except StopIteration:
            raise EOFError from None
        return "" if line is None else line.decode("utf-8", errors="surrogateescape").strip()
