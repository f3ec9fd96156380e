"""Positions that searches are tried on."""

import thurntaxis as tt
from support.decisions import decisions
from support.whole_turns import seat, table
from thurntaxis_solver.play.observation import Seen

LAST = table(
    seat(carriage=6, houses="Ulm Bas Zür"),
    seat("Zür Lod", "Kem Inn Mün", carriage=5),
    deck="Pas Sal Pil Aug",
    display="Lod Reg",
)
"""The last turn of a game, in which the right card has to come."""

MIDDLE = tt.new(3, seed=5)
HIDDEN = next(
    view
    for seed in range(20)
    for position in decisions(seed, 8)
    if len(position.players) == 2 and position.turn.phase == "draw" and len(position.mover.houses) > 3
    for view in [Seen.at(position).view(position.turn.player)]
    if tt.UNKNOWN in view.players[1 - position.turn.player].hand
)
"""A position in which the other's cards are not known."""
