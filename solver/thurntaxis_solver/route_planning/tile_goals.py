"""The tiles that houses can still bring (regions, free cities, all provinces), as goals with their parts. Exact."""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from thurntaxis import Player, Position, RuleSet, Stack, Tile
from thurntaxis.tiles import has_tile, uppermost


@dataclass(frozen=True)
class Goal:
    """The uppermost tile of a stack, and the parts that have to be met for it.

    A part is a set of cities; it is met by a house in at least one of them. A region has a part for each city, a free
    city has a single part, all provinces have a part for each province.
    """

    tile: Tile
    parts: tuple[frozenset[str], ...]


def goals(position: Position) -> tuple[Goal, ...]:
    """Return the goals of the player on turn: one for every stack that has a tile left and gave the player none."""
    unmet: list[Goal] = []
    for stack in position.rules.board.stacks:
        tile = uppermost(position, stack)
        if tile and stack.kind in ("region", "free-city", "all-provinces") and not has_tile(position, stack):
            unmet.append(Goal(tile, parts(position.rules, stack)))
    return tuple(unmet)


def parts(rules: RuleSet, stack: Stack) -> tuple[frozenset[str], ...]:
    """Return the parts that have to be met for the tiles of this stack."""
    if stack.kind == "region":
        return tuple(frozenset((city,)) for city in sorted(rules.board.region_cities[stack.name]))
    if stack.city is not None:
        return (frozenset((stack.city,)),)
    left_out = stack.outside if rules.options["all-provinces"] == "outside-baiern" else None
    return tuple(frozenset(province.cities) for province in rules.board.provinces if province.name != left_out)


def gained(before: Player, after: Player) -> tuple[Tile, ...]:
    """Return the tiles that a player has later and not before."""
    return tuple((Counter(after.tiles) - Counter(before.tiles)).elements())


def outlook(unmet: Sequence[Goal], houses: Collection[str]) -> tuple[tuple[Tile, ...], Fraction]:
    """Return the tiles whose parts all have one of the houses, and the progress towards the others.

    That is the sum of each tile's value times the share of its parts that have one of the houses.
    """
    met: list[Tile] = []
    progress, scale = 0, math.lcm(*(len(goal.parts) for goal in unmet))
    for goal in unmet:
        parts, count = len(goal.parts), sum([not part.isdisjoint(houses) for part in goal.parts])
        if count == parts:
            met.append(goal.tile)
        else:
            progress += goal.tile.value * count * (scale // parts)
    return tuple(met), Fraction(progress, scale)
