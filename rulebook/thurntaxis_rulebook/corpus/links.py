"""What ties clauses, code and examples together, and every place where it is torn; no site is built with a fault."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from thurntaxis import Position
from thurntaxis.io.read import PositionError, position_from_data
from thurntaxis.io.write import position_data
from thurntaxis_rulebook import Clause, Example, check, clauses, examples
from thurntaxis_rulebook.corpus.trace import code_of_clauses


def faults() -> Iterator[str]:
    """Yield what is wrong with the corpus, with its links to the code, and with its examples."""
    yield from check()
    yield from link_faults(clauses(), code_of_clauses(), examples().values())
    for example in examples().values():
        yield from example_faults(example)


def link_faults(known: Mapping[str, Clause], code: Iterable[str], shown: Iterable[Example]) -> Iterator[str]:
    """Yield the links that lead nowhere, and the clauses that lack one.

    Args:
        known: the clauses by id.
        code: the ids of the clauses that code carries.
        shown: the examples; each of them is run as a test, too.
    """
    carried, named = set(code), set[str]()
    for example in shown:
        named.update(example.clauses)
        for name in (*example.clauses, *example.refused, *example.brings):
            if name not in known:
                yield f"example {example.id}: no clause {name}"
    yield from (f"code: no clause {name}" for name in sorted(carried - set(known)))
    for name, clause in known.items():
        if clause.enforceable and name not in carried:
            yield f"{name}: it can be enforced, but no code carries it"
        if clause.enforceable and name not in named:
            yield f"{name}: it can be enforced, but no example shows and tests it"
        if not clause.enforceable and name in carried:
            yield f"{name}: code carries it, so it can be enforced"


Reading = Callable[[Position], Position]
"""Puts a table under another reading of the rules."""


def example_faults(example: Example, reading: Reading = lambda position: position) -> Iterator[str]:
    """Yield where the rules make something else of an example than it says, under every edition that it runs under."""
    for edition in example.editions:
        for fault in _unlike(example, edition, reading):
            yield f"example {example.id}, {edition}: {fault}"


def _unlike(example: Example, edition: str, reading: Reading) -> Iterator[str]:
    try:
        position = reading(position_from_data(example.under(edition)))
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
        for path, wanted in (example.after or {}).items():
            if (found := _at(data, path)) != wanted:
                yield f"{path} is {found}"


def _at(data: Any, path: str) -> Any:
    """Return what stands at a path such as `players[0].tiles`; what is there no more, like a round, is empty."""
    for name in re.findall(r"\w+", path):
        if data is None:
            return []
        data = data[int(name)] if name.isdigit() else data[name]
    return data
