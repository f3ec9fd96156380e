"""Every reason for a refusal: a small position that shows it, the clause, the whole sentence.

The sentences are public interface: people read them at the table, and other programs show them.
"""

import itertools
from collections.abc import Iterator

import pytest

import thurntaxis as tt
from support import base_tables, refusal_cases
from support.golden import check
from support.refusal_cases import CASES, FILE
from thurntaxis.clauses import clause_of
from thurntaxis.rules import written_otherwise


def refused(event: str | tt.Event, position: tt.Position) -> str:
    """Return every objection to an event, which is nowhere legal in the position."""
    objections = position.why_not(event)
    assert objections
    assert event not in position.events()
    assert event not in list(position.events())
    with pytest.raises(tt.IllegalEvent) as raised:
        position.play(event)
    assert raised.value.objections == objections
    assert str(raised.value) == " ".join(objection.sentence for objection in objections)
    return "\n".join(f"{objection.clause}: {objection.sentence}" for objection in objections)


def test_refusal_names_its_clauses_in_whole_sentences() -> None:
    check(FILE, lambda line: refused(*base_tables.case_of(line, vars(refusal_cases))))


def test_clauses_of_a_refusal_come_once() -> None:
    case = tt.IllegalEvent(tt.Event(("end",)), 2 * base_tables.DRAW.why_not("end"))
    assert case.clauses == ("play.duty",)


def every_rule_set() -> Iterator[tt.RuleSet]:
    for values in itertools.product(*tt.OPTIONS.values()):
        yield tt.rule_set(options=dict(zip(tt.OPTIONS, values, strict=True)))


def test_every_condition_of_every_action_has_its_refusal() -> None:
    read = [(position, position.parse(event)) for event, position in CASES if isinstance(event, str)]
    missing: set[str] = set()
    for rules in every_rule_set():
        for verb, action in rules.actions.items():
            of_verb = [(position, event) for position, event in read if event.verb == verb]
            missing |= {
                f"{verb}: {moment.__name__}"
                for moment in action.moments
                if not any(moment(position) for position, _ in of_verb)
            }
            missing |= {
                f"{verb}: {condition.__name__}"
                for condition in action.conditions
                if not any(condition(position, event) for position, event in of_verb)
            }
    assert missing == set()


def test_every_refusing_function_has_its_refusal() -> None:
    objecting = {objection.clause for event, position in CASES for objection in position.why_not(event)}
    refusing = {clause_of(written_otherwise)}
    for rules in every_rule_set():
        for action in rules.actions.values():
            refusing.update(map(clause_of, action.moments))
            refusing.update(map(clause_of, action.conditions))
    assert objecting == refusing
