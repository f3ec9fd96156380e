"""The coefficients of the evaluation (`evaluation_weights.toml`), and the formulas of margin and chance of winning.

All figures are whole millionths.
"""

import functools
import math
import operator
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from thurntaxis_solver.exact.features import HAND, LASTING, ROUTE, STEPS
from thurntaxis_solver.exact.value import SCALE

HALF_WIDTH = Fraction(196, 100)
"""Half the width of the evaluation's 95 % intervals, in standard deviations: rounded, so that figures are exact."""

DECIMALS = Context(prec=30)
"""The precision of the exponential: the same on every machine."""

COUNTS = (2, 3, 4)
"""The numbers of players."""


@dataclass(frozen=True)
class Weights:
    """The coefficients of the evaluation, in millionths.

    Those of the score are in the order of the features: `own` and `others` as pairs (a, b) for `LASTING`; `own_route`
    and `others_route` for `ROUTE`; `own_hand` for `HAND`; `last_turn` for `LASTING` and `ROUTE` of a player with a last
    turn. `margin` and `win` are in the order of their formulas; `covariance` is that of `win`, in millionths of
    millionths. `margin_doubts` and `score_doubts` are residual variances by quarter of the game (`quarter`).
    """

    own: tuple[tuple[int, int], ...]
    own_route: tuple[int, ...]
    own_hand: tuple[int, ...]
    others: tuple[tuple[int, int], ...]
    others_route: tuple[int, ...]
    last_turn: tuple[int, ...]
    margin: tuple[int, ...]
    win: tuple[int, ...]
    covariance: tuple[tuple[int, ...], ...]
    margin_doubts: tuple[int, ...]
    score_doubts: tuple[int, ...]


def quarter(steps: int) -> int:
    """Return how many quarters of the game are still to come, 4 to 1; 0 once the end has been triggered."""
    return -(-4 * steps // STEPS)


def weights_from_data(data: Mapping[str, Any]) -> Weights:
    """Return the weights in the data of a weights file."""
    own, others, last = data["score"]["own"], data["score"]["others"], data["score"]["last-turn"]
    return Weights(
        own=tuple((_millionths(own[name][0]), _millionths(own[name][1])) for name in LASTING),
        own_route=tuple(_millionths(own[name]) for name in ROUTE),
        own_hand=tuple(_millionths(own[name]) for name in HAND),
        others=tuple((_millionths(others[name][0]), _millionths(others[name][1])) for name in LASTING),
        others_route=tuple(_millionths(others[name]) for name in ROUTE),
        last_turn=tuple(_millionths(last[name]) for name in (*LASTING, *ROUTE)),
        margin=tuple(map(_millionths, data["margin"]["coefficients"])),
        win=tuple(map(_millionths, data["win"]["coefficients"])),
        covariance=tuple(tuple(round(number * SCALE * SCALE) for number in row) for row in data["win"]["covariance"]),
        margin_doubts=tuple(_millionths(deviation**2) for deviation in data["residuals"]["margin"]),
        score_doubts=tuple(_millionths(deviation**2) for deviation in data["residuals"]["score"]),
    )


def _millionths(number: float) -> int:
    return round(number * SCALE)


@functools.cache
def fitted_weights() -> Weights:
    """Return the weights that come with the package."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return weights_from_data(tomllib.loads(text))


def case_inputs(players: int, steps: int) -> tuple[int, ...]:
    """Return the vector c: a place for each number of players while the game goes on, then one for each at its end."""
    return tuple(int(players == n and (steps == 0) == ended) for ended in (False, True) for n in COUNTS)


@dataclass(frozen=True)
class Response:
    """Margin and chance of winning as functions of the difference of expected scores, at one point of a game.

    The point is given by the number of `players` and the `steps` left. The margin is `constant` + `slope` d, and the
    chance of winning has the logit `base` + `rise` m; all in millionths.
    """

    players: int
    steps: int
    constant: int
    slope: int
    base: int
    rise: int
    covariance: tuple[tuple[int, ...], ...]

    def margin(self, ahead: int) -> int:
        """Return the expected margin with this difference of expected scores."""
        return self.constant + self.slope * ahead // SCALE

    def chance(self, margin: int) -> tuple[int, int, int]:
        """Return the chance of winning with this expected margin, and its bounds."""
        logit = self.base + self.rise * margin // SCALE
        cases, gone = case_inputs(self.players, self.steps), STEPS - self.steps
        running = margin if self.steps else 0
        x = (
            *(SCALE * place for place in cases),
            *(running, running * gone // STEPS, running * gone**2 // STEPS**2),
            *(margin * place for place in cases[len(COUNTS) :]),
        )
        variance = sum_of_products(x, [sum_of_products(row, x) for row in self.covariance])
        half = math.floor(HALF_WIDTH * math.isqrt(variance) / SCALE)
        return logistic(logit), logistic(logit - half), logistic(logit + half)


def response(weights: Weights, players: int, steps: int) -> Response:
    """Return the response for a number of players and of steps left."""
    at, gone = case_inputs(players, steps).index(1), STEPS - steps
    *constants, ahead, running, ended = weights.margin
    bases, (level, steeper, curved), rises = weights.win[:6], weights.win[6:9], weights.win[9:]
    return Response(
        players,
        steps,
        constant=constants[at] + ahead * steps // STEPS,
        slope=running if steps else ended,
        base=bases[at],
        rise=level + steeper * gone // STEPS + curved * gone**2 // STEPS**2 if steps else rises[at - len(COUNTS)],
        covariance=weights.covariance,
    )


def logistic(logit: int) -> int:
    """Return 1 / (1 + exp(-logit)), both in millionths; never 0 or 1, which only the end of a game proves."""
    odds = DECIMALS.exp(DECIMALS.divide(Decimal(-logit), Decimal(SCALE)))
    chance = DECIMALS.divide(Decimal(SCALE), DECIMALS.add(Decimal(1), odds))
    return min(SCALE - 1, max(1, round(chance)))


def sum_of_products(some: Sequence[int], others: Sequence[int]) -> int:
    """Return the sum of the products."""
    return sum(map(operator.mul, some, others))
