"""The score and the winner."""

from pathlib import Path

import thurntaxis as tt
from support.golden import check
from thurntaxis import scoring


def scored(*points: int, ender: int | None = None, start: int = 0) -> tt.Position:
    """Return a table whose players have these points: 20 less for the houses, made up by tiles."""
    players = tuple(tt.Player(tiles=(tt.Tile("baden", value + 20),)) for value in points)
    return tt.undealt(len(points)).replace(players=players, ender=ender, start=start)


def test_winner_has_most_points_or_is_nearest_to_the_ender() -> None:
    check(Path(__file__).with_name("winners.txt"), lambda case: str(eval(f"scored({case})").winner()))


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
