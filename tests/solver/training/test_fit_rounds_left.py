"""The estimate of the rounds left: what it is fitted to, and that the kernel makes the same one."""

from dataclasses import replace

import numpy as np
import pytest

from thurntaxis_solver.kernel.checkpoint import shipped
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.play.tournament import Local
from thurntaxis_solver.training.fit_rounds_left import estimates, fit, fit_rounds_left, inputs, true_rounds_left
from thurntaxis_solver.training.recorded_games import LEARNER, GamesPlan, RecordedTurns, Seated, play_tasks

ESTIMATE = (1.5, -0.25, 0.5, 0.75, 0.125)


def games(*, rounds: tuple[int, int] | None = None, estimate: tuple[float, ...] = ()) -> RecordedTurns:
    """Return all turns of games of the policy."""
    learner = replace(shipped(), rounds_left=estimate)
    seats = (Seated(LEARNER, lookahead=False, share=1),)
    return play_tasks(GamesPlan(5, 40, False, {LEARNER: learner}, seats, rounds=rounds, record_one_in=1), 6, Local(1))[
        0
    ]


def told(turns: RecordedTurns) -> list[float]:
    """Return the rounds left that the network is told."""
    return list(inputs(turns, X.ROUNDS_LEFT, 24) @ np.arange(24))


def test_true_rounds_are_those_of_games_of_a_fixed_length() -> None:
    turns = games(rounds=(8, 22))
    assert list(true_rounds_left(turns)) == told(turns)


def test_the_kernel_makes_the_same_estimate() -> None:
    turns = games(estimate=ESTIMATE)
    assert told(turns) == pytest.approx(list(estimates(turns, ESTIMATE)), abs=0.02)
    assert len(set(told(turns))) > 50
    assert not any(told(games()))


def test_the_fit_tells_more_than_a_constant() -> None:
    found = fit(turns := games())
    assert found.games == 240
    assert found.turns == turns.count
    assert found.error < 0.75 * found.error_of_mean
    off = estimates(turns, found.weights) - true_rounds_left(turns)
    assert abs(off.mean()) < 0.3
    assert np.sqrt((off**2).mean()) < 1.2 * found.error


def test_it_is_fitted_to_games_of_the_checkpoint_and_the_rusher() -> None:
    first, again = (fit_rounds_left(shipped(), 64, 1, Local(1)) for _ in range(2))
    assert first == again
    assert (first.games, len(first.weights)) == (64, 5)
