"""Officials: when they can be used, what they cost, and their office tiles."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled, inlined


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
