"""The pay-off matrix: who plays whom, and its cells, counted again from the rows of the games."""

import dataclasses
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from support.tournaments import row, written
from thurntaxis.fault import InputError
from thurntaxis_solver.play import matches
from thurntaxis_solver.play.matches import Row, Setup
from thurntaxis_solver.play.payoff_matrix import payoff_matrices
from thurntaxis_solver.play.result_file import ResultError, read_results
from thurntaxis_solver.play.seat_rows import seat_rows
from thurntaxis_solver.play.standings import wilson

NAMES = ["greedy", "random", "greedy:noise=6"]
QUICK = Setup.of(["greedy", "greedy:noise=6", "greedy:noise=9"], seed=4, matrix=True)


def of_four(games: int) -> tuple[Setup, list[Row]]:
    """Return games of four, of two agents, won by anybody."""
    setup, chance = Setup.of(["greedy", "random"], 4, matrix=True), random.Random(3)
    winners = [chance.randrange(4) for _ in range(setup.number_of_games(games))]
    return setup, [row(setup, number, [9 * (at == won) for at in range(4)]) for number, won in enumerate(winners)]


# ---- who plays whom


@pytest.mark.parametrize(("players", "divisions"), [(2, 1), (3, 2), (4, 3)])
def test_any_two_agents_play_each_other_in_every_division_of_the_seats(players: int, divisions: int) -> None:
    setup = Setup.of(NAMES, players, matrix=True)
    assert len(setup.line_ups) == 3 * divisions
    assert setup.games_of_a_deal == 3 * divisions * players
    met: Counter[tuple[tuple[int, int], ...]] = Counter()
    places: Counter[tuple[int, int]] = Counter()
    for number in range(setup.games_of_a_deal):
        deal, seats, _ = setup.fixture(number)
        assert deal == 0
        met[tuple(sorted(Counter(seats).items()))] += 1
        places.update((agent, at) for at, agent in enumerate(seats))
    assert set(met.values()) == {players}
    assert {tuple(agent for agent, _ in pair) for pair in met} == {(0, 1), (0, 2), (1, 2)}
    assert all(sum(count for _, count in pair) == players for pair in met)
    assert len(met) == 3 * divisions
    assert len(set(places.values())) == 1  # every agent has every seat equally often


def test_games_are_asked_for_by_cell_and_played_in_whole_deals() -> None:
    four = Setup.of(NAMES, 4, matrix=True)
    assert [four.number_of_games(asked) for asked in (1, 4, 5)] == [36, 36, 72]
    assert Setup.of(NAMES, 2, matrix=True).number_of_games(10) == 30
    assert Setup.of(NAMES, 2).number_of_games(10) == 10
    assert Setup.of(NAMES, matrix=True).players == 2


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["greedy"], "a matrix needs two agents (at least 2)"),
        (["greedy", "random", "greedy"], "greedy is given twice (only once)"),
    ],
)
def test_agents_that_no_matrix_can_be_made_of(names: list[str], told: str) -> None:
    with pytest.raises(InputError) as raised:
        Setup.of(names, matrix=True)
    assert str(raised.value) == told


# ---- the cells


def test_cells_are_what_the_rows_of_the_seats_say() -> None:
    setup, rows = of_four(40)
    found = payoff_matrices(setup, rows)
    assert [(matrix.seats, matrix.others, matrix.par) for matrix in found.matrices] == [
        (1, 3, 0.25),
        (2, 2, 0.5),
        (3, 1, 0.75),
    ]
    games: dict[int, list[tuple[str, bool]]] = {}
    for seat in seat_rows(rows):
        games.setdefault(seat["game"], []).append((seat["agent"], seat["won"]))
    for matrix in found.matrices:
        for cell in matrix.cells:
            own = [[won for name, won in seats if name == cell.row] for seats in games.values()]
            own = [seats for seats in own if len(seats) == matrix.seats]
            assert cell.games == len(own) == 40
            assert cell.wins == sum(map(any, own)) == sum(map(sum, own))
            assert cell.win == wilson(cell.wins, cell.games)


def test_games_without_an_end_are_in_no_cell_and_forfeits_are_counted() -> None:
    setup, rows = of_four(4)
    rows[0]["winner"] = None
    rows[1]["forfeit"], rows[1]["reason"] = 2, "ended"
    found = payoff_matrices(setup, rows)
    assert (found.games, found.broken_off) == (12, 1)
    assert found.forfeits == {rows[1]["seats"][2]: 1}
    (alone, *_) = found.matrices
    assert alone.cell("greedy", "random").games == 3
    assert json.loads(json.dumps(found.data()))["matrices"][0]["cells"][0]["games"] == 3


def test_a_cell_without_games_has_no_share() -> None:
    setup, rows = of_four(4)
    alone, two, _ = payoff_matrices(setup, rows[:4]).matrices
    assert alone.cell("greedy", "random").games == 4
    assert two.cell("greedy", "random").win is None
    assert two.cell("greedy", "random").data()["win"] is None


# ---- the file


def test_a_file_of_a_matrix_is_gone_on_with_and_belongs_to_it_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "LONGEST_GAME", 3)
    path = tmp_path / "games.jsonl"
    first = written(path, QUICK, QUICK.number_of_games(2))
    found = read_results(path)
    assert found is not None
    assert found.setup == QUICK
    assert list(found.rows) == first
    more = written(path, QUICK, QUICK.number_of_games(4))
    assert more[: len(first)] == first
    assert len(more) == 12
    with pytest.raises(ResultError, match="matrix true, not false"):
        written(path, dataclasses.replace(QUICK, matrix=False), 4)
