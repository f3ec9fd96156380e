"""Advice on a turn that is solved, without steps."""

from thurntaxis import Position
from thurntaxis_solver.advice import Advice
from thurntaxis_solver.exact.exact_advice import solve_in_steps


def advise_exactly(position: Position, *, player: int | None = None, lines: int = 3, seed: int = 1) -> Advice:
    """Return what `solve_in_steps` finds, without a pause; raise as it does."""
    *_, advice = solve_in_steps(position, player=player, lines=lines, seed=seed)
    assert advice is not None
    return advice
