"""How long to search, and by which search."""

import os
from dataclasses import dataclass, replace

from thurntaxis import Position
from thurntaxis.arguments import at_least, checked
from thurntaxis.fault import InputError
from thurntaxis.message import Alternatives, clipped
from thurntaxis_solver.decider import check_limits
from thurntaxis_solver.search import SEARCHES
from thurntaxis_solver.search.games_budget import GAMES_EFFORT, MOST_EFFORT, SHARE
from thurntaxis_solver.search.ismcts import Ismcts

SECONDS = 2.0
"""How many seconds to search if neither seconds nor playouts are given."""


@checked
@dataclass(frozen=True)
class Effort:
    """How long to search, and by which search.

    The search ends after `seconds` or `playouts`, whichever comes first; if both are None, after `SECONDS`. If `cores`
    is None, it uses all cores. `search` is a name in `thurntaxis_solver.search.SEARCHES`.

    Raises:
        ValueError: there is no time or no playout to spend, or no such search.
    """

    seconds: float | None = None
    playouts: int | None = None
    cores: int | None = 1
    seed: int = 1
    search: str = "ismcts"

    def __post_init__(self) -> None:
        check_limits(self.seconds, self.playouts)
        at_least(1, cores=self.cores)
        if self.search not in SEARCHES:
            raise InputError('unknown search "{search}"', "{names}", clipped(self.search), Alternatives(SEARCHES))

    @property
    def time(self) -> float | None:
        """How many seconds the search may take; none if only the playouts are limited."""
        return SECONDS if self.seconds is None and self.playouts is None else self.seconds

    @property
    def search_time(self) -> float | None:
        """How many of the seconds the search itself may take; the others are for comparing its lines."""
        return None if self.time is None else self.time * (1 - SHARE)

    @property
    def games_budget(self) -> float:
        """How many playouts may decide in the games that compare lines, if there is time for them."""
        return MOST_EFFORT if self.playouts is None else min(MOST_EFFORT, GAMES_EFFORT * self.playouts)

    def divided_by(self, parts: int) -> "Effort":
        """Return one of this many equal parts."""
        seconds = None if self.time is None else self.time / parts
        return replace(self, seconds=seconds, playouts=self.playouts and max(1, self.playouts // parts))

    def set_up(self, position: Position) -> Ismcts:
        """Return a search that hasn't started.

        Raises:
            ValueError: the position can't be searched.
        """
        cores = self.cores or os.cpu_count() or 1
        return SEARCHES[self.search](position, seed=self.seed, cores=cores)
