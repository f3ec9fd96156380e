"""The rules as data: clauses, editions and disputes, with search and checks.

>>> from thurntaxis_rulebook import clause, search
>>> print(clause("play.adjacent"))
play.adjacent: A road must join the new city directly to the city at that end of the route.
>>> search("May I decline a carriage?")[0].id
    'carriage.decline'
"""

from typing import TYPE_CHECKING

from thurntaxis_rulebook.corpus.examples import Decision, Example, decision_on, examples, examples_deciding, examples_of
from thurntaxis_rulebook.corpus.load import UnknownClause, chapters, clause, clauses, disputes, disputes_about, editions
from thurntaxis_rulebook.corpus.model import KINDS, Chapter, Clause, Dispute, Edition, Section, Source

if TYPE_CHECKING:
    from thurntaxis_rulebook.corpus.check import check
    from thurntaxis_rulebook.corpus.search import search

__all__ = [
    "KINDS",
    "Chapter",
    "Clause",
    "Decision",
    "Dispute",
    "Edition",
    "Example",
    "Section",
    "Source",
    "UnknownClause",
    "chapters",
    "check",
    "clause",
    "clauses",
    "decision_on",
    "disputes",
    "disputes_about",
    "editions",
    "examples",
    "examples_deciding",
    "examples_of",
    "search",
]


def __getattr__(name: str) -> object:
    """Load the checks and the search when they are asked for: most questions need neither."""
    if name == "check":
        from thurntaxis_rulebook.corpus.check import check

        return check
    if name == "search":
        from thurntaxis_rulebook.corpus.search import search

        return search
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
