"""The rules of the board game Thurn and Taxis, written to be read beside the rulebook.

A `Position` answers what is legal (`events`, `why_not`) and what follows (`play`); every refusal and every effect
names its clause.
"""

import functools
from inspect import isfunction

from thurntaxis.arguments import checked
from thurntaxis.board import Board, City, Province, Stack
from thurntaxis.boards import board
from thurntaxis.clauses import Effect, Objection, clauses_in_code
from thurntaxis.events import Event, EventError, Events, IllegalEvent
from thurntaxis.io.position_warnings import PositionWarning, warnings_of
from thurntaxis.io.read import PositionError, position_from_text, read_position, read_record
from thurntaxis.io.read_game import load
from thurntaxis.io.read_line import position_from_line
from thurntaxis.names import UnknownName
from thurntaxis.options import DEFAULT_EDITION, EDITIONS, MODULE_OPTIONS, MODULES, OPTIONS, Edition
from thurntaxis.perft import perft, perft_by_event
from thurntaxis.position import Player, Position, Returning, Tile, Turn, apply
from thurntaxis.records import Record, Replayed, replay
from thurntaxis.rule_sets import rule_set
from thurntaxis.rules import RuleSet, Unplayable
from thurntaxis.setup import new, undealt
from thurntaxis.values import UNKNOWN

__version__ = "0.1.0"

__all__ = ["UNKNOWN", "Player", "Position", "Returning", "Tile", "Turn", "apply", "new", "undealt"]
__all__ += ["Event", "EventError", "Events", "IllegalEvent", "perft", "perft_by_event"]
__all__ += ["Board", "City", "Province", "Stack", "board"]
__all__ += ["DEFAULT_EDITION", "EDITIONS", "MODULES", "MODULE_OPTIONS", "OPTIONS", "Edition"]
__all__ += ["RuleSet", "Unplayable", "rule_set"]
__all__ += ["Effect", "Objection", "clauses_in_code"]
__all__ += ["PositionError", "PositionWarning", "Record", "Replayed", "UnknownName"]
__all__ += ["load", "read_position", "read_record", "replay", "warnings_of"]


globals().update({name: checked(globals()[name], __name__) for name in __all__ if isfunction(globals()[name])})

Position.from_line = staticmethod(position_from_line)
Position.from_json = staticmethod(functools.partial(position_from_text, suffix=".json"))
Position.from_toml = staticmethod(functools.partial(position_from_text, suffix=".toml"))
