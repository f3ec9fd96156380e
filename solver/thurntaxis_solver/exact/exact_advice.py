"""The exact layer of advice: one turn is looked through to its end (`thurntaxis_solver.exact.base_turn`).

Where the game ends with it the figures are proved; otherwise they rest on the evaluation of what has been reached
(`thurntaxis_solver.exact.evaluation`), and are estimates.
"""

import math
import time
from collections.abc import Callable, Iterator
from fractions import Fraction

from thurntaxis import Event, Position
from thurntaxis_solver.advice import Advice, AdviceReason, EffortSpent, Line, reasons
from thurntaxis_solver.decider import check
from thurntaxis_solver.exact.base_turn import TurnSolver
from thurntaxis_solver.exact.endings import Line as Events
from thurntaxis_solver.exact.evaluation_weights import DEVIATES
from thurntaxis_solver.exact.module_plans import tree as tree_with_modules
from thurntaxis_solver.exact.plans import Tree, tree
from thurntaxis_solver.exact.turn import ModuleTurnSolver
from thurntaxis_solver.exact.value import SCALE, Rational, Value
from thurntaxis_solver.quantities import Estimate, Exact

Progress = Callable[[int, int], object]
"""Told how many of how many events have been looked through."""

PROVED = AdviceReason.of("The game is over with this turn: the figures are proved.", clause="end.round")


def advise_exactly(
    position: Position,
    *,
    player: int | None = None,
    lines: int = 3,
    seed: int = 1,
    progress: Progress | None = None,
) -> Advice:
    """Return the best ways to go on with the turn.

    The lines begin with different events; where there are fewer of these than `lines`, other second events are given
    too. In a chance position there is one line, whose `after` tells what to do after each reveal. The same position
    always gets the same lines: whatever the `seed`, which is only named in the effort. `progress` is told how many
    first events have been looked through, and of how many.

    With modules others may have to decide in the turn, when office tiles are returned: they are supposed to do what is
    worst for the player. In such a round, whoever acts is advised (see `thurntaxis_solver.exact.turn`).

    Raises:
        ValueError: the game is over, the player doesn't decide, the first display is still to be dealt, unknown cards
            in hand leave nothing to do, or no line is asked for.
    """
    began = time.monotonic()
    if lines < 1:
        raise ValueError("at least one line has to be asked for")
    at = check(position, player)
    solver = TurnSolver.of(position)
    if not position.rules.modules:
        position = solver.ready(position)
    roots = _one_root(solver, position) if position.is_chance else _roots(solver, position, lines, progress)
    if not roots:
        raise ValueError(f"which cards {position.who} holds has to be known for any event")
    return Advice(
        player=at,
        lines=tuple(_line(solver, position, *root) for root in roots),
        effort=EffortSpent(
            playouts=0,
            seconds=round(time.monotonic() - began, 3),
            seed=seed,
            positions=solver.nodes + solver.evaluation.positions,
        ),
    )


# ---- lines


Root = tuple[Tree, Value]
"""What a line does, and what it is worth."""


def _one_root(solver: TurnSolver, position: Position) -> list[Root]:
    """Return the one line of a chance position."""
    value = solver.value(position)
    return [] if value is None else [(_rest(solver, position), value)]


def _roots(solver: TurnSolver, position: Position, count: int, progress: Progress | None) -> list[Root]:
    """Return the lines of a decision, the best first."""
    events = position.events()
    for number, event in enumerate(events, 1):
        solver.value(position.play_without_checking(event))
        if progress:
            progress(number, len(events))
    begun: list[tuple[Value, Events]] = [(choice.value, (choice.event,)) for choice in solver.choices(position)]
    if len(begun) < count:
        begun += [other for _, (event,) in begun for other in _second_thoughts(solver, position, event)]
    begun.sort(key=lambda pair: solver.order(pair[0]), reverse=True)
    return [(_tree_from(solver, position, events), value) for value, events in begun[:count]]


def _second_thoughts(solver: TurnSolver, position: Position, event: Event) -> Iterator[tuple[Value, Events]]:
    """Yield what else could be done after an event than the best."""
    after = solver.ready(position.play_without_checking(event))
    if solver.endings.is_ended(after) or after.is_chance or after.decider != solver.evaluation.player:
        return
    first = _rest(solver, after).events[0]
    for choice in solver.choices(after):
        if choice.event != first:
            yield choice.value, (event, choice.event)


def _tree_from(solver: TurnSolver, position: Position, events: Events) -> Tree:
    """Return what to do from these events on."""
    for event in events:
        position = solver.ready(position).play_without_checking(event)
    return _rest(solver, position).begun(*events)


def _rest(solver: TurnSolver, position: Position) -> Tree:
    """Return what to do from a position to the end of the turn."""
    return tree_with_modules(solver, position) if isinstance(solver, ModuleTurnSolver) else tree(solver, position)


def _remarks(solver: TurnSolver, position: Position, value: Value) -> Iterator[AdviceReason]:
    """Yield what is to be known of the figures."""
    if isinstance(solver, ModuleTurnSolver):
        if solver.others_decide:
            template = "Others who return office tiles are assumed to do what is worst for {player}."
            yield AdviceReason.of(template, clause="return.round", player=position.who)
        if solver.has_dealt and not value.is_proved:
            yield AdviceReason.of("Cards were dealt by chance where there are too many cases to look at them all.")
        if not solver.on_turn and position.turn.phase != "final":
            yield AdviceReason.of(
                "The figures reach to the end of this round of returning office tiles.", clause="return.round"
            )
    if value.is_proved:
        yield PROVED


def _line(solver: TurnSolver, position: Position, done: Tree, value: Value) -> Line:
    plan = done.plan
    why = tuple(dict.fromkeys([*reasons(position, done), *_remarks(solver, position, value)]))
    if value.is_proved:
        win, margin, score = (Exact(Fraction(figure) / SCALE) for figure in (value.win, value.margin, value.score))
        return Line(plan.turn, plan.after, win, margin, score, proved=True, reasons=why)
    return Line(
        plan.turn,
        plan.after,
        win=Estimate(_number(value.win), _number(value.low), _number(value.high)),
        margin=_predicted(value.margin, value.margin_doubt),
        score=_predicted(value.score, value.score_doubt),
        proved=False,
        reasons=why,
    )


def _number(figure: Rational) -> float:
    return float(Fraction(figure) / SCALE)


def _predicted(figure: Rational, doubt: Rational) -> Estimate:
    """Return an expected number of points with the interval for its outcome."""
    mean, half = _number(figure), float(DEVIATES) * math.sqrt(_number(doubt))
    return Estimate(mean, round(mean - half, 6), round(mean + half, 6))
