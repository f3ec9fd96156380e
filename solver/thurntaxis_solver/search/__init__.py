"""Searches of the rest of the game.

To add one to `advise` and the engine protocol, write a class that implements
`thurntaxis_solver.search.search_protocol.Search`, and add a line to `SEARCHES`.
"""

from thurntaxis import Event, Position
from thurntaxis_solver.search.search_protocol import Search, SearchFactory


def _ismcts(position: Position, *, seed: int, cores: int, forced: Event | None) -> Search:
    from thurntaxis_solver.search.ismcts import Ismcts  # wasmtime takes a while to load

    return Ismcts(position, seed=seed, cores=cores, forced=forced)


SEARCHES: dict[str, SearchFactory] = {"ismcts": _ismcts}
"""The searches by name."""
