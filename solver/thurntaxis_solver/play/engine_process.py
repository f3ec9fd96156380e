"""Another program that speaks the engine protocol (docs/protocol.md), as a process of its own.

Each answer has a time limit, so waiting for the program always ends. The program ends with `close`, and also
with the process that began it, even if that is killed (`engine_guard`).
"""

import queue
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from thurntaxis.fault import InputError
from thurntaxis.message import Message, clipped

PATIENCE = 10.0
"""Seconds that a program may take for its first answer, and for any other that has no time limit of its own."""

MOST_LINES = 100_000
"""The most lines of an answer."""

LONGEST_ANSWER = 1 << 20
"""The most bytes of a line of an answer."""

_GUARD = Path(__file__).with_name("engine_guard.py")
_MOST_UNREAD = 1000  # lines that are kept; a program that writes more has to wait
_END = 5.0  # seconds after which a guard that doesn't end is killed, too


FAILURES = {
    "silent": "the program did not answer within {seconds} s",
    "unfinished": "the program did not write {last} within {seconds} s",
    "ended": "the program ended with exit status {status}",
    "crashed": "the program ended with exit status {status}: {complaint}",
    "closed": "the program closed its output",
    "too-many": "the program wrote more than {most} lines without {last}",
    "too-long": "the program wrote a line of {size} bytes or more",
    "answered": "the program answered {command} with {answer}",
    "wrote": "the program wrote {line} in answer to {command}",
    "illegal": "the program chose {event}, which is not legal: {reason}",
    "no-event": "the program chose {event}, which isn't a move",
    "no-start": "the program could not be started: {reason}",
}
"""The ways in which a program can break the protocol."""


class EngineFailure(Exception):
    """A breach of the protocol: its name in `FAILURES`, and the facts."""

    def __init__(self, kind: str, **facts: object) -> None:
        super().__init__(kind, facts)
        self.kind, self.facts = kind, facts

    @property
    def message(self) -> Message:
        """What it did."""
        return Message(FAILURES[self.kind], **self.facts)

    def __str__(self) -> str:
        return str(self.message)


def words_of(command: str) -> list[str]:
    """Return the words of a command, which are separated and quoted as in a shell.

    Raises:
        InputError: there is none, a quotation isn't closed, or no such program can be found.
    """
    try:
        words = shlex.split(command)
    except ValueError:
        raise InputError(
            'a quotation mark is missing in "{text}"', "every quotation mark closed", clipped(command)
        ) from None
    if not words:
        raise InputError("no program is given", "a command that starts a program")
    program = shutil.which(words[0])
    if program is None:
        raise InputError('there is no program "{text}"', "a command that starts a program", clipped(words[0]))
    return [program, *words[1:]]


class EngineProcess:
    """A program that is running until it is closed."""

    def __init__(self, command: str, log: str | None = None) -> None:
        """Start the program; everything sent and received is appended to the file `log`.

        Raises:
            ValueError: there is no such program.
            OSError: the log can't be written, or no process can be started.
        """
        words = words_of(command)
        self._log = Path(log).open("a", encoding="utf-8", buffering=1) if log is not None else None  # noqa: SIM115
        self._log_lock = threading.Lock()
        self._lines: queue.Queue[bytes | None] = queue.Queue(_MOST_UNREAD)
        self._complaints: deque[str] = deque(maxlen=20)  # the last lines of its standard error
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(_GUARD), *words],
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            start_new_session=True,  # so that Ctrl-C reaches this process alone
        )
        self._note("#", f"started: {command}")
        assert self._process.stdout
        assert self._process.stderr
        self._listeners = [
            threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._listen_to_complaints, args=(self._process.stderr,), daemon=True),
        ]
        for listener in self._listeners:
            listener.start()

    def say(self, line: str | bytes) -> None:
        """Send a line; if the program has ended, this does nothing, and the next wait for an answer fails."""
        sent = line.encode() if isinstance(line, str) else line
        self._note(">", sent.decode(errors="backslashreplace"))
        assert self._process.stdin
        with suppress(OSError, ValueError):
            self._process.stdin.write(sent + b"\n")
            self._process.stdin.flush()

    def hear(self, patience: float = PATIENCE) -> str:
        """Return the next line, with escapes for what isn't UTF-8.

        Raises:
            EngineFailure: there is none within this many seconds, it is too long, or the program has ended.
        """
        text = self._next(patience)
        if text is None:
            raise EngineFailure("silent", seconds=f"{patience:.1f}")
        return text

    def _next(self, patience: float) -> str | None:
        """Return the next line; None if there is none within this many seconds."""
        try:
            line = self._lines.get(timeout=max(0.0, patience))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)  # for the next caller
            raise self._end()
        if len(line) >= LONGEST_ANSWER:
            raise EngineFailure("too-long", size=LONGEST_ANSWER)
        text = line.rstrip(b"\r\n").decode(errors="backslashreplace")
        self._note("<", text)
        return text

    def ask(self, line: str | bytes, last: str, patience: float = PATIENCE) -> list[str]:
        """Send a line, and return those that answer it, up to one that is `last` or begins with this word.

        An `error` line ends the answer, too.

        Raises:
            EngineFailure: the answer isn't complete within this many seconds.
        """
        self.say(line)
        end = time.monotonic() + patience
        heard: list[str] = []
        while not heard or heard[-1].partition(" ")[0] not in (last, "error"):
            if (text := self._next(end - time.monotonic())) is None:
                raise EngineFailure("unfinished", last=last, seconds=f"{patience:.1f}")
            if len(heard) == MOST_LINES:
                raise EngineFailure("too-many", most=MOST_LINES, last=last)
            heard.append(text)
        return heard

    def _end(self) -> EngineFailure:
        """Return how the program ended, with the last line that it wrote to standard error."""
        try:
            status = self._process.wait(_END)
        except subprocess.TimeoutExpired:
            return EngineFailure("closed")
        self._listeners[1].join(_END)
        if self._complaints:
            return EngineFailure("crashed", status=status, complaint=self._complaints[-1][:200])
        return EngineFailure("ended", status=status)

    def close(self) -> None:
        """End the program: it is asked to quit, and killed after a second if it doesn't."""
        self.say("quit")
        process = self._process
        assert process.stdin
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        while self._listeners[0].is_alive():  # it may be waiting for space
            with suppress(queue.Empty):
                self._lines.get(timeout=0.05)
        for listener in self._listeners:
            listener.join(_END)
        if self._log:
            self._note("#", "ended")
            self._log.close()

    def _listen(self, stream: BinaryIO) -> None:
        with stream:
            while line := stream.readline(LONGEST_ANSWER):
                self._lines.put(line)
        self._lines.put(None)

    def _listen_to_complaints(self, stream: BinaryIO) -> None:
        with stream:
            while line := stream.readline(LONGEST_ANSWER):
                text = line.decode(errors="backslashreplace").strip()
                self._note("!", text)
                if text:
                    self._complaints.append(text)

    def _note(self, sign: str, text: str) -> None:
        """Add a line to the log: the time, the process, who speaks, and what is said."""
        if self._log is None:
            return
        moment = datetime.now().astimezone().isoformat(timespec="milliseconds")
        with self._log_lock, suppress(OSError, ValueError):  # a full disk, or a closed log, is no reason to end
            self._log.write(f"{moment} {self._process.pid} {sign} {text}\n")
