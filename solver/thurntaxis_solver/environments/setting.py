"""A rule set and a number of players, ready for episodes."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

import thurntaxis
from thurntaxis import DEFAULT_EDITION, Board, Position
from thurntaxis.editions import Options
from thurntaxis_solver.environments.actions import Actions
from thurntaxis_solver.environments.observations import blocks
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import new_memory
from thurntaxis_solver.kernel.environments import episode_layout as E
from thurntaxis_solver.kernel.rules.cards import MOST_SHOES
from thurntaxis_solver.kernel.states import state
from thurntaxis_solver.kernel.tables import tables

MOST_ACTIONS = 10_000
"""Actions after which a game ends as it stands, so that every game ends."""

BOARD = "south"


class Setting:
    """A rule set and a number of players, with what the kernel needs for them. It belongs to one thread.

    Attributes:
        players: the number of players.
        start: the position that every game begins with: the table before the first reveal.
        tables: the rule set as numbers, and the names that these stand for.
        actions: the actions.
        blocks: the blocks of an observation.
        observed: how many numbers an observation has.
        bounds: the most that each number of an observation can be; the least is 0.
        words: how many 64-bit numbers a mask of actions takes.
        outcomes: by number, the events of chance.
        index_of: indices of the cards, by the kernel's numbers.
        memory: where the arrays of all episodes lie.
        t: the tables there; `numbering`, `events` and `mask` are the arrays that the kernel's functions take.
    """

    def __init__(
        self,
        players: int = 2,
        *,
        board: str | Board = BOARD,
        edition: str = DEFAULT_EDITION,
        options: Options | None = None,
        modules: Iterable[str] = (),
    ) -> None:
        """Prepare a rule set.

        Raises:
            ValueError: a name or number is impossible, the rules don't go together, or the kernel doesn't cover them.
        """
        self.players = players
        self.start = thurntaxis.undealt(players, board, edition, options, modules)
        self.tables = tables(self.start.rules)
        self.blocks = blocks(self.tables, players)
        self.observed = sum(len(block.labels) for block in self.blocks)
        self.actions = Actions.of(self.tables, self.observed)
        self.words = -(-len(self.actions.texts) // 8)
        self.bounds: NDArray[np.float32] = np.concatenate(
            [np.full(len(block.labels), block.kind.most, np.float32) for block in self.blocks]
        )
        backs = [f"back {shoes}" for shoes in range(1, MOST_SHOES + 1)] if self.tables.numbers[L.BACKS_SEEN] else []
        self.outcomes = (*(f"deal {card}" for card in self.actions.cards), *backs)
        self.index_of = {self.tables.number_of[card]: index for index, card in enumerate(self.actions.cards)}
        self.memory = new_memory()
        self.t = self.memory.array(self.tables.numbers)
        self.numbering = self.memory.array(self.actions.numbering)
        self.events = self.memory.zeros(self.tables.most_events)
        self.mask = self.memory.zeros(self.words)
        self.observation = self.memory.singles([0.0] * self.observed)

    def row(self, position: Position, seed: int = 0) -> list[int]:
        """Return an episode that begins with a position, as numbers, with its random numbers seeded."""
        return [*state(position, self.tables, seed), *[0] * (E.EPISODE_SIZE - L.STATE_SIZE)]
