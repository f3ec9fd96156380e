"""What a turn is worth, in whole millionths, so that averages and comparisons are exact."""

import operator
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

SCALE = 1_000_000
"""How many units make one point, or a chance of one."""

Rational = int | Fraction


class TurnValue(NamedTuple):
    """What a position is worth to a player, each figure in millionths (`SCALE`).

    `win` is the chance of winning, `margin` the expected final score less the best other's, `score` the expected final
    score. `low` and `high` bound `win`; `margin_doubt` and `score_doubt` are the variances of what the evaluation says
    of the margin and the score (see `thurntaxis_solver.exact.evaluation`). A value whose margin has no doubt is proved
    in all its figures.

    Values compare by chance of winning, then margin, then score; the other figures settle ties, so that the highest of
    several values is always the same one.
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
        """Whether the game is over in all positions that the value stands for."""
        return self.margin_doubt == 0


def mean(cases: Iterable[tuple[int, TurnValue]]) -> TurnValue:
    """Return the weighted mean of (weight, value) pairs: figure by figure, exactly."""
    weights, values = zip(*cases, strict=True)
    total = sum(weights)
    return TurnValue(
        *(Fraction(sum(map(operator.mul, weights, figures)), total) for figures in zip(*values, strict=True))
    )


def preference(value: TurnValue) -> tuple[Rational, ...]:
    """Return the sort key of the player's choices: of values with the same figures, the one with less doubt is best."""
    return value.win, value.margin, value.score, -value.margin_doubt


def best_of(values: Iterable[TurnValue | None]) -> TurnValue | None:
    """Return the best of the values that are known; none if no value is."""
    return max((value for value in values if value is not None), key=preference, default=None)


def worst_of(values: Sequence[TurnValue | None]) -> TurnValue:
    """Return the worst of the values that are known; it is proved if all of them are."""
    known = [value for value in values if value is not None]
    least = min(known, key=lambda value: value[:3])
    return unproved(least) if least.is_proved and not all(value.is_proved for value in known) else least


def unproved(value: TurnValue) -> TurnValue:
    """Return the value with enough doubt added that it isn't a proved one."""
    return value._replace(margin_doubt=value.margin_doubt + 1, score_doubt=value.score_doubt + 1)
