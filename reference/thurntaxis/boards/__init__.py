"""Boards by name, and board files, which are checked before they are used.

`board` returns the board of a name, `read_board` that of a file, and `thurntaxis.boards.examination` everything that is
wrong in a file. If a file says that it copies the printed northern board, it is also compared with what is known of
that board. `northern_template` returns the text of a file with everything known of it, the rest marked as gaps.
"""

from thurntaxis.boards.load import BoardError, UnreadableBoard, board, data_of_board_file, is_board_file, read_board
from thurntaxis.boards.shipped import COMPLETE, MADE_UP, NotTranscribed, northern_template

__all__ = ["BoardError", "UnreadableBoard", "board", "data_of_board_file", "is_board_file", "read_board"]
__all__ += ["COMPLETE", "MADE_UP", "NotTranscribed", "northern_template"]
