"""Officials: when they can be used, what they cost, their office tiles, and return rounds of these."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled, inlined
from thurntaxis_solver.kernel.rules.cards import size_of

_FINAL_BACKWARDS = L.reading("final-return", "yucata")

FEWEST_IN_THE_END = 3
"""The fewest different tiles that can be returned in the final round."""


@inlined
def offered(s: Array, t: Array, me: int, official: int) -> bool:
    """Return whether an official can be used and paid for now: one per turn, or with letters each once per turn."""
    if not t[L.LETTERS_PAY]:
        return s[L.OFFICIAL] == 0
    return s[L.OFFICIAL] & official == 0 and s[me + L.USABLE] >= price(s, official)


@compiled
def price(s: Array, official: int) -> int:
    """Return how many letters an official costs, if letters pay: one official is free, the others cost the same."""
    is_free = official == L.POSTMASTER_USED if s[L.BEGAN_EMPTY] else s[L.OFFICIAL] == 0
    if is_free:
        return 0
    return 1 if s[L.MESSENGER] == s[L.ON_TURN] else 2


@inlined
def use(s: Array, t: Array, me: int, official: int) -> None:
    """Use an official: pay for it, and take its office tile."""
    if t[L.LETTERS_PAY]:
        letters = price(s, official)
        s[me + L.LETTERS] -= letters
        s[me + L.USABLE] -= letters
    s[L.OFFICIAL] |= official
    if t[L.OFFICES_GIVEN]:
        s[L.OFFICES_LEFT] -= one_each(official)
        s[me + L.OFFICES] += one_each(official)


# ---- office tiles


@compiled
def one_each(officials: int) -> int:
    """Return one office tile of each of these officials."""
    return officials & 1 | (officials & 2) << 3 | (officials & 4) << 6 | (officials & 8) << 9


@compiled
def kinds(offices: int) -> int:
    """Return the officials that have a tile among these."""
    found = 0
    for official in range(L.OFFICE_COUNT):
        if offices >> 4 * official & 15:
            found |= 1 << official
    return found


# ---- return rounds: when they begin, and who acts in them


@compiled
def emptied(s: Array, t: Array) -> int:
    """Return an official whose stack is empty, the administrator first; 0 if there is none."""
    empty = t[L.OFFICES_GIVEN] & ~kinds(s[L.OFFICES_LEFT])
    return empty & L.ADMINISTRATOR_USED or empty & -empty


@compiled
def _order(s: Array, step: int, fewest: int) -> int:
    """Return, in the form of `L.RETURNING`, the players with at least this many kinds of tiles.

    The order begins with the player on turn and continues in steps of `step` seats.
    """
    order = 0
    for away in range(s[L.PLAYERS] - 1, -1, -1):
        player = (s[L.ON_TURN] + step * away) % s[L.PLAYERS]
        if size_of(kinds(s[L.SEATS + L.SEAT * player + L.OFFICES])) >= fewest:
            order = order << 3 | player + 1
    return order


@compiled
def begin_round(s: Array, t: Array) -> None:
    """Begin a return round if a stack is empty: every player who has tiles returns some."""
    official = emptied(s, t)
    if official:
        s[L.ROUND_OFFICE] = official
        s[L.RETURNING] = _order(s, 1, 1)
        s[L.PLAYER] = (s[L.RETURNING] & 7) - 1


@compiled
def begin_final_round(s: Array, t: Array) -> bool:
    """Begin the final return round if any player has enough kinds of tiles for it; return whether it begins."""
    if t[L.OFFICES_GIVEN] == 0:
        return False
    order = _order(s, -1 if t[_FINAL_BACKWARDS] else 1, FEWEST_IN_THE_END)
    if order == 0:
        return False
    s[L.PHASE] = L.FINAL
    s[L.RETURNING] = order
    s[L.PLAYER] = (order & 7) - 1
    return True
