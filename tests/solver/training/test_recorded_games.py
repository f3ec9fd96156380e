"""The games that are played for training, and what is recorded of them. (PyTorch isn't needed.)"""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from thurntaxis_solver.kernel.checkpoint import shipped
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network.prior_network import UTILITY_OF_LOGIT
from thurntaxis_solver.kernel.policy.policy_weights import EXPLORATION
from thurntaxis_solver.kernel.recorded_decisions import VISITS_AT_LEAST
from thurntaxis_training.recorded_games import LEARNER, GamesPlan, RecordedTurns, Seated, play_task
from thurntaxis_training.records import Records

POLICY, AHEAD = Seated(LEARNER, lookahead=False, share=0.5), Seated(LEARNER, lookahead=True, share=0.5)
OTHER = Seated("other", lookahead=False, share=0.5)


def plan(*seats: Seated, further: bool = False, games: int = 8) -> GamesPlan:
    """Return a plan for games of these players."""
    return GamesPlan(3, games, further, {LEARNER: shipped(), "other": shipped()}, seats or (POLICY,), record_one_in=4)


def equal(some: RecordedTurns, others: RecordedTurns) -> bool:
    return all(map(np.array_equal, some.arrays().values(), others.arrays().values()))


@pytest.mark.parametrize("further", [False, True])
def test_records_hold_beginnings_of_turns_and_the_results_of_games(*, further: bool) -> None:
    for number in range(12 if further else 6):
        turns, results, _ = play_task(plan(further=further), number)
        assert turns.count > 40
        assert set(turns.players) == {2, 3, 4}
        assert len(turns.starts) == turns.count + 1
        assert turns.starts[-1] == len(turns.places) == len(turns.values)
        assert turns.last.sum() == 8
        for turn in range(turns.count):
            row, players = turns.places[turns.starts[turn] : turns.starts[turn + 1]], int(turns.players[turn])
            assert len(set(row)) == len(row) > 40
            assert {X.DRAWN, X.CLOSED, X.OFFICIAL, X.PLAYERS + players} <= set(row)
            assert row.max() < X.UNUSED
            scores = turns.scores[turn]
            assert 0 <= turns.won[turn] < players
            assert scores[turns.won[turn]] == scores[:players].max()
            assert not scores[players:].any()
        by_seat, at = [], 0
        for players in (2, 2, 3, 4) * 2:
            by_seat.append(results[at : at + players])
            at += players
            assert {seat.players for seat in by_seat[-1]} == {players}
            assert sum(seat.won for seat in by_seat[-1]) == 1
        first = [int(np.flatnonzero(turns.games == game)[0]) for game in range(8)]
        for game, turn in enumerate(first):
            seats = (np.arange(turns.players[turn]) + turns.seats[turn]) % turns.players[turn]
            assert list(turns.scores[turn][: len(seats)]) == [by_seat[game][seat].score for seat in seats]
            assert by_seat[game][seats[turns.won[turn]]].won


def test_a_task_depends_on_its_number_and_the_seed_alone() -> None:
    first, again = play_task(plan(), 2), play_task(plan(), 2)
    assert equal(first[0], again[0])
    assert first[1] == again[1]
    for other in (play_task(plan(), 3), play_task(replace(plan(), seed=4), 2)):
        assert not equal(first[0], other[0])


def test_joined_records_are_those_of_the_parts() -> None:
    """Each row is as long as it was, and holds the same items."""
    searching = replace(plan(AHEAD._replace(playouts=10), games=2), decide_one_in=1)
    tasks = [play_task(searching, number) for number in range(3)]
    several: list[list[Records]] = [[task.turns for task in tasks], [task.decisions for task in tasks]]
    for parts in several:
        for name, joined in parts[0].joined(parts).arrays().items():
            arrays = [part.arrays()[name] for part in parts]
            if name.endswith("starts"):
                assert list(joined) == [0, *np.cumsum(np.concatenate([*map(np.diff, arrays)]))]
            else:
                assert np.array_equal(joined, np.concatenate(arrays))


def test_seats_are_drawn_by_their_shares() -> None:
    drawn = plan(POLICY._replace(share=0.75), OTHER._replace(share=0.25), games=400)
    counts = Counter(seat.name for seat in play_task(drawn, 0)[1])
    assert 0.2 < counts["other-policy"] / counts.total() < 0.3
    alike = play_task(replace(drawn, alike=1.0, games=40), 0)[1]
    assert {seat.name for seat in alike} == {"learner-policy"}


def test_lookahead_beats_the_policy() -> None:
    results = play_task(plan(POLICY, AHEAD, games=80), 0)[1]
    shares = {
        name: np.mean([seat.won * seat.players for seat in results if seat.name == name])
        for name in ("learner", "learner-policy")
    }
    assert shares["learner"] > 1.2
    assert shares["learner-policy"] < 0.8


def test_each_player_plays_with_its_own_weights() -> None:
    without = replace(shipped(), policy=[0.0] * len(shipped().policy))
    checkpoints = {LEARNER: shipped(), "other": without}
    results = play_task(replace(plan(POLICY, OTHER, games=40), checkpoints=checkpoints), 0)[1]
    scores = {
        name: [seat.score for seat in results if seat.name == name] for name in ("learner-policy", "other-policy")
    }
    assert np.mean(scores["learner-policy"]) > np.mean(scores["other-policy"]) + 10


def test_a_plan_scales_the_exploration_term_of_all_weights() -> None:
    """The games are those that weights with the scaled term play, and not those with the full one."""
    policy = list(shipped().policy)
    policy[EXPLORATION] *= 0.25
    scaled = dict.fromkeys((LEARNER, "other"), replace(shipped(), policy=policy))
    full = plan(*(seat._replace(playouts=20) for seat in (POLICY, OTHER)), games=4)
    turns, results, decisions = play_task(replace(full, exploration=0.25), 0)
    same = play_task(replace(full, checkpoints=scaled), 0)
    assert equal(turns, same.turns)
    assert (results, decisions.count) == (same.results, same.decisions.count)
    assert not equal(turns, play_task(full, 0).turns)


def test_some_turns_are_searched() -> None:
    searching = replace(plan(games=60), search_one_in=2, playouts=30)
    turns, results, _ = play_task(searching, 0)
    assert 0.3 < turns.searched.mean() < 0.7
    assert results == play_task(plan(games=60), 0)[1]  # the search changes nothing in the games
    for turn in np.flatnonzero(turns.searched):
        players = turns.players[turn]
        assert turns.chances[turn][:players].sum() == pytest.approx(1, abs=1e-5)
        assert not turns.chances[turn][players:].any()
        assert not turns.points[turn][players:].any()
    others = ~turns.searched
    assert not turns.chances[others].any()
    late = turns.searched & turns.last
    won = [turns.chances[turn][turns.won[turn]] * turns.players[turn] for turn in np.flatnonzero(late)]
    assert np.mean(won) > 1.2


def test_players_may_search() -> None:
    """The learner's searches give its turns values, and the prior network decisions; other players' don't."""
    searching = Seated(LEARNER, lookahead=True, share=0.5, playouts=40)
    others = POLICY._replace(share=0.25), Seated("other", lookahead=True, share=0.25, playouts=40)
    turns, results, decisions = play_task(replace(plan(searching, *others, games=12), decide_one_in=1), 0)
    assert {seat.name for seat in results} == {"learner-search", "learner-policy", "other-search"}
    assert 0.25 < turns.searched.mean() < 0.75
    assert decisions.count > 200
    visits = np.exp(decisions.utilities.astype(float) / UTILITY_OF_LOGIT) - VISITS_AT_LEAST
    assert visits == pytest.approx(np.round(visits), abs=1e-3)
    assert np.add.reduceat(visits, decisions.event_starts[:-1]) == pytest.approx([40] * decisions.count, abs=1e-2)
    for turn in np.flatnonzero(turns.searched):
        assert turns.chances[turn][: turns.players[turn]].sum() == pytest.approx(1, abs=1e-5)
    assert play_task(plan(games=4), 0).decisions.count == 0


def test_the_first_player_takes_over() -> None:
    """Turns are recorded from then on, in every game that is not over yet; nobody else plays them."""
    without = Seated("other", lookahead=False, share=1.0)
    never = plan(AHEAD._replace(share=0.0), without, games=40)
    taken = replace(never, takeover=6, record_one_in=1)
    before, after = play_task(replace(never, record_one_in=1), 0), play_task(taken, 0)
    assert before.turns.last.sum() == after.turns.last.sum() == 40
    firsts = [int(np.flatnonzero(after.turns.games == game)[0]) for game in range(40)]
    houses = [_houses(after.turns, turn) for turn in firsts]
    assert min(houses) == 0 < max(houses)
    assert all(_houses(before.turns, int(np.flatnonzero(before.turns.games == game)[0])) == 0 for game in range(40))


def _houses(turns: RecordedTurns, turn: int) -> int:
    """Return how many houses there are."""
    row = turns.places[turns.starts[turn] : turns.starts[turn + 1]]
    seats = [row - seat * X.SEAT_INPUTS for seat in range(4)]
    return sum(int(((places >= X.HAS_HOUSE) & (places < X.HAS_ROUTE)).sum()) for places in seats)
