"""Searches of the rest of the game.

To add one to `advise` and the engine protocol, write a class with the methods of
`thurntaxis_solver.search.ismcts.Ismcts`, and add it to `SEARCHES`.
"""

from thurntaxis_solver.search.ismcts import Ismcts

SEARCHES: dict[str, type[Ismcts]] = {"ismcts": Ismcts}
"""The searches by name."""
