"""Tournaments as tests play them: shared by the tests of the solver."""

import importlib
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support import random_play
from thurntaxis_solver.play.matches import Row, Setup
from thurntaxis_solver.play.result_file import result_file
from thurntaxis_solver.play.tournament import Local, play

TWO = Setup.of(["greedy", "greedy:noise=4"], seed=11)


def timeless(rows: Iterable[Row]) -> dict[int, dict[str, Any]]:
    """Return rows by game, without the time that they took."""
    return {row["game"]: {**row, "seconds": 0} for row in rows}


def written(path: Path, setup: Setup = TWO, games: int = 6) -> list[Row]:
    """Play into a file, and return all its games."""
    with result_file(path, setup, games) as file:
        return list(play(setup, games, Local(1), file))


def row(setup: Setup, number: int, scores: list[int], winner: int | None = None, turns: int = 20) -> Row:
    """Return a game with these scores, won by the first with the most points unless somebody else is named."""
    deal, seats, _ = setup.fixture(number)
    won = scores.index(max(scores)) if winner is None else winner
    return Row(
        game=number,
        deal=deal,
        seed=f"{setup.seed}/{deal}",
        seats=[setup.agents[index] for index in seats],
        scores=scores,
        winner=won,
        turns=[turns] * setup.players,
        tiles=[[] for _ in scores],
        all_provinces=number % 2 == 0,
        events=300,
        seconds=0.1,
        forfeit=None,
        reason=None,
        record="",
    )


class Leaning:
    """Plays towards the end of the game, and remembers what it was shown."""

    def __init__(self, seed: int) -> None:
        self.chance, self.seen = random.Random(seed), list[tt.Position]()

    def choose(self, position: tt.Position) -> tt.Event:
        self.seen.append(position)
        return random_play.choose(position, self.chance)


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


class ClusterProcesses:
    """A Dask cluster of processes that can be killed: a scheduler, and workers of one core each."""

    def __init__(self, folder: Path) -> None:
        """Start the scheduler and a worker; the folder is for their files."""
        self._file = folder / "scheduler.json"
        self._folder = folder
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        self.workers: list[subprocess.Popen[bytes]] = []
        for _ in range(1200):
            if self._file.exists() and self._file.read_bytes().endswith(b"}"):
                break
            time.sleep(0.05)
        else:
            pytest.fail("no scheduler")
        self.address: str = json.loads(self._file.read_bytes())["address"]
        self.add_worker()
        distributed: Any = importlib.import_module("distributed")
        with distributed.Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(1, timeout=60)

    def _start(self, kind: str, *words: str) -> "subprocess.Popen[bytes]":
        code = f"import sys; from distributed.cli.dask_{kind} import main; sys.exit(main())"
        command = [sys.executable, "-c", code, *words, "--scheduler-file", str(self._file), "--no-dashboard"]
        return subprocess.Popen(
            command, cwd=self._folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
        )

    def add_worker(self) -> None:
        """Start one more worker."""
        self.workers.append(self._start("worker", "--nthreads", "1", "--no-nanny"))

    def kill_workers(self) -> None:
        """Kill all workers."""
        for worker in self.workers:
            worker.kill()
            worker.wait()
        self.workers.clear()

    def close(self) -> None:
        """Kill everything."""
        self.kill_workers()
        self.scheduler.kill()
        self.scheduler.wait()
