"""The training pipeline: it plays games, fits weights to them, logs the results, and can be interrupted.

A run is a sequence of steps: blocks of fitting the policy weights, and then iterations of playing games and fitting a
network. Games are played by an engine of `thurntaxis_solver.play.tournament`; all random choices depend on the seed
and the number of the step, so an interrupted run gives the same weights as an uninterrupted one (on a CPU, with the
same number of threads).
"""

import functools
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from thurntaxis_solver.kernel.checkpoint import Checkpoint
from thurntaxis_solver.play.tournament import Engine, Local
from thurntaxis_training.decision_games import DecisionsPlan, play_decisions
from thurntaxis_training.decisions import RecordedDecisions
from thurntaxis_training.fit_policy import PolicyFit, match
from thurntaxis_training.prior_fitting import PriorFitter
from thurntaxis_training.recorded_games import GamesPlan, RecordedTurns, SeatResult, play_task
from thurntaxis_training.run_folder import RunFolder
from thurntaxis_training.run_settings import RunSettings
from thurntaxis_training.stages import (
    SETTINGS,
    StageSettings,
    league_plan,
    own_score_plan,
    search_plan,
)
from thurntaxis_training.value_fitting import TrainingData, ValueFitter

POLICY_BLOCK = 500
"""Steps of fitting the policy weights that make one step of the run."""

POLICY_DEALS = 12
"""Deals of each such step."""

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
    wanted: RunSettings
    engine: Engine
    where: str
    settings: RunSettings = field(init=False)
    stage: StageSettings = field(init=False)

    def __post_init__(self) -> None:
        """Begin the run, or restore its state."""
        first = self.wanted.first_checkpoint()
        self.settings = self.folder.settings(self.wanted)
        self.stage = SETTINGS[self.settings.stage]
        state = self.folder.state()
        self._steps: int = state.get("steps", 0)
        self._policy: list[float] = state.get("policy", list(first.policy))
        self._first = first
        self.folder.forget_after(self._steps)
        threads = self.engine.cores if isinstance(self.engine, Local) else None
        values, priors = (first.further, first.further_priors) if self.settings.further else (first.base, first.priors)
        self._values: ValueFitter | None = None
        self._priors: PriorFitter | None = None
        if self.settings.stage != "priors":
            self._values = ValueFitter(self.settings.seed, None if self._is_afresh else values, threads)
        if self.settings.stage == "search" or self._values is None:
            self._priors = PriorFitter(self.settings.seed, None if self._begins_priors else priors, threads)
        for name, fitter in self._fitters():
            if name in state:
                fitter.restore(state[name])
        self.folder.keep_windows(self._steps_in_window())
        self._window: list[TrainingData] = self.folder.window(self._steps_in_window())

    def _fitters(self) -> Iterator[tuple[str, ValueFitter | PriorFitter]]:
        """Yield the networks that are fitted, with their names in the state."""
        if self._values:
            yield "values", self._values
        if self._priors:
            yield "priors", self._priors

    @property
    def policy_blocks(self) -> int:
        """The steps in which policy weights are fitted."""
        return -(-self.settings.policy_steps // POLICY_BLOCK)

    @property
    def steps(self) -> int:
        """The number of steps done."""
        return self._steps

    def _steps_in_window(self) -> Iterable[int]:
        """Return the steps whose turns the next one is fitted to."""
        return range(max(self.policy_blocks, self._steps - self.stage.window + 1) + 1, self._steps + 1)

    def train(self, steps: int) -> Iterator[LogLine]:
        """Do steps until this many are done in all; yield the log line of each."""
        while self._steps < steps:
            began = time.monotonic()
            step = self._steps + 1
            line = self._fit_policy() if step <= self.policy_blocks else self._iterate(step)
            line = {"step": step, **line, "seconds": round(time.monotonic() - began, 1)}
            self._write(step, line)
            yield line

    def _write(self, step: int, line: LogLine) -> None:
        """Write checkpoint, log and state after a step."""
        self.folder.write_checkpoint(self._learner())
        every, iterations = self.stage.snapshot_every, step - self.policy_blocks
        if iterations > 0 and every and iterations % every == 0:
            self.folder.keep_snapshot(step)
        self.folder.append(line)
        fitters = {name: fitter.state() for name, fitter in self._fitters()}
        self.folder.write_state({"steps": step, "policy": self._policy, **fitters})
        self._steps = step
        self.folder.keep_windows(self._steps_in_window())

    # ---- the policy

    def _fit_policy(self) -> LogLine:
        """Fit the policy weights by some steps."""
        how = PolicyFit(
            self.settings.policy_steps, POLICY_DEALS, self.settings.seed, self.settings.further, self.stage.rounds
        )
        scale = how.scale(self._first.policy)
        first = self._steps * POLICY_BLOCK
        last = min(first + POLICY_BLOCK, how.steps)
        for step in range(first, last):
            self._policy = how.after_step(step, self._policy, scale)
        lead = match(how.games, self._policy, self._first.policy, 300, self.settings.seed + 17, how.rounds)
        return {"part": "policy", "policy-steps": last, "lead-over-first": round(lead, 2), "on": "CPU, threads: 1"}

    # ---- the networks

    def _iterate(self, step: int) -> LogLine:
        """Play games and fit the network to them."""
        iteration = step - self.policy_blocks - 1
        rate = self.stage.rate(iteration, self.settings.iterations)
        if self._values:
            line, device = self._learn_values(self._values, step, iteration, rate), self._values.device
        else:
            assert self._priors
            line, device = self._learn_priors(self._priors, step, rate), self._priors.device
        played_on = f"{self.where}, cores: {self.engine.cores}" if isinstance(self.engine, Local) else self.where
        games = self.settings.tasks * self.settings.games
        return {**line, "games": games, "rate": rate, "played-on": played_on, "fitted-on": device}

    def _learn_values(self, fitter: ValueFitter, step: int, iteration: int, rate: float) -> LogLine:
        """Play games and fit the evaluation network to turns of the last ones, and the prior network to decisions."""
        began = time.monotonic()
        tasks = self._play(functools.partial(play_task, self._plan(step, iteration)))
        turns = RecordedTurns.joined([task.turns for task in tasks])
        results = [seat for task in tasks for seat in task.results]
        played = time.monotonic()
        td_lambda = self.stage.td_lambda if iteration or not self._is_afresh else 1.0
        self._window.append(fitter.data(turns, td_lambda, self.stage.search_share))
        found = fitter.fit(self._window, step, self.stage.epochs, rate)
        self.folder.write_window(step, self._window[-1])
        self._window = self._window[max(0, len(self._window) + 1 - self.stage.window) :]
        if self._priors:
            decisions = RecordedDecisions.joined([task.decisions for task in tasks])
            found |= {"decisions": decisions.count, **self._priors.fit(decisions, step, self.stage.prior_epochs, rate)}
        return {
            "part": "network",
            "turns": turns.count,
            "searched": int(turns.searched.sum()),
            **found,
            "results": results_by_name(results),
            "seconds-playing": round(played - began, 1),
            "seconds-fitting": round(time.monotonic() - played, 1),
        }

    def _learn_priors(self, fitter: PriorFitter, step: int, rate: float) -> LogLine:
        """Play games and fit the prior network to their decisions."""
        began = time.monotonic()
        plan = DecisionsPlan(self._seed(step), self.settings.games, self.settings.further, self._first)
        decisions = RecordedDecisions.joined(self._play(functools.partial(play_decisions, plan)))
        played = time.monotonic()
        found = fitter.fit(decisions, step, self.stage.prior_epochs, rate)
        return {
            "part": "priors",
            "decisions": decisions.count,
            **found,
            "seconds-playing": round(played - began, 1),
            "seconds-fitting": round(time.monotonic() - played, 1),
        }

    @property
    def _is_afresh(self) -> bool:
        """Whether the evaluation network begins with random weights."""
        return self.settings.from_scratch or self._begins_priors

    @property
    def _begins_priors(self) -> bool:
        """Whether the network of a stage that begins with random ones does so."""
        return self.stage.begins_afresh and not self.settings.begin

    def _seed(self, step: int) -> int:
        """Return the seed of a step."""
        return self.settings.seed * 1_000_003 + step

    def _plan(self, step: int, iteration: int) -> GamesPlan:
        seed, games, further = self._seed(step), self.settings.games, self.settings.further
        own_score = self.settings.stage == "own-score"
        is_trained = iteration > 0 or not self._is_afresh
        learner = self._learner() if own_score or is_trained else self._first
        if self.settings.stage == "league":
            snapshots = self.folder.snapshots()
            return league_plan(seed, games, further=further, learner=learner, snapshots=snapshots)
        if self.settings.stage == "search":
            return search_plan(seed, games, further=further, learner=learner)
        return own_score_plan(seed, games, further=further, learner=learner, trained=is_trained)

    def _learner(self) -> Checkpoint:
        """Return the current checkpoint."""
        found = replace(self._first, policy=self._policy)
        if self._values:
            found = replace(found, **{"further" if self.settings.further else "base": self._values.weights})
        if self._priors:
            part = "further_priors" if self.settings.further else "priors"
            found = replace(found, **{part: self._priors.weights})
        return found

    def _play(self, play: Callable[[int], T]) -> list[T]:
        """Play the tasks of an iteration; return what they give, in their order."""
        work: Callable[[int], tuple[int, T]] = functools.partial(numbered, play)
        with closing(self.engine.results(work, range(self.settings.tasks))) as found:
            return [given for _, given in sorted(found, key=lambda task: task[0])]


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
