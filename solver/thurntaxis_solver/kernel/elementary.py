"""Elementary functions, computed by the four basic operations alone: the same bits on every platform.

A library's `exp` and `log` may differ in the last bit from one platform to the next.
"""

from thurntaxis_solver.kernel.compiled import compiled

LOG_TWO_HIGH = 0.693145751953125  # exact in 32 bits, so that its product with a small integer is exact, too
LOG_TWO_LOW = 1.4286068203094173e-06
LOG_TWO = 0.6931471805599453
SMALLEST = -700.0  # below it, `exp` returns 0


@compiled
def exp(x: float) -> float:
    """Return e to the power of x, for x up to 0, with a relative error below 4e-16; 0 below -700."""
    if x < SMALLEST:
        return 0.0
    halvings = int(0.5 - x / LOG_TWO)
    rest = x + halvings * LOG_TWO_HIGH + halvings * LOG_TWO_LOW  # at most half of log 2 in size
    value = 1.0
    for power in range(14, 0, -1):  # the Taylor series; the next term is below 1e-18
        value = 1.0 + value * rest / power
    while halvings > 0:
        step = min(halvings, 62)
        value /= 1 << step
        halvings -= step
    return value


@compiled
def log(x: float) -> float:
    """Return the natural logarithm of x, for x from 1, with a relative error below 1e-15."""
    halvings = 0
    while x > 1.5:
        x *= 0.5
        halvings += 1
    ratio = (x - 1.0) / (x + 1.0)  # at most 1/5 in size
    square = ratio * ratio
    value = 0.0
    for power in range(25, 0, -2):  # the series of the inverse hyperbolic tangent; the next term is below 1e-19
        value = 1.0 / power + value * square
    return 2.0 * ratio * value + halvings * LOG_TWO
