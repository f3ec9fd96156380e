"""A tournament: the games of a set-up, played by an engine, kept in a file if one is given.

>>> from thurntaxis_solver.play.executors import Local
>>> setup = Setup.of(["greedy", "random"], seed=5)
>>> rows = list(play(setup, 2, Local(1)))
>>> [row["seats"] for row in rows]
[['greedy', 'random'], ['random', 'greedy']]
"""

from collections.abc import Generator
from contextlib import closing

from thurntaxis_solver.play.executors import Engine
from thurntaxis_solver.play.matches import Row, Setup
from thurntaxis_solver.play.result_file import ResultFile


def play(setup: Setup, games: int, engine: Engine, file: ResultFile | None = None) -> Generator[Row]:
    """Yield the first `games` games of a set-up: those that the file holds, then the others as they are finished.

    Each is written to the file before it is yielded, so none is lost or played twice, whenever this ends.
    """
    done = {row["game"]: row for row in (file.rows if file else ()) if row["game"] < games}
    yield from done.values()
    left = [number for number in range(games) if number not in done]
    with closing(engine.rows(setup, left)) as rows:
        for row in rows:
            if file:
                file.append(row)
            yield row
