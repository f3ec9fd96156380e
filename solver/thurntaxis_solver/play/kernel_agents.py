"""Agents that play by the kernel: the policy, one-turn lookahead, the search, and UCT.

The first three take their weights from the checkpoint `model`; if it is None, they use those of the package.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from thurntaxis import Event, Position
from thurntaxis_solver.kernel.checkpoint import checkpoint
from thurntaxis_solver.kernel.compiled import Array
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.policy.playout_policy import choose
from thurntaxis_solver.kernel.policy.policy_weights import NOISE
from thurntaxis_solver.kernel.search import tree_search, uct
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


def _seeds(seed: int) -> Iterator[int]:
    """Return the seeds of an agent's decisions, one after the other; it can be copied, unlike `itertools.count`."""
    return iter(range(seed * 8191 + 1, 1 << 62))


@dataclass
class _Kernels:
    """The kernels of an agent, which decides one by one: the same rules give the same ones, one for each core."""

    model: str | None = None
    learned: bool = True
    cores: int = 1
    made: dict[Tables, Sequence[Kernel]] = field(default_factory=dict)

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "made": {}}  # a copy may play in another process

    def of(self, position: Position) -> Sequence[Kernel]:
        """Return the kernels for the rules of a position."""
        if (numbers := tables(position.rules)) not in self.made:
            weights = None if self.model is None else checkpoint(self.model)
            made = (Kernel.of(numbers, learned=self.learned, checkpoint=weights) for _ in range(self.cores))
            self.made[numbers] = tuple(made)
        return self.made[numbers]


class _PolicyUser(ABC):
    """An agent that decides by the policy or the evaluation of a kernel; unknown cards are dealt at random."""

    def __init__(self, seed: int, model: str | None = None) -> None:
        self._kernels, self._seeds = _Kernels(model), _seeds(seed)

    def choose(self, position: Position) -> Event:
        """Return the event that the agent finds best."""
        (kernel,) = self._kernels.of(position)
        return event_of(self._best(dealt(position, kernel, next(self._seeds)), kernel), kernel.tables)

    @abstractmethod
    def _best(self, s: Array, kernel: Kernel) -> int:
        """Return the code of the best event."""


class PolicyAgent(_PolicyUser):
    """Plays the event of the playout policy, without any lookahead.

    `noise` is the upper bound of the random number added to the value of each event, in points.
    """

    def __init__(self, seed: int, noise: float, model: str | None = None) -> None:
        super().__init__(seed, model)
        self._noise = noise

    def _best(self, s: Array, kernel: Kernel) -> int:
        kernel.model.weights[NOISE] = self._noise
        return choose(s, kernel.model.t, kernel.model.weights, kernel.workspace.events)


class LookaheadAgent(_PolicyUser):
    """Plays the event with the best evaluation at the end of the turn."""

    def _best(self, s: Array, kernel: Kernel) -> int:
        return choose_ahead(s, kernel.model, kernel.workspace)


@dataclass(kw_only=True)
class _TimedAgent(ABC):
    """An agent that searches for some time, or for some playouts, unless there is only one event."""

    seed: int
    time: float | None
    playouts: int | None

    def __post_init__(self) -> None:
        self._kernels = _Kernels()
        self._clock, self._seeds = TimeControl(self.time, self.playouts), _seeds(self.seed)

    def choose(self, position: Position) -> Event:
        """Return the event that the agent finds best."""
        seconds, seed, events = self._clock.for_event(position), next(self._seeds), position.events()
        return events[0] if len(events) == 1 else self._best(position, seconds, seed)

    @abstractmethod
    def _best(self, position: Position, seconds: float | None, seed: int) -> Event:
        """Return the best event of several."""


@dataclass(kw_only=True)
class SearchAgent(_TimedAgent):
    """Plays the best event of a tree search (`thurntaxis_solver.search.ismcts`)."""

    cores: int
    evaluation: bool = True
    model: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        self._kernels = _Kernels(self.model, self.evaluation, self.cores)

    def _best(self, position: Position, seconds: float | None, seed: int) -> Event:
        search = Ismcts(position, seed, self.cores, self._kernels.of(position))
        search.think(seconds=seconds, playouts=self.playouts)
        return search.best()


@dataclass(kw_only=True)
class UctAgent(_TimedAgent):
    """Plays by the baseline `thurntaxis_solver.kernel.search.uct`; random games are cut off after `cut` events."""

    cut: int
    breadth: float

    def _best(self, position: Position, seconds: float | None, seed: int) -> Event:
        (kernel,) = self._kernels.of(position)
        root, unknown = kernel.state(position, seed), kernel.unknown(position)
        tree = tree_search.new_tree(1 << 18, kernel.memory)
        for playouts in batches(seconds, self.playouts, 32):
            uct.grow_uct(root, unknown, tree, kernel.model, kernel.workspace, playouts, self.cut, self.breadth)
        best = max(tree_search.edges_of(tree, 0), key=lambda edge: (tree.edges[edge][tree_search.VISITS], -edge))
        return event_of(tree.edges[best][tree_search.EVENT], kernel.tables)
