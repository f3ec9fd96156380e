"""Waiting for an analysis at a terminal: a spinner shows the results so far, and Ctrl-C ends the search."""

import signal
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager, contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from thurntaxis_presentation.terminal.output import working

if TYPE_CHECKING:
    from thurntaxis_solver.advice import Advice
    from thurntaxis_solver.analysis import Analysis, AnalysisResult


def wait_for(analysis: "Analysis") -> "AnalysisResult":
    """Return the result of an analysis; raise ValueError as the solver does.

    Ctrl-C ends the analysis with the results so far; it raises KeyboardInterrupt if there are none, or the second time.
    """
    from thurntaxis_solver.turn_advice import Stopped

    with interruptible(analysis.stop, lambda: analysis.is_ready), working("thinking") as show:
        for advice in analysis.reports():
            show(_so_far(advice))
        try:
            return analysis.result()
        except Stopped:
            raise KeyboardInterrupt from None


def interruptible(stop: threading.Event, is_ready: Callable[[], bool]) -> AbstractContextManager[None]:
    """Let Ctrl-C set `stop`; before the analysis `is_ready`, and the second time, it interrupts as usual."""

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        if stop.is_set() or not is_ready():
            raise KeyboardInterrupt
        stop.set()

    return answering_signals(["SIGINT"], interrupt)


@contextmanager
def answering_signals(names: Iterable[str], answer: Callable[[int, FrameType | None], object]) -> Generator[None]:
    """Answer those of the signals that the system knows; only the main thread receives any."""
    is_main = threading.current_thread() is threading.main_thread()
    numbers = [getattr(signal, name) for name in names if is_main and hasattr(signal, name)]
    before = {number: signal.signal(number, answer) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _so_far(advice: "Advice") -> str:
    effort, best = advice.effort, advice.lines[0]
    turn = "; ".join(map(str, best.turn))
    return f"{effort.playouts:,} playouts, {effort.seconds:.1f} s: {100 * float(best.win):.1f} % {turn}"
