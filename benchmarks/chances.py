"""Chances of winning that advice gives an event, against the share of games that the event wins.

    pip install -e . && python benchmarks/chances.py measure --playouts 20000
    python benchmarks/chances.py make new.jsonl --positions 40 --seed 2 --part 0.875 1
    python benchmarks/chances.py judge new.jsonl --longest 400000

`make` lets searches of 300 playouts play games, takes one decision from a part of each (the last eighth), and lets a
search of 2,000 playouts choose the event. From there, 80 games are played to the end: what the player can't see is
dealt anew, the event is played, and searches of 300 playouts that see only their own hands play on. The share of these
games that the player wins is taken as the truth. `chances.jsonl` has late positions for choosing a design; new ones are
for measuring a result.

`measure` asks for advice on each position. For each kind of game it prints the error of the chance (root mean square,
beyond the noise of the share), the mean error, how many shares lie outside the interval (widened by their noise: 5 % if
the intervals hold), and how many lie far outside: by more than twice their standard error.

`judge` asks a long search what the first events of advice, and those of the search alone, lose against the best event;
and whether lines that the advice calls clearly worse are worse. It needs no games (`make --games 0`). Near the end of a
game, the long search may be wrong itself. So if it says that the advice loses more than 5 points, 80 games after each
of the two events say how many games the advice loses.
"""

import json
import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple, TypeVar

import click

import thurntaxis as tt
from games_played import decisions
from thurntaxis.io.read_game import read_game
from thurntaxis.seen_cards import Seen
from thurntaxis_solver.effort import Effort
from thurntaxis_solver.estimates import DEVIATES, Estimate
from thurntaxis_solver.play.agents import agent
from thurntaxis_solver.search.ismcts import determinized
from thurntaxis_solver.turn_advice import advise

FILE = Path(__file__).with_suffix(".jsonl")

Kind = tuple[int, tuple[str, ...]]
"""The number of players, and the modules."""

KINDS: tuple[Kind, ...] = (
    *((players, ()) for players in (2, 3, 4)),
    (2, ("princess-messenger",)),
    *((players, ("offices-of-honor",)) for players in (2, 3)),
    (2, ("power-and-glory",)),
)
"""The kinds of positions. That of the horses is played on `testland`."""

COSTLY = 0.05
"""A loss that is counted."""

GAMES = 80
"""How many games are played after an event."""

SEARCHED, CHOOSING = 300, 2000
"""The playouts of the searches that play, and of the one that chooses the event."""


class Measured(NamedTuple):
    """The chance that advice gives an event, its interval, and the share of so many games that the event won."""

    chance: float
    low: float
    high: float
    share: float
    games: int

    @property
    def variance(self) -> float:
        """The variance of the share; of one that is 0 or 1, that of a quarter of a game."""
        return max(self.share * (1 - self.share), 0.25 / self.games) / (self.games - 1)

    @property
    def is_outside(self) -> bool:
        """Whether the share lies outside the interval, widened by the 95 % interval of the share."""
        half = self.high - self.chance if self.share > self.chance else self.chance - self.low
        return abs(self.share - self.chance) > math.hypot(half, DEVIATES * math.sqrt(self.variance))

    @property
    def is_far_outside(self) -> bool:
        """Whether the share lies outside the interval by more than twice its standard error."""
        return max(self.low - self.share, self.share - self.high) > 2 * math.sqrt(self.variance)


def played_on(seen: Seen, chance: random.Random) -> Iterator[Seen]:
    """Yield what is seen before each decision of a game that searches play to its end, and at the end."""
    searches = [agent(f"search:playouts={SEARCHED}", chance.getrandbits(48)) for _ in seen.position.players]
    return decisions(seen, str(chance.getrandbits(48)), searches)


def made(players: int, modules: Sequence[str], part: tuple[float, float], games: int, seed: str) -> dict[str, Any]:
    """Return a position of a new game, an event, and how many games it won."""
    chance = random.Random(seed)
    board = "testland" if "power-and-glory" in modules else "south"
    start = tt.new(players, board=board, modules=modules, seed=chance.getrandbits(48))
    moments = list(played_on(Seen.at(start), chance))
    first, end = (int(len(moments) * at) for at in part)
    wanted = [seen for seen in moments[first : min(end, len(moments) - 1)] if len(seen.position.events()) > 1]
    if not wanted:
        return made(players, modules, part, games, f"{seed}/again")
    seen = chance.choice(wanted)
    view = seen.view(seen.position.decider)
    event = agent(f"search:playouts={CHOOSING}", chance.getrandbits(48)).choose(view)
    won = games_won(Seen(view, seen.shown), event, games, chance)
    return {"line": view.to_line(), "event": str(event), "won": won, "games": games}


def games_won(seen: Seen, event: tt.Event, games: int, chance: random.Random) -> int:
    """Return how many games the player on turn wins after an event, with unknown cards dealt anew in each."""
    won = 0
    for _ in range(games):
        begun = Seen(determinized(seen.position, chance.getrandbits(48)), seen.shown).play_without_checking(event)
        *_, last = played_on(begun, chance)
        won += last.position.winner() == seen.position.decider
    return won


def kind_of(position: tt.Position) -> Kind:
    """Return the kind of a position."""
    return len(position.players), position.rules.modules


def measured(row: dict[str, Any], playouts: int) -> tuple[Kind, Measured]:
    """Return the kind of a position, and what advice says of its event."""
    position = read_game(row["line"]).record.start
    event = position.parse(row["event"])
    given = advise(position, Effort(playouts=playouts), event=event).given
    assert given is not None
    win = given.win
    low, high = (win.low, win.high) if isinstance(win, Estimate) else (float(win), float(win))
    result = Measured(float(win), low, high, row["won"] / row["games"], row["games"])
    return kind_of(position), result


class Judged(NamedTuple):
    """What a long search says: what the first event of the search and that of advice lose, and whether lines are worse.

    `clear` has an answer for each line that the advice calls clearly worse than the best one. What is proved to be
    worse is so, if only by its margin. `by_games` is the share of games that the advice loses, if it is said to lose
    much.
    """

    search: float
    advice: float
    clear: tuple[bool, ...]
    by_games: float | None


def judged(row: dict[str, Any], playouts: int, longest: int) -> tuple[Kind, Judged]:
    """Return the kind of a position, and what a long search says of its advice."""
    position = read_game(row["line"]).record.start
    alone = Effort(playouts=playouts).set_up(position)
    alone.think(playouts=playouts)
    first, *others = advise(position, Effort(playouts=playouts), lines=5).lines
    long = Effort(seed=2).set_up(position)
    long.think(playouts=longest)
    long.examine(first.turn[0])
    wins = {branch.event: branch.win for branch in long.branches()}
    best = wins[first.turn[0]]
    by_games: float | None = None
    if wins[long.best()] - best > COSTLY:
        better, chosen = (
            games_won(Seen.at(position), event, GAMES, random.Random(row["line"]))
            for event in (long.best(), first.turn[0])
        )
        by_games = (better - chosen) / GAMES
    result = Judged(
        search=wins[long.best()] - wins[alone.best()],
        advice=wins[long.best()] - best,
        clear=tuple(
            line.proved or wins[line.turn[0]] < best
            for line in others
            if line.verdict == "clear" and line.turn[0] != first.turn[0]
        ),
        by_games=by_games,
    )
    return kind_of(position), result


def report(title: str, results: Sequence[Measured]) -> None:
    """Print the errors of some positions."""
    errors = [one.chance - one.share for one in results]
    square = fmean(error**2 - one.variance for error, one in zip(errors, results, strict=True))
    outside = fmean(one.is_outside for one in results)
    far = fmean(one.is_far_outside for one in results)
    print(
        f"| {title} | {len(results)} | {100 * math.sqrt(max(0.0, square)):.1f} | {100 * fmean(errors):+.1f} "
        f"| {outside:.0%} | {far:.0%} |"
    )


Result = TypeVar("Result")


@click.group()
def main() -> None:
    """Make positions, or measure advice on them."""


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--positions", default=40, show_default=True, help="How many of each kind.")
@click.option("--seed", default=1, show_default=True)
@click.option("--part", type=(float, float), default=(0.875, 1.0), show_default=True, help="Of the games' decisions.")
@click.option("--games", default=GAMES, show_default=True, help="How many are played on from a position.")
def make(file: Path, positions: int, seed: int, part: tuple[float, float], games: int) -> None:
    """Write new positions to FILE."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool, file.open("w", encoding="utf-8") as stream:
        tasks = [
            pool.submit(made, players, modules, part, games, f"{seed}/{players}/{modules}/{number}")
            for number in range(positions)
            for players, modules in KINDS
        ]
        for task in tasks:
            stream.write(json.dumps(task.result()) + "\n")
            stream.flush()


@main.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True), default=FILE)
@click.option("--playouts", default=20_000, show_default=True)
def measure(file: Path, playouts: int) -> None:
    """Ask for advice on the positions of FILE, and print how far off its chances are."""
    kinds = by_kind(file, partial(measured, playouts=playouts))
    print("| players | positions | error | mean error | outside | far outside |\n|---|---|---|---|---|---|")
    for title, results in kinds:
        report(title, results)


@main.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True))
@click.option("--playouts", default=20_000, show_default=True)
@click.option("--longest", default=400_000, show_default=True, help="The playouts of the long search.")
def judge(file: Path, playouts: int, longest: int) -> None:
    """Let a long search judge the advice on the positions of FILE."""
    kinds = by_kind(file, partial(judged, playouts=playouts, longest=longest))
    print("| players | positions | loss: search | advice | > 5 points: search | advice | by games | clear | right |")
    print("|---|---|---|---|---|---|---|---|---|")
    for title, results in kinds:
        columns = list(zip(*((result.search, result.advice) for result in results), strict=True))
        losses = [f"{100 * fmean(column):.2f}" for column in columns]
        costly = [str(sum(loss > COSTLY for loss in column)) for column in columns]
        games = ", ".join(f"{100 * result.by_games:+.0f}" for result in results if result.by_games is not None)
        clear = [is_right for result in results for is_right in result.clear]
        counts = [str(len(clear)), str(sum(clear))]
        print("|", " | ".join([title, str(len(results)), *losses, *costly, games or "-", *counts]), "|")


def by_kind(file: Path, result: Callable[[dict[str, Any]], tuple[Kind, Result]]) -> Iterator[tuple[str, list[Result]]]:
    """Yield the results of the positions of a file for each kind, and for all."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    kinds: dict[Kind, list[Result]] = defaultdict(list)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for kind, one in pool.map(result, rows):
            kinds[kind].append(one)
    for (players, modules), of_kind in sorted(kinds.items(), key=lambda item: (item[0][1], item[0][0])):
        yield ", ".join([str(players), *modules]), of_kind
    yield "all", [one for of_kind in kinds.values() for one in of_kind]


if __name__ == "__main__":
    main()
