"""Victory points and the winner."""

from typing import TYPE_CHECKING

from thurntaxis.clauses import clause

if TYPE_CHECKING:
    from thurntaxis.position import Player, Position


@clause("score.carriage")
def carriage_points(position: "Position", player: "Player") -> int:
    """Return the points of the player's highest carriage, and of no other."""
    return position.rules.board.carriage_points[player.carriage]


@clause("score.tiles")
def tile_points(position: "Position", player: "Player") -> int:
    """Return the points of all the player's tiles."""
    return sum(tile.value for tile in player.tiles)


@clause("score.houses")
def lost_points(position: "Position", player: "Player") -> int:
    """Return a negative point for each of the player's houses that is not on the board."""
    return len(player.houses) - position.rules.board.houses


BASE_POINTS = (carriage_points, tile_points, lost_points)
"""The terms of the score in the base game: carriage and tiles, minus the houses not placed."""


def score(position: "Position", player: "Player") -> int:
    """Return the player's victory points: the sum of the terms that the rules have."""
    return sum(points(position, player) for points in position.rules.parts.points)


@clause("score.winner")
def leaders(points: tuple[int, ...]) -> list[int]:
    """Return the players with the most points."""
    return [player for player, points_of_one in enumerate(points) if points_of_one == max(points)]


@clause("score.tie")
def first_from(ender: int, tied: list[int], players: int) -> int:
    """Return the tied player who comes first clockwise from the one who took the game-end tile, that one included."""
    return min(tied, key=lambda player: (player - ender) % players)


def winner(position: "Position") -> int | None:
    """Return who would win if the points were counted now; none if a tie depends on the game-end tile."""
    best = leaders(position.scores())
    if len(best) == 1:
        return best[0]
    return None if position.ender is None else first_from(position.ender, best, len(position.players))
