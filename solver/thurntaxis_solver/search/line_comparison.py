"""Comparison of lines of advice: playouts recorded after each, and the reasons that follow from them."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from thurntaxis import Position
from thurntaxis_solver.advice import AdviceReason, Line
from thurntaxis_solver.search.differences import FEWEST, Compared, comparison, plan
from thurntaxis_solver.search.recorded_playouts import Playout, PlayoutRecorder

MOST_RECORDED = 200
"""The most playouts that are recorded after each line."""

SHARE = 0.13
"""The share of the effort that recording may take."""

RECORD_COST = 4
"""How many playouts of a search take as long as one that is recorded, times the square of the number of players."""

SEARCHED = 10_000
"""The fewest playouts of a search whose lines are compared."""


def recorded_for(playouts: int | None, lines: int, players: int) -> int:
    """Return how many playouts to record after each line, given the playouts of the search (None: it has a time limit).

    They take `SHARE` of the time of the search, or more if that would be too few to show anything.
    """
    if playouts is None:
        return MOST_RECORDED
    if playouts < SEARCHED:
        return 0
    return min(MOST_RECORDED, max(FEWEST, int(SHARE * playouts / (RECORD_COST * players**2 * max(1, lines)))))


@dataclass
class LineComparison:
    """Lines of one position, the best first, and playouts recorded after each of them.

    Raises:
        NotCovered: the kernel can't play on the board.
    """

    position: Position
    lines: tuple[Line, ...]
    seed: int = 1
    playouts: list[list[Playout]] = field(init=False)
    recorder: PlayoutRecorder = field(init=False)

    def __post_init__(self) -> None:
        """Set up the recorder."""
        self.recorder = PlayoutRecorder(self.position, self.seed)
        self.playouts = [[] for _ in self.lines]

    @property
    def count(self) -> int:
        """How many playouts have been recorded after each line."""
        return len(self.playouts[-1]) if self.playouts else 0

    def record(self, most: int, *, seconds: float | None = None, stop: threading.Event | None = None) -> Iterator[None]:
        """Record playouts after each line, until there are `most` of them, the seconds are over or `stop` is set.

        Each step records one playout after each line.
        """
        end = None if seconds is None else time.monotonic() + seconds
        while self.lines and self.count < most:
            if (end is not None and time.monotonic() > end) or (stop is not None and stop.is_set()):
                return
            number = self.count
            for line, playouts in zip(self.lines, self.playouts, strict=True):
                playouts.append(self.recorder.playout(line, number))
            yield

    def told(self) -> tuple[Line, ...]:
        """Return the lines, with reasons added that the playouts show.

        The best line is compared with the second, and each other one with the best.
        """
        told = [
            replace(line, reasons=(*self._reasons(at, 0 if at else 1), *line.reasons))
            for at, line in enumerate(self.lines)
        ]
        return tuple(told)

    def _reasons(self, at: int, other: int) -> Iterator[AdviceReason]:
        """Yield the plan of a line, and how it differs from another one, if there is another."""
        player = self.recorder.player
        yield from plan(self.position, player, self.playouts[at])
        if other < len(self.lines):
            turns = self.lines[at].turn, self.lines[other].turn
            compared = Compared(self.playouts[at], self.playouts[other])
            yield from comparison(self.position, player, turns, compared)
