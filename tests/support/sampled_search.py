"""A search without kernel: random playouts over the reference, which prefer to extend and to close routes.

It supports every game with modules, and has the interface of every search
(`thurntaxis_solver.search.search_protocol.Search`). Its figures are worth little; tests use its plans, which can be
played.
"""

import random
import threading
from collections.abc import Callable, Iterator

import thurntaxis as tt
from support import random_play
from thurntaxis.values import UNKNOWN_BACK, add, is_unknown, remove
from thurntaxis_solver.advice import Line
from thurntaxis_solver.decider import next_decider
from thurntaxis_solver.quantities import Estimate
from thurntaxis_solver.search.search_advice import lines_of
from thurntaxis_solver.search.search_protocol import Branch, Visits

Path = tuple[tt.Event, ...]
"""Decisions that lead somewhere."""

SOME = Estimate(0.5, 0.4, 0.6)

DEEPEST = 12
"""Decisions of a playout."""


class Sampled:
    """A search by random playouts."""

    def __init__(self, position: tt.Position, *, seed: int = 1, cores: int = 1, forced: tt.Event | None = None) -> None:
        self.position, self.seed, self.player = position, seed, next_decider(position)
        self.playouts, self.seconds, self.is_full = 0, 0.5, False
        self._chance = random.Random(seed)
        self._nodes: dict[Path, dict[tt.Event, list[int]]] = {}
        self._movers: dict[tuple[Path, tt.Event], int] = {}

    def think(
        self,
        *,
        seconds: float | None = None,
        playouts: int | None = None,
        stop: threading.Event | None = None,
        progress: Callable[[], object] | None = None,
    ) -> None:
        """Do the playouts; a time limit has no effect."""
        for _ in self.steps(playouts=playouts, stop=stop):
            if progress:
                progress()

    def steps(
        self, *, seconds: float | None = None, playouts: int | None = None, stop: threading.Event | None = None
    ) -> Iterator[bool]:
        """Do the playouts, one at each step."""
        assert playouts is not None
        for _ in range(playouts):
            if stop and stop.is_set():
                return
            self._play_out()
            self.playouts += 1
            yield True

    def _play_out(self) -> None:
        position = dealt(self.position, self._chance)
        path: Path = ()
        walked: list[tuple[Path, tt.Event, int]] = []
        while not position.is_over and len(path) < DEEPEST:
            if not position.is_chance:
                node = self._nodes.setdefault(path, {})
                known = [event for event in node if event in position.events()]
                best = max(known, key=lambda event: len(node[event]), default=None)
                follow = best is not None and self._chance.random() < 0.6
                event = best if follow and best else random_play.choose(position, self._chance)
                walked.append((path, event, position.decider))
                path = (*path, event)
            else:
                event = random_play.choose(position, self._chance)
            position = position.play(event)
        for before, event, mover in walked:
            self._nodes.setdefault(before, {}).setdefault(event, []).append(position.scores()[mover])
            self._movers[before, event] = mover

    def branches(self, after: Path = ()) -> list[Branch]:
        found = [
            Branch(event, len(scores), sum(scores) / len(scores), SOME, SOME, SOME, noise=0.05)
            for event, scores in self._nodes.get(after, {}).items()
        ]
        return sorted(found, key=lambda branch: (-branch.visits, -branch.utility, branch.event))

    def visits(self, after: Path) -> list[Visits]:
        return [Visits(b.visits, b.event, self._movers[after, b.event]) for b in self.branches(after)]

    def favourite(self, after: Path, position: tt.Position) -> tt.Event:
        legal = set(position.events())
        seen: Iterator[tt.Event] = (event for _, event, _ in self.visits(after) if event in legal)
        return next(seen, position.events()[0])

    def best(self) -> tt.Event:
        return self.branches()[0].event

    def lines(self, count: int) -> tuple[Line, ...]:
        return lines_of(self, count)


def dealt(position: tt.Position, chance: random.Random) -> tt.Position:
    """Return a position with the unknown cards in hands dealt at random."""
    horseshoes = position.rules.board.horseshoes
    for at, player in enumerate(position.players):
        for card in filter(is_unknown, player.hand):
            number = card.removeprefix(UNKNOWN_BACK) if card.startswith(UNKNOWN_BACK) else None
            fitting = [c for c in position.unseen if number is None or str(horseshoes[c]) == number]
            drawn = chance.choice(fitting)
            changed = position.players[at]
            changed = changed.replace(hand=add(remove(changed.hand, card), (drawn,)))
            players = (*position.players[:at], changed, *position.players[at + 1 :])
            position = position.replace(players=players, unseen=remove(position.unseen, drawn))
    return position
