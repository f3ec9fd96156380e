"""The cards to come: how likely certain cities are to be among the next ones revealed. Exact.

The order of the deck is not known, so the next cards are drawn at random from the cards that the position does not
show. When the deck runs out, the discards become the deck, and after them nothing is left to reveal. Unknown cards
in hands are unseen too; which of the unseen cards they are is supposed to be pure chance, so the deck is a random
part of the unseen cards.
"""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from thurntaxis import Board, Position
from thurntaxis.values import Cards, add


@dataclass(frozen=True)
class Pile:
    """`drawn` cards, drawn at random from `cards`."""

    cards: Cards
    drawn: int


class Draw(NamedTuple):
    """The numbers of a pile: `drawn` cards, drawn at random from `size`."""

    size: int
    drawn: int


class Wanted(NamedTuple):
    """A city of which `copies` cards are wanted; `held` counts its cards in each pile."""

    copies: int
    held: tuple[int, ...]


def piles(position: Position, reveals: int, *, administrator: bool = False) -> tuple[Pile, ...]:
    """Return where the next `reveals` cards come from: the deck, then the discards; together they may be fewer.

    `administrator`: whether the display goes to the discards first.
    """
    discards = add(position.discard, position.display) if administrator else position.discard
    from_deck = min(reveals, position.deck_size)
    from_discards = min(reveals - from_deck, len(discards))
    both = (Pile(position.unseen, from_deck), Pile(discards, from_discards))
    return tuple(pile for pile in both if pile.drawn)


def by_city(some: Iterable[Pile], board: Board, *, but: Collection[str] = ()) -> tuple[Pile, ...]:
    """Return the piles with every card called as its city, but for the cards `but`."""
    if not board.cards_are_numbered:
        return tuple(some)
    names = {card: card if card in but else city for card, city in board.city_of.items()}
    return tuple(Pile(tuple(sorted(names[card] for card in pile.cards)), pile.drawn) for pile in some)


def draws_of(some: Iterable[Pile]) -> tuple[Draw, ...]:
    """Return the numbers of these piles."""
    return tuple(Draw(len(pile.cards), pile.drawn) for pile in some)


def wanted_in(some: tuple[Pile, ...], cities: Iterable[str]) -> tuple[Wanted, ...]:
    """Return what is wanted of the piles, in the order of the numbers; a city that is repeated is wanted as often."""
    copies = Counter(cities)
    return tuple(
        sorted(Wanted(number, tuple(pile.cards.count(city) for pile in some)) for city, number in copies.items())
    )


@functools.lru_cache(maxsize=1 << 16)
def chance_of_all(draws: tuple[Draw, ...], wanted: tuple[Wanted, ...]) -> Fraction:
    """Return the probability that all wanted cards are drawn.

    Counts the selections that hold them all: city by city those of its own cards, then any of the other cards.
    """
    selections: Counter[tuple[int, ...]] = Counter({(0,) * len(draws): 1})
    for wish in wanted:
        selections = _selections_with(selections, wish)
    others = [draw.size - sum(wish.held[at] for wish in wanted) for at, draw in enumerate(draws)]
    drawn = [draw.drawn for draw in draws]
    good = sum(number * math.prod(map(_fill, others, drawn, counts)) for counts, number in selections.items())
    return Fraction(good, math.prod(math.comb(draw.size, draw.drawn) for draw in draws))


def _selections_with(selections: Counter[tuple[int, ...]], wish: Wanted) -> Counter[tuple[int, ...]]:
    """Add the cards of one city to selections that are counted by their number of cards from each pile."""
    more: Counter[tuple[int, ...]] = Counter()
    for shown in itertools.product(*(range(held + 1) for held in wish.held)):
        if sum(shown) < wish.copies:
            continue
        ways = math.prod(map(math.comb, wish.held, shown))
        for counts, number in selections.items():
            more[tuple(map(sum, zip(counts, shown, strict=True)))] += number * ways
    return more


def _fill(others: int, drawn: int, count: int) -> int:
    """Return in how many ways `count` cards are made up to `drawn` from so many others."""
    return math.comb(others, drawn - count) if count <= drawn else 0
