"""Events: all that can happen in a game, one line of text each."""

import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from thurntaxis.clauses import Objection
from thurntaxis.fault import InputError

if TYPE_CHECKING:
    from thurntaxis.position import Position

LONGEST_EVENT = 1000
"""The greatest length of an event; the longest ones close a route with houses in many cities."""


class Event(tuple[str, ...]):
    """An event as the tuple of its words: `Event(("play", "Ulm", "right"))` is the line `play Ulm right`.

    Events order like their lines. Lines are read by `Position.parse`, which knows the board's names.
    """

    __slots__ = ()

    @property
    def verb(self) -> str:
        """The first word, which says what kind of event this is."""
        return self[0]

    @property
    def cities(self) -> tuple[str, ...]:
        """The cities or cards of `close` and `keep`."""
        return self[1:]

    def __str__(self) -> str:
        return " ".join(self)

    def __repr__(self) -> str:
        return f"Event({str(self)!r})"


class EventError(InputError):
    """A text that isn't a move at all."""


class IllegalEvent(ValueError):
    """An event that the rules do not allow here, with every objection."""

    def __init__(self, event: Event, objections: tuple[Objection, ...]) -> None:
        super().__init__(event, objections)
        self.event, self.objections = event, objections

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the clauses that object, each once."""
        return tuple(dict.fromkeys(objection.clause for objection in self.objections))

    def __str__(self) -> str:
        return " ".join(objection.sentence for objection in self.objections)


class Events(Sequence[Event]):
    """The legal events of a position, sorted; computed on first use."""

    def __init__(self, position: "Position") -> None:
        self._position = position

    @functools.cached_property
    def _sorted(self) -> list[Event]:
        return sorted(self._position.rules.legal(self._position))

    def __contains__(self, event: object) -> bool:
        try:
            return isinstance(event, (Event, str)) and not self._position.why_not(event)
        except EventError:
            return False

    def __iter__(self) -> Iterator[Event]:
        return iter(self._sorted)

    def __len__(self) -> int:
        return len(self._sorted)

    @overload
    def __getitem__(self, at: int) -> Event: ...
    @overload
    def __getitem__(self, at: slice) -> list[Event]: ...
    def __getitem__(self, at: int | slice) -> Event | list[Event]:
        return self._sorted[at]

    def __repr__(self) -> str:
        return f"<{len(self)} events: {'; '.join(map(str, self))}>"
