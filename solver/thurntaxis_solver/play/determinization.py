"""Determinizations: positions in which nothing is unknown any more, as the search deals them for its playouts."""

from thurntaxis import Position
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.states import with_cards_of
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.search.ismcts import dealt


def determinized(position: Position, seed: int) -> Position:
    """Return the position with a random card that nobody sees in place of each unknown one, in hands and discards.

    Raises:
        NotCovered: cards are unknown on a board that is too large for the kernel.
    """
    if not position.unknown_in_hands and not position.unknown_discards:
        return position
    kernel = Kernel.of(tables(position.rules))
    return with_cards_of(dealt(position, kernel, seed), position, kernel.tables)
