"""Samples of reveals, for the cases in which there are too many to search them all."""

import math
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from thurntaxis import Position
from thurntaxis_solver.exact.evaluation_weights import HALF_WIDTH
from thurntaxis_solver.exact.value import SCALE, TurnValue, mean


def cards_due(position: Position) -> int:
    """Return how many cards come next to the same place: the display, or before it the hand."""
    pending = position.turn.pending
    return pending.count("hand") or pending.count("display")


def different_displays(cards: Counter[str], due: int) -> int:
    """Return how many different multisets of `due` of these cards there are."""
    ways = [1] + [0] * due
    for copies in cards.values():
        ways = [sum(ways[max(0, size - copies) : size + 1]) for size in range(due + 1)]
    return ways[due]


def sampled_reveals(position: Position, due: int, chance: random.Random) -> Position:
    """Return the position after `due` random cards, and the backs seen in between, have been revealed."""
    while due:
        chances = position.weights()
        event = chance.choices(list(chances), list(chances.values()))[0]
        position = position.play_without_checking(event)
        due = due - (event.verb == "deal") if position.is_chance else 0
    return position


def mean_of_sample(sample: Sequence[TurnValue]) -> TurnValue:
    """Return the mean of a sample of values; its doubt is that of the values and that of the sampling."""
    middle = mean((1, value) for value in sample)

    def variance_of_mean(figures: Sequence[float]) -> float:
        center = math.fsum(figures) / len(figures)
        return math.fsum((figure - center) ** 2 for figure in figures) / max(1, len(figures) - 1) / len(figures)

    half = round(float(HALF_WIDTH) * math.sqrt(variance_of_mean([float(value.win) for value in sample])))
    margin_doubt = 1 + round(variance_of_mean([float(value.margin) for value in sample]) / SCALE)
    score_doubt = 1 + round(variance_of_mean([float(value.score) for value in sample]) / SCALE)
    return middle._replace(
        low=max(Fraction(0), Fraction(middle.low) - half),
        high=min(Fraction(SCALE), Fraction(middle.high) + half),
        margin_doubt=middle.margin_doubt + margin_doubt,
        score_doubt=middle.score_doubt + score_doubt,
    )
