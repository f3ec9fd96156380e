"""An agent that is another program: it is asked by the engine protocol (docs/protocol.md)."""

import math
from contextlib import closing
from typing import Any

from thurntaxis import Event, EventError, Position
from thurntaxis.fault import InputError, reason_of
from thurntaxis.names import shown
from thurntaxis.rules import RuleSet
from thurntaxis_solver.play.engine_introduction import introduction
from thurntaxis_solver.play.engine_process import EngineFailure, EngineProcess
from thurntaxis_solver.play.forfeit import Forfeit
from thurntaxis_solver.play.time_control import TimeControl


class EngineAgent:
    """Asks a program for each event; the program is started for the first one and ended by `close`.

    It is given the position as its player sees it, and `seconds` for each turn. If it doesn't answer in this time and
    `tolerance` more seconds, ends, or doesn't answer with a legal event, its player forfeits the game.
    """

    def __init__(self, command: str, seconds: float, tolerance: float, log: str | None = None) -> None:
        """Take the command; everything sent and received is appended to the file `log`."""
        self.command, self.tolerance, self.log = command, tolerance, log
        self._control = TimeControl(seconds)
        self._process: EngineProcess | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_process": None}  # a copy starts the program again

    def choose(self, position: Position) -> Event:
        """Return the event that the program chooses; it isn't asked if there is only one.

        Raises:
            Forfeit: the program breaks the protocol or the rules.
        """
        seconds = self._control.for_event(position)
        assert seconds is not None
        events = position.events()
        if len(events) == 1:
            return events[0]
        try:
            return self._asked(position, seconds)
        except EngineFailure as failure:
            raise Forfeit(failure.message) from None

    def _asked(self, position: Position, seconds: float) -> Event:
        from thurntaxis.io.write import to_json

        process = self._process or self._started()
        answer = process.ask(f"position json {to_json(position)}", "positionok")[-1]
        if answer != "positionok":
            raise EngineFailure("answered", command="position json", answer=shown(answer))
        milliseconds = max(1, math.floor(1000 * seconds))
        *infos, best = process.ask(f"go time {milliseconds}", "bestturn", seconds + self.tolerance)
        for line in infos:
            if line.partition(" ")[0] != "info":
                raise EngineFailure("wrote", line=shown(line), command="go")
        return first_event(position, best)

    def _started(self) -> EngineProcess:
        """Return the program after its introduction."""
        try:
            self._process = EngineProcess(self.command, self.log)
        except (OSError, InputError) as error:
            reason = reason_of(error) if isinstance(error, OSError) else error.wrong
            raise EngineFailure("no-start", reason=reason) from None
        introduction(self._process.ask("taxis", "taxisok"))
        return self._process

    def close(self) -> None:
        """End the program."""
        if self._process:
            self._process.close()
            self._process = None


def first_event(position: Position, line: str) -> Event:
    """Return the first event of a line `bestturn`; raise `EngineFailure` if it isn't a legal one."""
    word, _, turn = line.partition(" ")
    text = turn.partition(";")[0].strip()
    if word != "bestturn":
        raise EngineFailure("answered", command="go", answer=shown(line))
    try:
        event = position.parse(text)
    except EventError:
        raise EngineFailure("no-event", event=shown(text)) from None
    if objections := position.why_not(event):
        raise EngineFailure("illegal", event=str(event), reason=objections[0].message)
    return event


def try_out(command: str, log: str | None, rules: RuleSet, players: int) -> None:
    """Start a program and have it introduce itself, to see whether it can play a game.

    Raises:
        InputError: it can't.
        OSError: the log can't be written.
    """
    with closing(EngineProcess(command, log)) as process:
        try:
            objection = introduction(process.ask("taxis", "taxisok")).objection(rules, players)
        except EngineFailure as failure:
            raise InputError(
                failure.message, "a program that speaks the engine protocol; taxis engine --check gives details"
            ) from None
    if objection:
        raise InputError("the program doesn't support {option}", "a program that declares it in its options", objection)
