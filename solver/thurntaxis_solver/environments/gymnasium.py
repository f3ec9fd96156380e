"""The game for Gymnasium: one seat, against agents in the others.

>>> import gymnasium
>>> import thurntaxis_solver.environments.gymnasium  # registers it
>>> environment = gymnasium.make("thurntaxis/ThurnTaxis-v0", opponents=["random"])
>>> observation, info = environment.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum()) > 0
((403,), True)
"""

from collections.abc import Sequence
from typing import Any, Literal, Unpack

import numpy as np
from numpy.typing import NDArray

from thurntaxis import Event
from thurntaxis.arguments import checked
from thurntaxis.seen_cards import Seen
from thurntaxis_solver.environments.episode import Episode, Values
from thurntaxis_solver.environments.setting import Rules, Setting
from thurntaxis_solver.play.agents import read

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise ImportError('Gymnasium is not installed (pip install "thurntaxis[environments]")') from None


@checked
class ThurnTaxisEnv(gymnasium.Env[Values, np.int64]):
    """A seat in games against agents, which are named as for `taxis tournament`: `greedy`, `search:time=0.1`.

    An observation is what the seat sees; `info["action_mask"]` says which actions are legal. An illegal action loses
    the game. `info["scores"]` are the scores of a game that has ended. `episode` is the game.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        opponents: Sequence[str] = ("random",),
        seat: int = 0,
        render_mode: Literal["ansi"] | None = None,
        **rules: Unpack[Rules],
    ) -> None:
        """Prepare games against these agents, which take the other seats in order.

        Raises:
            ValueError: there is no such seat, agent or rule, or an agent can't play by these rules.
        """
        players = len(opponents) + 1
        self.setting = Setting(players, **rules)
        if not 0 <= seat < players:
            raise ValueError(f"seat is {seat}; expected 0 to {players - 1}")
        self.seat, self.render_mode = seat, render_mode
        self._opponents = [read(name) for name in opponents]
        for opponent in self._opponents:
            opponent.check(self.setting.start.rules)
        self.observation_space = spaces.Box(np.zeros_like(self.setting.bounds), self.setting.bounds)
        self.action_space = spaces.Discrete(len(self.setting.actions.texts))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Values, dict[str, Any]]:
        """Begin a game, and play to the first decision of the seat."""
        super().reset(seed=seed, options=options)
        episode_seed, agents_seed = (int(number) for number in self.np_random.integers(1 << 31, size=2))
        agents = [written.build(agents_seed + number) for number, written in enumerate(self._opponents)]
        self._agents = [*agents[: self.seat], None, *agents[self.seat :]]
        self.episode = Episode(self.setting, episode_seed)
        self._seen = Seen.at(self.setting.start)
        self._go_on()
        return self.episode.observation(self.seat), self._info()

    def step(self, action: np.int64) -> tuple[Values, float, bool, bool, dict[str, Any]]:
        """Play an action of the seat, and then to its next decision or the end of the game."""
        episode = self.episode
        if not self.action_space.contains(action) or not episode.mask()[action]:
            info = {**self._info(), "illegal_action": int(action)}
            return episode.observation(self.seat), -1.0, True, False, info
        self._follow(episode.play(int(action)))
        self._go_on()
        terminated, truncated = episode.is_done and not episode.is_truncated, episode.is_truncated
        return episode.observation(self.seat), episode.rewards()[self.seat], terminated, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return for each action whether it is legal."""
        return self.episode.mask().astype(bool)

    def render(self) -> str | None:
        """Return what the seat sees in words, if the mode is `ansi`."""
        return self.episode.text(self.seat) if self.render_mode == "ansi" else None

    def _go_on(self) -> None:
        """Let chance and the agents play until the seat decides or the game is done."""
        episode = self.episode
        while not episode.is_done:
            for event in episode.reveal():
                self._follow(event)
            agent = self._agents[episode.player]
            if agent is None or episode.is_done:
                return
            for action in self.setting.actions.sequence(agent.choose(self._seen.view(episode.player))):
                if not episode.is_done:
                    self._follow(episode.play(action))

    def _follow(self, event: Event | None) -> None:
        """Note what all see of an event, once it is complete."""
        if event is not None:
            self._seen = self._seen.play_without_checking(event)

    def _info(self) -> dict[str, Any]:
        episode = self.episode
        return {"action_mask": episode.mask(), **({"scores": episode.scores()} if episode.is_done else {})}


gymnasium.register("thurntaxis/ThurnTaxis-v0", entry_point=f"{__name__}:ThurnTaxisEnv")
