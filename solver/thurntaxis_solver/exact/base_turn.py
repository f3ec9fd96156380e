"""The rest of a turn, looked through to its end: exact expectimax over the rules.

The value of a position is that of its best event, averaged over chance; where the turn ends, the evaluation says what
has been reached, and where the game ends with it, the result does. Nothing is sampled and nothing is left out. What the
rules say is found by playing events. The short cuts rest on this only, that the end of a turn is valued without
looking at display, deck and discards:

- Once drawing is over, reveals don't matter any more, and all positions with the same hand and route are one
  (`without_cards`).
- What closing a route brings is found once for all hands (`thurntaxis_solver.exact.endings`).
- The administrator's reveals are averaged by order statistics (`thurntaxis_solver.exact.refill`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from thurntaxis import UNKNOWN, Event, Position
from thurntaxis_solver.exact.endings import END, Endings, Line
from thurntaxis_solver.exact.evaluation import Evaluation
from thurntaxis_solver.exact.refill import Renewal, renewal, stages
from thurntaxis_solver.exact.value import Rational, Value, mean

OFFICIALS = ("administrator", "carrier", "cartwright", "postmaster")


class Choice(NamedTuple):
    """An event and what it is worth, if the turn goes on as well as it can."""

    event: Event
    value: Value


class Finish(NamedTuple):
    """What a position is worth in which chance has no part any more, and the events that make the best of it."""

    value: Value
    line: Line


def drawing_is_over(position: Position) -> bool:
    """Return whether no card can come to the hand any more in this turn."""
    turn = position.turn
    return turn.phase != "draw" or (turn.official is not None and turn.drawn > 0 and "hand" not in turn.pending)


def without_cards(position: Position) -> Position:
    """Return a position without what doesn't matter once drawing is over: display, deck, discards, reveals due.

    The unknown cards in hands are all that is left unseen.
    """
    unknown = sum(player.hand.count(UNKNOWN) for player in position.players)
    turn = position.turn.replace(pending=())
    return position.replace(display=(), discard=(), unseen=(UNKNOWN,) * unknown, turn=turn)


def deals(position: Position) -> list[tuple[Event, int]]:
    """Return the reveals that chance can bring, each with the number of cards that bring it."""
    return [(event, position.unseen.count(event[1])) for event in position.events()]


def is_renewal(position: Position) -> bool:
    """Return whether the administrator's reveals are due."""
    turn = position.turn
    return position.is_chance and turn.official == "administrator" and turn.drawn == 0


@dataclass
class TurnSolver:
    """Solves the positions of one turn; what has been found is kept.

    `nodes` counts the positions gone through; those at the end of the turn are counted by the evaluation.
    """

    evaluation: Evaluation
    endings: Endings = field(init=False)
    nodes: int = 0
    _values: dict[Position, Value | None] = field(default_factory=dict[Position, Value | None])
    _finishes: dict[object, Finish | None] = field(default_factory=dict[object, Finish | None])

    def __post_init__(self) -> None:
        """Begin without knowing any ending."""
        self.endings = Endings(self.evaluation)

    @classmethod
    def of(cls, position: Position) -> "TurnSolver":
        """Return the solver for the turn of the player on turn."""
        if not position.rules.modules:
            return TurnSolver(Evaluation.of(position))
        from thurntaxis_solver.exact.turn import ModuleTurnSolver

        return ModuleTurnSolver.of_decider(position)

    def ready(self, position: Position) -> Position:
        """Return a position without what doesn't matter for the rest of the turn."""
        return without_cards(position) if drawing_is_over(position) else position

    def value(self, position: Position) -> Value | None:
        """Return what a position of the turn is worth; nothing where unknown cards leave no event."""
        if self.endings.is_ended(position):
            return self.evaluation.evaluate(position)
        if drawing_is_over(position):
            finish = self.finish(position)
            return finish.value if finish else None
        if position not in self._values:
            self.nodes += 1
            self._values[position] = self._average(position) if position.is_chance else self._highest(position)
        return self._values[position]

    def choices(self, position: Position) -> list[Choice]:
        """Return the events of a decision with what each is worth, the best first.

        Of events that are worth the same, the plainer come first: to end the turn, then what needs no official.
        """
        return self._valued(self.ready(position))

    def _valued(self, position: Position) -> list[Choice]:
        found: list[Choice] = []
        for event in position.events():
            value = self.value(position.play_without_checking(event))
            if value is not None:
                found.append(Choice(event, value))
        found.sort(key=lambda choice: (choice.event != END, choice.event.verb in OFFICIALS))
        return sorted(found, key=lambda choice: self.order(choice.value), reverse=True)

    def order(self, value: Value) -> tuple[Rational, ...]:
        """Return what values are ordered by."""
        return value

    def _highest(self, position: Position) -> Value | None:
        return max((choice.value for choice in self.choices(position)), default=None)

    # ---- chance

    def _average(self, position: Position) -> Value | None:
        if is_renewal(position):
            return self.renewal(position).value()
        return self._average_of(position, deals(position))

    def _average_of(self, position: Position, chances: Iterable[tuple[Event, int]]) -> Value | None:
        """Return the average over events of chance, each with its weight; nothing where one of them has no value."""
        cases: list[tuple[int, Value]] = []
        for event, number in chances:
            value = self.value(position.play_without_checking(event))
            if value is None:
                return None
            cases.append((number, value))
        return mean(cases)

    def renewal(self, position: Position) -> Renewal:
        """Return all that the administrator's reveals can bring."""
        drawn, blind = stages(position)
        cities = set(position.display).union(*(stage.cards for stage in drawn))
        values = {city: self._taken(position, city) for city in sorted(cities)}
        return renewal(values, position.display, drawn, blind=blind)

    def taking(self, position: Position, city: str) -> Position:
        """Return the position after a card has been taken from the display, supposing that it comes to lie there."""
        shown = position.replace(display=(city,), turn=position.turn.replace(pending=()))
        return shown.play_without_checking(Event(("draw", city)))

    def _taken(self, position: Position, city: str) -> Value:
        value = self.value(self.taking(position, city))
        assert value is not None, "the card that has been taken can start a route"
        return value

    # ---- without chance

    def finish(self, position: Position) -> Finish | None:
        """Return the best way to the end of the turn from a position in which drawing is over.

        Of ways that are worth the same, one with fewer events is named.
        """
        turn, player = position.turn, position.mover
        key = (turn.phase, turn.official, turn.played, player)
        if key not in self._finishes:
            self.nodes += 1
            position = without_cards(position)
            self._finishes[key] = self._finish_playing(position) if turn.phase == "play" else self._finish_by(position)
        return self._finishes[key]

    def _finish_by(self, position: Position, *verbs: str) -> Finish | None:
        """Return the best way that begins with an event of these verbs; of any, where none is named."""
        best: Finish | None = None
        for event in position.events():
            if not verbs or event.verb in verbs:
                finish = self._finish_after(position.play_without_checking(event))
                if finish and (best is None or finish.value > best.value):
                    best = Finish(finish.value, (event, *finish.line))
        return best

    def _finish_after(self, position: Position) -> Finish | None:
        if self.endings.is_ended(position):
            return Finish(self.evaluation.evaluate(position), ())
        return self.finish(position)

    def _finish_playing(self, position: Position) -> Finish:
        """Return the best way where a card has been played: leave the route open, close it, or play a second card."""
        best = Finish(self.endings.left_open(position), (END,))
        closed = self.endings.closed(position)
        carried = self._finish_by(position, "carrier") if position.turn.official is None else None
        for finish in (closed and Finish(*closed), carried):
            if finish and finish.value > best.value:
                best = finish
        return best
