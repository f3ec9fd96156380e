"""Many games at once, for Gymnasium: one call of the kernel plays an action in each of them.

>>> from thurntaxis_solver.environments.vector import VectorEnvironment
>>> environment = VectorEnvironment(4, players=3)
>>> observations, infos = environment.reset(seed=1)
>>> observations.shape == (4, environment.setting.observed)
True
>>> actions = infos["action_mask"].argmax(axis=1)  # the first legal action of each game
>>> observations, rewards, terminations, truncations, infos = environment.step(actions)
>>> infos["player"].tolist(), terminations.tolist()
([0, 0, 0, 0], [False, False, False, False])
"""

from typing import Any, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from thurntaxis.arguments import at_least, checked
from thurntaxis_solver.environments.setting import Rules, Setting, margins
from thurntaxis_solver.kernel.environments import episode_layout as E
from thurntaxis_solver.kernel.environments.many_games import FINISHED, TRUNCATED, Batch, begin_games, step_games
from thurntaxis_solver.kernel.rng import seeded

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise ImportError('Gymnasium is not installed (pip install "thurntaxis[environments]")') from None

Observations = NDArray[np.float32]
Truths = NDArray[np.bool_]
Step = tuple[Observations, NDArray[np.float64], Truths, Truths, dict[str, Any]]


@checked
class VectorEnvironment(VectorEnv[Observations, NDArray[Any], NDArray[Any]]):
    """Games of one rule set, stepped together, all seats of each. A game that ends restarts in the same step.

    An observation is what the player sees who decides next; the reward is that of the player who acted. The infos have
    a row for each game:

    - `action_mask`: which actions are legal now
    - `player`: who decides now
    - `rewards`: by seat: 0, or in the step that ends a game what `Setting.reward` says
    - `scores`: by seat, of a game that ended with this step, else 0
    - in a step that ends a game, `final_obs`: what the player who acted saw at the end; `_final_obs`: which games ended
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(self, num_envs: int, players: int = 2, **rules: Unpack[Rules]) -> None:
        """Prepare games by the rules that the keywords of `Setting` name; `reset` begins them.

        Raises:
            ValueError: there is no game, or there are no such rules.
        """
        at_least(1, num_envs=num_envs)
        self._prepare(num_envs, Setting(players, **rules))

    def _prepare(self, games: int, setting: Setting) -> None:
        self.num_envs, self.setting, memory = games, setting, setting.memory
        self.single_observation_space = spaces.Box(np.zeros_like(setting.bounds), setting.bounds)
        self.single_action_space = spaces.Discrete(len(setting.actions.texts))
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)
        self._batch = Batch(
            begin=memory.array(setting.row(setting.start)),
            episodes=memory.matrix(games, E.EPISODE_SIZE),
            masks=memory.matrix(games, setting.words),
            observations=memory.singles([0.0] * (games * setting.observed)),
            final_observations=memory.singles([0.0] * (games * setting.observed)),
            players=memory.zeros(games),
            ends=memory.zeros(games),
            rewards=memory.float_matrix(games, setting.players),
            scores=memory.matrix(games, setting.players),
            events=setting.events,
        )
        self._actions = memory.zeros(games)

    def __getstate__(self) -> dict[str, Any]:
        arrays = [np.array(array).tolist() for array in self._batch]
        return {"games": self.num_envs, "setting": self.setting, "chance": self._np_random, "arrays": arrays}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._prepare(state["games"], state["setting"])
        self._np_random = state["chance"]
        for array, numbers in zip(cast("tuple[Any, ...]", self._batch), state["arrays"], strict=True):
            for at, number in enumerate(numbers):
                if isinstance(number, list):
                    array[at][:] = number
                else:
                    array[at] = number

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Restart all games. The same seed and actions give the same games; without a seed, random numbers go on."""
        super().reset(seed=seed, options=options)
        first = int(self.np_random.integers(1 << 31)) if seed is None else seed
        setting = self.setting
        seeds = setting.memory.array([seeded((first << 32) + game) for game in range(self.num_envs)])
        begin_games(setting.t, setting.numbering, self._batch, seeds)
        return self._observations(self._batch.observations), self._infos()

    def step(self, actions: NDArray[Any]) -> Step:
        """Play an action in each game.

        Raises:
            ValueError: an action is illegal, or there is not one for each game; nothing is played then.
        """
        setting, batch, games = self.setting, self._batch, self.num_envs
        if actions.shape != (games,):
            raise ValueError(f"the actions have the shape {actions.shape}; expected one for each game: ({games},)")
        self._actions[:] = actions.tolist()
        acting = np.array(batch.players, np.int64)
        wrong = step_games(setting.t, setting.numbering, batch, self._actions)
        if wrong >= 0:
            raise ValueError(f"game {wrong}: the action {actions[wrong]} is illegal; expected one that its mask allows")
        ends, infos = np.array(batch.ends, np.int64), self._infos()
        if ends.any():
            infos |= {"final_obs": self._observations(batch.final_observations), "_final_obs": ends > 0}
        rewards = infos["rewards"][np.arange(games), acting]
        return self._observations(batch.observations), rewards, ends == FINISHED, ends == TRUNCATED, infos

    def action_masks(self) -> Truths:
        """Return which actions are legal, with a row for each game."""
        return np.array(self._batch.masks, "<i8").view(np.bool_)[:, : len(self.setting.actions.texts)]

    def _observations(self, numbers: Any) -> Observations:
        return np.array(numbers, np.float32).reshape(self.num_envs, -1)

    def _infos(self) -> dict[str, Any]:
        batch = self._batch
        scores = np.array(batch.scores, np.int64)
        return {
            "action_mask": self.action_masks(),
            "player": np.array(batch.players, np.int64),
            "rewards": margins(scores) if self.setting.reward == "margin" else np.array(batch.rewards, np.float64),
            "scores": scores,
        }
