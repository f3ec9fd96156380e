"""The games that the network is trained by: which they are, and what is recorded of them. (PyTorch isn't needed.)"""

from typing import Any

import pytest

import thurntaxis as tt
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import IS_COMPILED
from thurntaxis_solver.kernel.network import network
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.training.self_play import base_games, further_games

if not IS_COMPILED:
    pytest.skip("numpy comes with numba, which is not installed", allow_module_level=True)

import numpy as np

from thurntaxis_solver.training import fit_network
from thurntaxis_solver.training.fit_network import Games, Style, generate


@pytest.mark.parametrize("rules", [base_games(), further_games()], ids=["base", "further"])
def test_every_rule_set_is_played_with_all_seats_looking_ahead_and_with_some(
    monkeypatch: pytest.MonkeyPatch, rules: tuple[tt.RuleSet, ...]
) -> None:
    """By two, three and four players; two play twice as often."""
    games: list[tuple[tt.RuleSet, int, int]] = []

    def play(s: Any, model: Any, workspace: Any, records: Any, results: Any, ahead: int, stray: int, share: int) -> int:
        by = next(one for one in rules if tables(one).numbers is model.t)
        games.append((by, int(s[L.PLAYERS]), ahead))
        assert (stray, share) == (7, 5)
        return 0

    monkeypatch.setattr(fit_network, "record_game", play)
    weights = network.shipped(further=False)
    fit_network.play(range(16 * len(rules)), weights, 1, Style(True, 7, 5, rules), Games(1))
    for one in set(rules):
        for players, times in ((2, 8), (3, 4), (4, 4)):
            ahead = [seats for by, count, seats in games if (by, count) == (one, players)]
            assert len(ahead) == times * rules.count(one)
            assert 2 * ahead.count(15) >= len(ahead)
        assert any(seats != 15 for by, _, seats in games if by == one)
    games.clear()
    fit_network.play(range(16), weights, 1, Style(False, 7, 5, rules), Games(1))
    assert {seats for _, _, seats in games} == {0}


@pytest.mark.parametrize("further", [False, True])
def test_records_are_of_the_beginnings_of_turns_and_of_how_games_ended(*, further: bool) -> None:
    rules = further_games() if further else base_games()
    weights = network.shipped(further=further)
    played = generate(8 * len(rules), weights, 3, Style(False, 0, 4, rules), 1)
    count = played.count
    assert count > 100
    assert set(played.players[:count]) == {2, 3, 4}
    assert (played.won[:count] < played.players[:count]).all()
    for record in range(0, count, 7):
        row, players = played.places[record], int(played.players[record])
        used = row < network.INPUTS
        assert used.sum() > 40
        assert len(set(row[used])) == used.sum()
        assert (row[~used] == network.INPUTS).all()
        assert not used[int(used.sum()) :].any()
        assert {network.DRAWN_IS, network.CLOSED_IS, network.OFFICIAL_IS, network.PLAYERS_ARE + players} <= set(row)
        scores = played.scores[record]
        assert scores[played.won[record]] == scores[:players].max()
        assert not scores[players:].any()
    again = generate(8 * len(rules), weights, 3, Style(False, 0, 4, rules), 1)
    assert np.array_equal(played.places, again.places)
    assert np.array_equal(played.scores, again.scores)


@pytest.mark.parametrize("lasting", [0.0, 0.7, 1.0])
def test_what_is_learned_is_mixed_with_what_is_said_of_later_turns(lasting: float) -> None:
    games = generate(12, network.shipped(further=False), 3, Style(True, 20, 5, base_games()), 2)
    chance = np.random.default_rng(1)
    chances, scores = chance.random((games.count, 4)), chance.normal(10, 5, (games.count, 4))
    wins, points = fit_network.mixed(games, chances, scores, lasting)
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
                lasting * won + (1 - lasting) * chances[record][(seat - on_turn) % players],
                lasting * score + (1 - lasting) * scores[record][(seat - on_turn) % players],
            )
            for seat, (won, score) in enumerate(learned)
        ]
