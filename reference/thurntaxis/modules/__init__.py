"""The modules of the rules, one room each: what they change in the parts of the base game."""

from collections.abc import Callable
from typing import NamedTuple

from thurntaxis.board import Board
from thurntaxis.editions import Options, OptionValue
from thurntaxis.modules.messenger import with_letters
from thurntaxis.modules.messenger.figure import carriages_can_be_declined
from thurntaxis.modules.messenger.letter_keys import LETTER_KEYS, MESSENGER_KEYS
from thurntaxis.modules.offices import fits_everywhere, with_offices
from thurntaxis.modules.offices.office_keys import office_keys
from thurntaxis.modules.offices.rounds import final_clockwise
from thurntaxis.modules.power_and_glory import needs_horseshoes, with_power_and_glory
from thurntaxis.modules.power_and_glory.horse_keys import BACK_KEYS, HORSE_KEYS
from thurntaxis.parts import Keys, Parts


class Module(NamedTuple):
    """A module: what it makes of the parts of a rule set, and what it asks of board and options.

    `fix` returns the options that the module leaves no choice in; it raises `Unplayable` where the module can't be
    played on the board, or not with the options that were asked for.
    """

    change: Callable[[Parts, Options], Parts]
    fix: Callable[[Board, Options], Options]


_MODULES: dict[str, Module] = {
    "power-and-glory": Module(with_power_and_glory, needs_horseshoes),
    "princess-messenger": Module(with_letters, carriages_can_be_declined),
    "offices-of-honor": Module(with_offices, fits_everywhere),
}
"""The modules by name."""


MODULE_KEYS: tuple[Keys, ...] = (
    HORSE_KEYS,
    BACK_KEYS,
    LETTER_KEYS,
    MESSENGER_KEYS,
    office_keys(final_clockwise),
)
"""The keys of all modules in position files."""


def fixed_options(board: Board, asked: Options, modules: tuple[str, ...]) -> dict[str, OptionValue]:
    """Return the options in which these modules leave no choice; raise `Unplayable` where they can't be played."""
    fixed: dict[str, OptionValue] = {}
    for name in modules:
        fixed.update(_MODULES[name].fix(board, asked))
    return fixed


def with_modules(parts: Parts, options: Options, modules: tuple[str, ...]) -> Parts:
    """Return the parts as these modules change them, one after the other."""
    for name in modules:
        parts = _MODULES[name].change(parts, options)
    return parts
