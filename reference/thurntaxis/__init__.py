"""The rules of the board game Thurn and Taxis, written to be read beside the rulebook.

A `Position` answers what is legal (`events`, `why_not`) and what follows (`play`); every refusal and every effect
names its clause.
"""

from thurntaxis.board import Board, City, Province, Stack
from thurntaxis.boards import board
from thurntaxis.clauses import Effect, Objection, clauses_in_code
from thurntaxis.editions import DEFAULT_EDITION, EDITIONS, MODULE_OPTIONS, MODULES, OPTIONS, Edition
from thurntaxis.events import Event, EventError, Events, IllegalEvent
from thurntaxis.io.position_warnings import PositionWarning, warnings_of
from thurntaxis.names import UnknownName
from thurntaxis.perft import perft, perft_by_event
from thurntaxis.position import Player, Position, Returning, Tile, Turn
from thurntaxis.rule_sets import rule_set
from thurntaxis.rules import RuleSet, Unplayable
from thurntaxis.setup import new, undealt
from thurntaxis.values import UNKNOWN

__version__ = "0.1.0"

__all__ = [
    "DEFAULT_EDITION",
    "EDITIONS",
    "MODULES",
    "MODULE_OPTIONS",
    "OPTIONS",
    "UNKNOWN",
    "Board",
    "City",
    "Edition",
    "Effect",
    "Event",
    "EventError",
    "Events",
    "IllegalEvent",
    "Objection",
    "Player",
    "Position",
    "PositionWarning",
    "Province",
    "Returning",
    "RuleSet",
    "Stack",
    "Tile",
    "Turn",
    "UnknownName",
    "Unplayable",
    "board",
    "clauses_in_code",
    "new",
    "perft",
    "perft_by_event",
    "rule_set",
    "undealt",
    "warnings_of",
]


def _position_from_line(line: str) -> Position:
    """Return the position of a line; import what reads it only then."""
    from thurntaxis.io.read_line import position_from_line

    return position_from_line(line)


Position.from_line = _position_from_line
