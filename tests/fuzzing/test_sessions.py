"""Engines in processes of their own, with interruptions.

They get right lines, broken ones, long counts and searches. Now and then a `stop` follows, a `quit` comes in the
middle, or one end of a pipe is closed; then the next engine begins. Every line that an engine takes has its answer,
none is left hanging, and its memory stays bounded. The same seed sends the same lines.
"""

import contextlib
import itertools
import os
import queue
import select
import subprocess
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from fuzzing.inputs import RIGHT, broken
from support.engine_process import Engine
from thurntaxis_cli.usage_errors import BROKEN_PIPE

ENDS = ("eventsok", "taxisok", "positionok", "applyok", "undook")
ANSWERS = (*ENDS, "error", "illegal", "json ", "line ", "perft ", "scores ", "bestturn ", "ruling json ")
"""How the last line of each answer begins."""

ANSWERED = tuple(line for line in RIGHT if line not in ("stop", "go exact"))
"""Right lines that have a quick answer of their own, whatever came before."""

LONG = ("perft 12", "go time 3600000", "go playouts 100000000", "go playouts 100000000 lines 3 cores 2")
"""What is under way until it is stopped."""

PATIENCE = 60.0
"""Seconds that an engine may take to answer or to end, on a busy machine."""

GLANCE = 0.05
"""Seconds between two checks of what the listener has received."""

MOST_MEMORY = 1200 * 2**20
"""Bytes that an engine may hold: two cores keep a tree each, of at most 450 MB."""

LONGEST = 5000
"""The most lines that one engine is sent."""


class FailedSession(AssertionError):
    """A session in which an engine didn't answer, end, or stay small."""


class Session(Engine):
    """A conversation with one engine, of whose lines the last of each answer is kept, and an empty one at the end."""

    def __init__(self) -> None:
        """Start the engine, and listen to it."""
        self.is_deaf = threading.Event()
        """Closes this end of the pipe of answers."""
        self.asked = b""
        """The line whose answer is waited for, or an earlier one."""
        super().__init__()

    def _listen(self) -> None:
        stream, begun = self.process.stdout, b""
        while not self.is_deaf.is_set():
            if not select.select([stream], [], [], GLANCE)[0]:
                continue
            if not (read := os.read(stream.fileno(), 2**16)):
                break
            *lines, begun = (begun + read).split(b"\n")
            for line in lines:
                if (text := line.decode("utf-8")).startswith(ANSWERS):
                    self.lines.put(text)
        stream.close()
        self.lines.put("")

    def hear(self) -> str:
        """Return the last line of the next answer."""
        try:
            answer = self.lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise FailedSession(f"no answer within {PATIENCE:g} s to {self.asked!r}") from None
        if not answer:
            raise FailedSession("the engine has ended")
        if answer.startswith("error inside"):
            raise FailedSession(answer)
        return answer

    def close(self) -> int:
        """Kill the engine if it still runs, close its pipes, and return its exit status."""
        self.process.kill()
        self.listening.join()
        self.process.stderr.close()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        return self.process.wait()

    def memory(self) -> int:
        """Return the greatest memory that the engine has held, in bytes; 0 if the system doesn't say."""
        status = Path(f"/proc/{self.process.pid}/status")
        words = status.read_text().split() if status.exists() else ["VmHWM:", "0"]
        return 1024 * int(words[words.index("VmHWM:") + 1])

    def end(self) -> None:
        """Wait until the engine has ended by itself, and check how; with status 141 only if nobody listens."""
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise FailedSession(f"the engine hasn't ended within {PATIENCE:g} s") from None
        told = self.process.stderr.read()
        if told or status not in ((0, BROKEN_PIPE) if self.is_deaf.is_set() else (0,)):
            raise FailedSession(f"exit status {status}: {told[:500]!r}")


def next_line(chance: Random) -> bytes:
    """Return a line with little to compute, right or broken."""
    line = right = chance.choice(ANSWERED).encode()
    if chance.randrange(3) == 0:
        line = broken(chance, line).replace(b"\n", b" ").replace(b"\r", b" ")
    is_quick = line == right or line.split()[:1] not in ([b"quit"], [b"stop"], [b"go"], [b"perft"])
    return line if is_quick else right


def hold(chance: Random, most: int, done: Counter[str]) -> int:
    """Hold one conversation of at most `most` lines; return how many lines were sent."""
    session, sent, length = Session(), 0, chance.randint(1, min(most, LONGEST))
    try:
        while sent < length:
            match chance.randrange(20):
                case 0:  # something long is stopped
                    session.say(b"position new seed 1", chance.choice(LONG).encode())
                    time.sleep(chance.choice((0, 0, 0.01, 0.2)))
                    session.say(b"stop")
                    if not session.hear().startswith("positionok"):
                        raise FailedSession("a new position was not taken")
                    session.hear()
                    sent, done["stops"] = sent + 3, done["stops"] + 1
                case _:  # a burst, all answers of which are then heard
                    lines = [next_line(chance) for _ in range(min(length - sent, chance.choice((1, 3, 10, 40))))]
                    session.say(*lines)
                    for line in lines:
                        session.asked = line
                        session.hear()
                    sent += len(lines)
        if session.memory() > MOST_MEMORY:
            raise FailedSession(f"the engine holds {session.memory() >> 20} MB")
        done["megabytes"] = max(done["megabytes"], session.memory() >> 20)
        _interrupt(session, chance, done)
        session.end()
    finally:
        session.close()
    return sent


def _interrupt(session: Session, chance: Random, done: Counter[str]) -> None:
    """End a conversation in some way, with something long under way or not."""
    way = chance.choice(("quit", "quit in the middle", "end of input", "closed answers"))
    done[way] += 1
    match way:
        case "quit":
            session.say(b"quit", b"go time 3600000")
        case "quit in the middle":
            session.say(b"position new seed 1", chance.choice(LONG).encode(), b"events", b"quit")
        case "end of input":
            session.process.stdin.write(b"position new seed 1\nevents\npart of a li")
            session.process.stdin.close()
        case _:  # nobody listens any more
            session.say(b"position new seed 1")
            session.hear()
            session.is_deaf.set()
            time.sleep(2 * GLANCE)
            with contextlib.suppress(BrokenPipeError):
                session.say(*[b"events"] * 100)
                session.process.stdin.close()


@pytest.mark.parametrize("lines", [150, pytest.param(30_000, marks=pytest.mark.nightly)])
def test_an_interrupted_engine_answers_every_line_and_ends(lines: int) -> None:
    done, sent = Counter[str](), 0
    for number in itertools.count():
        chance = Random(f"2 {number}")
        sent += hold(chance, lines - sent, done)
        if sent >= lines:
            break
    assert done["stops"]
