"""Positions out of random games with modules, and on boards with free cities: shared by the tests of the solver."""

import functools
import random
from pathlib import Path

import thurntaxis as tt
from support import random_play
from support.paths import BY_CITY

Game = tuple[str, tuple[str, ...]]
"""A board, and modules."""

GAMES: list[Game] = [
    *random_play.GAMES,
    *(
        (str(BY_CITY), modules)
        for board, modules in random_play.GAMES
        if board == "testland" and "power-and-glory" in modules
    ),
]
"""All that can be played, but for the base game on its own board."""


def name(game: Game) -> str:
    """Return a short name of a game."""
    return "-".join([Path(game[0]).stem, *("".join(word[0] for word in module.split("-")) for module in game[1])])


@functools.cache
def positions(game: Game, seed: int = 0, games: int = 3, most: int = 700) -> tuple[tt.Position, ...]:
    """Return all positions of some random games."""
    found: list[tt.Position] = []
    for number in range(games):
        chance = random.Random(f"{name(game)} {seed} {number}")
        found += [position for position, _ in random_play.walk(random_play.start_with(chance, *game), chance, most)]
    return tuple(found)


def decisions(game: Game, chance: random.Random, count: int) -> list[tt.Position]:
    """Return some positions in which a player decides."""
    return chance.sample([position for position in positions(game) if not position.is_chance], count)
