"""How a turn can end once its cards are played: with the route left open, or closed in one of many ways.

None of this depends on the hand, except the cards that are kept. So the ways to close a route are found once, with
the hand set aside; and a kept hand is valued once, whatever larger hand it is kept from.
"""

import itertools
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field

from thurntaxis import Event, Position
from thurntaxis_solver.exact.evaluation import Ended, Evaluation
from thurntaxis_solver.exact.remaining_turn import RemainingTurn
from thurntaxis_solver.exact.value import TurnValue

Cards = tuple[str, ...]

Events = tuple[Event, ...]
"""Events that follow each other."""

END = Event(("end",))

FinalRound = Callable[[Position], TurnValue]
"""Returns the value of a position in the final round of returning office tiles, which may follow the last turn."""


@dataclass
class Closings:
    """All ways to close a route: the events of each, and the end of the turn they lead to, without the hand.

    Ways of the same kind (`Ended.kind`) form a group, in which those of the highest rank come first. `best` holds the
    best way for each hand that has been kept.
    """

    groups: list[list[tuple[Events, Ended]]]
    best: dict[Cards, tuple[TurnValue, Events]] = field(default_factory=dict[Cards, tuple[TurnValue, Events]])


@dataclass
class Endings:
    """The endings of one player's turn, each worked out once."""

    evaluation: Evaluation
    remaining: RemainingTurn
    _open: dict[Hashable, Ended] = field(default_factory=dict[Hashable, Ended])
    _closings: dict[Hashable, Closings] = field(default_factory=dict[Hashable, Closings])
    _kept: dict[Cards, list[tuple[Events, Cards]]] = field(default_factory=dict[Cards, list[tuple[Events, Cards]]])

    def left_open(self, position: Position, final_round: FinalRound) -> TurnValue:
        """Return the value of ending the turn with the route left open."""
        key = self._without_hand(position)
        ended = self._open.get(key)
        if ended is None:
            after = position.with_mover(hand=()).play_without_checking(END)
            ended = self._open[key] = self._ended(after, final_round)
        return self.evaluation.value(ended, position.mover.hand)

    def closed(self, position: Position, final_round: FinalRound) -> tuple[TurnValue, Events] | None:
        """Return the value of the best way to close the route, and its events; none if the route can't be closed."""
        closings = self._closings_of(position, final_round)
        if not closings.groups:
            return None
        found: tuple[TurnValue, Events] | None = None
        for keep, kept in self._kept_after(position, closings.groups[0][0][0]):
            value, events = self._best(closings, kept)
            if found is None or value > found[0]:
                found = value, events + keep
        return found

    def _without_hand(self, position: Position) -> Hashable:
        """Return what can have changed on the table in this turn before the route is closed, without the hand."""
        if self.remaining.others_change:
            return position.with_mover(hand=()).players
        player = position.mover
        return player.route, player.horses, player.letters

    def _ended(self, position: Position, final_round: FinalRound) -> Ended:
        """Return what the end of the turn is worth without the hand; a final round is searched."""
        if self.remaining.is_ended(position):
            return self.evaluation.ended(position)
        return Ended(position.players[self.evaluation.player], final_round(position))

    # ---- closing

    def _closings_of(self, position: Position, final_round: FinalRound) -> Closings:
        turn = position.turn
        key = (turn.official is None, turn.officials, self._without_hand(position))
        closings = self._closings.get(key)
        if closings is None:
            empty = position.with_mover(hand=())
            closes = [event for event in empty.events() if event.verb == "close"]
            ways = [way for event in closes for way in self._to_the_end(empty, (event,), final_round)]
            ways.sort(key=lambda way: (way[1].kind, way[1].rank), reverse=True)
            groups = itertools.groupby(ways, key=lambda way: way[1].kind)
            closings = self._closings[key] = Closings([list(group) for _, group in groups])
        return closings

    def _to_the_end(self, position: Position, events: Events, final_round: FinalRound) -> list[tuple[Events, Ended]]:
        """Return every way to the end of the turn that begins with the last of these events."""
        after = position.play_without_checking(events[-1])
        if self.remaining.is_ended(after) or after.turn.phase == "final":
            return [(events, self._ended(after, final_round))]
        return [way for event in after.events() for way in self._to_the_end(after, (*events, event), final_round)]

    def _kept_after(self, position: Position, events: Events) -> list[tuple[Events, Cards]]:
        """Return the hands that may be kept after closing, with the events that choose them."""
        hand = position.mover.hand
        if hand not in self._kept:
            for event in events:
                position = position.play_without_checking(event)
            if position.turn.phase == "keep":
                self._kept[hand] = [((event,), event.cities) for event in position.with_turn(pending=()).events()]
            else:
                self._kept[hand] = [((), hand)]
        return self._kept[hand]

    def _best(self, closings: Closings, hand: Cards) -> tuple[TurnValue, Events]:
        """Return the best way to close a route and keep this hand."""
        best = closings.best.get(hand)
        if best is None:
            found = [better for group in closings.groups for better in self._improvements(group, hand)]
            best = closings.best[hand] = max(found, key=lambda way: way[0])
        return best

    def _improvements(self, group: list[tuple[Events, Ended]], hand: Cards) -> Iterator[tuple[TurnValue, Events]]:
        """Yield ways of a group with their values, each better than those before, until no better one can follow."""
        best: TurnValue | None = None
        for events, ended in group:
            if best is not None and self.evaluation.bound(ended, hand) < (best.win, best.margin):
                return
            value = self.evaluation.value(ended, hand)
            if best is None or value > best:
                best = value
                yield value, events
