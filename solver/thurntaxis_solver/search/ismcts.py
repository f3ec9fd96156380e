"""Search over the rest of the game: trees of playouts, grown side by side, and what they say.

The trees are those of `thurntaxis_solver.kernel.search.tree_search`. One grows on each core, from its own seed, and
their playouts are counted together (root parallelism, G. Chaslot and others, 2008). With a given seed, number of cores
and number of playouts, the answer is always the same; within a given time it depends on how fast the machine is.
"""

import math
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from thurntaxis import Event, Position
from thurntaxis_solver.decider import check_limits, hand_is_known, next_decider
from thurntaxis_solver.kernel.compiled import Array
from thurntaxis_solver.kernel.layout import BEYOND_BASE
from thurntaxis_solver.kernel.rules.moves import is_chance
from thurntaxis_solver.kernel.search import tree_search
from thurntaxis_solver.kernel.search.lookahead import candidates, choose_ahead, copy
from thurntaxis_solver.kernel.search.model import Model, shipped_model
from thurntaxis_solver.kernel.search.tree_search import CHILD, EVENT, Tree
from thurntaxis_solver.kernel.search.workspace import Workspace, new_workspace
from thurntaxis_solver.kernel.states import event_of, number_of, state, unknown_cards
from thurntaxis_solver.kernel.tables import Tables, tables
from thurntaxis_solver.quantities import DEVIATES, Estimate

BATCH = 8
"""Playouts of an event in a row, between two looks at the clock."""

FIRST_EDGES = 1 << 16
MOST_EDGES = 1 << 22
"""Memory of a tree, in edges: at first, and at the most."""

Progress = Callable[[], object]
"""Told that there have been more playouts."""


def dealt(position: Position, tables: Tables, seed: int) -> Array:
    """Return a state of a position, in which the unknown cards of hands are dealt by chance."""
    s = state(position, tables, seed)
    tree_search.deal_unknown(s, tables.numbers, unknown_cards(position))
    return s


class Branch(NamedTuple):
    """What the playouts say of an event: how many chose it, and what they came to on average for who decides.

    `noise` is the part of the standard error of `win` that more playouts would lessen.
    """

    event: Event
    visits: int
    utility: float
    win: Estimate
    margin: Estimate
    score: Estimate
    noise: float


@dataclass
class Search:
    """A search from a position; more can be added to it at any time.

    It is for the `player` who decides next. `learned`: whether the network judges, or games are played out to the end.
    The event `forced`, if one is given, stays in the running to the end, so that it is known as well as the best one.
    Unknown cards in hands are dealt anew for each playout, from those that the position does not show.

    Raises:
        ValueError: the player who decides holds unknown cards, so that the legal events are not known, or the game is
            over.
    """

    position: Position
    seed: int = 1
    cores: int = 1
    learned: bool = True
    forced: Event | None = None
    player: int = field(init=False)
    _spent: float = field(default=0.0, init=False)
    _begun: float | None = field(default=None, init=False)
    _tables: Tables = field(init=False)
    _growing: list["_Growing"] = field(init=False)

    def __post_init__(self) -> None:
        """Plant the trees."""
        if self.position.is_over:
            raise ValueError("the game is over, so there is nothing to search")
        self.player = next_decider(self.position)
        if not hand_is_known(self.position, self.player):
            raise ValueError(f"which cards {self.position.name_of(self.player)} holds has to be known")
        self._tables = tables(self.position.rules)
        model = shipped_model(self._tables, learned=self.learned)
        forced = number_of(self.forced, self._tables) if self.forced else 0
        self._growing = [
            _Growing.of(self.position, self._tables, model, self.seed * 4096 + core, forced)
            for core in range(self.cores)
        ]
        self._growing[0].grow(0, lambda _done, _share: 1.0)  # compiled by now, so that no time of thinking goes into it

    # ---- thinking

    def think(
        self,
        *,
        seconds: float | None = None,
        playouts: int | None = None,
        stop: threading.Event | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Add playouts: as many as fit into the seconds, or so many, or until `stop` is set; whichever comes first.

        Raises:
            ValueError: nothing would end it, or there is no time or no playout to spend.
        """
        if seconds is None and playouts is None and stop is None:
            raise ValueError("nothing would end the search (seconds, playouts or stop)")
        check_limits(seconds, playouts)
        self._begun = begun = time.monotonic()
        enough = stop or threading.Event()

        def spent(done: int, share: int | None) -> float:
            """Return the part of the effort that a tree has spent with so many playouts of its share."""
            by_time = 0.0 if seconds is None else (time.monotonic() - begun) / seconds
            return 1.0 if enough.is_set() else max(by_time, done / share if share else 0.0)

        shares = [playouts and playouts // self.cores + (core < playouts % self.cores) for core in range(self.cores)]
        threads = [
            threading.Thread(target=growing.grow, args=(share, spent), daemon=True)
            for growing, share in zip(self._growing[1:], shares[1:], strict=True)
        ]
        for thread in threads:
            thread.start()
        try:
            self._growing[0].grow(shares[0], spent, progress)
        except KeyboardInterrupt:
            enough.set()
            raise
        finally:
            for thread in threads:
                thread.join()
            self._spent, self._begun = self.seconds, None

    @property
    def seconds(self) -> float:
        """How long has been thought."""
        return self._spent if self._begun is None else self._spent + time.monotonic() - self._begun

    @property
    def playouts(self) -> int:
        """How many playouts there have been."""
        return sum(int(growing.tree.counts[tree_search.PLAYOUTS]) for growing in self._growing)

    # ---- what is known

    def branches(self, after: tuple[Event, ...] = ()) -> list[Branch]:
        """Return what is known of the events that may follow some decisions, the most visited first."""
        found: dict[int, list[list[float]]] = {}
        for growing in self._growing:
            for edge in growing.edges_after(after, self._tables):
                row = [float(growing.tree.edges[edge][tree_search.VISITS])]
                row += [float(number) for number in growing.tree.sums[edge]]
                found.setdefault(int(growing.tree.edges[edge][EVENT]), []).append(row)
        branches = [
            self._branch(event, [sum(column) for column in zip(*rows, strict=True)]) for event, rows in found.items()
        ]
        return sorted(branches, key=lambda branch: (-branch.visits, -branch.utility, branch.event))

    def _branch(self, event: int, sums: list[float]) -> Branch:
        visits = sums[0]
        totals = sums[1:]
        count = max(1.0, visits)

        def noise(total: int, squares: int) -> float:
            mean = totals[total] / count
            return math.sqrt(max(0.0, totals[squares] / count - mean * mean) / count)

        def estimate(total: int, squares: int, least: float) -> Estimate:
            mean, half = totals[total] / count, DEVIATES * math.hypot(noise(total, squares), least)
            return Estimate(mean, mean - half, mean + half)

        doubt = self._network_error() if self.learned else (0.0, 0.0)
        win = estimate(tree_search.WIN_SUM, tree_search.WIN_SQUARES, doubt[0])
        return Branch(
            event_of(event, self._tables),
            int(visits),
            totals[tree_search.UTILITY_SUM] / count,
            Estimate(win.value, max(0.0, win.low), min(1.0, win.high)),
            estimate(tree_search.MARGIN_SUM, tree_search.MARGIN_SQUARES, doubt[1]),
            estimate(tree_search.POINTS_SUM, tree_search.POINTS_SQUARES, doubt[1]),
            noise(tree_search.WIN_SUM, tree_search.WIN_SQUARES),
        )

    def _network_error(self) -> tuple[float, float]:
        return FURTHER_NETWORK_ERROR if self._tables.numbers[BEYOND_BASE] else NETWORK_ERROR

    def favourite(self, path: tuple[Event, ...], position: Position) -> Event:
        """Return the event of a position that most playouts chose after some decisions.

        Where none did, it is the one after which the network judges the player best off.
        """
        legal = set(position.events())
        for visits, event, _ in self._visited(path):
            if visits and event in legal:
                return event
        s = dealt(position, self._tables, self.seed)
        return event_of(choose_ahead(s, self._growing[0].model, self._growing[0].workspace), self._tables)

    def own_events(self, path: tuple[Event, ...], least: int) -> Iterator[Event]:
        """Yield the events of `path` and the favourite ones of the same player in the next turn.

        What the others do between is what most playouts let them do; it goes on as long as an event had `least`
        playouts. Where a round of returning tiles interrupts the turn, the rest of it counts as the next one.
        """
        yield from path
        walk, me, turns = path, self.player, 1
        last = me
        while visited := self._visited(walk):
            visits, event, mover = visited[0]
            turns += mover == me != last
            if visits < least or (turns == 2 and mover != me):
                return
            last, walk = mover, (*walk, event)
            if mover == me:
                yield event

    def _visited(self, path: tuple[Event, ...]) -> list[tuple[int, Event, int]]:
        """Return what follows some decisions: how many playouts chose it, the event, whose; the most visited first."""
        found: dict[int, tuple[int, int]] = {}
        for growing in self._growing:
            for edge in growing.edges_after(path, self._tables):
                row = growing.tree.edges[edge]
                visits, _ = found.get(int(row[EVENT]), (0, 0))
                found[int(row[EVENT])] = visits + int(row[tree_search.VISITS]), int(row[tree_search.MOVER])
        all_visited = ((visits, event_of(number, self._tables), mover) for number, (visits, mover) in found.items())
        return sorted(all_visited, key=lambda row: (-row[0], row[1]))

    def best(self) -> Event:
        """Return the best of the events that were in the running to the end."""
        branches = self.branches()
        finalists = [branch for branch in branches if 2 * branch.visits >= branches[0].visits]
        return max(finalists, key=lambda branch: branch.utility).event


NETWORK_ERROR = (0.03, 0.6)
FURTHER_NETWORK_ERROR = (0.03, 1.2)
"""How far the network is off, in chance of winning and in points, in the base game and with modules or on other boards:
measured by `benchmarks/reliability.py`."""


@dataclass
class _Growing:
    """A tree, and all that its growth needs."""

    tree: Tree
    root: Array
    unknown: Array
    model: Model
    workspace: Workspace
    forced: int

    @classmethod
    def of(cls, position: Position, tables: Tables, model: Model, seed: int, forced: int) -> "_Growing":
        root = state(position, tables, seed)
        return cls(
            tree_search.new_tree(FIRST_EDGES), root, unknown_cards(position), model, new_workspace(tables), forced
        )

    def grow(self, share: int | None, spent: Callable[[int, int | None], float], told: Progress | None = None) -> None:
        """Add playouts until the effort is spent; `share` is how many there may be.

        The events of the root are halved again and again (sequential halving, Z. Karnin, T. Koren and O. Somekh, 2013):
        in each round all that are in the running get as many playouts, and the better half goes on. All get some,
        however little there may be.
        """
        running, begun, done, part = self._first_events(), 0, 0, 0.0
        first = BATCH * len(running)
        rounds = max(1, (len(running) - 1).bit_length())
        while part < 1.0 or done < first:
            while begun < int(part * rounds):
                begun += 1
                running = self._better_half(running)
            for event in running:
                size = BATCH if share is None else min(BATCH, share - done)
                if self.tree.counts[tree_search.EDGES] + 200 * size > len(self.tree.edges):
                    self.tree = tree_search.larger(self.tree, MOST_EDGES)
                tree_search.grow(self.root, self.unknown, self.tree, self.model, self.workspace, size, event)
                done += size
                part = spent(done, share)
                if done == share or (part >= 1.0 and done >= first):
                    return
            if told:
                told()

    def _first_events(self) -> list[int]:
        """Return the events that come into question at the root; 0, for any, where a card is to be revealed first."""
        if is_chance(self.root):
            return [0]
        s = self.workspace.state
        copy(self.root, s)
        tree_search.deal_unknown(s, self.model.t, self.unknown)
        n = candidates(s, self.model.t, self.model.weights, self.workspace.events)
        events = [int(event) for event in self.workspace.events[:n]]
        return events if self.forced in (0, *events) else [*events, self.forced]

    def _better_half(self, events: list[int]) -> list[int]:
        """Return the better half of some events of the root, the one that is asked about among them."""
        worth = dict.fromkeys(events, -math.inf)
        for edge in tree_search.edges_of(self.tree, 0):
            visits = int(self.tree.edges[edge][tree_search.VISITS])
            if visits:
                worth[int(self.tree.edges[edge][EVENT])] = self.tree.sums[edge][tree_search.UTILITY_SUM] / visits
        half = sorted(events, key=lambda event: -worth[event])[: (len(events) + 1) // 2]
        return half if self.forced in (0, *half) else [*half, self.forced]

    def edges_after(self, events: tuple[Event, ...], tables: Tables) -> Iterator[int]:
        """Yield the edges of the node that some decisions lead to, if there is one."""
        node = 0
        for event in events:
            number = number_of(event, tables)
            edge = next((e for e in tree_search.edges_of(self.tree, node) if self.tree.edges[e][EVENT] == number), 0)
            node = int(self.tree.edges[edge][CHILD]) if edge else 0
            if node == 0:
                return
        yield from tree_search.edges_of(self.tree, node)
