"""How far estimated figures may be off: the variances of their errors, from which their intervals follow.

The errors of the method, apart from sampling, were set with `benchmarks/chances.py`.
"""

import math
from collections.abc import Sequence
from statistics import fmean, variance
from typing import NamedTuple

from thurntaxis_solver.estimates import DEVIATES, Estimate


def squared(value: float) -> float:
    """Return the square, with the same digits everywhere: C libraries round powers differently, and so do browsers."""
    return value * value


SURPRISE = 3.0
"""If the tree and games are more standard errors apart than this, the tree has missed something."""


class Measured(NamedTuple):
    """A figure, and the variance of its error."""

    value: float
    variance: float

    def mixed(self, other: "Measured") -> "Measured":
        """Return the mean of two independent figures, weighted by the inverse of their variances.

        If they are more than `SURPRISE` standard errors apart, the variance of this one is larger by as much.
        """
        surprise = squared(self.value - other.value) - squared(SURPRISE) * (self.variance + other.variance)
        variance = self.variance + max(0.0, surprise)
        weight = variance / (variance + other.variance)
        value = (1 - weight) * self.value + weight * other.value
        return Measured(value, squared(1 - weight) * variance + squared(weight) * other.variance)

    def estimate(self, least: float = -math.inf, most: float = math.inf) -> Estimate:
        """Return the figure with its 95 % interval, within these bounds."""
        half = DEVIATES * math.sqrt(self.variance)
        value = min(most, max(least, self.value))
        return Estimate(value, max(least, self.value - half), min(most, self.value + half))


def measured(values: Sequence[float], error: float) -> Measured:
    """Return the mean of the values of some games, with this error apart from sampling."""
    count = len(values)
    return Measured(fmean(values), max(variance(values), 0.25 / count) / count + squared(error))


class Errors(NamedTuple):
    """The standard errors of the tree and of games, apart from sampling: of a chance, and of a difference.

    These are for even chances; they shrink like the standard deviation of a result.
    """

    tree: float
    games: float
    tree_difference: float
    games_difference: float


LATE, EARLY = Errors(0.22, 0.05, 0.08, 0.04), Errors(0.04, 0.10, 0.03, 0.04)
LATE_TURNS, EARLY_TURNS = Errors(8.0, 3.0, 3.0, 3.0), Errors(30.0, 45.0, 45.0, 45.0)
"""The errors if the game goes on for at most, or at least, so many turns."""

HORSES_ERROR = 0.25
"""The least error of the tree in games with horses, from which the network has learnt less."""

POINTS_ERROR = 3.0
"""The error of an expected margin or score, in points."""


def errors(turns: float, *, horses: bool = False) -> Errors:
    """Return the errors of estimates, if the game goes on for so many turns, with or without horses."""
    found = Errors(
        *(
            late + min(1.0, max(0.0, (turns - few) / (many - few))) * (early - late)
            for late, early, few, many in zip(LATE, EARLY, LATE_TURNS, EARLY_TURNS, strict=True)
        )
    )
    return found._replace(tree=max(found.tree, HORSES_ERROR)) if horses else found


def spread(chance: float) -> float:
    """Return the standard deviation of a result with this chance, as a part of the largest; at least a tenth."""
    return max(0.1, 2 * math.sqrt(max(0.0, chance * (1 - chance))))
