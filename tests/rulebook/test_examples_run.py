"""Every example of the corpus runs, a printed one under every edition that prints it."""

import re
from typing import Any

import pytest

import thurntaxis as tt
from thurntaxis import files
from thurntaxis_rulebook import clauses
from thurntaxis_rulebook.examples import Example, examples, examples_of

RUNS = [(example, edition) for example in examples().values() for edition in example.editions]


def at(data: Any, path: str) -> Any:
    for name in re.findall(r"\w+", path):
        data = data[int(name)] if name.isdigit() else data[name]
    return data


@pytest.mark.parametrize(("example", "edition"), RUNS, ids=lambda value: value if isinstance(value, str) else value.id)
def test_example(example: Example, edition: str) -> None:
    position = files.position_from_data(example.under(edition))
    if example.offers is not None:
        assert tuple(map(str, position.events())) == example.offers
    if example.scores is not None:
        assert (position.scores(), position.winner()) == (example.scores, example.winner)
    if example.event is None:
        assert example.scores is not None or example.offers is not None
    elif example.refused:
        assert tuple(dict.fromkeys(o.clause for o in position.why_not(example.event))) == example.refused
    else:
        after, effects = position.traced(example.event)
        assert set(example.brings) <= {effect.clause for effect in effects}
        assert {path: at(files.position_data(after), path) for path in example.after or {}} == (example.after or {})


def test_an_example_shows_something() -> None:
    for example in examples().values():
        assert example.refused or example.brings or example.scores or example.offers is not None
        assert set(example.clauses) <= set(clauses())
        assert set(example.printed) <= set(tt.EDITIONS)


def test_every_enforceable_clause_has_an_example() -> None:
    assert [c.id for c in clauses().values() if c.enforceable and not examples_of(c.id)] == []
