"""The chance that certain cities are among the next cards revealed. Exact.

The order of the deck isn't known, so the next cards are drawn at random from the cards that the position doesn't show.
When the deck runs out, the discards become the deck, and after them nothing is left to reveal. Unknown cards in hands
are unseen too; they are assumed to be random among the unseen cards, so the deck is a random part of the unseen cards.

If the back of the deck's top card is seen, the next card is drawn at random from the cards with that number of
horseshoes; the later ones are drawn from all. An unknown card in a hand whose back has been seen is one of the cards
with that number, and isn't in the deck.
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
    """`drawn` cards are drawn at random from `cards`."""

    cards: Cards
    drawn: int


class Draw(NamedTuple):
    """The numbers of a pile: `drawn` cards are drawn at random from `size`."""

    size: int
    drawn: int


class Wanted(NamedTuple):
    """A city of which `copies` cards are wanted; `held` counts its cards in each pile."""

    copies: int
    held: tuple[int, ...]


def piles(position: Position, reveals: int, *, administrator: bool = False) -> tuple[Pile, ...]:
    """Return the piles of the next `reveals` cards: the deck, then the discards; together they may have fewer cards.

    With `administrator`, the display goes to the discards first.
    """
    discards = add(position.discard, position.display) if administrator else position.discard
    from_deck = min(reveals, position.deck_size)
    from_discards = min(reveals - from_deck, len(discards))
    both = (Pile(position.unseen, from_deck), Pile(discards, from_discards))
    return tuple(pile for pile in both if pile.drawn)


@dataclass(frozen=True)
class Case:
    """One case of what is revealed, and its chance: the cards `shown`, and others drawn from the `piles`."""

    chance: Fraction
    shown: Cards
    piles: tuple[Pile, ...]


def cases(position: Position, reveals: int, *, administrator: bool = False) -> tuple[Case, ...]:
    """Return the cases of the next `reveals` cards: a single one if no backs are seen (see `piles`).

    If backs are seen, there is a case for each card that the next one may be; if unknown cards in hands have visible
    backs, these are split by how many of the cards drawn have each number of horseshoes.
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
    """The cards that may be in the deck, and how many of them are, by their number of horseshoes.

    Unknown cards whose backs haven't been seen count as if they were at the bottom of the deck.
    """

    cards: Cards
    counts: dict[int, int]

    def without(self, card: str, number: int) -> "_Deck":
        """Return the deck after a card has been revealed."""
        return _Deck(remove(self.cards, card), self.counts | {number: self.counts[number] - 1})

    def drawn(self, board: Board, count: int) -> Iterator[tuple[Fraction, tuple[Pile, ...]]]:
        """Yield the ways to draw `count` cards, each with its chance."""
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
    """Yield each card that the next one may be, with its chance and the rest; no card if its back isn't known."""
    number = position.deck_back
    if number is None:
        yield Fraction(1), (), deck
        return
    fitting = Counter(card for card in deck.cards if position.rules.board.horseshoes[card] == number)
    for card, copies in fitting.items():
        yield Fraction(copies, fitting.total()), (card,), deck.without(card, number)


def by_city(some: Iterable[Case], board: Board, *, but: Collection[str] = ()) -> tuple[Case, ...]:
    """Return the cases with every card named by its city, except the cards `but`."""
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
    """Return what is wanted of the piles, sorted; a city that is repeated is wanted as often."""
    copies = Counter(cities)
    return tuple(
        sorted(Wanted(number, tuple(pile.cards.count(city) for pile in some)) for city, number in copies.items())
    )


class Requirement(NamedTuple):
    """The numbers of the piles, and what has to be drawn from them."""

    draws: tuple[Draw, ...]
    wanted: tuple[Wanted, ...]


def requirements(some: Iterable[Case], cities: Collection[str]) -> dict[Requirement, Fraction]:
    """Return what still has to be drawn in the cases, with its chance; cases with the same requirement are merged."""
    found: dict[Requirement, Fraction] = {}
    for case in some:
        left = Counter(cities) - Counter(case.shown)
        question = Requirement(draws_of(case.piles), wanted_in(case.piles, left.elements()))
        found[question] = found.get(question, Fraction(0)) + case.chance
    return found


def chance_in(some: Iterable[Case], cities: Collection[str]) -> Fraction:
    """Return the probability that all these cities are revealed."""
    return sum((share * chance_of_all(*asked) for asked, share in requirements(some, cities).items()), Fraction(0))


@functools.lru_cache(maxsize=1 << 16)
def chance_of_all(draws: tuple[Draw, ...], wanted: tuple[Wanted, ...]) -> Fraction:
    """Return the probability that all wanted cards are drawn.

    This counts the selections that have them all: the ways to draw the cards of each city, then any of the others.
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
    """Return in how many ways `count` cards can be filled up to `drawn` from `others`."""
    return math.comb(others, drawn - count) if count <= drawn else 0
