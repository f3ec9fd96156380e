"""Advice: turns for a player, with figures, what is done after other reveals, and reasons."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from thurntaxis import Effect, Event, Position
from thurntaxis.clauses import sentence
from thurntaxis_solver.decider import all_revealed, revealed_with
from thurntaxis_solver.exact.endings import Events
from thurntaxis_solver.exact.plans import Plan, PlanTree
from thurntaxis_solver.quantities import Number

TELLING = (
    "administrator.",
    "carriage.",
    "carrier.",
    "cartwright.",
    "close.",
    "discard.three",
    "end.",
    "free-cities.",
    "horses.",
    "houses.",
    "letters.",
    "messenger.",
    "offices.",
    "play.abandon",
    "postmaster.",
    "return.",
    "tiles.",
)
"""The clauses, or beginnings of clauses, whose effects are given as reasons."""


REVEALS = ("back", "deal")
"""The events of chance."""


class Reason(NamedTuple):
    """What speaks for a line, or what comes of it: a sentence with gaps, the facts that fill them, and its clause.

    Every sentence of the solver has its translations in the rulebook, in the table `advice`.
    """

    template: str
    facts: tuple[tuple[str, Any], ...]
    clause: str | None

    @property
    def text(self) -> str:
        """The sentence in English."""
        return sentence(self.template, dict(self.facts))

    def data(self) -> dict[str, Any]:
        """Return the reason for a JSON answer."""
        return {"text": self.text, "clause": self.clause}


def told(template: str, clause: str | None = None, **facts: Any) -> Reason:
    """Return the reason that a sentence gives, its gaps filled with facts."""
    return Reason(template, tuple(facts.items()), clause)


def _comes_of_it(effect: Effect) -> Reason:
    """Return what the rules say of an effect."""
    return Reason(effect.template, tuple(effect.facts.items()), effect.clause)


@dataclass(frozen=True)
class Line:
    """A turn and what is to be expected of it.

    `turn` and `after` are a plan (`thurntaxis_solver.exact.plans.Plan`). `win` is the chance of winning, `margin` the
    expected final score less the best other's, `score` the expected final score. They are `proved` if the game is over
    with this turn, whatever chance does; else they are estimates. `noise` is the part of the standard error of `win`
    that more playouts would lessen.
    """

    turn: Events
    after: Mapping[Event, Plan]
    win: Number
    margin: Number
    score: Number
    proved: bool
    reasons: tuple[Reason, ...]
    noise: float = 0.0

    def data(self) -> dict[str, Any]:
        """Return the line for a JSON answer."""
        return {
            "turn": list(map(str, self.turn)),
            "after": {str(deal): _plan_data(plan) for deal, plan in self.after.items()},
            "win": self.win.data(),
            "margin": self.margin.data(),
            "score": self.score.data(),
            "proved": self.proved,
            "reasons": [reason.data() for reason in self.reasons],
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

    `effort` tells what it took: `playouts`, `positions` looked at if the turn was worked out, `seconds`, the `seed`.
    """

    player: int
    lines: tuple[Line, ...]
    effort: Mapping[str, float]

    def data(self) -> dict[str, Any]:
        """Return the advice for a JSON answer."""
        return {"player": self.player, "lines": [line.data() for line in self.lines], "effort": dict(self.effort)}


# ---- reasons


def reasons(position: Position, done: PlanTree) -> Iterator[Reason]:
    """Yield what comes of the events for the likeliest case, in the words of the rules."""
    for event in done.events:
        position, effects = all_revealed(position).traced(event)
        yield from (_comes_of_it(effect) for effect in effects if effect.clause.startswith(TELLING))
    if done.cases and done.cases[0].deal.verb not in REVEALS:
        supposed = done.cases[0]
        position = all_revealed(position)
        yield told("{player} is assumed to answer: {event}.", player=position.who, event=supposed.deal)
        yield from reasons(position.play_without_checking(supposed.deal), supposed.tree)
    elif done.cases:
        case, every = done.likeliest, sum(case.number for case in done.cases)
        if done.ranked:
            yield told("The best card revealed is most likely {card}.", card=case.deal[1])
        elif done.holding(case) < every:
            yield told(
                "So it goes on after {count} of the {all} cards that may be revealed.",
                count=done.holding(case),
                all=every,
            )
        if done.ranked:
            shown = revealed_with(position, case.deal[1])
            if shown is None and case.deal[1] not in position.display:
                return
            position = shown or position
        elif case.deal in position.events():
            position = position.play_without_checking(case.deal)
        else:
            return
        yield from reasons(position, case.tree)
