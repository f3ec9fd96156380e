"""Other readings of the end of the game and of the points."""

from dataclasses import dataclass, replace

from rejected_readings.varying import READINGS, entered, reading
from thurntaxis import Position, Turn
from thurntaxis.clauses import Note
from thurntaxis.rules import RuleSet
from thurntaxis.scoring import first_from, leaders


@reading("last-round")
def everybody_once_more(rules: RuleSet) -> RuleSet:
    """After the end has been triggered, every other player has one more turn."""

    def end(position: Position, note: Note) -> Position:
        player = position.turn.player
        if position.ender == (player + 1) % len(position.players):
            return position.replace(turn=Turn(player, phase="over"))
        return position.rules.proceed(position, "end", note)

    return entered(rules, "end", end)


@reading("turn-or-round")
def over_with_the_turn(rules: RuleSet) -> RuleSet:
    """The game is over with the turn that triggers the end."""

    def end(position: Position, note: Note) -> Position:
        if position.ender is not None:
            return position.replace(turn=Turn(position.turn.player, phase="over"))
        return position.rules.proceed(position, "end", note)

    return entered(rules, "end", end)


@reading("carriage-points")
def points_by_number(rules: RuleSet) -> RuleSet:
    """A carriage is worth its number."""
    numbers = tuple((number, number) for number, _ in rules.board.carriages)
    return replace(rules, board=replace(rules.board, name="numbers", carriages=numbers))


@dataclass(frozen=True)
class NearestToTheStart(Position):
    """A position in which, of tied players without the tile, the one nearest to the starting player wins."""

    def winner(self) -> int | None:
        best = leaders(self.scores())
        if len(best) == 1 or self.ender in best:
            return super().winner()
        return first_from(self.start, best, len(self.players))


READINGS["tie"] = lambda position: NearestToTheStart(**vars(position))
