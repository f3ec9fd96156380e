"""Offices of Honor: officials bring office tiles, and tiles are returned for cards, chips and houses.

`office_tiles` has the stacks, `rounds` how a round of returning tiles goes, `actions` what players do in it,
`office_holdings` who holds what.
"""

import dataclasses
from collections.abc import Callable

from thurntaxis.clauses import Note
from thurntaxis.modules.offices.actions import guarded, offices_step
from thurntaxis.modules.offices.office_holdings import OFFICE_HOLDINGS
from thurntaxis.modules.offices.office_tiles import chip_points, take_office
from thurntaxis.modules.offices.rounds import begin_final_round, going_on
from thurntaxis.parts import Parts
from thurntaxis.position import Position
from thurntaxis.steps.discard import discard_step


def with_offices(parts: Parts) -> Parts:
    """Return the parts with office tiles, with the rounds in which they are returned, and with chips."""
    at = parts.steps.index(discard_step)
    return dataclasses.replace(
        parts,
        steps=(*map(guarded, parts.steps[:at]), offices_step, *map(guarded, parts.steps[at:])),
        officials=dataclasses.replace(parts.officials, use=_taking_tiles(parts.officials.use)),
        finish=begin_final_round,
        settle=going_on(parts.settle),
        points=(*parts.points, chip_points),
        interrupted=official_used,
        holdings=(*parts.holdings, OFFICE_HOLDINGS),
    )


def _taking_tiles(use: Callable[[Position, str, Note], Position]) -> Callable[[Position, str, Note], Position]:
    return lambda position, official, note: take_office(use(position, official, note), official, note)


def official_used(position: Position) -> bool:
    """Return whether an official has been used in the turn, which may have begun a round of returning tiles."""
    return bool(position.turn.used)
