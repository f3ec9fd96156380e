"""Agents that play by the kernel: the policy, one-turn lookahead, the search, and Monte Carlo baselines.

The first three take their weights from a checkpoint; if it is None, they use those that the package ships.
"""

import functools
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from thurntaxis import Event, Position
from thurntaxis_solver.kernel.checkpoint import Checkpoint
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.policy.playout_policy import choose
from thurntaxis_solver.kernel.policy.policy_weights import NOISE
from thurntaxis_solver.kernel.search import monte_carlo, tree_search
from thurntaxis_solver.kernel.search.lookahead import choose_ahead
from thurntaxis_solver.kernel.states import event_of
from thurntaxis_solver.kernel.tables import Tables, tables
from thurntaxis_solver.play.time_control import TimeControl
from thurntaxis_solver.search.ismcts import Ismcts, dealt


def batches(seconds: float | None, playouts: int | None, size: int) -> Iterator[int]:
    """Yield sizes of batches of playouts until the time is over or all playouts are done."""
    begun, left = time.monotonic(), playouts
    while left is None or left > 0:
        now = size if left is None else min(size, left)
        yield now
        left = None if left is None else left - now
        if seconds is not None and time.monotonic() - begun >= seconds:
            return


def _kept_kernel(checkpoint: Checkpoint | None) -> Callable[[Tables], Kernel]:
    """Return `Kernel.of` for one agent: the same rules give the same kernel, as an agent decides one by one."""
    return functools.cache(functools.partial(Kernel.of, checkpoint=checkpoint))


@dataclass
class PolicyAgent:
    """Plays the event of the playout policy, without any lookahead.

    `noise` is the upper bound of the random number added to the value of each event, in points.
    """

    seed: int
    noise: float
    checkpoint: Checkpoint | None = None
    _asked: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        """Prepare the kernel."""
        self._kernel = _kept_kernel(self.checkpoint)

    def choose(self, position: Position) -> Event:
        """Return the event that the policy chooses."""
        self._asked += 1
        kernel = self._kernel(tables(position.rules))
        model = kernel.model
        model.weights[NOISE] = self.noise
        s = dealt(position, kernel, self.seed * 8191 + self._asked)
        return event_of(choose(s, model.t, model.weights, kernel.workspace.events), kernel.tables)


@dataclass
class LookaheadAgent:
    """Plays the event with the best evaluation at the end of the turn; unknown cards are dealt at random."""

    seed: int
    checkpoint: Checkpoint | None = None
    _asked: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        """Prepare the kernel."""
        self._kernel = _kept_kernel(self.checkpoint)

    def choose(self, position: Position) -> Event:
        """Return the event with the best evaluation."""
        self._asked += 1
        kernel = self._kernel(tables(position.rules))
        s = dealt(position, kernel, self.seed * 8191 + self._asked)
        return event_of(choose_ahead(s, kernel.model, kernel.workspace), kernel.tables)


@dataclass
class _TimedAgent(ABC):
    """An agent that searches for some time, or for some playouts, unless there is only one event."""

    seed: int
    control: TimeControl
    _asked: int = field(default=0, init=False)

    def choose(self, position: Position) -> Event:
        """Return the event that the agent finds best."""
        self._asked += 1
        seconds = self.control.for_event(position)
        events = position.events()
        return events[0] if len(events) == 1 else self._best(position, seconds, self.seed * 8191 + self._asked)

    @abstractmethod
    def _best(self, position: Position, seconds: float | None, seed: int) -> Event:
        """Return the best event of several."""


@dataclass
class SearchAgent(_TimedAgent):
    """Plays the best event of a tree search (`thurntaxis_solver.search.ismcts`)."""

    cores: int = 1
    learned: bool = True
    checkpoint: Checkpoint | None = None

    def _best(self, position: Position, seconds: float | None, seed: int) -> Event:
        search = Ismcts(position, seed, self.cores, self.learned, checkpoint=self.checkpoint)
        search.think(seconds=seconds, playouts=self.control.playouts)
        return search.best()


@dataclass
class MonteCarloAgent(_TimedAgent):
    """Plays by a baseline of `thurntaxis_solver.kernel.search.monte_carlo`: UCT, or flat if `breadth` is None."""

    cut: int
    breadth: float | None = None

    def _best(self, position: Position, seconds: float | None, seed: int) -> Event:
        kernel = Kernel.of(tables(position.rules))
        root, unknown = kernel.state(position, seed), kernel.unknown(position)
        model, space = kernel.model, kernel.workspace
        tree = tree_search.new_tree(1 << 18, kernel.memory)
        for playouts in batches(seconds, self.control.playouts, 32):
            if self.breadth is None:
                monte_carlo.try_flat(root, unknown, tree, model, space, playouts, self.cut)
            else:
                monte_carlo.grow_uct(root, unknown, tree, model, space, playouts, self.cut, self.breadth)

        def merit(edge: int) -> float:
            """Return the share of wins of an event in flat search, and how often it was chosen in UCT."""
            visits = tree.edges[edge][tree_search.VISITS]
            return tree.sums[edge][tree_search.WIN_SUM] / visits if self.breadth is None else visits

        best = max(tree_search.edges_of(tree, 0), key=lambda edge: (merit(edge), -edge))
        return event_of(tree.edges[best][tree_search.EVENT], kernel.tables)
