"""Tournaments as rows: one for each game and seat."""

import json
from pathlib import Path

import pytest

from support.tournaments import written
from thurntaxis_solver import read_seat_rows, seat_rows
from thurntaxis_solver.play.result_file import ResultError


def test_a_file_gives_a_row_for_each_game_and_seat(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    games = written(path, games=4)
    rows = read_seat_rows(str(path))
    assert rows == seat_rows(games)
    assert [(row["game"], row["seat"]) for row in rows] == [(game, seat) for game in range(4) for seat in (0, 1)]
    for row in rows:
        game = games[row["game"]]
        assert row["agent"] == game["seats"][row["seat"]]
        assert row["score"] == game["scores"][row["seat"]]
        assert row["margin"] == row["score"] - game["scores"][1 - row["seat"]]
        assert row["won"] == (game["winner"] == row["seat"])
        assert row["turns"] == game["turns"][row["seat"]]
        assert row["tiles"] == ", ".join(game["tiles"][row["seat"]])
        assert row["tile_points"] == sum(int(tile.split()[-1]) for tile in game["tiles"][row["seat"]])
        assert all(isinstance(value, int | float | str) for value in row.values())
    assert sum(row["won"] for row in rows) == 4 == sum(row["is_over"] for row in rows) / 2
    broken_off = seat_rows([{**games[0], "winner": None}])
    assert [(row["won"], row["is_over"]) for row in broken_off] == [(False, False)] * 2


def test_an_empty_file_has_no_rows_and_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.touch()
    assert read_seat_rows(path) == []
    path.write_text(json.dumps({"games": 3}) + "\n", encoding="utf-8")
    with pytest.raises(ResultError, match=r"line 1: this isn't the header of a tournament"):
        read_seat_rows(path)
