"""What a seat sees of a game, as numbers: its own hand, and of the others' hands only what all have seen.

`thurntaxis_solver.environments.observation_blocks` lists the blocks of these numbers, in the same order.
"""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Singles, compiled, entry
from thurntaxis_solver.kernel.environments import episode_layout as E
from thurntaxis_solver.kernel.environments.actions import copies_of, unseen_in_hand
from thurntaxis_solver.kernel.rules.cards import MOST_SHOES

ALL_HANDS, NO_HAND = -1, -2
"""Observers without a seat: one who sees all hands, and one who sees none."""


@entry
def observe(g: Array, t: Array, numbering: Array, observer: int, out: Singles, at: int) -> int:
    """Write what a seat sees to `out` from `at` on; return where it ends. The seats begin with the observer's.

    For an observer without a seat they begin with the first.
    """
    for place in range(at, at + numbering[E.OBSERVED]):
        out[place] = 0
    players = g[L.PLAYERS]
    for away in range(players):
        player = (max(observer, 0) + away) % players
        at = _seat(g, t, numbering, player, observer in (ALL_HANDS, player), out, at)
    return _table(g, t, numbering, observer, out, at)


# ---- the seats


@compiled
def _seat(g: Array, t: Array, numbering: Array, player: int, is_open: bool, out: Singles, at: int) -> int:
    """Write what is seen of a seat; `is_open`: the whole hand is."""
    me = L.SEATS + L.SEAT * player
    cards, stacks = numbering[E.CARDS], t[L.STACKS_USED]
    if is_open:
        _bag(g, t, numbering, me + L.HAND, out, at)
    else:
        for index in range(cards):
            out[at + index] = g[E.SHOWN + E.SHOWN_SEAT * player + index]
    at += cards
    if t[L.BACKS_SEEN]:
        for shoes in range(1, MOST_SHOES + 1):
            out[at] = 0 if is_open else unseen_in_hand(g, t, numbering, player, shoes)
            at += 1
    else:
        out[at] = 0 if is_open else unseen_in_hand(g, t, numbering, player, 0)
        at += 1
    at = _bag(g, t, numbering, me + L.ROUTE, out, at)
    at = _set(g[me + L.LEFT], t, out, at)
    at = _set(g[me + L.RIGHT], t, out, at)
    at = _set(g[me + L.HOUSES], t, out, at)
    out[at] = g[me + L.CARRIAGE]
    at += 1
    for stack in range(stacks):
        out[at + stack] = g[me + L.TILES] >> stack & 1
    at += stacks
    out[at] = g[me + L.POINTS]
    out[at + 1] = g[L.START] == player
    out[at + 2] = g[L.ENDER] == player
    out[at + 3] = g[L.ON_TURN] == player
    out[at + 4] = g[L.PLAYER] == player
    return _further_of_seat(g, t, numbering, player, out, at + 5)


@compiled
def _further_of_seat(g: Array, t: Array, numbering: Array, player: int, out: Singles, at: int) -> int:
    """Write what the modules bring to a seat."""
    me = L.SEATS + L.SEAT * player
    if t[L.MOST_HORSES]:
        at = _bag(g, t, numbering, me + L.HORSES, out, at)
    if t[L.LETTERS_PAY]:
        out[at] = g[me + L.LETTERS]
        out[at + 1] = g[me + L.USABLE]
        at += 2
    if t[L.MESSENGER_RIDES]:
        out[at] = g[L.MESSENGER] == player
        at += 1
    if t[L.OFFICES_GIVEN]:
        for official in range(L.OFFICE_COUNT):
            out[at + official] = g[me + L.OFFICES] >> 4 * official & 15
        out[at + L.OFFICE_COUNT] = g[me + L.CHIPS]
        at += L.OFFICE_COUNT + 1
        order, place = g[L.RETURNING], 1
        while order:
            if (order & 7) - 1 == player:
                out[at] = place
            order >>= 3
            place += 1
        at += 1
    return at


# ---- the table


@compiled
def _table(g: Array, t: Array, numbering: Array, observer: int, out: Singles, at: int) -> int:
    """Write what is seen of the table and the turn."""
    cards, stacks = numbering[E.CARDS], t[L.STACKS_USED]
    if observer >= 0:
        for index in range(cards):
            out[at + index] = g[E.SHOWN + E.SHOWN_SEAT * observer + index]
    at += cards
    out[at] = numbering[E.MOST_MOVES] - g[E.MOVES]
    at = _bag(g, t, numbering, L.DISPLAY, out, at + 1)
    at = _bag(g, t, numbering, L.DISCARD, out, at)
    out[at] = g[L.DECK_SIZE]
    at += 1
    for stack in range(stacks):
        left = g[L.STACKS + stack]
        out[at + stack] = left & 15
        tiles = 0
        while left:
            left >>= 4
            tiles += 1
        out[at + stacks + stack] = tiles
    at += 2 * stacks
    out[at + g[L.PHASE]] = 1
    at += len(L.PHASE_NAMES)
    for official in range(L.OFFICIAL_COUNT):
        out[at + official] = g[L.OFFICIAL] >> official & 1
    at += L.OFFICIAL_COUNT
    out[at] = g[L.DRAWN]
    out[at + 1] = g[L.PLAYED]
    out[at + 2] = g[L.BEGAN_EMPTY]
    out[at + 3] = g[L.CLOSED]
    out[at + 4] = g[L.TO_DISPLAY]
    out[at + 5] = g[L.TO_HAND]
    at = _further_of_table(g, t, out, at + 6)
    out[at] = g[E.CHOOSING] == E.HOUSES_CHOICE
    at = _set(g[E.CHOSEN_HOUSES], t, out, at + 1)
    if observer in (ALL_HANDS, g[L.PLAYER]):
        for place in range(g[E.CHOSEN_CARDS]):
            out[at + g[E.CHOSEN_CARDS + 1 + place]] += 1
    return at + cards


@compiled
def _further_of_table(g: Array, t: Array, out: Singles, at: int) -> int:
    """Write what the modules bring to the table."""
    if t[L.BACKS_SEEN]:
        out[at] = g[L.BACK_DUE]
        if g[L.DECK_BACK]:
            out[at + g[L.DECK_BACK]] = 1
        at += 1 + MOST_SHOES
    if t[L.OFFICES_GIVEN]:
        for official in range(L.OFFICE_COUNT):
            out[at + official] = g[L.OFFICES_LEFT] >> 4 * official & 15
            out[at + L.OFFICE_COUNT + official] = g[L.ROUND_OFFICE] >> official & 1
        at += 2 * L.OFFICE_COUNT
        out[at] = g[L.CHIPS_LEFT]
        if g[L.REWARD]:
            out[at + g[L.REWARD]] = 1
        at += 1 + L.DRAWN_REWARD
    return at


# ---- bags and sets


@compiled
def _bag(g: Array, t: Array, numbering: Array, bag: int, out: Singles, at: int) -> int:
    """Write how many cards of each index a bag holds; return where this ends."""
    cards = g[bag]
    if t[L.NUMBERED] and cards:
        for index in range(numbering[E.CARDS]):
            out[at + index] = copies_of(g, t, numbering, bag, index)
    elif cards:
        index = at
        while cards:
            out[index] = cards & 3
            cards >>= 2
            index += 1
    return at + numbering[E.CARDS]


@compiled
def _set(cities: int, t: Array, out: Singles, at: int) -> int:
    """Write which cities a set has; return where this ends."""
    while cities:
        city = cities & -cities
        cities ^= city
        out[at + t[L.NUMBER + city % L.CITY_SLOTS]] = 1
    return at + t[L.CITIES]
