"""The checks of a program that speaks the engine protocol, in the order in which they are made."""

import random
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

import thurntaxis
from thurntaxis import EventError, Position
from thurntaxis.io.write import to_json
from thurntaxis.names import shown
from thurntaxis_cli.engine_check.examiner import CheckFailure, CheckReason, Examiner
from thurntaxis_cli.engine_check.games import CheckedGame, finished, games, illegal_events
from thurntaxis_solver.play.engine_process import EngineFailure

GO_MILLISECONDS = 300
"""How long the program is to search for a turn."""

GO_POSITIONS = 6
"""The number of positions that the program is to search."""

STOP_SECONDS = 0.5
"""The number of seconds after which a long search is stopped."""

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
        """Return a position of each phase, and of several rule sets."""
        found: dict[str, Position] = {}
        for position in self.decisions:
            found.setdefault(position.turn.phase, position)
        others = [position for position in self.decisions if position not in found.values()]
        more = max(0, GO_POSITIONS - len(found))
        return [*found.values(), *random.Random(1).sample(others, min(more, len(others)))]


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


def _why_not_listed(position: Position, line: str) -> Any:
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

OF_PARTS = {
    "line": ("position line TT1", "line up"),
    "new": ("position new players 9", "position new players"),
    "scores": ("scores all",),
    "perft": ("perft", "perft x", "perft -1"),
    "undo": ("undo two",),
    "ruling": ("ruling", "ruling nothing"),
    "playouts": ("go playouts 0", "go playouts"),
    "exact": ("go exact 3",),
    "level": ("go level", "go level of-nobody"),
}
"""Lines that are invalid, whether or not their part is offered."""

NOT_OFFERED = {
    "line": ("line", "position line TT1 / 3 / 3"),
    "new": ("position new",),
    "scores": ("scores",),
    "perft": ("perft 1",),
    "undo": ("undo",),
    "ruling": ("ruling draw deck",),
    "playouts": ("go playouts 10",),
    "exact": ("go exact",),
    "lines": ("go time 10 lines 2",),
    "seed": ("go time 10 seed 2",),
    "cores": ("go time 10 cores 2",),
    "level": ("go level beginner",),
}
"""Lines of optional parts, which are invalid if the part isn't offered."""


def _errors(examination: Examination) -> None:
    examiner = examination.examiner
    examiner.start()
    examiner.expect_error("events")
    examiner.expect_error("apply draw deck")
    position = next(examination.decisions)
    examiner.set(position)
    fault = to_json(position.replace(display=("Ulm",) * 6))
    lines: list[str | bytes] = [*INVALID, f"position json {fault}", "stop"]
    lines += [line for each in OF_PARTS.values() for line in each]
    lines += [line for part, each in NOT_OFFERED.items() if not examiner.introduction.offers(part) for line in each]
    for line in lines:
        examiner.expect_error(line)
        examiner.expect_position(position, line if len(line) < 200 else line[:200], "unchanged")


def _scores(examination: Examination) -> None:
    for position in (*examination.seen, finished()):
        examination.examiner.set(position)
        winner = position.winner()
        points = " ".join(map(str, position.scores()))
        examination.examiner.expect("scores", f"scores {points} winner {'none' if winner is None else winner}")


def _line(examination: Examination) -> None:
    examiner = examination.examiner
    for position in examination.seen:
        examiner.set(position)
        line = position.to_line()
        examiner.expect("line", f"line {line}")
        examiner.set(examination.games[0].start)
        for written in (line, line.replace(" ", "_")):
            examiner.expect_set(f"position line {written}")
            examiner.expect_position(position, f"position line {written}")


_DEALT: dict[str, Any] = {"display": (), "unseen": (), "deck_back": None}
"""What chance decides at the start of a game."""


def _new(examination: Examination) -> None:
    examiner = examination.examiner
    for game in examination.games:
        rules, players = game.start.rules, len(game.start.players)
        told = [f"players {players} seed 7 edition {rules.edition} board {rules.board.name}"]
        told += [f"option {name}={str(value).lower()}" for name, value in rules.options.items()]
        told += [f"module {module}" for module in rules.modules]
        line = f"position new {' '.join(told)}"
        examiner.expect_set(line)
        first = examiner.told()
        if first.replace(**_DEALT) != game.start.replace(**_DEALT):
            raise examiner.failure(line, f"json {to_json(first)}", "json {...}", CheckReason.of("no-start"))
        examiner.expect_set(line)
        examiner.expect_position(first, line, "same-seed")


def _undo(examination: Examination) -> None:
    examiner = examination.examiner
    for game in examination.games[:8]:
        examiner.set(game.start)
        positions = [game.start, *game.after][:6]
        for event in game.events[: len(positions) - 1]:
            examiner.expect(f"apply {event}", "applyok")
        for position in reversed(positions[:-1]):
            examiner.expect("undo", "undook")
            examiner.expect_position(position, "undo")
        examiner.expect_error("undo")


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
        examiner.go(f"time {GO_MILLISECONDS}", GO_MILLISECONDS / 1000)
        examiner.expect_position(position, f"go time {GO_MILLISECONDS}", "unchanged")
    examiner.set(finished())
    examiner.expect_error("go time 100")


def _stop(examination: Examination) -> None:
    examiner = examination.examiner
    position = examination.for_thinking()[0]
    examiner.set(position)
    for seconds in (STOP_SECONDS, 0):
        examiner.go("time 60000", 0, stop=examiner.stop_after(seconds))
        examiner.expect_position(position, "stop", "unchanged")
        examiner.expect_error("stop")
    examiner.go(f"time {GO_MILLISECONDS}", GO_MILLISECONDS / 1000)
    examiner.expect_position(position, f"go time {GO_MILLISECONDS}", "unchanged")


def _playouts(examination: Examination) -> None:
    for position in examination.for_thinking()[:2]:
        examination.examiner.set(position)
        examination.examiner.go("playouts 20", examination.examiner.patience)


def _exact(examination: Examination) -> None:
    examiner = examination.examiner
    for position in examination.for_thinking()[:2]:
        examiner.set(position)
        examiner.go("exact", 0, stop=examiner.stop_after(STOP_SECONDS))


_INFO_LINE = re.compile(
    r"info line (?P<number>[1-9][0-9]*) win (?P<win>\S+) margin -?[0-9.]+ score -?[0-9.]+"
    r" proved (?:true|false) turn (?P<turn>\S.*)"
)


def _lines(examination: Examination) -> None:
    examiner = examination.examiner
    right = "info line K win W margin M score S proved true|false turn EVENT[; EVENT...]"
    for position in examination.for_thinking()[:2]:
        examiner.set(position)
        sent = f"go time {GO_MILLISECONDS} lines 2"
        *infos, best = examiner.go(sent.removeprefix("go "), GO_MILLISECONDS / 1000)
        turns: dict[int, str] = {}
        for info in infos:
            told = _INFO_LINE.fullmatch(info)
            if info.startswith("info line ") and (told is None or int(told["number"]) > 2):
                raise examiner.failure(sent, info, right)
            if told:
                turns[int(told["number"])] = told["turn"]
        if turns.get(1) != best.removeprefix("bestturn "):
            raise examiner.failure(
                sent, best, f"info line 1 ... turn {best.removeprefix('bestturn ')}", CheckReason.of("best")
            )


def _seed(examination: Examination) -> None:
    examiner = examination.examiner
    budget = "playouts 20" if examiner.introduction.offers("playouts") else f"time {GO_MILLISECONDS}"
    for position in examination.for_thinking()[:2]:
        examiner.set(position)
        turns = [examiner.go(f"{budget} seed 3", examiner.patience)[-1] for _ in range(2)]
        if budget != f"time {GO_MILLISECONDS}" and turns[0] != turns[1]:
            raise examiner.failure(f"go {budget} seed 3", turns[1], turns[0], CheckReason.of("same-seed"))


def _cores(examination: Examination) -> None:
    examination.examiner.set(examination.for_thinking()[0])
    examination.examiner.go(f"time {GO_MILLISECONDS} cores 2", GO_MILLISECONDS / 1000)


def _level(examination: Examination) -> None:
    examiner = examination.examiner
    examiner.set(examination.for_thinking()[0])
    for level in examiner.introduction.values("level"):
        examiner.go(f"level {level}", 0, stop=examiner.stop_after(STOP_SECONDS))


def _ruling(examination: Examination) -> None:
    examiner, chance = examination.examiner, random.Random(3)
    for position in examination.seen:
        examiner.set(position)
        for event in (position.events()[0], *illegal_events(position, chance, 2)):
            line, legal = f"ruling {event}", not position.why_not(event)
            right = f'ruling json {{"event": "{event}", "legal": {str(legal).lower()}, "clauses": [...], ...}}'
            data = examiner.data(line, "ruling json")
            lists = all(isinstance(data.get(key), list) for key in ("clauses", "instead"))
            if not lists or (data.get("event"), data.get("legal")) != (str(event), legal) or "editions" not in data:
                raise examiner.failure(line, f"ruling json {data}", right)
        examiner.expect_position(position, "ruling", "unchanged")


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
    *(
        Check(function.__name__.removeprefix("_"), function, function.__name__.removeprefix("_"))
        for function in (
            _new, _line, _scores, _perft, _undo, _ruling, _playouts, _exact, _lines, _seed, _cores, _level,
        )
    ),
)  # fmt: skip


class CheckResult(NamedTuple):
    """The result of a check: `passed`, `failed`, `not-offered`, or `not-run` because the program is no engine."""

    name: str
    result: str
    failure: CheckFailure | None = None


def examine(examiner: Examiner) -> Iterator[CheckResult]:
    """Yield the result of each check.

    Raises:
        ValueError, OSError: the program can't be started.
    """
    examination = Examination(examiner)
    first, *others = CHECKS
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
