"""The game for OpenSpiel: importing this module registers `python_thurn_and_taxis`.

Parameters: `players` (2 to 4), `modules` (names joined by `+`), `board`, `edition`, and `most_moves` (0: 1,000 for each
player).

>>> import pyspiel
>>> import thurntaxis_solver.environments.openspiel
>>> game = pyspiel.load_game("python_thurn_and_taxis(players=3,modules=offices-of-honor)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True
"""

import importlib
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from thurntaxis import DEFAULT_EDITION
from thurntaxis.arguments import fitting
from thurntaxis_solver.environments.episode import Episode, Values
from thurntaxis_solver.environments.observation_blocks import text
from thurntaxis_solver.environments.setting import BOARD, Setting
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.environments import episode_layout as E
from thurntaxis_solver.kernel.environments.write_observation import ALL_HANDS, NO_HAND

try:
    pyspiel: Any = importlib.import_module("pyspiel")
except ImportError:
    raise ImportError('OpenSpiel is not installed (pip install "thurntaxis[environments]")') from None

GAME_TYPE = pyspiel.GameType(
    short_name="python_thurn_and_taxis",
    long_name="Thurn and Taxis",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=L.MOST_PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 2, "modules": "", "board": BOARD, "edition": DEFAULT_EDITION, "most_moves": 0},
)

PRIVATE_BLOCKS = ("seat 0 hand", "shown", "chosen cards")
"""The blocks of an observation that differ between a seat and those who see no hand."""


class ThurnTaxisGame(pyspiel.Game):  # type: ignore[misc]
    """The game by one rule set."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Prepare the rules that the parameters name; raise ValueError if there are no such rules."""
        given = {**GAME_TYPE.parameter_specification, **(params or {})}
        self.setting = Setting(
            given["players"],
            board=given["board"],
            edition=given["edition"],
            modules=[name for name in fitting("modules", given["modules"], str).split("+") if name],
            most_moves=given["most_moves"] or None,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.setting.actions.texts),
            max_chance_outcomes=len(self.setting.outcomes),
            num_players=self.setting.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.setting.most_moves,
        )
        super().__init__(GAME_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> "ThurnTaxisState":
        """Return the table before the first reveal."""
        return ThurnTaxisState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "ThurnTaxisObserver":
        """Return an observer; without a type, one of what a seat sees now."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return ThurnTaxisObserver(self.setting, kind, params)


class ThurnTaxisState(pyspiel.State):  # type: ignore[misc]
    """A game under way.

    Attributes:
        witnessed: by seat, what it has seen happen, as numbers (`Witnessed`).
        blind: the blind draws: their places in the history, their seats, and how often the deck had been shuffled.
        shuffles: how often the deck has been shuffled since the beginning.
        discards: by the place in the history of the action that ended it, what a choice of cards to keep discarded.
    """

    def __init__(self, game: ThurnTaxisGame) -> None:
        super().__init__(game)
        self.episode = Episode(game.setting)
        self.numbers = Witnessed(game.setting)
        self.witnessed: list[list[int]] = [[] for _ in range(game.setting.players)]
        self.blind: list[tuple[int, int, int]] = []
        self.shuffles = 0
        self.discards: dict[int, list[int]] = {}

    def current_player(self) -> int:
        """Return who decides, or that chance does, or that the game is over."""
        if self.episode.is_done:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.episode.is_chance else self.episode.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal_actions() if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what can be revealed, with its probability."""
        return self.episode.outcomes()

    def _apply_action(self, action: int) -> None:
        actor, place, deck = self.episode.player, self.move_number(), self.episode.row[L.DECK_SIZE]
        if self.episode.is_chance:
            number, others = self.numbers.outcome(self.episode, action)
            if number != others:
                self.blind.append((place, actor, self.shuffles))
            deck -= not self.episode.row[L.BACK_DUE]
            self.episode.deal(action)
        else:
            # Others see which cards are discarded, but not which are kept.
            before = self.episode.observation() if action in self.numbers.keeps else None
            event = self.episode.play(action)
            number = others = [self.numbers.first_action + action]
            if before is not None:
                others = [] if event is None else self.numbers.discarded(actor, before, self.episode.observation())
                if event is not None:
                    self.discards[place] = [number - self.numbers.first_discarded for number in others]
        self.shuffles += self.episode.row[L.DECK_SIZE] > deck
        for seat, witnessed in enumerate(self.witnessed):
            witnessed.extend(number if seat == actor else others)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "ThurnTaxisState":
        """Return a game that a seat can't tell from this one: what others drew blind and still hold is dealt anew.

        Each card comes from those that lay in the deck with it, with the same back, and that the seat hasn't seen
        since. `sampler` returns random numbers from 0 to 1.
        """
        history, numbers, setting = self.history(), self.numbers, self.episode.setting
        cards, row, everything = len(setting.actions.cards), self.episode.row, self.episode.observation()
        backs = setting.shoes if setting.tables.numbers[L.BACKS_SEEN] else (0,) * cards
        firsts = [E.SHOWN + E.SHOWN_SEAT * seat for seat in range(setting.players)]
        hidden = [
            hand.numbers(everything) - row[first : first + cards]
            for hand, first in zip(numbers.hands, firsts, strict=True)
        ]
        places: dict[tuple[int, int], list[int]] = {}
        for place, seat, shuffles in reversed(self.blind):
            card = history[place]
            if seat != player and hidden[seat][card]:
                hidden[seat][card] -= 1
                places.setdefault((shuffles, backs[card]), []).append(place)
        deck = [setting.index_of[card] for card in row[L.DECK : L.DECK + row[L.DECK_SIZE]]]
        for (shuffles, back), dealt in places.items():
            pool = [history[place] for place in dealt]
            pool += [card for card in deck if shuffles == self.shuffles and backs[card] == back]
            for place in dealt:
                history[place] = pool.pop(int(sampler() * len(pool)))
        state: ThurnTaxisState = self.get_game().new_initial_state()
        for place, action in enumerate(history):
            if state.current_player() in (player, pyspiel.PlayerId.CHANCE) or action not in numbers.keeps:
                state.apply_action(action)
            elif place in self.discards:  # the others keep what they don't discard
                seat = state.current_player()
                kept = Counter(dict(enumerate(map(int, numbers.hands[seat].numbers(state.episode.observation())))))
                kept.subtract(self.discards[place])
                for card in sorted(kept.elements()):
                    state.apply_action(numbers.keeps[card])
        while len(state.history()) < len(history):  # a choice that isn't complete is seen by nobody else
            state.apply_action(state.legal_actions()[0])
        return state

    def _action_to_string(self, player: int, action: int) -> str:
        setting = self.episode.setting
        return setting.outcomes[action] if player == pyspiel.PlayerId.CHANCE else setting.actions.texts[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over or was stopped."""
        return self.episode.is_done

    def returns(self) -> list[float]:
        """Return 0, or once the game is over 1 for the winner and equal shares of -1 for the others."""
        return self.episode.rewards()

    def __str__(self) -> str:
        return self.episode.text(ALL_HANDS)


class Witnessed:
    """The numbers that record, in an information state, what the seat has seen happen, in order.

    0 stands for nothing (yet); then come the actions, the outcomes of chance, a card that another seat drew blind, and
    the cards that another seat discarded when it chose which to keep.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.first_action = 1
        self.first_outcome = self.first_action + len(setting.actions.texts)
        self.blind = self.first_outcome + len(setting.outcomes)
        self.first_discarded = self.blind + 1
        named = {block.name: block for block in setting.blocks}
        self.hands = [named[f"seat {seat} hand"] for seat in range(setting.players)]
        first = setting.numbering[E.FIRST_ACTION + L.KEEP]
        self.keeps = range(first, first + len(setting.actions.cards))
        self.texts = (
            *("", *setting.actions.texts, *setting.outcomes, "deal unseen"),
            *(f"discard {card}" for card in setting.actions.cards),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Witnessed, (self.setting,)

    def outcome(self, episode: Episode, outcome: int) -> tuple[list[int], list[int]]:
        """Return the number of an outcome of chance for the player who decides, and for the others."""
        is_blind = episode.row[L.TO_HAND] > 0 and not episode.row[L.BACK_DUE]
        number = self.first_outcome + outcome
        return [number], [self.blind if is_blind else number]

    def discarded(self, seat: int, before: Values, after: Values) -> list[int]:
        """Return the numbers of the cards that left a hand between two observations with all hands."""
        counts = self.hands[seat].numbers(before - after)
        return [self.first_discarded + index for index, count in enumerate(counts) for _ in range(int(count))]


class ThurnTaxisObserver:
    """Writes what a seat sees to `tensor` and, by block, to `dict`.

    With perfect recall, `history` follows: what the seat has witnessed, in order (`Witnessed`), filled up with 0.
    """

    def __init__(self, setting: Setting, kind: Any, params: Any) -> None:
        """Prepare an observer of public and private information, or of one of them.

        Raises:
            ValueError: there are parameters, or there is no such observer.
        """
        private = pyspiel.PrivateInfoType
        if params:
            raise ValueError(f"the observer has no parameters (found {params})")
        self.is_whole = kind.public_info and kind.private_info == private.SINGLE_PLAYER
        if kind.private_info == private.ALL_PLAYERS or (kind.perfect_recall and not self.is_whole):
            raise ValueError("no such observer; expected one seat, with perfect recall, public and private information")
        self.setting, self.numbers = setting, Witnessed(setting)
        self.is_public = kind.public_info
        self.blocks = tuple(block for block in setting.blocks if self.is_public or block.name in PRIVATE_BLOCKS)
        if not self.is_public and kind.private_info == private.NONE:
            self.blocks = ()
        self.longest = 2 * setting.most_moves if kind.perfect_recall else 0
        observed = sum(len(block.labels) for block in self.blocks)
        self.tensor: Values = np.zeros(observed + self.longest, np.float32)
        self.dict: dict[str, Values] = {}
        at = 0
        for block in self.blocks:
            self.dict[block.name] = self.tensor[at : at + len(block.labels)]
            at += len(block.labels)
        if self.longest:
            self.dict["history"] = self.tensor[at:]

    def set_from(self, state: ThurnTaxisState, player: int) -> None:
        """Observe a state."""
        values = self._values(state, player)
        for block in self.blocks:
            self.dict[block.name][:] = block.numbers(values)
        if self.longest:
            witnessed = state.witnessed[player]
            self.dict["history"].fill(0)
            self.dict["history"][: len(witnessed)] = witnessed

    def string_from(self, state: ThurnTaxisState, player: int) -> str:
        """Return an observation in words; with perfect recall, what the seat has witnessed comes first."""
        lines = [text(self._values(state, player), self.blocks)]
        if self.is_whole:
            lines.insert(0, f"player {player}")
        if self.longest:
            lines.insert(1, "; ".join(map(self.numbers.texts.__getitem__, state.witnessed[player])))
        return "\n".join(lines)

    def _values(self, state: ThurnTaxisState, player: int) -> Values:
        return state.episode.observation(player if self.is_whole or not self.is_public else NO_HAND)


pyspiel.register_game(GAME_TYPE, ThurnTaxisGame)
