"""A rule set: the steps of a turn with their actions, conditions and effects. `rule_sets` builds them."""

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from thurntaxis.arguments import fitting
from thurntaxis.board import Board
from thurntaxis.clauses import Note, Objection, Reason, because, clause, clause_of
from thurntaxis.events import LONGEST_EVENT, Event, EventError
from thurntaxis.fault import InputError
from thurntaxis.message import Alternatives, Hint, Message, clipped
from thurntaxis.names import UnknownName
from thurntaxis.notation import completed, opening_words, read_words
from thurntaxis.officials import OFFICIALS, Official
from thurntaxis.options import MODULES, Options
from thurntaxis.plain_text import plain_text

if TYPE_CHECKING:
    from thurntaxis.parts import Parts
    from thurntaxis.position import Position

Moment = Callable[["Position"], Reason | None]
"""A condition on the moment: it objects to all events of its kind or to none."""

Condition = Callable[["Position", Event], Reason | None]
"""A condition on one event."""


class Unplayable(InputError):
    """Rules that can't be played together.

    `key` is where the rules name what does not fit: `modules`, or `options.` and an option; `module` is the one that
    asks for something else.
    """

    def __init__(self, key: str, module: str, wrong: str, right: str, *values: object) -> None:
        super().__init__(wrong, right, *values)
        self.key, self.module = key, module


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Action:
    """One kind of event, as the rules speak of it.

    An event is legal if no condition objects. `conceivable` lists events that include all the legal ones of a
    position; `form` shows how the event is written; `permits` names the clauses that allow a legal event;
    `weight` is how likely an event of chance is beside the others.
    """

    form: str
    phases: tuple[str, ...]
    moments: tuple[Moment, ...]
    conditions: tuple[Condition, ...] = ()
    conceivable: Callable[["Position"], Iterable[Event]]
    effect: Callable[["Position", Event, Note], "Position"]
    permits: Callable[["Position", Event], tuple[str, ...]]
    weight: Callable[["Position", Event], int] = lambda position, event: 1

    @property
    def verb(self) -> str:
        """The words with which the event begins, usually one."""
        return opening_words(self.form)

    def is_untimely(self, position: "Position") -> bool:
        """Return whether the moment objects to every event of this kind."""
        for moment in self.moments:  # noqa: SIM110 - a loop is faster, and this is where the time goes
            if moment(position) is not None:
                return True
        return False


@dataclass(frozen=True, eq=False, repr=False)
class Step:
    """One step of a turn: what may be done in it, and what happens when the turn comes to it.

    `enter` returns a position that waits for a decision of this step, or that of a later step.
    """

    name: str
    actions: tuple[Action, ...]
    enter: Callable[["Position", Note], "Position"]


@clause("notation.canonical")
def written_otherwise(rules: "RuleSet", event: Event) -> Reason | None:
    """An event is written in one way: canonical names, and several cities in alphabetical order."""
    canonical = _read_again(rules, event)
    return None if event == canonical else because("Write this event as: {line}.", line=canonical)


@functools.lru_cache(maxsize=10_000)
def _read_again(rules: "RuleSet", event: Event) -> Event:
    return rules.parse(str(event))


@dataclass(frozen=True, eq=False, repr=False)
class RuleSet:
    """The rules of one game; two rule sets are equal only if they are the same (see `rule_sets.rule_set`).

    `modules` are in the order of `MODULES`, each once; `parts` is what the steps are made of.
    """

    board: Board
    edition: str
    options: Options
    modules: tuple[str, ...]
    parts: "Parts"
    steps: tuple[Step, ...] = field(init=False)
    actions: dict[str, Action] = field(init=False)
    officials: tuple[Official, ...] = field(init=False)
    """The available officials: those with an action in some phase."""
    _in_phase: dict[str, tuple[Action, ...]] = field(init=False)

    def __post_init__(self) -> None:
        """Make the steps out of the parts; sort the actions by verb and by the phase in which they can be legal."""
        object.__setattr__(self, "steps", tuple(make(self.parts) for make in self.parts.steps))
        actions = {action.verb: action for step in self.steps for action in step.actions}
        phases = {phase for action in actions.values() for phase in action.phases} | {"over"}
        object.__setattr__(self, "actions", actions)
        officials = tuple(name for name in OFFICIALS if name in actions and actions[name].phases)
        object.__setattr__(self, "officials", officials)
        object.__setattr__(self, "_in_phase", {p: tuple(a for a in actions.values() if p in a.phases) for p in phases})

    def __repr__(self) -> str:
        modules = "".join(f" + {module}" for module in self.modules)
        return f"<{self.board.name}{modules}, {self.edition}: {dict(self.options)}>"

    def plays(self, module: str) -> bool:
        """Return whether a module is played; raise `UnknownName` if there is no such module."""
        if module not in MODULES:
            raise UnknownName("module", module, MODULES)
        return module in self.modules

    @functools.cached_property
    def meets(self) -> dict[str, frozenset[str]]:
        """By card, the cards of the same city and of those to which roads lead."""
        board = self.board
        return {
            card: frozenset(other for near in (city, *board.neighbours[city]) for other in board.cards_of[near])
            for card, city in board.city_of.items()
        }

    def cities(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the cities of a row of cards, which mostly have the names of their cities."""
        return tuple(map(self.board.city_of.__getitem__, cards)) if self.board.cards_are_numbered else cards

    # ---- legality

    def legal(self, position: "Position") -> Iterator[Event]:
        """Yield the legal events in no particular order: the conceivable ones to which nothing objects."""
        for action in self._in_phase["chance" if position.turn.pending else position.turn.phase]:
            if action.is_untimely(position):
                continue
            conditions = action.conditions
            for event in action.conceivable(position):
                for condition in conditions:
                    if condition(position, event) is not None:
                        break
                else:
                    yield event

    def refuses(self, position: "Position", event: Event) -> bool:
        """Return whether anything objects to the event; raise `EventError` like `parse`."""
        if written_otherwise(self, event) is not None:
            return True
        action = self.actions.get(event[0]) or self.action_of(event)
        if action.is_untimely(position):
            return True
        return any(condition(position, event) is not None for condition in action.conditions)

    def objections(self, position: "Position", event: Event) -> tuple[Objection, ...]:
        """Return every objection to the event; raise `EventError` like `parse`."""
        if reason := written_otherwise(self, event):
            return (Objection(clause_of(written_otherwise), *reason),)
        action = self.action_of(event)
        objecting: list[tuple[Callable[..., Any], Reason | None]] = []
        objecting += [(moment, moment(position)) for moment in action.moments]
        objecting += [(condition, condition(position, event)) for condition in action.conditions]
        return tuple(Objection(clause_of(part), *reason) for part, reason in objecting if reason is not None)

    def action_of(self, event: Event) -> Action:
        """Return the action to which an event belongs."""
        return self.actions.get(event[0]) or self.actions[f"{event[0]} {event[1]}"]

    # ---- effects

    def apply(self, position: "Position", event: Event, note: Note) -> "Position":
        """Return the position after an event that is known to be legal, noting its effects."""
        action = self.actions.get(event[0]) or self.action_of(event)
        return self.parts.settle(action.effect(position, event, note), note)

    def proceed(self, position: "Position", done: str, note: Note) -> "Position":
        """Enter the step that follows the step named `done`; the last is followed by the first."""
        names = [step.name for step in self.steps]
        return self.steps[(names.index(done) + 1) % len(names)].enter(position, note)

    # ---- reading events

    def parse(self, text: str) -> Event:
        """Return the event that a line of text means; raise `EventError` if it isn't one."""
        text = fitting("event", text, str)
        if len(text) > LONGEST_EVENT:
            raise EventError(
                '"{text}" is too long for a move', "at most {most} characters", clipped(text.strip()), LONGEST_EVENT
            )
        words = plain_text(text).rstrip("?").split()
        for opening in (1, 2):
            if action := self.actions.get(" ".join(words[:opening]).casefold()):
                break
        else:
            wrong = Message('unknown move "{text}"', clipped(text.strip()))
            raise EventError(wrong, Hint("moves begin with {names}", Alternatives(sorted(self.actions))))
        try:
            return read_words(action.form, words[opening:], self.board)
        except UnknownName as unknown:
            raise EventError(unknown.wrong, unknown.right) from None
        except ValueError:
            ways = Alternatives(completed(action.form, words[opening:], self.board))
            raise EventError('incomplete move "{text}"', "{ways}", clipped(text.strip()), ways) from None
