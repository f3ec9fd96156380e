"""Reveals of which there are too many to look at all: some are dealt by chance, and stand for the rest."""

import math
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from thurntaxis import Position
from thurntaxis_solver.exact.evaluation_weights import HALF_WIDTH
from thurntaxis_solver.exact.value import SCALE, Value, mean


def different_displays(cards: Counter[str], due: int) -> int:
    """Return how many different multisets of so many of these cards there are."""
    ways = [1] + [0] * due
    for copies in cards.values():
        ways = [sum(ways[max(0, size - copies) : size + 1]) for size in range(due + 1)]
    return ways[due]


def sampled_reveals(position: Position, due: int, chance: random.Random) -> Position:
    """Return the position after so many cards have been revealed by chance, and the backs seen in between."""
    while due:
        chances = position.chances()
        event = chance.choices(list(chances), list(chances.values()))[0]
        position = position.play_without_checking(event)
        due = due - (event.verb == "deal") if position.is_chance else 0
    return position


def mean_of_sample(values: Sequence[Value]) -> Value:
    """Return the mean of values that are a sample, its doubt being that of the values and that of the sample."""
    middle = mean((1, value) for value in values)

    def spread(figures: Sequence[float]) -> float:
        """Return the variance of the mean of these figures, in units of the figures."""
        center = sum(figures) / len(figures)
        return sum((figure - center) ** 2 for figure in figures) / max(1, len(figures) - 1) / len(figures)

    half = round(float(HALF_WIDTH) * math.sqrt(spread([float(value.win) for value in values])))
    margin_doubt = 1 + round(spread([float(value.margin) for value in values]) / SCALE)
    score_doubt = 1 + round(spread([float(value.score) for value in values]) / SCALE)
    return middle._replace(
        low=max(Fraction(0), Fraction(middle.low) - half),
        high=min(Fraction(SCALE), Fraction(middle.high) + half),
        margin_doubt=middle.margin_doubt + margin_doubt,
        score_doubt=middle.score_doubt + score_doubt,
    )
