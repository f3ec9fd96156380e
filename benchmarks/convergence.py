"""What more playouts change: how much a longer search likes its own choice better than that of a shorter one.

    pip install -e . && python benchmarks/convergence.py --positions 150

The search plays two-player games with 400 playouts per event, and one random decision is taken from each. There, a long
search evaluates every event; then shorter searches choose, each with three other seeds, and so does another one of the
same length. The loss of a choice is how much less the long search expects of it than of its own choice: in utility,
which is what a search maximises (the chance of winning plus `margin_weight` times the margin; see
`thurntaxis_solver.kernel.search.tree_search`), and in the chance of winning alone. No loss of utility is negative, so
if events are nearly equal, chance alone causes a small loss: that of the second long search.
"""

import random
import statistics
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

import click

import thurntaxis as tt
from games_played import decisions
from thurntaxis import Position
from thurntaxis.seen_cards import Seen
from thurntaxis_solver.estimates import DEVIATES
from thurntaxis_solver.play.agents import agent
from thurntaxis_solver.search.ismcts import Ismcts

SHORTER = (400, 1600, 6400, 25_600)
SEEDS = 3
LATEST = 90
"""The number of first decisions of a game, from which one is taken."""


class Loss(NamedTuple):
    """The mean losses of some choices in a position, and the share of them that the long search chooses, too."""

    utility: float
    win: float
    same: float


Losses = dict[int, Loss]
"""Losses by the number of playouts."""


def decision(seed: int) -> Position:
    """Return a position of a game as the player sees it who has to decide; there is more than one event."""
    player = agent("search:playouts=400", seed)
    left = random.Random(seed).randrange(5, LATEST)
    for seen in decisions(Seen.at(tt.new(players=2, seed=seed)), str(seed), [player, player]):
        if not seen.position.is_over:
            view = seen.view(seen.position.decider)
            if len(view.events()) > 1 and (left := left - 1) < 0:
                return view
    return decision(seed + 1_000_003)


def searched(position: Position, playouts: int, seed: int) -> Ismcts:
    """Return a search with this many playouts."""
    search = Ismcts(position, seed=seed)
    search.think(playouts=playouts)
    return search


def losses(seed: int, longest: int) -> Losses:
    """Return what shorter searches lose in one position, and another one of the same length."""
    position = decision(seed)
    search = searched(position, longest, 1)
    best = search.best()
    branches = {branch.event: branch for branch in search.branches()}
    found: Losses = {}
    for playouts in (*SHORTER, longest):
        seeds = range(2, 3 if playouts == longest else 2 + SEEDS)
        chosen = [branches[searched(position, playouts, number).best()] for number in seeds]
        found[playouts] = Loss(
            statistics.mean(max(0.0, branches[best].utility - branch.utility) for branch in chosen),
            statistics.mean(branches[best].win - branch.win for branch in chosen),
            statistics.mean(float(branch.event == best) for branch in chosen),
        )
    return found


def interval(values: list[float]) -> str:
    """Return the mean of values and its interval at 95 %."""
    return f"{statistics.mean(values):.4f} ± {DEVIATES * statistics.stdev(values) / len(values) ** 0.5:.4f}"


@click.command()
@click.option("--positions", default=150, show_default=True, type=click.IntRange(2))
@click.option("--longest", default=250_000, show_default=True, help="Playouts of the long search.")
@click.option("--cores", default=2, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(positions: int, longest: int, cores: int, seed: int) -> None:
    """Search, and print the results."""
    seeds = range(1000 * seed, 1000 * seed + positions)
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(losses, seeds, [longest] * positions))
    print(f"{positions} positions")
    print("| playouts | loss of utility | of the chance of winning | less than in the line above | the same choice |")
    print("|---|---|---|---|---|")
    before: list[float] = []
    for playouts in found[0]:
        rows = [row[playouts] for row in found]
        wins = [row.win for row in rows]
        less = interval([more - now for more, now in zip(before, wins, strict=True)]) if before else "–"
        same = statistics.mean(row.same for row in rows)
        print(f"| {playouts:,} | {interval([row.utility for row in rows])} | {interval(wins)} | {less} | {same:.0%} |")
        before = wins


if __name__ == "__main__":
    main()
