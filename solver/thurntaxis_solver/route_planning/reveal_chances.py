"""The chance that certain cities are among the next cards revealed. Exact.

The order of the deck isn't known, so the next cards are drawn at random from the cards that the position doesn't show.
When the deck runs out, the discards become the deck, and after them nothing is left to reveal. Unknown cards in hands
and among the discards are unseen too; they are assumed to be random among the unseen cards, so the deck is a random
part of the unseen cards. How many of the cards drawn from the discards are unknown ones is a matter of chance; each of
these is one more random card of the unseen ones.

If the back of the deck's top card is seen, the next card is drawn at random from the cards with that number of
horseshoes; the later ones are drawn from all. An unknown card elsewhere whose back has been seen is one of the cards
with that number, and isn't in the deck.
"""

import functools
import itertools
import math
import operator
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from thurntaxis import Board, Position
from thurntaxis.modules.power_and_glory.backs import cards_with
from thurntaxis.values import Cards, add, known, remove
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


def cards_to_come(position: Position, reveals: int) -> Cards:
    """Return all cards that may be among the next `reveals` cards."""
    unknown, later = position.unknown_discards, reveals > position.deck_size
    return (position.unseen if position.deck_size or (unknown and later) else ()) + (
        known(position.discard) if later else ()
    )


@dataclass(frozen=True)
class Case:
    """One case of what is revealed, and its chance: the cards `shown`, and others drawn from the `piles`."""

    chance: Fraction
    shown: Cards
    piles: tuple[Pile, ...]


def cases(position: Position, reveals: int, *, administrator: bool = False) -> tuple[Case, ...]:
    """Return the cases of the next `reveals` cards: the deck, then the discards; together they may have fewer cards.

    With `administrator`, the display goes to the discards first. There is a single case if no backs are seen and the
    discards are known or don't come. Otherwise there is one for each card that the next one may be, and for each number
    of unknown cards that are drawn from the discards; if unknown cards have visible backs, these are split by how many
    of the cards drawn have each number of horseshoes.
    """
    if not reveals:
        return (Case(Fraction(1), (), ()),)
    discards = add(known(position.discard), position.display) if administrator else known(position.discard)
    from_deck = min(reveals, position.deck_size)
    return tuple(
        Case(chance * share * part, shown, (*drawn, *([Pile(discards, from_known)] if from_known else [])))
        for chance, shown, pool in _first(position, _Pool.of(position))
        for share, from_known, unknown, backs in _from_discards(position, len(discards), reveals - from_deck)
        for part, drawn in pool.drawn(position.rules.board, from_deck - len(shown) + unknown, backs)
    )


def _from_discards(
    position: Position, known_discards: int, reveals: int
) -> Iterator[tuple[Fraction, int, int, tuple[int, ...]]]:
    """Yield what may be drawn from the discards, which may have fewer cards than `reveals`.

    That is: the chance, and the numbers of known cards, of unknown ones without a back, and of those with each back.
    """
    kinds = (known_discards, *map(position.discard.count, position.rules.parts.unknown_cards))
    drawn = min(reveals, sum(kinds))
    for from_known, unknown, *backs in _parts(kinds, drawn):
        ways = math.prod(map(math.comb, kinds, (from_known, unknown, *backs)))
        yield Fraction(ways, math.comb(sum(kinds), drawn)), from_known, unknown, tuple(backs)


def _parts(most: tuple[int, ...], total: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to make a total of numbers that have these limits."""
    if not most:
        if total == 0:
            yield ()
        return
    for first in range(max(0, total - sum(most[1:])), min(total, most[0]) + 1):
        for others in _parts(most[1:], total - first):
            yield first, *others


class _Pool(NamedTuple):
    """The unseen cards, and how many of them may be in the deck, by their number of horseshoes.

    Unknown cards elsewhere whose backs haven't been seen count as if they were at the bottom of the deck. If no backs
    are seen, there are no such numbers.
    """

    cards: Cards
    counts: dict[int, int]

    @classmethod
    def of(cls, position: Position) -> "_Pool":
        """Return the unseen cards of a position."""
        if not capabilities(position.rules).backs:
            return cls(position.unseen, {})
        numbers = sorted(set(position.rules.board.horseshoes.values()))
        return cls(position.unseen, {number: cards_with(position, number) for number in numbers})

    def drawn(self, board: Board, count: int, backs: tuple[int, ...]) -> Iterator[tuple[Fraction, tuple[Pile, ...]]]:
        """Yield the ways to draw `count` cards, and so many of those whose `backs` are known, each with its chance."""
        if not self.counts or len(self.cards) == sum(self.counts.values()):
            yield Fraction(1), (Pile(self.cards, count),) if count else ()
            return
        of_number = [tuple(card for card in self.cards if board.horseshoes[card] == n) for n in self.counts]
        ways = math.comb(sum(self.counts.values()), count)
        for parts in _parts(tuple(self.counts.values()), count):
            share = Fraction(math.prod(map(math.comb, self.counts.values(), parts)), ways)
            numbers = map(operator.add, parts, backs)
            yield share, tuple(Pile(cards, k) for cards, k in zip(of_number, numbers, strict=True) if k)


def _first(position: Position, pool: _Pool) -> Iterator[tuple[Fraction, Cards, _Pool]]:
    """Yield each card that the next one may be, with its chance and the rest; no card if its back isn't known."""
    number = position.deck_back
    if number is None or not pool.counts:
        yield Fraction(1), (), pool
        return
    fitting = Counter(card for card in pool.cards if position.rules.board.horseshoes[card] == number)
    for card, copies in fitting.items():
        left = _Pool(remove(pool.cards, card), pool.counts | {number: pool.counts[number] - 1})
        yield Fraction(copies, fitting.total()), (card,), left


def by_city(possible: Iterable[Case], board: Board, *, but: Collection[str] = ()) -> tuple[Case, ...]:
    """Return the cases with every card named by its city, except the cards `but`."""
    if not board.cards_are_numbered:
        return tuple(possible)
    names = {card: card if card in but else city for card, city in board.city_of.items()}

    def named(cards: Cards) -> Cards:
        return tuple(sorted(map(names.__getitem__, cards)))

    return tuple(
        Case(case.chance, named(case.shown), tuple(Pile(named(pile.cards), pile.drawn) for pile in case.piles))
        for case in possible
    )


Requirement = tuple[tuple[Draw, ...], tuple[Wanted, ...]]
"""The numbers of the piles, and what has to be drawn from them."""


def requirements(possible: Iterable[Case], cities: Collection[str]) -> dict[Requirement, Fraction]:
    """Return what still has to be drawn in the cases, with its chance; cases with the same requirement are merged."""
    chances: dict[Requirement, Fraction] = {}
    for case in possible:
        left = Counter(cities) - Counter(case.shown)
        draws = tuple(Draw(len(pile.cards), pile.drawn) for pile in case.piles)
        wanted = sorted(Wanted(n, tuple(pile.cards.count(city) for pile in case.piles)) for city, n in left.items())
        requirement = draws, tuple(wanted)
        chances[requirement] = chances.get(requirement, Fraction(0)) + case.chance
    return chances


def chance_in(possible: Iterable[Case], cities: Collection[str]) -> Fraction:
    """Return the probability that all these cities are revealed."""
    chances = requirements(possible, cities).items()
    return sum((chance * chance_of_all(*requirement) for requirement, chance in chances), Fraction(0))


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
