"""Keeping three cards after a route was closed."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled
from thurntaxis_solver.kernel.rules.cards import MOST_SHOES, cities_of, with_shoes


@compiled
def keepings(s: Array, t: Array, me: int, out: Array) -> int:
    """List every different choice of three cards from the hand."""
    return numbered_choices(s, t, me + L.HAND, out) if t[L.NUMBERED] else choices(s[me + L.HAND], out)


@compiled
def choices(hand: int, out: Array) -> int:
    """List every different choice of three cards from a larger bag."""
    n = 0
    first_left = cities_of(hand)
    while first_left:
        first = first_left & -first_left
        rest = hand - first
        second_left = cities_of(rest) & first_left
        while second_left:
            second = second_left & -second_left
            last = rest - second
            third_left = cities_of(last) & second_left
            while third_left:
                third = third_left & -third_left
                third_left ^= third
                out[n] = L.KEEP + (first + second + third) * L.VERBS
                n += 1
            second_left ^= second
        first_left ^= first
    return n


@compiled
def numbered_choices(s: Array, t: Array, hand: int, out: Array) -> int:
    """List every different choice of three cards from a larger bag, on a board where the cards of a city differ.

    The different cards are written to the end of `out` first; there must be space for both lists.
    """
    begin = len(out)
    for card in range(4 * t[L.CITIES] - 1, 0, -1):
        if copies(s, hand, card):
            begin -= 1
            out[begin] = card
    n = 0
    for first in range(begin, len(out)):
        for second in range(first, len(out)):
            if first == second and copies(s, hand, out[first]) < 2:
                continue
            for third in range(second, len(out)):
                if copies(s, hand, out[third]) > (third == second) + (third == first):
                    cards = out[first] | out[second] << L.KEPT_BITS | out[third] << 2 * L.KEPT_BITS
                    out[n] = L.KEEP + cards * L.VERBS
                    n += 1
    return n


@compiled
def copies(s: Array, bag: int, card: int) -> int:
    """Return how many copies of a card a bag holds; the card is written as for `L.KEEP`."""
    shoes = card & MOST_SHOES
    return with_shoes(s, bag, shoes) >> 2 * (card >> 2) & 3 if shoes else 0


@compiled
def kept_bag(t: Array, cards: int) -> int:
    """Return the operand of a `L.KEEP` event as a bag of cities."""
    return cards if not t[L.NUMBERED] else kept_with(cards, 0)


@compiled
def kept_with(cards: int, shoes: int) -> int:
    """Return the cards kept that have this many horseshoes (0: any) as a bag, if the cards of a city differ."""
    bag = 0
    while cards:
        card = cards & L.KEPT_MASK
        cards >>= L.KEPT_BITS
        if shoes in (0, card & MOST_SHOES):
            bag += 1 << 2 * (card >> 2)
    return bag


@compiled
def keep(s: Array, t: Array, me: int, cards: int) -> None:
    """Keep these cards and discard the rest of the hand."""
    _keep_bag(s, me + L.HAND, L.DISCARD, kept_bag(t, cards))
    if t[L.NUMBERED]:
        _keep_bag(s, me + L.HAND + L.WITH_TWO, L.DISCARD + L.WITH_TWO, kept_with(cards, 2))
        _keep_bag(s, me + L.HAND + L.WITH_THREE, L.DISCARD + L.WITH_THREE, kept_with(cards, 3))
    s[L.DISCARD_SIZE] += s[me + L.HAND_SIZE] - t[L.KEPT]
    s[me + L.HAND_SIZE] = t[L.KEPT]


@compiled
def _keep_bag(s: Array, hand: int, others: int, kept: int) -> None:
    s[others] += s[hand] - kept
    s[hand] = kept
