"""An estimate of how many rounds of a real game are left, for networks that were trained on games of a fixed length.

The player nearest to the end counts: the one for whom the weighted sum of what is still missing is least. A checkpoint
with a file `rounds_left.toml` has weights for it, fitted by `thurntaxis_solver.training.fit_rounds_left`; without the
file, its network isn't told how many rounds are left.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled

CONSTANT = 0
PLAYERS = 1  # each player at the table
HOUSE = 2  # each house that the player nearest to the end has left
CARRIAGE = 3  # each carriage that this player hasn't got yet
CITY = 4  # each city that the route lacks for the next of them
NAMES = ("constant", "players", "house", "carriage", "city")

UNIT = 1000
"""The tables hold the weights, and the estimate is, in this part of a round."""

MOST_ROUNDS = 22
"""The most rounds that are left in the games of a fixed length."""

FILE = "rounds_left.toml"


@compiled
def rounds_left(s: Array, t: Array) -> int:
    """Return about how many turns the player who decides has left, this one included, in thousandths."""
    if s[L.ENDER] >= 0:
        return UNIT
    least = 1 << 40
    for player in range(s[L.PLAYERS]):
        me = L.SEATS + L.SEAT * player
        carriage = s[me + L.CARRIAGE]
        following = t[L.NEXT_CARRIAGE + carriage]
        lacks = max(0, following - s[me + L.LENGTH])
        carriages = 0
        while t[L.NEXT_CARRIAGE + carriage]:
            carriage = t[L.NEXT_CARRIAGE + carriage]
            carriages += 1
        left = t[L.ROUNDS_WEIGHTS + HOUSE] * (t[L.HOUSES_EACH] - s[me + L.HOUSES_PLACED])
        left += t[L.ROUNDS_WEIGHTS + CARRIAGE] * carriages + t[L.ROUNDS_WEIGHTS + CITY] * lacks
        least = min(least, left)
    estimate = t[L.ROUNDS_WEIGHTS + CONSTANT] + t[L.ROUNDS_WEIGHTS + PLAYERS] * s[L.PLAYERS] + least
    return max(UNIT, min(estimate, MOST_ROUNDS * UNIT))


def in_tables(weights: Sequence[float]) -> list[int]:
    """Return weights as the tables hold them."""
    return [round(UNIT * weight) for weight in weights]


def read(file: Path) -> tuple[float, ...]:
    """Return the weights in a file.

    Raises:
        OSError: it can't be read.
        ValueError: it holds no such weights.
    """
    try:
        weights = tomllib.loads(file.read_text(encoding="utf-8"))["weights"]
        return tuple(float(weights[name]) for name in NAMES)
    except (KeyError, TypeError) as error:
        raise ValueError(f"{file} holds no weights for the rounds left") from error


def data(weights: Sequence[float]) -> dict[str, dict[str, float]]:
    """Return what a file of these weights holds."""
    return {"weights": {name: round(weight, 3) for name, weight in zip(NAMES, weights, strict=True)}}
