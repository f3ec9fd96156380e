"""What is fuzzed: the kinds of input, each with what must hold."""

from collections.abc import Callable
from typing import Any, NamedTuple

from hypothesis.strategies import SearchStrategy

from fuzzing import checks, inputs


class Target(NamedTuple):
    """A kind of input: its name, how inputs are drawn, and the check of one."""

    name: str
    inputs: SearchStrategy[Any]
    check: Callable[[Any], None]


TARGETS = (
    Target("positions", inputs.positions, checks.check_position),
    Target("records", inputs.records, checks.check_record),
    Target("boards", inputs.boards, checks.check_board),
    Target("lines", inputs.lines(), checks.check_line),
    Target("conversations", inputs.conversations(), checks.check_conversation),
    Target("booklets", inputs.booklets, checks.check_booklet),
)
