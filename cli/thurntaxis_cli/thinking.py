"""What `go` does: think about a position within a budget, report what is found, and end with the best turn."""

import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from thurntaxis import Event, Position

if TYPE_CHECKING:
    from thurntaxis_solver.advise import Advice, Line

LINES = 3
"""How many turns are reported."""

PATIENCE = 0.3
"""Seconds that an answer may still take once it is asked for."""

GLANCE = 0.02
"""Seconds between two looks at whether to stop."""

LONGEST_TURN = 20
"""Events of a player's turn at the most."""


@dataclass(frozen=True)
class Budget:
    """How long to think: for some seconds, for some playouts, or (neither) until the turn is worked out exactly.

    The exact layer is all there is so far; it needs no playouts, and ends by itself.
    """

    seconds: float | None = None
    playouts: int | None = None


class Stopped(Exception):
    """The answer is no longer waited for."""


def think(position: Position, budget: Budget, stop: threading.Event) -> Iterator[str]:
    """Yield `info` lines, and last of all `bestturn`; soon after `stop` is set, or the time is over, at the latest.

    Where nothing is known by then, the turn is any legal one.

    Raises:
        ValueError: the solver can't say anything about the position.
    """
    found: queue.SimpleQueue[Advice | Exception] = queue.SimpleQueue()
    enough = threading.Event()
    threading.Thread(target=_work, args=(position, budget, enough, found), name="thoughts", daemon=True).start()
    advice = _wait(found, budget, stop)
    enough.set()
    if isinstance(advice, Exception):
        raise advice
    if advice is None:
        turn = any_turn(position)
    else:
        yield from (_info(number, line) for number, line in enumerate(advice.lines, 1))
        turn = advice.lines[0].turn
    yield f"bestturn {'; '.join(map(str, turn))}"


def _work(
    position: Position,
    budget: Budget,
    enough: threading.Event,
    found: "queue.SimpleQueue[Advice | Exception]",
) -> None:
    """Ask the solver, and put what it says."""
    from thurntaxis_solver.advise import advise

    def progress(_done: int, _of: int) -> None:
        if enough.is_set():
            raise Stopped

    try:
        found.put(advise(position, seconds=budget.seconds, lines=LINES, progress=progress))
    except Exception as error:  # noqa: BLE001 - it is raised again where the answer is waited for
        found.put(error)


def _wait(
    found: "queue.SimpleQueue[Advice | Exception]", budget: Budget, stop: threading.Event
) -> "Advice | Exception | None":
    """Return what was found; nothing if it has not come soon after the time is over."""
    end = None if budget.seconds is None else time.monotonic() + budget.seconds
    while True:
        try:
            return found.get(timeout=GLANCE)
        except queue.Empty:
            if stop.is_set() or (end is not None and time.monotonic() > end):
                break
    try:
        return found.get(timeout=PATIENCE)
    except queue.Empty:
        return None


def _info(number: int, line: "Line") -> str:
    figures = f"win {float(line.win):.4f} margin {float(line.margin):.2f} score {float(line.score):.2f}"
    return f"info line {number} {figures} proved {str(line.proved).lower()} turn {'; '.join(map(str, line.turn))}"


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
