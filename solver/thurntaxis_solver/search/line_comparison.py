"""Lines of advice compared: the figures of the tree and of games played on, the losses, the order, and the reasons.

The tree looks at many ways to go on, but averages over cards that it can't tell apart, and over events that it only
tried; late in the game that puts its chances far off. Games played on after a line make neither error, but are few. So
each figure and each difference is the mean of both, weighted by the inverse of their variances: the sampling error,
and an error of the method that `benchmarks/chances.py` measures.
"""

import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from statistics import fmean

from thurntaxis import Event
from thurntaxis_solver.advice import NO_LOSS, AdviceReason, Line, Side, Verdict
from thurntaxis_solver.capabilities import capabilities
from thurntaxis_solver.estimates import Estimate, Number, wilson
from thurntaxis_solver.kernel.compiled import IN_BROWSER
from thurntaxis_solver.kernel.games import LONGEST_GAME
from thurntaxis_solver.kernel.search.network_value import POINTS_EXPECTED, WIN
from thurntaxis_solver.search.differences import FEWEST, Compared, NextClosing, comparison, next_closing
from thurntaxis_solver.search.games_budget import LEAST, NO_GAMES, SPEED, Allotment, allotted
from thurntaxis_solver.search.games_played_on import Continuation, Continuations
from thurntaxis_solver.search.intervals import POINTS_ERROR, Errors, Measured, errors, measured, spread, squared
from thurntaxis_solver.search.ismcts import Ismcts

FEWEST_GAMES = 4
"""The fewest games after a line that count."""

CLEAR, PROBABLE = 2.3, 1.0
"""How many standard errors a loss has to be away from 0."""

FINALISTS = 3
"""The fewest lines that are told apart."""

CANDIDATES, SCREENING, SCREENING_SHARE = 8, 8, 0.25
"""How many lines of the tree are screened near the end of a game, how many games each gets for that, and what share of
the effort this may take."""

SECOND_PLACE = 3
"""The fewest players with whom the chance of coming second is told."""

LEVEL = 0.01
"""Chances of winning that differ by less, and not clearly, are ranked by the margin first."""


def verdict_of(loss: Measured) -> Verdict:
    """Return how sure it is that a line with this loss is worse than the best one."""
    deviates = loss.value / math.sqrt(loss.variance)
    return "clear" if deviates > CLEAR else "probable" if deviates > PROBABLE else "open"


# ---- comparison


class LineComparison:
    """Lines of a search, and the games played on after each of them; without any, only the tree's figures count.

    `wanted` is how many of the lines are to be told apart; the one that begins with `event` is one more. The
    `allotment` is that of the games played on last.
    """

    def __init__(
        self, search: Ismcts, lines: tuple[Line, ...], wanted: int = FINALISTS, event: Event | None = None
    ) -> None:
        self.search, self.lines, self.wanted, self.event = search, lines, wanted, event
        self.games: list[list[Continuation]] = [[] for _ in lines]
        self.allotment, self.seconds = NO_GAMES, 0.0
        self._played: Sequence[int] = range(min(FINALISTS, len(lines)))

    @property
    def count(self) -> int:
        """How many games have been played on after each of the best lines."""
        return max(map(len, self.games), default=0)

    def play(self, budget: float, seconds: float | None = None, stop: threading.Event | None = None) -> Iterator[None]:
        """Play games on after the lines, until about `budget` playouts or the seconds are spent, or `stop` is set.

        Near the end of a game, where the tree may miss the best event, each line is screened by some games first. Each
        step plays a game on each core.
        """
        begun, cores = time.monotonic(), 1 if IN_BROWSER else self.search.cores
        for lines, allotment in self._rounds(budget if seconds is None else min(budget, seconds * SPEED * cores)):
            self.allotment, self._played = allotment, lines
            players = [Continuations(self.search, allotment.playouts, allotment.turns) for _ in range(cores)]
            tasks = [(line, number) for number in range(allotment.games) for line in lines]
            for line in lines:
                self.games[line].clear()
            for at in range(0, len(tasks), len(players)):
                if (seconds is not None and self.seconds > seconds) or (stop is not None and stop.is_set()):
                    return
                now = tasks[at : at + len(players)]
                for (line, _), game in zip(now, self._played_on(players, now), strict=True):
                    self.games[line].append(game)
                self.seconds = time.monotonic() - begun
                yield

    def _rounds(self, budget: float) -> Iterator[tuple[Sequence[int], Allotment]]:
        """Yield which lines get games next, and how many."""
        allotment = self._allotted(budget, FINALISTS)
        if allotment.turns == LONGEST_GAME and len(self.lines) > FINALISTS:
            screening = self._allotted(SCREENING_SHARE * budget, len(self.lines))
            if screening.turns == LONGEST_GAME and screening.games > SCREENING:
                yield range(len(self.lines)), screening._replace(playouts=LEAST, games=SCREENING)
        asked = [at for at, line in enumerate(self.lines) if line.turn[:1] == (self.event,)]
        best = self._order()[: max(FINALISTS, self.wanted)]
        yield list(dict.fromkeys((*best, *asked))), allotment

    def _allotted(self, budget: float, lines: int) -> Allotment:
        players = len(self.search.position.players)
        return allotted(budget, lines, self.search.turns_left, players, horses=self._has_horses)

    def _played_on(self, players: list[Continuations], tasks: list[tuple[int, int]]) -> list[Continuation]:
        """Return a game for each line and number, each played in a thread of its own; a single one in this thread."""
        turns, numbers = [self.lines[line].turn for line, _ in tasks], [number for _, number in tasks]
        if len(tasks) == 1:
            return [players[0].play(turns[0], numbers[0])]
        with ThreadPoolExecutor(len(tasks)) as pool:
            return list(pool.map(Continuations.play, players, turns, numbers))

    # ---- what they show

    def told(self) -> tuple[Line, ...]:
        """Return the lines, the best first, with the figures that follow from the tree and the games."""
        if not self.lines:
            return ()
        order, told = self._order(), list[Line]()
        best, highest = order[0], self._alone(order[0]).value
        for at in order:
            loss = self._difference(best, at)
            chance = self._alone(at)._replace(value=min(1.0, max(0.0, highest - loss.value)))
            win = chance.estimate(0.0, 1.0)
            told.append(
                replace(
                    self.lines[at],
                    win=win,
                    margin=self._points(at, self._margin, self.lines[at].margin),
                    score=self._points(at, self._score, self.lines[at].score),
                    loss=NO_LOSS if at == best else loss._replace(value=highest - chance.value).estimate(-1.0, 1.0),
                    verdict="best" if at == best else verdict_of(loss),
                    second=self._second(at, win),
                )
            )
        return tuple(told)

    def next_closing(self, line: Line, turn: Sequence[Event]) -> NextClosing | None:
        """Return what the next closing after a line is like, if it comes in a later turn than the line's own."""
        closes = any(event.verb == "close" for event in turn)
        return next_closing(self.search.position.players[self.search.player], self._games_of(line), closes=closes)

    def reasons(self, line: Line, others: Sequence[Line]) -> Iterator[AdviceReason]:
        """Yield how a line differs from the first of some others that has enough games, or else that these are too few.

        The lines have their losses: one that has one is compared with a better one.
        """
        position, player, mine = self.search.position, self.search.player, self._games_of(line)
        ranked = sorted(others, key=lambda other: min(len(mine), len(self._games_of(other))) < FEWEST)
        for other in ranked[:1]:
            worse = other if line.verdict == "best" else line
            favoured: Side = "fact" if worse.verdict == "open" else "for" if worse is other else "against"
            theirs = self._games_of(other)
            count = min(len(mine), len(theirs))
            compared = Compared(mine[:count], theirs[:count])
            yield from comparison(position, player, (line.turn, other.turn), compared, favoured)

    def _games_of(self, line: Line) -> list[Continuation]:
        return next(games for games, other in zip(self.games, self.lines, strict=True) if other.turn == line.turn)

    def _order(self) -> list[int]:
        """Return the places of the lines, the best first, then the others by what they lose against it.

        The best is one of those that games were played after last: it is no worse than any that it was compared with.
        Those that are level with it are ranked by the margin.
        """
        if not self.lines:
            return []
        best, *others = self._played
        for at in others:
            best = at if self._difference(best, at).value < 0 else best
        losses = {at: self._difference(best, at) for at in range(len(self.lines))}
        rivals = (at for at in self._played if losses[at].value < LEVEL and verdict_of(losses[at]) == "open")
        first = max((best, *rivals), key=self._points_ahead)
        if first != best:
            losses = {at: self._difference(first, at) for at in losses}
        return [first, *sorted(losses.keys() - {first}, key=lambda at: (losses[at].value, -self._points_ahead(at)))]

    def _points_ahead(self, at: int) -> float:
        return float(self._points(at, self._margin, self.lines[at].margin))

    @property
    def _errors(self) -> Errors:
        return errors(self.search.turns_left, horses=self._has_horses)

    @property
    def _has_horses(self) -> bool:
        return capabilities(self.search.position.rules).horses

    def _counts(self, at: int) -> bool:
        """Return whether the games of a line count: the value of those that are cut off adds nothing to the tree's."""
        return len(self.games[at]) >= FEWEST_GAMES and self.allotment.turns == LONGEST_GAME

    def _alone(self, at: int) -> Measured:
        """Return the chance of winning after a line by its own playouts and games."""
        line, scale = self.lines[at], self._scale(at)
        tree = Measured(float(line.win), squared(line.noise) + squared(self._errors.tree * scale))
        return tree.mixed(measured(self._wins(at), self._errors.games * scale)) if self._counts(at) else tree

    def _difference(self, at: int, other: int) -> Measured:
        """Return by how much the chance after one line is higher than after another.

        The games of a line that was only screened aren't paired with those of the others.
        """
        if self._counts(at) and self._counts(other) and not {at, other} <= set(self._played):
            one, lower = self._alone(at), self._alone(other)
            return Measured(one.value - lower.value, one.variance + lower.variance)
        return self._paired(at, other)

    def _paired(self, at: int, other: int) -> Measured:
        """Return the difference of two lines by the tree and by their games, which are paired."""
        line, lower, scale = self.lines[at], self.lines[other], (self._scale(at) + self._scale(other)) / 2
        noise = squared(line.noise) + squared(lower.noise)
        tree = Measured(float(line.win) - float(lower.win), noise + squared(self._errors.tree_difference * scale))
        if not (self._counts(at) and self._counts(other)):
            return tree
        gains = [mine - theirs for mine, theirs in zip(self._wins(at), self._wins(other), strict=False)]
        return tree.mixed(measured(gains, self._errors.games_difference * scale))

    def _wins(self, at: int) -> list[float]:
        return [game.values[WIN + self.search.player] for game in self.games[at]]

    def _scale(self, at: int) -> float:
        """Return how much errors of a line's chance of winning count."""
        return spread(fmean((float(self.lines[at].win), fmean(self._wins(at) or [float(self.lines[at].win)]))))

    def _points(self, at: int, figure: Callable[[Continuation], float], of_tree: Number) -> Estimate:
        """Return an expected number of points after a line."""
        tree = Measured(float(of_tree), squared(POINTS_ERROR))
        games = list(map(figure, self.games[at]))
        return (tree.mixed(measured(games, POINTS_ERROR)) if self._counts(at) else tree).estimate()

    def _score(self, game: Continuation) -> float:
        return game.values[POINTS_EXPECTED + self.search.player]

    def _margin(self, game: Continuation) -> float:
        scores = game.values[POINTS_EXPECTED : POINTS_EXPECTED + len(self.search.position.players)]
        others = [score for at, score in enumerate(scores) if at != self.search.player]
        return self._score(game) - max(others)

    def _second(self, at: int, win: Estimate) -> Estimate | None:
        """Return how likely the player comes second, with three and four players: a share of the chance not to win."""
        places = [game.place(self.search.player) for game in self.games[at]]
        if len(self.search.position.players) < SECOND_PLACE or len(places) < FEWEST_GAMES:
            return None
        lost = [place for place in places if place]
        share = wilson(lost.count(1), len(lost)) if lost else Estimate(0.5, 0.0, 1.0)
        return Estimate((1 - win.value) * share.value, (1 - win.high) * share.low, (1 - win.low) * share.high)
