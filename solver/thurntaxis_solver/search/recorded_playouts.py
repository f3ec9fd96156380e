"""Recorded playouts: games played from a position to the end, and what happens to a player's routes, tiles and cards.

The playouts of a search are cut off after a turn and evaluated, so they don't show how a game goes on. These are played
to the end, by the kernel's look-ahead at first and then by its playout policy. The same position, seed and number give
the same hands and the same deck, whatever turn is played (common random numbers).
"""

import functools
from typing import NamedTuple

from thurntaxis import Event, Position
from thurntaxis_solver.advice import REVEALS, Line
from thurntaxis_solver.decider import next_decider
from thurntaxis_solver.exact.value import Events
from thurntaxis_solver.kernel.compiled import Array
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.layout import CHANCE
from thurntaxis_solver.kernel.rng import seeded
from thurntaxis_solver.kernel.search import recorded_playout as recorded
from thurntaxis_solver.kernel.search.tree_search import deal_unknown
from thurntaxis_solver.kernel.states import event_of, number_of, with_cards_of
from thurntaxis_solver.kernel.tables import tables

LOOKAHEAD_ROUNDS = 1
"""The number of rounds that look-ahead decides, which takes most of the time; the playout policy decides later ones."""

MOST_EVENTS = 1 << 14
"""Space for the events of a playout: a game is cut off after 400 turns."""

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


class Playout(NamedTuple):
    """The result of a playout for the player who is advised.

    Attributes:
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

    closings: tuple[RecordedClosing, ...]
    abandoned: int
    taken: frozenset[str]
    turns: int
    ended_by: int | None
    winner: int
    scores: tuple[int, ...]
    stacks: tuple[frozenset[str], ...]
    messenger: int | None


class PlayoutRecorder:
    """Plays on from a position, for the player who decides next."""

    def __init__(self, position: Position, seed: int = 1) -> None:
        """Set up the kernel; raise `NotCovered` if it can't play on the board."""
        self.position, self.seed, self.player = position, seed, next_decider(position)
        self._tables = tables(position.rules)
        self._kernel = Kernel.of(self._tables)
        self._begin, self._unknown = self._kernel.state(position), self._kernel.unknown(position)
        zeros = self._kernel.memory.zeros
        self._seeds, self._record, self._no_events = zeros(2), zeros(recorded.RECORD_SIZE), zeros(1)
        self._plan_of = functools.cache(self._plan)
        self._cities = functools.cache(lambda bag: frozenset(self._tables.cities_of(bag)))

    def playout(self, line: Line, number: int) -> Playout:
        """Return the result of the playout with this number after a turn."""
        self._play(line, number, self._no_events)
        return self._read()

    def game(self, line: Line, number: int) -> tuple[Position, tuple[Event, ...]]:
        """Return the position with its unknown cards dealt, and all events of the playout with this number."""
        events = self._kernel.memory.zeros(MOST_EVENTS)
        count = self._play(line, number, events)
        dealt = self._kernel.memory.array(list(self._begin))
        dealt[CHANCE] = int(self._seeds[recorded.DEALS])
        deal_unknown(dealt, self._kernel.model.t, self._unknown)
        start = with_cards_of(dealt, self.position, self._tables)
        return start, tuple(event_of(event, self._tables) for event in list(events)[:count])

    def _play(self, line: Line, number: int, events: Array) -> int:
        plan, changes = self._plan_of(line.turn, tuple(event for event in line.after if event.verb in REVEALS))
        for stream in (recorded.DEALS, recorded.DECISIONS):
            self._seeds[stream] = seeded((self.seed * _SEEDS_APART + number) * 2 + stream)
        task = recorded.PlayoutTask(
            unknown=self._unknown,
            plan=plan,
            changes=changes,
            seeds=self._seeds,
            lookahead=LOOKAHEAD_ROUNDS * len(self.position.players),
            record=self._record,
            events=events,
        )
        return int(recorded.record_playout(self._begin, self._kernel.model, self._kernel.workspace, task))

    def _plan(self, turn: Events, reveals: Events) -> tuple[Array, Array]:
        """Return the events of a turn, and the reveals after which it continues differently, as kernel numbers."""
        numbers = ([number_of(event, self._tables) for event in events] for events in (turn, reveals))
        plan, changes = (self._kernel.memory.array([*some, 0]) for some in numbers)  # 0 is no event; none is empty
        return plan, changes

    def _read(self) -> Playout:
        """Return what the kernel recorded."""
        r, players = [int(number) for number in self._record], range(len(self.position.players))
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
        return Playout(
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
