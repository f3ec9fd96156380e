"""What the modules add to a game: letters, the messenger, office tiles, horses, visible backs."""

import functools
from dataclasses import dataclass

from thurntaxis import Position
from thurntaxis.rules import RuleSet


@dataclass(frozen=True)
class Capabilities:
    """What a game has of the modules.

    `letters` pay for officials; the `messenger` makes them cheaper; `offices` are the tiles that officials bring;
    `horses` are cards in front of the carriage; `backs` show everybody the number of horseshoes on the deck's top card.
    """

    letters: bool
    messenger: bool
    offices: bool
    horses: bool
    backs: bool


@functools.cache
def capabilities(rules: RuleSet) -> Capabilities:
    """Return what a game under these rules has of the modules."""
    letters = rules.plays("princess-messenger")
    return Capabilities(
        letters=letters,
        messenger=letters and rules.parts.carriages,
        offices=rules.plays("offices-of-honor"),
        horses=rules.plays("power-and-glory"),
        backs=rules.options.get("card-backs") == "seen",
    )


def at_turn(position: Position) -> Position:
    """Return the position without the round of returning office tiles that may interrupt the turn."""
    return position if position.returning is None else position.replace(returning=None)
