"""What `advise` asks of the solver, with a sign of life while it thinks; Ctrl-C is content with what is known.

On a new machine the search is compiled first, which takes about a minute. Meanwhile the turn is looked through without
it, and that is told at once.
"""

import signal
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from thurntaxis import Event, Position
from thurntaxis_cli.thinking import Stopped
from thurntaxis_presentation.i18n import framed

if TYPE_CHECKING:
    from thurntaxis_solver.advice import Advice
    from thurntaxis_solver.advise import Comparison, Effort, Reading

PATIENCE = 5.0
"""Seconds that getting ready to search may take, on a busy machine too; compiling takes longer."""


class Asked(NamedTuple):
    """What is asked: `effort` are seconds, playouts, cores and seed."""

    player: int | None = None
    effort: tuple[float | None, int | None, int, int] = (None, None, 1, 1)
    lines: int = 3
    exact: bool = False
    event: Event | None = None
    readings: bool = False


@dataclass(frozen=True)
class Answer:
    """The advice, and what else was asked for; `is_slow`: whether it was searched for in plain Python."""

    advice: "Advice"
    comparison: "Comparison | None" = None
    readings: "tuple[Reading, ...] | None" = None
    is_slow: bool = False

    def data(self) -> dict[str, Any]:
        """Return the answer for JSON."""
        more: dict[str, Any] = {}
        if self.comparison:
            more["explained"] = self.comparison.data()
        if self.readings is not None:
            more["readings"] = [reading.data() for reading in self.readings]
        if self.is_slow:
            more["note"] = framed("plain-python", "en")
        return self.advice.data() | more


def answer(position: Position, asked: Asked, meanwhile: "Callable[[Advice | None], object]") -> Answer:
    """Return the answer; raise ValueError as the solver does.

    While the search is being compiled, `meanwhile` is told so, and then what the turn alone says.
    """
    from thurntaxis_solver.advise import Effort, advise, explain, is_worked_out, other_readings
    from thurntaxis_solver.decider import check
    from thurntaxis_solver.exact.exact_advice import advise_exactly
    from thurntaxis_solver.kernel.compiled import IS_COMPILED

    effort = Effort(*asked.effort)
    if not asked.exact and not is_worked_out(position, check(position, asked.player)):
        _get_ready(position, effort, meanwhile)
    with thinking() as (stop, told):
        if asked.exact:
            advice = advise_exactly(position, player=asked.player, lines=asked.lines, seed=effort.seed)
        else:
            advice = advise(position, effort, player=asked.player, lines=asked.lines, stop=stop, progress=told)
        comparison = None if asked.event is None else explain(position, asked.event, effort, stop=stop)
        readings = None
        if asked.readings and advice.lines and advice.lines[0].turn:
            readings = other_readings(position, advice.lines[0].turn[0], effort, stop=stop)
    searched = advice.effort["playouts"] > 0
    return Answer(advice, comparison, readings, is_slow=searched and not IS_COMPILED)


def _get_ready(position: Position, effort: "Effort", meanwhile: "Callable[[Advice | None], object]") -> None:
    """Return once the search is ready for a position; what it refuses is told when it is asked."""
    from thurntaxis_solver.exact.exact_advice import advise_exactly

    ready = threading.Event()

    def prepare() -> None:
        try:
            with suppress(ValueError):
                effort.search(position)
        finally:
            ready.set()

    def looked(_done: int, _of: int) -> None:
        if ready.is_set():
            raise Stopped

    threading.Thread(target=prepare, name="getting ready", daemon=True).start()
    if ready.wait(PATIENCE):
        return
    meanwhile(None)
    with suppress(Stopped, ValueError):
        meanwhile(advise_exactly(position, lines=1, seed=effort.seed, progress=looked))
    ready.wait()


@contextmanager
def thinking() -> Generator[tuple[threading.Event, "Callable[[Advice], object] | None"]]:
    """Give a sign to stop, which Ctrl-C sets, and what shows the advice so far, on a terminal."""
    stop = threading.Event()
    before = signal.getsignal(signal.SIGINT)
    in_main = threading.current_thread() is threading.main_thread()

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        if stop.is_set():  # the second time
            raise KeyboardInterrupt
        stop.set()

    if in_main:
        signal.signal(signal.SIGINT, interrupt)
    try:
        if sys.stderr.isatty():
            from rich.console import Console

            with Console(stderr=True).status("thinking") as status:
                yield stop, lambda advice: status.update(_so_far(advice))
        else:
            yield stop, None
    finally:
        if in_main:
            signal.signal(signal.SIGINT, before)


def _so_far(advice: "Advice") -> str:
    playouts, seconds = advice.effort["playouts"], advice.effort["seconds"]
    best = advice.lines[0]
    turn = "; ".join(map(str, best.turn))
    return f"{playouts:,} playouts, {seconds:.1f} s: {100 * float(best.win):.1f} % {turn}"
