"""The officials: the one table of their names."""

from typing import Literal, get_args

Official = Literal["postmaster", "administrator", "carrier", "cartwright"]
"""The name of an official, and of a tile of it."""

OFFICIALS: tuple[Official, ...] = get_args(Official)
