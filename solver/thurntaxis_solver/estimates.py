"""Exact figures and estimated figures: two types, so that one is never taken for the other; and answers with them."""

import math
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, cast

from thurntaxis import Event, Tile

DEVIATES = 1.959964
"""Half the width of a 95 % confidence interval, in standard errors."""


@dataclass(frozen=True, order=True)
class Exact:
    """An exact figure, which is its `fraction`; `float` rounds it. Exact figures have an order."""

    fraction: Fraction

    def __float__(self) -> float:
        return float(self.fraction)

    def data(self) -> dict[str, Any]:
        """Return the figure for a JSON answer."""
        return {"exact": True, "value": float(self.fraction), "fraction": str(self.fraction)}


@dataclass(frozen=True)
class Estimate:
    """An estimated figure: its `value`, which `float` gives, and the ends of its 95 % interval, `low` and `high`."""

    value: float
    low: float
    high: float

    def __float__(self) -> float:
        return self.value

    def data(self) -> dict[str, Any]:
        """Return the figure for a JSON answer."""
        return {"exact": False, "value": self.value, "low": self.low, "high": self.high}


Number = Exact | Estimate


def wilson(wins: int, games: int) -> Estimate:
    """Return a share of at least one game with the score interval of E. Wilson (1927)."""
    share, weight = wins / games, DEVIATES * DEVIATES / games
    centre = (share + weight / 2) / (1 + weight)
    half = DEVIATES / (1 + weight) * math.sqrt(share * (1 - share) / games + weight / (4 * games))
    return Estimate(share, min(share, max(0.0, centre - half)), max(share, min(1.0, centre + half)))


def tenths(number: float) -> str:
    """Return a number with one decimal and a typographic minus sign, which zero doesn't get."""
    digits = f"{abs(number):.1f}"
    return f"−{digits}" if number < 0 and float(digits) else digits


# ---- answers


class Answer:
    """The base of a dataclass that is an answer or a part of one: its fields are the keys in JSON."""

    def data(self) -> dict[str, Any]:
        """Return the fields for a JSON answer; those that default to None are left out if they are None."""
        values = ((field, getattr(self, field.name)) for field in fields(cast("Any", self)))
        return {field.name: _plain(value) for field, value in values if value is not None or field.default is not None}


def _plain(value: Any) -> Any:
    """Return a value in JSON types."""
    if hasattr(value, "data"):
        return value.data()
    if isinstance(value, Fraction):
        return Exact(value).data()
    if isinstance(value, Tile | Event):
        return str(value)
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
