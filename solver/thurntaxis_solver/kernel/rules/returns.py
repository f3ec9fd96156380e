"""What players do in a round of returning office tiles, and what is looked at after every event."""

from thurntaxis_solver.kernel.compiled import Array, compiled
from thurntaxis_solver.kernel.layout import (
    BACK_DUE,
    BACKS_SEEN,
    CARRIAGES,
    CHIPS,
    CHIPS_LEFT,
    CITIES,
    DECK_BACK,
    DECK_SIZE,
    DISCARD_SIZE,
    DISPLAY,
    DRAW_REWARD,
    DRAWN_REWARD,
    EVEN_BITS,
    FINAL,
    HONOR_DRAW,
    HONOR_HOUSE,
    HONOR_PASS,
    HOUSE_REWARD,
    HOUSES,
    HOUSES_EACH,
    HOUSES_PLACED,
    NOTHING,
    OFFICES,
    OFFICES_GIVEN,
    OFFICES_LEFT,
    ON_TURN,
    OVER,
    PHASE,
    PLAYER,
    RETURN,
    RETURNING,
    REWARD,
    ROUND_OFFICE,
    SEAT,
    SEATS,
    TO_DISPLAY,
    TO_HAND,
    VERBS,
)
from thurntaxis_solver.kernel.rules.cards import list_cards, size_of, take_card
from thurntaxis_solver.kernel.rules.deck import settle
from thurntaxis_solver.kernel.rules.houses import place_houses, take_house_tiles
from thurntaxis_solver.kernel.rules.officials import kinds, one_each
from thurntaxis_solver.kernel.rules.rounds import FEWEST_IN_THE_END, begin_round, emptied
from thurntaxis_solver.kernel.rules.turns import discard_route, finish

# ---- which events are legal


@compiled
def returns(s: Array, t: Array, out: Array) -> int:
    """List the events of the player who acts in a round."""
    me = SEATS + SEAT * s[PLAYER]
    n = 0
    if s[REWARD] == DRAW_REWARD:
        n = list_cards(s, t, DISPLAY, HONOR_DRAW, out, n)
        if s[DECK_SIZE] > 0 or s[DISCARD_SIZE] > 0:
            out[n] = HONOR_DRAW
            n += 1
    elif s[REWARD] == HOUSE_REWARD:
        left = EVEN_BITS & (1 << 2 * t[CITIES]) - 1 & ~s[me + HOUSES]
        while left:
            city = left & -left
            left ^= city
            out[n] = HONOR_HOUSE + city * VERBS
            n += 1
    else:
        n = _sets_of_tiles(kinds(s[me + OFFICES]), FEWEST_IN_THE_END if s[PHASE] == FINAL else 1, out)
        if s[PHASE] != FINAL:
            return n
    out[n] = HONOR_PASS
    return n + 1


@compiled
def _sets_of_tiles(own: int, fewest: int, out: Array) -> int:
    """List every set of different tiles that are so many at least."""
    n, officials = 0, own
    while officials:
        if size_of(officials) >= fewest:
            out[n] = RETURN + officials * VERBS
            n += 1
        officials = (officials - 1) & own
    return n


# ---- what they do


@compiled
def act(s: Array, t: Array, me: int, verb: int, operand: int) -> None:
    """Let the player who acts return tiles, or take or decline what they bring."""
    if verb == RETURN:
        _return_tiles(s, t, me, operand)
    elif verb == HONOR_DRAW:
        s[REWARD] = DRAWN_REWARD
        take_card(s, me, operand)
    else:
        if verb == HONOR_HOUSE:
            place_houses(s, t, me, operand)
            take_house_tiles(s, t, me)
        _next_player(s, t)


@compiled
def _return_tiles(s: Array, t: Array, me: int, officials: int) -> None:
    """Return a tile of each of these officials: two bring a card, three a chip, four a house, if there is one."""
    s[me + OFFICES] -= one_each(officials)
    s[OFFICES_LEFT] += one_each(officials)
    tiles = size_of(officials)
    if tiles == 2 and (s[DISPLAY] != 0 or s[DECK_SIZE] > 0 or s[DISCARD_SIZE] > 0):
        s[REWARD] = DRAW_REWARD
        return
    if tiles == 4 and s[me + HOUSES_PLACED] < min(t[HOUSES_EACH], t[CITIES]):
        s[REWARD] = HOUSE_REWARD
        return
    if tiles == 3 and s[CHIPS_LEFT] > 0:
        s[CHIPS_LEFT] -= 1
        s[me + CHIPS] += 1
    _next_player(s, t)


@compiled
def _next_player(s: Array, t: Array) -> None:
    """Go on with the next player of the round; after the last, with what the round has interrupted."""
    s[REWARD] = NOTHING
    s[RETURNING] >>= 3
    if s[RETURNING]:
        s[PLAYER] = (s[RETURNING] & 7) - 1
        return
    s[PLAYER] = s[ON_TURN]
    s[ROUND_OFFICE] = 0
    if s[PHASE] == FINAL:
        finish(s)
    elif emptied(s, t):
        begin_round(s, t)
    elif s[PHASE] == CARRIAGES:
        discard_route(s, t, SEATS + SEAT * s[ON_TURN])


# ---- after every event


@compiled
def follow(s: Array, t: Array) -> None:
    """Do what follows every event with modules, the deck being settled.

    The back of a new top card is to be seen; a round of returning tiles begins, or goes on after a card was drawn.
    """
    while True:
        if t[BACKS_SEEN] and s[DECK_BACK] == 0 and s[DECK_SIZE] > 0 and s[PHASE] != OVER:
            s[BACK_DUE] = 1
        if t[OFFICES_GIVEN] == 0 or s[TO_DISPLAY] > 0 or s[TO_HAND] > 0 or s[BACK_DUE] > 0:
            return
        if s[RETURNING] == 0:
            begin_round(s, t)
            return
        if s[REWARD] != DRAWN_REWARD:
            return
        _next_player(s, t)
        if s[DECK_SIZE] == 0:
            settle(s, t)
