"""A terminal in which `taxis` runs, as a person sits at it."""

import os
import re
import sys

import pexpect

from support.command_line import START


class Terminal:
    """A running command: keys are sent to it, and what it writes is waited for."""

    def __init__(
        self, *arguments: object, folder: object, columns: int = 80, rows: int = 24, piped: str | None = None
    ) -> None:
        """Run `taxis` with these arguments in a folder; what is `piped` to it, if anything, is its standard input."""
        command = [sys.executable, "-c", START, *map(str, arguments)]
        if piped is not None:
            command = ["sh", "-c", 'printf %s "$0" | "$@"', piped, *command]
        self._process: pexpect.spawn[str] = pexpect.spawn(
            command[0],
            command[1:],
            cwd=str(folder),
            dimensions=(rows, columns),
            encoding="utf-8",
            timeout=20,
            # No question where the cursor is: nobody answers it here. No size from elsewhere: the window has its own.
            env={
                **{name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")},
                "TERM": "xterm",
                "PROMPT_TOOLKIT_NO_CPR": "1",
            },
        )
        self._process.delaybeforesend = None

    def send(self, keys: str, until: str = "") -> str:
        """Press keys, such as "\\t" for Tab and "\\x03" for Ctrl-C; wait for words, if any, as `until` does."""
        self._process.send(keys)
        return self.until(until) if until else ""

    def until(self, words: str) -> str:
        """Wait for words and then for the next line to be asked for, and return what was written before that.

        The words may be broken by a line end.
        """
        self._process.expect(r"(?:\s|\x1b\[[0-9;?]*[a-zA-Z])+".join(map(re.escape, words.split())))
        before = f"{self._process.before}{self._process.after}"
        self._process.expect_exact("\x1b[?25h")  # prompt_toolkit shows the cursor
        return plain(f"{before}{self._process.before}")

    def ended(self, *, raw: bool = False) -> tuple[int | None, str]:
        """Wait for the end, and return the exit status and what was written last; `raw` with all control sequences."""
        self._process.expect(pexpect.EOF)
        self._process.close()
        said = str(self._process.before)
        return self._process.exitstatus, said if raw else plain(said)

    def hang_up(self) -> None:
        """Close the terminal, as a window is closed."""
        self._process.close(force=False)


def plain(text: str) -> str:
    """Return text without what moves the cursor, sets colours or marks line ends."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>()][B0]?|\r", "", text)
