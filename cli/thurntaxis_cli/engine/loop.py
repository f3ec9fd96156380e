"""The loop of the engine protocol: lines in, answers out.

One thread reads the lines and another answers them in their order, so that `stop` reaches a `go` or `perft` under way.
While too many lines wait for their answers, no more are read, so that a program that sends faster has to wait.
Each invalid line is answered with one line `error ...`, and the conversation continues.
"""

import queue
import sys
import threading
from collections.abc import Callable
from typing import BinaryIO

from thurntaxis_cli.engine.protocol import ProtocolHandler, Request
from thurntaxis_cli.inputs import lines_of, standard_input
from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.language import ENGLISH, Language

MOST_WAITING = 1000
"""How many lines may wait for their answers before the next line is read."""


class EngineLoop:
    """A conversation in the engine protocol."""

    def __init__(self, write: Callable[[str], None], lang: Language = ENGLISH) -> None:
        """Pass each line of an answer to `write`; the words of rules are in a language."""
        self._write, self._lang = write, lang
        self._requests = queue.Queue[Request | None](MOST_WAITING)  # none stands for the end of the input
        self._stoppable: list[Request] = []  # in their order
        self._is_broken = threading.Event()

    def run(self, lines: BinaryIO) -> None:
        """Read lines until `quit` or their end, and wait until all are answered; `quit` ends what is under way."""
        answering = threading.Thread(target=self._answer_all, name="answers", daemon=True)
        answering.start()
        for line in lines_of(lines):
            words = (line or b"").split()
            if words == [b"stop"] and self._stop():
                continue
            if words == [b"quit"] or self._is_broken.is_set():
                for request in self._stoppable:
                    request.drop()
                break
            request = Request(line)
            if words[:1] in ([b"go"], [b"perft"]):
                pending = (earlier for earlier in self._stoppable if not earlier.is_answered.is_set())
                self._stoppable = [*pending, request]
            self._requests.put(request)
        self._requests.put(None)
        answering.join()

    def _stop(self) -> bool:
        """End the first `go` or `perft` that can be stopped, of those not answered yet; return whether there is one."""
        for request in sorted(self._stoppable, key=lambda request: request.is_answered.is_set()):
            if request.take_stop():
                self._stoppable = self._stoppable[self._stoppable.index(request) + 1 :]
                return True
        return False

    def _answer_all(self) -> None:
        handler = ProtocolHandler(self._lang)
        while (request := self._requests.get()) is not None:
            if self._is_broken.is_set():
                continue
            try:
                for line in handler.answer(request):
                    self._write(line if line.startswith(("json ", "ruling json ")) else one_line(line))
            except OSError:  # the other program has closed its end
                self._is_broken.set()


def run(lang: Language) -> None:
    """Hold the conversation on standard input and output; the words of rules are in a language."""

    def write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    EngineLoop(write, lang).run(standard_input())
