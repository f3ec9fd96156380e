"""Steps a second of the environments for learning, beside OpenSpiel's own games that are written in Python.

    pip install -e ".[environments]" && python benchmarks/environments.py

All measurements take turns, several times over; the figures are medians per second of processor time, on one core.
Actions are random legal ones, and choosing them is included. A step is an action of a player; chance events aren't
counted.
"""

import importlib
import random
import statistics
import time
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np

from thurntaxis_solver.environments import pettingzoo
from thurntaxis_solver.environments.vector import VectorEnvironment

pyspiel: Any = importlib.import_module("pyspiel")
importlib.import_module("open_spiel.python.games")  # registers the games written in Python
importlib.import_module("thurntaxis_solver.environments.openspiel")

SECONDS = 1.0
ROUNDS = 3

Steps = Iterator[int]
"""Yields, after some work, the number of steps."""


def rate(steps: Steps) -> float:
    """Return the steps per second of processor time."""
    begin, done = time.process_time(), 0
    while time.process_time() - begin < SECONDS:
        done += next(steps)
    return done / (time.process_time() - begin)


def of_openspiel(name: str) -> Steps:
    """Play random games of OpenSpiel."""
    game, chance = pyspiel.load_game(name), random.Random(1)
    while True:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, odds)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                steps += 1
            if steps == 100:
                yield steps
                steps = 0
        yield steps


def of_many(games: int, players: int, *, observed: bool = True, **rules: Any) -> Steps:
    """Step many games at once; `observed`: look at the observations, as a learner does."""
    environment, chance = VectorEnvironment(games, players, **rules), np.random.default_rng(1)
    _, infos = environment.reset(seed=1)
    while True:
        odds = infos["action_mask"] * chance.random(infos["action_mask"].shape, np.float32)
        observations, *_, infos = environment.step(odds.argmax(axis=1))
        if observed:
            observations.sum()
        yield games


def of_pettingzoo() -> Steps:
    """Play random games in PettingZoo."""
    environment, chance = pettingzoo.env(), np.random.default_rng(1)
    while True:
        environment.reset(seed=int(chance.integers(1 << 30)))
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            over = terminated or truncated
            environment.step(None if over else chance.choice(np.flatnonzero(observation["action_mask"])))
            yield 1


def of_gymnasium(opponent: str) -> Steps:
    """Play random games in Gymnasium against an agent, whose steps are not counted."""
    name = "thurntaxis_solver.environments.gymnasium:thurntaxis/ThurnTaxis-v0"
    environment = gymnasium.make(name, opponents=[opponent])
    chance = np.random.default_rng(1)
    while True:
        over, (_, info) = False, environment.reset(seed=int(chance.integers(1 << 30)))
        while not over:
            action = chance.choice(np.flatnonzero(info["action_mask"]))
            _, _, terminated, truncated, info = environment.step(action)
            over = terminated or truncated
            yield 1


def python_games() -> list[str]:
    """Return OpenSpiel's games that are written in Python and whose players act in turn."""
    turns = pyspiel.GameType.Dynamics.SEQUENTIAL
    found = [game for game in pyspiel.registered_games() if game.dynamics == turns and game.default_loadable]
    names = [game.short_name for game in found if game.short_name.startswith("python_")]
    return [name for name in names if name != "python_thurn_and_taxis"]


def main() -> None:
    """Measure and print everything, then how many times as fast the many games are."""
    own = {f"OpenSpiel: {name}": of_openspiel(name) for name in python_games()}
    modules = ["power-and-glory", "princess-messenger", "offices-of-honor"]
    work: dict[str, Steps] = {
        **own,
        "python_thurn_and_taxis": of_openspiel("python_thurn_and_taxis"),
        "PettingZoo": of_pettingzoo(),
        "Gymnasium, against random": of_gymnasium("random"),
        "Gymnasium, against greedy": of_gymnasium("greedy"),
        **{f"{games} at once": of_many(games, 2) for games in (1, 16, 256, 2048)},
        "256 at once, observations not looked at": of_many(256, 2, observed=False),
        "256 at once, four players": of_many(256, 4),
        "256 at once, four players, testland, all modules": of_many(256, 4, board="testland", modules=modules),
    }
    found: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(ROUNDS):
        for name, steps in work.items():
            found[name].append(rate(steps))
    rates = {name: statistics.median(each) for name, each in found.items()}
    for name, each in rates.items():
        print(f"{name:55} {each:12,.0f} steps a second")
    fastest = max(own, key=rates.__getitem__)
    print(f"256 at once / fastest game of OpenSpiel in Python ({fastest}): {rates['256 at once'] / rates[fastest]:.1f}")


if __name__ == "__main__":
    main()
