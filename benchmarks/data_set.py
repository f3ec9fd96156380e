"""A data set of games between searches, for learning and for measuring, made by one command.

    pip install -e . && python benchmarks/data_set.py games
    python benchmarks/data_set.py games --share 0.01 --agent search:playouts=100
    python benchmarks/data_set.py games --engine dask://host:8786

Each kind of game (players, modules, board) gets a file of lines of JSON, compressed when it is complete. An interrupted
run goes on where it was. The last thing written is the card, `README.md`: how the games were made, the fields, the
licence, the number of games in each file, and its SHA-256. The same command gives the same games, but for their times.
"""

import gzip
import hashlib
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import track

import thurntaxis
from thurntaxis_solver.play.matches import Setup
from thurntaxis_solver.play.result_file import result_file
from thurntaxis_solver.play.tournament import engine, play

MESSENGER, OFFICES, POWER = "princess-messenger", "offices-of-honor", "power-and-glory"
KINDS: dict[str, tuple[int, int, str, tuple[str, ...]]] = {
    "two": (3000, 2, "south", ()),
    "three": (2001, 3, "south", ()),
    "four": (1500, 4, "south", ()),
    "two-messenger": (1000, 2, "south", (MESSENGER,)),
    "three-offices": (750, 3, "south", (OFFICES,)),
    "four-messenger-offices": (500, 4, "south", (MESSENGER, OFFICES)),
    "two-free-cities": (500, 2, "testland", ()),
    "three-power": (501, 3, "testland", (POWER,)),
    "four-all-modules": (252, 4, "testland", (POWER, MESSENGER, OFFICES)),
}
"""By name: the number of games, players, board and modules; 10,004 games in all."""

CARD = """# Games of Thurn and Taxis between searches

{games:,} games of `{agent}` against itself, made with thurntaxis {version} by

    python benchmarks/data_set.py FOLDER --share {share:g} --agent {agent} --seed {seed}

Each agent sees only what its player may know. Cards are dealt at random from the seed.

| file | games | players | board | modules | SHA-256 |
|---|---|---|---|---|---|
{rows}

Each file is JSON lines, compressed by gzip. The first line has the set-up; each other line is a game:

| field | what it is |
|---|---|
| `record` | the game as a line: the table before the first reveal, and all events (see below) |
| `seats` | the agent at each seat |
| `scores` | the points of each seat at the end |
| `winner` | the seat that won |
| `turns` | the turns of each seat |
| `tiles` | the tiles of each seat at the end; `all_provinces`: whether the winner has one for all provinces |
| `events`, `seconds` | how many events the game had, and how long it took |
| `game`, `deal`, `seed` | the number of the game; games of one deal have the same seed and cards, in other seatings |

`taxis replay` and `taxis review` read a record, and so does `thurntaxis.io.read_line.record_from_line` in Python.

Licence: that of thurntaxis (MIT). The board `testland` stands for the northern map, whose cards aren't known.
"""


def written(folder: Path, name: str, games: int, setup: Setup, where: str) -> Path:
    """Play the games of a kind, unless they are there already, and return the compressed file."""
    packed = folder / f"{name}.jsonl.gz"
    if not packed.exists():
        plain = folder / f"{name}.jsonl"
        with result_file(plain, setup, games) as file, closing(play(setup, games, engine(where), file)) as played:
            for _ in track(played, name, total=games, console=Console(stderr=True)):
                pass
        header, *rows = plain.read_text(encoding="utf-8").splitlines()
        ordered = [header, *sorted(rows, key=lambda row: int(json.loads(row)["game"]))]
        packed.write_bytes(gzip.compress("".join(f"{row}\n" for row in ordered).encode(), mtime=0))
        plain.unlink()
    return packed


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--agent", default="search:playouts=400", show_default=True)
@click.option("--share", default=1.0, show_default=True, help="The share of the games of each kind, at least one deal.")
@click.option("--seed", default=1, show_default=True)
@click.option("--engine", "where", default="local", show_default=True, help="As for taxis tournament.")
def main(folder: Path, agent: str, share: float, seed: int, where: str) -> None:
    """Make the data set."""
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[str] = []
    total = 0
    for number, (name, (most, players, board, modules)) in enumerate(KINDS.items()):
        games = max(1, round(share * most / players)) * players  # whole deals: each is played in every seating
        setup = Setup.of([agent], players, seed + number, board=board, modules=modules)
        file = written(folder, name, games, setup, where)
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        rows.append(f"| `{file.name}` | {games:,} | {players} | {board} | {', '.join(modules)} | `{digest}` |")
        total += games
    facts: dict[str, Any] = {"agent": agent, "share": share, "seed": seed, "version": thurntaxis.__version__}
    card = CARD.format(games=total, rows="\n".join(rows), **facts)
    (folder / "README.md").write_text(card, encoding="utf-8")
    click.echo(f"{total:,} games in {len(rows)} files; the card is {folder / 'README.md'}")


if __name__ == "__main__":
    main()
