"""Power and Glory: horses instead of carriages, and backs that show what the next card may be.

Free cities belong to the board: see `thurntaxis.free_cities`. `horses` has the cards before the
carriage, `backs` the backs of the cards, `horse_holdings` who holds what.
"""

import dataclasses

from thurntaxis.board import Board
from thurntaxis.modules.power_and_glory.backs import REVEALS, see_first_back, seeing_backs
from thurntaxis.modules.power_and_glory.horse_holdings import BACK_HOLDINGS, HORSE_HOLDINGS
from thurntaxis.modules.power_and_glory.horses import horse_step, too_few_horses, with_horses, with_horses_discarded
from thurntaxis.options import Options
from thurntaxis.parts import Parts
from thurntaxis.rules import Unplayable
from thurntaxis.scoring import carriage_points
from thurntaxis.steps.carriage import carriage_step
from thurntaxis.values import UNKNOWN, UNKNOWN_BACK


def with_power_and_glory(parts: Parts) -> Parts:
    """Return the parts with horses instead of carriages, and with or without visible backs."""
    changed = dataclasses.replace(
        parts,
        steps=tuple(horse_step if make is carriage_step else make for make in parts.steps),
        places=with_horses(parts.places),
        closing=(*parts.closing, too_few_horses),
        discard_route=with_horses_discarded(parts.discard_route),
        points=tuple(points for points in parts.points if points is not carriage_points),
        carriages=False,
        holdings=(*parts.holdings, HORSE_HOLDINGS),
    )
    return with_backs(changed) if parts.options["card-backs"] == "seen" else changed


def with_backs(parts: Parts) -> Parts:
    """Return the parts with visible backs."""
    numbers = sorted(set(parts.board.horseshoes.values()))
    return dataclasses.replace(
        parts,
        reveals=REVEALS,
        settle=seeing_backs(parts.settle),
        set_up=(*parts.set_up, see_first_back),
        unknown_cards=(UNKNOWN, *(f"{UNKNOWN_BACK}{number}" for number in numbers)),
        holdings=(*parts.holdings, BACK_HOLDINGS),
    )


def needs_horseshoes(board: Board, asked: Options) -> Options:
    """Return no option; raise `Unplayable` on a board without horseshoes, such as the base game's."""
    if not board.horseshoes:
        raise Unplayable(
            "modules",
            "power-and-glory",
            "the board {name} can't be used with the module power-and-glory: its cards have no horseshoes",
            "a board with horseshoes, or no such module",
            board.name,
        )
    return {}
