"""A running engine to talk to."""

import json
import queue
import shlex
import sys
import threading
from typing import Any

from support.command_line import START, started, taxis
from support.paths import ROOT

OUR_ENGINE = shlex.join([sys.executable, "-c", START, "engine"])
PATIENCE = 30
"""Seconds that an answer may take on a slow machine."""


class Engine:
    """A running engine."""

    def __init__(self) -> None:
        self.process = started("engine")
        self.lines: queue.Queue[str] = queue.Queue()
        self.listening = threading.Thread(target=self._listen, daemon=True)
        self.listening.start()

    def _listen(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line.decode("utf-8").rstrip("\n"))

    def say(self, *lines: str | bytes) -> None:
        for line in lines:
            self.process.stdin.write((line.encode("utf-8") if isinstance(line, str) else line) + b"\n")
        self.process.stdin.flush()

    def hear(self) -> str:
        return self.lines.get(timeout=PATIENCE)

    def ask(self, line: str | bytes) -> str:
        """The one line that answers a line."""
        self.say(line)
        return self.hear()

    def hear_until(self, beginning: str) -> list[str]:
        heard = [self.hear()]
        while not heard[-1].startswith(beginning):
            heard.append(self.hear())
        return heard

    @property
    def position(self) -> Any:
        return json.loads(self.ask("json").removeprefix("json "))

    def is_silent(self) -> bool:
        """Whether nothing more than the answer to the next line comes."""
        return self.ask("no such line").startswith("error unknown command") and self.lines.empty()

    def close(self) -> int:
        """End the process, and return its exit status."""
        self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        self.listening.join(PATIENCE)
        assert self.process.stderr.read() == b""
        self.process.stdout.close()
        self.process.stderr.close()
        return status


def broken(fault: str, *arguments: object) -> str:
    """Return the command of a broken engine."""
    script = ROOT / "tests" / "support" / "broken_engines.py"
    return shlex.join([sys.executable, str(script), fault, *map(str, arguments)])


def converse(text: str | bytes) -> list[str]:
    """Have a whole conversation at once, in this process."""
    answer = taxis("engine", stdin=text if isinstance(text, bytes) else text.encode())
    assert (answer.status, answer.err) == (0, "")
    return answer.lines
