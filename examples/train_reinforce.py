"""Learns to beat the uniform player within a minute: a linear softmax policy, trained by REINFORCE in NumPy.

    pip install "thurntaxis[environments]"
    python examples/train_reinforce.py

Many games of two are played at once. The learner has seat 0 in every second game, and seat 1 in the others.
"""

import numpy as np
from numpy.typing import NDArray

from thurntaxis_solver.environments.vector import VectorEnvironment

GAMES, MOVES = 256, 200
STEP = 0.02

Matrix = NDArray[np.float32]


def policy(weights: Matrix, inputs: Matrix, masks: NDArray[np.bool_]) -> Matrix:
    """Return the probabilities of the actions, a row for each game."""
    logits = np.where(masks, inputs @ weights, -np.inf)
    odds: Matrix = np.exp(logits - logits.max(axis=1, keepdims=True))
    odds /= odds.sum(axis=1, keepdims=True)
    return odds


def play(
    environment: VectorEnvironment, weights: Matrix, seed: int
) -> tuple[NDArray[np.float64], Matrix, Matrix, NDArray[np.intp]]:
    """Play every game once: the learner's rewards, then its inputs, the gradients of its choices, and their games."""
    chance, games = np.random.default_rng(seed), np.arange(environment.num_envs)
    seats, bounds = games % 2, environment.setting.bounds
    observations, infos = environment.reset(seed=seed)
    under_way, rewards = np.ones(len(games), bool), np.zeros(len(games))
    inputs: list[Matrix] = []
    gradients: list[Matrix] = []
    chosen_in: list[NDArray[np.intp]] = []
    while under_way.any():
        learns = under_way & (infos["player"] == seats)
        odds = infos["action_mask"].astype(np.float32)
        seen: Matrix = np.divide(observations[learns], bounds, dtype=np.float32)
        odds[learns] = policy(weights, seen, infos["action_mask"][learns])
        sums = odds.cumsum(axis=1)
        actions = (sums > chance.random((len(games), 1)) * sums[:, -1:]).argmax(axis=1)
        inputs.append(seen)
        gradients.append(np.eye(odds.shape[1], dtype=np.float32)[actions[learns]] - odds[learns])
        chosen_in.append(games[learns])
        observations, _, terminations, truncations, infos = environment.step(actions)
        ended = under_way & (terminations | truncations)
        rewards[ended] = infos["rewards"][games, seats][ended]
        under_way &= ~ended
    return rewards, np.concatenate(inputs), np.concatenate(gradients), np.concatenate(chosen_in)


def train(batches: int, seed: int = 1) -> Matrix:
    """Return the weights of a policy trained on this many batches of games."""
    environment = VectorEnvironment(GAMES, most_moves=MOVES)
    weights = np.zeros((environment.setting.observed, len(environment.setting.actions.texts)), np.float32)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)  # of the gradient, for Adam
    for batch in range(1, batches + 1):
        rewards, inputs, gradients, games = play(environment, weights, seed + batch)
        advantages = (rewards - rewards.mean()).astype(np.float32)
        gradient = inputs.T @ (gradients * advantages[games, None]) / GAMES
        mean, square = 0.9 * mean + 0.1 * gradient, 0.999 * square + 0.001 * gradient**2
        weights += STEP * mean / (np.sqrt(square / (1 - 0.999**batch)) + 1e-8)
        print(f"batch {batch}: {(rewards > 0).mean():.0%} won")
    return weights


def share_won(weights: Matrix, seed: int = 0) -> float:
    """Return the share of games that a policy wins against the uniform player; training has other seeds."""
    rewards, *_ = play(VectorEnvironment(500, most_moves=1000), weights, seed)
    return float((rewards > 0).mean())


if __name__ == "__main__":
    trained = train(batches=30)
    print(f"{share_won(np.zeros_like(trained)):.0%} of 500 games won before, {share_won(trained):.0%} after")
