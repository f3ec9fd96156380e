"""Advice: turns for a player, with figures, a plan for other reveals, and reasons."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeVar, cast

from thurntaxis import Event, Position
from thurntaxis.clauses import sentence
from thurntaxis.message import Alternatives
from thurntaxis.presented import presented
from thurntaxis_solver.decider import all_revealed, revealed_with
from thurntaxis_solver.estimates import Exact, Number
from thurntaxis_solver.exact.plans import Plan, PlanTree
from thurntaxis_solver.exact.value import Events
from thurntaxis_solver.kernel.compiled import IS_FAST

REASON_CLAUSES = (
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

DIFFERENCES = frozenset(
    {"closing", "houses", "abandoned", "card", "wanted", "tile-share", "end", "ender", "messenger", "opponent-score"}
)
"""The kinds of the reasons that say how a line differs from another."""

RECORDED_KINDS = DIFFERENCES | {"plan", "plan-houses", "plan-carriage", "compared", "too-few"}
"""The kinds of the reasons that come from games played on."""

CONTINUING = DIFFERENCES | {"plan-houses", "plan-carriage", "tile-rival"}
"""The kinds of the reasons that go on with what the reason before them says."""

MOST_NAMED = 3
"""How many cards that may turn up are named."""

TAKING = ("draw", "postmaster")
"""The events by which a card is taken from the display or the deck."""

Side = Literal["for", "against", "fact"]
"""Whether a reason speaks for a line, against it, or for neither."""


class AdviceReason(NamedTuple):
    """Why a line is good, or what it leads to: a sentence with gaps, the facts that fill them, and its clause if any.

    `kind` is `rule` for what the rules say about the turn, and otherwise a word for what the solver adds. The rulebook
    translates every sentence of the solver, in the table `advice`.
    """

    template: str
    facts: tuple[tuple[str, Any], ...]
    clause: str | None
    kind: str
    side: Side = "fact"

    @classmethod
    def of(
        cls, template: str, *, kind: str, clause: str | None = None, side: Side = "fact", **facts: Any
    ) -> "AdviceReason":
        """Return a reason whose gaps are filled with these facts."""
        return cls(template, tuple(facts.items()), clause, kind, side)

    @property
    def text(self) -> str:
        """The sentence in English."""
        return sentence(self.template, dict(self.facts))

    def data(self, in_words: "InWords | None" = None) -> dict[str, Any]:
        """Return the reason for a JSON answer: its text, `in_words` if that is given, and its facts as `figures`."""
        text = self.text if in_words is None else in_words(self)
        figures = {name: _figure(fact) for name, fact in self.facts}
        return {"text": text, "clause": self.clause, "kind": self.kind, "side": self.side, "figures": figures}


InWords = Callable[[AdviceReason], str]
"""Returns a reason in words for a reader."""


def _figure(fact: object) -> float | str | list[Any] | None:
    """Return a fact for JSON: numbers as they are, several facts as a list, and all else by its name."""
    if type(fact) in (tuple, Alternatives):
        return [_figure(each) for each in cast("tuple[object, ...]", fact)]
    return fact if fact is None or isinstance(fact, int | float) else str(fact)


NO_LOSS = Exact(Fraction(0))

Verdict = Literal["best", "clear", "probable", "open"]
"""How sure it is that a line is worse than the first one, which is the best."""


@dataclass(frozen=True)
class Line:
    """A turn and its expected outcome for the player.

    `turn`, `after` and `certain` are a plan (`thurntaxis_solver.exact.plans.Plan`). `win` is the chance of winning,
    `margin` the expected final score less that of the best other player, `score` the expected final score. They are
    `proved` if the game ends with this turn whatever is revealed, otherwise estimated. `noise` is the part of the
    standard error of `win` that more playouts would lessen. `loss` is the chance of winning that the line gives up
    against the first, and `second` the chance of coming second, with three or more players.
    """

    turn: Events
    after: Mapping[Event, Plan]
    win: Number
    margin: Number
    score: Number
    proved: bool
    reasons: tuple[AdviceReason, ...]
    noise: float = 0.0
    loss: Number = NO_LOSS
    verdict: Verdict = "best"
    second: Number | None = None
    certain: int = 0

    def data(self, in_words: InWords | None = None) -> dict[str, Any]:
        """Return the line for a JSON answer, with its reasons `in_words`."""
        return {
            "turn": list(map(str, self.turn)),
            "after": {str(deal): _plan_data(plan) for deal, plan in self.after.items()},
            "win": self.win.data(),
            "margin": self.margin.data(),
            "score": self.score.data(),
            "proved": self.proved,
            "loss": self.loss.data(),
            "verdict": self.verdict,
            **({} if self.second is None else {"second": self.second.data()}),
            "reasons": [reason.data(in_words) for reason in self.reasons],
        }


def _plan_data(plan: Plan) -> list[str] | dict[str, Any]:
    """Return a plan for JSON: its events, or `turn` and `after` again if a later reveal matters."""
    turn = list(map(str, plan.turn))
    if not plan.after:
        return turn
    return {"turn": turn, "after": {str(deal): _plan_data(other) for deal, other in plan.after.items()}}


@dataclass(frozen=True)
class EffortSpent:
    """The effort spent on an answer: `playouts` (0 if the turn was solved exactly) and `seconds`, and the `seed`.

    `positions` is how many were searched, if the turn was solved exactly; `is_full` is whether the search ended
    because it ran out of memory. `recorded` is how many games were played on after each line.
    """

    playouts: int
    seconds: float
    seed: int
    positions: int | None = None
    is_full: bool = False
    recorded: int | None = None

    def data(self) -> dict[str, float]:
        """Return the effort for a JSON answer."""
        more = {"positions": self.positions, "recorded": self.recorded}
        known = {name: number for name, number in more.items() if number is not None}
        return {"playouts": self.playouts, **known, "seconds": self.seconds, "seed": self.seed}


@dataclass(frozen=True)
class Advice:
    """Lines for a player, given by index, the best first: by chance of winning, then by expected margin.

    As text it is the short answer of `taxis advise`, in English.

    `given` is the line that begins with the event that was asked for, if one was. `is_open` is whether all hands are
    known to the search.
    """

    position: Position
    player: int
    lines: tuple[Line, ...]
    effort: EffortSpent
    given: Line | None = None
    is_open: bool = False

    def __str__(self) -> str:
        return presented("advice", self)

    @property
    def facts(self) -> tuple[AdviceReason, ...]:
        """The reasons that several lines have in common."""
        return tuple(itertools.chain(*self._shared))

    @property
    def told_lines(self) -> tuple[Line, ...]:
        """The lines without the facts."""
        shared = self._shared

        def told(line: Line) -> Iterator[AdviceReason]:
            return itertools.chain(*(passage for passage in _passages(line.reasons) if passage not in shared))

        return tuple(replace(line, reasons=tuple(told(line))) for line in self.lines)

    @property
    def _shared(self) -> list[tuple[AdviceReason, ...]]:
        first, *others = (list(_passages(line.reasons)) for line in self.lines) if self.lines else [[]]
        return [passage for passage in first if others and all(passage in passages for passages in others)]

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on the search: `plain-python` (it was slow), `memory-full` (it ended early), `open-hands`."""
        slow = self.effort.playouts > 0 and not IS_FAST
        return ("plain-python",) * slow + ("memory-full",) * self.effort.is_full + ("open-hands",) * self.is_open

    def data(self, in_words: InWords | None = None) -> dict[str, Any]:
        """Return the advice for a JSON answer, with its reasons `in_words`."""
        lines, facts = ([each.data(in_words) for each in several] for several in (self.told_lines, self.facts))
        return {"player": self.player, "lines": lines, "facts": facts, "effort": self.effort.data()}


# ---- transpositions

Found = TypeVar("Found")


def without_transpositions(found: Iterable[Found], end: Callable[[Found], object]) -> Iterator[Found]:
    """Yield only the first of those that come to the same end."""
    ends: list[object] = []
    for one in found:
        if (reached := end(one)) not in ends:
            ends.append(reached)
            yield one


# ---- reasons


def _passages(reasons: Iterable[AdviceReason]) -> Iterator[tuple[AdviceReason, ...]]:
    """Yield each reason with those that continue it."""
    passage: tuple[AdviceReason, ...] = ()
    for reason in reasons:
        if passage and reason.kind not in CONTINUING:
            yield passage
            passage = ()
        passage += (reason,)
    yield from [passage] if passage else []


def reasons(position: Position, tree: PlanTree, *, after_reveal: bool = False) -> Iterator[AdviceReason]:
    """Yield what the rules say about the events of the likeliest case, and for how many first reveals it holds."""
    for event in tree.events:
        position, effects = all_revealed(position).traced(event)
        for effect in effects:
            if effect.clause.startswith(REASON_CLAUSES):
                yield AdviceReason(effect.template, tuple(effect.facts.items()), effect.clause, "rule")
    if tree.cases:
        case, every = tree.likeliest, sum(case.number for case in tree.cases)
        better = [other.deal[1] for other in tree.cases if other.tree.plan.turn != case.tree.plan.turn]
        if tree.ranked and better:
            template = "In {share} of 100 cases a better card turns up: {cards}."
            if len(set(better)) > MOST_NAMED:
                template = "In {share} of 100 cases a better card turns up, such as {cards}."
            share = round(100 * (1 - tree.holding(case) / every))
            yield AdviceReason.of(template, kind="likeliest-card", share=share, cards=Alternatives(better[:MOST_NAMED]))
        elif not (after_reveal or tree.ranked) and tree.holding(case) < every:
            yield AdviceReason.of(
                "This line holds for {count} of the {all} cards that may be revealed.",
                kind="likeliest-cards",
                count=tree.holding(case),
                all=every,
            )
        if tree.ranked:
            shown = revealed_with(position, case.deal[1])
            if shown is None and case.deal[1] not in position.display:
                return
            position = shown or position
        elif case.deal in position.events():
            position = position.play_without_checking(case.deal)
        else:
            return
        yield from reasons(position, case.tree, after_reveal=True)
