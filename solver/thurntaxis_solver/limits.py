"""The limits of the kernel, and so of the search.

It supports all rules, on every board that fits into its numbers. Any other board is refused in one line, because a
wrong answer would be worse than none.
"""

from collections.abc import Callable

from thurntaxis import Board
from thurntaxis.fault import InputError
from thurntaxis.message import Message
from thurntaxis.rules import RuleSet

CARDS_KEPT = 3
"""The number of cards that a player keeps after closing a route, fixed in the kernel."""


class KeyedError(InputError):
    """An input that can't be used; `key` names the place in it."""

    def __init__(self, key: str, wrong: str, right: str, *values: object) -> None:
        """Store the place, what is wrong there, and what would be right."""
        super().__init__(wrong, right, *values)
        self.key = key


class NotCovered(KeyedError):
    """Rules or a board that the solver doesn't cover; `key` is the key of the position that names them."""


LIMITS: dict[str, tuple[int, Callable[[Board], int]]] = {
    "{number} cities": (24, lambda board: len(board.cities)),
    "{number} provinces": (16, lambda board: len(board.provinces)),
    "{number} cities in a province": (12, lambda board: max(len(province.cities) for province in board.provinces)),
    "{number} cards": (72, lambda board: len(board.cards)),
    "{number} cards of a city": (3, lambda board: board.copies),
    "{number} stacks of tiles": (16, lambda board: len(board.stacks)),
    "{number} tiles in a stack": (15, lambda board: max(len(stack.values) for stack in board.stacks)),
    "{number} points for a tile": (15, lambda board: max(value for stack in board.stacks for value in stack.values)),
    "{number} cities for a carriage": (15, lambda board: max((number for number, _ in board.carriages), default=0)),
}
"""What the kernel limits, as the message says it: the most of it that fits, and how much a board has."""


def check_kernel(rules: RuleSet) -> None:
    """Raise `NotCovered` for a board that doesn't fit into the kernel's numbers."""
    board = rules.board
    for too_many, (most, count) in LIMITS.items():
        if (found := count(board)) > most:
            raise _unsearched(board, Message(too_many, number=found), Message("at most {most}", most=most))
    if sum(stack.kind == "all-provinces" for stack in board.stacks) != 1:
        raise _unsearched(board, Message("no stack for all provinces"), Message("one such stack"))
    if any(value < 1 for stack in board.stacks for value in stack.values):
        raise _unsearched(board, Message("a tile worth no points"), Message("at least {low}", low=1))
    if board.hand_after_closing != CARDS_KEPT:
        raise _unsearched(
            board,
            Message("{number} cards kept after closing a route", number=board.hand_after_closing),
            Message("{number}", number=CARDS_KEPT),
        )


def _unsearched(board: Board, wrong: Message, right: Message) -> NotCovered:
    return NotCovered("board", "the search can't handle the board {name}: {wrong}", right, board.name, wrong)
