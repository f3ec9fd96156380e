"""Many games at once: one call of the kernel plays an action in each of them.

>>> import numpy as np
>>> from thurntaxis_solver.environments.vector import VectorEnvironment
>>> environment = VectorEnvironment(4, players=3, seed=1)
>>> environment.observations.shape == (4, environment.setting.observed)
True
>>> step = environment.step(environment.masks.argmax(axis=1))  # the first legal action of each game
>>> step.ends.tolist()
[0, 0, 0, 0]
"""

from typing import Any, NamedTuple, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from thurntaxis.arguments import at_least, checked
from thurntaxis_solver.environments.setting import Rules, Setting
from thurntaxis_solver.kernel.compiled import RUNTIME
from thurntaxis_solver.kernel.environments import episode_layout as E
from thurntaxis_solver.kernel.environments.many_games import Batch, begin_games, step_games
from thurntaxis_solver.kernel.rng import seeded

Observations = NDArray[np.float32]
Masks = NDArray[np.bool_]
Integers = NDArray[np.int64]


class VectorStep(NamedTuple):
    """What a step led to, with a row for each game.

    Attributes:
        observations: what the player who decides now sees.
        masks: which actions are legal now.
        players: who decides now.
        rewards: by seat: 0, or in the step that ends a game 1 for the winner and equal shares of -1 for the others.
        ends: 1 if a game was over with this step, 2 if it was stopped after the most moves, else 0.
        scores: by seat, of a game that ended with this step, else 0.
    """

    observations: Observations
    masks: Masks
    players: Integers
    rewards: NDArray[np.float64]
    ends: Integers
    scores: Integers


@checked
class VectorEnvironment:
    """Games of one rule set, stepped together. A game that ends restarts in the same step.

    `observations`, `masks` and `players` say what can be seen and done now, as the fields of `VectorStep` do. All
    arrays are views of the kernel's memory: the next step overwrites them, so copy what you want to keep.
    """

    def __init__(self, games: int, players: int = 2, *, seed: int = 0, **rules: Unpack[Rules]) -> None:
        """Begin games by the rules that the keywords of `Setting` name.

        Raises:
            ValueError: there is no game, or there are no such rules.
        """
        at_least(1, games=games)
        self._prepare(games, Setting(players, **rules))
        self.reset(seed)

    def _prepare(self, games: int, setting: Setting) -> None:
        self.games, self.setting, memory = games, setting, setting.memory
        self._batch = Batch(
            begin=memory.array(setting.row(setting.start)),
            episodes=memory.matrix(games, E.EPISODE_SIZE),
            masks=memory.matrix(games, setting.words),
            observations=memory.singles([0.0] * (games * setting.observed)),
            players=memory.zeros(games),
            ends=memory.zeros(games),
            rewards=memory.float_matrix(games, setting.players),
            scores=memory.matrix(games, setting.players),
            events=setting.events,
        )
        self._actions = memory.zeros(games)
        self._step: VectorStep | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {"games": self.games, "setting": self.setting, "arrays": [np.array(a).tolist() for a in self._batch]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._prepare(state["games"], state["setting"])
        for array, numbers in zip(cast("tuple[Any, ...]", self._batch), state["arrays"], strict=True):
            for at, number in enumerate(numbers):
                if isinstance(number, list):
                    array[at][:] = number
                else:
                    array[at] = number
        self._look()

    def reset(self, seed: int) -> VectorStep:
        """Restart all games; the same seed and actions give the same games."""
        setting = self.setting
        seeds = setting.memory.array([seeded((seed << 32) + game) for game in range(self.games)])
        begin_games(setting.t, setting.numbering, self._batch, seeds)
        return self._look()

    def step(self, actions: NDArray[Any]) -> VectorStep:
        """Play an action in each game.

        Raises:
            ValueError: an action is illegal, or there is not one for each game; nothing is played then.
        """
        setting = self.setting
        if actions.shape != (self.games,):
            raise ValueError(f"the actions have the shape {actions.shape}; expected one for each game: ({self.games},)")
        self._actions[:] = actions.tolist()
        wrong = step_games(setting.t, setting.numbering, self._batch, self._actions)
        if wrong >= 0:
            raise ValueError(f"game {wrong}: the action {actions[wrong]} is illegal; expected one that its mask allows")
        return self._look()

    def _look(self) -> VectorStep:
        """Return what the kernel's arrays say; they are views of its memory, except in plain Python."""
        if self._step is None or RUNTIME == "lists":
            self._step = self._viewed()
            self.observations, self.masks, self.players = self._step[:3]
        return self._step

    def _viewed(self) -> VectorStep:
        batch, actions = self._batch, len(self.setting.actions.texts)
        arrays = VectorStep(
            observations=np.asarray(batch.observations, np.float32).reshape(self.games, -1),
            masks=np.asarray(batch.masks, np.dtype("<i8")).view(np.bool_)[:, :actions],
            players=np.asarray(batch.players, np.int64),
            rewards=np.asarray(batch.rewards, np.float64),
            ends=np.asarray(batch.ends, np.int64),
            scores=np.asarray(batch.scores, np.int64),
        )
        step = VectorStep._make(array.view() for array in arrays)  # the kernel still writes the arrays themselves
        for array in step:
            array.flags.writeable = False
        return step
