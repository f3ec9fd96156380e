"""The environment for PettingZoo: its own tests, masks, random numbers, and results."""

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


def play(environment: Any, number: int) -> dict[str, float]:
    """Play a game, of which the number says how, and return the sum of rewards of each agent."""
    environment.reset(seed=number)
    choose = games.choosers(environment.unwrapped.setting, number)
    total = dict.fromkeys(environment.agents, 0.0)
    for agent in environment.agent_iter():
        _, reward, terminated, truncated, info = environment.last()
        total[agent] += reward
        if terminated or truncated:
            assert info["score"] == environment.unwrapped.episode.scores()[environment.possible_agents.index(agent)]
            environment.step(None)
        else:
            environment.step(choose(environment.unwrapped.episode))
    return total


def test_results_are_those_of_the_reference() -> None:
    over = 0
    for at, (board, modules, players) in enumerate(games.games_in_turn(12)):
        environment = pettingzoo.env(players, board=board, modules=modules, most_moves=600)
        rewards = play(environment, at)
        episode = environment.unwrapped.episode
        assert tuple(rewards) == tuple(environment.possible_agents)
        games.check_result(episode.setting, episode.events, episode.scores(), list(rewards.values()))
        over += not episode.is_truncated
    assert over > 6
