"""What is fuzzed: the kinds of input, each with what must hold."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from fuzzing import checks, inputs


class Target(NamedTuple):
    """A kind of input: its name, how an input is made, the check of one, and how many there are in a round."""

    name: str
    make: Callable[[Random], Any]
    check: Callable[[Any], None]
    share: int

    def input(self, number: int) -> Any:
        """Return the input of this number."""
        return self.make(Random(f"{self.name} {number}"))


TARGETS = (
    Target("positions", inputs.positions, checks.check_position, 200),
    Target("records", inputs.records, checks.check_record, 150),
    Target("boards", inputs.boards, checks.check_board, 50),
    Target("lines", inputs.lines, checks.check_line, 300),
    Target("events", inputs.events, checks.check_event, 200),
    Target("conversations", inputs.conversations, checks.check_conversation, 40),
    Target("entries", inputs.entries, checks.check_entry, 10),
    Target("booklets", inputs.booklets, checks.check_booklet, 50),
)
