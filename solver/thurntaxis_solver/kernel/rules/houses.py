"""Houses on the cities of a closed route or of an office, and the tiles that they and long routes bring."""

from thurntaxis_solver.kernel.compiled import Array, compiled
from thurntaxis_solver.kernel.layout import (
    ALL_STACK,
    CLOSE,
    END_STACK,
    ENDER,
    FREE_CITY,
    FREE_STACK,
    FREE_STACKS,
    HOUSES,
    HOUSES_EACH,
    HOUSES_PLACED,
    LENGTH,
    LETTERS,
    LETTERS_PAY,
    PLAYER,
    PLAYERS,
    POINTS,
    PROVINCE,
    PROVINCES,
    REGION,
    REGION_STACK,
    REGIONS,
    ROUTE,
    ROUTE_LENGTH,
    ROUTE_STACK,
    ROUTE_STACKS,
    SEAT,
    SEATS,
    STACKS,
    TAKEN,
    TILES,
    VERBS,
    WANTED,
)
from thurntaxis_solver.kernel.rules.cards import size_of

# ---- where houses may be placed


@compiled
def closings(s: Array, t: Array, me: int, out: Array, n: int) -> int:
    """List every legal set of houses: one in each province at most, or several in one.

    With the first goes a house in one free city, as if these were a province.
    """
    free = s[me + ROUTE] & ~s[me + HOUSES]
    begin = n
    out[n] = CLOSE
    n += 1
    for number in range(t[PROVINCES] + 1):
        left = free & t[PROVINCE + number]
        stop = n
        while left:
            city = left & -left
            left ^= city
            for other in range(begin, stop):
                out[n] = out[other] + city * VERBS
                n += 1
    for number in range(t[PROVINCES]):
        several = whole = free & t[PROVINCE + number]
        while several & (several - 1):
            out[n] = CLOSE + several * VERBS
            n += 1
            several = (several - 1) & whole
            while several and not several & (several - 1):
                several = (several - 1) & whole
    supply = t[HOUSES_EACH] - s[me + HOUSES_PLACED]
    if supply >= s[me + LENGTH]:
        return n
    kept = begin
    for place in range(begin, n):
        if size_of(out[place] // VERBS) <= supply:
            out[kept] = out[place]
            kept += 1
    return kept


@compiled
def place_houses(s: Array, t: Array, me: int, houses: int) -> None:
    """Place houses; the letters that still lie in their cities are taken."""
    if t[LETTERS_PAY]:
        taken = 0
        for seat in range(s[PLAYERS]):
            taken |= s[SEATS + SEAT * seat + HOUSES]
        s[me + LETTERS] += size_of(houses & ~taken)
    s[me + HOUSES] += houses
    s[me + HOUSES_PLACED] += size_of(houses)


# ---- tiles


@compiled
def _take_tile(s: Array, me: int, stack: int) -> bool:
    """Take the uppermost tile of a stack; return whether there was one."""
    left = s[STACKS + stack]
    if left == 0:
        return False
    s[me + POINTS] += left & 15
    s[me + TAKEN] += 1
    s[me + TILES] |= 1 << stack
    s[STACKS + stack] = left >> 4
    return True


@compiled
def take_end_tile(s: Array, t: Array, me: int) -> None:
    """Bring about the end of the game, unless somebody has."""
    if s[ENDER] < 0:
        s[ENDER] = s[PLAYER]
        _take_tile(s, me, t[END_STACK])


@compiled
def take_route_tile(s: Array, t: Array, me: int, length: int) -> None:
    """Take the tile of the longest length up to this one that is left."""
    for place in range(t[ROUTE_STACKS]):
        if t[ROUTE_LENGTH + place] <= length and _take_tile(s, me, t[ROUTE_STACK + place]):
            break


@compiled
def provinces_lacking(t: Array, houses: int) -> int:
    """Return how many of the provinces that the tile for all provinces asks for have no house."""
    lacking = 0
    for number in range(t[PROVINCES]):
        if t[WANTED + number] and not houses & t[PROVINCE + number]:
            lacking += 1
    return lacking


@compiled
def take_house_tiles(s: Array, t: Array, me: int) -> None:
    """Take the tiles for free cities, for regions, for all provinces and for the last house."""
    owned, held = s[me + HOUSES], s[me + TILES]
    for place in range(t[FREE_STACKS]):
        if owned & t[FREE_CITY + place]:
            _take_tile(s, me, t[FREE_STACK + place])
    for number in range(t[REGIONS]):
        stack = t[REGION_STACK + number]
        if not held >> stack & 1 and t[REGION + number] & ~owned == 0:
            _take_tile(s, me, stack)
    if not held >> t[ALL_STACK] & 1 and provinces_lacking(t, owned) == 0:
        _take_tile(s, me, t[ALL_STACK])
    if s[me + HOUSES_PLACED] == t[HOUSES_EACH]:
        take_end_tile(s, t, me)
