"""Checks of the links between clauses, code and examples."""

from collections.abc import Iterable, Iterator, Mapping

from thurntaxis_rulebook.corpus.examples import Example
from thurntaxis_rulebook.corpus.record_types import Clause


def link_faults(known: Mapping[str, Clause], code: Iterable[str], shown: Iterable[Example]) -> Iterator[str]:
    """Yield the links to unknown clauses, and the clauses that lack a link.

    Args:
        known: the clauses by id.
        code: the ids of the clauses that code implements.
        shown: the examples, each of which also runs as a test.
    """
    implemented, exemplified = set(code), set[str]()
    for example in shown:
        exemplified.update(example.clauses)
        for name in (*example.clauses, *example.refused, *example.brings):
            if name not in known:
                yield f"example {example.id}: no clause {name}"
    yield from (f"code: no clause {name}" for name in sorted(implemented - set(known)))
    for name, clause in known.items():
        if clause.enforceable and name not in implemented:
            yield f"{name}: it can be enforced, but no code carries it"
        if clause.enforceable and name not in exemplified:
            yield f"{name}: it can be enforced, but no example shows and tests it"
        if not clause.enforceable and name in implemented:
            yield f"{name}: code carries it, so it can be enforced"
