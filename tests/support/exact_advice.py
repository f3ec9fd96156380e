"""Turns that are solved: without steps, as plain figures, by each event, and without an end."""

import time
from collections.abc import Iterator
from fractions import Fraction

from support.whole_turns import Figures
from thurntaxis import Position
from thurntaxis_solver.advice import Advice
from thurntaxis_solver.effort import Effort
from thurntaxis_solver.exact.last_turn import TurnSolver
from thurntaxis_solver.turn_advice import advise


def advise_exactly(position: Position, *, player: int | None = None, lines: int = 3, seed: int = 1) -> Advice:
    """Return what `advise` proves; raise as it does."""
    return advise(position, Effort(seed=seed), player=player, lines=lines, exact=True)


def solved(position: Position) -> Figures:
    """Return chance of winning, margin and score."""
    value = TurnSolver(position).value(position)
    assert value is not None
    return tuple(map(Fraction, value))


def check_choices(position: Position) -> None:
    """Check that the choices are the events with their values."""
    solver = TurnSolver(position)
    choices = solver.choices(position)
    assert {choice.events[0] for choice in choices} == set(position.events())
    assert [c.value for c in choices] == sorted((c.value for c in choices), reverse=True)
    assert choices[0].value == solver.value(position)
    for choice in choices:
        assert choice.value == TurnSolver(position).value(position.play(choice.events[0]))


class Hourglass:
    """Stands for a solver that never ends by itself."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self, *_: object, **__: object) -> Iterator[None]:
        while True:
            time.sleep(0.001)
            self.looks += 1
            yield None
