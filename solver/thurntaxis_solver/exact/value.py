"""What a turn is worth, in whole millionths, so that averages and comparisons are exact."""

import operator
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

SCALE = 1_000_000
"""How many units make one point, or a chance of one."""

Rational = int | Fraction


class Value(NamedTuple):
    """What a position is worth to the player on turn, each figure in millionths (`SCALE`).

    `win` is the chance of winning, `margin` the expected final score less the best other's, `score` the expected final
    score. `low` and `high` bound `win`; `margin_doubt` and `score_doubt` are the variances of what the evaluation says
    of the margin and the score (see `thurntaxis_solver.exact.evaluation`). A margin without doubt is proved, and so is
    all the rest.

    Values are ordered by chance of winning, then margin, then score; the other figures settle ties, so that the best
    of some values is always one and the same.
    """

    win: Rational
    margin: Rational
    score: Rational
    low: Rational
    high: Rational
    margin_doubt: Rational
    score_doubt: Rational

    @property
    def is_proved(self) -> bool:
        """Whether the game is over in all that the value stands for."""
        return self.margin_doubt == 0


def mean(cases: Iterable[tuple[int, Value]]) -> Value:
    """Return the average of values, each counted as often as the number before it says: figure by figure, exactly."""
    weights, values = zip(*cases, strict=True)
    total = sum(weights)
    return Value(*(Fraction(sum(map(operator.mul, weights, figures)), total) for figures in zip(*values, strict=True)))


def doubted(value: Value) -> Value:
    """Return a value that is no proved one."""
    return value._replace(margin_doubt=value.margin_doubt + 1, score_doubt=value.score_doubt + 1)


def worst(values: Sequence[Value | None]) -> Value:
    """Return the worst of some values; it is proved if all of them are."""
    known = [value for value in values if value is not None]
    least = min(known, key=lambda value: value[:3])
    return doubted(least) if least.is_proved and not all(value.is_proved for value in known) else least
