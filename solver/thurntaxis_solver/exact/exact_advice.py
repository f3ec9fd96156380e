"""The exact layer of advice: one turn is searched to its end (`thurntaxis_solver.exact.turn`).

If the game ends with the turn, the figures are proved. Otherwise they are estimates, from an evaluation of the position
that has been reached (`thurntaxis_solver.exact.evaluation`).
"""

import math
import time
from collections.abc import Callable, Iterator
from fractions import Fraction

from thurntaxis import Position
from thurntaxis.fault import InputError
from thurntaxis.message import Message
from thurntaxis_solver.advice import Advice, AdviceReason, EffortSpent, Line, reasons
from thurntaxis_solver.decider import check
from thurntaxis_solver.exact.endings import Events
from thurntaxis_solver.exact.evaluation_weights import HALF_WIDTH
from thurntaxis_solver.exact.plans import Planner, PlanTree
from thurntaxis_solver.exact.turn import TurnSolver
from thurntaxis_solver.exact.value import SCALE, Rational, TurnValue, preference
from thurntaxis_solver.quantities import Estimate, Exact

PROVED = AdviceReason.of("The game is over with this turn: the figures are proved.", kind="proved", clause="end.round")


def advise_exactly(
    position: Position,
    *,
    player: int | None = None,
    lines: int = 3,
    seed: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> Advice:
    """Return the best ways to go on with the turn.

    The lines begin with different events; if there are fewer of these than `lines`, other second events are given too.
    In a chance position there is one line, whose `after` says what to do after each reveal. The same position always
    gets the same lines, whatever the `seed`, which is only named in the effort. `progress` is called with the number
    of first events that have been searched, and the number of all.

    With modules, others may have to decide in the turn, when office tiles are returned: they are assumed to do what is
    worst for the player. In such a round, whoever acts is advised (see `thurntaxis_solver.exact.turn`).

    Raises:
        ValueError: the game is over, the player doesn't decide, the first display is still to be dealt, unknown cards
            in hand leave nothing to do, or no line is asked for.
    """
    began = time.monotonic()
    if lines < 1:
        raise InputError(Message("no turns are asked for"), Message("at least one"))
    at = check(position, player)
    turn = _AdvisedTurn(position)
    roots = turn.only_root() if turn.position.is_chance else turn.roots(lines, progress)
    if not roots:
        wrong = Message("the hand of {player} has unknown cards", player=position.who)
        raise InputError(wrong, Message("all cards of that hand"))
    return Advice(
        player=at,
        lines=tuple(turn.line(*root) for root in roots),
        effort=EffortSpent(
            playouts=0,
            seconds=round(time.monotonic() - began, 3),
            seed=seed,
            positions=turn.solver.nodes + turn.solver.evaluation.positions,
        ),
    )


Root = tuple[PlanTree, TurnValue]
"""What a line does, and its value."""


class _AdvisedTurn:
    """One turn, with its solver and the lines that are made of what it finds."""

    def __init__(self, position: Position) -> None:
        self.solver = TurnSolver(position)
        self.planner = Planner(self.solver)
        # With modules, a reveal that doesn't matter is still shown as one.
        self.position = position if position.rules.modules else self.solver.remaining.reduced(position)

    def only_root(self) -> list[Root]:
        """Return the one root of a chance position."""
        value = self.solver.value(self.position)
        return [] if value is None else [(self.planner.tree(self.position), value)]

    def roots(self, count: int, progress: Callable[[int, int], object] | None) -> list[Root]:
        """Return the roots of a decision, the best first."""
        position, solver = self.position, self.solver
        events = position.events()
        for number, event in enumerate(events, 1):
            solver.value(position.play_without_checking(event))
            if progress:
                progress(number, len(events))
        begun: list[tuple[TurnValue, Events]] = [(choice.value, (choice.event,)) for choice in solver.choices(position)]
        if len(begun) < count:
            begun += [other for _, events in begun for other in self._other_second_events(events)]
        begun.sort(key=lambda pair: preference(pair[0]), reverse=True)
        return [(self.planner.after(position, *events), value) for value, events in begun[:count]]

    def _other_second_events(self, first: Events) -> Iterator[tuple[TurnValue, Events]]:
        """Yield what else than the best can be done after the first event, if the player decides next."""
        after = self.solver.remaining.reduced(self.position.play_without_checking(*first))
        if self.solver.remaining.is_ended(after) or after.is_chance or after.decider != self.solver.player:
            return
        best = self.planner.tree(after).events[0]
        for choice in self.solver.choices(after):
            if choice.event != best:
                yield choice.value, (*first, choice.event)

    def line(self, tree: PlanTree, value: TurnValue) -> Line:
        """Return a line with its figures and reasons."""
        plan = tree.plan
        why = tuple(dict.fromkeys([*reasons(self.position, tree), *self._remarks(value)]))
        if value.is_proved:
            win, margin, score = (Exact(Fraction(figure) / SCALE) for figure in value[:3])
            return Line(plan.turn, plan.after, win, margin, score, proved=True, reasons=why)
        return Line(
            plan.turn,
            plan.after,
            win=Estimate(_number(value.win), _number(value.low), _number(value.high)),
            margin=_prediction(value.margin, value.margin_doubt),
            score=_prediction(value.score, value.score_doubt),
            proved=False,
            reasons=why,
        )

    def _remarks(self, value: TurnValue) -> Iterator[AdviceReason]:
        """Yield what the reader has to know about the figures."""
        if self.solver.others_decide:
            template = "Others who return office tiles are assumed to do what is worst for {player}."
            yield AdviceReason.of(template, kind="others-assumed", clause="return.round", player=self.position.who)
        if self.solver.has_sampled and not value.is_proved:
            template = "Cards were dealt by chance where there are too many cases to look at them all."
            yield AdviceReason.of(template, kind="sampled")
        if self.solver.has_mixed and not value.is_proved:
            template = "The discards become the deck while cards in hands are unknown, so the figures are estimates."
            yield AdviceReason.of(template, kind="estimated-deck", clause="draw.reshuffle")
        if not self.solver.remaining.on_turn and self.position.turn.phase != "final":
            template = "The figures reach to the end of this round of returning office tiles."
            yield AdviceReason.of(template, kind="horizon", clause="return.round")
        if value.is_proved:
            yield PROVED


def _number(figure: Rational) -> float:
    return float(Fraction(figure) / SCALE)


def _prediction(figure: Rational, variance: Rational) -> Estimate:
    """Return an expected number of points with the interval for its outcome."""
    mean, half = _number(figure), float(HALF_WIDTH) * math.sqrt(_number(variance))
    return Estimate(mean, round(mean - half, 6), round(mean + half, 6))
