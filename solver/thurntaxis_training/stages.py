"""The stages of training: who plays which games in an iteration, and how the network is fitted to them.

`own-score`: games of a fixed number of rounds, in which everybody plays for their own score. First the policy weights
are fitted for it, then the network, from games of the policy and then of one-turn lookahead.

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
from typing import Any

from thurntaxis_solver.kernel.checkpoint import BUILDER, RUSHER, Checkpoint, checkpoint, shipped
from thurntaxis_training.recorded_games import LEARNER, GamesPlan, Seated

ROUNDS = (8, 22)
"""The least and the greatest number of rounds of games in the stage `own-score`."""

SNAPSHOT, SHIPPED = "snapshot", "shipped"
"""The names of other weights in games."""

TAKEOVER = 14
"""The most rounds of a game of the league that are played by mixed players."""

SEARCH_PLAYOUTS = 100
"""The playouts for each decision in the stage `search`."""

SEARCH_EXPLORATION = 0.3
"""The factor of the exploration term of these searches.

With the full term, such short searches hardly differ from what the prior network expects, so it has little to learn.
"""


@dataclass(frozen=True)
class StageSettings:
    """How a stage is trained.

    Attributes:
        rounds: those of its games, as for `GamesPlan`.
        first_rate: the learning rate of the first iteration.
        last_rate: that of the last one, and of all that follow.
        epochs: how often an iteration fits the evaluation network to each turn.
        prior_epochs: how often it fits the prior network to each decision.
        window: the number of iterations whose turns are fitted to (in the stage `priors`: that of the iteration alone).
        td_lambda: the weight of the next target against the next output.
        search_share: the weight of a search's values in the target.
        snapshot_every: after how many iterations a snapshot is kept; 0: never.
        begins_afresh: whether the network begins with random weights, unless a checkpoint to begin from is given.
    """

    rounds: tuple[int, int] | None
    first_rate: float
    last_rate: float
    epochs: int
    prior_epochs: int
    window: int
    td_lambda: float
    search_share: float
    snapshot_every: int
    begins_afresh: bool

    def rate(self, iteration: int, iterations: int) -> float:
        """Return the learning rate of an iteration: it falls by a half cosine over this many."""
        part = min(1.0, iteration / max(1, iterations - 1))
        return self.last_rate + (self.first_rate - self.last_rate) * (1 + math.cos(math.pi * part)) / 2


_LEAGUE = StageSettings(
    rounds=None,
    first_rate=3e-4,
    last_rate=5e-5,
    epochs=2,
    prior_epochs=0,
    window=4,
    td_lambda=0.7,
    search_share=0.7,
    snapshot_every=10,
    begins_afresh=False,
)

SETTINGS = {
    "own-score": StageSettings(
        rounds=ROUNDS,
        first_rate=2e-3,
        last_rate=5e-5,
        epochs=2,
        prior_epochs=0,
        window=3,
        td_lambda=0.7,
        search_share=0.0,
        snapshot_every=0,
        begins_afresh=True,
    ),
    "league": _LEAGUE,
    "search": replace(_LEAGUE, first_rate=5e-4, epochs=1, prior_epochs=2, window=6, snapshot_every=0),
    "priors": StageSettings(
        rounds=None,
        first_rate=2e-3,
        last_rate=2e-5,
        epochs=0,
        prior_epochs=3,
        window=1,
        td_lambda=1.0,
        search_share=0.0,
        snapshot_every=0,
        begins_afresh=True,
    ),
}


def own_score_plan(seed: int, games: int, *, further: bool, learner: Checkpoint, trained: bool) -> GamesPlan:
    """Return the plan of an iteration: as long as the network isn't trained, the policy plays all seats.

    Later the learner looks ahead in all seats in half of the games, and in random ones in the others.
    """
    ahead, policy = Seated(LEARNER, lookahead=True, share=0.5), Seated(LEARNER, lookahead=False, share=0.5)
    return GamesPlan(
        seed=seed,
        games=games,
        further=further,
        checkpoints={LEARNER: learner},
        seats=(ahead, policy) if trained else (policy,),
        alike=0.5,
        rounds=ROUNDS,
        random_one_in=20,
    )


def league_plan(seed: int, games: int, *, further: bool, learner: Checkpoint, snapshots: Sequence[Any]) -> GamesPlan:
    """Return the plan of an iteration: after some rounds of mixed players, the learner takes over all seats.

    One of the snapshots takes part, if there are any.
    """
    named = {LEARNER: learner, RUSHER: checkpoint(RUSHER), BUILDER: checkpoint(BUILDER)}
    seats = [
        Seated(RUSHER, lookahead=True, share=0.25),
        Seated(BUILDER, lookahead=True, share=0.25),
        Seated(RUSHER, lookahead=False, share=0.05),
        Seated(BUILDER, lookahead=False, share=0.05),
    ]
    if snapshots:
        named[SNAPSHOT] = checkpoint(str(snapshots[seed % len(snapshots)]))
        seats.append(Seated(SNAPSHOT, lookahead=True, share=0.1))
    own = 1 - sum(seat.share for seat in seats)
    return GamesPlan(
        seed=seed,
        games=games,
        further=further,
        checkpoints=named,
        seats=(Seated(LEARNER, lookahead=True, share=own), *seats),
        random_one_in=40,
        random_turns=4,
        search_one_in=4,
        takeover=TAKEOVER,
    )


def search_plan(seed: int, games: int, *, further: bool, learner: Checkpoint) -> GamesPlan:
    """Return the plan of an iteration: the learner and the shipped weights search, in any seats.

    In some games, the learner takes all seats. Nobody is much weaker than the learner, so the results are those of
    games between nearly equal players.
    """
    return GamesPlan(
        seed=seed,
        games=games,
        further=further,
        checkpoints={LEARNER: learner, SHIPPED: shipped()},
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
