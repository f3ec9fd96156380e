"""Searches of the rest of the game.

To add one, write a subclass of `thurntaxis_solver.search.ismcts.Ismcts`, and add it to `SEARCHES`. `Effort` chooses a
search by name; the command and the engine protocol use the default one.
"""

from thurntaxis_solver.search.ismcts import Ismcts

SEARCHES: dict[str, type[Ismcts]] = {"ismcts": Ismcts}
"""The searches by name."""
