"""What a search by playouts knows: a tree of decisions, with the playouts that chose each of them."""

from typing import NamedTuple, Protocol

from thurntaxis import Event, Position
from thurntaxis_solver.quantities import Estimate


class Branch(NamedTuple):
    """What the playouts say of an event: how many chose it, and their means for the player who decides there.

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
