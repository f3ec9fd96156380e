"""Advice: the best turn, with alternatives, figures and reasons.

For now this is the exact layer alone: one turn is looked through to its end (`thurntaxis_solver.turn`). Where the game
ends with it the figures are proved; otherwise they rest on the evaluation of what has been reached
(`thurntaxis_solver.evaluation`), and are estimates.
"""

import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from thurntaxis import Event, Position
from thurntaxis_solver.endings import Line as Events
from thurntaxis_solver.numbers import Estimate, Exact, Number
from thurntaxis_solver.plans import Plan, Tree, tree
from thurntaxis_solver.turn import TurnSolver, drawing_is_over, without_cards
from thurntaxis_solver.value import SCALE, Rational, Value
from thurntaxis_solver.weights import DEVIATES

TELLING = (
    "administrator.",
    "carriage.",
    "carrier.",
    "cartwright.",
    "close.",
    "discard.three",
    "end.",
    "houses.",
    "play.abandon",
    "postmaster.",
    "tiles.",
)
"""The clauses, or beginnings of clauses, whose effects are given as reasons."""

Progress = Callable[[int, int], object]
"""Told how many of how many events have been looked through."""


class Reason(NamedTuple):
    """What speaks for a line, or what comes of it, and the clause behind it if there is one."""

    text: str
    clause: str | None


PROVED = Reason("The game is over with this turn: the figures are proved.", "end.round")


@dataclass(frozen=True)
class Line:
    """A turn and what is to be expected of it.

    `turn` and `after` are a plan (`thurntaxis_solver.plans.Plan`). `win` is the chance of winning, `margin` the
    expected final score less the best other's, `score` the expected final score. They are `proved` if the game is over
    with this turn, whatever chance does; their intervals otherwise are those of the evaluation, averaged over chance.
    """

    turn: Events
    after: Mapping[Event, Plan]
    win: Number
    margin: Number
    score: Number
    proved: bool
    reasons: tuple[Reason, ...]

    def data(self) -> dict[str, Any]:
        """Return the line for a JSON answer."""
        return {
            "turn": list(map(str, self.turn)),
            "after": {str(deal): _plan_data(plan) for deal, plan in self.after.items()},
            "win": self.win.data(),
            "margin": self.margin.data(),
            "score": self.score.data(),
            "proved": self.proved,
            "reasons": [reason._asdict() for reason in self.reasons],
        }


def _plan_data(plan: Plan) -> list[str] | dict[str, Any]:
    """Return a plan for JSON: its events, or, where a later reveal matters, `turn` and `after` again."""
    turn = list(map(str, plan.turn))
    if not plan.after:
        return turn
    return {"turn": turn, "after": {str(deal): _plan_data(other) for deal, other in plan.after.items()}}


@dataclass(frozen=True)
class Advice:
    """Lines for a player, the best first: by chance of winning, then by expected margin.

    `effort` tells what it took: `playouts` (none), `positions` looked at, `seconds`, and the `seed`.
    """

    player: int
    lines: tuple[Line, ...]
    effort: Mapping[str, float]

    def data(self) -> dict[str, Any]:
        """Return the advice for a JSON answer."""
        return {"player": self.player, "lines": [line.data() for line in self.lines], "effort": dict(self.effort)}


def advise(
    position: Position,
    *,
    player: int | None = None,
    seconds: float | None = None,  # noqa: ARG001 - an exact answer takes the time it takes
    lines: int = 3,
    seed: int = 1,
    progress: Progress | None = None,
) -> Advice:
    """Return the best ways to go on with the turn.

    The lines begin with different events; where there are fewer of these than `lines`, other second events are given
    too. In a chance position there is one line, whose `after` tells what to do after each reveal. The same position
    always gets the same lines: nothing is sampled, and `seconds` and `seed` change nothing. `progress` is told how many
    first events have been looked through, and of how many.

    Raises:
        ValueError: the game is over, the player isn't on turn, the first display is still to be dealt, unknown cards
            in hand leave nothing to do, or no line is asked for.
    """
    began = time.monotonic()
    if lines < 1:
        raise ValueError("at least one line has to be asked for")
    _check(position, player)
    if drawing_is_over(position):
        position = without_cards(position)
    solver = TurnSolver.of(position)
    roots = _one_root(solver, position) if position.is_chance else _roots(solver, position, lines, progress)
    if not roots:
        raise ValueError(f"which cards {position.name_of(position.turn.player)} holds has to be known for any event")
    return Advice(
        player=position.turn.player,
        lines=tuple(_line(position, *root) for root in roots),
        effort={
            "playouts": 0,
            "positions": solver.nodes + solver.evaluation.positions,
            "seconds": round(time.monotonic() - began, 3),
            "seed": seed,
        },
    )


def _check(position: Position, player: int | None) -> None:
    at = position.turn.player
    if position.is_over:
        raise ValueError("the game is over, so there is no turn to advise on")
    if player not in (None, at):
        raise ValueError(f"it is the turn of {position.name_of(at)}, and only the player on turn can be advised")
    if position.is_chance and position.turn.drawn == 0 and position.turn.official is None:
        raise ValueError("the first display is still to be dealt, and there is no decision before that")


# ---- lines


Root = tuple[Tree, Value]
"""What a line does, and what it is worth."""


def _one_root(solver: TurnSolver, position: Position) -> list[Root]:
    """Return the one line of a chance position."""
    value = solver.value(position)
    return [] if value is None else [(tree(solver, position), value)]


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
    begun.sort(key=lambda pair: pair[0], reverse=True)
    return [(_tree_from(solver, position, events), value) for value, events in begun[:count]]


def _second_thoughts(solver: TurnSolver, position: Position, event: Event) -> Iterator[tuple[Value, Events]]:
    """Yield what else could be done after an event than the best."""
    after = position.play_without_checking(event)
    if not solver.endings.is_ended(after) and (drawing_is_over(after) or not after.is_chance):
        first = tree(solver, after).events[0]
        for choice in solver.choices(after):
            if choice.event != first:
                yield choice.value, (event, choice.event)


def _tree_from(solver: TurnSolver, position: Position, events: Events) -> Tree:
    """Return what to do from these events on."""
    for event in events:
        position = _ready(position).play_without_checking(event)
    return tree(solver, position).begun(*events)


def _ready(position: Position) -> Position:
    """Return a position without the reveals that don't matter."""
    return without_cards(position) if drawing_is_over(position) else position


def _line(position: Position, done: Tree, value: Value) -> Line:
    plan = done.plan
    reasons = tuple(dict.fromkeys(_reasons(position, done)))
    if value.is_proved:
        win, margin, score = (Exact(Fraction(figure) / SCALE) for figure in (value.win, value.margin, value.score))
        return Line(plan.turn, plan.after, win, margin, score, proved=True, reasons=(*reasons, PROVED))
    return Line(
        plan.turn,
        plan.after,
        win=Estimate(_number(value.win), _number(value.low), _number(value.high)),
        margin=_predicted(value.margin, value.margin_doubt),
        score=_predicted(value.score, value.score_doubt),
        proved=False,
        reasons=reasons,
    )


def _number(figure: Rational) -> float:
    return float(Fraction(figure) / SCALE)


def _predicted(figure: Rational, doubt: Rational) -> Estimate:
    """Return an expected number of points with the interval for its outcome."""
    mean, half = _number(figure), float(DEVIATES) * math.sqrt(_number(doubt))
    return Estimate(mean, round(mean - half, 6), round(mean + half, 6))


# ---- reasons


def _reasons(position: Position, done: Tree) -> Iterator[Reason]:
    """Yield what comes of the events for the likeliest case, in the words of the rules."""
    for event in done.events:
        position, effects = _after_reveals(position).traced(event)
        yield from (Reason(e.sentence, e.clause) for e in effects if e.clause.startswith(TELLING))
    if done.cases:
        case, every = done.likeliest, sum(case.number for case in done.cases)
        if done.ranked:
            yield Reason(f"The best card revealed is most likely {case.deal[1]}.", None)
        elif done.holding(case) < every:
            yield Reason(f"So it goes on after {done.holding(case)} of the {every} cards that may be revealed.", None)
        if case.deal in position.events():
            position = position.play_without_checking(case.deal)
        elif not (done.ranked and case.deal[1] in position.display):
            return
        yield from _reasons(position, case.tree)


def _after_reveals(position: Position) -> Position:
    """Return a position once reveals that don't matter are made, of any cards there are."""
    while position.is_chance:
        position = position.play_without_checking(position.events()[0])
    return position
