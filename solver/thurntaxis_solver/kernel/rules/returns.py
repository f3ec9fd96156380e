"""Decisions in a return round of office tiles, and what follows each event if there are modules."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled
from thurntaxis_solver.kernel.rules.cards import list_cards, list_cities, size_of, take_card
from thurntaxis_solver.kernel.rules.deck import settle
from thurntaxis_solver.kernel.rules.houses import place_houses, take_house_tiles
from thurntaxis_solver.kernel.rules.officials import FEWEST_IN_THE_END, begin_round, emptied, kinds, one_each
from thurntaxis_solver.kernel.rules.turns import discard_after_closing, finish

# ---- which events are legal


@compiled
def returns(s: Array, t: Array, out: Array) -> int:
    """List the legal events of the player who acts in a return round."""
    me = L.SEATS + L.SEAT * s[L.PLAYER]
    n = 0
    if s[L.REWARD] == L.DRAW_REWARD:
        n = list_cards(s, t, L.DISPLAY, L.HONOR_DRAW, out, n)
        if s[L.DECK_SIZE] > 0 or s[L.DISCARD_SIZE] > 0:
            out[n] = L.HONOR_DRAW
            n += 1
    elif s[L.REWARD] == L.HOUSE_REWARD:
        free = L.EVEN_BITS & (1 << 2 * t[L.CITIES]) - 1 & ~s[me + L.HOUSES]
        n = list_cities(free, L.HONOR_HOUSE, out, n)
    else:
        n = _list_sets(kinds(s[me + L.OFFICES]), FEWEST_IN_THE_END if s[L.PHASE] == L.FINAL else 1, out)
        if s[L.PHASE] != L.FINAL:
            return n
    out[n] = L.HONOR_PASS
    return n + 1


@compiled
def _list_sets(own: int, fewest: int, out: Array) -> int:
    """List every set of at least `fewest` different tiles to return."""
    n, officials = 0, own
    while officials:
        if size_of(officials) >= fewest:
            out[n] = L.RETURN + officials * L.VERBS
            n += 1
        officials = (officials - 1) & own
    return n


# ---- what the events do


@compiled
def act(s: Array, t: Array, me: int, verb: int, operand: int) -> None:
    """Apply an event of the player who acts: return tiles, or take or decline the reward."""
    if verb == L.RETURN:
        _return_tiles(s, t, me, operand)
    elif verb == L.HONOR_DRAW:
        s[L.REWARD] = L.DRAWN_REWARD
        take_card(s, t, me, operand)
    else:
        if verb == L.HONOR_HOUSE:
            place_houses(s, t, me, operand)
            take_house_tiles(s, t, me)
        _next_player(s, t)


@compiled
def _return_tiles(s: Array, t: Array, me: int, officials: int) -> None:
    """Return one tile of each of these officials, for a card (two), a chip (three) or a house (four) if available."""
    s[me + L.OFFICES] -= one_each(officials)
    s[L.OFFICES_LEFT] += one_each(officials)
    tiles = size_of(officials)
    if tiles == 2 and (s[L.DISPLAY] != 0 or s[L.DECK_SIZE] > 0 or s[L.DISCARD_SIZE] > 0):
        s[L.REWARD] = L.DRAW_REWARD
        return
    if tiles == 4 and s[me + L.HOUSES_PLACED] < min(t[L.HOUSES_EACH], t[L.CITIES]):
        s[L.REWARD] = L.HOUSE_REWARD
        return
    if tiles == 3 and s[L.CHIPS_LEFT] > 0:
        s[L.CHIPS_LEFT] -= 1
        s[me + L.CHIPS] += 1
    _next_player(s, t)


@compiled
def _next_player(s: Array, t: Array) -> None:
    """Continue with the next player of the round or, after the last one, with what the round interrupted."""
    s[L.REWARD] = L.NOTHING
    s[L.RETURNING] >>= 3
    if s[L.RETURNING]:
        s[L.PLAYER] = (s[L.RETURNING] & 7) - 1
        return
    s[L.PLAYER] = s[L.ON_TURN]
    s[L.ROUND_OFFICE] = 0
    if s[L.PHASE] == L.FINAL:
        finish(s)
    elif emptied(s, t):
        begin_round(s, t)
    elif s[L.PHASE] == L.CARRIAGES:
        discard_after_closing(s, t, L.SEATS + L.SEAT * s[L.ON_TURN])


# ---- after each event


@compiled
def follow_up(s: Array, t: Array) -> None:
    """Do what follows each event if there are modules, once the deck is settled.

    The back of a new top card becomes due; a return round begins, or continues after a card was drawn.
    """
    while True:
        if t[L.BACKS_SEEN] and s[L.DECK_BACK] == 0 and s[L.DECK_SIZE] > 0 and s[L.PHASE] != L.OVER:
            s[L.BACK_DUE] = 1
        if t[L.OFFICES_GIVEN] == 0 or s[L.TO_DISPLAY] > 0 or s[L.TO_HAND] > 0 or s[L.BACK_DUE] > 0:
            return
        if s[L.RETURNING] == 0:
            begin_round(s, t)
            return
        if s[L.REWARD] != L.DRAWN_REWARD:
            return
        _next_player(s, t)
        if s[L.DECK_SIZE] == 0:
            settle(s, t)
