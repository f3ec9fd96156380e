"""Positions of games with modules that are to be found: what each shows, and by which signs it is known."""

from typing import NamedTuple

from counts.position_changes import Change
from counts.position_signs import Wanted, option
from naive.table import HONOR, MESSENGER, POWER


class Table(NamedTuple):
    """A position to be found: what it shows, on which board with which modules, by which signs, changed how."""

    shows: str
    board: str
    modules: list[str]
    wanted: list[Wanted]
    change: Change = lambda p: p


class Tables(dict[str, Table]):
    """The positions to be found, by name. Those on one board with the same modules are looked for in this order."""

    def add(
        self, name: str, shows: str, board: str, modules: list[str], *wanted: Wanted, change: Change = lambda p: p
    ) -> None:
        self[name] = Table(shows, board, sorted(modules), list(wanted), change)


M, H, P = [MESSENGER], [HONOR], [POWER]
HM, HP, MP, HMP = [HONOR, MESSENGER], [HONOR, POWER], [POWER, MESSENGER], [HONOR, POWER, MESSENGER]
SEEN, IGNORED = option(card_backs="seen"), option(card_backs="ignored")
