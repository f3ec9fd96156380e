"""The functions of the rules that implement clauses."""

import functools
import inspect
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from thurntaxis_rulebook.corpus.traceability import code_of_clauses

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class ClauseFunction:
    """A function of the rules, its source, and the clauses that it implements."""

    module: str
    name: str
    source: str
    clauses: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """Its anchor on the page of the code."""
        return f"{self.module}.{self.name}"


@functools.cache
def functions() -> dict[str, ClauseFunction]:
    """Return the functions by anchor, in the order of modules and of their source."""
    found: dict[str, tuple[Callable[..., Any], list[str]]] = {}
    for clause, code in code_of_clauses().items():
        for function in code:
            clauses = found.setdefault(f"{function.__module__}.{function.__name__}", (function, []))[1]
            if clause not in clauses:
                clauses.append(clause)
    order = sorted(found.items(), key=lambda item: (item[1][0].__module__, item[1][0].__code__.co_firstlineno))
    return {
        anchor: ClauseFunction(
            function.__module__, function.__name__, textwrap.dedent(inspect.getsource(function)), tuple(clauses)
        )
        for anchor, (function, clauses) in order
    }


def functions_of(clause: str) -> list[ClauseFunction]:
    """Return the functions that implement a clause."""
    return [function for function in functions().values() if clause in function.clauses]
