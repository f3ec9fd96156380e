"""Lines of advice compared: the figures of the tree and of games played on, the losses, the order, and the reasons.

The tree looks at many ways to go on, but averages over cards that it can't tell apart, and over events that it only
tried; late in the game that puts its chances far off. Games played on after a line make neither error, but are few. So
each figure is the mean of both, weighted by the inverse of their variances: the sampling error, and an error of the
method that `benchmarks/chances.py` measures.
"""

import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from statistics import fmean, variance
from typing import NamedTuple

from thurntaxis_solver.advice import NO_LOSS, Advice, AdviceReason, EffortSpent, Line, Verdict
from thurntaxis_solver.kernel.search.network_value import POINTS_EXPECTED, WIN
from thurntaxis_solver.quantities import DEVIATES, Estimate, Number, wilson
from thurntaxis_solver.search.continuations import Continuation, Continuations
from thurntaxis_solver.search.differences import Compared, comparison, plan
from thurntaxis_solver.search.ismcts import Ismcts

MOST_GAMES = 40
"""The most games that are played on after each line."""

FEWEST_GAMES = 4
"""The fewest games after each line that count."""

SHARE = 0.4
"""The share of a search's time that they may take."""

SEARCHED = 10_000
"""The playouts of a search after which `MOST_GAMES` are played on; after fewer, fewer are."""


def games_after(playouts: int | None) -> int:
    """Return how many games to play on after each line, given the playouts of a search (None: its time is limited)."""
    return MOST_GAMES if playouts is None else min(MOST_GAMES, MOST_GAMES * playouts // SEARCHED)


# ---- figures


class Measured(NamedTuple):
    """A figure, and the variance of its error."""

    value: float
    variance: float

    def with_(self, other: "Measured") -> "Measured":
        """Return the mean of two independent figures, weighted by the inverse of their variances."""
        weight = other.variance / (self.variance + other.variance)
        return Measured(weight * self.value + (1 - weight) * other.value, weight * self.variance)

    def estimate(self, least: float = -math.inf, most: float = math.inf) -> Estimate:
        """Return the figure with its 95 % interval, within these bounds."""
        half = DEVIATES * math.sqrt(self.variance)
        value = min(most, max(least, self.value))
        return Estimate(value, max(least, self.value - half), min(most, self.value + half))


class Errors(NamedTuple):
    """The standard errors of the tree and of games played on, apart from sampling: of a chance, and of a difference."""

    tree: float
    games: float
    tree_difference: float
    games_difference: float


LATE, EARLY = Errors(0.10, 0.04, 0.05, 0.03), Errors(0.035, 0.08, 0.02, 0.05)
"""The errors if the game is over at once, and if it is not over after `LONG` more turns."""

LONG = 24.0
POINTS_ERROR = 3.0
"""The error of an expected margin or score, in points."""


def errors(turns: float) -> Errors:
    """Return the errors of estimates, if the game goes on for so many turns."""
    part = min(1.0, turns / LONG)
    return Errors(*(late + part * (early - late) for late, early in zip(LATE, EARLY, strict=True)))


CLEAR, PROBABLE = 2.3, 1.0
"""How many standard errors a loss has to be away from 0."""

FINALISTS = 3
"""How many of the tree's lines can become the best one, so that it doesn't depend on how many are wanted."""

SECOND_PLACE = 3
"""The fewest players with whom the chance of coming second is told."""

LEVEL = 0.01
"""Chances of winning that differ by less, and not clearly, are ranked by the margin first."""


def verdict_of(loss: Measured) -> Verdict:
    """Return how sure it is that a line with this loss is worse than the best one."""
    deviates = loss.value / math.sqrt(loss.variance)
    return "clear" if deviates > CLEAR else "probable" if deviates > PROBABLE else "open"


# ---- comparison


@dataclass
class LineComparison:
    """Lines of a search, and the games played on after each of them; without any, only the tree's figures count."""

    search: Ismcts
    lines: tuple[Line, ...]
    games: list[list[Continuation]] = field(init=False)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        """Begin without games."""
        self.games = [[] for _ in self.lines]

    @property
    def count(self) -> int:
        """How many games have been played on after each line."""
        return min(map(len, self.games), default=0)

    def play(self, most: int, seconds: float | None = None, stop: threading.Event | None = None) -> Iterator[None]:
        """Play games on after each line, until there are `most` of them, the seconds are over or `stop` is set.

        Each step plays one on each core.
        """
        begun = time.monotonic()
        players = [Continuations(self.search) for _ in range(self.search.cores)]
        tasks = [(line, number) for number in range(most) for line in range(len(self.lines))]
        for at in range(0, len(tasks), len(players)):
            self.seconds = time.monotonic() - begun
            if (seconds is not None and self.seconds > seconds) or (stop is not None and stop.is_set()):
                return
            now = tasks[at : at + len(players)]
            for (line, _), game in zip(now, together(self._game, zip(players, now, strict=False)), strict=True):
                self.games[line].append(game)
            yield

    def _game(self, player: Continuations, task: tuple[int, int]) -> Continuation:
        line, number = task
        return player.play(self.lines[line].turn, number)

    # ---- what they show

    def advice(self) -> Advice:
        """Return all lines as advice."""
        seconds, search = round(self.search.seconds + self.seconds, 3), self.search
        effort = EffortSpent(search.playouts, seconds, search.seed, is_full=search.is_full, recorded=self.count or None)
        return Advice(search.player, self.told(), effort)

    def told(self) -> tuple[Line, ...]:
        """Return the lines, the best first, with the figures and reasons that follow from the tree and the games.

        The best line is compared with the second, and each other one with the best.
        """
        if not self.lines:
            return ()
        order = self._order()
        best = order[0]
        told: list[Line] = []
        for rank, at in enumerate(order):
            loss = self._difference(best, at)
            win = self._chance(best).value - loss.value if rank else self._chance(best).value
            told.append(
                replace(
                    self.lines[at],
                    win=Measured(win, self._chance(at).variance).estimate(0.0, 1.0),
                    margin=self._points(at, self._margin, self.lines[at].margin),
                    score=self._points(at, self._score, self.lines[at].score),
                    loss=loss.estimate(-1.0, 1.0) if rank else NO_LOSS,
                    verdict=verdict_of(loss) if rank else "best",
                    second=self._second(at),
                    reasons=(*self._reasons(at, order[:1] if rank else order[1:2]), *self.lines[at].reasons),
                )
            )
        return tuple(told)

    def _order(self) -> list[int]:
        """Return the places of the lines, the best first: by the chance of winning, or the margin if it is level."""
        left, order = list(range(len(self.lines))), list[int]()
        lead = [self._difference(at, 0).value for at in left]
        while left:
            rivals = left if order else left[:FINALISTS]
            best = max(rivals, key=lambda at: lead[at])
            level = [
                at
                for at in rivals
                if at == best or (lead[best] - lead[at] < LEVEL and verdict_of(self._difference(best, at)) == "open")
            ]
            order.append(max(level, key=lambda at: float(self._points(at, self._margin, self.lines[at].margin))))
            left.remove(order[-1])
        return order

    @property
    def _errors(self) -> Errors:
        return errors(self.search.turns_left)

    def _chance(self, at: int) -> Measured:
        """Return the chance of winning after a line."""
        line = self.lines[at]
        tree = Measured(float(line.win), line.noise**2 + self._errors.tree**2)
        return self._with_games(
            tree, [game.values[WIN + self.search.player] for game in self.games[at]], self._errors.games
        )

    def _difference(self, at: int, other: int) -> Measured:
        """Return by how much the chance after one line is higher than after another."""
        if at == other:
            return Measured(0.0, self._errors.tree_difference**2)
        line, lower, win = self.lines[at], self.lines[other], WIN + self.search.player
        noise = line.noise**2 + lower.noise**2
        tree = Measured(float(line.win) - float(lower.win), noise + self._errors.tree_difference**2)
        gains = [
            mine.values[win] - theirs.values[win]
            for mine, theirs in zip(self.games[at], self.games[other], strict=False)
        ]
        return self._with_games(tree, gains, self._errors.games_difference)

    def _points(self, at: int, figure: Callable[[Continuation], float], of_tree: Number) -> Estimate:
        """Return an expected number of points after a line."""
        tree = Measured(float(of_tree), POINTS_ERROR**2)
        return self._with_games(tree, list(map(figure, self.games[at])), POINTS_ERROR).estimate()

    def _with_games(self, tree: Measured, values: Sequence[float], error: float) -> Measured:
        """Return the figure of the tree together with the mean of that of the games, which has this error."""
        count = self.count
        if count < FEWEST_GAMES:
            return tree
        spread = max(variance(values[:count]), 0.25 / count)
        return tree.with_(Measured(fmean(values[:count]), spread / count + error**2))

    def _score(self, game: Continuation) -> float:
        return game.values[POINTS_EXPECTED + self.search.player]

    def _margin(self, game: Continuation) -> float:
        """Return the expected margin of the player."""
        scores = game.values[POINTS_EXPECTED : POINTS_EXPECTED + len(self.search.position.players)]
        others = [score for at, score in enumerate(scores) if at != self.search.player]
        return self._score(game) - max(others)

    def _second(self, at: int) -> Estimate | None:
        """Return how likely the player comes second, with three and four players."""
        games, me = self.games[at][: self.count], self.search.player
        if len(self.search.position.players) < SECOND_PLACE or self.count < FEWEST_GAMES:
            return None
        return wilson(sum(game.place(me) == 1 for game in games), len(games))

    def _reasons(self, at: int, others: Sequence[int]) -> Iterator[AdviceReason]:
        """Yield the plan of a line, and how it differs from another one, if there is another."""
        position, player = self.search.position, self.search.player
        yield from plan(position, player, self.games[at])
        for other in others:
            turns = self.lines[at].turn, self.lines[other].turn
            yield from comparison(position, player, turns, Compared(self.games[at], self.games[other]))


def together(
    function: Callable[[Continuations, tuple[int, int]], Continuation],
    tasks: Iterable[tuple[Continuations, tuple[int, int]]],
) -> list[Continuation]:
    """Do some tasks at the same time, each in a thread of its own; a single one in the calling thread."""
    several = list(tasks)
    if len(several) == 1:
        return [function(*several[0])]
    with ThreadPoolExecutor(len(several)) as pool:
        return list(pool.map(function, *zip(*several, strict=True)))
