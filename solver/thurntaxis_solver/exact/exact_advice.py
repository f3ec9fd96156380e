"""Advice on a turn with which the game ends, with figures that are proved (`thurntaxis_solver.exact.last_turn`)."""

import itertools
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from thurntaxis import Event, Position
from thurntaxis.fault import InputError
from thurntaxis_solver.advice import Advice, AdviceReason, EffortSpent, Line, reasons, without_transpositions
from thurntaxis_solver.decider import all_revealed, decides_last
from thurntaxis_solver.estimates import Exact
from thurntaxis_solver.exact.last_turn import ASK_FOR_ESTIMATE, OTHERS_DECIDE, NotProved, Solved, TurnSolver
from thurntaxis_solver.exact.plans import Planner, PlanTree
from thurntaxis_solver.exact.value import TurnValue

PROVED = AdviceReason.of(
    "The figures are exact, because the game ends with this turn.", kind="proved", clause="end.round"
)


def solve_in_steps(position: Position, lines: int, seed: int, event: Event | None = None) -> Iterator[Advice | None]:
    """Solve the turn, one first event at each step; the last step yields the best ways to go on.

    The lines begin with different events and lead to different positions, but for the one that begins with `event`; if
    there are fewer of these than `lines`, other second events are given too. In a chance position there is one line,
    whose `after` says what to do after each reveal. The same position always gets the same lines, whatever the `seed`,
    which is only named in the effort.

    Raises:
        ValueError: unknown cards in hand leave nothing to do.
        NotProved: others still decide, or too much depends on unseen cards.
    """
    began = time.monotonic()
    if not decides_last(position):
        raise NotProved(OTHERS_DECIDE, ASK_FOR_ESTIMATE)
    turn = _AdvisedTurn(position)
    player = turn.solver.player
    if not turn.position.is_chance:
        for begun in reversed(turn.position.events()):  # officials come last, and may rule out a proof
            turn.solver.solve(turn.position.play_without_checking(begun))
            yield None
    roots = turn.roots(lines if event is None else max(lines, len(position.events())), event)
    if not roots:
        raise InputError("the hand of {player} has unknown cards", "all cards of that hand", position.name_of(player))
    seconds = round(time.monotonic() - began, 3)
    effort = EffortSpent(playouts=0, seconds=seconds, seed=seed, positions=turn.solver.nodes)
    first, *others = (turn.line(*root, best=roots[0][1]) for root in roots)
    found = (replace(first, verdict="best"), *others)
    given = next((line for line in found if line.turn[:1] == (event,)), None)
    yield Advice(position, player, found[:lines], effort, given)


Root = tuple[PlanTree, TurnValue]
"""What a line does, and its value."""


class _AdvisedTurn:
    """One turn, with its solver and the lines that are made of what it finds."""

    def __init__(self, position: Position) -> None:
        self.solver = TurnSolver(position)
        self.planner = Planner(self.solver)
        # With modules, a reveal that doesn't matter is still shown as one.
        self.position = position if position.rules.modules else self.solver.remaining.reduced(position)

    def roots(self, count: int, event: Event | None) -> list[Root]:
        """Return the roots of the lines, the best first."""
        position, solver = self.position, self.solver
        if position.is_chance:
            value = solver.value(position)
            return [] if value is None else [(self.planner.tree(position), value)]
        ways = solver.choices(position)
        begun = [(way.value, way.events[:1]) for way in ways]
        if len(begun) < count:
            begun += [(other.value, other.events[:2]) for way in ways for other in self._other_second_events(way)]
        begun.sort(key=lambda pair: pair[0], reverse=True)
        roots = ((self.planner.after(position, *events), value) for value, events in begun)

        def end(root: Root) -> object:
            tree, after = root[0], position
            for each in tree.events:
                after = all_revealed(after).play_without_checking(each)
            return after.to_line(), replace(tree, events=()), tree.events[:1] == (event,)

        return list(itertools.islice(without_transpositions(roots, end), count))

    def _other_second_events(self, way: Solved) -> Iterator[Solved]:
        """Yield what else than the best can be done after the first event, if nothing is revealed then."""
        first, *rest = way.events
        after = self.solver.remaining.reduced(self.position.play_without_checking(first))
        if not after.is_over and not after.is_chance:
            for other in self.solver.choices(after):
                if other.events[0] != rest[0]:
                    yield other.begun(first)

    def line(self, tree: PlanTree, value: TurnValue, best: TurnValue) -> Line:
        """Return a line with its figures and reasons."""
        plan = tree.plan
        why = (*dict.fromkeys(reasons(self.position, tree)), PROVED)
        win, margin, score = (Exact(Fraction(figure)) for figure in value)
        line = Line(plan.turn, plan.after, win, margin, score, proved=True, reasons=why, certain=plan.certain)
        return replace(line, loss=Exact(Fraction(best[0]) - win.fraction), verdict="open" if value == best else "clear")
