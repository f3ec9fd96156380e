"""What to do in the rest of a turn, whatever chance reveals.

A tree holds the best events for every reveal that matters. A plan is what is told of it: the events for the likeliest
case, and what is done differently in the others.
"""

import functools
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from thurntaxis import Event, Position
from thurntaxis_solver.exact.base_turn import TurnSolver, deals, drawing_is_over, is_renewal
from thurntaxis_solver.exact.endings import Line
from thurntaxis_solver.exact.refill import BLIND, Best, stages


@dataclass(frozen=True)
class Plan:
    """The player's own events to the end of the turn, if chance brings the likeliest.

    `after` says what is done after other reveals, at the first one that matters. One that isn't named there changes
    nothing, and neither does any later one.

    After the administrator the cards are named that may be the best one revealed, the better ones first: the first of
    them that lies there is the one to go by. (Whether a blind card is better then may depend on the other cards too.
    What is named is right more often than not, and the figures count with the better of both.)
    """

    turn: Line
    after: Mapping[Event, "Plan"]


class Case(NamedTuple):
    """A reveal, how often it comes about, and what is done after it."""

    deal: Event
    number: int
    tree: "Tree"


@dataclass(frozen=True)
class Tree:
    """The events up to the next reveal that matters, and all that it can be; no cases where no other matters.

    `ranked` tells that the cases are the best cards revealed, not single reveals.
    """

    events: Line
    cases: tuple[Case, ...] = ()
    ranked: bool = False

    @functools.cached_property
    def plan(self) -> Plan:
        """What is told of the tree."""
        if not self.cases:
            return Plan(self.events, {})
        expected = Plan(self.likeliest.tree.plan.turn, {})
        after = {case.deal: case.tree.plan for case in self.cases if self.ranked or case.tree.plan != expected}
        return Plan(self.events + expected.turn, after)

    @property
    def likeliest(self) -> Case:
        """The case whose events follow most often."""
        return max(self.cases, key=lambda case: (self.holding(case), case.number))

    def holding(self, case: Case) -> int:
        """Return how often the events of a case follow, supposing that later reveals are the likeliest."""
        return sum(other.number for other in self.cases if other.tree.plan.turn == case.tree.plan.turn)

    def begun(self, *events: Event) -> "Tree":
        """Return the tree that begins with these events."""
        return Tree(events + self.events, self.cases, self.ranked)


NOTHING = Tree(())
"""The end of the turn."""


def tree(solver: TurnSolver, position: Position) -> Tree:
    """Return what to do from a position of the turn to its end."""
    if solver.endings.is_ended(position):
        return NOTHING
    if drawing_is_over(position):
        finish = solver.finish(position)
        return Tree(finish.line) if finish else NOTHING
    if is_renewal(position):
        return after_renewal(solver, position, tree)
    if position.is_chance:
        return Tree((), tuple(Case(d, n, tree(solver, position.play_without_checking(d))) for d, n in deals(position)))
    event = solver.choices(position)[0].event
    return tree(solver, position.play_without_checking(event)).begun(event)


_Solver = TypeVar("_Solver", bound=TurnSolver)


def after_renewal(solver: _Solver, position: Position, rest: Callable[[_Solver, Position], Tree]) -> Tree:
    """Return what to do after the administrator: for every card that may be the best one revealed.

    `rest` returns what to do from the position on in which it has been taken.
    """
    deck = sum((stage.cards for stage in stages(position)[0]), Counter[str]())
    ranking = solver.renewal(position).best
    then = {city: rest(solver, solver.taking(position, city)) for city in sorted({*deck, *position.display})}
    blind = Tree((BLIND,), tuple(Case(_deal(city), deck[city], then[city]) for city in sorted(deck)))

    def choice(best: Best, city: str) -> Tree:
        return blind if best.blind > best.taken else then[city].begun(Event(("draw", city)))

    return Tree(
        (),
        tuple(
            Case(_deal(city), (best.taken + best.blind) // len(best.cities), choice(best, city))
            for best in ranking
            for city in best.cities
        ),
        ranked=True,
    )


def _deal(city: str) -> Event:
    return Event(("deal", city))
