"""Many games at once: against games one by one, and against the reference."""

import os
import subprocess
import sys

import numpy as np
import pytest

from support import environment_games as games
from thurntaxis_solver.environments.episode import Episode
from thurntaxis_solver.environments.setting import Setting
from thurntaxis_solver.environments.vector import VectorEnvironment
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.rng import seeded


class Beside:
    """A game played beside one of many, from the same state of the random number generator."""

    def __init__(self, setting: Setting, chance: int, number: int) -> None:
        row = setting.row(setting.start)
        row[L.CHANCE] = chance
        self.episode = Episode(setting, row=row)
        self.episode.reveal()
        self.number, self.choose = number, games.choosers(setting, number)

    def play(self, action: int) -> None:
        self.episode.play(action)
        self.episode.reveal()

    def following(self) -> "Beside":
        """Return the game that begins when this one has ended."""
        return Beside(self.episode.setting, self.episode.row[L.CHANCE], self.number + 1)


def compare(environment: VectorEnvironment, wanted: int, seed: int) -> int:
    """Play until this many games have ended, and compare them; return how many were over by the rules."""
    setting = environment.setting
    beside = [Beside(setting, seeded((seed << 32) + game), game) for game in range(environment.games)]
    ended = over = 0
    looked_at = 0
    while ended < wanted:
        actions = np.array([other.choose(other.episode) for other in beside])
        step = environment.step(actions)
        looked_at = (looked_at + 1) % environment.games
        for game, (other, action) in enumerate(zip(beside, actions, strict=True)):
            other.play(int(action))
            episode = other.episode
            assert step.ends[game] == (0 if not episode.is_done else 2 if episode.is_truncated else 1)
            if episode.is_done:
                games.check_result(setting, episode.events, step.scores[game].tolist(), step.rewards[game].tolist())
                assert step.rewards[game].tolist() == episode.rewards()
                ended += 1
                over += not episode.is_truncated
                beside[game] = other.following()
            else:
                assert not step.rewards[game].any()
                assert not step.scores[game].any()
            if episode.is_done or game == looked_at:
                now = beside[game].episode
                assert step.players[game] == now.player
                assert (step.masks[game] == now.mask()).all()
                assert (step.observations[game] == now.observation(now.player)).all()
    return over


@pytest.mark.parametrize("number", [40, pytest.param(games.MANY, marks=pytest.mark.nightly)])
def test_results_are_those_of_games_one_by_one_and_of_the_reference(number: int) -> None:
    over = 0
    for seed, (board, modules, players) in enumerate(games.games_in_turn(number // 10)):
        environment = VectorEnvironment(8, players, seed=seed, board=board, modules=modules, most_moves=500)
        over += compare(environment, 10, seed)
    assert over > number // 2


def test_the_same_seed_gives_the_same_games() -> None:
    environment, chance = VectorEnvironment(5, seed=3), np.random.default_rng(1)
    played, seen = [], []
    for _ in range(300):
        played.append((environment.masks * chance.random(environment.masks.shape)).argmax(axis=1))
        seen.append(environment.step(played[-1]).observations.copy())
    environment.reset(3)
    assert all((environment.step(a).observations == o).all() for a, o in zip(played, seen, strict=True))
    assert (environment.reset(3).observations != VectorEnvironment(5, seed=4).observations).any()


GAMES_OF_A_RUNTIME = """
import hashlib, numpy as np
from thurntaxis_solver.environments.vector import VectorEnvironment
environment, digest = VectorEnvironment(3, 3, modules=["offices-of-honor"], seed=5, most_moves=150), hashlib.sha256()
chance = np.random.default_rng(1)
for _ in range(400):
    for array in environment.step((environment.masks * chance.random(environment.masks.shape)).argmax(axis=1)):
        digest.update(np.ascontiguousarray(array).tobytes())
print(digest.hexdigest())
"""


def test_the_games_are_the_same_however_the_kernel_runs() -> None:
    found: set[str] = set()
    for runtime in ("wasm", "lists"):
        environment = {**os.environ, "THURNTAXIS_KERNEL": runtime}
        command = [sys.executable, "-c", GAMES_OF_A_RUNTIME]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        found.add(done.stdout)
    assert len(found) == 1


def test_nothing_is_played_where_an_action_is_illegal() -> None:
    environment = VectorEnvironment(3, seed=1)
    before = environment.observations.copy()
    legal = environment.masks.argmax(axis=1)
    for wrong in (-1, 10**6, int(np.flatnonzero(~environment.masks[1])[0])):
        with pytest.raises(ValueError, match=f"game 1: the action {wrong} is illegal"):
            environment.step(np.array([legal[0], wrong, legal[2]]))
        assert (environment.observations == before).all()
    with pytest.raises(ValueError, match="shape"):
        environment.step(legal[:2])
    with pytest.raises(ValueError, match="games: expected at least 1, found 0"):
        VectorEnvironment(0)


def test_the_arrays_can_not_be_written() -> None:
    environment = VectorEnvironment(2)
    for array in environment.step(environment.masks.argmax(axis=1)):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0
