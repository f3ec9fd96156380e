"""The self-play games that the network is trained on, and their records. (PyTorch isn't needed.)"""

from typing import Any

import numpy as np
import pytest

import thurntaxis as tt
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network import network
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.training import fit_network
from thurntaxis_solver.training.fit_network import ReplayBuffer, SelfPlay, generate
from thurntaxis_solver.training.self_play import base_games, further_games


@pytest.mark.parametrize("rules", [base_games(), further_games()], ids=["base", "further"])
def test_every_rule_set_is_played_with_lookahead_in_all_seats_and_in_some(
    monkeypatch: pytest.MonkeyPatch, rules: tuple[tt.RuleSet, ...]
) -> None:
    """By two, three and four players; two play twice as often."""
    games: list[tuple[tt.RuleSet, int, int]] = []

    def play(
        s: Any, model: Any, _: Any, records: Any, results: Any, lookahead: int, random_one_in: int, record_one_in: int
    ) -> int:
        by = next(one for one in rules if tables(one).numbers == list(model.t))
        games.append((by, int(s[L.PLAYERS]), lookahead))
        assert (random_one_in, record_one_in) == (7, 5)
        return 0

    monkeypatch.setattr(fit_network, "record_game", play)
    weights = network.shipped(further=False)
    fit_network.play(range(16 * len(rules)), weights, 1, SelfPlay(True, 7, 5, rules), ReplayBuffer(1))
    for one in set(rules):
        for players, times in ((2, 8), (3, 4), (4, 4)):
            ahead = [seats for by, count, seats in games if (by, count) == (one, players)]
            assert len(ahead) == times * rules.count(one)
            assert 2 * ahead.count(15) >= len(ahead)
        assert any(seats != 15 for by, _, seats in games if by == one)
    games.clear()
    fit_network.play(range(16), weights, 1, SelfPlay(False, 7, 5, rules), ReplayBuffer(1))
    assert {seats for _, _, seats in games} == {0}


@pytest.mark.parametrize("further", [False, True])
def test_records_hold_beginnings_of_turns_and_the_results_of_games(*, further: bool) -> None:
    rules = further_games() if further else base_games()
    weights = network.shipped(further=further)
    played = generate(8 * len(rules), weights, 3, SelfPlay(False, 0, 4, rules), 1)
    count = played.count
    assert count > 100
    assert set(played.players[:count]) == {2, 3, 4}
    assert (played.won[:count] < played.players[:count]).all()
    for record in range(0, count, 7):
        row, players = played.places[record], int(played.players[record])
        used = row < X.INPUTS
        assert used.sum() > 40
        assert len(set(row[used])) == used.sum()
        assert (row[~used] == X.INPUTS).all()
        assert not used[int(used.sum()) :].any()
        assert {X.DRAWN, X.CLOSED, X.OFFICIAL, X.PLAYERS + players} <= set(row)
        scores = played.scores[record]
        assert scores[played.won[record]] == scores[:players].max()
        assert not scores[players:].any()
    again = generate(8 * len(rules), weights, 3, SelfPlay(False, 0, 4, rules), 1)
    assert np.array_equal(played.places, again.places)
    assert np.array_equal(played.scores, again.scores)


@pytest.mark.parametrize("td_lambda", [0.0, 0.7, 1.0])
def test_td_targets_mix_results_with_evaluations_of_later_turns(td_lambda: float) -> None:
    games = generate(12, network.shipped(further=False), 3, SelfPlay(True, 20, 5, base_games()), 2)
    chance = np.random.default_rng(1)
    chances, scores = chance.random((games.count, 4)), chance.normal(10, 5, (games.count, 4))
    wins, points = fit_network.td_targets(games, chances, scores, td_lambda)
    assert games.ends[: games.count].sum() == 12
    later: list[tuple[float, float]] = []
    for record in reversed(range(games.count)):
        players, on_turn = int(games.players[record]), int(games.seats[record])
        if games.ends[record]:
            later = []
        learned = list[tuple[float, float]]()
        for seat in range(players):
            column = (seat - on_turn) % players
            if games.ends[record]:
                known = float(games.won[record] == column), float(games.scores[record][column])
            else:
                known = later[seat]
            learned.append(known)
            assert wins[record][column] == pytest.approx(known[0], abs=1e-6)
            assert points[record][column] == pytest.approx(known[1], abs=1e-4)
        assert not wins[record][players:].any()
        assert not points[record][players:].any()
        later = [
            (
                td_lambda * won + (1 - td_lambda) * chances[record][(seat - on_turn) % players],
                td_lambda * score + (1 - td_lambda) * scores[record][(seat - on_turn) % players],
            )
            for seat, (won, score) in enumerate(learned)
        ]
