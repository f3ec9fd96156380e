"""Return rounds of office tiles: when they begin, and who acts in them."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled
from thurntaxis_solver.kernel.rules.cards import size_of
from thurntaxis_solver.kernel.rules.officials import kinds

_FINAL_BACKWARDS = L.reading("final-return", "yucata")

FEWEST_IN_THE_END = 3
"""The fewest different tiles that can be returned in the final round."""


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
