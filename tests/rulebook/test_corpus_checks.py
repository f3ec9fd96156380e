"""The checks report faults in the links between clauses, code and examples."""

import functools
from dataclasses import replace
from typing import Any

import pytest

from support.corpus_checks import faults
from support.corpus_checks.link_checks import example_faults, link_faults
from thurntaxis import rule_set
from thurntaxis_rulebook import Example, clauses, examples
from thurntaxis_rulebook.corpus.traceability import code_of_clauses


@functools.cache
def code() -> set[str]:
    return set(code_of_clauses())


@functools.cache
def every_example() -> list[Example]:
    return list(examples().values())


def test_the_corpus_has_no_faults() -> None:
    assert list(faults()) == []


@pytest.mark.parametrize(
    ("more", "less", "unexemplified", "told"),
    [
        ("play.nonsense", "", "", "code: no clause play.nonsense"),
        ("", "play.adjacent", "", "play.adjacent: it can be enforced, but no code carries it"),
        ("", "", "close.minimum", "close.minimum: it can be enforced, but no example shows and tests it"),
        ("play.route", "", "", "play.route: code carries it, so it can be enforced"),
    ],
)
def test_a_link_that_is_missing_or_leads_nowhere_is_told(more: str, less: str, unexemplified: str, told: str) -> None:
    """With a clause more or less in code, or without the examples of one."""
    carried = [name for name in (*code(), more) if name not in ("", less)]
    shown = [example for example in every_example() if unexemplified not in example.clauses]
    assert list(link_faults(clauses(), carried, shown)) == [told]


def test_an_example_of_an_unknown_clause_is_told() -> None:
    strange = replace(every_example()[0], clauses=(*every_example()[0].clauses, "play.nonsense"))
    told = list(link_faults(clauses(), code(), [strange, *every_example()[1:]]))
    assert told == [f"example {strange.id}: no clause play.nonsense"]


@pytest.mark.parametrize(
    ("name", "changes", "told"),
    [
        ("two-cities", {"refused": ("close.optional",)}, "refused by close.minimum"),
        ("two-cities", {"event": "close Stuttgart"}, None),
        ("any-card-starts", {"offers": ("end",)}, "legal are play Linz start; play Ulm start; postmaster Basel; "),
        ("any-card-starts", {"brings": ("play.abandon",)}, "no effect of play.abandon"),
        ("any-card-starts", {"after": {"players[0].route": ["Linz"]}}, "players[0].route is ['Ulm']"),
        ("most-points", {"winner": 0}, "the scores are (-6, 2), the winner 1"),
        ("two-cities", {"position": {"players": [{}, {"carriage": 9}]}}, "players[1].carriage: there is no carriage 9"),
    ],
)
def test_an_example_that_does_not_hold_is_told(name: str, changes: dict[str, Any], told: str | None) -> None:
    found = list(example_faults(replace(examples()[name], **changes)))
    if told is None:
        assert found == []
    else:
        assert any(told in fault for fault in found), found


def test_a_reading_under_which_an_example_does_not_hold_is_told() -> None:
    rules = rule_set(options={"carrier-restart": False})
    found = list(example_faults(examples()["carrier-starts-anew"], lambda position: position.with_rules(rules)))
    assert found == ["example carrier-starts-anew, en-yucata: refused by carrier.fit"]
