"""Cards and the bags that they lie in."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled, inlined

MOST_SHOES = 3
"""Horseshoes of a card at the most."""


@compiled
def size_of(cities: int) -> int:
    """Return how many cities a set holds."""
    size = 0
    while cities:
        cities &= cities - 1
        size += 1
    return size


@compiled
def shoes_of(t: Array, card: int) -> int:
    """Return how many horseshoes a card has."""
    return (card >> L.SHOES_AT) + t[L.SHOES + (card & L.CITY_BITS) % 67]


@compiled
def with_shoes(s: Array, bag: int, shoes: int) -> int:
    """Return the cards of a bag that have so many horseshoes, where cards of a city differ in them."""
    if shoes == 1:
        return s[bag] - s[bag + L.WITH_TWO] - s[bag + L.WITH_THREE]
    return s[bag + shoes - 1]


@compiled
def put(s: Array, bag: int, card: int) -> None:
    """Put a card into a bag."""
    city = card & L.CITY_BITS
    s[bag] += city
    if card >> L.SHOES_AT > 1:
        s[bag + (card >> L.SHOES_AT) - 1] += city


@compiled
def move(s: Array, source: int, target: int, card: int) -> None:
    """Move a card from a bag to another."""
    city = card & L.CITY_BITS
    s[source] -= city
    s[target] += city
    if card >> L.SHOES_AT > 1:
        s[source + (card >> L.SHOES_AT) - 1] -= city
        s[target + (card >> L.SHOES_AT) - 1] += city


@compiled
def take_card(s: Array, me: int, card: int) -> None:
    """Take a card of the display into the hand, 0 being the top card of the deck; a reveal is due then."""
    if card:
        if card <= L.CITY_BITS:
            s[L.DISPLAY] -= card
            s[me + L.HAND] += card
        else:
            move(s, L.DISPLAY, me + L.HAND, card)
        s[me + L.HAND_SIZE] += 1
        s[L.TO_DISPLAY] = 1
    else:
        s[L.TO_HAND] = 1


@compiled
def discard(s: Array, t: Array, bag: int, size: int) -> None:
    """Discard all cards of a bag, which are so many."""
    s[L.DISCARD] += s[bag]
    s[L.DISCARD_SIZE] += size
    s[bag] = 0
    if t[L.NUMBERED]:
        for place in (L.WITH_TWO, L.WITH_THREE):
            s[L.DISCARD + place] += s[bag + place]
            s[bag + place] = 0


@inlined
def list_cards(s: Array, t: Array, bag: int, verb: int, out: Array, n: int) -> int:
    """List an event with this verb for each different card of a bag."""
    if t[L.NUMBERED]:
        return _list_numbered(s, bag, verb, out, n)
    left = s[bag]
    left = (left | left >> 1) & L.EVEN_BITS
    while left:
        city = left & -left
        left ^= city
        out[n] = verb + city * L.VERBS
        n += 1
    return n


@compiled
def _list_numbered(s: Array, bag: int, verb: int, out: Array, n: int) -> int:
    for shoes in range(1, MOST_SHOES + 1):
        left = with_shoes(s, bag, shoes)
        left = (left | left >> 1) & L.EVEN_BITS
        while left:
            city = left & -left
            left ^= city
            out[n] = verb + (city + (shoes << L.SHOES_AT)) * L.VERBS
            n += 1
    return n
