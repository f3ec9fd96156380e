"""What to do in the rest of a turn, whatever chance reveals.

A plan tree has the best events for every reveal that matters. A plan is the part of it that is shown to the reader: the
events in the likeliest case, and what is done differently in the others.
"""

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from thurntaxis import Event, Position
from thurntaxis_solver.exact.last_turn import TurnSolver
from thurntaxis_solver.exact.refill import BLIND, Best, cards_due, left_over, stages
from thurntaxis_solver.exact.value import Events


@dataclass(frozen=True)
class Plan:
    """The player's own events to the end of the turn, if chance brings the likeliest.

    The first `certain` events come before any reveal that matters. `after` says what is done after other reveals, at
    the first one that matters. A reveal that isn't in it changes nothing, and neither does any later one.

    After the administrator, `after` has the cards that may be the best one revealed, the better ones first: the first
    of them that lies on display decides. (Whether a blind card is better then may depend on the other cards too. The
    plan names what is right more often than not; the figures count with the better of both.)
    """

    turn: Events
    after: Mapping[Event, "Plan"]
    certain: int = 0


class PlanCase(NamedTuple):
    """A reveal, its relative frequency, and what is done after it."""

    deal: Event
    number: int
    tree: "PlanTree"


@dataclass(frozen=True)
class PlanTree:
    """The events up to the next reveal that matters, and all that it can be; no cases if no further reveal matters.

    `ranked`: whether the cases are the best cards revealed, not single reveals.
    """

    events: Events
    cases: tuple[PlanCase, ...] = ()
    ranked: bool = False

    @functools.cached_property
    def plan(self) -> Plan:
        """The plan that the tree gives."""
        if not self.cases:
            return Plan(self.events, {}, len(self.events))
        turn = self.likeliest.tree.plan.turn
        expected = Plan(turn, {}, len(turn))
        after = {case.deal: case.tree.plan for case in self.cases if self.ranked or case.tree.plan != expected}
        return Plan(self.events + expected.turn, after, len(self.events))

    @property
    def likeliest(self) -> PlanCase:
        """The case whose events follow most often."""
        return max(self.cases, key=lambda case: (self.holding(case), case.number))

    def holding(self, case: PlanCase) -> int:
        """Return how often the events of a case follow, if later reveals are the likeliest."""
        return sum(other.number for other in self.cases if other.tree.plan.turn == case.tree.plan.turn)

    def begun(self, *events: Event) -> "PlanTree":
        """Return the tree that begins with these events."""
        return PlanTree(events + self.events, self.cases, self.ranked)


NOTHING = PlanTree(())
"""The end of the turn."""


class Planner:
    """Makes the plan trees of one turn out of what its solver finds; each is made once.

    A new display after which the postmaster may give one card has one case, the likeliest: ask again once you see the
    cards.
    """

    def __init__(self, solver: TurnSolver) -> None:
        self._solver = solver
        self._tree_of = functools.cache(self._tree)

    def tree(self, position: Position) -> PlanTree:
        """Return what to do from a position of the turn to its end."""
        return self._tree_of(self._solver.remaining.reduced(position))

    def _tree(self, position: Position) -> PlanTree:
        if not position.is_chance:
            solved = None if position.is_over else self._solver.solve(position)
            return self.after(position, *solved.events) if solved else NOTHING
        if self._solver.gives_one_card(position):
            drawn = position.turn.drawn
            return self._likeliest(position, cards_due(position)) if drawn else self._best_cards(position)
        reveals = position.weights().items()
        cases = (PlanCase(event, weight, self.tree(position.play_without_checking(event))) for event, weight in reveals)
        return PlanTree((), tuple(cases))

    def after(self, position: Position, *events: Event) -> PlanTree:
        """Return the tree that begins with these events."""
        for event in events:
            position = self._solver.remaining.reduced(position).play_without_checking(event)
        return self.tree(position).begun(*events)

    def _likeliest(self, position: Position, due: int) -> PlanTree:
        """Return what to do after this many reveals, each of them the likeliest."""
        if not due or not position.is_chance:
            return self.tree(position)
        weight, event = max((weight, event) for event, weight in position.weights().items())
        after = position.play_without_checking(event)
        return PlanTree((), (PlanCase(event, weight, self._likeliest(after, due - (event.verb == "deal"))),))

    def _best_cards(self, position: Position) -> PlanTree:
        """Return what to do after the administrator: a case for every card that may be the best one revealed."""
        solver = self._solver
        drawn, _ = stages(position)
        cards = set(position.display).union(*(stage.cards for stage in drawn))
        then = {card: self.tree(solver.after_taking(position, card)) for card in sorted(cards)}
        left = left_over(drawn).items()
        blind = PlanTree((BLIND,), tuple(PlanCase(_deal(card), number, then[card]) for card, number in left))

        def choice(best: Best, card: str) -> PlanTree:
            return blind if best.blind > best.taken else then[card].begun(Event(("draw", card)))

        found = solver.refill(position).best
        whole = math.lcm(*(len(best.cities) for best in found))
        cases = (
            PlanCase(_deal(card), (best.taken + best.blind) * (whole // len(best.cities)), choice(best, card))
            for best in found
            for card in best.cities
        )
        return PlanTree((), tuple(cases), ranked=True)


def _deal(card: str) -> Event:
    return Event(("deal", card))
