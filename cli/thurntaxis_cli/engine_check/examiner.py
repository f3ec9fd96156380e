"""A conversation with a program that is checked: every answer is compared with what would be right."""

import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from thurntaxis import EventError, IllegalEvent, Position
from thurntaxis.io.read import PositionError, data_from_bytes, position_from_data
from thurntaxis.io.write import position_data, to_json
from thurntaxis_solver.play.engine_introduction import Introduction, introduced
from thurntaxis_solver.play.engine_process import PATIENCE, EngineFailure, EngineProcess


@dataclass(frozen=True)
class CheckReason:
    """Why an answer is wrong: the name of a sentence in the languages' table `engine`, and its facts."""

    name: str
    facts: dict[str, object]

    @classmethod
    def of(cls, name: str, **facts: object) -> "CheckReason":
        """Return a reason."""
        return cls(name, facts)


MOST_KEYS = 5
"""The greatest number of keys named if positions differ."""


class CheckFailure(Exception):
    """A failed check: what was sent, received and expected, and why."""

    def __init__(
        self,
        sent: str,
        came: str | EngineFailure,
        right: str,
        reason: CheckReason | None = None,
        position: str | None = None,
    ) -> None:
        """Store the parts; `position` is the line of the position concerned."""
        super().__init__(sent, came, right)
        self.sent, self.came, self.right, self.reason, self.position = sent, came, right, reason, position


class Examiner:
    """Asks a program, which is restarted after each failure; `introduction` is what it says about itself."""

    def __init__(self, command: str, patience: float, tolerance: float, log: str | None) -> None:
        """Take the command, and how many seconds an answer and an overrun of the time may take."""
        self._command, self._log = command, log
        self.patience, self.tolerance = patience, tolerance
        self.introduction = Introduction()
        self._process: EngineProcess | None = None
        self._position: Position | None = None

    def start(self) -> Introduction:
        """Start the program, and return what it says about itself.

        Raises:
            CheckFailure: that isn't as the protocol says.
            ValueError, OSError: it can't be started.
        """
        self.close()
        self._process, self._position = EngineProcess(self._command, self._log), None
        try:
            self.introduction = introduced(self._process, max(PATIENCE, self.patience))
        except EngineFailure as failure:
            raise self.failure("taxis", failure, "id name NAME, id version VERSION, option ..., taxisok") from None
        return self.introduction

    def close(self) -> None:
        """End the program."""
        if self._process:
            self._process.close()
            self._process = None

    @property
    def process(self) -> EngineProcess:
        """The program, which is running."""
        if self._process is None:
            self.start()
        assert self._process
        return self._process

    def failure(
        self, sent: str | bytes, came: str | EngineFailure, right: str, reason: CheckReason | None = None
    ) -> CheckFailure:
        """Return a failure about the position that is set."""
        text = sent if isinstance(sent, str) else sent.decode(errors="backslashreplace")
        return CheckFailure(text, came, right, reason, self._position.to_line() if self._position else None)

    # ---- questions

    def ask(self, line: str, last: str, right: str, patience: float | None = None) -> list[str]:
        """Return the lines of an answer up to the one that begins with the word `last`."""
        try:
            heard = self.process.ask(line, last, patience or self.patience)
        except EngineFailure as failure:
            raise self.failure(line, failure, right) from None
        if heard[-1].partition(" ")[0] != last:
            raise self.failure(line, heard[-1], right)
        return heard

    def answer(self, line: str | bytes, right: str) -> str:
        """Return the one line that answers a line."""
        process = self.process
        process.say(line)
        try:
            return process.hear(self.patience)
        except EngineFailure as failure:
            raise self.failure(line, failure, right) from None

    def expect(self, line: str, right: str, reason: CheckReason | None = None) -> None:
        """Send a line; the answer must be the one line `right`."""
        if (came := self.answer(line, right)) != right:
            raise self.failure(line, came, right, reason)

    def expect_error(self, line: str | bytes) -> None:
        """Send an invalid line; the answer must be one line `error ...`."""
        right = "error ..."
        if not re.fullmatch(r"error \S.*", came := self.answer(line, right)):
            raise self.failure(line, came, right, CheckReason.of("invalid-line"))

    def set(self, position: Position) -> None:
        """Set a position."""
        if self._process is None:  # after a failure
            self.start()
        self._position = position
        self.expect_set(f"position json {to_json(position)}")

    def expect_set(self, line: str) -> None:
        """Send a line that sets a position: warnings may come before `positionok`."""
        for told in self.ask(line, "positionok", "positionok")[:-1]:
            if not told.startswith("warning "):
                raise self.failure(line, told, "positionok")

    def follow(self, position: Position) -> None:
        """Note the position that the program has reached by itself, for the report."""
        self._position = position

    def told(self) -> Position:
        """Return the position that the program has."""
        right = "json {...}"
        came = self.answer("json", right)
        if not came.startswith("json "):
            raise self.failure("json", came, right)
        try:
            return position_from_data(data_from_bytes(came[5:].encode(), ".json"))
        except PositionError as error:
            raise self.failure("json", came, right, CheckReason.of("no-position", fault=error.faults[0])) from None

    def expect_position(self, position: Position, after: str | bytes, name: str = "same-position") -> None:
        """Ask the program for its position, which must be this one after the line `after`."""
        told = self.told()
        if found := list(differences(position_data(told), position_data(position))):
            keys = ", ".join(key for key, _, _ in found[:MOST_KEYS])
            key, came, right = found[0]
            raise self.failure(after, f"{key}: {came}", f"{key}: {right}", CheckReason.of(name, keys=keys))

    def go(self, seconds: float, *, stop_after: float | None = None) -> None:
        """Let the program search the position that is set: the answer must be a turn that can be played.

        It has this many seconds, and the tolerance; with `stop_after`, it is stopped after so many.
        """
        assert self._position is not None
        line, right = f"go time {1000 * seconds:.0f}", "info ..., bestturn EVENT[; EVENT...]"
        process, allowed = self.process, 0 if stop_after is not None else seconds
        process.say(line)
        if stop_after is not None:
            time.sleep(stop_after)
            process.say("stop")
        try:
            heard = process.hear_until("bestturn", allowed + self.tolerance)
        except EngineFailure as failure:
            reason = CheckReason.of("late", seconds=f"{allowed:g}", tolerance=f"{self.tolerance:g}")
            raise self.failure(line, failure, right, reason) from None
        for info in heard[:-1]:
            if info.partition(" ")[0] != "info":
                raise self.failure(line, info, right)
        word, _, turn = heard[-1].partition(" ")
        if word != "bestturn":
            raise self.failure(line, heard[-1], right)
        events = [text.strip() for text in turn.split(";")]
        played = playable(self._position, events)
        if played < len(events):
            raise self.failure(line, heard[-1], right, CheckReason.of("turn", event=events[played] or "-"))


def differences(some: dict[str, Any], other: dict[str, Any], key: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield the keys in which two positions as data differ, each with both values as JSON."""
    for name in {**some, **other}:
        path, mine, theirs = f"{key}.{name}".lstrip("."), some.get(name), other.get(name)
        pairs = [(path, mine, theirs)]
        if path == "players" and len(some[name]) == len(other[name]):
            pairs = [(f"players[{at}]", *both) for at, both in enumerate(zip(some[name], other[name], strict=True))]
        for where, one, two in pairs:
            if isinstance(one, dict) and isinstance(two, dict):
                yield from differences(cast("dict[str, Any]", one), cast("dict[str, Any]", two), where)
            elif one != two:
                yield where, json.dumps(one, ensure_ascii=False), json.dumps(two, ensure_ascii=False)


def playable(position: Position, texts: list[str]) -> int:
    """Return how many of a turn's events can be played one after the other, if suitable cards are revealed."""
    return _playable(position, texts, position.decider)


def _playable(position: Position, texts: list[str], player: int) -> int:
    if not texts or position.is_over or position.decider != player:
        return 0
    if position.is_chance:
        named = {word for text in texts for word in text.split()}
        reveals = position.events()
        tried = {reveals[0], *(event for event in reveals if event[-1] in named)}
        return max(_playable(position.play_without_checking(event), texts, player) for event in tried)
    try:
        after = position.play(texts[0])
    except (EventError, IllegalEvent):
        return 0
    return 1 + _playable(after, texts[1:], player)
