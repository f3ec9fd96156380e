"""Advice on a position: the best turns, what speaks for them, and how sure that is.

A game in which nobody else decides any more is worked out exactly (`thurntaxis_solver.exact.exact_advice`). Any other
is searched (`thurntaxis_solver.search.ismcts`), and the figures are estimates.
"""

import math
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from thurntaxis import Event, Position
from thurntaxis.editions import OptionValue
from thurntaxis_solver.advice import Advice, Line, Reason, told
from thurntaxis_solver.decider import check, check_limits, decides_last, hand_is_known
from thurntaxis_solver.exact.exact_advice import advise_exactly
from thurntaxis_solver.other_readings import other_tables
from thurntaxis_solver.quantities import DEVIATES, tenths

if TYPE_CHECKING:
    from thurntaxis_solver.search.ismcts import Search

SECONDS = 2.0
"""How long is thought about a position if nothing else is asked for."""

FIRST_NEWS, NEWS = 0.1, 0.5
"""Seconds until progress is reported first, and between two reports."""

Progress = Callable[[Advice], object]
"""Told from time to time what is known so far."""


@dataclass(frozen=True)
class Effort:
    """How much is thought: for some seconds or some playouts, whichever is over first, on some cores.

    `cores` of none takes all there are. Where both others are none, it is `SECONDS`.

    Raises:
        ValueError: there is no time or no playout to spend.
    """

    seconds: float | None = None
    playouts: int | None = None
    cores: int | None = 1
    seed: int = 1

    def __post_init__(self) -> None:
        """Look whether there is anything to spend."""
        check_limits(self.seconds, self.playouts)

    @property
    def time(self) -> float | None:
        """The seconds, if they count."""
        return SECONDS if self.seconds is None and self.playouts is None else self.seconds

    def parted(self, parts: int) -> "Effort":
        """Return one of so many equal parts."""
        return Effort(
            None if self.time is None else self.time / parts,
            None if self.playouts is None else max(1, self.playouts // parts),
            self.cores,
            self.seed,
        )

    def search(self, position: Position, forced: Event | None = None) -> "Search":
        """Return a search that this effort will be put into."""
        from thurntaxis_solver.search.ismcts import Search

        return Search(position, seed=self.seed, cores=self.cores or os.cpu_count() or 1, forced=forced)


def advise(
    position: Position,
    effort: Effort | None = None,
    *,
    player: int | None = None,
    lines: int = 3,
    stop: threading.Event | None = None,
    progress: Progress | None = None,
) -> Advice:
    """Return the best ways to go on with the turn, the best first: by chance of winning, then by expected margin.

    The lines begin with different events. The same seed, playouts and cores give the same lines again. `stop` ends the
    search early, with the best that is known; `progress` is told now and then what that is.

    Raises:
        ValueError: the game is over, the player isn't the one who decides, the first display is still to be dealt,
            unknown cards in hand leave nothing to do, or no line is asked for.
    """
    at = check(position, player)
    if lines < 1:
        raise ValueError("at least one line has to be asked for")
    if is_worked_out(position, at):
        return advise_exactly(position, player=player, lines=lines, seed=(effort or Effort()).seed)
    from thurntaxis_solver.search.search_advice import searched

    effort = effort or Effort()
    search = effort.search(position)
    due = time.monotonic() + FIRST_NEWS

    def told() -> None:
        nonlocal due
        if progress and time.monotonic() > due:
            progress(searched(search, lines))
            due = time.monotonic() + NEWS

    search.think(seconds=effort.time, playouts=effort.playouts, stop=stop, progress=told)
    return searched(search, lines)


def is_worked_out(position: Position, player: int) -> bool:
    """Return whether the turn alone is looked through: it is all there is, or unknown cards forbid a search."""
    return decides_last(position) or not hand_is_known(position, player)


# ---- why not?


@dataclass(frozen=True)
class Comparison:
    """The best line beside the one that begins with a given event, and how much better it is."""

    best: Line
    given: Line
    verdict: Reason

    def data(self) -> dict[str, Any]:
        """Return the comparison for a JSON answer."""
        return {"best": self.best.data(), "given": self.given.data(), "verdict": self.verdict.text}


def explain(
    position: Position, event: Event, effort: Effort | None = None, *, stop: threading.Event | None = None
) -> Comparison:
    """Compare the best line with the one that begins with `event`, a legal event of the player who decides.

    Half of the playouts begin with the event, so that it is known as well as the best one.

    Raises:
        ValueError: as `advise` does, or the position is one of chance, or the event is not legal.
    """
    at = check(position, None)
    if position.is_chance or event not in position.events():
        raise ValueError(f"{event} is not legal here")
    if is_worked_out(position, at):
        advice = advise_exactly(position, lines=len(position.events()))
    else:
        from thurntaxis_solver.search.search_advice import searched

        effort = effort or Effort()
        search = effort.search(position, forced=event)
        search.think(seconds=effort.time, playouts=effort.playouts, stop=stop)
        advice = searched(search, len(position.events()))
    given = next((line for line in advice.lines if line.turn[:1] == (event,)), None)
    if given is None:
        raise ValueError(f"{event} was not looked at (more time)")
    best = advice.lines[0]
    return Comparison(best, given, _verdict(best, given))


def _verdict(best: Line, given: Line) -> Reason:
    if best is given:
        return told("The best that was found is {event}.", event=given.turn[0])
    games = tenths(100 * (float(best.win) - float(given.win)))
    points = tenths(float(best.margin) - float(given.margin))
    if _is_close(best, given):
        return told("The two are too close to tell: {games} games in 100, {points} points.", games=games, points=points)
    return told(
        "Of 100 games {event} wins {games} more, with {points} points more margin.",
        event=best.turn[0],
        games=games,
        points=points,
    )


def _is_close(best: Line, given: Line) -> bool:
    """Return whether it can't be told which of two lines is the better one."""
    noise = DEVIATES * math.hypot(best.noise, given.noise)
    return not best.proved and float(best.win) - float(given.win) < max(CLOSE, noise)


CLOSE = 0.02
"""Chances of winning that differ by less are taken for equal."""


# ---- other readings


@dataclass(frozen=True)
class Reading:
    """The best event under another reading of the rules; `changes` is none where the search can't tell."""

    option: str
    value: OptionValue
    best: Event
    changes: bool | None

    def data(self) -> dict[str, Any]:
        """Return the reading for a JSON answer."""
        return {"option": self.option, "value": self.value, "best": str(self.best), "changes": self.changes}


def other_readings(
    position: Position, best: Event, effort: Effort | None = None, *, stop: threading.Event | None = None
) -> tuple[Reading, ...]:
    """Return what is best under every other reading of a disputed rule; each gets an equal part of the effort.

    `best` is the best event under the position's own reading. Where it is no longer legal, the advice changes. Where a
    card is still to be revealed, the two are not compared, and all that can be told is whether they are the same.
    """
    check(position, None)
    others = list(other_tables(position))
    effort = (effort or Effort()).parted(len(others) or 1)
    found: list[Reading] = []
    for option, value, other in others:
        if other.is_chance or best not in other.events():
            first = advise(other, effort, lines=1, stop=stop).lines[0].turn[:1]
            changes = (False if first == (best,) else None) if other.is_chance else True
            found.append(Reading(option, value, first[0] if first else best, changes))
            continue
        comparison = explain(other, best, effort, stop=stop)
        same = comparison.best.turn[:1] == (best,)
        unsure = _is_close(comparison.best, comparison.given)
        found.append(
            Reading(option, value, comparison.best.turn[0], changes=False if same else None if unsure else True)
        )
    return tuple(found)
