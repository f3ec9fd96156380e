"""Frozen values that are copied cheaply, and multisets of cards."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Self

UNKNOWN = "?"
"""A card that the asker doesn't know, in a hand or among the discards; it counts against the deck."""

UNKNOWN_BACK = "?/"
"""How such a card is written if its back has been seen; the number of horses there follows."""

Cards = tuple[str, ...]
"""A multiset of cards: the cities' names, sorted by code point."""


class Value:
    """Base of the frozen dataclasses of a position: `replace` is `dataclasses.replace` at a tenth of its cost."""

    def replace(self, **changes: Any) -> Self:
        """Return a copy with the fields of `changes` replaced."""
        fields = self.__dict__
        changed = fields | changes
        if len(changed) != len(fields):
            raise TypeError(f"{type(self).__name__} has no field {', '.join(sorted(changes.keys() - fields.keys()))}")
        copy = object.__new__(type(self))
        object.__setattr__(copy, "__dict__", changed)
        return copy


def frozen(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return data with tuples instead of lists."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}


def is_unknown(card: str) -> bool:
    """Return whether a card of a hand or of the discards is unknown to the asker."""
    return card[0] == UNKNOWN


def count_unknown(some: Cards) -> int:
    """Return the number of cards in a hand, or among the discards, that are unknown to the asker."""
    if UNKNOWN not in "".join(some):  # nearly always so, and quick to check
        return 0
    return len([1 for card in some if card[:1] == UNKNOWN])


def known(some: Cards) -> Cards:
    """Return the cards in a hand, or among the discards, that the asker knows."""
    return tuple([card for card in some if card[:1] != UNKNOWN])


def add(some: Cards, more: Cards) -> Cards:
    """Return the union of two multisets of cards."""
    return tuple(sorted(some + more))


def less(some: Cards, others: Iterable[str]) -> Cards:
    """Return a multiset of cards less those of another, as far as they are in it."""
    return tuple(sorted((Counter(some) - Counter(others)).elements()))


def remove(some: Cards, card: str) -> Cards:
    """Return the multiset without one copy of `card`, which must be in it."""
    at = some.index(card)
    return some[:at] + some[at + 1 :]
