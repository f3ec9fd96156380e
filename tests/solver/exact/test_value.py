"""What a turn is worth: the order of values, their means, and the result of a game that is over."""

import subprocess
import sys
from fractions import Fraction

import thurntaxis as tt
from support.whole_turns import seat, table
from thurntaxis_solver.exact.evaluation import Evaluation
from thurntaxis_solver.exact.value import SCALE, TurnValue, mean


def test_values_order_by_win_then_margin_then_score() -> None:
    values = [TurnValue(*figures, 0, 0, 0, 0) for figures in ((1, 0, 0), (0, 2, 0), (0, 1, 3), (0, 1, 2))]
    assert sorted(values, reverse=True) == values


def test_means_are_exact() -> None:
    values = [TurnValue(*([figure] * 7)) for figure in (1, 5)]
    assert mean([(2, values[0]), (1, values[1])]) == TurnValue(*([Fraction(7, 3)] * 7))


def test_a_game_that_is_over_is_its_result() -> None:
    position = table(seat(carriage=7, tiles=(tt.Tile("game-end", 1),)), seat("Ulm", carriage=5), phase="over")
    assert Evaluation.of(position, 1).evaluate(position)[:3] == (0, -6 * SCALE, -15 * SCALE)
    assert Evaluation.of(position, 0).evaluate(position)[:3] == (SCALE, 6 * SCALE, -9 * SCALE)


def test_asking_for_advice_loads_nothing_heavy() -> None:
    code = "import sys, thurntaxis_solver.turn_advice; print(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"numpy", "wasmtime", "numba", "sympy", "networkx", "pydantic"} & set(out.split())
