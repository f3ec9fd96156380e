"""The environment for Gymnasium: its own check, opponents, and results."""

import itertools
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

from support import environment_games as games
from thurntaxis_solver.environments.gymnasium import ThurnTaxisEnv
from thurntaxis_solver.play.agents import AgentError

NAME = "thurntaxis_solver.environments.gymnasium:ThurnTaxis-v0"

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


def test_the_same_seed_gives_the_same_game() -> None:
    found: list[list[Any]] = []
    for seed in (1, 1, 2):
        environment = gymnasium.make(NAME, opponents=["greedy"], most_moves=150)
        play(environment, seed, games.choosers(environment.unwrapped.setting, 1))
        found.append(environment.unwrapped.episode.events)
    assert found[0] == found[1] != found[2]


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


def play(environment: Any, seed: int, choose: games.Chooser) -> tuple[float, dict[str, Any]]:
    """Play a game; return the sum of rewards, and the last information."""
    _, info = environment.reset(seed=seed)
    total, done = 0.0, not info["action_mask"].any()
    while not done:
        action = choose(environment.unwrapped.episode)
        assert info["action_mask"][action]
        observation, reward, terminated, truncated, info = environment.step(action)
        assert observation in environment.observation_space
        total, done = total + reward, terminated or truncated
    return total, info


def test_results_are_those_of_the_reference() -> None:
    over = 0
    for at, (board, modules, players) in enumerate(games.games_in_turn(12)):
        opponents = list(itertools.islice(itertools.cycle(("greedy", "random")), players - 1))
        environment = gymnasium.make(
            NAME, opponents=opponents, seat=at % players, board=board, modules=modules, most_moves=600
        )
        reward, info = play(environment, at, games.choosers(environment.unwrapped.setting, at))
        episode = environment.unwrapped.episode
        rewards = episode.rewards()
        assert reward == rewards[at % players]
        games.check_result(episode.setting, episode.events, info["scores"], rewards)
        over += not episode.is_truncated
    assert over > 6
