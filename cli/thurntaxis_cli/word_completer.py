"""Completion of words on a terminal, for prompt_toolkit; a separate module, so that it is loaded only if needed."""

import re
from collections.abc import Callable, Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document


class WordCompleter(Completer):
    """Completes the word before the cursor; words are separated by spaces, commas and semicolons."""

    def __init__(self, completions: Callable[[str], Iterable[str]]) -> None:
        self._completions = completions

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
        """Yield the completions, each in the place of the word."""
        begun = re.split(r"[\s,;]", document.text_before_cursor)[-1]
        for word in self._completions(begun):
            yield Completion(word, start_position=-len(begun))
