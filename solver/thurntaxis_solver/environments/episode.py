"""One game of an environment, played action by action."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thurntaxis import Event
from thurntaxis_solver.environments.observation_blocks import text
from thurntaxis_solver.environments.setting import Setting, margins
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.environments import episode_layout as E
from thurntaxis_solver.kernel.environments.actions import legal_actions, play_action
from thurntaxis_solver.kernel.environments.write_observation import ALL_HANDS, observe
from thurntaxis_solver.kernel.rules.moves import deal, deal_any, is_chance, score, see_back, winner
from thurntaxis_solver.kernel.states import event_of

Values = NDArray[np.float32]
Mask = NDArray[np.int8]


class Episode:
    """A game under way.

    Before a decision, chance may be due: `outcomes` and `deal` make it explicit, `reveal` plays it from the episode's
    own random numbers.

    Attributes:
        setting: what is played.
        row: the numbers of the game, in the kernel's memory.
        events: what has happened, as far as events are complete.
    """

    def __init__(
        self, setting: Setting, seed: int = 0, row: list[int] | None = None, events: Iterable[Event] = ()
    ) -> None:
        """Begin a game, or continue from the numbers of an episode (`Setting.row`) and its events."""
        self.setting = setting
        self.row = setting.memory.array(setting.row(setting.start, seed) if row is None else row)
        self.events = list(events)
        self._mask: Mask | None = None

    def __deepcopy__(self, _memo: object) -> "Episode":
        return Episode(self.setting, row=list(self.row), events=self.events)

    def __reduce__(self) -> tuple[Any, ...]:
        return Episode, (self.setting, 0, list(self.row), self.events)

    # ---- whose turn it is

    @property
    def player(self) -> int:
        """Who decides; at a chance node, for whom chance does."""
        return int(self.row[L.PLAYER])

    @property
    def is_chance(self) -> bool:
        """Whether a card or a back is to be revealed next."""
        return not self.is_done and bool(is_chance(self.row))

    @property
    def is_truncated(self) -> bool:
        """Whether the game was stopped after the most moves."""
        return self.row[L.PHASE] != L.OVER and self.row[E.MOVES] >= self.setting.most_moves

    @property
    def is_done(self) -> bool:
        """Whether the game is over or was stopped."""
        return self.row[L.PHASE] == L.OVER or self.row[E.MOVES] >= self.setting.most_moves

    # ---- decisions

    def mask(self) -> Mask:
        """Return for each action 1 if it is legal, else 0; all are 0 if nobody decides."""
        return self._legal().copy()

    def _legal(self) -> Mask:
        """Return the mask of the legal actions, which must not be changed."""
        if self._mask is None:
            setting = self.setting
            if not self.is_done:
                legal_actions(self.row, setting.t, setting.numbering, setting.events, setting.mask)
            else:
                setting.mask[:] = [0] * setting.words
            bytes_of_words = np.array(setting.mask, np.int64).astype("<i8").view(np.int8)
            self._mask = bytes_of_words[: len(setting.actions.texts)]
        return self._mask

    def legal_actions(self) -> list[int]:
        """Return the legal actions, sorted."""
        return [int(action) for action in np.flatnonzero(self._legal())]

    def play(self, action: int) -> Event | None:
        """Play an action; return the event that it completes, none if more is to be chosen.

        Raises:
            ValueError: the action is illegal.
        """
        setting = self.setting
        texts = setting.actions.texts
        if not 0 <= action < len(texts) or not self._legal()[action]:
            what = f'"{texts[action]}"' if 0 <= action < len(texts) else "no action"
            legal = ", ".join(map(str, self.legal_actions())) or "none"
            raise ValueError(f"illegal action {action}: {what} (legal: {legal})")
        self._mask = None
        number = play_action(self.row, setting.t, setting.numbering, int(action))
        return None if number < 0 else self._noted(event_of(number, setting.tables))

    # ---- chance

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance (indices of `Setting.outcomes`), sorted, each with its probability."""
        row, setting = self.row, self.setting
        deck = Counter(row[L.DECK : L.DECK + row[L.DECK_SIZE]])
        weights = Counter({setting.index_of[card]: count for card, count in deck.items()})
        if row[L.BACK_DUE]:
            backs = Counter[int]()
            for index, count in weights.items():
                backs[len(setting.actions.cards) + setting.shoes[index] - 1] += count
            weights = backs
        elif back := row[L.DECK_BACK]:
            weights = Counter({index: count for index, count in weights.items() if setting.shoes[index] == back})
        total = weights.total()
        return [(outcome, weight / total) for outcome, weight in sorted(weights.items())]

    def deal(self, outcome: int) -> Event:
        """Play an outcome of chance, and return its event."""
        setting = self.setting
        cards = len(setting.actions.cards)
        self._mask = None
        if outcome < cards:
            possible = deal(self.row, setting.t, setting.tables.number_of[setting.actions.cards[outcome]])
        else:
            possible = see_back(self.row, setting.t, outcome - cards + 1)
        assert possible
        self.row[E.MOVES] += 1
        return self._noted(Event(setting.outcomes[outcome].split(" ", 1)))

    def reveal(self) -> list[Event]:
        """Play chance until a player decides or the game is over, and return its events."""
        found: list[Event] = []
        while self.is_chance:
            found.append(self._noted(event_of(deal_any(self.row, self.setting.t), self.setting.tables)))
            self._mask = None
            self.row[E.MOVES] += 1
        return found

    def _noted(self, event: Event) -> Event:
        self.events.append(event)
        return event

    # ---- observations and results

    def observation(self, observer: int = ALL_HANDS) -> Values:
        """Return what a seat sees; without a seat, what is seen with all hands visible."""
        setting = self.setting
        observe(self.row, setting.t, setting.numbering, observer, setting.observation, 0)
        return np.array(setting.observation, np.float32)

    def text(self, observer: int = ALL_HANDS) -> str:
        """Return what a seat sees in words."""
        return text(self.observation(observer), self.setting.blocks)

    def scores(self) -> list[int]:
        """Return the scores by seat as they stand."""
        return [int(score(self.row, self.setting.t, seat)) for seat in range(self.setting.players)]

    def winner(self) -> int:
        """Return the seat that would win as it stands."""
        return int(winner(self.row, self.setting.t))

    def rewards(self) -> list[float]:
        """Return the rewards by seat: 0 until the game is done, then what `Setting.reward` says."""
        players = self.setting.players
        if not self.is_done:
            return [0.0] * players
        if self.setting.reward == "margin":
            return list(margins(self.scores()).tolist())
        won = self.winner()
        return [1.0 if seat == won else -1 / (players - 1) for seat in range(players)]
