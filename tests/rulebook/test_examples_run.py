"""Every example of the corpus follows from the rules, a printed one under every edition that prints it."""

from dataclasses import replace
from fractions import Fraction

import pytest

import thurntaxis as tt
from rejected_readings import READINGS, tried
from support.best_turns import BestTurns, as_last_turn, drawing_is_over, is_last_turn, without_cards
from support.corpus_checks.link_checks import example_faults
from support.exact_advice import advise_exactly as advise
from thurntaxis_rulebook import clauses, decision_on, disputes
from thurntaxis_rulebook.corpus.examples import OTHER, RULING, Example, examples, examples_deciding
from thurntaxis_solver.decider import decides_last
from thurntaxis_solver.estimates import Exact

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


def test_every_enforceable_clause_has_a_test() -> None:
    marked = {mark.args[0] for run in RUNS for mark in run.marks if mark.name == "clause"}
    assert [c.id for c in clauses().values() if c.enforceable and c.id not in marked] == []


# ---- disputes: the position of each, by every reading


VALUES = {name: values for options in (tt.OPTIONS, *tt.MODULE_OPTIONS.values()) for name, values in options.items()}
OPTIONAL = {dispute.id: dispute.option for dispute in disputes().values() if dispute.option}
TABLES = {dispute.id: found for dispute in disputes().values() if (found := decision_on(dispute))}
RULED = {name: (found.by[RULING], found.by[OTHER]) for name, found in TABLES.items() if name not in OPTIONAL}


def test_every_dispute_has_a_table_or_a_reason_for_none() -> None:
    assert [d.id for d in disputes().values() if (d.id in TABLES) == (d.no_table is not None)] == []


def test_every_other_reading_can_be_played() -> None:
    assert set(RULED) == set(READINGS) == {dispute.id for dispute in disputes().values() if dispute.other}


@pytest.mark.parametrize(("dispute", "option"), OPTIONAL.items())
def test_the_values_of_an_option_are_tried_on_one_table(dispute: str, option: str) -> None:
    found = examples_deciding(dispute)
    assert [example.position["rules"]["options"][option] for example in found] == list(VALUES[option])
    tables = [{**example.position, "rules": None} for example in found]
    assert all(
        (table, example.event) == (tables[0], found[0].event) for table, example in zip(tables, found, strict=True)
    )


@pytest.mark.parametrize("dispute", RULED)
def test_the_other_reading_decides_as_the_record_says(dispute: str) -> None:
    with tried():
        assert list(example_faults(RULED[dispute][1], READINGS[dispute])) == []


@pytest.mark.parametrize("dispute", RULED)
def test_the_ruling_does_not_decide_as_the_other_reading(dispute: str) -> None:
    """What the example says about the other reading does not follow by the ruling."""
    assert list(example_faults(RULED[dispute][1])) != []


@pytest.mark.parametrize("dispute", TABLES)
def test_the_readings_of_a_dispute_lead_to_different_play(dispute: str) -> None:
    readings = list(TABLES[dispute].by.values())
    claims = [(bool(e.refused), [(e.after or {}).get(p) for p in TABLES[dispute].places], e.offers) for e in readings]
    results = [(example.scores, example.winner) for example in readings]
    assert claims[0] != claims[1] or results[0] != results[1]
    if not any(example.refused for example in readings) and readings[0].event:
        assert TABLES[dispute].places, "both allow the event, so both say what follows"


# ---- the best turn


@pytest.mark.parametrize("example", [e for e in examples().values() if e.best], ids=lambda example: example.id)
def test_the_best_turn_by_this_reading(example: Example) -> None:
    position = as_last_turn(example.position_under(example.editions[0]))
    best = BestTurns(position).best(position)
    assert tuple(map(str, best.turn)) == example.best
    if decides_last(position) and example.dispute not in MIXED:
        (line,) = advise(position, lines=1).lines
        assert (line.win, line.margin, line.score) == tuple(map(Exact, map(Fraction, best.value)))


MIXED = ("administrator-few-cards", "reshuffle-moment")
"""Disputes on whose tables discards are mixed with unknown cards in hands, so that the solver gives no proof."""

GOES_ON = ("last-round",)
"""Disputes by whose other reading the game goes on after the turn."""


def test_every_table_says_what_the_best_turn_is_where_it_can_be_told() -> None:
    """There is none if the game is over, or with modules unless the game ends with the turn."""
    for dispute, found in TABLES.items():
        position = found.example.position_under(found.example.editions[0])
        told = not position.is_over and (not position.rules.modules or is_last_turn(position))
        told = told and dispute not in GOES_ON
        assert [bool(example.best) for example in found.by.values()] == [told] * len(found.by), found.example.id


@pytest.mark.parametrize("dispute", [name for name, (ruled, _) in RULED.items() if ruled.best])
def test_the_best_turn_by_the_other_reading(dispute: str) -> None:
    """If the best turn changes, that of the ruling is worse or illegal by the other reading."""
    ruled, other = RULED[dispute]
    with tried():
        position = as_last_turn(READINGS[dispute](ruled.position_under(ruled.editions[0])))
        turns = BestTurns(position)
        best = turns.best(position)
        assert tuple(map(str, best.turn)) == other.best
        if ruled.best != other.best:
            assert value_of(turns, position, ruled.best) < best.value


def value_of(turns: BestTurns, position: tt.Position, line: tuple[str, ...]) -> tuple[object, ...]:
    """Return the chance of winning, margin and score after the first event in which a line departs from the best one.

    A line that can't be played, or stops before the turn is over, is worth less than any.
    """
    for text in line:
        if position.is_over:
            return (-1,)
        best = turns.best(position)
        if str(best.turn[0]) != text:
            choices = {str(choice.turn[0]): choice.value for choice in turns.choices(position)}
            return choices.get(text, (-1,))
        position = position.play(text)
        if drawing_is_over(position) and not position.rules.modules:
            position = without_cards(position)
        assert not position.is_chance, "the lines part before a card is revealed"
    value, rest = turns.best(position)
    return (-1,) if rest else value


def test_a_reading_can_change_the_best_turn() -> None:
    changed = {name for name, found in TABLES.items() if found.best_changes}
    assert {"half-a-pair", "cartwright-gap", "both-ends"} <= changed < set(TABLES)
