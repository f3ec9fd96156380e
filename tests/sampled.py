"""A search in plain words: playouts over the reference, which leans towards extending and closing routes.

It knows every game with modules, needs no kernel, and is asked as `thurntaxis_solver.search.ismcts.Search` is. What it
says of who wins is not worth much; that its plans can be played is what tests are about.
"""

import random
from collections.abc import Iterator

import thurntaxis as tt
import walking
from thurntaxis.values import UNKNOWN_BACK, add, is_unknown, remove
from thurntaxis_solver.decider import next_decider
from thurntaxis_solver.quantities import Estimate
from thurntaxis_solver.search.ismcts import Branch, Search

Path = tuple[tt.Event, ...]
"""Decisions that lead somewhere."""

SOME = Estimate(0.5, 0.4, 0.6)

DEEPEST = 12
"""Decisions of a playout."""


class Sampled(Search):
    """A search without kernel."""

    def __init__(self, position: tt.Position, playouts: int, seed: int = 1) -> None:
        self.position, self.seed, self.player = position, seed, next_decider(position)
        self._chance = random.Random(seed)
        self._nodes: dict[Path, dict[tt.Event, list[int]]] = {}
        self._movers: dict[tuple[Path, tt.Event], int] = {}
        self._count = playouts
        for _ in range(playouts):
            self._play_out()

    @property
    def playouts(self) -> int:
        return self._count

    @property
    def seconds(self) -> float:
        return 0.5

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
                event = best if follow and best else walking.choose(position, self._chance)
                walked.append((path, event, position.decider))
                path = (*path, event)
            else:
                event = walking.choose(position, self._chance)
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

    def _visited(self, path: Path) -> list[tuple[int, tt.Event, int]]:
        return [(b.visits, b.event, self._movers[path, b.event]) for b in self.branches(path)]

    def favourite(self, path: Path, position: tt.Position) -> tt.Event:
        legal = set(position.events())
        seen: Iterator[tt.Event] = (event for _, event, _ in self._visited(path) if event in legal)
        return next(seen, position.events()[0])


def dealt(position: tt.Position, chance: random.Random) -> tt.Position:
    """Return a position once unknown cards in hands are dealt by chance."""
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
