"""The checks of a program that speaks the engine protocol, in the order in which they are made."""

import random
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import thurntaxis
from thurntaxis import Event, EventError, Position
from thurntaxis_cli.engine_check.examiner import CheckFailure, Examiner
from thurntaxis_cli.engine_check.games import CheckedGame, games

MOST_COUNTED = 5_000
"""The greatest count that the program has to find."""

DEPTHS = (0, 1, 2, 3)
"""The numbers of events for which it counts."""

FINISHED = "TT1 - - 2o 11 LiLoPaSaUlUl - - - / - - - 7 Ge1 / - - Ul 3 -"
"""A position in which the game is over."""

EVERY = 10
"""After each of so many events of a game, the program is asked for its position and the legal events."""


def _positions_of(played: Iterable[CheckedGame]) -> Iterator[Position]:
    """Yield the positions of games that are asked about, and one in which the game is over."""
    yield from (position for game in played for position in game.seen)
    yield Position.from_line(FINISHED)


def _introduction(examiner: Examiner, played: list[CheckedGame]) -> None:
    if not examiner.introduction.name:
        raise examiner.failure("taxis", "taxisok", "id name NAME", "no-name")
    if not played:
        raise examiner.failure("taxis", "taxisok", "option name board ... var south", "nothing-known")
    examiner.ask("taxis", "taxisok", "taxisok")


def _positions(examiner: Examiner, played: list[CheckedGame]) -> None:
    for position in (*(game.start for game in played), *_positions_of(played)):
        examiner.expect_position(examiner.set(position))


def _events(examiner: Examiner, played: list[CheckedGame]) -> None:
    for position in _positions_of(played):
        examiner.set(position)
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
    try:
        objections = position.why_not(text) if word == "event" else ()
    except EventError:
        objections = ()
    if objections:
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
    for position in _positions_of(played):
        examiner.set(position)
        for depth in DEPTHS:
            count = thurntaxis.perft(position, depth)
            if count > MOST_COUNTED:
                break
            examiner.expect(f"perft {depth}", f"perft {depth} {count}")


class Check(NamedTuple):
    """A check: its name, and the optional part of the protocol that it is about, if any."""

    name: str
    function: Callable[[Examiner, list[CheckedGame]], None]
    part: str | None = None


CHECKS = (
    Check("introduction", _introduction),
    Check("positions", _positions),
    Check("events", _events),
    Check("apply", _apply),
    Check("illegal", _illegal),
    Check("perft", _perft, "perft"),
)


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
    for check in CHECKS:
        if not is_engine:
            yield CheckResult(check.name, "not-run")
        elif check.part and not examiner.introduction.offers(check.part):
            yield CheckResult(check.name, "not-offered")
        else:
            try:
                with examiner.running():
                    played = played or games(examiner.introduction)
                    check.function(examiner, played)
            except CheckFailure as failure:
                is_engine = check is not CHECKS[0]
                yield CheckResult(check.name, "failed", failure)
            else:
                yield CheckResult(check.name, "passed")
