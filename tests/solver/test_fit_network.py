"""The games that the network is trained by: which they are, and what is recorded of them. (PyTorch isn't needed.)"""

from typing import Any

import pytest

import thurntaxis as tt
from thurntaxis_solver.kernel import network
from thurntaxis_solver.kernel.compiled import IS_COMPILED
from thurntaxis_solver.kernel.layout import PLAYERS
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.training_games import base_games, further_games

if not IS_COMPILED:
    pytest.skip("numpy comes with numba, which is not installed", allow_module_level=True)

import numpy as np

from thurntaxis_solver import fit_network
from thurntaxis_solver.fit_network import Games, Style, generate


@pytest.mark.parametrize("rules", [base_games(), further_games()], ids=["base", "further"])
def test_every_rule_set_is_played_with_all_seats_looking_ahead_and_with_some(
    monkeypatch: pytest.MonkeyPatch, rules: tuple[tt.RuleSet, ...]
) -> None:
    """By two, three and four players; two play twice as often."""
    games: list[tuple[tt.RuleSet, int, int]] = []

    def play(s: Any, mind: Any, room: Any, records: Any, results: Any, ahead: int, stray: int, share: int) -> int:
        by = next(one for one in rules if tables(one).numbers is mind.t)
        games.append((by, int(s[PLAYERS]), ahead))
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
