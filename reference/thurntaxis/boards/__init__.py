"""Board files: boards that somebody has written down, read and checked before they are played on.

`read_board` gives the board of a file, `examine` says all that is wrong in one. A file may say that it copies the
printed northern board; then it is held against what is known of that board, too. `northern_template` gives the text of
a file in which all that is known stands and the rest is marked as a gap.
"""

from thurntaxis.boards.examine import BoardError, Findings, examine
from thurntaxis.boards.gaps import Gap
from thurntaxis.boards.load import (
    UnreadableBoard,
    data_of_board_file,
    is_board_file,
    northern_template,
    read_board,
)

__all__ = [
    "BoardError",
    "Findings",
    "Gap",
    "UnreadableBoard",
    "data_of_board_file",
    "examine",
    "is_board_file",
    "northern_template",
    "read_board",
]
