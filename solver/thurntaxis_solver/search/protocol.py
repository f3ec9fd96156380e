"""What every search offers to advice, agents and the engine protocol, whatever it does to find the best turn."""

import threading
from collections.abc import Callable
from typing import Protocol

from thurntaxis import Event, Position
from thurntaxis_solver.advice import Line


class Search(Protocol):
    """A search of the rest of the game, for the player who decides next in a position.

    It knows nothing until `think` is called, and more after each further call.
    """

    @property
    def player(self) -> int:
        """The player who decides next."""
        ...

    @property
    def seed(self) -> int:
        """The random seed."""
        ...

    @property
    def playouts(self) -> int:
        """How many playouts there have been."""
        ...

    @property
    def seconds(self) -> float:
        """How long the search has been thinking."""
        ...

    def think(
        self,
        *,
        seconds: float | None = None,
        playouts: int | None = None,
        stop: threading.Event | None = None,
        progress: Callable[[], object] | None = None,
    ) -> None:
        """Search for some seconds, for some playouts or until `stop` is set, whichever comes first.

        `progress` is called in this thread whenever more is known.

        Raises:
            ValueError: nothing would end it, or there is no time or no playout to spend.
        """
        ...

    def best(self) -> Event:
        """Return the best first event."""
        ...

    def lines(self, count: int) -> tuple[Line, ...]:
        """Return the best turns, at most `count`, the best first: by chance of winning, then by expected margin."""
        ...


class SearchFactory(Protocol):
    """Sets up a search, compiling what it needs; most often the class of the search."""

    def __call__(self, position: Position, *, seed: int, cores: int, forced: Event | None) -> Search:
        """Return a search that hasn't begun to think.

        The event `forced`, if one is given, is examined as thoroughly as the best one, and has a line of its own.

        Raises:
            ValueError: the position can't be searched.
        """
        ...
