"""A rule set: the steps of a turn, chosen once for a board, an edition, options and modules."""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from thurntaxis.board import Board
from thurntaxis.board import board as printed_board
from thurntaxis.clauses import Note, Objection, Reason, because, clause, clause_of
from thurntaxis.editions import DEFAULT_EDITION, EDITIONS, MODULES, OPTIONS, Options, OptionValue
from thurntaxis.events import Event, EventError
from thurntaxis.names import UnknownName, fold, shown

if TYPE_CHECKING:
    from thurntaxis.position import Position

Moment = Callable[["Position"], Reason | None]
"""A condition on the moment: it objects to every event of its kind, or to none."""

Condition = Callable[["Position", Event], Reason | None]
"""A condition on one event."""

SIDES = ("right", "left", "start")
"""Where a card is played: at an end of the route, or as the first of a new one."""


@dataclass(frozen=True)
class Action:
    """One kind of event, as the rules speak of it.

    An event is legal when no condition objects. `conceivable` lists events among which all the legal ones of a
    position are; `form` shows how the event is written; `permits` names the clauses that allow a legal event.
    """

    form: str
    phases: tuple[str, ...]
    moments: tuple[Moment, ...]
    conditions: tuple[Condition, ...]
    conceivable: Callable[["Position"], Iterable[Event]]
    effect: Callable[["Position", Event, Note], "Position"]
    permits: Callable[["Position", Event], tuple[str, ...]]

    @property
    def verb(self) -> str:
        """The first word of the event."""
        return self.form.partition(" ")[0]


@dataclass(frozen=True)
class Step:
    """One step of a turn: what may be done in it, and what happens when the turn comes to it.

    `enter` returns a position that waits for a decision of this step, or that of a later step.
    """

    name: str
    actions: tuple[Action, ...]
    enter: Callable[["Position", Note], "Position"]


@clause("notation.canonical")
def written_otherwise(rules: "RuleSet", event: Event) -> Reason | None:
    """An event is written in one way: canonical names, and several cities in the order of their letters."""
    canonical = _read_again(rules, event)
    return None if event == canonical else because("This event is written: {line}.", line=canonical)


@functools.lru_cache(maxsize=10_000)
def _read_again(rules: "RuleSet", event: Event) -> Event:
    return rules.parse(str(event))


@dataclass(frozen=True, eq=False, repr=False)
class RuleSet:
    """The rules of one game; two rule sets are equal only if they are the same (see `rule_set`)."""

    board: Board
    edition: str
    options: Options
    modules: tuple[str, ...]
    steps: tuple[Step, ...]
    settle: Callable[["Position", Note], "Position"]
    actions: dict[str, Action] = field(init=False)
    _in_phase: dict[str, tuple[Action, ...]] = field(init=False)

    def __post_init__(self) -> None:
        """Sort the actions by verb and by the phase in which they can be legal."""
        actions = {action.verb: action for step in self.steps for action in step.actions}
        phases = {phase for action in actions.values() for phase in action.phases} | {"over"}
        object.__setattr__(self, "actions", actions)
        object.__setattr__(self, "_in_phase", {p: tuple(a for a in actions.values() if p in a.phases) for p in phases})

    def __repr__(self) -> str:
        return f"<{self.board.name}, {self.edition}: {dict(self.options)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return rule_set, (self.board, self.edition, self.options, self.modules)

    # ---- legality

    def legal(self, position: "Position") -> Iterator[Event]:
        """Yield the legal events, in no order: what is conceivable, less what is objected to."""
        for action in self._in_phase["chance" if position.turn.pending else position.turn.phase]:
            if any(moment(position) is not None for moment in action.moments):
                continue
            conditions = action.conditions
            for event in action.conceivable(position):
                for condition in conditions:
                    if condition(position, event) is not None:
                        break
                else:
                    yield event

    def refuses(self, position: "Position", event: Event) -> bool:
        """Return whether anything objects to the event; raise `EventError` as `parse` does."""
        if written_otherwise(self, event) is not None:
            return True
        action = self.actions[event[0]]
        for moment in action.moments:
            if moment(position) is not None:
                return True
        return any(condition(position, event) is not None for condition in action.conditions)

    def objections(self, position: "Position", event: Event) -> tuple[Objection, ...]:
        """Return everything that objects to the event; raise `EventError` as `parse` does."""
        if reason := written_otherwise(self, event):
            return (Objection(clause_of(written_otherwise), *reason),)
        action = self.actions[event[0]]
        reasons = [(clause_of(moment), moment(position)) for moment in action.moments]
        reasons += [(clause_of(condition), condition(position, event)) for condition in action.conditions]
        return tuple(Objection(name, *reason) for name, reason in reasons if reason is not None)

    # ---- effects

    def apply(self, position: "Position", event: Event, note: Note) -> "Position":
        """Return the position after an event that is known to be legal, noting its effects."""
        return self.settle(self.actions[event[0]].effect(position, event, note), note)

    def proceed(self, position: "Position", done: str, note: Note) -> "Position":
        """Enter the step that follows the step named `done`; the last is followed by the first."""
        names = [step.name for step in self.steps]
        return self.steps[(names.index(done) + 1) % len(names)].enter(position, note)

    # ---- reading events

    def parse(self, text: str) -> Event:
        """Return the event that a line of text means; raise `EventError` for a text that is none."""
        words = text.split()
        verb = words[0].casefold() if words else ""
        if verb not in self.actions:
            raise EventError(
                f"unknown event {shown(text.strip())} (events begin with {', '.join(sorted(self.actions))})"
            )
        form = self.actions[verb].form
        try:
            return _read(form, words[1:], self.board)
        except UnknownName as unknown:
            raise EventError(str(unknown)) from None
        except ValueError:
            raise EventError(f"{shown(text.strip())} is not written as an event is (write: {form})") from None


def _read(form: str, words: list[str], board: Board) -> Event:
    """Read the words that follow the verb as `form` shows them; raise ValueError where they don't fit."""
    verb, *slots = form.split()
    if slots and slots[-1].endswith("..."):
        return Event((verb, *sorted(board.resolve(word) for word in words)))
    read = [_read_word(slot, word, board) for slot, word in zip(slots, words, strict=True)]
    return Event((verb, *read))


def _read_word(slot: str, word: str, board: Board) -> str:
    """Read one word: a city, or one of the words in lower case between bars."""
    fixed = [choice for choice in slot.split("|") if choice.islower()]
    if fold(word) in fixed:
        return fold(word)
    if "CITY" not in slot:
        raise ValueError(word)
    return board.resolve(word)


def _checked_options(options: Mapping[str, OptionValue]) -> Mapping[str, OptionValue]:
    for name, value in options.items():
        if name not in OPTIONS:
            raise UnknownName("option", name, OPTIONS)
        if not any(value is allowed or (isinstance(value, str) and value == allowed) for allowed in OPTIONS[name]):
            raise UnknownName(f"value of {name}:", str(value).lower(), (str(v).lower() for v in OPTIONS[name]))
    return options


def rule_set(
    board: str | Board = "south",
    edition: str = DEFAULT_EDITION,
    options: Options | None = None,
    modules: Iterable[str] = (),
) -> RuleSet:
    """Return the rule set of an edition on a board; the same arguments give the same object.

    `options` override the edition's reading point by point. Raises `UnknownName` for a name that is none, and
    `NotImplementedError` for a board or module that is known by name only.
    """
    if edition not in EDITIONS:
        raise UnknownName("edition", edition, EDITIONS)
    for module in modules:
        if module not in MODULES:
            raise UnknownName("module", module, MODULES)
        raise NotImplementedError(f"the module {module} can't be played yet")
    chosen = {**EDITIONS[edition].options, **_checked_options(options or {})}
    material = printed_board(board) if isinstance(board, str) else board
    return _rule_set(material, edition, tuple((name, chosen[name]) for name in OPTIONS))


@functools.cache
def _rule_set(board: Board, edition: str, options: tuple[tuple[str, OptionValue], ...]) -> RuleSet:
    from thurntaxis.steps import base_steps, settling

    chosen = dict(options)
    return RuleSet(board, edition, chosen, (), base_steps(chosen, board), settling(chosen))
