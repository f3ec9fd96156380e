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

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from thurntaxis_solver.play.matches import Row, Setup
from thurntaxis_solver.play.standings import wilson
from thurntaxis_solver.quantities import Estimate


@dataclass(frozen=True)
class Cell:
    """The games of an agent, that of the row, against another one, that of the column.

    `win` is the share that any seat of the row's agent won, none without games.
    """

    row: str
    column: str
    games: int
    wins: int

    @property
    def win(self) -> Estimate | None:
        """The share of wins, with its interval."""
        return wilson(self.wins, self.games) if self.games else None

    def data(self) -> dict[str, Any]:
        """Return the cell for a JSON answer."""
        win = None if self.win is None else self.win.data()
        return {"row": self.row, "column": self.column, "games": self.games, "wins": self.wins, "win": win}


@dataclass(frozen=True)
class Matrix:
    """The cells of all games in which the row's agent has `seats` seats and the column's agent the `others`."""

    seats: int
    others: int
    cells: tuple[Cell, ...]

    @property
    def par(self) -> float:
        """The share of wins if all seats are alike."""
        return self.seats / (self.seats + self.others)

    def cell(self, row: str, column: str) -> Cell:
        """Return the cell of two different agents."""
        return next(cell for cell in self.cells if (cell.row, cell.column) == (row, column))

    def data(self) -> dict[str, Any]:
        """Return the matrix for a JSON answer."""
        return {
            "seats": self.seats,
            "others": self.others,
            "par": self.par,
            "cells": [cell.data() for cell in self.cells],
        }


@dataclass(frozen=True)
class PayoffMatrices:
    """The matrices of a tournament, by how many seats the row's agent has.

    `games` counts all games that are finished; those without an end, `broken_off`, are in no cell. `forfeits` says how
    many games each agent lost by a forfeit, where it did.
    """

    setup: Setup
    games: int
    broken_off: int
    forfeits: dict[str, int]
    matrices: tuple[Matrix, ...]

    def data(self) -> dict[str, Any]:
        """Return the matrices for a JSON answer."""
        return {
            "setup": self.setup.data(),
            "games": self.games,
            "broken_off": self.broken_off,
            "forfeits": self.forfeits,
            "matrices": [matrix.data() for matrix in self.matrices],
        }


def payoff_matrices(setup: Setup, rows: Sequence[Row]) -> PayoffMatrices:
    """Return the matrices of these games, which belong to a set-up of a matrix."""
    games: Counter[tuple[str, str, int]] = Counter()
    wins: Counter[tuple[str, str, int]] = Counter()
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
            Matrix(
                seats,
                setup.players - seats,
                tuple(
                    Cell(row, column, games[row, column, seats], wins[row, column, seats])
                    for row in setup.agents
                    for column in setup.agents
                    if row != column
                ),
            )
            for seats in range(1, setup.players)
        ),
    )
