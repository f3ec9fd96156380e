"""The checks of a program that speaks the engine protocol, in the order in which they are made."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import thurntaxis
from thurntaxis import EventError, Position
from thurntaxis.io.write import to_json
from thurntaxis.names import shown
from thurntaxis_cli.engine_check.examiner import CheckFailure, CheckReason, Examiner
from thurntaxis_cli.engine_check.games import CheckedGame, finished, games, illegal_events
from thurntaxis_solver.play.engine_process import EngineFailure

GO_SECONDS, LONG_SECONDS = 0.3, 60
"""How long the program is to search for a turn, and how long until it is stopped."""

STOP_SECONDS = 0.5
"""The number of seconds after which the long search is stopped."""

MOST_COUNTED = 20_000
"""The greatest count that the program has to find."""

ILLEGAL = 6
"""The number of illegal events that are tried in each position."""


class Examination:
    """A program under examination, and the games with which it is checked."""

    def __init__(self, examiner: Examiner) -> None:
        """Take the program, which has introduced itself."""
        self.examiner = examiner

    @cached_property
    def games(self) -> list[CheckedGame]:
        """A game for each rule set that the program supports."""
        return games(self.examiner.introduction)

    @property
    def seen(self) -> Iterator[Position]:
        """The positions that are asked about."""
        return (position for game in self.games for position in game.seen)

    @property
    def decisions(self) -> Iterator[Position]:
        """Those in which a player decides."""
        return (position for position in self.seen if not position.is_chance)

    def for_thinking(self) -> list[Position]:
        """Return a position of each phase."""
        return list({position.turn.phase: position for position in self.decisions}.values())


def _introduction(examination: Examination) -> None:
    examiner = examination.examiner
    if not examiner.introduction.name:
        raise examiner.failure("taxis", "taxisok", "id name NAME", CheckReason.of("no-name"))
    if not examination.games:
        raise examiner.failure("taxis", "taxisok", "option name board ... var south", CheckReason.of("nothing-known"))
    examiner.ask("taxis", "taxisok", "taxisok")


def _positions(examination: Examination) -> None:
    examiner = examination.examiner
    for game in examination.games:
        for position in (game.start, *game.seen):
            examiner.set(position)
            examiner.expect_position(position, f"position json {to_json(position)}")
    over = finished()
    examiner.set(over)
    examiner.expect_position(over, f"position json {to_json(over)}")


def _events(examination: Examination) -> None:
    for position in examination.seen:
        examination.examiner.set(position)
        _expect_events(examination.examiner, position)
    examination.examiner.set(finished())
    _expect_events(examination.examiner, finished())


def _expect_events(examiner: Examiner, position: Position) -> None:
    """Have the program list the events of the position that is set."""
    right = [f"event {event}" for event in position.events()]
    came = examiner.ask("events", "eventsok", "event ..., eventsok")
    if came[-1] != "eventsok":
        raise examiner.failure("events", came[-1], "eventsok")
    listed = came[:-1]
    if strange := [line for line in listed if line not in right]:
        raise examiner.failure("events", strange[0], "event ..., eventsok", _why_not_listed(position, strange[0]))
    if missing := [line for line in right if line not in listed]:
        raise examiner.failure("events", "eventsok", missing[0], CheckReason.of("missing"))
    for told, wanted in zip([*listed, "eventsok"], [*right, "eventsok"], strict=False):
        if told != wanted:
            raise examiner.failure("events", told, wanted, CheckReason.of("order"))


def _why_not_listed(position: Position, line: str) -> CheckReason:
    word, _, text = line.partition(" ")
    try:
        objections = position.why_not(text) if word == "event" else ()
    except EventError:
        objections = ()
    if objections:
        return CheckReason.of(
            "illegal", event=text, clauses=", ".join(dict.fromkeys(said.clause for said in objections))
        )
    return CheckReason.of("no-event", line=shown(line))


def _apply(examination: Examination) -> None:
    examiner = examination.examiner
    for game in examination.games:
        examiner.set(game.start)
        for number, (event, after) in enumerate(zip(game.events, game.after, strict=True)):
            examiner.expect(f"apply {event}", "applyok")
            examiner.follow(after)
            if number % 10 == 0 or after is game.after[-1]:
                examiner.expect_position(after, f"apply {event}")
                _expect_events(examiner, after)


def _illegal(examination: Examination) -> None:
    examiner, chance = examination.examiner, random.Random(2)
    clauses = examiner.introduction.offers("clauses")
    for position in examination.seen:
        examiner.set(position)
        for event in illegal_events(position, chance, ILLEGAL):
            objections = dict.fromkeys(said.clause for said in position.why_not(event))
            ids = ",".join(objections) if clauses else "CLAUSE[,CLAUSE...]"
            right, line = f"illegal {ids} ...", f"apply {event}"
            came = examiner.answer(line, right)
            told = re.fullmatch(r"illegal (\S+)( \S.*)?", came)
            if not told or (clauses and told[1] != ids):
                reason = CheckReason.of("illegal", event=event, clauses=", ".join(objections))
                raise examiner.failure(line, came, right, reason)
            examiner.expect_position(position, line, "unchanged")


INVALID: tuple[str | bytes, ...] = (
    "", "no such command", "TAXIS", "taxis now", "taxisok", "position", "position old", "position json",
    "position json {", "position json []", "position json null", "position json {}", 'position json {"thurntaxis": 2}',
    "position json " + "[" * 5000, "events all", "json now", "apply", "apply nothing", "apply draw",
    "apply draw Atlantis", "apply play Ulm up", "apply " + "x" * 100_000, "go", "go on", "go time", "go time x",
    "go time -5", "go time 1 2", "bestturn draw Ulm", "\u2028", b"\xff\xfe", b"apply draw \x80",
)  # fmt: skip
"""Lines that every program must refuse."""

LONGEST_QUOTED = 200
"""The most characters of a line after which a position is wrong."""


def _errors(examination: Examination) -> None:
    examiner = examination.examiner
    examiner.start()
    examiner.expect_error("events")
    examiner.expect_error("apply draw deck")
    position = next(examination.decisions)
    examiner.set(position)
    fault = to_json(position.replace(display=("Ulm",) * 6))
    for line in (*INVALID, f"position json {fault}", "stop"):
        examiner.expect_error(line)
        examiner.expect_position(position, line[:LONGEST_QUOTED], "unchanged")


def _perft(examination: Examination) -> None:
    for position in (*examination.seen, finished()):
        examination.examiner.set(position)
        examination.examiner.expect("perft 0", "perft 0 1")
        for depth in (1, 2, 3):
            count = thurntaxis.perft(position, depth)
            if count > MOST_COUNTED:
                break
            examination.examiner.expect(f"perft {depth}", f"perft {depth} {count}")


def _go(examination: Examination) -> None:
    examiner = examination.examiner
    for position in examination.for_thinking():
        examiner.set(position)
        examiner.go(GO_SECONDS)
        examiner.expect_position(position, "go", "unchanged")
    examiner.set(finished())
    examiner.expect_error("go time 100")


def _stop(examination: Examination) -> None:
    examiner = examination.examiner
    position = examination.for_thinking()[0]
    examiner.set(position)
    for seconds in (STOP_SECONDS, 0):
        examiner.go(LONG_SECONDS, stop_after=seconds)
        examiner.expect_position(position, "stop", "unchanged")
        examiner.expect_error("stop")
    examiner.go(GO_SECONDS)
    examiner.expect_position(position, "go", "unchanged")


def _quit(examination: Examination) -> None:
    examiner = examination.examiner
    examiner.set(examination.for_thinking()[0])
    examiner.process.say("go time 60000")
    for line in ("quit", "quit", None):
        process = examiner.process
        if line:
            process.say(line)
        else:
            process.end_input()
        status = process.end(examiner.patience)
        if status != 0:
            came = EngineFailure("ended", status=status)
            if status is None:
                came = EngineFailure("alive", seconds=f"{examiner.patience:g}")
            raise examiner.failure(line or "", came, "", CheckReason.of("must-end"))
        examiner.close()


# ---- all of them


class Check(NamedTuple):
    """A check: its name, and the optional part of the protocol that it is about, if any."""

    name: str
    function: Callable[[Examination], None]
    part: str | None = None


CHECKS = (
    Check("introduction", _introduction),
    Check("positions", _positions),
    Check("events", _events),
    Check("apply", _apply),
    Check("illegal", _illegal),
    Check("errors", _errors),
    Check("go", _go),
    Check("stop", _stop),
    Check("quit", _quit),
    Check("perft", _perft, "perft"),
)


class CheckResult(NamedTuple):
    """The result of a check: `passed`, `failed`, `not-offered`, or `not-run` because the program is no engine."""

    name: str
    result: str
    failure: CheckFailure | None = None


def examine(examiner: Examiner, checks: Sequence[Check] = CHECKS) -> Iterator[CheckResult]:
    """Yield the result of each check; without passing the first, none of the others is made.

    Raises:
        ValueError, OSError: the program can't be started.
    """
    examination = Examination(examiner)
    first, *others = checks
    try:
        examiner.start()
        first.function(examination)
    except CheckFailure as failure:
        yield CheckResult(first.name, "failed", failure)
        yield from (CheckResult(check.name, "not-run") for check in others)
        return
    yield CheckResult(first.name, "passed")
    for check in others:
        if check.part and not examiner.introduction.offers(check.part):
            yield CheckResult(check.name, "not-offered")
            continue
        try:
            check.function(examination)
        except CheckFailure as failure:
            examiner.close()
            yield CheckResult(check.name, "failed", failure)
        else:
            yield CheckResult(check.name, "passed")
