"""Figures that are proved and figures that are estimated: two types, so that none is taken for the other."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

DEVIATES = 1.959964
"""Standard errors on both sides of a mean that hold 95 of 100 cases."""


@dataclass(frozen=True, order=True)
class Exact:
    """A figure that has been proved."""

    fraction: Fraction

    def __float__(self) -> float:
        return float(self.fraction)

    def data(self) -> dict[str, Any]:
        """Return the figure for a JSON answer."""
        return {"exact": True, "value": float(self.fraction), "fraction": str(self.fraction)}


@dataclass(frozen=True)
class Estimate:
    """A figure that has been estimated, with the interval that holds the true one in 95 of 100 cases."""

    value: float
    low: float
    high: float

    def __float__(self) -> float:
        return self.value

    def data(self) -> dict[str, Any]:
        """Return the figure for a JSON answer."""
        return {"exact": False, "value": self.value, "low": self.low, "high": self.high}


Number = Exact | Estimate


def tenths(number: float) -> str:
    """Return a number with one decimal and a true minus sign, which zero hasn't."""
    digits = f"{abs(number):.1f}"
    return f"−{digits}" if number < 0 and float(digits) else digits
