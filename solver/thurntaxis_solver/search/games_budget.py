"""How many games are played on after each line of advice, and how many playouts decide in them."""

from typing import NamedTuple

from thurntaxis_solver.kernel.games import LONGEST_GAME

SHARE = 0.5
"""The share of a search's time that games take."""

GAMES_EFFORT = 45
"""How many times as many playouts as the tree got decide in games, if the playouts are limited."""

MOST_EFFORT = 900_000
"""The most playouts that decide in games, which take some fifteen seconds on one core."""

HORSES_EFFORT = 5
"""How many times as many playouts decide with horses, where a playout takes about a third of the time."""

SPEED = 100_000
"""About how many playouts a second a core makes, which tells how many games there is time for."""

DECISIONS = 4.5
"""About how many decisions a turn has."""

GAMES = 32, 60
"""How many games are played on after each of the best lines: if many playouts decide, and if there is effort left."""

LEAST, MOST_TO_THE_END, MOST_OF_A_ROUND = 40, 300, 100
"""How many playouts decide: at least, and at most. To the end, 300 gave better figures than 150, and these than 50."""

LONG, LONG_WITH_HORSES, ENOUGH = 24.0, 48.0, 4
"""Games are played on to the end if fewer than `LONG` turns are left and there is effort for `ENOUGH` of them; if not,
for a round, after which the network values them and the playout policy plays the rest. With horses, games are longer,
and the network has learnt less."""


class Allotment(NamedTuple):
    """How many games are played on after a line, how many playouts decide in them, and for how many turns."""

    games: int
    playouts: int
    turns: int


NO_GAMES = Allotment(0, 0, 0)


def allotted(budget: float, lines: int, turns_left: float, players: int, *, horses: bool = False) -> Allotment:
    """Return how games are played on after some lines: to the end if there is effort for it, else for a round.

    `budget` is the number of playouts that may decide in all of them together, without horses.
    """
    left = max(1.0, turns_left)
    budget *= HORSES_EFFORT if horses else 1
    to_the_end = left < (LONG_WITH_HORSES if horses else LONG) and budget / (lines * DECISIONS * left * LEAST) > ENOUGH
    decisions = lines * DECISIONS * (left if to_the_end else players)
    most = MOST_TO_THE_END if to_the_end else MOST_OF_A_ROUND
    playouts = max(LEAST, min(most, int(budget / (decisions * GAMES[0]))))
    games = min(GAMES[1], int(budget / (decisions * playouts)))
    return Allotment(games, playouts, LONGEST_GAME if to_the_end else players)
