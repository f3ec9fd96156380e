"""A rule set and a number of players, ready for episodes."""

import functools
import threading
from collections.abc import Iterable
from typing import Any, Literal, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

import thurntaxis
from thurntaxis import DEFAULT_EDITION, Board, Position
from thurntaxis.arguments import checked
from thurntaxis.options import Options
from thurntaxis.rules import RuleSet
from thurntaxis_solver.environments.actions import Actions
from thurntaxis_solver.environments.observation_blocks import blocks
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import new_memory
from thurntaxis_solver.kernel.environments import episode_layout as E
from thurntaxis_solver.kernel.rules.cards import MOST_SHOES
from thurntaxis_solver.kernel.states import state
from thurntaxis_solver.kernel.tables import tables

MOST_MOVES = 1000
"""Actions and reveals, for each player, after which a game ends as it stands: random games hardly ever end."""

LONGEST = 1_000_000
"""The greatest value of `most_moves`."""

BOARD = "south"

Reward = Literal["win", "margin"]
"""What a game is played for: to win it, or to have more points than the others."""


class Rules(TypedDict, total=False):
    """What is played, by keyword: see `Setting`."""

    board: str | Board
    edition: str
    options: Options
    modules: Iterable[str]
    most_moves: int | None
    reward: Reward


def margins(scores: ArrayLike) -> NDArray[np.float64]:
    """Return for each seat, along the last axis, its points less the mean of the others' points."""
    points = np.asarray(scores, np.float64)
    others: NDArray[np.float64] = (points.sum(-1, keepdims=True) - points) / (points.shape[-1] - 1)
    return points - others


@checked
class Setting:
    """A rule set and a number of players, with what the kernel needs for them. It belongs to one thread.

    Attributes:
        players: the number of players.
        start: the position that every game begins with: the table before the first reveal.
        most_moves: the actions and reveals after which a game ends as it stands.
        reward: `win` if the winner gets 1 and the others equal shares of -1, `margin` if all get their `margins`.
        tables: the rule set as numbers, and the names that these stand for.
        actions: the actions.
        blocks: the blocks of an observation.
        observed: how many numbers an observation has.
        bounds: the most that each number of an observation can be; the least is 0.
        words: how many 64-bit numbers a mask of actions takes.
        outcomes: by number, the events of chance.
        index_of: indices of the cards, by the kernel's numbers.
        shoes: horseshoes of the cards, by index.
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
        most_moves: int | None = None,
        reward: Reward = "win",
    ) -> None:
        """Prepare a rule set; a game ends as it stands after `most_moves`, commonly 1,000 for each player.

        Raises:
            ValueError: a name or number is impossible, the rules don't go together, or the kernel doesn't cover them.
        """
        self.players, self.reward = players, reward
        self.start = thurntaxis.undealt(players, board, edition, options, modules)
        self.tables = tables(self.start.rules)
        self.most_moves = MOST_MOVES * players if most_moves is None else most_moves
        if not 1 <= self.most_moves <= LONGEST:
            raise ValueError(f"most_moves is {most_moves}; expected 1 to {LONGEST}")
        self.blocks = blocks(self.tables, players, self.most_moves)
        self.observed = sum(len(block.labels) for block in self.blocks)
        self.actions = Actions.of(self.tables, self.observed, self.most_moves)
        self.words = -(-len(self.actions.texts) // 8)
        self.bounds = np.concatenate([np.full(len(block.labels), block.most, np.float32) for block in self.blocks])
        backs = [f"back {shoes}" for shoes in range(1, MOST_SHOES + 1)] if self.tables.numbers[L.BACKS_SEEN] else []
        self.outcomes = (*(f"deal {card}" for card in self.actions.cards), *backs)
        self.index_of = {self.tables.number_of[card]: index for index, card in enumerate(self.actions.cards)}
        horseshoes = self.start.rules.board.horseshoes
        self.shoes = tuple(horseshoes.get(card, 0) for card in self.actions.cards)
        self.memory = new_memory()
        self.t = self.memory.array(self.tables.numbers)
        self.numbering = self.memory.array(self.actions.numbering)
        self.events = self.memory.zeros(self.tables.most_events)
        self.mask = self.memory.zeros(self.words)
        self.observation = self.memory.singles([0.0] * self.observed)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.players, self.start.rules, self.most_moves, self.reward)

    def __deepcopy__(self, _memo: object) -> "Setting":
        return self

    def row(self, position: Position, seed: int = 0) -> list[int]:
        """Return an episode that begins with a position, as numbers, with its random numbers seeded."""
        return [*state(position, self.tables, seed), *[0] * (E.EPISODE_SIZE - L.STATE_SIZE)]


def _unpickled(players: int, rules: RuleSet, most_moves: int, reward: Reward) -> Setting:
    """Return the setting of these rules that belongs to this thread."""
    return _of_thread(threading.get_ident(), players, rules, most_moves, reward)


@functools.lru_cache(maxsize=16)
def _of_thread(_thread: int, players: int, rules: RuleSet, most_moves: int, reward: Reward) -> Setting:
    return Setting(
        players,
        board=rules.board,
        edition=rules.edition,
        options=rules.options,
        modules=rules.modules,
        most_moves=most_moves,
        reward=reward,
    )
