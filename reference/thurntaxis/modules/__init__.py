"""The modules of the rules: what each changes in the parts of the base game, and what it adds to the table."""

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from thurntaxis.board import Board
from thurntaxis.holdings import Holdings
from thurntaxis.modules.messenger import with_letters
from thurntaxis.modules.messenger.figure import carriages_can_be_declined
from thurntaxis.modules.messenger.letter_holdings import LETTER_HOLDINGS, MESSENGER_HOLDINGS
from thurntaxis.modules.offices import with_offices
from thurntaxis.modules.offices.office_holdings import OFFICE_HOLDINGS
from thurntaxis.modules.power_and_glory import needs_horseshoes, with_power_and_glory
from thurntaxis.modules.power_and_glory.horse_holdings import BACK_HOLDINGS, HORSE_HOLDINGS
from thurntaxis.options import Options, OptionValue
from thurntaxis.parts import Officials, Parts, Places


class Module(NamedTuple):
    """A module: what it makes of the parts of a rule set, what it asks of board and options, what it adds to the table.

    `fix` returns the options that the module leaves no choice in; it raises `Unplayable` if the module can't be
    played on the board, or not with the options that were asked for. `after` names the modules that change a part
    first if this one changes it, too.
    """

    change: Callable[[Parts], Parts]
    holdings: tuple[Holdings, ...]
    fix: Callable[[Board, Options], Options] = lambda board, asked: {}
    after: tuple[str, ...] = ()


_MODULES: dict[str, Module] = {
    "power-and-glory": Module(with_power_and_glory, (HORSE_HOLDINGS, BACK_HOLDINGS), needs_horseshoes),
    "princess-messenger": Module(with_letters, (LETTER_HOLDINGS, MESSENGER_HOLDINGS), carriages_can_be_declined),
    "offices-of-honor": Module(with_offices, (OFFICE_HOLDINGS,), after=("power-and-glory", "princess-messenger")),
}
"""The modules by name."""

ALL_HOLDINGS = tuple(holdings for module in _MODULES.values() for holdings in module.holdings)
"""What all modules add to players and table."""


class PartClash(Exception):
    """Two modules change the same part, and neither says which comes first."""


def fixed_options(board: Board, asked: Options, modules: tuple[str, ...]) -> dict[str, OptionValue]:
    """Return the options that these modules fix; raise `Unplayable` if they can't be played."""
    fixed: dict[str, OptionValue] = {}
    for name in modules:
        fixed.update(_MODULES[name].fix(board, asked))
    return fixed


def with_modules(parts: Parts, modules: tuple[str, ...]) -> Parts:
    """Return the parts as these modules change them, one after the other.

    Raises:
        PartClash: two of them set the same part, and the later one does not name the earlier one in `after`.
    """
    set_by: defaultdict[str, list[str]] = defaultdict(list)
    for name in modules:
        module = _MODULES[name]
        changed = module.change(parts)
        for part in _parts_set(parts, changed):
            for earlier in set_by[part]:
                if earlier not in module.after:
                    way_out = "one of them has to name the other in `Module.after`"
                    raise PartClash(f"{earlier} and {name} both set {part} ({way_out})")
            set_by[part].append(name)
        parts = changed
    return parts


def _parts_set(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """Yield the parts whose value a change has replaced. Adding to the end of a list doesn't count."""
    for field in dataclasses.fields(before):
        old: Any = getattr(before, field.name)
        new: Any = getattr(after, field.name)
        if old == new or (isinstance(old, tuple) and new[: len(old)] == old):
            continue
        if isinstance(old, (Officials, Places)):
            yield from _parts_set(old, new, f"{path}{field.name}.")
        else:
            yield f"{path}{field.name}"
