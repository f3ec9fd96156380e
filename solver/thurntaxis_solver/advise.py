"""Advice on a position: the best turns, what speaks for them, and how sure that is.

A game that ends with this turn is worked out exactly (`thurntaxis_solver.exact_advice`). Any other is searched
(`thurntaxis_solver.search`), and the figures are estimates.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from thurntaxis import UNKNOWN, Event, Position, RuleSet, Unplayable, rule_set
from thurntaxis.editions import OptionValue
from thurntaxis.rules import options_of
from thurntaxis_solver.advice import Advice, Line
from thurntaxis_solver.exact_advice import advise_exactly, check

if TYPE_CHECKING:
    from thurntaxis_solver.search import Search

SECONDS = 2.0
"""How long is thought about a position if nothing else is asked for."""

NEWS = 0.5
"""Seconds between two reports of progress."""

Progress = Callable[[Advice], object]
"""Told from time to time what is known so far."""


@dataclass(frozen=True)
class Effort:
    """How much is thought: for some seconds or some playouts, whichever is over first, on some cores.

    `cores` of none takes all there are. Where both others are none, it is `SECONDS`.
    """

    seconds: float | None = None
    playouts: int | None = None
    cores: int | None = 1
    seed: int = 1

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
        from thurntaxis_solver.search import Search

        return Search(position, seed=self.seed, cores=self.cores or os.cpu_count() or 1, forced=forced)


def ends_now(position: Position) -> bool:
    """Return whether the game is over with the turn of the player on turn, whatever happens in it."""
    return position.ender is not None and (position.turn.player + 1) % len(position.players) == position.start


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
        ValueError: the game is over, the player isn't on turn, the first display is still to be dealt, unknown cards
            in hand leave nothing to do, or no line is asked for.
    """
    check(position, player)
    if lines < 1:
        raise ValueError("at least one line has to be asked for")
    if ends_now(position) or UNKNOWN in position.mover.hand:
        return advise_exactly(position, player=player, lines=lines, seed=(effort or Effort()).seed)
    from thurntaxis_solver.search_advice import searched

    effort = effort or Effort()
    search = effort.search(position)
    last = time.monotonic()

    def told() -> None:
        nonlocal last
        if progress and time.monotonic() - last > NEWS:
            progress(searched(search, lines))
            last = time.monotonic()

    search.think(seconds=effort.time, playouts=effort.playouts, stop=stop, progress=told)
    return searched(search, lines)


# ---- why not?


@dataclass(frozen=True)
class Comparison:
    """The best line beside the one that begins with a given event, and how much better it is."""

    best: Line
    given: Line
    verdict: str

    def data(self) -> dict[str, Any]:
        """Return the comparison for a JSON answer."""
        return {"best": self.best.data(), "given": self.given.data(), "verdict": self.verdict}


def explain(
    position: Position, event: Event, effort: Effort | None = None, *, stop: threading.Event | None = None
) -> Comparison:
    """Compare the best line with the one that begins with `event`, a legal event of the player on turn.

    Half of the playouts begin with the event, so that it is known as well as the best one.

    Raises:
        ValueError: as `advise` does, or the position is one of chance, or the event is not legal.
    """
    check(position, None)
    if position.is_chance or event not in position.events():
        raise ValueError(f"{event} is not legal here")
    if ends_now(position) or UNKNOWN in position.mover.hand:
        advice = advise_exactly(position, lines=len(position.events()))
    else:
        from thurntaxis_solver.search_advice import searched

        effort = effort or Effort()
        search = effort.search(position, forced=event)
        search.think(seconds=effort.time, playouts=effort.playouts, stop=stop)
        advice = searched(search, len(position.events()))
    given = next((line for line in advice.lines if line.turn[:1] == (event,)), None)
    if given is None:
        raise ValueError(f"{event} was not looked at (more time)")
    best = advice.lines[0]
    return Comparison(best, given, _verdict(best, given))


def _verdict(best: Line, given: Line) -> str:
    if best is given:
        return f"{given.turn[0]} is the best that was found."
    loss = float(best.win) - float(given.win)
    points = float(best.margin) - float(given.margin)
    if not best.proved and _reach(given.win)[1] >= _reach(best.win)[0] and loss < CLOSE:
        return f"The two are too close to tell: {100 * loss:.1f} in 100 games, {points:.1f} points."
    return f"{best.turn[0]} wins {100 * loss:.1f} games in 100 more, and brings {points:.1f} points more on the others."


CLOSE = 0.02
"""Chances of winning that differ by less, and whose intervals meet, are taken for equal."""


def _reach(number: Any) -> tuple[float, float]:
    """Return the interval of a number."""
    return (getattr(number, "low", float(number)), getattr(number, "high", float(number)))


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

    `best` is the best event under the position's own reading. Where it is no longer legal, the advice changes.
    """
    check(position, None)
    others = list(_other_rules(position.rules))
    effort = (effort or Effort()).parted(len(others) or 1)
    found: list[Reading] = []
    for name, value, rules in others:
        other = position.with_rules(rules)
        if best not in other.events():
            line = advise(other, effort, lines=1, stop=stop).lines[0]
            found.append(Reading(name, value, line.turn[0], changes=True))
            continue
        comparison = explain(other, best, effort, stop=stop)
        same = comparison.best.turn[:1] == (best,)
        unsure = comparison.verdict.startswith("The two are too close")
        found.append(Reading(name, value, comparison.best.turn[0], changes=False if same else None if unsure else True))
    return tuple(found)


def _other_rules(rules: RuleSet) -> Iterator[tuple[str, OptionValue, RuleSet]]:
    """Yield every other reading of a disputed rule that can be played: the option, its value, and the rules then."""
    for name, values in options_of(rules.modules).items():
        for value in values:
            if value != rules.options[name]:
                with suppress(Unplayable):
                    options = {**rules.options, name: value}
                    yield name, value, rule_set(rules.board, rules.edition, options, rules.modules)
