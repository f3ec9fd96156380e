"""The interface of all searches, which advice, agents and the engine protocol use."""

import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from thurntaxis import Event, Position
from thurntaxis_solver.advice import Line
from thurntaxis_solver.quantities import Estimate


class Search(Protocol):
    """A search of the rest of the game, for the player who decides next in a position.

    It has no results until `think` is called; each further call improves them.
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

    @property
    def is_full(self) -> bool:
        """Whether the search ended because it ran out of memory."""
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

        `progress` is called in this thread whenever there are new results.

        Raises:
            ValueError: nothing would end it, or there is no time or no playout to spend.
        """
        ...

    def steps(
        self, *, seconds: float | None = None, playouts: int | None = None, stop: threading.Event | None = None
    ) -> Iterator[bool]:
        """Do what `think` does, a few milliseconds at each step.

        Each step yields whether there is something new to report.

        Raises:
            ValueError: as `think` does.
        """
        ...

    def best(self) -> Event:
        """Return the best first event."""
        ...

    def lines(self, count: int) -> tuple[Line, ...]:
        """Return the best turns, at most `count`, the best first: by chance of winning, then by expected margin."""
        ...


class SearchFactory(Protocol):
    """Sets up a search; most often the class of the search."""

    def __call__(self, position: Position, *, seed: int, cores: int, forced: Event | None) -> Search:
        """Return a search that hasn't started.

        The event `forced`, if one is given, is examined as thoroughly as the best one, and has a line of its own.

        Raises:
            ValueError: the position can't be searched.
        """
        ...


# ---- further results of a search by playouts


class Branch(NamedTuple):
    """The playouts of an event: how many chose it, and their means for the player who decides there.

    `noise` is the part of the standard error of `win` that more playouts would lessen.
    """

    event: Event
    visits: int
    utility: float
    win: Estimate
    margin: Estimate
    score: Estimate
    noise: float


class Visits(NamedTuple):
    """How many playouts chose an event, and whose event it is."""

    playouts: int
    event: Event
    mover: int


class PlayoutTree(Protocol):
    """The tree of a search, from which `thurntaxis_solver.search.search_advice` makes advice.

    A node is named by the decisions that lead to it; reveals are not part of its name.
    """

    @property
    def position(self) -> Position:
        """The position that is searched."""
        ...

    @property
    def player(self) -> int:
        """The player who decides next in that position."""
        ...

    @property
    def playouts(self) -> int:
        """How many playouts there have been."""
        ...

    def branches(self, after: tuple[Event, ...] = ()) -> list[Branch]:
        """Return what is known of the events of a node, the most visited first."""
        ...

    def visits(self, after: tuple[Event, ...]) -> list[Visits]:
        """Return how often the events of a node were chosen, the most visited first, without their figures."""
        ...

    def favourite(self, after: tuple[Event, ...], position: Position) -> Event:
        """Return the legal event of a node that most playouts chose, or what the search prefers if none did.

        `position` is the node with its reveals made.
        """
        ...
