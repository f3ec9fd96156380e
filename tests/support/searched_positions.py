"""Positions that searches are tried on, and searches."""

from typing import Any

import thurntaxis as tt
from support.paths import EXAMPLES
from support.whole_turns import seat, table
from thurntaxis_solver.search.ismcts import Ismcts


def grown(position: tt.Position, playouts: int, **settings: Any) -> Ismcts:
    """Return a search of a position after some playouts."""
    search = Ismcts(position, **settings)
    search.think(playouts=playouts)
    return search


LAST = table(
    seat(carriage=6, houses="Ulm Bas Zür"),
    seat("Zür Lod", "Kem Inn Mün", carriage=5),
    deck="Pas Sal Pil Aug",
    display="Lod Reg",
)
"""The last turn of a game, in which the right card has to come."""

MIDGAME = tt.read_position(EXAMPLES / "midgame.toml")
MIDDLE = tt.new(3, seed=5)
HIDDEN = tt.Position.from_line(
    "TT1 - it-marino.all-provinces=outside-baiern.carrier-restart=true.carriage-declinable=true.reshuffle=when-needed"
    ".closing-without-playing=true.display-refill=one-card 1d 1 BuFrKeKeKeSi CaLoMuNuRe - -"
    " / AuFrFrIg Re CaIgNuZu - - / ???? Zu AuMuNuRe 3 -"
)
"""A position in which the other's cards are not known."""
