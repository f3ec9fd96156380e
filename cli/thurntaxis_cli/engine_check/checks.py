"""The checks of a program that speaks the engine protocol, in the order in which they are made."""

import json
import random
import re
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from typing import NamedTuple

import thurntaxis
from thurntaxis import Event, EventError, Position
from thurntaxis.io.read import PositionError, data_from_bytes, position_from_data
from thurntaxis.io.write import position_data
from thurntaxis_cli.engine.protocol import who_decides
from thurntaxis_cli.engine_check.games import CheckedGame, games
from thurntaxis_solver.play.engine_introduction import Introduction, introduction
from thurntaxis_solver.play.engine_process import PATIENCE, EngineFailure, EngineProcess

MOST_COUNTED = 5_000
"""The greatest count that the program has to find."""

DEPTHS = (0, 1, 2, 3)
"""The numbers of events for which it counts."""

FINISHED = "TT1 - - 2o 11 LiLoPaSaUlUl - - - / - - - 7 Ge1 / - - Ul 3 -"
"""A position in which the game is over."""

EVERY = 10
"""After each of so many events of a game, the program is asked for its position and the legal events."""

MOST_KEYS = 5
"""The greatest number of keys named if positions differ."""


@dataclass(eq=False)
class CheckFailure(Exception):
    """A failed check: what was sent, received and expected, and why, with the line of the position concerned.

    `reason` is the name of a sentence in the languages' table `engine`, and `facts` fill it.
    """

    sent: str
    came: str | EngineFailure
    right: str
    position: str | None
    reason: str
    facts: dict[str, object]


class Examiner:
    """Asks a program, which runs anew for each check; `introduction` is what it says about itself."""

    process: EngineProcess

    def __init__(self, command: str, patience: float) -> None:
        """Take the command, and how many seconds an answer may take."""
        self._command, self._patience = command, patience
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
        with closing(EngineProcess(self._command)) as self.process:
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

    def set(self, position: Position) -> None:
        """Set a position; warnings may come before `positionok`."""
        self.position, line = position, f"position json {position.to_json()}"
        for came in self.ask(line, "positionok", "positionok")[:-1]:
            if not came.startswith("warning "):
                raise self.failure(line, came, "positionok")

    def expect_position(self, after: str | None = None, reason: str = "same-position") -> None:
        """Ask the program for its position, which must be the one after the line `after`, or the one that was set."""
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
            sent = after or f"position json {self.position.to_json()}"
            raise self.failure(sent, came, right, reason, keys=", ".join(keys[:MOST_KEYS]))


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


# ---- the checks


def _set_each(examiner: Examiner, played: list[CheckedGame]) -> Iterator[Position]:
    """Set and yield the positions of games that are asked about, and one in which the game is over."""
    for position in (*(position for game in played for position in game.seen), Position.from_line(FINISHED)):
        examiner.set(position)
        yield position


def _introduction(examiner: Examiner, played: list[CheckedGame]) -> None:
    if not examiner.introduction.name:
        raise examiner.failure("taxis", "taxisok", "id name NAME", "no-name")
    if not played:
        raise examiner.failure("taxis", "taxisok", "option name board ... var south", "nothing-known")
    examiner.ask("taxis", "taxisok", "taxisok")


def _positions(examiner: Examiner, played: list[CheckedGame]) -> None:
    for game in played:
        examiner.set(game.start)
        examiner.expect_position()
    for _ in _set_each(examiner, played):
        examiner.expect_position()


def _events(examiner: Examiner, played: list[CheckedGame]) -> None:
    for position in _set_each(examiner, played):
        _expect_events(examiner, position)


def _expect_events(examiner: Examiner, position: Position) -> None:
    """Have the program list the events of the position that is set."""
    right = [*(f"event {event}" for event in position.events()), "eventsok"]
    listed = examiner.ask("events", "eventsok", "event ..., eventsok")
    if strange := [line for line in listed if line not in right]:
        reason, facts = _why_not_listed(position, strange[0])
        raise examiner.failure("events", strange[0], "event ..., eventsok", reason, **facts)
    if missing := [line for line in right if line not in listed]:
        raise examiner.failure("events", "eventsok", missing[0], "missing")
    for came, wanted in zip(listed, right, strict=False):
        if came != wanted:
            raise examiner.failure("events", came, wanted, "order")


def _why_not_listed(position: Position, line: str) -> tuple[str, dict[str, object]]:
    """Return the reason why a line isn't one of the listed events, and its facts."""
    word, _, text = line.partition(" ")
    with suppress(EventError):
        if word == "event" and (objections := position.why_not(text)):
            return "illegal", {"event": text, "clauses": ", ".join(dict.fromkeys(said.clause for said in objections))}
    return "no-event", {}


def _apply(examiner: Examiner, played: list[CheckedGame]) -> None:
    for game in played:
        examiner.set(game.start)
        for number, (event, after) in enumerate(zip(game.events, game.after, strict=True)):
            examiner.expect(f"apply {event}", "applyok")
            examiner.position = after
            if number % EVERY == 0 or after is game.after[-1]:
                examiner.expect_position(f"apply {event}")
                _expect_events(examiner, after)


def _illegal(examiner: Examiner, played: list[CheckedGame]) -> None:
    chance = random.Random(2)
    for game in played:
        for position in game.seen:
            examiner.set(position)
            for event in game.illegal(position, chance):
                _expect_refusal(examiner, position, event)
                examiner.expect_position(f"apply {event}", "unchanged")


def _expect_refusal(examiner: Examiner, position: Position, event: Event) -> None:
    """Have the program refuse an event, with the right clauses if it names them."""
    objections = dict.fromkeys(said.clause for said in position.why_not(event))
    names_clauses = examiner.introduction.offers("clauses")
    ids = ",".join(objections) if names_clauses else "CLAUSE[,CLAUSE...]"
    line, right = f"apply {event}", f"illegal {ids} ..."
    came = examiner.answer(line, right)
    refusal = re.fullmatch(r"illegal (\S+)( \S.*)?", came)
    if not refusal or (names_clauses and refusal[1] != ids):
        raise examiner.failure(line, came, right, "illegal", event=event, clauses=", ".join(objections))


def _perft(examiner: Examiner, played: list[CheckedGame]) -> None:
    for position in _set_each(examiner, played):
        for depth in DEPTHS:
            count = thurntaxis.perft(position, depth)
            if count > MOST_COUNTED:
                break
            examiner.expect(f"perft {depth}", f"perft {depth} {count}")


def _decides(examiner: Examiner, played: list[CheckedGame]) -> None:
    for position in _set_each(examiner, played):
        examiner.expect("decides", f"decides {who_decides(position)}")


def _weights(examiner: Examiner, played: list[CheckedGame]) -> None:
    for position in _set_each(examiner, played):
        right = [*(f"weight {weight} {event}" for event, weight in position.weights().items()), "weightsok"]
        listed = examiner.ask("weights", "weightsok", "weight ..., weightsok")
        for came, wanted in zip(listed, right, strict=False):
            if came != wanted:
                raise examiner.failure("weights", came, wanted)


CHECKS = {
    "introduction": _introduction,
    "positions": _positions,
    "events": _events,
    "apply": _apply,
    "illegal": _illegal,
    "perft": _perft,
    "decides": _decides,
    "weights": _weights,
}

OPTIONAL = ("perft", "decides", "weights")
"""The checks of an optional part of the protocol, which has the same name."""


class CheckResult(NamedTuple):
    """The result of a check: `passed`, `failed`, `not-offered`, or `not-run` because the program is no engine."""

    name: str
    result: str
    failure: CheckFailure | None = None


def examine(examiner: Examiner) -> Iterator[CheckResult]:
    """Yield the result of each check; without passing the first, none of the others is made.

    Raises:
        ValueError, OSError: the program can't be started.
    """
    played: list[CheckedGame] = []
    is_engine = True
    for name, check in CHECKS.items():
        if not is_engine:
            yield CheckResult(name, "not-run")
        elif name in OPTIONAL and not examiner.introduction.offers(name):
            yield CheckResult(name, "not-offered")
        else:
            try:
                with examiner.running():
                    played = played or games(examiner.introduction)
                    check(examiner, played)
            except CheckFailure as failure:
                is_engine = check is not _introduction
                yield CheckResult(name, "failed", failure)
            else:
                yield CheckResult(name, "passed")
