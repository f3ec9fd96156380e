"""The environment for PettingZoo: its own tests, masks, random numbers, and rewards."""

import functools
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test.api_test import api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import seed_test

from support import environment_games as games
from thurntaxis_solver.environments import pettingzoo

pytestmark = pytest.mark.filterwarnings(
    # the observations are dictionaries with a mask, as in PettingZoo's own games of this kind
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
    # what `reset` defines, which the wrappers look for before it is called
    "ignore:Environment has no:UserWarning",
)

RULES: list[dict[str, Any]] = [
    {},
    {"players": 4, "board": "testland", "modules": ["power-and-glory", "offices-of-honor"]},
]


@pytest.mark.parametrize("rules", RULES)
def test_the_api(rules: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    api_test(pettingzoo.env(**rules, most_moves=300), num_cycles=1000)  # type: ignore[no-untyped-call]
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("rules", RULES)
def test_seeds(rules: dict[str, Any]) -> None:
    seed_test(lambda: pettingzoo.env(**rules, most_moves=300), num_cycles=500)  # type: ignore[no-untyped-call]


def test_rendering() -> None:
    make: Any = functools.partial(pettingzoo.env, 2)
    render_test(make)


def test_games_without_a_seed_differ() -> None:
    environment = pettingzoo.env()
    environment.reset(seed=4)
    first = environment.unwrapped.episode.events
    environment.reset()
    second = environment.unwrapped.episode.events
    assert first != second
    environment.reset(seed=4)
    assert environment.unwrapped.episode.events == first


def test_only_who_decides_may_act() -> None:
    environment = pettingzoo.env(players=3)
    environment.reset(seed=1)
    for agent in environment.possible_agents:
        mask = environment.observe(agent)["action_mask"]
        assert mask.any() == (agent == environment.agent_selection)


def test_an_illegal_action_ends_the_game() -> None:
    environment = pettingzoo.env(players=3)
    environment.reset(seed=1)
    end = environment.unwrapped.setting.actions.texts.index("end")
    environment.step(end)
    assert environment.rewards == {"player_0": -1, "player_1": 0, "player_2": 0}
    assert all(environment.terminations.values())


@pytest.mark.parametrize("rules", RULES)
def test_agents_get_the_rewards_and_scores_of_the_game(rules: dict[str, Any]) -> None:
    """Which are compared with the reference where many games are played at once (`test_vector`)."""
    environment = pettingzoo.env(**rules, most_moves=600)
    environment.reset(seed=2)
    episode, total = environment.unwrapped.episode, dict.fromkeys(environment.agents, 0.0)
    choose = games.choosers(environment.unwrapped.setting, 2)
    for agent in environment.agent_iter():
        _, reward, terminated, truncated, info = environment.last()
        total[agent] += reward
        if terminated or truncated:
            assert info["score"] == episode.scores()[environment.possible_agents.index(agent)]
        environment.step(None if terminated or truncated else choose(episode))
    assert list(total.values()) == episode.rewards()
    assert max(total.values()) == 1
