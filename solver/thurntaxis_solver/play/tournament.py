"""Tournaments: games played in this process, in several, or on a Dask cluster, and kept in a file if one is given.

Every engine plays the same games: a game depends on its number alone.

>>> setup = Setup.of(["greedy", "random"], seed=5)
>>> rows = list(play(setup, 2, Local(1)))
>>> [row["seats"] for row in rows]
[['greedy', 'random'], ['random', 'greedy']]
"""

import importlib
import itertools
import multiprocessing
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Protocol

from thurntaxis.names import shown
from thurntaxis_solver.play.matches import Row, Setup, play_game
from thurntaxis_solver.play.result_file import ResultFile

CLUSTER_TIMEOUT = 10.0
"""Seconds within which a cluster has to answer."""


class EngineError(ValueError):
    """An engine that can't be used; the message is one line of the form `what is wrong (what would be right)`."""


class Engine(Protocol):
    """Plays games."""

    def rows(self, setup: Setup, numbers: Iterable[int]) -> Generator[Row]:
        """Yield what came of the games of these numbers, each as it is finished; closing it ends the games early."""
        ...


@dataclass(frozen=True)
class Local:
    """Plays on this machine, `cores` games at a time."""

    cores: int

    def rows(self, setup: Setup, numbers: Iterable[int]) -> Generator[Row]:
        """Yield the games as they are finished."""
        return _in_processes(setup, numbers, self.cores) if self.cores > 1 else (play_game(setup, n) for n in numbers)


def _in_processes(setup: Setup, numbers: Iterable[int], cores: int) -> Generator[Row]:
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    finished = False
    executor = ProcessPoolExecutor(cores, mp_context=context, initializer=_begin_worker)
    try:
        yield from _as_finished(lambda number: executor.submit(play_game, setup, number), numbers, 2 * cores)
        finished = True
    finally:
        if not finished:
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
        executor.shutdown(cancel_futures=True)


def _begin_worker() -> None:
    """Leave interrupts to the parent process, and end with it even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="end with the parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _as_finished(submit: Callable[[int], "Future[Row]"], numbers: Iterable[int], window: int) -> Iterator[Row]:
    """Yield results as they come in, with at most `window` games under way or waiting."""
    left = iter(numbers)
    pending = {submit(number) for number in itertools.islice(left, window)}
    while pending:
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        pending |= {submit(number) for number in itertools.islice(left, len(done))}
        for future in done:
            yield future.result()


@dataclass(frozen=True)
class Dask:
    """Plays on a Dask cluster that is there already, on which this package is installed."""

    address: str

    def rows(self, setup: Setup, numbers: Iterable[int]) -> Generator[Row]:
        """Yield the games as they are finished.

        Raises:
            EngineError: the library is missing, the cluster doesn't answer, or it has no workers.
        """
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise EngineError('dask:// needs the library distributed (pip install "thurntaxis[dask]")') from None
        try:
            client = distributed.Client(self.address, timeout=CLUSTER_TIMEOUT, set_as_default=False)
        except (OSError, TimeoutError):
            raise EngineError(f"no Dask scheduler answers at {shown(self.address)} (dask://host:port)") from None
        with client:
            cores = sum(client.ncores().values())
            if not cores:
                raise EngineError(f"the Dask cluster at {shown(self.address)} has no workers (one or more)")
            executor = client.get_executor(pure=False)
            try:
                yield from _as_finished(lambda number: executor.submit(play_game, setup, number), numbers, 2 * cores)
            finally:
                executor.shutdown(wait=False)


def engine(text: str, cores: int | None = None) -> Engine:
    """Return the engine that a text means: `local`, or `dask://host:port`.

    Raises:
        EngineError: there is no such engine.
    """
    if text == "local":
        return Local(cores or _cores())
    if match := re.fullmatch(r"dask://([^\s/]+:[0-9]{1,5})/?", text):
        if cores is not None:
            raise EngineError("a Dask cluster has the cores that it has (--cores only for the engine local)")
        return Dask(f"tcp://{match[1]}")
    raise EngineError(f"unknown engine {shown(text)} (local, or dask://host:port)")


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


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
