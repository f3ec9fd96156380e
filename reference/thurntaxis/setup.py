"""The set-up of a game."""

from collections.abc import Iterable

from thurntaxis.board import Board
from thurntaxis.clauses import clause
from thurntaxis.fault import InputError
from thurntaxis.options import DEFAULT_EDITION, Options
from thurntaxis.position import Player, Position, Turn
from thurntaxis.rule_sets import rule_set


@clause("setup.display")
def undealt(
    players: int = 2,
    board: str | Board = "south",
    edition: str = DEFAULT_EDITION,
    options: Options | None = None,
    modules: Iterable[str] = (),
) -> Position:
    """Return the table before the first cards are revealed: a chance position with six reveals due.

    Raises:
        ValueError: there are fewer than 2 or more than 4 players, a name is unknown, or the rules don't fit together.
    """
    if players not in (2, 3, 4):
        raise InputError("{number} players can't play", "2 to 4 players", players)
    rules = rule_set(board, edition, options, modules)
    position = Position(
        rules=rules,
        players=(Player(),) * players,
        display=(),
        discard=(),
        unseen=rules.board.cards,
        start=0,
        turn=Turn(0, began_empty=True, pending=("display",) * rules.board.display),
    )
    for set_up in rules.parts.set_up:
        position = set_up(position)
    return position


def new(
    players: int = 2,
    board: str | Board = "south",
    edition: str = DEFAULT_EDITION,
    options: Options | None = None,
    seed: int | None = None,
    modules: Iterable[str] = (),
) -> Position:
    """Return the start of a game with a random display; the same `seed` deals the same cards. Raise like `undealt`."""
    import random

    position = undealt(players, board, edition, options, modules)
    chance = random.Random(seed)
    while position.is_chance:
        position = position.play(chance.choice([e for e, weight in position.weights().items() for _ in range(weight)]))
    return position
