"""The commands of the engine protocol, and the answer to each."""

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import NoReturn

import thurntaxis
from thurntaxis import IllegalEvent, Position
from thurntaxis.boards import COMPLETE
from thurntaxis.fault import Fault, InputError
from thurntaxis.io.read import PositionError
from thurntaxis.message import Hint, Message, clipped, verbatim
from thurntaxis.options import options_of
from thurntaxis.rule_sets import canonical
from thurntaxis_cli.inputs import LONGEST_LINE
from thurntaxis_cli.new_game import board_faults, check_once, read_option
from thurntaxis_cli.parameters import DEEPEST
from thurntaxis_presentation.errors import fault_with_key, whole
from thurntaxis_presentation.language import ENGLISH, Language
from thurntaxis_presentation.rulings import rule_on
from thurntaxis_presentation.sentences import objections_in_words
from thurntaxis_solver.play.agents import LEVELS

NOTHING_TO_STOP = Fault("", "there is nothing to stop", "a go that is under way")

GO_RANGES = {
    "time": (1, 24 * 60 * 60 * 1000),
    "playouts": (1, 10**9),
    "lines": (1, 100),
    "seed": (0, 2**31 - 1),
    "cores": (1, 256),
}
"""The parameters of `go` that take a number, each with its least and its greatest value."""

WAYS_TO_GO = Message(
    "go time MILLISECONDS, go playouts NUMBER, go exact, or go level NAME; then lines N, seed N or cores N"
)

WAYS_TO_SET = Message("position new ..., position json {...}, or position line TT1 ...")

OFFERS = (
    *("new", "line", "scores", "decides", "weights", "perft", "undo", "ruling", "clauses"),
    *("playouts", "exact", "lines", "seed", "cores", "level"),
)
"""The optional parts of the protocol that this engine offers, the parameters of `go` last: all (docs/protocol.md)."""

_LINE_ENDS = {code: f"\\u{code:04x}" for code in (0x85, 0x2028, 0x2029)}
"""Characters that JSON may contain as they are, but that some readers take for the end of a line."""


class _CountStopped(Exception):
    """A count was stopped before its end."""


class Request:
    """A line to be answered; none stands for one that is too long.

    `stop` asks to end early, `is_dropped` asks not to begin work that hasn't begun, and `is_answered` says that the
    last line of the answer is known. A `go` or `perft` takes one line `stop`, even after it has ended by itself, since
    the two lines may have crossed; one that was refused takes none.
    """

    def __init__(self, line: bytes | None) -> None:
        """Take a line without its end."""
        self.line = line
        self.stop = threading.Event()
        self.is_dropped = threading.Event()
        self.is_answered = threading.Event()
        self._takes_stop = True
        self._has_taken_stop = False
        self._lock = threading.Lock()

    def take_stop(self) -> bool:
        """Return whether a line `stop` is for this request, and end it then."""
        with self._lock:
            if not self._takes_stop:
                return False
            self._takes_stop, self._has_taken_stop = False, True
            self.stop.set()
            return True

    def drop(self) -> None:
        """End the request, or don't begin it."""
        self.is_dropped.set()
        self.stop.set()

    def refuse(self) -> bool:
        """Take no line `stop` from now on; return whether one has been taken already."""
        with self._lock:
            self._takes_stop = False
            return self._has_taken_stop


class ProtocolHandler:
    """Keeps the position of the conversation, and answers each line."""

    def __init__(self, lang: Language = ENGLISH) -> None:
        """Begin without a position; the words of rules are in a language."""
        self._lang = lang
        self._position: Position | None = None
        self._earlier: list[Position] = []  # before each event applied since the position was set
        self._commands: dict[str, Callable[[str, Request], Iterator[str]]] = {
            "taxis": self._introduce,
            "position": self._set_position,
            "events": self._list_events,
            "apply": self._apply,
            "undo": self._undo,
            "json": self._write_json,
            "line": self._write_line,
            "perft": self._count,
            "scores": self._tell_scores,
            "decides": self._tell_who_decides,
            "weights": self._list_weights,
            "ruling": self._rule,
            "go": self._go,
            "stop": self._nothing_to_stop,
        }

    @property
    def position(self) -> Position:
        """The position of the conversation."""
        if self._position is None:
            raise InputError("no position has been set", WAYS_TO_SET)
        return self._position

    def answer(self, request: Request) -> Iterator[str]:
        """Yield the lines that answer a request; an invalid one gets an error line and changes nothing."""
        has_crossed = False
        try:
            for line in self._answer(request):
                if not line.startswith("info "):  # the other program may react to it before this thread runs again
                    request.is_answered.set()
                yield line
        except UnicodeDecodeError as error:
            yield self._error(Fault("", "byte {number} is not UTF-8 text", "a line in UTF-8", error.start))
        except PositionError as error:
            yield self._error(*error.faults)
        except InputError as error:
            has_crossed = request.refuse()
            yield self._error(Fault("", error.wrong, error.right))
        except Exception as error:  # noqa: BLE001 - the process lives on after any error, even after one of its own
            has_crossed = request.refuse()
            wrong = Message("error inside the engine: {error}", f"{type(error).__name__}: {error}")
            yield self._error(Fault("", wrong, Hint("the position is unchanged")))
        request.is_answered.set()
        if has_crossed:
            yield self._error(NOTHING_TO_STOP)

    def _error(self, *faults: Fault) -> str:
        """Return the line that refuses a line, in the language of the conversation."""
        return f"error {'; '.join(fault_with_key(fault, self._lang) for fault in faults)}"

    def _answer(self, request: Request) -> Iterator[str]:
        """Yield the answer to a line; raise InputError for an invalid one."""
        if request.line is None:
            raise InputError("the line is too long", "at most {most} bytes", LONGEST_LINE)
        command, rest = (*request.line.decode("utf-8").split(None, 1), "", "")[:2]
        if command not in self._commands:
            known = verbatim(", ".join((*self._commands, "quit")))
            raise InputError('unknown command "{text}"', known, clipped(command))
        if rest.strip() and command not in ("position", "apply", "perft", "ruling", "go"):
            raise InputError('unexpected "{text}" after {command}', verbatim(command), clipped(rest.strip()), command)
        return self._commands[command](rest.strip(), request)

    # ---- the commands

    def _introduce(self, _rest: str, _request: Request) -> Iterator[str]:
        yield "id name thurntaxis"
        yield f"id version {thurntaxis.__version__}"
        edition = thurntaxis.EDITIONS[thurntaxis.DEFAULT_EDITION]
        yield f"option name edition type combo default {edition.id} {_values(thurntaxis.EDITIONS)}"
        chosen = {**edition.options, **edition.module_options}
        for name, values in options_of(thurntaxis.MODULES).items():
            words = _values(str(value).lower() for value in values)
            yield f"option name {name} type combo default {str(chosen[name]).lower()} {words}"
        yield f"option name board type combo default south {_values([*COMPLETE, 'file'])}"
        yield "option name players type spin default 2 min 2 max 4"
        yield f"option name module type set {_values(thurntaxis.MODULES)}"
        yield f"option name level type set {_values(LEVELS)}"
        yield f"option name offers type set {_values(OFFERS)}"
        yield "taxisok"

    def _set_position(self, rest: str, _request: Request) -> Iterator[str]:
        kind, rest = (*rest.split(None, 1), "", "")[:2]
        if kind == "new":
            self._position = _new_position(rest.split())
        elif kind == "json":
            self._position = Position.from_json(rest)
        elif kind == "line":
            self._position = Position.from_line(rest)
        elif kind:
            raise InputError('unknown kind of position "{text}"', WAYS_TO_SET, clipped(kind))
        else:
            raise InputError("no position is given", WAYS_TO_SET)
        self._earlier.clear()
        yield from (f"warning {warning.key} {warning.sentence}" for warning in thurntaxis.warnings_of(self.position))
        yield "positionok"

    def _list_events(self, _rest: str, _request: Request) -> Iterator[str]:
        yield from [*(f"event {event}" for event in self.position.events()), "eventsok"]

    def _apply(self, rest: str, _request: Request) -> Iterator[str]:
        position = self.position
        try:
            self._position = position.play(rest)
        except IllegalEvent as illegal:
            reasons = objections_in_words(illegal.objections, self._lang, position.rules.board)
            yield f"illegal {','.join(illegal.clauses)} {reasons}"
            return
        self._earlier.append(position)
        yield "applyok"

    def _undo(self, _rest: str, _request: Request) -> Iterator[str]:
        if not self._earlier:
            raise InputError("there is nothing to undo", "a move applied before")
        self._position = self._earlier.pop()
        yield "undook"

    def _write_json(self, _rest: str, _request: Request) -> Iterator[str]:
        yield "json " + self.position.to_json().translate(_LINE_ENDS)

    def _rule(self, rest: str, _request: Request) -> Iterator[str]:
        position = self.position
        ruling = rule_on(position, position.parse(rest)).data(self._lang, position.rules.board)
        yield "ruling json " + json.dumps(ruling, ensure_ascii=False).translate(_LINE_ENDS)

    def _write_line(self, _rest: str, _request: Request) -> Iterator[str]:
        yield f"line {self.position.to_line()}"

    def _count(self, rest: str, request: Request) -> Iterator[str]:
        """Answer with the count; after a stop, with that of the greatest depth that was counted completely."""

        def watch() -> None:
            if request.stop.is_set():
                raise _CountStopped

        position, depth = self.position, whole(rest, 0, DEEPEST)
        known = (0, 1)
        with suppress(_CountStopped):
            for reached in range(1, depth + 1):
                known = (reached, thurntaxis.perft(position, reached, watch))
        yield f"perft {known[0]} {known[1]}"

    def _tell_scores(self, _rest: str, _request: Request) -> Iterator[str]:
        winner = self.position.winner()
        yield f"scores {' '.join(map(str, self.position.scores()))} winner {'none' if winner is None else winner}"

    def _tell_who_decides(self, _rest: str, _request: Request) -> Iterator[str]:
        yield f"decides {who_decides(self.position)}"

    def _list_weights(self, _rest: str, _request: Request) -> Iterator[str]:
        weights = self.position.weights().items()
        yield from [*(f"weight {weight} {event}" for event, weight in weights), "weightsok"]

    def _go(self, rest: str, request: Request) -> Iterator[str]:
        from thurntaxis_cli.engine.go import LINES, any_turn, go, go_at_level
        from thurntaxis_solver.effort import Effort

        given, level = _go_parameters(rest.split())
        seconds = given["time"] / 1000 if "time" in given else None
        effort = Effort(seconds, given.get("playouts"), given.get("cores", 1), given.get("seed", 1))
        position = self.position
        is_decision = not (position.is_chance or position.is_over)
        if request.is_dropped.is_set() and is_decision and (turn := any_turn(position)):
            yield f"bestturn {'; '.join(map(str, turn))}"
            return
        lines = given.get("lines", LINES)
        if level is not None:
            yield from go_at_level(position, level, effort, lines=lines, stop=request.stop)
            return
        yield from go(position, effort, exact="exact" in given, lines=lines, stop=request.stop)

    def _nothing_to_stop(self, _rest: str, _request: Request) -> NoReturn:
        raise InputError(NOTHING_TO_STOP.wrong, NOTHING_TO_STOP.right)


def who_decides(position: Position) -> str:
    """Return who decides, as the protocol says it: a player from 0, chance, or nobody."""
    if position.is_over:
        return "nobody"
    return "chance" if position.is_chance else f"player {position.decider}"


def _go_parameters(words: list[str]) -> tuple[dict[str, int], str | None]:
    """Return the parameters of a `go` by name, and the level if there is one.

    One says for how long to think; others are given once each.
    """
    given: dict[str, int] = {}
    level: str | None = None
    left = iter(words)
    for key in left:
        check_once([*given, key])
        if key == "exact":
            given[key] = 1
        elif key in GO_RANGES or key == "level":
            if (value := next(left, None)) is None:
                raise InputError("{name} has no value", WAYS_TO_GO, key)
            if key == "level":
                given[key], level = 1, canonical(key, value, LEVELS)
            else:
                given[key] = whole(value, *GO_RANGES[key])
        else:
            raise InputError('unknown parameter "{text}"', WAYS_TO_GO, clipped(key))
    limits = given.keys() & {"time", "playouts", "exact", "level"}
    if not limits:
        raise InputError("no limit is given for the search", WAYS_TO_GO)
    if len(limits) > 1:
        raise InputError("{names} can't be combined", WAYS_TO_GO, tuple(key for key in given if key in limits))
    return given, level


def _values(words: Iterable[str]) -> str:
    """Return the values of an option as `taxis` lists them."""
    return " ".join(f"var {word}" for word in words)


# ---- positions


def _new_position(words: list[str]) -> Position:
    """Return the starting position that pairs of words describe, such as `players 3 seed 7`."""
    if len(words) % 2:
        right = verbatim("players N seed N edition E board B option K=V module M")
        raise InputError('"{text}" has no value', right, clipped(words[-1]))
    players, board, edition, seed = 2, "south", thurntaxis.DEFAULT_EDITION, None
    options: dict[str, str | bool] = {}
    modules: list[str] = []
    pairs = list(zip(words[::2], words[1::2], strict=True))
    check_once((value.partition("=")[0] if key in ("module", "option") else key).casefold() for key, value in pairs)
    for key, value in pairs:
        if key == "players":
            players = whole(value, 2, 4)
        elif key == "seed":
            seed = whole(value, -(10**18), 10**18)
        elif key == "edition":
            edition = canonical(key, value, thurntaxis.EDITIONS)
        elif key == "board":
            if faults := board_faults(value):
                raise PositionError(faults)
            board = value
        elif key == "module":
            modules.append(canonical(key, value, thurntaxis.MODULES))
        elif key == "option":
            options.update([read_option(value)])
        else:
            raise InputError('unknown key "{text}"', "players, seed, edition, board, option or module", clipped(key))
    return thurntaxis.new(players, board, edition, options, seed, modules)
