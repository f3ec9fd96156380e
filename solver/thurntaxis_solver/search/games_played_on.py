"""Continuations: games played on from a position, and what happens to a player's routes, tiles and cards in them.

Small searches decide for all players, so that deep ideas show (`thurntaxis_solver.kernel.search.continuation`). The
same position, seed and number give the same hands and the same deck, whatever is played first (common random numbers).
"""

import functools
from typing import NamedTuple

from thurntaxis import Event, Position
from thurntaxis_solver.exact.value import Events
from thurntaxis_solver.kernel.compiled import Array
from thurntaxis_solver.kernel.games import LONGEST_GAME
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.layout import CHANCE, STATE_SIZE
from thurntaxis_solver.kernel.rng import seeded
from thurntaxis_solver.kernel.search import continuation as recorded
from thurntaxis_solver.kernel.search import tree_search
from thurntaxis_solver.kernel.search.model import LEAF_VALUE_SIZE
from thurntaxis_solver.kernel.states import event_of, number_of, with_cards_of
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.search.ismcts import Ismcts

MOST_EVENTS = 1 << 14
"""Space for the events of a game: it is cut off after 400 turns."""

HALVED = 100
"""The fewest playouts that are enough to try all events of a decision by sequential halving."""

_SEEDS_APART = 1 << 20


class RecordedClosing(NamedTuple):
    """A route that the player closes.

    `turn` is the number of the player's turn, 1 for the present one; `carriage` the highest carriage after it, 0 if
    none; `abandoned` how many routes were abandoned since the closing before.
    """

    turn: int
    cities: frozenset[str]
    houses: frozenset[str]
    carriage: int
    abandoned: int


class Continuation(NamedTuple):
    """The result of a game for the player who is advised.

    Attributes:
        values: each player's chance of winning and expected final score, as far as the game has been searched.
        closings: the player's next closings, two at most.
        abandoned: how many routes the player abandoned before the next closing, or before the end without one.
        taken: the cities whose cards others drew from the display before the player's next turn.
        turns: the player's turns to the end of the game, the present one included.
        ended_by: who took the game-end tile, by index.
        winner: who won.
        scores: the final scores.
        stacks: for each player, the stacks of which the player holds a tile at the end.
        messenger: who has the messenger at the end.
    """

    values: tuple[float, ...]
    closings: tuple[RecordedClosing, ...]
    abandoned: int
    taken: frozenset[str]
    turns: int
    ended_by: int | None
    winner: int
    scores: tuple[int, ...]
    stacks: tuple[frozenset[str], ...]
    messenger: int | None

    def place(self, player: int) -> int:
        """Return how many players are ahead of a player at the end; of those with equal points, only the winner is."""
        if player == self.winner:
            return 0
        return 1 + sum(score > self.scores[player] for at, score in enumerate(self.scores) if at != self.winner)


class Continuations:
    """Plays on from the position of a search, for the player who decides next."""

    def __init__(self, search: Ismcts, playouts: int, turns: int = LONGEST_GAME) -> None:
        """Set up a kernel for the position of a search; so many playouts decide, for so many turns."""
        self.position = position = search.position
        self.player, self._seed = search.player, search.seed
        self._tables = tables(position.rules)
        self._kernel = kernel = Kernel.of(self._tables)
        self._begin = kernel.state(position)
        is_halved = playouts >= HALVED
        together = tree_search.BATCH * tree_search.TOGETHER
        self._tree = tree_search.new_tree(tree_search.EDGES_A_PLAYOUT * (playouts + together), kernel.memory)
        unknown, zeros = kernel.unknown(position), kernel.memory.zeros
        self._task = recorded.ContinuationTask(
            unknown=unknown,
            known=zeros(len(unknown)),
            plan=zeros(1),
            seeds=zeros(2),
            playouts=playouts,
            schedule=zeros(tree_search.EVENTS + self._tables.most_events if is_halved else 0),
            turns=turns,
            state=zeros(STATE_SIZE),
            value=kernel.memory.floats([0.0] * LEAF_VALUE_SIZE),
            record=zeros(recorded.RECORD_SIZE),
            events=zeros(1),
        )
        self._plan_of = functools.cache(self._plan)
        self._cities = functools.cache(lambda bag: frozenset(self._tables.cities_of(bag)))

    def play(self, turn: Events, number: int) -> Continuation:
        """Return the result of the game with this number after the first events of a turn."""
        self._play(self._task._replace(plan=self._plan_of(turn)), number)
        return self._read()

    def game(self, turn: Events, number: int) -> tuple[Position, tuple[Event, ...]]:
        """Return the position with its unknown cards dealt, and all events of the game with this number."""
        task = self._task._replace(plan=self._plan_of(turn), events=self._kernel.memory.zeros(MOST_EVENTS))
        count = self._play(task, number)
        dealt = self._kernel.memory.array(list(self._begin))
        dealt[CHANCE] = int(task.seeds[recorded.DEALS])
        tree_search.deal_unknown(dealt, self._kernel.model.t, task.unknown)
        start = with_cards_of(dealt, self.position, self._tables)
        return start, tuple(event_of(event, self._tables) for event in list(task.events)[:count])

    def _play(self, task: recorded.ContinuationTask, number: int) -> int:
        for stream in (recorded.DEALS, recorded.DECISIONS):
            task.seeds[stream] = seeded((self._seed * _SEEDS_APART + number) * 2 + stream)
        return int(recorded.play_on(self._begin, self._tree, self._kernel.model, self._kernel.workspace, task))

    def _plan(self, turn: Events) -> Array:
        """Return the events of a turn as kernel numbers."""
        return self._kernel.memory.array([*(number_of(event, self._tables) for event in turn), 0])  # 0 is no event

    def _read(self) -> Continuation:
        """Return what the kernel recorded."""
        r, players = [int(number) for number in self._task.record], range(len(self.position.players))
        closings = tuple(
            RecordedClosing(
                r[at + recorded.CLOSING_TURN],
                self._cities(r[at + recorded.CLOSING_CITIES]),
                self._cities(r[at + recorded.CLOSING_HOUSES]),
                r[at + recorded.CLOSING_CARRIAGE],
                r[at + recorded.CLOSING_ABANDONED],
            )
            for at in range(0, recorded.CLOSINGS * recorded.CLOSING_SIZE, recorded.CLOSING_SIZE)
            if r[at + recorded.CLOSING_TURN]
        )
        return Continuation(
            values=tuple(float(value) for value in self._task.value),
            closings=closings,
            abandoned=r[recorded.CLOSING_ABANDONED],
            taken=self._cities(r[recorded.TAKEN]),
            turns=r[recorded.OWN_TURNS],
            ended_by=None if r[recorded.ENDED_BY] < 0 else r[recorded.ENDED_BY],
            winner=r[recorded.WINNER],
            scores=tuple(r[recorded.FINAL_SCORES + player] for player in players),
            stacks=tuple(self._stacks(r[recorded.FINAL_TILES + player]) for player in players),
            messenger=None if r[recorded.MESSENGER_HOLDER] < 0 else r[recorded.MESSENGER_HOLDER],
        )

    def _stacks(self, bits: int) -> frozenset[str]:
        return frozenset(stack for number, stack in enumerate(self._tables.stacks) if bits >> number & 1)
