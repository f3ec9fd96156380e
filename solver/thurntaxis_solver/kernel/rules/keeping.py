"""The three cards that are kept when a route has been closed."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled
from thurntaxis_solver.kernel.rules.cards import MOST_SHOES, with_shoes

ONE_KEPT = (1 << L.KEPT_BITS) - 1
"""The bits of the lowest card kept."""


@compiled
def keepings(s: Array, t: Array, me: int, out: Array) -> int:
    """List every different choice of three cards of the hand."""
    return numbered_choices(s, t, me + L.HAND, out) if t[L.NUMBERED] else choices(s[me + L.HAND], out)


@compiled
def choices(hand: int, out: Array) -> int:
    """List every different choice of three cards from a bag of more."""
    n = 0
    first_left = (hand | hand >> 1) & L.EVEN_BITS
    while first_left:
        first = first_left & -first_left
        rest = hand - first
        second_left = (rest | rest >> 1) & (first_left)
        while second_left:
            second = second_left & -second_left
            last = rest - second
            third_left = (last | last >> 1) & second_left
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
    """List every different choice of three cards from a bag of more, where cards of a city differ.

    The different cards are written to the end of `out` first, which must have room for them besides.
    """
    begin = len(out)
    for card in range(4 * t[L.CITIES] - 1, 0, -1):
        if _copies(s, hand, card):
            begin -= 1
            out[begin] = card
    n = 0
    for first in range(begin, len(out)):
        for second in range(first, len(out)):
            if first == second and _copies(s, hand, out[first]) < 2:
                continue
            for third in range(second, len(out)):
                if _copies(s, hand, out[third]) > (third == second) + (third == first):
                    cards = out[first] | out[second] << L.KEPT_BITS | out[third] << 2 * L.KEPT_BITS
                    out[n] = L.KEEP + cards * L.VERBS
                    n += 1
    return n


@compiled
def _copies(s: Array, bag: int, card: int) -> int:
    """Return how often a bag holds a card, which is written as one that is kept."""
    shoes = card & MOST_SHOES
    return with_shoes(s, bag, shoes) >> 2 * (card >> 2) & 3 if shoes else 0


@compiled
def kept_bag(t: Array, cards: int) -> int:
    """Return the bag of the cities of cards that are kept."""
    return cards if not t[L.NUMBERED] else kept_with(cards, 0)


@compiled
def kept_with(cards: int, shoes: int) -> int:
    """Return the bag of those with so many horseshoes, 0 meaning any, where cards of a city differ."""
    bag = 0
    while cards:
        card = cards & ONE_KEPT
        cards >>= L.KEPT_BITS
        if shoes in (0, card & MOST_SHOES):
            bag += 1 << 2 * (card >> 2)
    return bag


@compiled
def keep(s: Array, t: Array, me: int, cards: int) -> None:
    """Keep these cards of the hand and discard the others."""
    _keep_of(s, me + L.HAND, L.DISCARD, kept_bag(t, cards))
    if t[L.NUMBERED]:
        _keep_of(s, me + L.HAND + L.WITH_TWO, L.DISCARD + L.WITH_TWO, kept_with(cards, 2))
        _keep_of(s, me + L.HAND + L.WITH_THREE, L.DISCARD + L.WITH_THREE, kept_with(cards, 3))
    s[L.DISCARD_SIZE] += s[me + L.HAND_SIZE] - t[L.KEPT]
    s[me + L.HAND_SIZE] = t[L.KEPT]


@compiled
def _keep_of(s: Array, hand: int, others: int, kept: int) -> None:
    s[others] += s[hand] - kept
    s[hand] = kept
