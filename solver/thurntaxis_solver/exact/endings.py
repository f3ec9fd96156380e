"""How a turn can end once its cards are played: with the route left open, or closed in one of many ways.

None of it depends on the hand, but for the cards that are kept. So the ways to close a route are found once, with the
hand set aside, and a hand that is kept is valued once, whatever larger hand it is kept from.
"""

import itertools
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from thurntaxis import Event, Position
from thurntaxis_solver.exact.evaluation import Ended, Evaluation
from thurntaxis_solver.exact.value import Value

Cards = tuple[str, ...]

Line = tuple[Event, ...]
"""Events that follow each other."""

END = Event(("end",))


@dataclass
class Closings:
    """All the ways to close a route: the events, and the end of the turn that they lead to, without the hand.

    They stand in groups of the same kind (`Ended.kind`), those of the highest rank first. `best` has the best of them
    for hands that have been kept.
    """

    groups: list[list[tuple[Line, Ended]]]
    best: dict[Cards, tuple[Value, Line]] = field(default_factory=dict[Cards, tuple[Value, Line]])


@dataclass
class Endings:
    """The endings of one player's turn; what has been found is kept."""

    evaluation: Evaluation
    _open: dict[Hashable, Ended] = field(default_factory=dict[Hashable, Ended])
    _closings: dict[Hashable, Closings] = field(default_factory=dict[Hashable, Closings])
    _kept: dict[Cards, list[tuple[Line, Cards]]] = field(default_factory=dict[Cards, list[tuple[Line, Cards]]])

    def is_ended(self, position: Position) -> bool:
        """Return whether the turn has ended."""
        return position.is_over or position.turn.player != self.evaluation.player

    def left_open(self, position: Position) -> Value:
        """Return the value of ending the turn with the route left open."""
        state = self.state_left_open(position)
        if state not in self._open:
            self._open[state] = self.ended(position.with_mover(hand=()).play_without_checking(END))
        return self.evaluation.value(self._open[state], position.mover.hand)

    # ---- what depends on the rules

    def state_left_open(self, position: Position) -> Hashable:
        """Return all that the end of the turn depends on, but for the hand, if the route is left open."""
        return position.mover.route

    def state_to_close(self, position: Position) -> Hashable:
        """Return all that closing the route depends on, but for the hand."""
        return position.mover.route, position.turn.official is None

    def ended(self, position: Position) -> Ended:
        """Return what the end of the turn is worth, without looking at the player's hand."""
        return self.evaluation.ended(position)

    def goes_on(self, position: Position) -> bool:
        """Return whether the player has something to decide before the turn ends."""
        return not self.is_ended(position)

    # ---- closing

    def closed(self, position: Position) -> tuple[Value, Line] | None:
        """Return the value of the best way to close the route, and its events; nothing where it can't be closed."""
        closings = self._closings_of(position)
        if not closings.groups:
            return None
        found: tuple[Value, Line] | None = None
        for keep, kept in self._kept_after(position, closings.groups[0][0][0]):
            value, line = self._best(closings, kept)
            if found is None or value > found[0]:
                found = value, line + keep
        return found

    def _closings_of(self, position: Position) -> Closings:
        key = self.state_to_close(position)
        if key not in self._closings:
            empty = position.with_mover(hand=())
            closes = [event for event in empty.events() if event.verb == "close"]
            ways = [way for event in closes for way in self._to_the_end(empty, (event,))]
            ways.sort(key=lambda way: (way[1].kind, way[1].rank), reverse=True)
            groups = itertools.groupby(ways, key=lambda way: way[1].kind)
            self._closings[key] = Closings([list(group) for _, group in groups])
        return self._closings[key]

    def _to_the_end(self, position: Position, line: Line) -> list[tuple[Line, Ended]]:
        """Return every way to the end of the turn that begins with the last event of a line."""
        after = position.play_without_checking(line[-1])
        if not self.goes_on(after):
            return [(line, self.ended(after))]
        return [way for event in after.events() for way in self._to_the_end(after, (*line, event))]

    def _kept_after(self, position: Position, line: Line) -> list[tuple[Line, Cards]]:
        """Return the hands that may be kept after closing, with the events that choose them."""
        hand = position.mover.hand
        if hand not in self._kept:
            for event in line:
                position = position.play_without_checking(event)
            if position.turn.phase == "keep":
                self._kept[hand] = [((event,), event.cities) for event in position.with_turn(pending=()).events()]
            else:
                self._kept[hand] = [((), hand)]
        return self._kept[hand]

    def _best(self, closings: Closings, hand: Cards) -> tuple[Value, Line]:
        """Return the best way to close a route and keep this hand."""
        if hand not in closings.best:
            found = [best for group in closings.groups for best in self._better_and_better(group, hand)]
            closings.best[hand] = max(found, key=lambda best: best[0])
        return closings.best[hand]

    def _better_and_better(self, group: list[tuple[Line, Ended]], hand: Cards) -> Iterator[tuple[Value, Line]]:
        """Yield ways with their values, as long as a better one may follow."""
        best: Value | None = None
        for line, ended in group:
            if best is not None and self.evaluation.bound(ended, hand)[:2] < best[:2]:
                return
            value = self.evaluation.value(ended, hand)
            if best is None or value > best:
                best = value
                yield value, line
