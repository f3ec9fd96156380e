"""Searches of the rest of the game.

To put another one under `advise` and the engine protocol, write a class that offers what
`thurntaxis_solver.search.search_protocol.Search` says, and give it a line in `SEARCHES`.
"""

from thurntaxis import Event, Position
from thurntaxis_solver.search.search_protocol import Search, SearchFactory


def _ismcts(position: Position, *, seed: int, cores: int, forced: Event | None) -> Search:
    from thurntaxis_solver.search.ismcts import Ismcts  # wasmtime takes a while to load

    return Ismcts(position, seed=seed, cores=cores, forced=forced)


SEARCHES: dict[str, SearchFactory] = {"ismcts": _ismcts}
"""The searches by name."""
