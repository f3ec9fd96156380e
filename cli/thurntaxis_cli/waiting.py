"""Waiting for an analysis at a terminal: a spinner shows the results so far, and Ctrl-C ends the search."""

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from thurntaxis_presentation.terminal.output import working

if TYPE_CHECKING:
    from thurntaxis_solver.advice import Advice
    from thurntaxis_solver.analysis import Analysis, AnalysisResult


def wait_for(analysis: "Analysis") -> "AnalysisResult":
    """Return the result of an analysis; raise ValueError as the solver does.

    Ctrl-C ends the analysis with the results so far.

    Raises:
        KeyboardInterrupt: nothing is known yet, or Ctrl-C came twice.
    """
    from thurntaxis_solver.turn_advice import Stopped

    with interruptible(analysis.stop, lambda: analysis.is_ready), working("thinking") as show:
        for advice in analysis.reports():
            show(_so_far(advice))
        try:
            return analysis.result()
        except Stopped:
            raise KeyboardInterrupt from None


@contextmanager
def interruptible(stop: threading.Event, is_ready: Callable[[], bool]) -> Generator[None]:
    """Let Ctrl-C set `stop`; before the analysis `is_ready`, and the second time, it interrupts as usual."""

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        if stop.is_set() or not is_ready():
            raise KeyboardInterrupt
        stop.set()

    if threading.current_thread() is not threading.main_thread():  # only that one receives signals
        yield
        return
    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _so_far(advice: "Advice") -> str:
    effort, best = advice.effort, advice.lines[0]
    turn = "; ".join(map(str, best.turn))
    return f"{effort.playouts:,} playouts, {effort.seconds:.1f} s: {100 * float(best.win):.1f} % {turn}"
