"""What a turn is worth: the result of a game that is over, and exact means of results."""

import operator
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from thurntaxis import Event, Position

Rational = int | Fraction

Events = tuple[Event, ...]
"""Events that follow each other."""


class TurnValue(NamedTuple):
    """What a position is worth to a player: the chance of winning, and the expected margin and score in points.

    The margin is the final score less the best other player's. Values compare by chance, then margin, then score.
    """

    win: Rational
    margin: Rational
    score: Rational


def result(position: Position, player: int) -> TurnValue:
    """Return the result of a game that is over."""
    scores = position.scores()
    own = scores[player]
    best = max(score for at, score in enumerate(scores) if at != player)
    return TurnValue(int(position.winner() == player), own - best, own)


def mean(cases: Iterable[tuple[int, TurnValue]]) -> TurnValue:
    """Return the weighted mean of (weight, value) pairs: figure by figure, exactly."""
    weights, values = zip(*cases, strict=True)
    total = sum(weights)
    return TurnValue(
        *(Fraction(sum(map(operator.mul, weights, figures)), total) for figures in zip(*values, strict=True))
    )
