"""Reads lines from a terminal by prompt_toolkit; a separate module, so that this library is loaded only if needed."""

import re
import sys
from collections.abc import Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.output import create_output
from prompt_toolkit.shortcuts import CompleteStyle

from thurntaxis_cli.line_input import Completions, LineInput


class WordCompleter(Completer):
    """Completes the word before the cursor; words are separated by spaces, commas and semicolons."""

    def __init__(self, completions: Completions) -> None:
        """Take what the beginning of a word may be completed to."""
        self._completions = completions

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
        """Yield the completions, each in the place of the word."""
        begun = re.split(r"[\s,;]", document.text_before_cursor)[-1]
        for word in self._completions(begun):
            yield Completion(word, start_position=-len(begun))


class TerminalInput(LineInput):
    """Lines of a terminal, which can be edited, completed with Tab, and called up again."""

    on_screen = True

    def __init__(self) -> None:
        """Prepare the terminal that standard output shows."""
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
        return self._session.prompt(prompt, completer=WordCompleter(completions), default=proposal).strip()
