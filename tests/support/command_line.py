"""The command line as tests use it: in this process, with its answer taken apart."""

import contextlib
import io
import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, Any, NamedTuple

from thurntaxis_cli.main import main

COMPLAINT = re.compile(
    r"taxis: (?P<where>[^\n]+?): (?P<key>[^\n:]+): "
    r"(?:expected (?P<wanted>[^\n]+), found (?P<found>[^\n]+)|(?P<wrong>[^\n]+?); (?:expected )?(?P<right>[^\n]+))"
)
"""A line that says what is wrong: `taxis: FILE: KEY: expected ..., found ...`, or `...; expected ...`."""


class Answer(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The one JSON document on standard output."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    def errors(self) -> list[re.Match[str]]:
        """The errors of bad input or usage, each held to its form: status 2, nothing on standard output."""
        assert self.status == 2, (self.status, self.out[:300], self.err)
        assert self.out == ""
        assert "Traceback" not in self.err
        found = [COMPLAINT.fullmatch(line) for line in self.err.splitlines()]
        assert found, "no error"
        assert all(found), self.err
        assert not any(match and match["where"] == "itself" for match in found), self.err
        return [match for match in found if match]

    def told_keys(self) -> list[str]:
        """The keys of the errors."""
        return [match["key"] for match in self.errors()]


def taxis(*arguments: object, stdin: bytes = b"") -> Answer:
    """Run `taxis` with these arguments."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main([str(argument) for argument in arguments])
    finally:
        sys.stdin = before
    written = []
    for stream in (out, err):
        stream.flush()
        stream.seek(0)
        written.append(stream.read())
    return Answer(status, *written)


def write(path: Path, data: Any) -> str:
    """Write data into a JSON file, and return its path."""
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


START = "import sys; from thurntaxis_cli.main import main; sys.exit(main())"
"""Runs `taxis` with the arguments of the process."""


class Started(subprocess.Popen[bytes]):
    """A process with pipes to it and from it."""

    stdin: IO[bytes]
    stdout: IO[bytes]
    stderr: IO[bytes]


def started(*arguments: object, before: str = "") -> Started:
    """Start `taxis` with these arguments in a process that takes Ctrl-C; `before` is code that it runs first."""
    return Started(
        [sys.executable, "-c", before + START, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=can_be_interrupted,
    )


def can_be_interrupted() -> None:
    """Let the process that is begun take Ctrl-C, even if the tests themselves were begun in the background.

    For the `preexec_fn` of a process: a shell has its background commands ignore that signal.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def is_running(process: int) -> bool:
    """Tell whether a process has not ended, on a system that lists them."""
    try:
        return (Path("/proc") / str(process) / "stat").read_text(encoding="utf-8").split(") ")[1][0] != "Z"
    except OSError:
        return False
