"""How often the search finds the best move where there is one, and how clear that move is.

    pip install -e . && python benchmarks/best_moves.py --time 2

The positions of `best_moves.toml` were made for this, each with the reason for its best move in words. If the game
ends with the turn, the move is proved by searching the whole turn (`tests/solver/search/test_best_moves.py`). In the
other positions, a long search shows how clear it is: by how much any other event is worse, in chance of winning.

With `--building`, the positions are those of `building_moves.toml`, which `building_moves.py` found in games: the
builder and the rusher choose different events, and only one of them is right.
"""

import tomllib
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import click

from thurntaxis import Position
from thurntaxis.io.read import position_from_data
from thurntaxis_solver.search.ismcts import Ismcts

FILE = Path(__file__).with_suffix(".toml")
BUILDING = FILE.with_name("building_moves.toml")


class BestMove(NamedTuple):
    """A position, its best event (or several equivalent ones), and why it is best."""

    name: str
    why: str
    best: tuple[str, ...]
    position: Position


def best_moves(file: Path = FILE) -> list[BestMove]:
    """Return the positions of a file."""
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["position"]
    return [
        BestMove(row["name"], row["why"].strip(), tuple(row["best"]), position_from_data(row["table"])) for row in rows
    ]


def chosen(move: BestMove, seconds: float, seed: int) -> str:
    """Return the event that the search chooses."""
    search = Ismcts(move.position, seed=seed)
    search.think(seconds=seconds)
    return str(search.best())


def lead(move: BestMove, playouts: int) -> float:
    """Return how much less than the best move's the other events' chance of winning is, in a long search."""
    search = Ismcts(move.position)
    search.think(playouts=playouts)
    win = {str(branch.event): branch.win for branch in search.branches()}
    return max(win[event] for event in move.best) - max(win[event] for event in win if event not in move.best)


@click.command()
@click.option("--time", "seconds", default=2.0, show_default=True, help="Seconds of thinking, on one core.")
@click.option("--seeds", default=5, show_default=True, type=click.IntRange(1))
@click.option("--longest", default=400_000, show_default=True, help="Playouts of the long search.")
@click.option("--cores", default=2, show_default=True, help="Positions at a time.")
@click.option("--building", is_flag=True, help="Positions in which builder and rusher disagree.")
def main(seconds: float, seeds: int, longest: int, cores: int, *, building: bool) -> None:
    """Search, and print the results."""
    moves = best_moves(BUILDING if building else FILE)
    found = 0
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        leads = pool.map(lead, moves, repeat(longest))
        answers = [list(pool.map(chosen, moves, repeat(seconds), repeat(seed))) for seed in range(1, seeds + 1)]
        for number, (move, clear) in enumerate(zip(moves, leads, strict=True)):
            choices = [row[number] for row in answers]
            right = [choice for choice in choices if choice in move.best]
            found += len(right)
            others = ", ".join(sorted({choice for choice in choices if choice not in move.best}))
            print(f"{len(right)} of {seeds}  by {clear:.2f}  {move.name}{f': {others}' if others else ''}", flush=True)
    asked = len(moves) * seeds
    print(f"{found} of {asked} found within {seconds:g} s, {found / asked:.1%}, in {len(moves)} positions")


if __name__ == "__main__":
    main()
