"""The functions of the rules that carry clauses."""

import functools
import inspect
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from thurntaxis_rulebook.corpus.traceability import code_of_clauses

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Function:
    """A function of the rules, as it is written, and the clauses that it carries."""

    module: str
    name: str
    source: str
    clauses: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """Where it stands on the page of the code."""
        return f"{self.module}.{self.name}"


@functools.cache
def functions() -> dict[str, Function]:
    """Return the functions by anchor, module by module, in the order in which they are written."""
    found: dict[str, tuple[Callable[..., Any], list[str]]] = {}
    for clause, carriers in code_of_clauses().items():
        for carrier in carriers:
            carried = found.setdefault(f"{carrier.__module__}.{carrier.__name__}", (carrier, []))[1]
            if clause not in carried:
                carried.append(clause)
    order = sorted(found.items(), key=lambda item: (item[1][0].__module__, item[1][0].__code__.co_firstlineno))
    return {
        anchor: Function(
            carrier.__module__, carrier.__name__, textwrap.dedent(inspect.getsource(carrier)), tuple(clauses)
        )
        for anchor, (carrier, clauses) in order
    }


def functions_of(clause: str) -> list[Function]:
    """Return the functions that carry a clause."""
    return [function for function in functions().values() if clause in function.clauses]
