"""What `go` does: think about a position within a budget, report what is found, and end with the best turn."""

import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from thurntaxis import Event, Position
from thurntaxis_presentation.i18n import framed

if TYPE_CHECKING:
    from thurntaxis_solver.advice import Advice

LINES = 3
"""How many turns are reported."""

PATIENCE = 1.0
"""Seconds that an answer may still take once it is asked for, while nothing has been thought yet."""

WINDING_UP = 5.0
"""Seconds that a search may take to put into words what it has found: it takes some tenths, more on a busy machine."""

READINESS = 6.0
"""Seconds that getting ready to search may take beside the time of thinking (compiling takes more)."""

GLANCE = 0.02
"""Seconds between two looks at whether to stop."""

LONGEST_TURN = 20
"""Events of a player's turn at the most."""


@dataclass(frozen=True)
class Budget:
    """How long to think: for some seconds, for some playouts, or (neither) until the turn is worked out exactly."""

    seconds: float | None = None
    playouts: int | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the turn alone is looked at, and all of it."""
        return self.seconds is None and self.playouts is None


class Stopped(Exception):
    """The answer is no longer waited for."""


@dataclass(frozen=True)
class News:
    """What is known, and whether it is all."""

    advice: "Advice"
    last: bool


def think(position: Position, budget: Budget, stop: threading.Event) -> Iterator[str]:
    """Yield `info` lines, and last of all `bestturn`; soon after `stop` is set, or the time is over, at the latest.

    Where nothing is known by then, the turn is any legal one.

    Raises:
        ValueError: the solver can't say anything about the position.
    """
    found: queue.SimpleQueue[News | Exception] = queue.SimpleQueue()
    enough, ready = threading.Event(), threading.Event()
    work = (position, budget, enough, ready, found)
    threading.Thread(target=_work, args=work, name="thoughts", daemon=True).start()
    turn: tuple[Event, ...] = ()
    for news in _wait(found, budget, stop, enough, ready):
        if isinstance(news, Exception):
            raise news
        if news is None:
            yield f"info string {framed('compiling', 'en')}"
            continue
        yield from _infos(news.advice)
        turn = news.advice.lines[0].turn
    yield f"bestturn {'; '.join(map(str, turn or any_turn(position)))}"


def _work(
    position: Position,
    budget: Budget,
    enough: threading.Event,
    ready: threading.Event,
    found: "queue.SimpleQueue[News | Exception]",
) -> None:
    """Ask the solver, and put what it says; tell when it is ready to search (on a new machine it is compiled first)."""
    from thurntaxis_solver import advise
    from thurntaxis_solver.decider import next_decider
    from thurntaxis_solver.exact import exact_advice

    def looked(_done: int, _of: int) -> None:
        if enough.is_set():
            raise Stopped

    try:
        if budget.is_exact:
            ready.set()
            found.put(News(exact_advice.advise_exactly(position, lines=LINES, progress=looked), last=True))
            return
        effort = advise.Effort(budget.seconds, budget.playouts)
        if not advise.is_worked_out(position, next_decider(position)):
            effort.search(position)  # which compiles, if need be
        ready.set()
        advice = advise.advise(
            position, effort, lines=LINES, stop=enough, progress=lambda advice: found.put(News(advice, last=False))
        )
        found.put(News(advice, last=True))
    except Exception as error:  # noqa: BLE001 - it is raised again where the answer is waited for
        found.put(error)


def _wait(
    found: "queue.SimpleQueue[News | Exception]",
    budget: Budget,
    stop: threading.Event,
    enough: threading.Event,
    ready: threading.Event,
) -> "Iterator[News | Exception | None]":
    """Yield what is found, until it is all; once it is to end, it is waited for a little while only.

    The time is that of thinking: it begins when the search is ready, which is not waited for any longer than
    `READINESS`; none is yielded when that is over.
    """
    latest, is_told = time.monotonic() + READINESS, budget.is_exact
    end = None if budget.seconds is None else latest + budget.seconds
    while True:
        now = time.monotonic()
        if ready.is_set():
            is_told = True
            end = end and min(end, now + (budget.seconds or 0))
        elif now > latest and not is_told:
            is_told = True
            yield None
        over = stop.is_set() or (end is not None and now > end)
        if over:
            enough.set()
        try:
            news = found.get(timeout=GLANCE if not over else WINDING_UP if ready.is_set() else PATIENCE)
        except queue.Empty:
            if over:
                return
            continue
        if isinstance(news, Stopped):
            return
        yield news
        if isinstance(news, Exception) or news.last:
            return


def _infos(advice: "Advice") -> Iterator[str]:
    """Yield what is known as lines of the protocol."""
    yield f"info playouts {advice.effort['playouts']} time {round(1000 * advice.effort['seconds'])}"
    for number, line in enumerate(advice.lines, 1):
        figures = f"win {float(line.win):.4f} margin {float(line.margin):.2f} score {float(line.score):.2f}"
        yield f"info line {number} {figures} proved {str(line.proved).lower()} turn {'; '.join(map(str, line.turn))}"


def any_turn(position: Position) -> tuple[Event, ...]:
    """Return a legal turn of the player on turn, chance bringing the likeliest: the route is extended and kept."""
    turn: list[Event] = []
    player = position.decider
    while position.decider == player and not position.is_over and len(turn) < LONGEST_TURN:
        if position.is_chance:
            chances = position.chances()
            event = max(chances, key=lambda event: chances[event])
        elif events := sorted(position.events(), key=_plainness):
            event = events[0]
            turn.append(event)
        else:
            break
        position = position.play(event)
    return tuple(turn)


def _plainness(event: Event) -> tuple[int, Event]:
    """Return the order of preference: what keeps a route before what gives it up."""
    plain = ("end", "carriage", "play", "draw", "postmaster", "keep")
    rank = plain.index(event.verb) if event.verb in plain else len(plain)
    return rank + 10 * (event[-1] == "start"), event
