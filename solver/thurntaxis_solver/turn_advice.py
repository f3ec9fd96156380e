"""Advice on a position: the best turns, and why another event is worse.

If nobody else decides any more before the game is over, the turn is solved exactly
(`thurntaxis_solver.exact.exact_advice`). Otherwise, and where that leaves something unproved, the rest of the game is
searched (`thurntaxis_solver.search`), and the figures are estimates.

Everything here answers in the calling thread; `thurntaxis_solver.analysis` does the same in the background.
"""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from thurntaxis import Event, Position
from thurntaxis.fault import InputError
from thurntaxis_solver.advice import Advice, AdviceReason, InWords, Line
from thurntaxis_solver.decider import check, decides_last
from thurntaxis_solver.effort import Effort
from thurntaxis_solver.exact.exact_advice import solve_in_steps
from thurntaxis_solver.exact.last_turn import NotProved
from thurntaxis_solver.search.games_budget import SHARE
from thurntaxis_solver.search.ismcts import Ismcts
from thurntaxis_solver.search.search_advice import advice_of, compared_lines

FIRST_REPORT, NEXT_REPORT = 0.1, 0.5
"""Seconds until the first interim advice, and the fewest between two."""

TIMES_A_REPORT = 20
"""How many times as long as an interim advice takes the search goes on before the next one."""


class Stopped(Exception):
    """The answer was stopped before anything was known."""


@dataclass(eq=False)
class AdviceQuestion:
    """A question about a position: what is best for the player who decides? Its fields are arguments of `advise`."""

    position: Position
    effort: Effort = field(default_factory=Effort)
    player: int | None = None
    lines: int = 3
    exact: bool = False
    event: Event | None = None
    compare: bool = True
    stop: threading.Event = field(default_factory=threading.Event)

    def steps(self) -> Iterator[Advice | None]:
        """Find the advice in the calling thread, a few milliseconds at each step: for places without threads.

        The first step lasts until the search has been set up. Each one yields interim advice or None; the last one
        yields the advice.

        Raises:
            ValueError: as `advise` does.
        """
        check(self.position, self.player)
        if self.lines < 1:
            raise InputError("no turns are asked for", "at least one")
        self.lines = min(self.lines, 1000)  # more than there ever are
        if self.event is not None and (self.position.is_chance or self.event not in self.position.events()):
            raise InputError('"{event}" is not legal here', "a legal move", str(self.event))
        if self.exact or decides_last(self.position):
            try:
                for solved in solve_in_steps(self.position, self.lines, self.effort.seed, self.event):
                    if self.exact and self.stop.is_set():
                        raise Stopped
                    yield solved
            except NotProved:
                if self.exact:
                    raise
            else:
                return
        search = self.effort.set_up(self.position)
        yield None
        yield from self._search(search)

    def _search(self, search: Ismcts) -> Iterator[Advice | None]:
        """Spend the effort on a search that is set up; yield interim advice or None, and the advice at last."""
        effort, lines, event, stop = self.effort, self.lines, self.event, self.stop
        due = time.monotonic() + FIRST_REPORT
        seconds = effort.search_time if self.compare else effort.time
        for is_new in search.steps(seconds=seconds, playouts=effort.playouts, stop=stop):
            if is_new and (begun := time.monotonic()) > due:
                advice = advice_of(compared_lines(search, lines, event), lines, event)
                due = time.monotonic() + max(NEXT_REPORT, TIMES_A_REPORT * (time.monotonic() - begun))
                yield advice
            else:
                yield None
        if event is not None:
            for _ in search.examine_in_steps(event, seconds=seconds, stop=stop):
                yield None
        compared = compared_lines(search, lines, event)
        if self.compare:
            yield from compared.play(effort.games_budget, effort.time and effort.time * SHARE, stop)
        yield advice_of(compared, lines, event)


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
    """Find the best ways to go on with the turn, the best first: by chance of winning, then by expected margin.

    The lines begin with different events. The same seed, playouts and cores always give the same lines.

    Args:
        position: A position in which a player decides, or reveals are due before that.
        effort: How long to search; `SECONDS` if left out. It has no effect if the turn is solved exactly.
        player: The index of the player who is to be advised, for a check: only the one who decides can be.
        lines: The most lines wanted; there are fewer if there are fewer events, or not all have been looked at.
        exact: Whether only a proof will do.
        compare: Whether games are played on after each line. They make the figures more reliable, above all near the
            end of a game, and show how the lines differ.
        stop: An event of `threading` that, once it is set, ends the search with the best that is known.
        event: An event that is examined as well as the best ones, for which the search goes on a little longer; its
            line is the advice's `given`. The other lines stay as they are.

    Raises:
        ValueError: the game is over, the player isn't the one who decides, the first display is still to be dealt, the
            hand of that player has unknown cards, no line is asked for, or the event isn't legal.
        NotProved: only a proof will do, and there is none.
        NotCovered: the search can't play on the board.
        Stopped: a proof was stopped.
    """
    stop = stop or threading.Event()
    *_, advice = AdviceQuestion(position, effort or Effort(), player, lines, exact, event, compare, stop).steps()
    assert advice is not None
    return advice


# ---- why not another event?


@dataclass(frozen=True)
class Comparison:
    """The best line and the one that begins with a given event, which may be the best one itself.

    `verdict` says in a sentence how much better the best one is.
    """

    best: Line
    given: Line
    verdict: AdviceReason

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
) -> Comparison:
    """Compare the best line with the one that begins with `event`, a legal event of the player who decides.

    The event gets as many playouts as the best ones, so that its figures are as good as theirs. `exact` and `compare`
    are those of `advise`. `stop`, an event of `threading`, ends the search with the best that is known.

    Raises:
        ValueError, NotProved, NotCovered: as `advise` does, or a reveal is due.
    """
    return comparison_of(
        advise(position, effort, lines=1, exact=exact, compare=compare, stop=None if exact else stop, event=event),
        event,
    )


def comparison_of(advice: Advice, event: Event) -> Comparison:
    """Return the comparison of the best line of an advice with the one that begins with an event it was asked for."""
    best, given = advice.lines[0], advice.given
    if given is None:
        raise InputError("{event} hasn't been examined yet", "more time", str(event))
    if given == best:
        template = "There is no reason not to: the best turn found begins that way."
        return Comparison(best, best, AdviceReason.of(template, kind="comparison", event=event))
    facts: dict[str, Any] = {"event": event, "best": best.turn[0]}
    if games := max(0, round(100 * float(given.loss))):
        facts["games"] = games
    elif given.verdict != "open":
        facts["points"] = round(float(best.margin) - float(given.margin), 1)
    if given.verdict == "open" and games:
        template = "Too close to tell: in 100 games, {event} wins {games} fewer than {best}."
    elif given.verdict == "open":
        template = "Too close to tell: {event} wins as often as {best}."
    elif games and given.verdict == "probable":
        template = "Of 100 games, {event} probably wins {games} fewer than {best}."
    elif games:
        template = "Of 100 games, {event} wins {games} fewer than {best}."
    else:
        template = "{event} wins as often as {best}, but its margin is {points} points smaller."
    return Comparison(best, given, AdviceReason.of(template, kind="comparison", **facts))
