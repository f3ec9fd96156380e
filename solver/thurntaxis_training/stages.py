"""The stages of training: who plays which games in an iteration, and how the network is fitted to them.

`league`: the real game, begun by mixed players: the learner, its snapshots, the rusher, the builder, and the policies
of both. Later the learner takes over all seats, and turns are recorded. Some of them are searched with the learner's
weights, and the network learns from that, too.

`search`: the real game, played by small searches with the learner's weights and with the shipped ones. Both networks
learn from them: the evaluation network from their values and from the results, the prior network from the learner's
choices.

`priors`: games of one-turn lookahead, from which the prior network learns what lookahead says of each event. The other
weights stay as they are.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from thurntaxis_solver.kernel.checkpoint import BUILDER, RUSHER, Checkpoint, checkpoint, shipped
from thurntaxis_training.recorded_games import LEARNER, GamesPlan, Seated
from thurntaxis_training.run_settings import RunSettings

SNAPSHOT, SHIPPED = "snapshot", "shipped"
"""The names of other weights in games."""

TAKEOVER = 14
"""The most rounds of a game of the league that are played by mixed players."""

SNAPSHOT_EVERY = 10
"""After how many iterations of the league a snapshot is kept."""

SEARCH_PLAYOUTS = 100
"""The playouts for each decision in the stage `search`."""

SEARCH_EXPLORATION = 0.3
"""The factor of the exploration term of these searches.

With the full term, such short searches hardly differ from what the prior network expects, so it has little to learn.
"""


@dataclass(frozen=True)
class Fitting:
    """How a stage fits its networks.

    Attributes:
        first_rate: the learning rate of the first iteration.
        last_rate: that of the last one, and of all that follow.
        epochs: how often an iteration fits the evaluation network to each turn.
        prior_epochs: how often it fits the prior network to each decision.
        window: the number of iterations whose turns are fitted to.
    """

    first_rate: float
    last_rate: float
    epochs: int
    prior_epochs: int
    window: int

    def rate(self, iteration: int, iterations: int) -> float:
        """Return the learning rate of an iteration: it falls by a half cosine over this many."""
        part = min(1.0, iteration / max(1, iterations - 1))
        return self.last_rate + (self.first_rate - self.last_rate) * (1 + math.cos(math.pi * part)) / 2


FITTING = {
    "league": Fitting(first_rate=3e-4, last_rate=5e-5, epochs=2, prior_epochs=0, window=4),
    "search": Fitting(first_rate=5e-4, last_rate=5e-5, epochs=1, prior_epochs=2, window=6),
    "priors": Fitting(first_rate=2e-3, last_rate=2e-5, epochs=0, prior_epochs=3, window=0),
}
"""By stage, how its networks are fitted."""


def games_plan(settings: RunSettings, seed: int, learner: Checkpoint, snapshots: Sequence[Path]) -> GamesPlan:
    """Return the plan of an iteration of the stages `league` and `search`."""
    plan = GamesPlan(seed, settings.games, settings.further, {LEARNER: learner}, ())
    return _league(plan, snapshots) if settings.stage == "league" else _search(plan)


def _league(plan: GamesPlan, snapshots: Sequence[Path]) -> GamesPlan:
    """Return the plan with games of the league: after some rounds of mixed players, the learner takes over all seats.

    One of the snapshots takes part, if there are any.
    """
    named = {RUSHER: checkpoint(RUSHER), BUILDER: checkpoint(BUILDER)}
    seats = [
        Seated(RUSHER, lookahead=True, share=0.25),
        Seated(BUILDER, lookahead=True, share=0.25),
        Seated(RUSHER, lookahead=False, share=0.05),
        Seated(BUILDER, lookahead=False, share=0.05),
    ]
    if snapshots:
        named[SNAPSHOT] = checkpoint(str(snapshots[plan.seed % len(snapshots)]))
        seats.append(Seated(SNAPSHOT, lookahead=True, share=0.1))
    own = 1 - sum(seat.share for seat in seats)
    return replace(
        plan,
        checkpoints=plan.checkpoints | named,
        seats=(Seated(LEARNER, lookahead=True, share=own), *seats),
        random_one_in=40,
        random_turns=4,
        search_one_in=4,
        takeover=TAKEOVER,
    )


def _search(plan: GamesPlan) -> GamesPlan:
    """Return the plan with games of searches: of the learner and of the shipped weights, in any seats.

    In some games, the learner takes all seats. Nobody is much weaker than the learner, so the results are those of
    games between nearly equal players.
    """
    return replace(
        plan,
        checkpoints=plan.checkpoints | {SHIPPED: shipped()},
        seats=(
            Seated(LEARNER, lookahead=True, share=0.6, playouts=SEARCH_PLAYOUTS),
            Seated(SHIPPED, lookahead=True, share=0.4, playouts=SEARCH_PLAYOUTS),
        ),
        alike=0.4,
        random_one_in=60,
        random_turns=2,
        record_one_in=1,
        decide_one_in=1,
        exploration=SEARCH_EXPLORATION,
    )
