"""Offices of Honor: officials bring office tiles, and tiles are returned for cards, chips and houses.

`office_tiles` has the stacks, `rounds` how a round of returning tiles goes, `actions` what players do in it,
`office_holdings` who holds what.
"""

import dataclasses

from thurntaxis.modules.offices.actions import guarded, offices_step
from thurntaxis.modules.offices.office_holdings import OFFICE_HOLDINGS
from thurntaxis.modules.offices.office_tiles import chip_points, take_office
from thurntaxis.modules.offices.rounds import begin_final_round, going_on
from thurntaxis.parts import Parts
from thurntaxis.steps.discard import discard_step


def with_offices(parts: Parts) -> Parts:
    """Return the parts with office tiles, with the rounds in which they are returned, and with chips."""
    at, use = parts.steps.index(discard_step), parts.officials.use
    return dataclasses.replace(
        parts,
        steps=(*map(guarded, parts.steps[:at]), offices_step, *map(guarded, parts.steps[at:])),
        officials=dataclasses.replace(
            parts.officials,
            use=lambda position, official, note: take_office(use(position, official, note), official, note),
        ),
        finish=begin_final_round,
        settle=going_on(parts.settle),
        points=(*parts.points, chip_points),
        interrupted=lambda position: bool(position.turn.used),  # an official may have begun a round
        holdings=(*parts.holdings, OFFICE_HOLDINGS),
    )
