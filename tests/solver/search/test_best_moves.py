"""The positions made for the search: their best moves are what they are said to be, and the search finds them."""

import tomllib
from fractions import Fraction
from typing import Any

import pytest

import thurntaxis as tt
from best_moves import BUILDING, BestMove, best_moves
from support.best_turns import is_last_turn
from support.exact_advice import advise_exactly
from support.searched_positions import grown
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data
from thurntaxis_solver.estimates import Exact

MOVES = best_moves()
PROVED = [move for move in MOVES if is_last_turn(move.position)]
DISAGREEMENTS: list[dict[str, Any]] = tomllib.loads(BUILDING.read_text(encoding="utf-8"))["position"]


def test_there_are_enough_of_them_and_no_two_are_the_same() -> None:
    """Building and hurrying are each right somewhere."""
    for moves, fewest in ((MOVES, 30), (best_moves(BUILDING), 10)):
        assert len({move.name for move in moves}) == len({move.position for move in moves}) == len(moves) >= fewest
    assert {row["style"] for row in DISAGREEMENTS} == {"building", "hurrying"}


@pytest.mark.parametrize("move", MOVES, ids=lambda move: move.name)
def test_a_best_move_is_one_of_several_events_and_has_its_reason(move: BestMove) -> None:
    events = set(map(str, move.position.events()))
    assert set(move.best) < events
    assert move.why.endswith(".")
    assert position_from_data(position_data(move.position)) == move.position


def proved_win(position: tt.Position, player: int) -> Fraction:
    """Return the chance that the player wins a game that is over, or ends with this player's turn."""
    if position.is_over:
        return Fraction(position.winner() == player)
    win = advise_exactly(position).lines[0].win
    assert isinstance(win, Exact)
    return win.fraction


@pytest.mark.parametrize("move", PROVED, ids=lambda move: move.name)
def test_where_the_game_ends_with_the_turn_the_best_move_is_proved(move: BestMove) -> None:
    """Every event is worked out, and all others win at least one game in ten less often."""
    position = move.position
    win = {str(event): proved_win(position.play(event), position.turn.player) for event in position.events()}
    best = {win.pop(event) for event in move.best}
    assert len(best) == 1
    assert best.pop() - max(win.values()) >= Fraction(1, 10)


@pytest.mark.parametrize("row", DISAGREEMENTS, ids=lambda row: str(row["name"]))
def test_where_styles_disagree_a_long_search_decides_clearly(row: dict[str, Any]) -> None:
    position, found = position_from_data(row["table"]), row["long_search"]
    assert position_from_data(position_data(position)) == position
    assert set(row["best"]) | set(row["wrong"]) <= set(map(str, position.events()))
    assert not set(row["best"]) & set(row["wrong"])
    assert found["playouts"] >= 20_000
    (best, low, _), (wrong, _, high) = found["best"], found["wrong"]
    assert best > low > high > wrong
    assert found["builder_best"] > found["builder_wrong"]
    assert row["why"].endswith(".")


@pytest.mark.parametrize(
    ("moves", "playouts"),
    [
        pytest.param(MOVES, 10_000, id="made"),
        pytest.param(best_moves(BUILDING), 20_000, id="building", marks=pytest.mark.nightly),
    ],
)
def test_the_search_finds_them(moves: list[BestMove], playouts: int) -> None:
    """Nineteen in twenty, with fewer playouts than there is time for in two seconds."""
    missed = []
    for move in moves:
        if str(grown(move.position, playouts).best()) not in move.best:
            missed.append(move.name)
    assert len(missed) <= len(moves) / 20, missed
