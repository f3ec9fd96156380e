"""Actions: which are legal, and what they do. An event is one action or, to close and to keep, a sequence of them.

The cities of houses are chosen in the order of their numbers and the cards to keep in that of their indices, so that
each event has exactly one sequence. An action is legal only if the sequence can be completed.
"""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled, entry, inlined
from thurntaxis_solver.kernel.environments import episode_layout as E
from thurntaxis_solver.kernel.rules.cards import MOST_SHOES, size_of
from thurntaxis_solver.kernel.rules.keeping import copies
from thurntaxis_solver.kernel.rules.moves import apply, can_close, decisions, is_chance, playings

# ---- cards by index


@inlined
def index_of(t: Array, numbering: Array, card: int) -> int:
    """Return the index of a card."""
    return numbering[E.INDEX + 4 * t[L.NUMBER + (card & L.CITY_BITS) % L.CITY_SLOTS] + (card >> L.SHOES_AT)]


@inlined
def copies_of(g: Array, t: Array, numbering: Array, bag: int, index: int) -> int:
    """Return how many cards of this index a bag holds."""
    code = numbering[E.CODE + index]
    return copies(g, bag, code) if t[L.NUMBERED] else g[bag] >> 2 * (code >> 2) & 3


# ---- which actions are legal


@entry
def legal_actions(g: Array, t: Array, numbering: Array, events: Array, mask: Array) -> int:
    """Write to `mask`, one byte for each action, whether it is legal; return how many actions are.

    `mask` has eight bytes to a number, the first in its lowest bits. `events` is used for a list of events.
    """
    for word in range(len(mask)):
        mask[word] = 0
    if is_chance(g) or g[L.PHASE] == L.OVER:
        return 0
    if g[E.CHOOSING] == E.HOUSES_CHOICE:
        return _houses(g, t, numbering, mask)
    returning = g[L.RETURNING] > 0
    if g[L.PHASE] == L.KEEPING and not returning:
        return _cards_to_keep(g, t, numbering, mask)
    found = 0
    if g[L.PHASE] == L.PLAYING and not returning:
        me = L.SEATS + L.SEAT * g[L.PLAYER]
        n = playings(g, t, me, events)
        if can_close(g, t, me):
            found += _allow(mask, numbering[E.FIRST_ACTION + L.CLOSE])
    else:
        n = decisions(g, t, events)
    for place in range(n):
        found += _allow(mask, _action_of(t, numbering, events[place]))
    return found


@inlined
def _allow(mask: Array, action: int) -> int:
    """Mark an action as legal; return 1, or 0 if it was marked before."""
    bit = 1 << 8 * (action & 7)
    if mask[action >> 3] & bit:
        return 0
    mask[action >> 3] |= bit
    return 1


@compiled
def _action_of(t: Array, numbering: Array, event: int) -> int:
    """Return the action of an event, or the first one of a sequence."""
    verb, operand = event % L.VERBS, event // L.VERBS
    first, kind = numbering[E.FIRST_ACTION + verb], numbering[E.OPERAND + verb]
    if kind == E.CARD_OPERAND:
        return first + (index_of(t, numbering, operand) if operand else numbering[E.CARDS])
    if kind == E.CITY_OPERAND:
        return first + t[L.NUMBER + operand % L.CITY_SLOTS]
    return first + operand - 1 if kind == E.OFFICIALS_OPERAND else first


@compiled
def _houses(g: Array, t: Array, numbering: Array, mask: Array) -> int:
    """Mark the cities where one more house may be placed, and the action that closes the route as it is."""
    me, chosen = L.SEATS + L.SEAT * g[L.PLAYER], g[E.CHOSEN_HOUSES]
    found = _allow(mask, numbering[E.HOUSE] + t[L.CITIES])
    if size_of(chosen) >= t[L.HOUSES_EACH] - g[me + L.HOUSES_PLACED]:
        return found
    first = chosen & -chosen
    first_group = _group(t, first)
    one_each = chosen & first_group == first
    in_one = chosen & ~first_group == 0 and (chosen == 0 or t[L.PROVINCE_OF + first % L.CITY_SLOTS] != 0)
    left = g[me + L.ROUTE] & ~g[me + L.HOUSES] & ~((1 << 2 * g[E.NEXT]) - 1)
    while left:
        city = left & -left
        left ^= city
        group = _group(t, city)
        if (one_each and group & chosen == 0) or (in_one and (chosen == 0 or group == first_group)):
            found += _allow(mask, numbering[E.HOUSE] + t[L.NUMBER + city % L.CITY_SLOTS])
    return found


@inlined
def _group(t: Array, city: int) -> int:
    """Return the cities of a city's province; free cities count as one more province."""
    province = t[L.PROVINCE_OF + city % L.CITY_SLOTS]
    return province or t[L.PROVINCE + t[L.PROVINCES]]


@compiled
def _cards_to_keep(g: Array, t: Array, numbering: Array, mask: Array) -> int:
    """Mark the cards that can be chosen next: after each, there are as many of higher or equal index as are needed."""
    hand = L.SEATS + L.SEAT * g[L.PLAYER] + L.HAND
    chosen = g[E.CHOSEN_CARDS]
    needed = t[L.KEPT] - chosen
    found = available = 0
    for index in range(numbering[E.CARDS] - 1, g[E.NEXT] - 1, -1):
        left = copies_of(g, t, numbering, hand, index)
        for place in range(chosen):
            left -= g[E.CHOSEN_CARDS + 1 + place] == index
        available += left
        if left and available >= needed:
            found += _allow(mask, numbering[E.FIRST_ACTION + L.KEEP] + index)
    return found


# ---- what actions do


@entry
def play_action(g: Array, t: Array, numbering: Array, action: int) -> int:
    """Play a legal action; return the event that it completes, or -1 if there is more to choose."""
    g[E.MOVES] += 1
    event = numbering[E.EVENT + action]
    if event < 0:
        event = _choose(g, t, numbering, action)
        if event < 0:
            return event
    g[E.CHOOSING] = E.NO_CHOICE
    _show(g, t, numbering, event)
    apply(g, t, event)
    g[E.NEXT] = 0
    g[E.CHOSEN_HOUSES] = 0
    g[E.CHOSEN_CARDS] = 0
    return event


@compiled
def _choose(g: Array, t: Array, numbering: Array, action: int) -> int:
    """Play a part of an event; return the event that it completes, or -1."""
    city = action - numbering[E.HOUSE]
    if action == numbering[E.FIRST_ACTION + L.CLOSE]:
        g[E.CHOOSING] = E.HOUSES_CHOICE
    elif 0 <= city < t[L.CITIES]:
        g[E.CHOSEN_HOUSES] |= 1 << 2 * city
        g[E.NEXT] = city + 1
    elif city == t[L.CITIES]:
        return L.CLOSE + g[E.CHOSEN_HOUSES] * L.VERBS
    else:
        index = action - numbering[E.FIRST_ACTION + L.KEEP]
        g[E.CHOOSING] = E.CARDS_CHOICE
        g[E.CHOSEN_CARDS] += 1
        g[E.CHOSEN_CARDS + g[E.CHOSEN_CARDS]] = index
        g[E.NEXT] = index
        if g[E.CHOSEN_CARDS] == t[L.KEPT]:
            return L.KEEP + _kept(g, t, numbering) * L.VERBS
    return -1


@compiled
def _kept(g: Array, t: Array, numbering: Array) -> int:
    """Return the chosen cards as the operand of `L.KEEP`."""
    cards = 0
    for place in range(t[L.KEPT]):
        code = numbering[E.CODE + g[E.CHOSEN_CARDS + 1 + place]]
        if t[L.NUMBERED]:
            cards |= code << L.KEPT_BITS * place
        else:
            cards += 1 << 2 * (code >> 2)
    return cards


# ---- what others see of a hand


@compiled
def _show(g: Array, t: Array, numbering: Array, event: int) -> None:
    """Note what an event, before it is applied, shows of the hand of the player who decides.

    A card that leaves the hand is one that the others had seen, if they had seen such a one.
    """
    verb, operand = event % L.VERBS, event // L.VERBS
    shown = E.SHOWN + E.SHOWN_SEAT * g[L.PLAYER]
    if verb == L.KEEP:
        hand = L.SEATS + L.SEAT * g[L.PLAYER] + L.HAND
        for index in range(numbering[E.CARDS]):
            gone = copies_of(g, t, numbering, hand, index)
            for place in range(t[L.KEPT]):
                gone -= g[E.CHOSEN_CARDS + 1 + place] == index
            g[shown + index] = max(0, g[shown + index] - gone)
    elif numbering[E.OPERAND + verb] == E.CARD_OPERAND and operand:
        index = index_of(t, numbering, operand)
        if verb in (L.DRAW, L.POSTMASTER, L.HONOR_DRAW):
            g[shown + index] += 1
        elif g[shown + index] > 0:
            g[shown + index] -= 1


@compiled
def unseen_in_hand(g: Array, t: Array, numbering: Array, player: int, shoes: int) -> int:
    """Return how many cards of a hand the others haven't seen, with this many horseshoes (0: any)."""
    hand, shown = L.SEATS + L.SEAT * player + L.HAND, E.SHOWN + E.SHOWN_SEAT * player
    if shoes == 0:
        unseen = g[L.SEATS + L.SEAT * player + L.HAND_SIZE]
        for index in range(numbering[E.CARDS]):
            unseen -= g[shown + index]
        return unseen
    unseen = 0
    for index in range(numbering[E.CARDS]):
        code = numbering[E.CODE + index]
        horseshoes = code & MOST_SHOES if t[L.NUMBERED] else t[L.SHOES + (1 << 2 * (code >> 2)) % L.CITY_SLOTS]
        if shoes == horseshoes:
            unseen += copies_of(g, t, numbering, hand, index) - g[shown + index]
    return unseen
