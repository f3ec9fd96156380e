"""The targets of TD(lambda), against a recursion over single games. (PyTorch isn't needed.)"""

from dataclasses import replace

import numpy as np
import pytest

from thurntaxis_solver.kernel.checkpoint import shipped
from thurntaxis_training.recorded_games import LEARNER, GamesPlan, Seated, play_task
from thurntaxis_training.value_fitting import td_targets


@pytest.mark.parametrize("td_lambda", [0.0, 0.7, 1.0])
@pytest.mark.parametrize("search_share", [0.0, 0.4])
def test_targets_mix_results_evaluations_of_later_turns_and_searches(td_lambda: float, search_share: float) -> None:
    seats = (Seated(LEARNER, lookahead=False, share=1.0),)
    plan = GamesPlan(3, 12, False, {LEARNER: shipped()}, seats, record_one_in=5, search_one_in=3, playouts=2)
    turns = play_task(plan, 0)[0]
    assert 0 < turns.searched.sum() < turns.count
    chance = np.random.default_rng(1)
    chances, scores = chance.random((turns.count, 4)), chance.normal(10, 5, (turns.count, 4))
    found = td_targets(turns, chances, scores, td_lambda, search_share)
    assert turns.last.sum() == 12
    later: list[tuple[float, float]] = []
    for turn in reversed(range(turns.count)):
        players, on_turn = int(turns.players[turn]), int(turns.seats[turn])
        values = (turns.chances, turns.points) if turns.searched[turn] else (chances, scores)
        learned = list[tuple[float, float]]()
        for seat in range(players):
            column = (seat - on_turn) % players
            if turns.last[turn]:
                learned.append((float(turns.won[turn] == column), float(turns.scores[turn][column])))
            else:
                learned.append(later[seat])
            share = search_share if turns.searched[turn] else 0.0
            for target, known, value in zip(found, learned[-1], values, strict=True):
                assert target[turn][column] == pytest.approx(
                    (1 - share) * known + share * value[turn][column], abs=1e-4
                )
        assert not found[0][turn][players:].any()
        assert not found[1][turn][players:].any()
        later = [
            (
                td_lambda * won + (1 - td_lambda) * values[0][turn][(seat - on_turn) % players],
                td_lambda * score + (1 - td_lambda) * values[1][turn][(seat - on_turn) % players],
            )
            for seat, (won, score) in enumerate(learned)
        ]


def test_without_turns_there_are_no_targets() -> None:
    plan = GamesPlan(3, 1, False, {LEARNER: shipped()}, (Seated(LEARNER, lookahead=False, share=1.0),))
    turns = play_task(replace(plan, games=0), 0)[0]
    wins, points = td_targets(turns, np.zeros((0, 4)), np.zeros((0, 4)), 0.7, 0.5)
    assert wins.shape == points.shape == (0, 4)
