"""The pay-off matrix of a tournament: how often each agent wins against each other one.

At two players there is one matrix. At four there are three: an agent alone against three of another one, two of each,
and three against one. Shares have intervals of 95 %, as those of the table have (`thurntaxis_solver.play.standings`).

>>> from thurntaxis_solver.play.tournament import Local, Setup, play
>>> setup = Setup.of(["greedy", "random"], seed=5, matrix=True)
>>> (matrix,) = payoff_matrices(setup, list(play(setup, 2, Local(1)))).matrices
>>> cell = matrix.cell("greedy", "random")
>>> (cell.wins, cell.games)
(2, 2)
"""

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from thurntaxis_solver.answers import Answer
from thurntaxis_solver.play.matches import Row, Setup
from thurntaxis_solver.play.standings import wilson
from thurntaxis_solver.quantities import Estimate

Place = tuple[str, str, int]
"""An agent, the agent against which it plays, and the number of its seats."""


@dataclass(frozen=True)
class Cell(Answer):
    """The games of an agent, that of the row, against another one, that of the column.

    `win` is the share that any seat of the row's agent won, none without games.
    """

    row: str
    column: str
    games: int
    wins: int
    win: Estimate | None


@dataclass(frozen=True)
class Matrix(Answer):
    """The cells of all games in which the row's agent has `seats` seats and the column's agent the `others`.

    `par` is the share of wins if all seats are alike.
    """

    seats: int
    others: int
    par: float
    cells: tuple[Cell, ...]

    def cell(self, row: str, column: str) -> Cell:
        """Return the cell of two different agents."""
        return next(cell for cell in self.cells if (cell.row, cell.column) == (row, column))


@dataclass(frozen=True)
class PayoffMatrices(Answer):
    """The matrices of a tournament, by how many seats the row's agent has.

    `games` counts all games that are finished; those without an end, `broken_off`, are in no cell. `forfeits` says how
    many games each agent lost by a forfeit, where it did.
    """

    setup: Setup
    games: int
    broken_off: int
    forfeits: dict[str, int]
    matrices: tuple[Matrix, ...]


def payoff_matrices(setup: Setup, rows: Sequence[Row]) -> PayoffMatrices:
    """Return the matrices of these games, which belong to a set-up of a matrix."""
    games: Counter[Place] = Counter()
    wins: Counter[Place] = Counter()
    for row in rows:
        if row["winner"] is None:
            continue
        first, second = sorted(set(row["seats"]))
        for name, other in ((first, second), (second, first)):
            place = name, other, row["seats"].count(name)
            games[place] += 1
            wins[place] += row["seats"][row["winner"]] == name
    return PayoffMatrices(
        setup=setup,
        games=len(rows),
        broken_off=sum(row["winner"] is None for row in rows),
        forfeits=dict(Counter(row["seats"][row["forfeit"]] for row in rows if row["forfeit"] is not None)),
        matrices=tuple(
            Matrix(seats, setup.players - seats, seats / setup.players, _cells(setup, seats, games, wins))
            for seats in range(1, setup.players)
        ),
    )


def _cells(setup: Setup, seats: int, games: Counter[Place], wins: Counter[Place]) -> tuple[Cell, ...]:
    """Return the cells of all pairs of agents of which the first has this number of seats."""
    places = [(row, column, seats) for row, column in itertools.permutations(setup.agents, 2)]
    return tuple(
        Cell(
            row=place[0],
            column=place[1],
            games=games[place],
            wins=wins[place],
            win=wilson(wins[place], games[place]) if games[place] else None,
        )
        for place in places
    )
