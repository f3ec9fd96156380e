"""What the solver covers.

The kernel, and so the search, plays by all rules, on every board that its numbers can hold. What is not covered is
refused in one line; a wrong answer would be worse than none.
"""

from collections.abc import Callable

from thurntaxis import Board
from thurntaxis.rules import RuleSet

CARDS_KEPT = 3
"""How many cards the kernel lets a player keep after closing a route."""


class NotCovered(ValueError):
    """Rules or a board that the solver does not cover; `key` is where a position names them."""

    def __init__(self, key: str, wrong: str, right: str) -> None:
        """Say what is not covered, and what would be."""
        super().__init__(f"{wrong} ({right})")
        self.key, self.wrong, self.right = key, wrong, right


_LIMITS: tuple[tuple[str, int, Callable[[Board], int]], ...] = (
    ("cities", 24, lambda board: len(board.cities)),
    ("provinces", 16, lambda board: len(board.provinces)),
    ("cities of a province", 12, lambda board: max(len(province.cities) for province in board.provinces)),
    ("cards", 72, lambda board: len(board.cards)),
    ("cards of a city", 3, lambda board: board.copies),
    ("stacks of tiles", 16, lambda board: len(board.stacks)),
    ("tiles of a stack", 15, lambda board: max(len(stack.values) for stack in board.stacks)),
    ("points of a tile", 15, lambda board: max(value for stack in board.stacks for value in stack.values)),
    ("cities for a carriage", 15, lambda board: max((number for number, _ in board.carriages), default=0)),
)
"""What lies beyond the kernel's numbers."""


def check_kernel(rules: RuleSet) -> None:
    """Raise `NotCovered` for boards that the kernel's numbers can't hold."""
    board = rules.board
    for what, most, count in _LIMITS:
        if (found := count(board)) > most:
            raise _unsearched(board, f"{what}: {found}", f"at most {most}")
    if sum(stack.kind == "all-provinces" for stack in board.stacks) != 1:
        raise _unsearched(board, "no tiles for all provinces", "a stack of them")
    if any(value < 1 for stack in board.stacks for value in stack.values):
        raise _unsearched(board, "a tile of no points", "at least 1")
    if board.hand_after_closing != CARDS_KEPT:
        raise _unsearched(board, f"cards kept after closing: {board.hand_after_closing}", f"{CARDS_KEPT}")


def _unsearched(board: Board, wrong: str, right: str) -> NotCovered:
    right = f"{right}; advise --exact looks at one turn on any board"
    return NotCovered("board", f"the search can't play on the board {board.name}: {wrong}", right)
