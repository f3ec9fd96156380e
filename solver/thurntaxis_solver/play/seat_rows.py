"""Results of tournaments as tables of data: a row for each game and seat.

>>> from thurntaxis_solver.play.tournament import Local, Setup, play
>>> games = play(Setup.of(["greedy", "random"], seed=5), 2, Local(1))
>>> [(row["game"], row["seat"], row["agent"], row["won"]) for row in seat_rows(games)]
[(0, 0, 'greedy', True), (0, 1, 'random', False), (1, 0, 'random', False), (1, 1, 'greedy', True)]
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TypedDict

from thurntaxis_solver.play.matches import Row, margin
from thurntaxis_solver.play.result_file import read_results


class SeatRow(TypedDict):
    """The result of a game for one of its seats; no value is a list."""

    game: int
    """The number of the game, from 0."""
    deal: int
    """The number of the deal: games of one deal are dealt the same cards."""
    seed: str
    """The seed of the deal."""
    seat: int
    """The index of the seat, from 0."""
    agent: str
    """The agent at the seat, as it was written."""
    score: int
    """The victory points at the end."""
    margin: int
    """The score minus that of the best other seat."""
    won: bool
    """Whether the seat won, ties broken as the rules say."""
    is_over: bool
    """Whether the game was played to its end; one that was broken off is won by nobody."""
    turns: int
    """How many turns the player had."""
    tiles: str
    """The bonus tiles, stack and value, with commas between them."""
    tile_points: int
    """The sum of their values."""
    events: int
    """How many events the game had; the same for each of its seats."""
    seconds: float
    """How long the game took; the same for each of its seats."""


def seat_rows(games: Iterable[Row]) -> list[SeatRow]:
    """Return a row for each seat of each of these games, in their order."""
    return [
        SeatRow(
            game=game["game"],
            deal=game["deal"],
            seed=game["seed"],
            seat=seat,
            agent=agent,
            score=score,
            margin=margin(game, seat),
            won=game["winner"] == seat,
            is_over=game["winner"] is not None,
            turns=turns,
            tiles=", ".join(tiles),
            tile_points=sum(int(tile.rpartition(" ")[2]) for tile in tiles),
            events=game["events"],
            seconds=game["seconds"],
        )
        for game in games
        for seat, (agent, score, turns, tiles) in enumerate(
            zip(game["seats"], game["scores"], game["turns"], game["tiles"], strict=True)
        )
    ]


def read_seat_rows(path: Path | str) -> list[SeatRow]:
    """Return the rows of a result file, as `taxis tournament` writes it; none if it has no game yet.

    Raises:
        ResultError: it is no result file, or one of another version.
        OSError: it can't be read.
    """
    results = read_results(Path(path))
    return seat_rows(results.rows if results else ())
