"""Every example of the corpus runs, a printed one under every edition that prints it."""

from dataclasses import replace

import pytest

import thurntaxis as tt
from thurntaxis import files
from thurntaxis_cli.soundness import example_faults
from thurntaxis_rulebook import clauses, disputes
from thurntaxis_rulebook.examples import Example, examples, examples_deciding, examples_of
from thurntaxis_solver.advise import advise

RUNS = [
    pytest.param(example, edition, id=f"{example.id}-{edition}", marks=[pytest.mark.clause(c) for c in example.clauses])
    for example in examples().values()
    for edition in example.editions
]


@pytest.mark.parametrize(("example", "edition"), RUNS)
def test_example(example: Example, edition: str) -> None:
    alone = replace(example, printed=(edition,))
    assert list(example_faults(alone)) == []


def test_an_example_shows_something() -> None:
    for example in examples().values():
        claims = (example.refused, example.brings, example.after, example.scores)
        assert any(claims) or example.offers is not None
        assert set(example.clauses) <= set(clauses())
        assert {*example.printed, *example.like} <= set(tt.EDITIONS)


def test_every_enforceable_clause_has_an_example() -> None:
    assert [c.id for c in clauses().values() if c.enforceable and not examples_of(c.id)] == []


def test_every_enforceable_clause_has_a_test() -> None:
    marked = {mark.args[0] for run in RUNS for mark in run.marks if mark.name == "clause"}
    assert [c.id for c in clauses().values() if c.enforceable and c.id not in marked] == []


# ---- disputes that an option decides


VALUES = {name: values for options in (tt.OPTIONS, *tt.MODULE_OPTIONS.values()) for name, values in options.items()}
OPTIONAL = {dispute.id: dispute.option for dispute in disputes().values() if dispute.option}


@pytest.mark.parametrize(("dispute", "option"), OPTIONAL.items())
def test_the_readings_of_a_dispute_lead_to_different_play(dispute: str, option: str) -> None:
    found = examples_deciding(dispute)
    assert [example.position["rules"]["options"][option] for example in found] == list(VALUES[option])
    tables = [{**example.position, "rules": None} for example in found]
    assert all(
        (table, example.event) == (tables[0], found[0].event) for table, example in zip(tables, found, strict=True)
    )
    claims = [(example.refused, example.after) for example in found]
    assert claims[0] != claims[1]


@pytest.mark.parametrize("example", [e for e in examples().values() if e.best], ids=lambda example: example.id)
def test_the_best_turn_by_this_reading(example: Example) -> None:
    position = files.position_from_data(example.under(example.editions[0]))
    assert tuple(map(str, advise(position, lines=1).lines[0].turn)) == example.best


def test_a_reading_can_change_the_best_turn() -> None:
    changed = {dispute for dispute in OPTIONAL if len({example.best for example in examples_deciding(dispute)}) > 1}
    assert "carrier-restart" in changed
