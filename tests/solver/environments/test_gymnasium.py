"""The environment for Gymnasium: its own check, opponents, and results."""

from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

import thurntaxis as tt
from support import environment_games as games
from thurntaxis_solver.environments.gymnasium import ThurnTaxisEnv
from thurntaxis_solver.play.agents import AgentError

NAME = "thurntaxis/ThurnTaxis-v0"

pytestmark = pytest.mark.filterwarnings("ignore:.*No render fps was declared:UserWarning")


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"opponents": ["greedy", "random"], "seat": 1, "most_moves": 200},
        {"opponents": ["lookahead"], "board": "testland", "modules": ["power-and-glory"]},
    ],
)
def test_gymnasiums_own_check(rules: dict[str, Any]) -> None:
    environment = gymnasium.make(NAME, **rules)
    check_env(environment.unwrapped)


def test_an_illegal_action_loses() -> None:
    environment = gymnasium.make(NAME)
    _, info = environment.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = environment.step(illegal)
    assert (reward, terminated, truncated, info["illegal_action"]) == (-1, True, False, illegal)


@pytest.mark.parametrize(
    ("rules", "wrong"),
    [({"seat": 2}, "seat is 2"), ({"opponents": ["nobody"]}, "unknown agent"), ({"opponents": []}, "1 players")],
)
def test_what_is_impossible_is_refused(rules: dict[str, Any], wrong: str) -> None:
    with pytest.raises((ValueError, AgentError), match=wrong):
        ThurnTaxisEnv(**rules)


def played(seed: int, **rules: Any) -> list[tt.Event]:
    """Play a game, check what its seat is told, and return the events."""
    environment = gymnasium.make(NAME, **rules)
    _, info = environment.reset(seed=seed)
    episode, choose = environment.unwrapped.episode, games.choosers(environment.unwrapped.setting, 1)
    total = 0.0
    while not episode.is_done:
        action = choose(episode)
        assert info["action_mask"][action]
        assert (environment.get_wrapper_attr("action_masks")() == (info["action_mask"] == 1)).all()
        observation, reward, terminated, truncated, info = environment.step(action)
        assert observation in environment.observation_space
        assert (terminated, truncated) == (episode.is_done and not episode.is_truncated, episode.is_truncated)
        total += reward
    assert total == episode.rewards()[environment.unwrapped.seat] != 0
    assert info["scores"] == episode.scores()
    return list(episode.events)


def test_the_seed_decides_the_game() -> None:
    """Results are compared with the reference where many games are played at once (`test_vector`)."""
    first, again, other = (played(seed, opponents=["greedy"], most_moves=150) for seed in (1, 1, 2))
    assert first == again != other
    three: dict[str, Any] = {"opponents": ["greedy", "random"], "modules": ["offices-of-honor"], "seat": 2}
    assert played(1, **three, most_moves=600)
