"""Frozen values that are copied cheaply, and multisets of cards."""

from typing import Any, Self

UNKNOWN = "?"
"""A card that the asker does not know: it stands in a hand, and counts against the deck."""

Cards = tuple[str, ...]
"""A multiset of cards: the cities' names, sorted by code point."""


class Value:
    """Base of the frozen dataclasses of a position: `replace` is `dataclasses.replace` at a tenth of its cost."""

    def replace(self, **changes: Any) -> Self:
        """Return a copy with the fields of `changes` set anew."""
        fields = self.__dict__
        if not changes.keys() <= fields.keys():
            raise TypeError(f"{type(self).__name__} has no field {', '.join(sorted(changes.keys() - fields.keys()))}")
        copy = object.__new__(type(self))
        copy.__dict__.update(fields)
        copy.__dict__.update(changes)
        return copy


def cards(*names: str) -> Cards:
    """Return the multiset of these cards."""
    return tuple(sorted(names))


def add(some: Cards, more: Cards) -> Cards:
    """Return the union of two multisets of cards."""
    return tuple(sorted(some + more))


def remove(some: Cards, card: str) -> Cards:
    """Return the multiset less one copy of `card`, which must be in it."""
    at = some.index(card)
    return some[:at] + some[at + 1 :]
