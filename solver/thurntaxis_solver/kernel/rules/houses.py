"""Placing houses, and the tiles for houses and for long routes."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled
from thurntaxis_solver.kernel.rules.cards import size_of

# ---- where houses may be placed


@compiled
def closings(s: Array, t: Array, me: int, out: Array, n: int) -> int:
    """List every legal way to close the route: at most one house per province, or several houses in one province.

    For the first way of placing, the free cities count as one more province.
    """
    free = s[me + L.ROUTE] & ~s[me + L.HOUSES]
    begin = n
    out[n] = L.CLOSE
    n += 1
    for number in range(t[L.PROVINCES] + 1):
        left = free & t[L.PROVINCE + number]
        stop = n
        while left:
            city = left & -left
            left ^= city
            for other in range(begin, stop):
                out[n] = out[other] + city * L.VERBS
                n += 1
    for number in range(t[L.PROVINCES]):
        several = whole = free & t[L.PROVINCE + number]
        while several & (several - 1):
            out[n] = L.CLOSE + several * L.VERBS
            n += 1
            several = (several - 1) & whole
            while several and not several & (several - 1):
                several = (several - 1) & whole
    supply = t[L.HOUSES_EACH] - s[me + L.HOUSES_PLACED]
    if supply >= s[me + L.LENGTH]:
        return n
    kept = begin
    for place in range(begin, n):
        if size_of(out[place] // L.VERBS) <= supply:
            out[kept] = out[place]
            kept += 1
    return kept


@compiled
def place_houses(s: Array, t: Array, me: int, houses: int) -> None:
    """Place houses, and take the letters that still lie in their cities."""
    if t[L.LETTERS_PAY]:
        taken = 0
        for seat in range(s[L.PLAYERS]):
            taken |= s[L.SEATS + L.SEAT * seat + L.HOUSES]
        s[me + L.LETTERS] += size_of(houses & ~taken)
    s[me + L.HOUSES] += houses
    s[me + L.HOUSES_PLACED] += size_of(houses)


# ---- tiles


@compiled
def _take_tile(s: Array, me: int, stack: int) -> bool:
    """Take the uppermost tile of a stack; return whether there was one."""
    left = s[L.STACKS + stack]
    if left == 0:
        return False
    s[me + L.POINTS] += left & 15
    s[me + L.TILES] |= 1 << stack
    s[L.STACKS + stack] = left >> 4
    return True


@compiled
def take_end_tile(s: Array, t: Array, me: int) -> None:
    """Trigger the end of the game and take its tile, unless another player has done so."""
    if s[L.ENDER] < 0:
        s[L.ENDER] = s[L.PLAYER]
        _take_tile(s, me, t[L.END_STACK])


@compiled
def take_route_tile(s: Array, t: Array, me: int, length: int) -> None:
    """Take the tile of the longest stack up to this length that still has one."""
    for place in range(t[L.ROUTE_STACKS]):
        if t[L.ROUTE_LENGTH + place] <= length and _take_tile(s, me, t[L.ROUTE_STACK + place]):
            break


@compiled
def provinces_lacking(t: Array, houses: int) -> int:
    """Return how many of the provinces that the tile for all provinces requires have no house."""
    lacking = 0
    for number in range(t[L.PROVINCES]):
        if t[L.REQUIRED + number] and not houses & t[L.PROVINCE + number]:
            lacking += 1
    return lacking


@compiled
def take_house_tiles(s: Array, t: Array, me: int) -> None:
    """Take the tiles for free cities, for regions, for all provinces and for the last house."""
    owned, held = s[me + L.HOUSES], s[me + L.TILES]
    for place in range(t[L.FREE_STACKS]):
        if owned & t[L.FREE_CITY + place]:
            _take_tile(s, me, t[L.FREE_STACK + place])
    for number in range(t[L.REGIONS]):
        stack = t[L.REGION_STACK + number]
        if not held >> stack & 1 and t[L.REGION + number] & ~owned == 0:
            _take_tile(s, me, stack)
    if not held >> t[L.ALL_STACK] & 1 and provinces_lacking(t, owned) == 0:
        _take_tile(s, me, t[L.ALL_STACK])
    if s[me + L.HOUSES_PLACED] == t[L.HOUSES_EACH]:
        take_end_tile(s, t, me)
