"""Tournaments: games played in this process, in several, or on a Dask cluster, and kept in a file if one is given.

Every engine plays the same games, because a game depends only on its number.

>>> setup = Setup.of(["greedy", "random"], seed=5)
>>> rows = list(play(setup, 2, Local(1)))
>>> [row["seats"] for row in rows]
[['greedy', 'random'], ['random', 'greedy']]
"""

import asyncio
import concurrent.futures
import functools
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
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, runtime_checkable

from thurntaxis.arguments import at_least, checked
from thurntaxis.fault import InputError, in_one_line
from thurntaxis.message import Hint, Message, clipped, verbatim
from thurntaxis_solver.play.matches import Row, Setup, row_of
from thurntaxis_solver.play.result_file import ResultFile

T = TypeVar("T")

CLUSTER_TIMEOUT = 10.0
"""Seconds within which a cluster has to answer."""

CLUSTER_GLANCE = 2.0
"""Seconds between two questions for the workers of a cluster."""


class EngineError(InputError):
    """An engine that can't be used."""


@runtime_checkable
class Engine(Protocol):
    """Plays games, each known by its number."""

    def results(self, work: Callable[[int], T], numbers: Iterable[int]) -> Generator[T]:
        """Yield what `work` returns for these numbers as they finish; closing it ends the games early.

        The function may run in other processes and on other machines, so it and its results have to be picklable.
        """
        ...


@checked
@dataclass(frozen=True)
class Local:
    """Plays on this machine, `cores` games at a time."""

    cores: int

    def results(self, work: Callable[[int], T], numbers: Iterable[int]) -> Generator[T]:
        """Yield the results as they are finished."""
        at_least(1, cores=self.cores)
        if self.cores == 1:
            yield from map(work, numbers)
            return
        others = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        executor = ProcessPoolExecutor(self.cores, mp_context=context, initializer=_begin_worker)
        try:
            yield from _as_finished(lambda number: executor.submit(work, number), numbers, 2 * self.cores)
        except BaseException:
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            raise
        finally:
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


def _as_finished(submit: Callable[[int], "Future[T]"], numbers: Iterable[int], window: int) -> Iterator[T]:
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
    """Plays on a Dask cluster that is there already, on which this package is installed.

    `tell` is passed a line when all workers are lost, and one when the games continue.
    """

    address: str
    tell: Callable[[Message], None] = field(default=lambda _line: None, compare=False)

    def results(self, work: Callable[[int], T], numbers: Iterable[int]) -> Generator[T]:
        """Yield the results as they are finished; if all workers are lost, wait for others.

        Raises:
            EngineError: the library is missing, the cluster has no workers at the beginning, the scheduler doesn't
                answer, or a game ends its workers.
        """
        distributed = _distributed()
        try:
            client = distributed.Client(self.address, timeout=CLUSTER_TIMEOUT, set_as_default=False)
        except (OSError, TimeoutError):
            raise EngineError(
                'no Dask scheduler answers at "{address}"', verbatim("dask://HOST:PORT"), clipped(self.address)
            ) from None
        with client:
            try:
                yield from self._finished(distributed, client, work, iter(numbers))
            except distributed.KilledWorker:
                raise EngineError(
                    'a game ended several workers of the Dask cluster at "{address}"',
                    "workers with enough memory",
                    clipped(self.address),
                ) from None
            except (asyncio.CancelledError, concurrent.futures.CancelledError, OSError, TimeoutError):
                raise EngineError(
                    'the Dask scheduler at "{address}" no longer answers',
                    "a running scheduler; --out keeps the finished games",
                    clipped(self.address),
                ) from None

    def _finished(self, distributed: Any, client: Any, work: Callable[[int], T], left: Iterator[int]) -> Iterator[T]:
        """Yield results as they come in, with at most two games for each core under way or waiting."""
        if not (cores := _cores_of(client)):
            raise EngineError(
                'the Dask cluster at "{address}" has no workers', "at least one worker", clipped(self.address)
            )
        pending: list[Any] = []
        is_waiting = False
        while True:
            numbers = itertools.islice(left, 2 * cores - len(pending))
            pending += [client.submit(work, number, pure=False) for number in numbers]
            if not pending:
                return
            with suppress(TimeoutError), client.as_current():
                distributed.wait(pending, timeout=CLUSTER_GLANCE, return_when="FIRST_COMPLETED")
            for future in [future for future in pending if future.status != "pending"]:
                with suppress(TimeoutError):  # its worker was lost with the result, and it is played again
                    result: T = future.result(timeout=CLUSTER_GLANCE)
                    pending.remove(future)
                    yield result
            if is_waiting == bool(_cores_of(client)):
                is_waiting = not is_waiting
                self.tell(self._waiting() if is_waiting else Message("the Dask cluster has workers again"))

    def _waiting(self) -> Message:
        lost = Message('the Dask cluster at "{address}" has lost all its workers', address=clipped(self.address))
        return in_one_line(lost, Hint("the games continue as soon as it has one; Ctrl-C ends them"))


def _distributed() -> Any:
    """Return the library, which keeps its log to itself if it is loaded here."""
    loud = ("asyncio", "distributed", "distributed.client", "tornado", "tornado.application")
    try:
        importlib.import_module("dask.config").set({"logging": dict.fromkeys(loud, "critical")})
        return importlib.import_module("distributed")
    except ImportError:
        raise EngineError(
            "dask:// needs the package distributed", Hint("install it with {text}", 'pip install "thurntaxis[dask]"')
        ) from None


def _cores_of(client: Any) -> int:
    """Return how many cores the workers of a cluster have."""
    cores_of_workers: dict[str, int] = client.sync(client.scheduler.ncores, callback_timeout=CLUSTER_TIMEOUT)
    return sum(cores_of_workers.values())


def engine(text: str, cores: int | None = None, tell: Callable[[Message], None] = lambda _line: None) -> Engine:
    """Return the engine that a text means: `local`, or `dask://host:port`, which reports what happens to `tell`.

    Raises:
        EngineError: there is no such engine.
    """
    if text == "local":
        usable = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count()
        return Local(cores or usable or 1)
    if match := re.fullmatch(r"dask://([^\s/]+:[0-9]{1,5})/?", text):
        if cores is not None:
            raise EngineError("--cores doesn't apply to a Dask cluster", "only with the engine local")
        return Dask(f"tcp://{match[1]}", tell)
    raise EngineError('unknown engine "{text}"', "local or dask://HOST:PORT", clipped(text))


@checked
def play(setup: Setup, games: int, engine: Engine, file: ResultFile | None = None) -> Generator[Row]:
    """Yield the first `games` games of a set-up: those that the file holds, then the others as they are finished.

    Each is written to the file before it is yielded, so none is lost or played twice, whenever this ends.
    """
    done = {row["game"]: row for row in (file.rows if file else ()) if row["game"] < games}
    yield from done.values()
    left = [number for number in range(games) if number not in done]
    with closing(engine.results(functools.partial(row_of, setup), left)) as rows:
        for row in rows:
            if file:
                file.append(row)
            yield row
