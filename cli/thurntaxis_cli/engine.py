"""The engine protocol: a conversation line by line, in the manner of chess engines.

One thread reads lines, another answers them in their order, so that `stop` reaches a `go` that is under way. Whatever
comes in, each line that can't be taken is answered by one line `error ...`, and the conversation goes on.
"""

import queue
import sys
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

from thurntaxis_cli.inputs import standard_input
from thurntaxis_cli.protocol import NOTHING_TO_STOP, Job, Replies, Unfit
from thurntaxis_presentation.errors import one_line

LONGEST_LINE = 1024 * 1024
"""Bytes of a line at the most, its end included."""

Order = tuple[bytes | None, Job | None]
"""A line (none if it was too long), and the `go` that it begins, if it begins one."""


def converse(lines: BinaryIO, write: Callable[[str], None]) -> None:
    """Hold a conversation until `quit` or the end of the lines; `write` takes one line of an answer."""
    Conversation(write).hold(lines)


class Conversation:
    """A conversation that is under way."""

    def __init__(self, write: Callable[[str], None]) -> None:
        """Answer to `write`."""
        self._write = write
        self._orders: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        self._jobs: list[Job] = []  # in their order, those that may still be stopped
        self._broken = threading.Event()

    def hold(self, lines: BinaryIO) -> None:
        """Read the lines to the end, and wait until all are answered; `quit` ends every `go` early."""
        answering = threading.Thread(target=self._answer_all, name="answers", daemon=True)
        answering.start()
        for line in lines_of(lines):
            words = (line or b"").split()
            if words == [b"stop"] and self._stop():
                continue
            if words == [b"quit"] or self._broken.is_set():
                for job in self._jobs:
                    job.stop.set()
                break
            go = Job() if words[:1] == [b"go"] else None
            if go is not None:
                self._jobs = [*(job for job in self._jobs if not job.done.is_set()), go]
            self._orders.put((line, go))
        self._orders.put(None)
        answering.join()

    def _stop(self) -> bool:
        """End the first `go` that takes a `stop`; return whether there is one."""
        return any(job.take_stop() for job in self._jobs)

    def _answer_all(self) -> None:
        replies = Replies()
        try:
            while (order := self._orders.get()) is not None:
                for line in answers(replies, *order):
                    self._write(line if line.startswith("json ") else one_line(line))
        except OSError:  # nobody listens any more
            self._broken.set()


def answers(replies: Replies, line: bytes | None, job: Job | None) -> Iterator[str]:
    """Yield the lines that answer one line."""
    job = job or Job()
    crossed = False
    try:
        if line is None:
            yield f"error the line is too long (at most {LONGEST_LINE} bytes)"
        else:
            yield from replies.to(line.decode("utf-8"), job)
    except UnicodeDecodeError as error:
        yield f"error byte {error.start} is not UTF-8 text (a line in UTF-8)"
    except Unfit as unfit:
        crossed = job.refuse()
        yield f"error {unfit}"
    except Exception as error:  # noqa: BLE001 - the process lives on after any error, even after one of its own
        crossed = job.refuse()
        yield f"error inside the engine: {type(error).__name__}: {error} (the position is unchanged)"
    job.done.set()
    if crossed:
        yield f"error {NOTHING_TO_STOP}"


def lines_of(stream: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines of a stream without their ends; none stands for a line that is too long."""
    while line := stream.readline(LONGEST_LINE):
        if line.endswith(b"\n") or len(line) < LONGEST_LINE:
            yield line.rstrip(b"\r\n")
            continue
        while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
            pass
        yield None


def run() -> None:
    """Hold the conversation on standard input and output."""

    def write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    converse(standard_input(), write)
