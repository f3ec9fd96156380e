"""The limits of the kernel, and so of the search.

It supports all rules, on every board that fits into its numbers. Any other board is refused in one line, because a
wrong answer would be worse than none.
"""

from typing import cast

from thurntaxis import Board
from thurntaxis.fault import InputError
from thurntaxis.message import Message
from thurntaxis.rules import RuleSet

CARDS_KEPT = 3
"""The number of cards that a player keeps after closing a route, fixed in the kernel."""


class KeyedError(InputError):
    """An input that can't be used; `key` names the place in it."""

    def __init__(self, key: str, wrong: str, right: str, *values: object) -> None:
        super().__init__(wrong, right, *values)
        self.key = key


class NotCovered(KeyedError):
    """Rules or a board that the solver doesn't cover; `key` is the key of the position that names them."""


def _limits(board: Board) -> dict[Message, int]:
    """Return how much a board has of what the kernel limits, in words, with the most of it that fits."""
    values = [value for stack in board.stacks for value in stack.values]
    return {
        Message("{number} cities", len(board.cities)): 24,
        Message("{number} provinces", len(board.provinces)): 16,
        Message("{number} cities in a province", max(len(province.cities) for province in board.provinces)): 12,
        Message("{number} cards", len(board.cards)): 72,
        Message("{number} cards of a city", board.copies): 3,
        Message("{number} stacks of tiles", len(board.stacks)): 16,
        Message("{number} tiles in a stack", max(len(stack.values) for stack in board.stacks)): 15,
        Message("{number} points for a tile", max(values)): 15,
        Message("{number} cities for a carriage", max((number for number, _ in board.carriages), default=0)): 15,
    }


def check_kernel(rules: RuleSet) -> None:
    """Raise `NotCovered` for a board that doesn't fit into the kernel's numbers."""
    board = rules.board
    for count, most in _limits(board).items():
        if cast("int", count.facts["number"]) > most:
            raise _unsearched(board, count, Message("at most {most}", most=most))
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
