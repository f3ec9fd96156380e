"""Positions in which a player decides, out of random games: shared by the tests of the solver."""

import random
from collections.abc import Iterator

import thurntaxis as tt
from support import random_play


def decisions(seed: int, every: int, most: int = 700) -> Iterator[tt.Position]:
    """Yield about one in `every` decisions of a random game, any number of players, edition and options."""
    chance = random.Random(seed)
    for position, _ in random_play.walk(random_play.start(chance), chance, most):
        if not position.is_chance and chance.randrange(every) == 0:
            yield position


def any_route(board: tt.Board, chance: random.Random, longest: int) -> tuple[str, ...]:
    """Return a route of at least three cities, drawn at random."""
    while True:
        route = [chance.choice(board.cities).name]
        length = chance.randint(3, longest)
        while len(route) < length and (open_ := sorted(board.neighbours[route[-1]] - set(route))):
            route.append(chance.choice(open_))
        if len(route) >= 3:
            return tuple(route)
