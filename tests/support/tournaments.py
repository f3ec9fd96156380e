"""Tournaments as tests play them: shared by the tests of the solver."""

import importlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from thurntaxis_solver.play.matches import Row, Setup
from thurntaxis_solver.play.result_file import ResultFile
from thurntaxis_solver.play.tournament import Local, play

TWO = Setup.of(["greedy", "greedy:noise=4"], seed=11)


def timeless(rows: Iterable[Row]) -> dict[int, dict[str, Any]]:
    """Return rows by game, without the time that they took."""
    return {row["game"]: {**row, "seconds": 0} for row in rows}


def written(path: Path, setup: Setup = TWO, games: int = 6) -> list[Row]:
    """Play into a file, and return all its games."""
    file = ResultFile(path, setup, games)
    file.open()
    with file:
        return list(play(setup, games, Local(1), file))


def cluster_of(workers: int) -> Any:
    """Return a Dask cluster in this process."""
    distributed: Any = importlib.import_module("distributed")
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=2,
        processes=False,
        dashboard_address=":0",  # any free port: tests run side by side
        protocol="tcp",
        silence_logs=50,
    )
