r"""The mean over the administrator's new displays, exactly and without listing the displays.

After the administrator one choice is left before cards are played: the best card on display, or a blind one. With
$v(c)$ the value of having taken card $c$, $T$ the sum of $v$ over all the cards that may be revealed, $S$ the sum over
those that are, and $R$ the number of those that are not, the expected value is

$$E\left[\max\left(\max_{c \text{ on display}} v(c),\; \frac{T - S}{R}\right)\right].$$

It is found by order statistics: the cities are sorted by $v$, and the displays whose best value is $b$ are counted by
binomials. The blind card is better if $S < T - R\,b$. For most $b$, bounds on $S$ show that this holds for all displays
or for none; otherwise the displays are split by how many cards of the next lower value they have, and so on.

If the deck runs out in between, the discards come in: the cards are drawn in stages, each from what is left of the
last one and the cards that come in.
"""

import functools
import math
import operator
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, product
from typing import NamedTuple

from thurntaxis import Event, Position
from thurntaxis_solver.exact.value import Rational, TurnValue

Sum = tuple[Rational, ...]
"""A sum of values, figure by figure. Sums compare as values do, and adding the same to both keeps their order."""

Numbers = tuple[int, ...]
"""A number of cards for each stage."""

Due = Mapping[Numbers, int]
"""The numbers of cards still due at each stage, all with the same sum, and in how many ways each can come about."""

BLIND = Event(("draw", "deck"))


class Stage(NamedTuple):
    """Cards that come in, and the number of reveals from all cards that are then there."""

    cards: Counter[str]
    reveals: int


def cards_due(position: Position) -> int:
    """Return how many cards come next to the same place: the display, or before it the hand."""
    pending = position.turn.pending
    return pending.count("hand") or pending.count("display")


def different_displays(cards: Counter[str], due: int) -> int:
    """Return how many different multisets of `due` of these cards there are."""
    ways = [1] + [0] * due
    for copies in cards.values():
        ways = [sum(ways[max(0, size - copies) : size + 1]) for size in range(due + 1)]
    return ways[due]


def stages(position: Position, blind: Event = BLIND) -> tuple[tuple[Stage, ...], bool]:
    """Return the stages in which the cards due come to the display, and whether a blind card can be drawn after them.

    `blind` is the event that draws it. The rules are asked by revealing arbitrary cards: when the discards come in
    depends only on numbers.
    """
    found: list[Stage] = []
    cards, reveals = Counter(position.unseen), 0
    while position.is_chance:
        card = position.unseen[0]
        before, position = position, position.play_without_checking(Event(("deal", card)))
        reveals += 1
        if more := _come_in(before, position, card):
            found.append(Stage(cards, reveals))
            cards, reveals = more, 0
    found.append(Stage(cards, reveals))
    if position.rules.refuses(position, blind):
        return tuple(found), False
    if more := _come_in(position, position.play_without_checking(blind)):
        found.append(Stage(more, 0))
    return tuple(found), True


def _come_in(before: Position, after: Position, *revealed: str) -> Counter[str]:
    """Return the cards that came into the deck between two positions."""
    return Counter(after.unseen) - (Counter(before.unseen) - Counter(revealed))


class Best(NamedTuple):
    """The displays whose best card has this value; `cities` are those with this value that can be on the display.

    In `taken` displays that card is the best choice, in `blind` displays a blind card is better; `rests` is the sum of
    T - S over the latter.
    """

    value: TurnValue
    cities: tuple[str, ...]
    taken: int
    blind: int
    rests: Sum


@dataclass(frozen=True)
class DisplayRefill:
    """All new displays that chance can bring, grouped by their best card; `left` cards aren't revealed."""

    best: tuple[Best, ...]
    left: int

    @property
    def displays(self) -> int:
        """The number of displays, each counted by the ways in which it can come about."""
        return sum(best.taken + best.blind for best in self.best)

    def value(self) -> TurnValue:
        """Return the expected value of the best choice."""
        total = _total(_times(best.taken, best.value) for best in self.best)
        if self.left:
            total = _plus(total, _times(Fraction(1, self.left), _total(best.rests for best in self.best)))
        return TurnValue(*_times(Fraction(1, self.displays), total))


def refill(
    values: Mapping[str, TurnValue], shown: Sequence[str], drawn: Sequence[Stage], *, blind: bool
) -> DisplayRefill:
    """Return the displays that chance can bring.

    Args:
        values: v of every card that is on display or may come.
        shown: the cards that are on display already.
        drawn: the stages in which the others come.
        blind: whether a blind card can be drawn instead of one on display.
    """
    cards = _Cards(values, drawn)
    reveals = tuple(stage.reveals for stage in drawn)
    due = {reveals: 1}
    left = sum(stage.cards.total() for stage in drawn) - sum(reveals)

    def limit(value: TurnValue) -> Sum | None:
        return _less(cards.total, _times(left, value)) if blind else None

    floor = max((values[city] for city in shown), default=None)
    found: list[Best] = []
    for at, (value, cities) in enumerate(cards.kinds):
        if floor is not None and value <= floor:
            break
        upto, below = cards.split(at, due, limit(value)), cards.split(at + 1, due, limit(value))
        taken, blind_better = upto.taken - below.taken, upto.blind - below.blind
        found.append(Best(value, cities, taken, blind_better, _less(upto.rests, below.rests)))
    if floor is not None:
        at = sum(value > floor for value, _ in cards.kinds)
        cities = tuple(sorted(city for city in values if values[city] == floor))
        found.append(Best(floor, cities, *cards.split(at, due, limit(floor))))
    last = max((at for at, stage in enumerate(drawn) if stage.reveals), default=-1)  # later ones can't be revealed
    shown_or_revealed = set(shown).union(*(stage.cards for stage in drawn[: last + 1]))
    return DisplayRefill(
        tuple(
            best._replace(cities=tuple(city for city in best.cities if city in shown_or_revealed))
            for best in found
            if best.taken + best.blind
        ),
        left,
    )


def left_over(drawn: Sequence[Stage]) -> dict[str, int]:
    """Return the cards that may be left after all reveals, and their relative frequencies, as whole numbers.

    If all cards come in at the same stage, these are their counts.
    """
    often: dict[str, Fraction] = {}
    size = reveals = 0
    for stage in drawn:
        kept = Fraction(size - reveals, max(1, size))
        often = {card: number * kept for card, number in often.items()}
        for card, number in stage.cards.items():
            often[card] = often.get(card, Fraction(0)) + number
        size, reveals = size - reveals + stage.cards.total(), stage.reveals
    whole = math.lcm(*(number.denominator for number in often.values()))
    return {card: int(number * whole) for card, number in sorted(often.items()) if number}


class _Split(NamedTuple):
    """In how many displays the best card is taken, in how many a blind one, and the sum of T - S over the latter."""

    taken: int
    blind: int
    rests: Sum


NOTHING: Sum = (0,) * len(TurnValue._fields)


class _Cards:
    """The cards that may come, by kind: a kind is all cities of one value, the highest first.

    "From" a kind means of that kind and all lower ones.
    """

    def __init__(self, values: Mapping[str, TurnValue], drawn: Sequence[Stage]) -> None:
        cities: dict[TurnValue, list[str]] = {}
        for city in sorted(set[str]().union(*(stage.cards for stage in drawn))):
            cities.setdefault(values[city], []).append(city)
        self.kinds = [(value, tuple(cities[value])) for value in sorted(cities, reverse=True)]
        self._counts = [tuple(sum(stage.cards[city] for city in kind) for stage in drawn) for _, kind in self.kinds]
        every = [value for (value, _), counts in zip(self.kinds, self._counts, strict=True) for _ in range(sum(counts))]
        self._highest = list(accumulate(every, _plus, initial=NOTHING))
        self.total = self._highest[-1]  # the sum T
        self._first = list(accumulate(map(sum, self._counts), initial=0))
        self._counts_from = [tuple(map(sum, zip(*self._counts[at:], strict=True))) for at in range(len(self.kinds))]
        self._counts_from.append((0,) * len(drawn))
        self._sums_from = [[self._sum(at, stage) for stage in range(len(drawn))] for at in range(len(self.kinds) + 1)]

    def _sum(self, at: int, stage: int) -> Sum:
        """Return the sum of the values of the cards from a kind that come in at a stage."""
        pairs = zip(self.kinds[at:], self._counts[at:], strict=True)
        return _total(_times(counts[stage], value) for (value, _), counts in pairs)

    def split(self, at: int, due: Due, limit: Sum | None, shown: Sum = NOTHING) -> _Split:
        """Split the displays whose cards still `due` are all from kind `at`; `shown` is the sum of the others.

        The blind card is better if the sum over the display is less than `limit`; without a limit, it never is.
        """
        count = max(map(sum, due))
        lowest = _less(self._highest[-1], self._highest[len(self._highest) - 1 - count])
        if limit is None or not _plus(shown, lowest) < limit:
            return _Split(sum(ways * _ways(self._counts_from[at], rest) for rest, ways in due.items()), 0, NOTHING)
        end = self._first[at] + count
        if end >= len(self._highest):
            return _Split(0, 0, NOTHING)
        if _plus(shown, _less(self._highest[end], self._highest[self._first[at]])) < limit:
            return self._all_blind(at, due, shown)
        parts = [
            self.split(at + 1, left, limit, _plus(shown, _times(taken, self.kinds[at][0])))
            for taken in range(min(count, sum(self._counts[at])) + 1)
            if (left := self._left_due(at, due, taken))
        ]
        return _Split(
            sum(part.taken for part in parts), sum(part.blind for part in parts), _total(part.rests for part in parts)
        )

    def _all_blind(self, at: int, due: Due, shown: Sum) -> _Split:
        """Sum up displays in all of which the blind card is better."""
        blind, rests = 0, NOTHING
        for numbers, ways in due.items():
            if ways := ways * _ways(self._counts_from[at], numbers):
                blind += ways
                rests = _plus(rests, _times(ways, _less(_less(self.total, shown), self._mean_sum(at, numbers))))
        return _Split(0, blind, rests)

    def _left_due(self, at: int, due: Due, taken: int) -> Due:
        """Return what is still due, and in how many ways, after `taken` cards of a kind have been revealed."""
        left: Counter[Numbers] = Counter()
        for numbers, ways in due.items():
            for of_kind in product(*(range(min(number, taken) + 1) for number in numbers)):
                if sum(of_kind) == taken and (more := _ways(self._counts[at], of_kind)):
                    left[tuple(map(operator.sub, numbers, of_kind))] += ways * more
        return left

    def _mean_sum(self, at: int, due: Numbers) -> Sum:
        """Return the mean sum of the cards due if they are drawn from a kind."""
        mean = NOTHING
        there: list[tuple[Rational, Sum]] = []
        size = 0
        for number, count, coming in zip(due, self._counts_from[at], self._sums_from[at], strict=True):
            there.append((1, coming))
            size += count
            if number:
                share = Fraction(number, size)
                mean = _plus(mean, _total(_times(share * part, sums) for part, sums in there))
                there = [(part * (1 - share), sums) for part, sums in there]
                size -= number
        return mean


def _ways(counts: Numbers, numbers: Numbers) -> int:
    """Return the number of ways to draw these numbers of cards at each stage, from new and remaining cards."""
    ways, size = 1, 0
    for count, number in zip(counts, numbers, strict=True):
        size += count
        if number > size:
            return 0
        ways *= math.comb(size, number)
        size -= number
    return ways


def _plus(some: Sum, others: Sum) -> Sum:
    return tuple([figure + other for figure, other in zip(some, others, strict=True)])


def _less(some: Sum, others: Sum) -> Sum:
    return tuple([figure - other for figure, other in zip(some, others, strict=True)])


def _times(number: Rational, some: Sum) -> Sum:
    return tuple([number * figure for figure in some])


def _total(sums: Iterable[Sum]) -> Sum:
    return functools.reduce(_plus, sums, NOTHING)
