"""Players on the kernel: they think about a position for some time, or for some playouts, and choose an event."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from thurntaxis import Event, Position
from thurntaxis_solver.kernel.policy.policy_weights import WHIM
from thurntaxis_solver.kernel.policy.sensible import choose
from thurntaxis_solver.kernel.search import monte_carlo, tree_search
from thurntaxis_solver.kernel.search.lookahead import choose_ahead
from thurntaxis_solver.kernel.search.model import new_workspace, shipped_model
from thurntaxis_solver.kernel.states import event_of, state, unknown_cards
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.search.ismcts import Ismcts, dealt

SHARE = 0.4
"""The part of what is left of a turn's time that goes into one event: the first events matter most."""


@dataclass
class Budget:
    """How long a player thinks: `seconds` a turn, or `playouts` an event.

    What is decided in a turn of somebody else, when office tiles are returned, is a turn in this sense, too.
    """

    seconds: float | None = None
    playouts: int | None = None
    _left: float = 0.0

    @classmethod
    def of(cls, seconds: float | None, playouts: int | None) -> "Budget":
        """Return the budget of an agent: a second a turn, if nothing is said of it."""
        return cls(1.0, None) if seconds is None and playouts is None else cls(seconds, playouts)

    def for_event(self, position: Position) -> float | None:
        """Return the seconds for the next event, and count them as used."""
        if self.seconds is None:
            return None
        if _begins(position) or not self._left:  # it may be asked for the first time in the middle of a turn
            self._left = self.seconds
        given = self._left * SHARE
        self._left -= given
        return given


def _begins(position: Position) -> bool:
    """Return whether a player who is asked now begins to decide."""
    turn, returning = position.turn, position.returning
    if returning is not None and (returning.final or turn.player != position.decider):
        return returning.reward is None
    return turn.phase == "draw" and turn.drawn == 0 and not turn.used


def batches(seconds: float | None, playouts: int | None, size: int) -> Iterator[int]:
    """Yield how many playouts to do next, until the time is over or so many are done."""
    begun, left = time.monotonic(), playouts
    while left is None or left > 0:
        now = size if left is None else min(size, left)
        yield now
        left = None if left is None else left - now
        if seconds is not None and time.monotonic() - begun >= seconds:
            return


@dataclass
class Sensible:
    """The kernel's sensible player: it wants what its weights say, and looks no further than the event.

    `whim` is the most that chance adds to the value of anything, in points.
    """

    seed: int
    whim: float
    _asked: int = 0

    def choose(self, position: Position) -> Event:
        """Return the event that it chooses."""
        self._asked += 1
        table = tables(position.rules)
        model = shipped_model(table)
        model.weights[WHIM] = self.whim
        s = dealt(position, table, self.seed * 8191 + self._asked)
        return event_of(choose(s, model.t, model.weights, new_workspace(table).events), table)


@dataclass
class Ahead:
    """The player that takes the event after which the network judges it best off at the end of the turn.

    Unknown cards are dealt by chance.
    """

    seed: int
    _asked: int = 0

    def choose(self, position: Position) -> Event:
        """Return the event that it chooses."""
        self._asked += 1
        table = tables(position.rules)
        s = dealt(position, table, self.seed * 8191 + self._asked)
        return event_of(choose_ahead(s, shipped_model(table), new_workspace(table)), table)


@dataclass
class Searcher:
    """The player that searches (`thurntaxis_solver.search.ismcts`)."""

    seed: int
    budget: Budget
    cores: int = 1
    learned: bool = True
    _asked: int = 0

    def choose(self, position: Position) -> Event:
        """Return the event that most playouts choose."""
        self._asked += 1
        seconds = self.budget.for_event(position)
        events = position.events()
        if len(events) == 1:
            return events[0]
        search = Ismcts(
            position,
            seed=self.seed * 8191 + self._asked,
            cores=self.cores,
            learned=self.learned,
        )
        search.think(seconds=seconds, playouts=self.budget.playouts)
        return search.best()


@dataclass
class Baseline:
    """A player in the manner of 2009 (`thurntaxis_solver.kernel.search.monte_carlo`): flat Monte-Carlo, or UCT."""

    seed: int
    budget: Budget
    cut: int
    breadth: float | None = None
    _asked: int = field(default=0)

    def choose(self, position: Position) -> Event:
        """Return the event that did best (flat), or was tried most (UCT)."""
        self._asked += 1
        seconds = self.budget.for_event(position)
        events = position.events()
        if len(events) == 1:
            return events[0]
        table = tables(position.rules)
        root = state(position, table, self.seed * 8191 + self._asked)
        unknown = unknown_cards(position)
        model, space = shipped_model(table), new_workspace(table)
        tree = tree_search.new_tree(1 << 18)
        for playouts in batches(seconds, self.budget.playouts, 32):
            if self.breadth is None:
                monte_carlo.try_flat(root, unknown, tree, model, space, playouts, self.cut)
            else:
                monte_carlo.grow_uct(root, unknown, tree, model, space, playouts, self.cut, self.breadth)
        edges = list(tree_search.edges_of(tree, 0))
        if self.breadth is None:
            best = max(
                edges, key=lambda e: (tree.sums[e][tree_search.UTILITY_SUM] / tree.edges[e][tree_search.VISITS], -e)
            )
        else:
            best = max(edges, key=lambda e: (tree.edges[e][tree_search.VISITS], -e))
        return event_of(tree.edges[best][tree_search.EVENT], table)
