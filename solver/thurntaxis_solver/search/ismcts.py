"""Information-set Monte Carlo tree search: trees of playouts, one grown on each core, and their combined results.

The trees are those of `thurntaxis_solver.kernel.search.tree_search`. Each grows from a seed of its own, and their
playouts are counted together (root parallelism, G. Chaslot and others, 2008). The same seed, number of cores and number
of playouts always give the same answer; what a given time gives depends on the speed of the machine.
"""

import functools
import itertools
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple, cast

from thurntaxis import Event, Position
from thurntaxis.fault import InputError
from thurntaxis_solver.decider import check_limits, hand_is_known, next_decider
from thurntaxis_solver.kernel.compiled import IN_BROWSER, Array
from thurntaxis_solver.kernel.games import LONGEST_GAME
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.layout import TURNS
from thurntaxis_solver.kernel.policy.playout_policy import play_out
from thurntaxis_solver.kernel.rules.moves import is_chance
from thurntaxis_solver.kernel.search import tree_search
from thurntaxis_solver.kernel.search.lookahead import choose_ahead
from thurntaxis_solver.kernel.search.tree_search import CHILD, EVENT
from thurntaxis_solver.kernel.states import event_of, number_of, with_cards_of
from thurntaxis_solver.kernel.tables import Tables, tables

if TYPE_CHECKING:
    from thurntaxis_solver.kernel.wasm.browser import BrowserMemory

SLICE, LONGEST_SLICE = 64, 1024
"""Playouts between two checks of the clock: at first, and at most."""

SLICE_SECONDS = 0.02
"""Slices grow until they take this many seconds, as each call of the kernel costs time, most of all in a browser."""

FIRST_EDGES = 1 << 16
MOST_EDGES = 1 << 22
"""Space of a tree, in edges: at first, and at most."""

FOR_TURNS_LEFT = 16
"""How many playouts of the policy estimate how many turns are left."""


class Branch(NamedTuple):
    """The playouts of an event: how many chose it, and their means for the player who decides there, its `mover`.

    `noise` is the standard error of `win` from sampling; `prior` is 0 without a prior network.
    """

    event: Event
    mover: int
    visits: int
    utility: float
    win: float
    margin: float
    score: float
    noise: float
    prior: float


def dealt(position: Position, kernel: Kernel, seed: int) -> Array:
    """Return a state of a position in which the unknown cards in hands have been dealt at random."""
    s = kernel.state(position, seed)
    tree_search.deal_unknown(s, kernel.model.t, kernel.unknown(position))
    return s


def determinized(position: Position, seed: int) -> Position:
    """Return the position with a random card that nobody sees in place of each unknown one, in hands and discards.

    Raises:
        NotCovered: cards are unknown on a board that is too large for the kernel.
    """
    if not position.unknown_in_hands and not position.unknown_discards:
        return position
    kernel = Kernel.of(tables(position.rules))
    return with_cards_of(dealt(position, kernel, seed), position, kernel.tables)


class Ismcts:
    """A search by playouts for the `player` who decides next; unknown cards are redealt for each.

    It runs on `kernels`, one for each core, or on new ones with the weights that the package ships.

    Raises:
        ValueError: the player who decides holds unknown cards, so that the legal events are not known, or the game is
            over.
    """

    def __init__(self, position: Position, seed: int = 1, cores: int = 1, kernels: Sequence[Kernel] = ()) -> None:
        if position.is_over:
            raise InputError("the game is over, so there is no turn to advise on", "a decision")
        self.position, self.seed, self.cores, self.player = position, seed, cores, next_decider(position)
        if not hand_is_known(position, self.player):
            name = position.name_of(self.player)
            raise InputError("the hand of {player} has unknown cards", "all cards of that hand", name)
        self._seconds_before = 0.0
        self._thinking_since: float | None = None
        self._branches, self._branches_at = dict[tuple[Event, ...], list[Branch]](), 0
        self._tables = tables(position.rules)
        kernels = kernels or [Kernel.of(self._tables) for _ in range(cores)]
        self._growers = [_TreeGrower(position, kernel, seed * 4096 + core) for core, kernel in enumerate(kernels)]
        _exhaust(self._growers[0].grow(0, lambda: 1.0))  # numba compiles now, not during the search time

    # ---- thinking

    def think(
        self, *, seconds: float | None = None, playouts: int | None = None, stop: threading.Event | None = None
    ) -> None:
        """Add playouts until the seconds or playouts are spent, or `stop` is set, whichever comes first.

        Raises:
            ValueError: nothing would end it, or there is no time or no playout to spend.
        """
        _exhaust(self.steps(seconds=seconds, playouts=playouts, stop=stop))

    def examine(self, event: Event, *, stop: threading.Event | None = None) -> None:
        """Give an event of the root as many playouts as the most visited one has, or fewer if `stop` is set.

        The figures of the other events stay as they are.
        """
        _exhaust(self.examine_in_steps(event, stop=stop))

    def examine_in_steps(
        self, event: Event, *, seconds: float | None = None, stop: threading.Event | None = None
    ) -> Iterator[bool]:
        """Do what `examine` does, a few milliseconds at each step; it also ends if the seconds are over."""
        visits = {branch.event: branch.visits for branch in self.branches()}
        if lacking := max(visits.values(), default=0) - visits.get(event, 0):
            yield from self.steps(seconds=seconds, playouts=lacking, stop=stop, event=event)

    def steps(
        self,
        *,
        seconds: float | None = None,
        playouts: int | None = None,
        stop: threading.Event | None = None,
        event: Event | None = None,
    ) -> Iterator[bool]:
        """Do what `think` does, a few milliseconds at each step; if an event is given, all playouts begin with it.

        The first tree grows in the calling thread, the others in threads of their own; in a browser, all in workers.
        Each step yields whether there is something new to report.

        Raises:
            ValueError: as `think` does.
        """
        if seconds is None and playouts is None and stop is None:
            raise InputError("the search has no limit", "seconds, playouts or stop")
        growths = self._growths(seconds, playouts, enough := stop or threading.Event(), event)
        own = growths if IN_BROWSER else growths[:1]
        threads = [threading.Thread(target=_exhaust, args=(growth,), daemon=True) for growth in growths[len(own) :]]
        for thread in threads:
            thread.start()
        try:
            for rounds in itertools.zip_longest(*own, fillvalue=True):
                yield all(rounds)
        except (KeyboardInterrupt, GeneratorExit):
            enough.set()
            raise
        finally:
            for thread in threads:
                thread.join()
            self._seconds_before, self._thinking_since = self.seconds, None

    def _growths(
        self, seconds: float | None, playouts: int | None, enough: threading.Event, event: Event | None
    ) -> list[Iterator[bool]]:
        """Start the search; return an iterator for each tree, which makes it grow, here or in a worker."""
        check_limits(seconds, playouts)
        self._thinking_since = begun = time.monotonic()

        def spent() -> float:
            """Return the share of the time that is spent, from 0 to 1."""
            if enough.is_set():
                return 1.0
            return 0.0 if seconds is None else (time.monotonic() - begun) / seconds

        shares = [
            None if playouts is None else playouts // self.cores + (core < playouts % self.cores)
            for core in range(self.cores)
        ]
        first = number_of(event, self._tables) if event else None
        growers = zip(self._growers, shares, strict=True)
        if IN_BROWSER:
            return [grower.grow_in_worker(share, seconds, enough, first) for grower, share in growers]
        return [grower.grow(share, spent, first) for grower, share in growers]

    @property
    def seconds(self) -> float:
        """How long the search has been thinking, in all calls of `think` together."""
        since = self._thinking_since
        return self._seconds_before + (0.0 if since is None else time.monotonic() - since)

    @property
    def is_full(self) -> bool:
        """Whether the search ended because a tree ran out of memory."""
        return any(grower.is_full for grower in self._growers)

    @property
    def playouts(self) -> int:
        """How many playouts there have been."""
        return sum(int(grower.tree.counts[tree_search.PLAYOUTS]) for grower in self._growers)

    @functools.cached_property
    def turns_left(self) -> float:
        """How many turns the game goes on, on average of some playouts of the policy."""
        kernel = self._growers[0].kernel
        model, turns = kernel.model, list[int]()
        for number in range(FOR_TURNS_LEFT):
            s = dealt(self.position, kernel, self.seed * FOR_TURNS_LEFT + number)
            play_out(s, model.t, model.weights, kernel.workspace.events, LONGEST_GAME)
            turns.append(int(s[TURNS]))
        return fmean(turns)

    # ---- what is known

    def branches(self, after: tuple[Event, ...] = ()) -> list[Branch]:
        """Return what is known of the events that may follow some decisions, the most visited first.

        The plans of a report ask for the same ones after each reveal, so they are kept until there are more playouts.
        """
        if self._branches_at != self.playouts:
            self._branches, self._branches_at = {}, self.playouts
        if after not in self._branches:
            self._branches[after] = self._branches_after(after)
        return self._branches[after]

    def _branches_after(self, after: tuple[Event, ...]) -> list[Branch]:
        found: dict[int, tuple[int, list[list[float]]]] = {}
        for grower in self._growers:
            for edge in grower.edges_after(after, self._tables):
                numbers, sums = list(grower.tree.edges[edge]), list(grower.tree.sums[edge])
                _, rows = found.setdefault(int(numbers[EVENT]), (int(numbers[tree_search.MOVER]), []))
                rows.append([float(number) for number in (numbers[tree_search.VISITS], *sums)])
        weight = math.fsum(grower.margin_weight() for grower in self._growers) / len(self._growers)
        branches = [self._branch(event, mover, rows, weight) for event, (mover, rows) in found.items()]
        return sorted(branches, key=lambda branch: (-branch.visits, -branch.utility, branch.event))

    def _branch(self, event: int, mover: int, rows: list[list[float]], margin_weight: float) -> Branch:
        # Rounded once: `sum` gives other digits from Python 3.12 on.
        visits, *totals = [math.fsum(column) for column in zip(*rows, strict=True)]
        count = max(1.0, visits)
        win = totals[tree_search.WIN_SUM] / count
        return Branch(
            event_of(event, self._tables),
            mover,
            int(visits),
            tree_search.utility_sum(totals, margin_weight) / count,
            win,
            totals[tree_search.MARGIN_SUM] / count,
            totals[tree_search.POINTS_SUM] / count,
            math.sqrt(max(0.0, totals[tree_search.WIN_SQUARES] / count - win * win) / count),
            totals[tree_search.PRIOR] / len(rows) if len(self._growers[0].kernel.model.priors) else 0.0,
        )

    def favourite(self, after: tuple[Event, ...], position: Position) -> Event:
        """Return the legal event that most playouts chose after some decisions, which have led to a position.

        If none did, it is the one after which the network values the player's position highest.
        """
        for branch in self.branches(after):
            if branch.visits and branch.event in position.events():
                return branch.event
        kernel = self._growers[0].kernel
        return event_of(choose_ahead(dealt(position, kernel, self.seed), kernel.model, kernel.workspace), self._tables)

    def best(self) -> Event:
        """Return the event of highest rating among those that got at least half as many playouts as any other."""
        branches = self.branches()
        finalists = [branch for branch in branches if 2 * branch.visits >= branches[0].visits]
        return max(finalists, key=lambda branch: tree_search.rated(branch.utility, branch.visits, branch.prior)).event


def _whole_rounds(schedule: Array, most: int) -> int:
    """Return the greatest number of playouts up to `most` that ends with a round; `most` if the round is longer."""
    a_round = tree_search.BATCH * schedule[tree_search.LEFT]
    rest = a_round - tree_search.BATCH * schedule[tree_search.PLACE]
    return most if rest > most else rest + (most - rest) // a_round * a_round


def _exhaust(growth: Iterator[bool]) -> None:
    for _ in growth:
        pass


class _TreeGrower:
    """A tree, and what its growth needs."""

    def __init__(self, position: Position, kernel: Kernel, seed: int) -> None:
        self.kernel, self.tree, self.is_full = kernel, tree_search.new_tree(FIRST_EDGES, kernel.memory), False
        self.root, self.unknown = kernel.state(position, seed), kernel.unknown(position)

    def grow(self, share: int | None, spent: Callable[[], float], first: int | None = None) -> Iterator[bool]:
        """Add playouts until the effort is spent or the tree is full, at most `share` of them.

        All begin with the event `first`, if one is given. `spent` returns how much of the time is spent, as a part
        of 1. Every few milliseconds, yield whether all events of the root have had equally many.
        """
        schedule, most = self._schedule(first), -1 if share is None else share
        model, workspace = self.kernel.model, self.kernel.workspace
        size = SLICE
        while not self.is_full:
            begun, playouts = time.monotonic(), _whole_rounds(schedule, size)
            at = tree_search.grow_by_halving(
                self.root, self.unknown, self.tree, model, workspace, schedule, most, spent(), playouts
            )
            if time.monotonic() - begun < SLICE_SECONDS / 2:
                size = min(2 * size, LONGEST_SLICE)
            elif time.monotonic() - begun > SLICE_SECONDS:
                size = max(size // 2, SLICE)
            if at == tree_search.ENDED:
                return
            if at == tree_search.FULL:
                try:
                    self.tree = tree_search.larger(self.tree, self.kernel.memory, MOST_EDGES)
                except MemoryError:
                    self.is_full = True
            else:
                yield at == tree_search.ROUND

    def grow_in_worker(
        self, share: int | None, seconds: float | None, enough: threading.Event, first: int | None
    ) -> Iterator[bool]:
        """Do what `grow` does in a worker of the browser; yield, without waiting, whether something is known."""
        from thurntaxis_solver.kernel.wasm.tree_worker import TreeWorker

        kernel, schedule = self.kernel, self._schedule(first)
        playouts = -1 if share is None else share
        call = (self.root, self.unknown, self.tree, kernel.model, kernel.workspace, schedule, playouts, 0.0, SLICE)
        worker = TreeWorker(cast("BrowserMemory", kernel.memory), call, seconds, MOST_EDGES)
        is_told = False
        try:
            while not worker.is_done:
                is_told = worker.look() or is_told
                self.tree, self.is_full = worker.tree, worker.is_full
                yield is_told
                if enough.is_set():
                    worker.stop()
        finally:
            worker.end()

    def _schedule(self, first: int | None) -> Array:
        """Return a schedule of the events of the root, or of one alone."""
        events = self._first_events() if first is None else [first]
        schedule = self.kernel.memory.zeros(tree_search.EVENTS + len(events))
        schedule[tree_search.OFFERED] = schedule[tree_search.LEFT] = len(events)
        schedule[tree_search.EVENTS :] = events
        return schedule

    def _first_events(self) -> list[int]:
        """Return the candidate events of the root; 0, for any, if a card is revealed first."""
        if is_chance(self.root):
            return [0]
        model, workspace = self.kernel.model, self.kernel.workspace
        n = tree_search.add_first_edges(self.root, self.unknown, self.tree, model, workspace)
        return list(workspace.events[:n])

    def margin_weight(self) -> float:
        """Return how much a point of margin counts in the tree, in chance of winning."""
        return tree_search.margin_weight(self.root, self.tree, self.kernel.model)

    def edges_after(self, events: tuple[Event, ...], tables: Tables) -> Iterator[int]:
        """Yield the edges of the node to which some decisions lead, if it is in the tree."""
        node = 0
        for event in events:
            number = number_of(event, tables)
            edge = next((e for e in tree_search.edges_of(self.tree, node) if self.tree.edges[e][EVENT] == number), 0)
            node = int(self.tree.edges[edge][CHILD]) if edge else 0
            if node == 0:
                return
        yield from tree_search.edges_of(self.tree, node)
