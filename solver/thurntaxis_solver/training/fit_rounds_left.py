"""Fits the estimate of how many rounds of a real game are left (`thurntaxis_solver.kernel.network.rounds_left`).

A checkpoint plays real games by one-turn lookahead: half of them against itself, the others at tables where each seat
is its own or the rusher's. Afterwards it is known how many turns each player still had at each moment, and the weights
are fitted to that by least squares. Since the estimate changes how the checkpoint plays, this is done twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import thurntaxis as tt
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.checkpoint import RUSHER, Checkpoint, checkpoint
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network import rounds_left as R
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.play.tournament import Engine
from thurntaxis_solver.training.recorded_games import LEARNER, GamesPlan, Numbers, RecordedTurns, Seated, play_tasks

FIRST = (8.0, 0.0, 0.0, 0.0, 0.0)
"""The weights of the first games: eight rounds are left, always."""

ROUNDS_OF_FITTING = 2
GAMES_OF_TASK = 64
STEPS = 12
"""How often the player nearest to the end is chosen anew, by the weights just fitted."""

HELD_OUT_EVERY = 5
"""One game in so many is held out for measuring the error."""


@dataclass(frozen=True)
class RoundsFit:
    """The fitted weights, the games and turns, and the root-mean-square errors in games that were held out.

    `error_of_mean` is that of always assuming the mean.
    """

    weights: tuple[float, ...]
    games: int
    turns: int
    error: float
    error_of_mean: float


def fit_rounds_left(found: Checkpoint, games: int, seed: int, engine: Engine) -> RoundsFit:
    """Fit the estimate for the networks of a checkpoint to so many games."""
    fitted = replace(found, rounds_left=FIRST)
    for number in range(ROUNDS_OF_FITTING):
        plan = GamesPlan(
            seed=seed * 1_000_003 + number,
            games=GAMES_OF_TASK,
            further=False,
            checkpoints={LEARNER: fitted, RUSHER: checkpoint(RUSHER)},
            seats=(Seated(LEARNER, lookahead=True, share=0.5), Seated(RUSHER, lookahead=True, share=0.5)),
            alike=0.5,
            random_one_in=40,
            record_one_in=1,
        )
        turns, _ = play_tasks(plan, -(-games // GAMES_OF_TASK), engine)
        result = fit(turns)
        fitted = replace(found, rounds_left=result.weights)
    return result


def fit(turns: RecordedTurns) -> RoundsFit:
    """Fit the weights to all turns of some games, of which one game in five is held out."""
    missing, left = missing_by_seat(turns), true_rounds_left(turns)
    triggered = inputs(turns, X.NO_ENDER, 1)[:, 0] == 0  # then one round is left, and nothing is to be fitted
    held = turns.games % HELD_OUT_EVERY == 0
    used, tested = ~triggered & ~held, ~triggered & held
    weights = np.array([1.0, 0.0, 0.3, 1.0, 0.3])
    for _ in range(STEPS):
        features = _features(turns, missing, weights)
        weights = np.linalg.lstsq(features[used], left[used], rcond=None)[0]
    of_fit = estimates(turns, weights)[tested] - left[tested]
    of_mean = left[used].mean() - left[tested]
    return RoundsFit(
        weights=tuple(round(float(weight), 3) for weight in weights),
        games=int(turns.last.sum()),
        turns=turns.count,
        error=round(float(np.sqrt(np.mean(of_fit**2))), 2),
        error_of_mean=round(float(np.sqrt(np.mean(of_mean**2))), 2),
    )


def estimates(turns: RecordedTurns, weights: Sequence[float] | Numbers) -> Numbers:
    """Return the estimate for each turn, as the kernel makes it."""
    found = _features(turns, missing_by_seat(turns), np.asarray(weights)) @ np.asarray(weights)
    triggered = inputs(turns, X.NO_ENDER, 1)[:, 0] == 0
    return np.where(triggered, 1.0, np.clip(found, 1.0, R.MOST_ROUNDS))


def _features(turns: RecordedTurns, missing: Numbers, weights: Numbers) -> Numbers:
    """Return what the weights are multiplied with: 1, the players, and what the player nearest to the end misses."""
    there = np.arange(L.MOST_PLAYERS) < turns.players[:, None]
    sums = np.where(there, missing @ weights[R.HOUSE :], np.inf)
    nearest = missing[np.arange(turns.count), sums.argmin(1)]
    return np.concatenate([np.ones((turns.count, 1)), turns.players[:, None], nearest], axis=1)


def true_rounds_left(turns: RecordedTurns) -> Numbers:
    """Return how many turns the player on turn still had at each turn, that one included; all turns are recorded."""
    ends = np.flatnonzero(turns.last)
    all_left = ends[np.searchsorted(ends, np.arange(turns.count))] - np.arange(turns.count) + 1
    return -(-all_left // turns.players)


def missing_by_seat(turns: RecordedTurns) -> Numbers:
    """Return, by turn and column, what is missing until the end: houses, carriages, cities for the next carriage."""
    t: Any = tables(tt.rule_set()).numbers
    kinds = X.ROUTE_LENGTH - X.HAS_CARRIAGE
    following = np.array(t[L.NEXT_CARRIAGE : L.NEXT_CARRIAGE + kinds])
    steps = np.zeros(kinds)
    for carriage in reversed(np.flatnonzero(following)):
        steps[carriage] = 1 + steps[following[carriage]]
    missing = np.zeros((turns.count, L.MOST_PLAYERS, 3))
    for column in range(L.MOST_PLAYERS):
        base = column * X.SEAT_INPUTS
        carriages = inputs(turns, base + X.HAS_CARRIAGE, kinds).argmax(1)
        length = inputs(turns, base + X.ROUTE_LENGTH, X.HAND_SIZE - X.ROUTE_LENGTH).argmax(1)
        placed = np.rint(20 * inputs(turns, base + X.HOUSES_PLACED, 1)[:, 0])
        missing[:, column, 0] = t[L.HOUSES_EACH] - placed
        missing[:, column, 1] = steps[carriages]
        missing[:, column, 2] = np.maximum(0, following[carriages] - length)
    return missing


def inputs(turns: RecordedTurns, first: int, count: int) -> Numbers:
    """Return, by turn, so many inputs from the first on."""
    rows = np.repeat(np.arange(turns.count), np.diff(turns.starts))
    which = (turns.places >= first) & (turns.places < first + count)
    found = np.zeros((turns.count, count), np.float32)
    found[rows[which], turns.places[which] - first] = turns.values[which]
    return found
