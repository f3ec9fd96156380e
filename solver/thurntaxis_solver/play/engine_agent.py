"""An agent that is another program: it is asked by the engine protocol (docs/protocol.md)."""

from typing import Any

from thurntaxis import Event, Position
from thurntaxis.fault import InputError, reason_of
from thurntaxis_solver.play.engine_client import EngineClient
from thurntaxis_solver.play.engine_process import EngineFailure
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
        self._client: EngineClient | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_client": None}  # a copy starts the program again

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
            self._client = self._client or EngineClient(self.command, patience=self.tolerance, log=self.log)
            return self._client.best_turn(position, seconds=seconds).events[0]
        except EngineFailure as failure:
            raise Forfeit(failure.message) from None
        except (OSError, InputError) as error:
            reason = reason_of(error) if isinstance(error, OSError) else error.wrong
            raise Forfeit(EngineFailure("no-start", reason=reason).message) from None

    def close(self) -> None:
        """End the program."""
        if self._client:
            self._client.close()
            self._client = None
