"""Environments can be copied and pickled at any time, and the copies play on in the same way."""

import copy
import pickle
import shlex
import sys
from typing import Any

import numpy as np
import pytest


def copies(made: Any) -> list[Any]:
    return [copy.deepcopy(made), pickle.loads(pickle.dumps(made))]


ENGINE = f"engine:{shlex.quote(sys.executable)} -m thurntaxis engine"
NAMES = ["random", "greedy:noise=2", "lookahead", "search:playouts=9", "uct:playouts=9", "builder:playouts=9", "casual"]


@pytest.mark.parametrize("opponents", [*([name] for name in NAMES), ["greedy", ENGINE]])
@pytest.mark.parametrize("moves", [0, 12])
def test_games_against_any_opponents(opponents: list[str], moves: int) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    pytest.importorskip("thurntaxis_solver.environments.gymnasium")
    environment = gymnasium.make("thurntaxis/ThurnTaxis-v0", opponents=opponents, most_moves=90)
    assert len(copies(environment)) == 2
    environment.reset(seed=3)

    def played(environment: Any, count: int) -> list[Any]:
        chance, told = np.random.default_rng(5), []
        for _ in range(count):
            legal = environment.unwrapped.episode.mask() * chance.random(environment.action_space.n)
            observation, *result, _ = environment.step(legal.argmax())
            told.append((observation.tolist(), result))
            if any(result[1:]):
                environment.reset()
        return told

    played(environment, moves)
    others = [played(each, 2 if "engine" in opponents[-1] else 20) for each in copies(environment)]
    assert "engine" in opponents[-1] or others[0] == others[1] == played(environment, 20)  # a program has its clock


@pytest.mark.parametrize("rules", [{}, {"players": 4, "modules": ["offices-of-honor"]}, {"board": "testland"}])
def test_many_games(rules: dict[str, Any]) -> None:
    vector = pytest.importorskip("thurntaxis_solver.environments.vector")
    environment, chance = vector.VectorEnvironment(5, most_moves=150, **rules), np.random.default_rng(1)
    environment.reset(seed=1)
    others: list[Any] = []
    for at in range(400):
        if at % 90 == 0:
            others += copies(environment)
        masks = environment.action_masks()
        actions = (masks * chance.random(masks.shape)).argmax(axis=1)
        *step, infos = environment.step(actions)
        for other in others:
            *same, others_infos = other.step(actions)
            pairs = [*zip(step, same, strict=True), *((infos[key], others_infos[key]) for key in infos)]
            assert all((one == two).all() for one, two in pairs)
    begun, _ = environment.reset()
    assert all((begun == other.reset()[0]).all() for other in others)


def test_pettingzoo() -> None:
    pettingzoo = pytest.importorskip("thurntaxis_solver.environments.pettingzoo")
    environment = pettingzoo.env(3)
    environment.reset(seed=1)
    for _ in range(30):
        action, seen = int(environment.last()[0]["action_mask"].argmax()), []
        for each in (*copies(environment), environment):
            each.step(action)
            seen.append([each.agent_selection, *each.last()[0]["observation"]])
        assert seen[0] == seen[1] == seen[2]
