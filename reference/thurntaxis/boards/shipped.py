"""The boards that come with the program."""

import functools
import tomllib
from pathlib import Path

from thurntaxis.board import Board, board_from_data
from thurntaxis.message import Alternatives, Hint, Message
from thurntaxis.names import UnknownName

MADE_UP = ("testland",)
"""The names of the made-up boards that come with the program, on which to try modules."""

COMPLETE = ("south", *MADE_UP)
"""The names of the boards that can be played on without a file."""


class UnknownBoard(UnknownName):
    """A name that no board has."""

    @property
    def right(self) -> Message:
        """What would be right."""
        boards = Message("{boards}, or a board file such as north.toml", Alternatives(COMPLETE))
        return super().right if self.nearest else boards


class NotTranscribed(UnknownName):
    """A printed board whose data the program doesn't have; an owner of the game can copy it into a file."""

    @property
    def wrong(self) -> Message:
        """What is wrong."""
        return Message("the northern board comes without roads, horseshoes and tiles: no rulebook gives them")

    @property
    def right(self) -> Message:
        """What would be right."""
        return Hint("write a file with taxis board new north, copy them into it from your game, and name that file")


@functools.cache
def shipped_board(name: str) -> Board:
    """Return a board that comes with the program."""
    if name == "north":
        raise NotTranscribed("board", name, COMPLETE)
    return board_from_data(tomllib.loads(_text(name)))


def northern_template() -> str:
    """Return the northern board as far as it is known, as the text of a board file with marked gaps."""
    return _text("north-template")


def _text(name: str) -> str:
    return Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8")
