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
    return LineInput(lines_of(stream)) if plain or not on_terminal else TerminalInput()


class LineInput:
    """Lines of a stream. Bytes that aren't UTF-8 are kept, and a line that is too long is empty."""

    on_screen = False
    """Whether a person sits at a terminal whose screen can be drawn anew."""

    def __init__(self, lines: Iterator[bytes | None]) -> None:
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


class TerminalInput(LineInput):
    """Lines of a terminal, by prompt_toolkit: they can be edited, completed with Tab, and called up again."""

    on_screen = True

    def __init__(self) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.output import create_output
        from prompt_toolkit.shortcuts import CompleteStyle

        self._session: PromptSession[str] = PromptSession(
            output=create_output(stdout=sys.stdout),
            complete_style=CompleteStyle.READLINE_LIKE,  # needs no room below the line, and is read out in order
            complete_while_typing=False,
        )

    def ask(self, prompt: str, completions: Completions = lambda _begun: (), proposal: str = "") -> str:
        """Return the line that follows a prompt, where the proposal stands to be edited.

        Raises:
            EOFError: Ctrl-D.
            KeyboardInterrupt: Ctrl-C.
        """
        from thurntaxis_cli.word_completer import WordCompleter

        return self._session.prompt(prompt, completer=WordCompleter(completions), default=proposal).strip()
