"""The deck: the next card, and what happens if no card is left."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled, inlined
from thurntaxis_solver.kernel.rng import below
from thurntaxis_solver.kernel.rules.cards import MOST_SHOES, shoes_of, with_shoes

_RESHUFFLE_AT_EXHAUSTION = L.reading("reshuffle", "at-exhaustion")


@compiled
def any_with(s: Array, t: Array, shoes: int) -> int:
    """Return the place in the deck of a random card with this many horseshoes; there must be one."""
    cards = 0
    for place in range(s[L.DECK_SIZE]):
        cards += shoes_of(t, s[L.DECK + place]) == shoes
    left = below(s, cards)
    for place in range(s[L.DECK_SIZE]):
        if shoes_of(t, s[L.DECK + place]) == shoes:
            if left == 0:
                return place
            left -= 1
    return -1


@inlined
def take_from_deck(s: Array, place: int) -> int:
    """Take the card at this place out of the deck; the last card moves there."""
    card = s[L.DECK + place]
    size = s[L.DECK_SIZE] - 1
    s[L.DECK_SIZE] = size
    s[L.DECK + place] = s[L.DECK + size]
    return card


@compiled
def settle(s: Array, t: Array) -> None:
    """When the deck is empty, make the discards the deck if the rules say so; drop reveals if no card is left."""
    due = s[L.TO_DISPLAY] > 0 or s[L.TO_HAND] > 0
    if s[L.DISCARD_SIZE] == 0:
        if due:
            s[L.TO_DISPLAY] = 0
            s[L.TO_HAND] = 0
        return
    if due or t[_RESHUFFLE_AT_EXHAUSTION]:
        size = 0
        if t[L.NUMBERED]:
            for shoes in range(1, MOST_SHOES + 1):
                size = _add_to_deck(s, with_shoes(s, L.DISCARD, shoes), shoes << L.SHOES_AT, size)
            s[L.DISCARD + L.WITH_TWO] = 0
            s[L.DISCARD + L.WITH_THREE] = 0
        else:
            size = _add_to_deck(s, s[L.DISCARD], 0, 0)
        s[L.DISCARD] = 0
        s[L.DISCARD_SIZE] = 0
        s[L.DECK_SIZE] = size


@compiled
def _add_to_deck(s: Array, bag: int, shoes: int, size: int) -> int:
    """Add the cards of a bag to a deck of this size; `shoes` is added to each. Return the new size."""
    while bag:
        bit = bag & -bag
        bag ^= bit
        if bit & L.EVEN_BITS:
            s[L.DECK + size] = bit | shoes
            size += 1
        else:
            s[L.DECK + size] = s[L.DECK + size + 1] = bit >> 1 | shoes
            size += 2
    return size
