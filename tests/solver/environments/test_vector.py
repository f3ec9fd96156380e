"""Many games at once: against games one by one, and against the reference."""

import os
import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("gymnasium")

from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from support import environment_games as games
from thurntaxis_solver.environments.episode import Episode
from thurntaxis_solver.environments.setting import Reward, Setting
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
    beside = [Beside(setting, seeded((seed << 32) + game), game) for game in range(environment.num_envs)]
    observations, infos = environment.reset(seed=seed)
    assert observations in environment.observation_space
    ended = over = 0
    looked_at = 0
    while ended < wanted:
        actions = np.array([other.choose(other.episode) for other in beside])
        acting = infos["player"]
        observations, rewards, terminations, truncations, infos = environment.step(actions)
        assert ("final_obs" in infos) == (terminations | truncations).any()
        looked_at = (looked_at + 1) % environment.num_envs
        for game, (other, action) in enumerate(zip(beside, actions, strict=True)):
            other.play(int(action))
            episode = other.episode
            assert terminations[game] == (episode.is_done and not episode.is_truncated)
            assert truncations[game] == (episode.is_done and episode.is_truncated)
            assert rewards[game] == episode.rewards()[acting[game]]
            if episode.is_done:
                scores, rewarded = (infos[key][game].tolist() for key in ("scores", "rewards"))
                games.check_result(setting, episode.events, scores, rewarded)
                assert rewarded == episode.rewards()
                assert (infos["final_obs"][game] == episode.observation(acting[game])).all()
                assert infos["_final_obs"][game]
                ended += 1
                over += not episode.is_truncated
                beside[game] = other.following()
            else:
                assert not infos["rewards"][game].any()
                assert not infos["scores"][game].any()
            if episode.is_done or game == looked_at:
                now = beside[game].episode
                assert infos["player"][game] == now.player
                assert (infos["action_mask"][game] == now.mask()).all()
                assert (observations[game] == now.observation(now.player)).all()
    return over


@pytest.mark.parametrize("number", [40, pytest.param(games.MANY, marks=pytest.mark.nightly)])
def test_results_are_those_of_games_one_by_one_and_of_the_reference(number: int) -> None:
    over = 0
    for seed, (board, modules, players) in enumerate(games.games_in_turn(number // 10)):
        kind: Reward = "margin" if seed > 1 else "win"
        environment = VectorEnvironment(8, players, board=board, modules=modules, most_moves=500, reward=kind)
        over += compare(environment, 10, seed)
    assert over > number // 2


def test_the_same_seed_gives_the_same_games() -> None:
    environment, chance = VectorEnvironment(5), np.random.default_rng(1)
    first, _ = environment.reset(seed=3)
    played, seen = [], []
    for _ in range(300):
        masks = environment.action_masks()
        played.append((masks * chance.random(masks.shape)).argmax(axis=1))
        seen.append(environment.step(played[-1])[0])
    other, _ = environment.reset(seed=4)
    again, _ = environment.reset(seed=3)
    assert (first == again).all()
    assert (first != other).any()
    assert all((environment.step(a)[0] == o).all() for a, o in zip(played, seen, strict=True))
    assert (environment.reset()[0] != environment.reset()[0]).any()


def test_it_is_an_environment_of_gymnasium_with_its_wrappers() -> None:
    environment = VectorEnvironment(4, most_moves=60)
    assert isinstance(environment, VectorEnv)
    assert environment.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    wrapped, lengths = RecordEpisodeStatistics(environment), list[int]()
    _, infos = wrapped.reset(seed=1)
    for _ in range(100):
        actions = environment.action_space.sample(tuple(infos["action_mask"].astype(np.int8)))
        *_, infos = wrapped.step(actions)
        lengths += infos["episode"]["l"][infos["_episode"]].tolist() if "episode" in infos else []
    assert len(lengths) > 4
    assert max(lengths) <= 60


GAMES_OF_A_RUNTIME = """
import hashlib, numpy as np
from thurntaxis_solver.environments.vector import VectorEnvironment
environment, digest = VectorEnvironment(3, 3, modules=["offices-of-honor"], most_moves=150), hashlib.sha256()
chance, (_, infos) = np.random.default_rng(1), environment.reset(seed=5)
for _ in range(400):
    masks = infos["action_mask"]
    *arrays, infos = environment.step((masks * chance.random(masks.shape)).argmax(axis=1))
    for array in [*arrays, *infos.values()]:
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
    environment = VectorEnvironment(3)
    _, infos = environment.reset(seed=1)
    masks = infos["action_mask"]
    legal = masks.argmax(axis=1)
    for wrong in (-1, 10**6, int(np.flatnonzero(~masks[1])[0])):
        with pytest.raises(ValueError, match=f"game 1: the action {wrong} is illegal"):
            environment.step(np.array([legal[0], wrong, legal[2]]))
        assert (environment.action_masks() == masks).all()
    with pytest.raises(ValueError, match="shape"):
        environment.step(legal[:2])
    with pytest.raises(ValueError, match="num_envs: expected at least 1, found 0"):
        VectorEnvironment(0)
