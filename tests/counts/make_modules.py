"""Finds positions for the perft tables of the modules and counts them: called by `make.py`.

Everything here comes from the naive rules: the positions are met in random play by them, some are changed a little to
show what play seldom brings, and the counts are theirs.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import tomli_w

sys.path.insert(0, str(Path(__file__).parent.parent))

from counts import (
    module_positions_free_cities,
    module_positions_messenger,
    module_positions_offices,
    module_positions_power_and_glory,
    module_positions_together,
)
from counts.module_positions import Table
from naive import random_play as walking
from naive import rules
from naive.table import Position, complete

FEWEST, MOST = 3, 5
LEAVES = 20_000
EVENTS_OF_A_GAME = 5000
PATIENCE = (0, 0.9, 0.98)

TABLES: dict[str, Table] = {
    **module_positions_messenger.TABLES,
    **module_positions_offices.TABLES,
    **module_positions_power_and_glory.TABLES,
    **module_positions_free_cities.TABLES,
    **module_positions_together.TABLES,
}


def find(board: str, modules: list[str]) -> Iterator[tuple[str, Position]]:
    """Play at random on this board with these modules until every table that asks for them has its position."""
    missing = {name: sought for name, sought in TABLES.items() if (sought.board, sought.modules) == (board, modules)}
    for seed in range(3000):
        if not missing:
            return
        chance = random.Random(f"{board} {modules} {seed}")
        start = walking.start(board, modules, chance)
        for position, _ in walking.walk(start, chance, EVENTS_OF_A_GAME, PATIENCE[seed % len(PATIENCE)]):
            # No position serves two tables.
            for name, sought in missing.items():
                if all(sign(position) for sign in sought.wanted):
                    yield name, complete(sought.change(complete(position)))
                    del missing[name]
                    break
    raise LookupError(", ".join(missing))


def written(position: Position) -> Position:
    """The position as a file holds it: without the keys that have no value, and without players' names."""
    return {
        key: [written(item) if isinstance(item, dict) else item for item in value]
        if isinstance(value, list)
        else written(value)
        if isinstance(value, dict)
        else value
        for key, value in position.items()
        if value is not None and key != "name"
    }


def count(position: Position) -> list[int]:
    """The counts, as deep as can be computed quickly."""
    counts: list[int] = []
    while len(counts) < FEWEST or (len(counts) < MOST and counts[-1] > 0 and counts[-1] * 12 < LEAVES):
        counts.append(rules.perft(position, len(counts) + 1))
    return counts


def main() -> None:
    folder = Path(__file__).with_name("modules")
    folder.mkdir(exist_ok=True)
    for board, modules in walking.ALL_TABLES:
        for name, position in find(board, modules):
            assert not rules.recount(position)["faults"], (name, rules.recount(position)["faults"])
            counts = count(position)
            data = {"shows": TABLES[name].shows, "perft": counts, "position": written(position)}
            (folder / f"{name}.toml").write_text(tomli_w.dumps(data), encoding="utf-8")
            print(name, counts, flush=True)


if __name__ == "__main__":
    main()
