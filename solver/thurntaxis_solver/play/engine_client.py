"""A client of the engine protocol (docs/protocol.md): asks another program about positions."""

import math
import re
from typing import Any, NamedTuple, Self

from thurntaxis import Event, EventError, Position
from thurntaxis.arguments import checked
from thurntaxis.names import shown
from thurntaxis_solver.play.engine_introduction import introduction
from thurntaxis_solver.play.engine_process import PATIENCE, EngineFailure, EngineProcess

LONGEST = 86400.0
"""Seconds for a turn whose time isn't limited."""


class EngineTurn(NamedTuple):
    """The turn that a program chose: its first event, which is legal, and then its plan; and what it reported.

    If a card is still to be revealed, it is the turn for the likeliest one. Each of `lines` is a line `info line`, with
    its words and their values: `{"line": "1", "win": "0.62", ...}`.
    """

    events: tuple[Event, ...]
    lines: tuple[dict[str, str], ...]


@checked
class EngineClient:
    """Another program that speaks the engine protocol. It runs until `close`, or to the end of a `with` block.

    Every method raises `EngineFailure` if the program doesn't answer in time, ends, or breaks the protocol.

    Attributes:
        introduction: what the program says of itself: `name`, `version`, and what it supports.
        process: the running program, for what this class has no method for (`ask`, `say`, `hear`).
    """

    def __init__(self, command: str, *, patience: float = PATIENCE, log: str | None = None) -> None:
        """Start the program of a command line.

        Args:
            command: Words as in a shell, such as `taxis engine`.
            patience: Seconds that it may take for an answer, in addition to the time that it is given.
            log: A file to which everything sent and received is appended.

        Raises:
            ValueError: there is no such program.
            OSError: it can't be started, or the log can't be written.
            EngineFailure: it doesn't speak the protocol.
        """
        self._patience = patience
        self.process = EngineProcess(command, log)
        try:
            self.introduction = introduction(self.process.ask("taxis", "taxisok", max(PATIENCE, patience)))
        except EngineFailure:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the program."""
        self.process.close()

    @checked
    def events(self, position: Position) -> tuple[Event, ...]:
        """Return the events that the program lists for a position."""
        self._set(position)
        *lines, _ = self._ask("events", "eventsok")
        return tuple(_event(position, line.removeprefix("event ")) for line in lines)

    @checked
    def weights(self, position: Position) -> dict[Event, int]:
        """Return the events of chance with their weights."""
        self._set(position)
        *lines, _ = self._ask("weights", "weightsok")
        return {_event(position, event): int(weight) for _, weight, event in (line.split(" ", 2) for line in lines)}

    @checked
    def decides(self, position: Position) -> int | None:
        """Return who decides; None if chance does, or if the game is over."""
        self._set(position)
        (line,) = self._ask("decides", "decides")
        return int(line.split()[2]) if line.startswith("decides player ") else None

    @checked
    def perft(self, position: Position, depth: int) -> int:
        """Return the number of sequences of so many events, as the program counts them."""
        self._set(position)
        return int(self._ask(f"perft {depth}", "perft")[-1].split()[2])

    @checked
    def best_turn(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        playouts: int | None = None,
        level: str | None = None,
        lines: int | None = None,
        seed: int | None = None,
        cores: int | None = None,
    ) -> EngineTurn:
        """Return the turn that the program finds best: in so many seconds or playouts, or at a level it names.

        Without any of them, it has a second. `lines`, `seed` and `cores` are left to the program unless they are given.
        `thurntaxis_solver.play.time_control.TimeControl` divides the seconds of a turn among its events.
        """
        self._set(position)
        allowed = 1.0 if seconds is None and playouts is None and level is None else seconds
        if playouts is not None:
            limit = f"playouts {playouts}"
        else:
            limit = f"time {max(1, math.floor(1000 * allowed))}" if allowed is not None else f"level {level}"
        options = {"lines": lines, "seed": seed, "cores": cores}
        limit += "".join(f" {word} {value}" for word, value in options.items() if value is not None)
        *infos, best = self._ask(f"go {limit}", "bestturn", LONGEST if allowed is None else allowed)
        for line in infos:
            if line.partition(" ")[0] != "info":
                raise EngineFailure("wrote", line=shown(line), command="go")
        first, *plan = (text.strip() for text in best.partition(" ")[2].split(";"))
        told = (line.removeprefix("info ") for line in infos if line.startswith("info line "))
        event = _event(position, first)
        if not position.is_chance and (objections := position.why_not(event)):
            raise EngineFailure("illegal", event=str(event), reason=objections[0].message)
        return EngineTurn((event, *(_event(position, text) for text in plan)), tuple(map(_values, told)))

    def _set(self, position: Position) -> None:
        self._ask(f"position json {position.to_json()}", "positionok", max(0.0, PATIENCE - self._patience))

    def _ask(self, line: str, last: str, seconds: float = 0.0) -> list[str]:
        heard = self.process.ask(line, last, seconds + self._patience)
        if heard[-1].partition(" ")[0] != last:
            command = "position json" if line.startswith("position") else line.partition(" ")[0]
            raise EngineFailure("answered", command=command, answer=shown(heard[-1]))
        return heard


def _event(position: Position, text: str) -> Event:
    """Return the event that a program names; raise `EngineFailure` if it is none."""
    try:
        return position.parse(text)
    except EventError:
        raise EngineFailure("no-event", event=shown(text)) from None


def _values(line: str) -> dict[str, str]:
    """Return the words of a line `info line` with their values; `loss` has three."""
    told, _, turn = line.partition(" turn ")
    found: dict[str, Any] = dict(re.findall(r"([a-z]+) ([^a-z]+|true|false|clear|probable|open)(?: |$)", told))
    return {**{word: value.strip() for word, value in found.items()}, "turn": turn}
