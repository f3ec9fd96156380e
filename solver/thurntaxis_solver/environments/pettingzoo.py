"""The game for PettingZoo: agents act in turn (AEC), with masks of the legal actions.

>>> from thurntaxis_solver.environments import pettingzoo
>>> environment = pettingzoo.env(players=2)
>>> environment.reset(seed=1)
>>> environment.agent_selection
'player_0'
"""

from typing import Any, Unpack

import numpy as np

from thurntaxis.arguments import checked
from thurntaxis_solver.environments.episode import Episode, Mask, Values
from thurntaxis_solver.environments.setting import Rules, Setting

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise ImportError('PettingZoo is not installed (pip install "thurntaxis[environments]")') from None


def env(players: int = 2, render_mode: str | None = None, **rules: Unpack[Rules]) -> Any:
    """Return the environment in PettingZoo's usual wrappers: an illegal action ends the game, with a reward of -1."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(players, render_mode, **rules), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


@checked
class raw_env(AECEnv[str, dict[str, Any], Any]):  # noqa: N801 - PettingZoo's name for it
    """The environment itself; chance is drawn from its own random numbers, which `reset` seeds.

    `episode` is the game. `infos` has the score of each agent once the game has ended.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo declares it so
        "name": "thurn_and_taxis_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, players: int = 2, render_mode: str | None = None, **rules: Unpack[Rules]) -> None:
        """Prepare the rules that the keywords of `Setting` name; raise ValueError if there are no such rules."""
        super().__init__()  # type: ignore[no-untyped-call]
        self.setting = Setting(players, **rules)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        actions = len(self.setting.actions.texts)
        observations = spaces.Dict(
            {
                "observation": spaces.Box(np.zeros_like(self.setting.bounds), self.setting.bounds),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observations)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._chance = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game; without a seed, the random numbers continue."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.episode = Episode(self.setting, int(self._chance.integers(1 << 62)))
        self.episode.reveal()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict[str, Any]() for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.player]

    def observe(self, agent: str) -> dict[str, Values | Mask]:
        """Return what an agent sees, and which actions are legal: none unless it decides."""
        seat = self.possible_agents.index(agent)
        mask = self.episode.mask()
        if seat != self.episode.player:
            mask = np.zeros_like(mask)
        return {"observation": self.episode.observation(seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play an action of the agent who decides."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("no action was given; expected one that the mask allows")
        self._cumulative_rewards[self.agent_selection] = 0.0
        episode = self.episode
        episode.play(int(action))
        episode.reveal()
        self.rewards = dict(zip(self.possible_agents, episode.rewards(), strict=True))
        if episode.is_done:
            scores = episode.scores()
            self.infos = {agent: {"score": score} for agent, score in zip(self.possible_agents, scores, strict=True)}
            self.terminations = dict.fromkeys(self.agents, not episode.is_truncated)
            self.truncations = dict.fromkeys(self.agents, episode.is_truncated)
        self.agent_selection = self.possible_agents[episode.player]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the table with all hands in words, if the mode is `ansi`."""
        return self.episode.text() if self.render_mode == "ansi" else None
