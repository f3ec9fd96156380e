"""Checks of the links between clauses, code and examples, and that every example follows from the rules."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from thurntaxis import Position
from thurntaxis.io.read import PositionError
from thurntaxis.io.write import position_data
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


RuleChange = Callable[[Position], Position]
"""Returns a position under another reading of the rules."""


def example_faults(example: Example, change: RuleChange = lambda position: position) -> Iterator[str]:
    """Yield where the rules contradict an example, under each edition that it runs under."""
    for edition in example.editions:
        for fault in _faults_under(edition, example, change):
            yield f"example {example.id}, {edition}: {fault}"


def _faults_under(edition: str, example: Example, change: RuleChange) -> Iterator[str]:
    try:
        position = change(example.position_under(edition))
    except PositionError as error:
        yield from map(str, error.faults)
        return
    offers = tuple(map(str, position.events()))
    if example.offers is not None and offers != example.offers:
        yield f"legal are {'; '.join(offers) or 'no events'}"
    if example.scores is not None and (position.scores(), position.winner()) != (example.scores, example.winner):
        yield f"the scores are {position.scores()}, the winner {position.winner()}"
    if example.event is None:
        return
    refused = tuple(dict.fromkeys(objection.clause for objection in position.why_not(example.event)))
    if refused != example.refused:
        yield f"refused by {', '.join(refused) or 'no clause'}"
    elif not refused:
        after, effects = position.traced(example.event)
        missing = set(example.brings) - {effect.clause for effect in effects}
        yield from (f"no effect of {name}" for name in sorted(missing))
        data = position_data(after)
        for path, expected in (example.after or {}).items():
            if (found := _at(data, path)) != expected:
                yield f"{path} is {found}"


def _at(data: Any, path: str) -> Any:
    """Return the value at a path such as `players[0].tiles`; below a missing value, such as no return round, []."""
    for name in re.findall(r"\w+", path):
        if data is None:
            return []
        data = data[int(name)] if name.isdigit() else data[name]
    return data
