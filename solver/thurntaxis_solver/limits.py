"""The limits of the kernel, and so of the search.

It plays by all rules, on every board that fits into its numbers. Any other board is refused with a message of one line:
a wrong answer would be worse than none.
"""

from collections.abc import Callable

from thurntaxis import Board
from thurntaxis.rules import RuleSet

CARDS_KEPT = 3
"""The number of cards that a player keeps after closing a route, fixed in the kernel."""


class NotCovered(ValueError):
    """Rules or a board that the solver doesn't cover; `key` is the key of the position that names them."""

    def __init__(self, key: str, wrong: str, right: str) -> None:
        """Say what is wrong, and what would be right."""
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
"""What the kernel limits, the most of it that fits, and how much a board has."""


def check_kernel(rules: RuleSet) -> None:
    """Raise `NotCovered` for a board that doesn't fit into the kernel's numbers."""
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
