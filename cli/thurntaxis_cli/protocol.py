"""What the engine answers to each line of its protocol."""

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NoReturn

import thurntaxis
from thurntaxis import EventError, IllegalEvent, Position
from thurntaxis_cli.new_game import all_options, board_faults, deal, option_word, read_option
from thurntaxis_cli.options import DEEPEST
from thurntaxis_presentation.errors import either, shortened, whole

LONGEST_TIME = 24 * 60 * 60 * 1000
MOST_PLAYOUTS = 10**9
NOTHING_TO_STOP = "there is nothing to stop (a go that is under way)"


_LINE_ENDS = {code: f"\\u{code:04x}" for code in (0x85, 0x2028, 0x2029)}
"""Signs that JSON may hold as they are, but that some readers take for the end of a line."""


class Unfit(ValueError):
    """A line that can't be taken; the message is one line, of the form `what is wrong (what would be right)`."""


@dataclass(eq=False)
class Job:
    """A `go`: `stop` asks it to end early, `done` says that it has been answered.

    A `go` takes one line `stop`, even after it has ended by itself, since the two lines may have crossed; one that was
    refused takes none.
    """

    stop: threading.Event = field(default_factory=threading.Event)
    done: threading.Event = field(default_factory=threading.Event)
    _stops: int = 1
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take_stop(self) -> bool:
        """Return whether a line `stop` is taken, and spend it."""
        with self._lock:
            if self._stops == 0:
                return False
            self._stops = 0
            self.stop.set()
            return True

    def refuse(self) -> bool:
        """Take no line `stop` any more; return whether one has been taken that should not have been."""
        with self._lock:
            self._stops = 0
            return self.stop.is_set()


class Replies:
    """The side of the engine: a position, and an answer to every line."""

    def __init__(self) -> None:
        """Begin without a position."""
        self._position: Position | None = None
        self._commands: dict[str, Callable[[str, Job], Iterator[str]]] = {
            "taxis": self._introduce,
            "position": self._set_position,
            "events": self._list_events,
            "apply": self._apply,
            "json": self._write_json,
            "perft": self._count,
            "scores": self._tell_scores,
            "go": self._go,
            "stop": self._nothing_to_stop,
        }

    @property
    def position(self) -> Position:
        """The position that the conversation is about."""
        if self._position is None:
            raise Unfit("no position has been set (position new, or position json {...})")
        return self._position

    def to(self, line: str, job: Job) -> Iterator[str]:
        """Yield the answer to one line; raise `Unfit` for a line that can't be taken, which changes nothing."""
        command, rest = (*line.split(None, 1), "", "")[:2]
        if command not in self._commands:
            raise Unfit(f'unknown command "{shortened(command)}" ({", ".join([*self._commands, "quit"])})')
        if rest.strip() and command in ("taxis", "events", "json", "scores", "stop"):
            raise Unfit(f'{command} stands alone on its line, but "{shortened(rest.strip())}" follows ({command})')
        return self._commands[command](rest.strip(), job)

    # ---- the commands

    def _introduce(self, _rest: str, _job: Job) -> Iterator[str]:
        yield "id name thurntaxis"
        yield f"id version {thurntaxis.__version__}"
        options: dict[str, tuple[str, list[str]]] = {"edition": (thurntaxis.DEFAULT_EDITION, list(thurntaxis.EDITIONS))}
        edition = thurntaxis.EDITIONS[thurntaxis.DEFAULT_EDITION]
        chosen = {**edition.options, **edition.module_options}
        for name, values in all_options().items():
            options[name] = (option_word(chosen[name]), [option_word(value) for value in values])
        for name, (default, words) in options.items():
            yield f"option name {name} type combo default {default} {' '.join(f'var {word}' for word in words)}"
        yield "taxisok"

    def _set_position(self, rest: str, _job: Job) -> Iterator[str]:
        kind, rest = (*rest.split(None, 1), "", "")[:2]
        if kind == "new":
            self._position = _new_position(rest.split())
        elif kind == "json":
            self._position = _position_from_json(rest)
        else:
            wrong = f'unknown kind of position "{shortened(kind)}"' if kind else "which position is not said"
            raise Unfit(f"{wrong} (position new ..., or position json {{...}})")
        yield "positionok"

    def _list_events(self, _rest: str, _job: Job) -> Iterator[str]:
        yield from [*(f"event {event}" for event in self.position.events()), "eventsok"]

    def _apply(self, rest: str, _job: Job) -> Iterator[str]:
        try:
            self._position = self.position.play(rest)
        except EventError as error:
            raise Unfit(str(error)) from None
        except IllegalEvent as illegal:
            yield f"illegal {','.join(illegal.clauses)} {illegal}"
            return
        yield "applyok"

    def _write_json(self, _rest: str, _job: Job) -> Iterator[str]:
        from thurntaxis.io.write import to_json

        yield "json " + to_json(self.position).translate(_LINE_ENDS)

    def _count(self, rest: str, _job: Job) -> Iterator[str]:
        depth = _number(rest, 0, DEEPEST)
        yield f"perft {depth} {thurntaxis.perft(self.position, depth)}"

    def _tell_scores(self, _rest: str, _job: Job) -> Iterator[str]:
        winner = self.position.winner()
        yield f"scores {' '.join(map(str, self.position.scores()))} winner {'none' if winner is None else winner}"

    def _go(self, rest: str, job: Job) -> Iterator[str]:
        from thurntaxis_cli.thinking import Budget, think
        from thurntaxis_solver.limits import NotCovered

        match rest.split():
            case ["exact"]:
                budget = Budget()
            case ["time", text]:
                budget = Budget(seconds=_number(text, 1, LONGEST_TIME) / 1000)
            case ["playouts", text]:
                budget = Budget(playouts=_number(text, 1, MOST_PLAYOUTS))
            case _:
                wrong = (
                    f'"{shortened(rest)}" does not say for how long to think'
                    if rest
                    else "how long to think is not said"
                )
                raise Unfit(f"{wrong} (go time MILLISECONDS, go playouts NUMBER, or go exact)")
        try:
            yield from think(self.position, budget, job.stop)
        except NotCovered as error:
            raise Unfit(str(error)) from None
        except ValueError as error:
            raise Unfit(f"{error} (a position with a decision)") from None

    def _nothing_to_stop(self, _rest: str, _job: Job) -> NoReturn:
        raise Unfit(NOTHING_TO_STOP)


def _number(text: str, low: int, high: int) -> int:
    try:
        return whole(text, low, high)
    except ValueError as error:
        raise Unfit(str(error)) from None


# ---- positions


def _new_position(words: list[str]) -> Position:
    """Return the starting position that pairs of words describe, such as `players 3 seed 7`."""
    if len(words) % 2:
        raise Unfit(f'"{shortened(words[-1])}" has no value (players N seed N edition E board B option K=V module M)')
    players, board, edition, seed = 2, "south", thurntaxis.DEFAULT_EDITION, None
    options: dict[str, str | bool] = {}
    modules: list[str] = []
    for key, value in zip(words[::2], words[1::2], strict=True):
        if key == "players":
            players = _number(value, 2, 4)
        elif key == "seed":
            seed = _number(value, -(10**18), 10**18)
        elif key == "edition":
            edition = _one_of(key, value, thurntaxis.EDITIONS)
        elif key == "board":
            board = _board(value)
        elif key == "module":
            modules.append(_one_of(key, value, thurntaxis.MODULES))
        elif key == "option":
            options.update([_option(value)])
        else:
            raise Unfit(f'unknown key "{shortened(key)}" (players, seed, edition, board, option or module)')
    try:
        return deal(players, board, edition, options, modules, seed)
    except thurntaxis.Unplayable as error:
        raise Unfit(str(error)) from None


def _board(name: str) -> str:
    if faults := board_faults(name):
        raise Unfit("; ".join(map(str, faults)))
    return name


def _option(text: str) -> tuple[str, str | bool]:
    try:
        return read_option(text)
    except ValueError as error:
        wrong, right = error.args
        raise Unfit(f"{wrong} ({right})") from None


def _one_of(kind: str, value: str, known: Iterable[str]) -> str:
    if value.casefold() not in known:
        raise Unfit(f'unknown {kind} "{shortened(value)}" ({either(known)})')
    return value.casefold()


def _position_from_json(text: str) -> Position:
    from thurntaxis.io.read import PositionError, data_from_bytes, position_from_data

    try:
        return position_from_data(data_from_bytes(text.encode("utf-8"), ".json"))
    except PositionError as error:
        raise Unfit("; ".join(map(str, error.faults))) from None
