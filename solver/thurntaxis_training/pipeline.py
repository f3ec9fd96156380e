"""The training pipeline: it plays games, fits weights to them, logs the results, and can be interrupted.

A run is a sequence of steps: each plays games and fits a network to them. Games are played by an engine of
`thurntaxis_solver.play.tournament`; all random choices depend on the seed and the number of the step, so an interrupted
run gives the same weights as an uninterrupted one (on a CPU, with the same number of threads).
"""

import functools
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from thurntaxis_solver.kernel.checkpoint import Checkpoint
from thurntaxis_solver.play.tournament import Engine, Local
from thurntaxis_training.prior_fitting import PriorFitter
from thurntaxis_training.recorded_games import RecordedTurns, SeatResult, play_decisions, play_task
from thurntaxis_training.records import RecordedDecisions
from thurntaxis_training.run_folder import RunFolder
from thurntaxis_training.run_settings import RunSettings
from thurntaxis_training.stages import FITTING, SNAPSHOT_EVERY, games_plan
from thurntaxis_training.value_fitting import TrainingTurns, ValueFitter

TD_LAMBDA = 0.7
"""The weight of the next target against the next output."""

SEARCH_SHARE = 0.7
"""The weight of a search's values in the target."""

LogLine = dict[str, Any]

T = TypeVar("T")


@dataclass
class TrainingRun:
    """A run in a folder.

    `where` is the name of the engine, for the log.

    Raises:
        RunError: the folder can't be used with these settings.
    """

    folder: RunFolder
    settings: RunSettings
    engine: Engine
    where: str
    steps: int = field(init=False)
    """The number of steps done."""

    def __post_init__(self) -> None:
        """Begin the run, or restore its state."""
        self._first, self._fitting = self.settings.first_checkpoint(), FITTING[self.settings.stage]
        self.folder.begin(self.settings)
        state = self.folder.state()
        self.steps = state.get("steps", 0)
        self.folder.forget_after(self.steps)
        threads = self.engine.cores if isinstance(self.engine, Local) else None
        self._values: ValueFitter | None = None
        self._priors: PriorFitter | None = None
        seed, further, stage = self.settings.seed, self.settings.further, self.settings.stage
        if stage != "priors":
            weights = self._first.further if further else self._first.base
            self._values = ValueFitter(seed, None if self.settings.from_scratch else weights, threads)
        if stage != "league":
            weights = self._first.further_priors if further else self._first.priors
            is_untrained = stage == "priors" and not self.settings.begin
            self._priors = PriorFitter(seed, None if is_untrained else weights, threads)
        for name, fitter in self._fitters():
            if name in state:
                fitter.restore(state[name])
        self._window = [TrainingTurns.of_tensors(tensors) for tensors in state.get("window", [])]

    def _fitters(self) -> Iterator[tuple[str, ValueFitter | PriorFitter]]:
        """Yield the networks that are fitted, with their names in the state."""
        if self._values:
            yield "values", self._values
        if self._priors:
            yield "priors", self._priors

    def train(self, steps: int) -> Iterator[LogLine]:
        """Do steps until this many are done in all; yield the log line of each."""
        while self.steps < steps:
            began = time.monotonic()
            step = self.steps + 1
            line = {"step": step, **self._step(step), "seconds": round(time.monotonic() - began, 1)}
            self._write(step, line)
            yield line

    def _write(self, step: int, line: LogLine) -> None:
        """Write checkpoint, log and state after a step."""
        self.folder.write_checkpoint(self._learner())
        if self.settings.stage == "league" and step % SNAPSHOT_EVERY == 0:
            self.folder.keep_snapshot(step)
        self.folder.append(line)
        self._window = self._window[max(0, len(self._window) + 1 - self._fitting.window) :]
        fitters = {name: fitter.state() for name, fitter in self._fitters()}
        window = [turns.tensors() for turns in self._window]
        self.folder.write_state({"steps": step, "window": window, **fitters})
        self.steps = step

    def _step(self, step: int) -> LogLine:
        """Play games and fit the networks to them."""
        rate = self._fitting.rate(step - 1, self.settings.iterations)
        learn = self._learn_priors if self.settings.stage == "priors" else self._learn_values
        return {
            **learn(step, rate),
            "games": self.settings.tasks * self.settings.games,
            "rate": rate,
            "played-on": f"{self.where}, cores: {self.engine.cores}" if isinstance(self.engine, Local) else self.where,
            "fitted-on": next(fitter.device for _, fitter in self._fitters()),
        }

    def _learn_values(self, step: int, rate: float) -> LogLine:
        """Play games and fit the evaluation network to turns of the last ones, and the prior network to decisions."""
        is_untrained = step == 1 and self.settings.from_scratch
        learner = self._first if is_untrained else self._learner()
        plan = games_plan(self.settings, self._seed(step), learner, self.folder.snapshots())
        tasks, seconds = self._play(functools.partial(play_task, plan))
        turns = RecordedTurns.joined([task.turns for task in tasks])
        values, priors = self._values, self._priors
        assert values
        self._window.append(values.with_targets(turns, 1.0 if is_untrained else TD_LAMBDA, SEARCH_SHARE))
        fitted = values.fit(self._window, step, self._fitting.epochs, rate)
        if priors:
            decisions = RecordedDecisions.joined([task.decisions for task in tasks])
            fitted |= {"decisions": decisions.count, **priors.fit(decisions, step, self._fitting.prior_epochs, rate)}
        return {
            "part": "network",
            "turns": turns.count,
            "searched": int(turns.searched.sum()),
            **fitted,
            "results": results_by_name(seat for task in tasks for seat in task.results),
            "seconds-playing": seconds,
        }

    def _learn_priors(self, step: int, rate: float) -> LogLine:
        """Play games and fit the prior network to their decisions."""
        settings = self.settings
        play = functools.partial(
            play_decisions, self._first, self._seed(step), settings.games, further=settings.further
        )
        tasks, seconds = self._play(play)
        decisions = RecordedDecisions.joined(tasks)
        assert self._priors
        fitted = self._priors.fit(decisions, step, self._fitting.prior_epochs, rate)
        return {"part": "priors", "decisions": decisions.count, **fitted, "seconds-playing": seconds}

    def _seed(self, step: int) -> int:
        """Return the seed of a step."""
        return self.settings.seed * 1_000_003 + step

    def _learner(self) -> Checkpoint:
        """Return the current checkpoint."""
        values, priors = ("further", "further_priors") if self.settings.further else ("base", "priors")
        fitters = {values: self._values, priors: self._priors}
        return replace(self._first, **{name: fitter.weights for name, fitter in fitters.items() if fitter})

    def _play(self, play: Callable[[int], T]) -> tuple[list[T], float]:
        """Play the tasks of an iteration; return what they give, in their order, and how many seconds they took."""
        began = time.monotonic()
        work: Callable[[int], tuple[int, T]] = functools.partial(numbered, play)
        with closing(self.engine.results(work, range(self.settings.tasks))) as results:
            tasks = [task for _, task in sorted(results, key=lambda result: result[0])]
        return tasks, round(time.monotonic() - began, 1)


def numbered(play: Callable[[int], T], number: int) -> tuple[int, T]:
    """Return the number of a task with what it gives, since tasks end in any order."""
    return number, play(number)


def results_by_name(results: Iterable[SeatResult]) -> dict[str, dict[str, float]]:
    """Return, by player and number of players: seats, share of wins and mean score."""
    groups: dict[str, list[SeatResult]] = {}
    for seat in results:
        groups.setdefault(f"{seat.name} of {seat.players}", []).append(seat)
    return {
        name: {
            "seats": len(seats),
            "won": round(sum(seat.won for seat in seats) / len(seats), 4),
            "score": round(sum(seat.score for seat in seats) / len(seats), 3),
        }
        for name, seats in sorted(groups.items())
    }
