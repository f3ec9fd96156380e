"""Whether the reference agrees with the naive rules, position by position."""

import random
from fractions import Fraction
from typing import Any

import thurntaxis as tt
from naive import rules
from support import random_play
from thurntaxis.io.write import position_data


def bare(value: Any) -> Any:
    """A position without its empty values, which may be left out, and without players' names."""
    if isinstance(value, dict):
        items = {key: bare(item) for key, item in value.items() if key not in ("name", "rules", "offices")}
        kept = {key: item for key, item in items.items() if item not in (None, [], {}, 0, False, "")}
        # Every entry of these counts, even 0.
        return kept | {key: value[key] for key in ("rules", "offices") if key in value}
    return [bare(item) for item in value] if isinstance(value, list) else value


def assert_agreement(position: tt.Position, event: tt.Event) -> None:
    """Both rules list the same events with the same chances, and lead by this one to the same position."""
    data = position_data(position)
    assert rules.events(data) == list(map(str, position.events()))
    if position.is_chance:
        weights = position.weights()
        chances = {str(each): Fraction(weight, sum(weights.values())) for each, weight in weights.items()}
        assert chances == rules.chances(data)
    assert bare(rules.apply(data, str(event))) == bare(position_data(position.play(event)))


def agreeing(start: tt.Position, chance: random.Random, most: int) -> int:
    """Play at random from here while both rules agree; return the number of events."""
    number = 0
    for position, event in random_play.walk(start, chance, most):
        assert_agreement(position, event)
        number += 1
    return number
