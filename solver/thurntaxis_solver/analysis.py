"""An analysis answers one question about a position, in the background; it can be watched and stopped.

>>> from thurntaxis import new
>>> from thurntaxis_solver.effort import Effort
>>> analysis = Analysis(new(players=2, seed=7), Effort(playouts=50))
>>> reports = list(analysis.reports())
>>> analysis.result().advice.effort.playouts
50
"""

import functools
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from thurntaxis.arguments import checked
from thurntaxis_solver.advice import Advice, InWords
from thurntaxis_solver.advice_by_reading import Reading, advice_by_reading
from thurntaxis_solver.turn_advice import AdviceQuestion, Comparison, Stopped, comparison_of

READY_WITHIN = 5.0
"""The most seconds that setting up a search may take, even on a busy machine."""

PATIENCE = 1.0
"""Seconds that a punctual analysis waits for an answer when its time is over before the search is set up."""

WINDING_UP = 5.0
"""Seconds that it waits for the search to end and make its advice: some tenths, or more on a busy machine."""

GLANCE = 0.02
"""Seconds between two checks of the clock and of `stop`."""


@dataclass(frozen=True)
class AnalysisResult:
    """The advice, and what else was asked for: the `comparison` with an event, and the best under other `readings`.

    What was not asked for is None, and so are the readings if no event can be advised.
    """

    advice: Advice
    comparison: Comparison | None = None
    readings: tuple[Reading, ...] | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """The remarks on the search."""
        return self.advice.notes

    def data(self, in_words: InWords | None = None) -> dict[str, Any]:
        """Return the result for a JSON answer, with its reasons `in_words`; in short English sentences if left out."""
        more: dict[str, Any] = {}
        if self.comparison:
            more["explained"] = self.comparison.data(in_words)
        if self.readings is not None:
            more["readings"] = [reading.data() for reading in self.readings]
        return self.advice.data(in_words) | more


@checked
@dataclass(eq=False)
class Analysis(AdviceQuestion):
    """A question about a position, with the arguments of `advise`: what is best for the player who decides?

    If there is an `event`, the answer compares it with the best line. It may also say what is best under other
    `readings`.

    Setting `stop`, an event of `threading`, ends the analysis with what is known. A `punctual` one also ends soon after
    `stop` is set or the seconds of its effort are over if nothing is known by then, because the turn is still being
    solved. Once it `is_ready`, the search has been set up: from then on, `stop` leads to advice.
    """

    readings: bool = False
    punctual: bool = False
    is_ready: bool = field(default=False, init=False)
    _found: "queue.SimpleQueue[Advice | AnalysisResult | Exception]" = field(
        default_factory=queue.SimpleQueue[Advice | AnalysisResult | Exception], init=False
    )
    _answer: AnalysisResult | Exception | None = field(default=None, init=False)

    def reports(self) -> Iterator[Advice]:
        """Start the analysis if necessary, and yield interim results until the answer is found."""
        return self._reports

    def result(self) -> AnalysisResult:
        """Wait for the answer if necessary, and return it.

        Raises:
            ValueError: as `advise` does.
            Stopped: the analysis was stopped before anything was known.
        """
        for _ in self._reports:
            pass
        if self._answer is None:
            raise Stopped
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer

    def run(self, progress: Callable[[Advice], object] | None = None) -> AnalysisResult:
        """Find the answer in the calling thread, for places where no thread can be started, and return it.

        `progress` is called with interim results from time to time.

        Raises:
            ValueError, Stopped: as `result` does.
        """
        advice = None
        for found in self.steps():
            if progress and advice is not None:
                progress(advice)
            self.is_ready = True
            advice = found
        assert advice is not None
        comparison = readings = None
        if self.event is not None:
            comparison = comparison_of(advice, self.event)
        if self.readings and advice.lines and advice.lines[0].turn:
            readings = advice_by_reading(self.position, advice.lines[0].turn[0], self.effort, stop=self.stop)
        return AnalysisResult(advice, comparison, readings)

    # ---- in the background

    def _work(self) -> None:
        try:
            self._found.put(self.run(self._found.put))
        except Exception as error:  # noqa: BLE001 - it is raised where the answer is waited for
            self._found.put(error)

    @functools.cached_property
    def _reports(self) -> Iterator[Advice]:
        """Start the work, and yield what it reports, until there is an answer or it is no longer waited for."""
        threading.Thread(target=self._work, name="analysis", daemon=True).start()
        seconds = None if self.exact or not self.punctual else self.effort.time
        end = None if seconds is None else time.monotonic() + READY_WITHIN + seconds
        was_ready = False
        while True:
            now = time.monotonic()
            if self.is_ready and not was_ready:
                was_ready = True
                end = None if end is None or seconds is None else min(end, now + seconds)
            if end is not None and now > end:
                self.stop.set()
            is_over = self.punctual and self.stop.is_set()
            try:
                found = self._found.get(timeout=GLANCE if not is_over else WINDING_UP if self.is_ready else PATIENCE)
            except queue.Empty:
                if is_over:
                    return
                continue
            if not isinstance(found, Advice):
                self._answer = found
                return
            yield found
