"""Advice on a position: the best turns, and why another event is worse.

If nobody else decides any more before the game is over, the turn is solved exactly
(`thurntaxis_solver.exact.exact_advice`). Otherwise, and where that leaves something unproved, the rest of the game is
searched (`thurntaxis_solver.search`), and the figures are estimates.

Everything here answers in the calling thread; `thurntaxis_solver.analysis` does the same in the background.
"""

import math
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from thurntaxis import Event, Position
from thurntaxis.fault import InputError
from thurntaxis.message import Alternatives, clipped
from thurntaxis_solver.advice import Advice, AdviceReason, EffortSpent, InWords, Line
from thurntaxis_solver.decider import check, check_limits, decides_last
from thurntaxis_solver.exact.exact_advice import solve_in_steps
from thurntaxis_solver.exact.turn import NotProved
from thurntaxis_solver.quantities import DEVIATES, tenths
from thurntaxis_solver.search import SEARCHES
from thurntaxis_solver.search.ismcts import Branch, Ismcts
from thurntaxis_solver.search.line_comparison import SHARE, LineComparison, recorded_for
from thurntaxis_solver.search.search_advice import advice_of, lines_of

SECONDS = 2.0
"""How many seconds to search if neither seconds nor playouts are given."""

FIRST_REPORT, NEXT_REPORT = 0.1, 0.5
"""Seconds until the first interim advice, and the fewest between two."""

TIMES_A_REPORT = 20
"""How many times as long as an interim advice takes the search goes on before the next one."""


class Stopped(Exception):
    """The answer was stopped before anything was known."""


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
        """Check the limits and the name."""
        check_limits(self.seconds, self.playouts)
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

    def divided_by(self, parts: int) -> "Effort":
        """Return one of this many equal parts."""
        seconds = None if self.time is None else self.time / parts
        return replace(self, seconds=seconds, playouts=self.playouts and max(1, self.playouts // parts))

    def set_up(self, position: Position, forced: Event | None = None) -> Ismcts:
        """Return a search that hasn't started.

        Raises:
            ValueError: the position can't be searched.
        """
        cores = self.cores or os.cpu_count() or 1
        return SEARCHES[self.search](position, seed=self.seed, cores=cores, forced=forced)


def advise(
    position: Position,
    effort: Effort | None = None,
    *,
    player: int | None = None,
    lines: int = 3,
    exact: bool = False,
    compare: bool = True,
    stop: threading.Event | None = None,
    event: Event | None = None,
) -> Advice:
    """Return the last advice of `advise_in_steps`; raise as it does."""
    *_, advice = advise_in_steps(
        position, effort, player=player, lines=lines, exact=exact, compare=compare, stop=stop, event=event
    )
    assert advice is not None
    return advice


def advise_in_steps(
    position: Position,
    effort: Effort | None = None,
    *,
    player: int | None = None,
    lines: int = 3,
    exact: bool = False,
    compare: bool = True,
    stop: threading.Event | None = None,
    event: Event | None = None,
    search: Ismcts | None = None,
) -> Iterator[Advice | None]:
    """Find the best ways to go on with the turn, the best first: by chance of winning, then by expected margin.

    The lines begin with different events. The same seed, playouts and cores always give the same lines. Each step takes
    some milliseconds, the first one until the search has been set up. It yields interim advice or None; the last step
    yields the advice.

    Args:
        position: A position in which a player decides, or reveals are due before that.
        effort: How long to search; `SECONDS` if left out. It has no effect if the turn is solved exactly.
        player: The index of the player who is to be advised, for a check: only the one who decides can be.
        lines: The most lines wanted; there are fewer if there are fewer events, or not all have been looked at.
        exact: Whether only a proof will do.
        compare: Whether playouts are recorded after each line, to give as reasons how the lines differ. These take
            about an eighth of the effort; if that is too little to show anything, there are none.
        stop: An event of `threading` that, once it is set, ends the search with the best that is known.
        event: An event that gets as many playouts as the best ones.
        search: The search to use, which `explain` then needn't do again; a new one if left out.

    Raises:
        ValueError: the game is over, the player isn't the one who decides, the first display is still to be dealt, the
            hand of that player has unknown cards, or no line is asked for.
        NotProved: only a proof will do, and there is none.
        NotCovered: the search can't play on the board.
        Stopped: a proof was stopped.
    """
    effort = effort or Effort()
    check(position, player)
    if lines < 1:
        raise InputError("no turns are asked for", "at least one")
    if exact or decides_last(position):
        try:
            for solved in solve_in_steps(position, player=player, lines=lines, seed=effort.seed):
                if exact and stop and stop.is_set():
                    raise Stopped
                yield solved
        except NotProved:
            if exact:
                raise
        else:
            return
    search = search or effort.set_up(position, event)
    yield None
    due = time.monotonic() + FIRST_REPORT
    seconds = effort.search_time if compare else effort.time
    for is_new in search.steps(seconds=seconds, playouts=effort.playouts, stop=stop):
        if is_new and (begun := time.monotonic()) > due:
            advice = advice_of(search, lines)
            due = time.monotonic() + max(NEXT_REPORT, TIMES_A_REPORT * (time.monotonic() - begun))
            yield advice
        else:
            yield None
    if not compare:
        yield advice_of(search, lines)
        return
    for compared in _compared(position, advice_of(search, max(2, lines)), effort, stop):
        yield compared and replace(compared, lines=compared.lines[:lines])


def _compared(
    position: Position, advice: Advice, effort: Effort, stop: threading.Event | None
) -> Iterator[Advice | None]:
    """Record playouts after each line of an advice, one at each step; the last step yields it with what they show."""
    begun, count = time.monotonic(), recorded_for(effort.playouts, len(advice.lines), len(position.players))
    if not count or (stop and stop.is_set()):
        yield advice
        return
    lines = LineComparison(position, advice.lines, effort.seed)
    for _ in lines.record(count, seconds=None if effort.time is None else effort.time * SHARE, stop=stop):
        yield None
    seconds = round(advice.effort.seconds + time.monotonic() - begun, 3)
    yield replace(advice, lines=lines.told(), effort=replace(advice.effort, recorded=lines.count, seconds=seconds))


# ---- why not another event?


def check_event(position: Position, event: Event) -> None:
    """Raise ValueError unless the event is a legal decision."""
    if position.is_chance or event not in position.events():
        raise InputError("{event} is not legal here", "a legal event", str(event))


@dataclass(frozen=True)
class Comparison:
    """The best line and the one that begins with a given event, which may be the best one itself.

    `verdict` says in a sentence how much better the best one is.
    """

    best: Line
    given: Line
    verdict: AdviceReason

    @property
    def is_close(self) -> bool:
        """Whether the playouts can't tell which of the two is better."""
        return _is_close(self.best, self.given)

    def data(self, in_words: InWords | None = None) -> dict[str, Any]:
        """Return the comparison for a JSON answer, with reasons and verdict `in_words`."""
        verdict = self.verdict.data(in_words)["text"]
        return {"best": self.best.data(in_words), "given": self.given.data(in_words), "verdict": verdict}


def explain(
    position: Position,
    event: Event,
    effort: Effort | None = None,
    *,
    exact: bool = False,
    compare: bool = True,
    stop: threading.Event | None = None,
    search: Ismcts | None = None,
) -> Comparison:
    """Compare the best line with the one that begins with `event`, a legal event of the player who decides.

    The event gets as many playouts as the best ones, so that its figures are as good as theirs. `exact` and `compare`
    are those of `advise`. `stop`, an event of `threading`, ends the search with the best that is known. A `search` that
    was set up with the event and has ended is not done again.

    Raises:
        ValueError, NotProved, NotCovered: as `advise` does, or a reveal is due, or the event is not legal.
    """
    at = check(position, None)
    check_event(position, event)
    count, effort = len(position.events()), effort or Effort()
    if search:
        lines = lines_of(search, count)
    else:
        without_comparing = replace(effort, seconds=effort.search_time if compare else effort.time)
        can_stop = None if exact else stop
        lines = advise(
            position, without_comparing, lines=count, exact=exact, compare=False, stop=can_stop, event=event
        ).lines
    given = next((line for line in lines if line.turn[:1] == (event,)), None)
    if given is None:
        raise InputError("{event} hasn't been examined yet", "more time", str(event))
    best, difference = lines[0], verdict(lines[0], given)
    if compare and not best.proved and given is not best:
        advice = Advice(at, (best, given), EffortSpent(0, 0.0, effort.seed))
        for compared in _compared(position, advice, effort, stop):
            best, given = (compared or advice).lines
    return Comparison(best, given, difference)


def verdict(best: Line, given: Line) -> AdviceReason:
    """Return how much better the best line is than another one, which may be the best one itself."""
    if best is given:
        return AdviceReason.of("The best that was found is {event}.", kind="comparison", event=given.turn[0])
    games = tenths(100 * (float(best.win) - float(given.win)))
    points = tenths(float(best.margin) - float(given.margin))
    if _is_close(best, given):
        template = "The two are too close to tell: {games} games in 100, {points} points."
        return AdviceReason.of(template, kind="comparison", games=games, points=points)
    template = "Of 100 games {event} wins {games} more, with {points} points more margin."
    return AdviceReason.of(template, kind="comparison", event=best.turn[0], games=games, points=points)


def _is_close(best: Line, given: Line) -> bool:
    return not best.proved and is_close(best, given)


def is_close(best: Line | Branch, given: Line | Branch) -> bool:
    """Return whether two estimated chances of winning are too close for the playouts to tell them apart."""
    noise = DEVIATES * math.hypot(best.noise, given.noise)
    return float(best.win) - float(given.win) < max(CLOSE, noise)


CLOSE = 0.02
"""Chances of winning that differ by less count as equal."""
