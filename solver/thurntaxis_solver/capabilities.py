"""What a game has beside the base game's material: letters, the messenger, office tiles, horses, seen backs."""

import functools
from dataclasses import dataclass

from thurntaxis import Position
from thurntaxis.rules import RuleSet


@dataclass(frozen=True)
class Capabilities:
    """What of the modules' material a game has.

    `letters` pay for officials; the `messenger` makes them cheaper; `offices` are the tiles that officials bring;
    `horses` are cards before the carriage; `backs` tell everybody how many horseshoes the deck's top card has.
    """

    letters: bool
    messenger: bool
    offices: bool
    horses: bool
    backs: bool


@functools.cache
def capabilities(rules: RuleSet) -> Capabilities:
    """Return what of the modules' material is played with."""
    letters = "princess-messenger" in rules.modules
    return Capabilities(
        letters=letters,
        messenger=letters and rules.parts.carriages,
        offices="offices-of-honor" in rules.modules,
        horses=not rules.parts.carriages,
        backs=rules.options.get("card-backs") == "seen",
    )


def at_turn(position: Position) -> Position:
    """Return the table as the player on turn has it, without a round in which office tiles are being returned."""
    return position if position.returning is None else position.replace(returning=None)
