"""Boards by name, and board files: boards that somebody has written down, read and checked before they are played on.

`board` gives the board of a name, `read_board` that of a file, `examine` says all that is wrong in one. A file may say
that it copies the printed northern board; then it is held against what is known of that board, too. `northern_template`
gives the text of a file in which all that is known stands and the rest is marked as a gap.
"""

from thurntaxis.boards.examine import BoardError, Findings, examine
from thurntaxis.boards.gaps import Gap
from thurntaxis.boards.load import (
    UnreadableBoard,
    board,
    data_of_board_file,
    is_board_file,
    northern_template,
    read_board,
)
from thurntaxis.boards.shipped import BOARDS, MADE_UP, NotTranscribed

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
