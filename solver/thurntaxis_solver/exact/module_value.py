"""The value of what a player has of the modules, beyond the current score, for the evaluation.

The figures are chosen, not fitted: the games to which the evaluation was fitted have no modules, and there is no player
of games with modules whose games could stand for people's. They follow from what the components do by the rules, and
serve only to order turns. What is a point already (the messenger at the end, chips, tiles) is in the score. With u the
share of the game that is still to come:

letter
:   0.5 u. Two of them bring one more official, so one more card drawn or played; a card laid in the route is worth 0.87
    in the fit, a card drawn that fits 0.49.

messenger
:   0.5 u besides its point, as it saves a letter with each further official, but somebody else may take it.

office tile
:   0.25 u, up to four, and 1 for three different ones, which bring a chip in the final round at the latest, as long as
    chips are left. Two different ones may bring a card, four a house.

horse
:   0.3 for each horseshoe in front of the carriage, up to six, as long as there is a turn to come: a third of a card in
    the route, which takes a play as well.
"""

import functools
from collections.abc import Callable

from thurntaxis import Player, Position
from thurntaxis.modules.offices.office_tiles import chips_left, kinds
from thurntaxis.modules.offices.rounds import FEWEST_IN_THE_END
from thurntaxis.rules import RuleSet
from thurntaxis_solver.capabilities import capabilities
from thurntaxis_solver.exact.features import STEPS
from thurntaxis_solver.exact.value import SCALE

Term = Callable[[Position, Player, int], int]
"""Returns what a component is worth to a player, in millionths, with a number of steps left (`features.steps_left`)."""

LETTER = MESSENGER = SCALE // 2
TILE, MOST_TILES, CHIP = SCALE // 4, 4, SCALE
HORSE, MOST_HORSES = 3 * SCALE // 10, 6


def letters(_position: Position, player: Player, steps: int) -> int:
    """Return the value of the letters and the messenger."""
    return (LETTER * player.letters + MESSENGER * player.has_messenger) * steps // STEPS


def offices(position: Position, player: Player, steps: int) -> int:
    """Return the value of the office tiles."""
    chip = len(kinds(player)) >= FEWEST_IN_THE_END and chips_left(position) > 0
    return TILE * min(MOST_TILES, len(player.offices)) * steps // STEPS + CHIP * chip


def horses(position: Position, player: Player, steps: int) -> int:
    """Return the value of the cards in front of the carriage."""
    shoes = sum(map(position.rules.board.horseshoes.__getitem__, player.horses))
    return HORSE * min(MOST_HORSES, shoes) if steps else 0


@functools.cache
def terms(rules: RuleSet) -> tuple[Term, ...]:
    """Return the terms of a game: none in the base game."""
    has = capabilities(rules)
    every = ((has.letters, letters), (has.offices, offices), (has.horses, horses))
    return tuple(term for is_there, term in every if is_there)
