"""The best turn under any reading, found by going through the turn event by event.

The solver may count on the rules as they are read here: that the hand doesn't matter to the closing of a route, that a
second card needs an official that is still free. Another reading may break that, so here every event is played. Only
two shortcuts are taken, which hold under every reading tried: once no card can come to the hand any more, display and
deck don't matter; and after the administrator nothing is left but to take a card, so the solver averages his reveals.
With modules there are no shortcuts.
"""

from typing import NamedTuple

import thurntaxis as tt
from thurntaxis.officials import OFFICIALS
from thurntaxis_solver.exact.last_turn import END, TurnSolver
from thurntaxis_solver.exact.plans import Planner
from thurntaxis_solver.exact.value import TurnValue, mean, result


class Best(NamedTuple):
    """The value of a position to the player on turn, and that player's events that bring it.

    Where cards are revealed in between, the events are those that follow most often.
    """

    value: TurnValue
    turn: tuple[tt.Event, ...]


def is_last_turn(position: tt.Position) -> bool:
    """Return whether the turns of the game are over with this one, whatever happens in it."""
    return position.ender is not None and (position.turn.player + 1) % len(position.players) == position.start


def as_last_turn(position: tt.Position) -> tt.Position:
    """Return a position of the base game as if the game ended with this turn."""
    if position.rules.modules or position.is_over or is_last_turn(position):
        return position
    start = (position.turn.player + 1) % len(position.players)
    return position.replace(ender=start if position.ender is None else position.ender, start=start)


def drawing_is_over(position: tt.Position) -> bool:
    """Return whether no card can come to the hand any more in a turn of the base game."""
    turn = position.turn
    return turn.phase != "draw" or (turn.official is not None and turn.drawn > 0 and "hand" not in turn.pending)


def without_cards(position: tt.Position) -> tt.Position:
    """Return a position of the base game without display, deck, discards and reveals due.

    The unknown cards in hands are all that is left unseen.
    """
    unknown = sum(player.hand.count(tt.UNKNOWN) for player in position.players)
    turn = position.turn.replace(pending=())
    return position.replace(display=(), discard=(), unseen=(tt.UNKNOWN,) * unknown, turn=turn)


class BestTurns:
    """Finds the best ways to end the game with the turn of a position; what has been found is kept."""

    def __init__(self, position: tt.Position) -> None:
        self._player = position.turn.player
        self._found: dict[tt.Position, Best] = {}

    def best(self, position: tt.Position) -> Best:
        """Return the best way to go on with the turn."""
        if position.is_over:
            return Best(result(position, self._player), ())
        assert position.turn.player == self._player, "only turns with which the game ends are gone through"
        if drawing_is_over(position) and not position.rules.modules:
            position = without_cards(position)
        if position not in self._found:
            self._found[position] = self._after_reveal(position) if position.is_chance else self.choices(position)[0]
        return self._found[position]

    def choices(self, position: tt.Position) -> list[Best]:
        """Return what each event leads to, the best first; of those with equal values, the plainer first.

        Another player, who acts in a round of returning tiles, is taken to choose what is worst.
        """
        found: list[Best] = []
        for event in position.events():
            value, turn = self.best(position.play_without_checking(event))
            found.append(Best(value, (event, *turn) if position.decider == self._player else turn))
        if position.decider != self._player:
            return sorted(found, key=lambda best: best.value)
        found.sort(key=lambda best: (best.turn[0] != END, best.turn[0].verb in OFFICIALS))
        return sorted(found, key=lambda best: best.value, reverse=True)

    def _after_reveal(self, position: tt.Position) -> Best:
        if position.turn.official == "administrator" and not position.turn.drawn and not position.rules.modules:
            solver = TurnSolver(position)
            return Best(solver.refill(position).value(), Planner(solver).tree(position).plan.turn)
        chances = position.weights().items()
        cases = [(weight, self.best(position.play_without_checking(event))) for event, weight in chances]
        often: dict[tuple[tt.Event, ...], int] = {}
        for number, best in cases:
            often[best.turn] = often.get(best.turn, 0) + number
        return Best(mean((number, best.value) for number, best in cases), max(often, key=lambda turn: often[turn]))
