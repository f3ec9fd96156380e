"""Cards, and bags of cards."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled, inlined

_TO_SIX = L.reading("display-refill", "to-six")

MOST_SHOES = 3
"""The most horseshoes on a card."""


@inlined
def cities_of(bag: int) -> int:
    """Return the set of the cities of a bag."""
    return (bag | bag >> 1) & L.EVEN_BITS


@compiled
def size_of(cities: int) -> int:
    """Return the number of cities in a set."""
    size = 0
    while cities:
        cities &= cities - 1
        size += 1
    return size


@compiled
def shoes_of(t: Array, card: int) -> int:
    """Return the number of horseshoes on a card."""
    return (card >> L.SHOES_AT) + t[L.SHOES + (card & L.CITY_BITS) % L.CITY_SLOTS]


@compiled
def with_shoes(s: Array, bag: int, shoes: int) -> int:
    """Return the cards of a bag with this many horseshoes, on a board where the cards of a city differ."""
    if shoes == 1:
        return s[bag] - s[bag + L.WITH_TWO] - s[bag + L.WITH_THREE]
    return s[bag + shoes - 1]


@compiled
def put(s: Array, bag: int, card: int) -> None:
    """Add a card to a bag."""
    city = card & L.CITY_BITS
    s[bag] += city
    if card >> L.SHOES_AT > 1:
        s[bag + (card >> L.SHOES_AT) - 1] += city


@compiled
def move(s: Array, source: int, target: int, card: int) -> None:
    """Move a card from one bag to another."""
    city = card & L.CITY_BITS
    s[source] -= city
    s[target] += city
    if card >> L.SHOES_AT > 1:
        s[source + (card >> L.SHOES_AT) - 1] -= city
        s[target + (card >> L.SHOES_AT) - 1] += city


@compiled
def display_size(s: Array) -> int:
    """Return the number of cards on display."""
    size, bag = 0, s[L.DISPLAY]
    while bag:
        size += bag & 3
        bag >>= 2
    return size


@compiled
def take_card(s: Array, t: Array, me: int, card: int) -> None:
    """Take a card from the display, or (0) the top card of the deck, into the hand; this makes reveals due."""
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
    if t[_TO_SIX]:
        s[L.TO_DISPLAY] = t[L.DISPLAY_FULL] - display_size(s)


@compiled
def discard(s: Array, t: Array, bag: int, size: int) -> None:
    """Discard all `size` cards of a bag."""
    s[L.DISCARD] += s[bag]
    s[L.DISCARD_SIZE] += size
    s[bag] = 0
    if t[L.NUMBERED]:
        for place in (L.WITH_TWO, L.WITH_THREE):
            s[L.DISCARD + place] += s[bag + place]
            s[bag + place] = 0


@inlined
def list_cities(cities: int, verb: int, out: Array, n: int) -> int:
    """Add an event with this verb for each city of a set to the `n` in `out`; return how many there are then."""
    while cities:
        city = cities & -cities
        cities ^= city
        out[n] = verb + city * L.VERBS
        n += 1
    return n


@inlined
def list_cards(s: Array, t: Array, bag: int, verb: int, out: Array, n: int) -> int:
    """Do the same for each different card of a bag."""
    if t[L.NUMBERED]:
        return _list_numbered(s, bag, verb, out, n)
    return list_cities(cities_of(s[bag]), verb, out, n)


@compiled
def _list_numbered(s: Array, bag: int, verb: int, out: Array, n: int) -> int:
    for shoes in range(1, MOST_SHOES + 1):
        n = list_cities(cities_of(with_shoes(s, bag, shoes)), verb + (shoes << L.SHOES_AT) * L.VERBS, out, n)
    return n
