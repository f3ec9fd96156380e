"""The deck: which card comes next, and what happens when none is left."""

from thurntaxis_solver.kernel.compiled import Array, compiled
from thurntaxis_solver.kernel.layout import (
    AT_ONCE,
    DECK,
    DECK_SIZE,
    DISCARD,
    DISCARD_SIZE,
    EVEN_BITS,
    NUMBERED,
    SHOES_AT,
    TO_DISPLAY,
    TO_HAND,
    WITH_THREE,
    WITH_TWO,
)
from thurntaxis_solver.kernel.rng import below
from thurntaxis_solver.kernel.rules.cards import MOST_SHOES, shoes_of, with_shoes


@compiled
def any_with(s: Array, t: Array, shoes: int) -> int:
    """Return the place in the deck of a card with so many horseshoes, each as likely; there must be one."""
    cards = 0
    for place in range(s[DECK_SIZE]):
        cards += shoes_of(t, s[DECK + place]) == shoes
    left = below(s, cards)
    for place in range(s[DECK_SIZE]):
        if shoes_of(t, s[DECK + place]) == shoes:
            if left == 0:
                return place
            left -= 1
    return -1


@compiled
def take_from_deck(s: Array, place: int) -> int:
    """Take the card that lies there out of the deck."""
    card = s[DECK + place]
    size = s[DECK_SIZE] - 1
    s[DECK_SIZE] = size
    s[DECK + place] = s[DECK + size]
    return card


@compiled
def settle(s: Array, t: Array) -> None:
    """With an empty deck: let the discards become the deck, if it is time; drop reveals that no card is left for."""
    due = s[TO_DISPLAY] > 0 or s[TO_HAND] > 0
    if s[DISCARD_SIZE] == 0:
        if due:
            s[TO_DISPLAY] = 0
            s[TO_HAND] = 0
        return
    if due or t[AT_ONCE]:
        size = 0
        if t[NUMBERED]:
            for shoes in range(1, MOST_SHOES + 1):
                size = _lay(s, with_shoes(s, DISCARD, shoes), shoes << SHOES_AT, size)
            s[DISCARD + WITH_TWO] = 0
            s[DISCARD + WITH_THREE] = 0
        else:
            size = _lay(s, s[DISCARD], 0, 0)
        s[DISCARD] = 0
        s[DISCARD_SIZE] = 0
        s[DECK_SIZE] = size


@compiled
def _lay(s: Array, bag: int, shoes: int, size: int) -> int:
    """Add the cards of a bag to a deck of this size, with these horseshoes at their place; return how large it is."""
    while bag:
        bit = bag & -bag
        bag ^= bit
        if bit & EVEN_BITS:
            s[DECK + size] = bit | shoes
            size += 1
        else:
            s[DECK + size] = s[DECK + size + 1] = bit >> 1 | shoes
            size += 2
    return size
