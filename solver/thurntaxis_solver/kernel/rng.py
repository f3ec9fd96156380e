"""Random numbers, the same compiled or not: multiply-with-carry (G. Marsaglia, 1999), lag 1, period about 2^60."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled

MULTIPLIER = 698769069
LOW = 0xFFFFFFFF


def seeded(seed: int) -> int:
    """Return the generator's first state for any integer; similar seeds give unrelated states (a splitmix64 step)."""
    mixed = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) % 2**64
    mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) % 2**64
    mixed ^= mixed >> 31
    return (mixed >> 32) % (MULTIPLIER - 2) + 1 << 32 | mixed & LOW


@compiled
def below(s: Array, bound: int) -> int:
    """Return a random number from 0 to bound - 1, uniform up to an error of bound / 2^32."""
    state = MULTIPLIER * (s[L.CHANCE] & LOW) + (s[L.CHANCE] >> 32)
    s[L.CHANCE] = state
    return (state & LOW) * bound >> 32
