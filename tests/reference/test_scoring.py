"""The score and the winner."""

import pytest

import thurntaxis as tt
from thurntaxis import scoring


def scored(*points: int, ender: int | None = None, start: int = 0) -> tt.Position:
    """Return a table whose players have these points: 20 less for the houses, made up by tiles."""
    players = tuple(tt.Player(tiles=(tt.Tile("baden", value + 20),)) for value in points)
    return tt.undealt(len(points)).replace(players=players, ender=ender, start=start)


@pytest.mark.parametrize(
    ("position", "winner"),
    [
        (scored(5, 7), 1),
        (scored(7, 5, ender=1), 0),
        (scored(3, -2, 4, 1), 2),
        (scored(-20, -19), 1),
        # a tie, the ender among the tied
        (scored(7, 7, ender=0), 0),
        (scored(7, 7, ender=1), 1),
        (scored(7, 7, 7, 7, ender=2), 2),
        # a tie, the ender not among the tied: the next of them clockwise
        (scored(7, 2, 7, ender=1), 2),
        (scored(7, 7, 2, 7, ender=2), 3),
        # ... past the last player
        (scored(7, 7, 2, ender=2), 0),
        (scored(2, 7, 7, 1, ender=3), 1),
        (scored(7, 2, 7, 1, ender=3), 0),
        # the starting player does not matter
        (scored(7, 7, 2, ender=2, start=1), 0),
        # a tie that no game-end tile decides
        (scored(7, 7), None),
        (scored(1, 7, 7, 2), None),
        (scored(0, 0, 0), None),
    ],
)
def test_winner_has_most_points_or_is_nearest_to_the_ender(position: tt.Position, winner: int | None) -> None:
    assert position.winner() == winner


def test_score_is_carriage_and_tiles_less_houses_left() -> None:
    position = tt.undealt(2)
    player = tt.Player(houses=("Basel", "Ulm"), carriage=6, tiles=(tt.Tile("baden", 3), tt.Tile("route-5", 2)))
    position = position.replace(players=(player, tt.Player()))
    assert scoring.carriage_points(position, player) == 7
    assert scoring.tile_points(position, player) == 5
    assert scoring.lost_points(position, player) == -18
    assert position.scores() == (7 + 5 - 18, -20)


def test_stacks_hold_what_nobody_has() -> None:
    position = scored(0, 0).with_own(tiles=(tt.Tile("baden", 3), tt.Tile("route-5", 1)))
    position = position.replace(players=(position.players[0], tt.Player(tiles=(tt.Tile("baden", 1),))))
    assert position.stacks()["baden"] == (2,)
    assert position.stacks()["route-5"] == (2,)
    assert position.stacks()["baiern"] == (5, 4, 3, 2)
    assert list(position.stacks()) == [stack.name for stack in position.rules.board.stacks]
