"""The rules as data: clauses, printed editions, disputes and examples, with search.

>>> from thurntaxis_rulebook import clause, search
>>> print(clause("play.adjacent"))
play.adjacent: A card fits at an end of the route only if a road joins its city directly to the city there.
>>> search("May I decline a carriage?")[0].id
    'carriage.decline'
"""

from inspect import isfunction
from typing import TYPE_CHECKING

from thurntaxis.arguments import checked
from thurntaxis_rulebook.corpus.examples import Decision, Example, decision_on, examples, examples_deciding, examples_of
from thurntaxis_rulebook.corpus.loading import (
    UnknownClause,
    chapters,
    clause,
    clauses,
    disputes,
    disputes_about,
    editions,
)
from thurntaxis_rulebook.corpus.record_types import KINDS, Chapter, Clause, Dispute, PrintedEdition, Source

if TYPE_CHECKING:
    from thurntaxis_rulebook.ask import search

__all__ = ["KINDS", "Chapter", "Clause", "Dispute", "PrintedEdition", "Source"]
__all__ += ["UnknownClause", "chapters", "clause", "clauses", "disputes", "disputes_about", "editions"]
__all__ += ["Decision", "Example", "decision_on", "examples", "examples_deciding", "examples_of"]
__all__ += ["search"]


globals().update({n: checked(globals()[n], __name__) for n in __all__ if isfunction(globals().get(n))})


def __getattr__(name: str) -> object:
    """Import the search only when it is used: most questions don't need it."""
    if name == "search":
        from thurntaxis_rulebook.ask import search

        globals()[name] = checked(search, __name__)
        return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
