"""A conversation with a program that is checked: every answer is compared with what would be right."""

import json
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager

from thurntaxis import Position
from thurntaxis.io.read import PositionError, data_from_bytes, position_from_data
from thurntaxis.io.write import position_data, to_json
from thurntaxis_solver.play.engine_introduction import Introduction, introduction
from thurntaxis_solver.play.engine_process import PATIENCE, EngineFailure, EngineProcess

MOST_KEYS = 5
"""The greatest number of keys named if positions differ."""


class CheckFailure(Exception):
    """A failed check: what was sent, received and expected, and why, with the line of the position concerned.

    `reason` is the name of a sentence in the languages' table `engine`, and `facts` fill it.
    """

    def __init__(
        self,
        sent: str,
        came: str | EngineFailure,
        right: str,
        position: str | None,
        reason: str,
        facts: dict[str, object],
    ) -> None:
        """Store the parts."""
        super().__init__(sent, came, right)
        self.sent, self.came, self.right, self.position = sent, came, right, position
        self.reason, self.facts = reason, facts


class Examiner:
    """Asks a program, which runs anew for each check; `introduction` is what it says about itself."""

    process: EngineProcess

    def __init__(self, command: str, patience: float, log: str | None) -> None:
        """Take the command, and how many seconds an answer may take."""
        self._command, self._patience, self._log = command, patience, log
        self.introduction = Introduction()
        self.position: Position | None = None

    @contextmanager
    def running(self) -> Generator[None]:
        """Run the program, which introduces itself.

        Raises:
            CheckFailure: that isn't as the protocol says.
            ValueError, OSError: it can't be started.
        """
        self.position = None
        with closing(EngineProcess(self._command, self._log)) as self.process:
            try:
                self.introduction = introduction(self.process.ask("taxis", "taxisok", max(PATIENCE, self._patience)))
            except EngineFailure as failure:
                raise self.failure("taxis", failure, "id name NAME, id version VERSION, option ..., taxisok") from None
            yield

    def failure(
        self, sent: str, came: str | EngineFailure, right: str, reason: str = "", **facts: object
    ) -> CheckFailure:
        """Return a failure about the position that is set."""
        return CheckFailure(sent, came, right, self.position.to_line() if self.position else None, reason, facts)

    def ask(self, line: str, last: str, right: str) -> list[str]:
        """Return the lines of an answer up to the last one, which must be the word `last`."""
        try:
            heard = self.process.ask(line, last, self._patience)
        except EngineFailure as failure:
            raise self.failure(line, failure, right) from None
        if heard[-1] != last:
            raise self.failure(line, heard[-1], right)
        return heard

    def answer(self, line: str, right: str) -> str:
        """Return the one line that answers a line."""
        self.process.say(line)
        try:
            return self.process.hear(self._patience)
        except EngineFailure as failure:
            raise self.failure(line, failure, right) from None

    def expect(self, line: str, right: str) -> None:
        """Send a line; the answer must be the one line `right`."""
        if (came := self.answer(line, right)) != right:
            raise self.failure(line, came, right)

    def set(self, position: Position) -> str:
        """Set a position, and return the line that does; warnings may come before `positionok`."""
        self.position = position
        line = f"position json {to_json(position)}"
        for came in self.ask(line, "positionok", "positionok")[:-1]:
            if not came.startswith("warning "):
                raise self.failure(line, came, "positionok")
        return line

    def expect_position(self, after: str, reason: str = "same-position") -> None:
        """Ask the program for its position, which must be the one that is set after the line `after`."""
        assert self.position is not None
        right = "json {...}"
        came = self.answer("json", right)
        if not came.startswith("json "):
            raise self.failure("json", came, right)
        try:
            position = position_from_data(data_from_bytes(came[5:].encode(), ".json"))
        except PositionError as error:
            raise self.failure("json", came, right, "no-position", fault=error.faults[0]) from None
        theirs, ours = dict(_values(position_data(position))), dict(_values(position_data(self.position)))
        if keys := [key for key in {**theirs, **ours} if theirs.get(key) != ours.get(key)]:
            came, right = (f"{keys[0]}: {values.get(keys[0], 'null')}" for values in (theirs, ours))
            raise self.failure(after, came, right, reason, keys=", ".join(keys[:MOST_KEYS]))


def _values(data: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield the keys of a position as data with their values as JSON."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from _values(value, f"{key}.{name}".lstrip("."))
    elif key == "players" and isinstance(data, list):
        for at, player in enumerate(data):
            yield from _values(player, f"players[{at}]")
    else:
        yield key, json.dumps(data, ensure_ascii=False)
