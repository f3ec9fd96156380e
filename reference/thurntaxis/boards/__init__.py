"""Boards by name, and board files, which are checked before they are used.

`board` returns the board of a name, `read_board` that of a file, and `examine` everything that is wrong in a file. If a
file says that it copies the printed northern board, it is also compared with what is known of that board.
`northern_template` returns the text of a file that has everything known of it, with the rest marked as gaps.
"""

from typing import TYPE_CHECKING

from thurntaxis.boards.load import (
    UnreadableBoard,
    board,
    data_of_board_file,
    is_board_file,
    read_board,
)
from thurntaxis.boards.shipped import BOARDS, MADE_UP, NotTranscribed, northern_template

if TYPE_CHECKING:
    from thurntaxis.boards.examination import BoardError, Findings, examine
    from thurntaxis.boards.gaps import Gap

__all__ = [
    "BOARDS",
    "MADE_UP",
    "BoardError",
    "Findings",
    "Gap",
    "NotTranscribed",
    "UnreadableBoard",
    "board",
    "data_of_board_file",
    "examine",
    "is_board_file",
    "northern_template",
    "read_board",
]


def __getattr__(name: str) -> object:
    """Import the examination of board files only when it is used; the shipped boards don't need it."""
    if name in ("BoardError", "Findings", "Gap", "examine"):
        from thurntaxis.boards import examination

        return getattr(examination, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
