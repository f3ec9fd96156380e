"""How a reading is written: a rule set with one thing changed."""

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from thurntaxis import Event, Position, clauses
from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.parts import Parts
from thurntaxis.rules import Action, RuleSet, Step

Reading = Callable[[Position], Position]
"""Returns the same table under another reading."""

READINGS: dict[str, Reading] = {}
"""The other reading, by dispute."""


def reading(dispute: str) -> Callable[[Callable[[RuleSet], RuleSet]], Callable[[RuleSet], RuleSet]]:
    """Name a variation of the rule set after the dispute whose other reading it is."""

    def keep(vary: Callable[[RuleSet], RuleSet]) -> Callable[[RuleSet], RuleSet]:
        READINGS[dispute] = lambda position: position.with_rules(vary(position.rules))
        return vary

    return keep


@contextmanager
def tried() -> Generator[None, None, None]:
    """Let readings be tried: their conditions object in the name of clauses, but are no code of these afterwards.

    What the rules themselves have built in the meantime stays.
    """
    known = set(clauses._clause_of)
    try:
        yield
    finally:
        for function in set(clauses._clause_of) - known:
            if function.__module__.startswith("rejected_readings"):
                del clauses._clause_of[function]


def varied(rules: RuleSet, verb: str, **changes: Any) -> RuleSet:
    """Return the rules with one kind of event changed."""

    def action(one: Action) -> Action:
        return replace(one, **changes) if one.verb == verb else one

    return with_steps(rules, lambda step: replace(step, actions=tuple(map(action, step.actions))))


def entered(rules: RuleSet, name: str, enter: Callable[[Position, Note], Position]) -> RuleSet:
    """Return the rules with something else happening when the turn comes to a step."""
    return with_steps(rules, lambda step: replace(step, enter=enter) if step.name == name else step)


def with_parts(rules: RuleSet, **changes: Any) -> RuleSet:
    """Return the rules with other parts."""
    return replace(rules, parts=replace(rules.parts, **changes))


def with_steps(rules: RuleSet, change: Callable[[Step], Step]) -> RuleSet:
    """Return the rules with their steps changed."""

    def changed(make: Callable[[Parts], Step]) -> Callable[[Parts], Step]:
        return lambda parts: change(make(parts))

    return with_parts(rules, steps=tuple(map(changed, rules.parts.steps)))


def with_action(rules: RuleSet, name: str, action: Action) -> RuleSet:
    """Return the rules with one more kind of event in a step."""

    def added(step: Step) -> Step:
        return replace(step, actions=(*step.actions, action)) if step.name == name else step

    return with_steps(rules, added)


def swapped(conditions: tuple[Any, ...], swap: Mapping[Any, Any]) -> tuple[Any, ...]:
    """Return conditions with some swapped for others, or dropped where they are swapped for nothing."""
    assert swap.keys() <= set(conditions), "a condition that is not there can't be swapped"
    changed = (swap.get(condition, condition) for condition in conditions)
    return tuple(condition for condition in changed if condition is not None)


def swap_moments(rules: RuleSet, verb: str, swap: Mapping[Any, Any]) -> RuleSet:
    """Return the rules with conditions on the moment of a kind of event swapped or dropped."""
    return varied(rules, verb, moments=swapped(rules.actions[verb].moments, swap))


def swap_conditions(rules: RuleSet, verb: str, swap: Mapping[Any, Any]) -> RuleSet:
    """Return the rules with conditions on a kind of event swapped or dropped."""
    return varied(rules, verb, conditions=swapped(rules.actions[verb].conditions, swap))


def forbid(rules: RuleSet, verbs: str, name: str, holds: Callable[[Position, Event], object]) -> RuleSet:
    """Return the rules with one more condition on some kinds of events: a clause objects where something holds."""

    @clause(name)
    def objection(position: Position, event: Event) -> Reason | None:
        return because("The other reading forbids it.") if holds(position, event) else None

    for verb in verbs.split(", "):
        rules = varied(rules, verb, conditions=(*rules.actions[verb].conditions, objection))
    return rules


def with_taking(rules: RuleSet, take: Callable[[Position, Event, Note], Position]) -> RuleSet:
    """Return the rules with another way to take a carriage, with or without the cartwright."""

    def with_cartwright(position: Position, event: Event, note: Note) -> Position:
        return take(position.with_turn(official="cartwright"), event, note)

    return varied(varied(rules, "carriage", effect=take), "cartwright", effect=with_cartwright)
