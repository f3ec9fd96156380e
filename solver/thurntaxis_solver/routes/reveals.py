"""The cards to come: how likely certain cities are to be among the next ones revealed. Exact.

The order of the deck is not known, so the next cards are drawn at random from the cards that the position does not
show. When the deck runs out, the discards become the deck, and after them nothing is left to reveal. Unknown cards
in hands are unseen too; which of the unseen cards they are is supposed to be pure chance, so the deck is a random
part of the unseen cards.

Where the back of the deck's top card is seen, the next card is drawn at random from the cards with that number of
horseshoes; the later ones are drawn from all. An unknown card in a hand whose back has been seen is one of the cards
with that number, and the deck lacks it.
"""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from thurntaxis import Board, Position
from thurntaxis.modules.power_and_glory.backs import cards_with
from thurntaxis.values import Cards, add, remove
from thurntaxis_solver.capabilities import capabilities


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


@dataclass(frozen=True)
class Case:
    """One way in which the reveals can go, and how likely it is.

    `shown` are cards that are revealed for sure then; the others are drawn from the `piles`.
    """

    chance: Fraction
    shown: Cards
    piles: tuple[Pile, ...]


def cases(position: Position, reveals: int, *, administrator: bool = False) -> tuple[Case, ...]:
    """Return the ways in which the next `reveals` cards come: one, where no backs are seen (see `piles`).

    Where they are seen, there is one way for each card that the next one may be, and where backs of unknown cards in
    hands have been seen besides, one for each number of cards with so many horseshoes.
    """
    some = piles(position, reveals, administrator=administrator)
    if not capabilities(position.rules).backs or position.deck_size <= 0:
        return (Case(Fraction(1), (), some),)
    deck = _Deck(position.unseen, {number: cards_with(position, number) for number in _numbers(position)})
    from_deck, others = some[0].drawn, some[1:]
    return tuple(
        Case(chance * share, shown, (*drawn, *others))
        for chance, shown, left in _first(position, deck)
        for share, drawn in left.drawn(position.rules.board, from_deck - len(shown))
    )


def _numbers(position: Position) -> list[int]:
    return sorted(set(position.rules.board.horseshoes.values()))


class _Deck(NamedTuple):
    """The cards that may lie in a deck, and how many of them do, by the number of their horseshoes.

    Unknown cards of which not even the back has been seen are counted as if they lay at the bottom of the deck.
    """

    cards: Cards
    counts: dict[int, int]

    def without(self, card: str, number: int) -> "_Deck":
        """Return what is left of the deck once a card is revealed."""
        return _Deck(remove(self.cards, card), self.counts | {number: self.counts[number] - 1})

    def drawn(self, board: Board, count: int) -> Iterator[tuple[Fraction, tuple[Pile, ...]]]:
        """Yield the ways to draw so many cards, each with its chance."""
        if count == 0:
            yield Fraction(1), ()
            return
        if len(self.cards) == sum(self.counts.values()):
            yield Fraction(1), (Pile(self.cards, count),)
            return
        of_number = {n: tuple(card for card in self.cards if board.horseshoes[card] == n) for n in self.counts}
        ways = math.comb(sum(self.counts.values()), count)
        for parts in itertools.product(*(range(min(count, held) + 1) for held in self.counts.values())):
            if sum(parts) == count:
                share = Fraction(math.prod(map(math.comb, self.counts.values(), parts)), ways)
                yield share, tuple(Pile(of_number[n], k) for n, k in zip(self.counts, parts, strict=True) if k)


def _first(position: Position, deck: _Deck) -> Iterator[tuple[Fraction, Cards, _Deck]]:
    """Yield what the next card may be, where its back is known; nothing is known of it else."""
    number = position.deck_back
    if number is None:
        yield Fraction(1), (), deck
        return
    fitting = Counter(card for card in deck.cards if position.rules.board.horseshoes[card] == number)
    for card, copies in fitting.items():
        yield Fraction(copies, fitting.total()), (card,), deck.without(card, number)


def by_city(some: Iterable[Case], board: Board, *, but: Collection[str] = ()) -> tuple[Case, ...]:
    """Return the cases with every card called as its city, but for the cards `but`."""
    if not board.cards_are_numbered:
        return tuple(some)
    names = {card: card if card in but else city for card, city in board.city_of.items()}

    def named(cards: Cards) -> Cards:
        return tuple(sorted(map(names.__getitem__, cards)))

    return tuple(
        Case(case.chance, named(case.shown), tuple(Pile(named(pile.cards), pile.drawn) for pile in case.piles))
        for case in some
    )


def draws_of(some: Iterable[Pile]) -> tuple[Draw, ...]:
    """Return the numbers of these piles."""
    return tuple(Draw(len(pile.cards), pile.drawn) for pile in some)


def wanted_in(some: tuple[Pile, ...], cities: Iterable[str]) -> tuple[Wanted, ...]:
    """Return what is wanted of the piles, in the order of the numbers; a city that is repeated is wanted as often."""
    copies = Counter(cities)
    return tuple(
        sorted(Wanted(number, tuple(pile.cards.count(city) for pile in some)) for city, number in copies.items())
    )


class Question(NamedTuple):
    """What has to be drawn, from how many cards of what kind."""

    draws: tuple[Draw, ...]
    wanted: tuple[Wanted, ...]


def questions(some: Iterable[Case], cities: Collection[str]) -> dict[Question, Fraction]:
    """Return what is still wanted in each case once its sure cards are shown; cases that ask the same are one."""
    found: dict[Question, Fraction] = {}
    for case in some:
        left = Counter(cities) - Counter(case.shown)
        question = Question(draws_of(case.piles), wanted_in(case.piles, left.elements()))
        found[question] = found.get(question, Fraction(0)) + case.chance
    return found


def chance_in(some: Iterable[Case], cities: Collection[str]) -> Fraction:
    """Return the probability that all these cities are revealed."""
    return sum((share * chance_of_all(*asked) for asked, share in questions(some, cities).items()), Fraction(0))


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
