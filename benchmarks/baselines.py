"""What the project's players and two learners win, for whoever wants to compare a learner of their own.

    pip install -e ".[environments]" dm-tree matplotlib sb3-contrib torch
    python benchmarks/baselines.py learn runs --minutes 15
    python benchmarks/baselines.py measure runs --games 200 >baselines.md

`learn` trains two learners for two, three and four players, each for so many minutes on one core: MaskablePPO of
sb3-contrib in the Gymnasium environment, against an opponent, and NFSP of OpenSpiel against itself. It writes the
learner and its curve: games, steps, minutes, and the share of games won: of the last 200 against its opponent (PPO), or
of 60 against `random` (NFSP). Learners of other files are left alone, so an interrupted run goes on with the next one.

`measure` lets each player and learner take one seat in turn against others of one kind, and prints the shares of games
won, with intervals of 95 %; it draws the curves in `curves.svg`. A game that is stopped after 500 moves for each player
counts as lost by everyone who isn't ahead. `respond` trains a PPO against one player alone: what it wins is a lower
bound of what a best response wins.
"""

import json
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
import gymnasium
import numpy as np
from numpy.typing import NDArray

from thurntaxis_solver.environments.gymnasium import ThurnTaxisEnv
from thurntaxis_solver.estimates import Estimate, wilson
from thurntaxis_solver.play.agents import LEVELS, agent

NAME = "thurntaxis/ThurnTaxis-v0"
PLAYERS = (2, 3, 4)
BUILT_IN = ("random", *LEVELS, "uct:playouts=100")
SLOW = "master"
"""Of this player, a tenth of the games are measured."""

AGAINST = ("random", "greedy", "lookahead")
MOVES = 500
NFSP_POINTS = 6
"""How often NFSP is measured while it learns, the last time at its end."""

Chooses = Callable[[NDArray[np.float32], NDArray[np.bool_]], int]
"""A policy: what is seen and which actions are legal, to an action."""


def environment(opponent: str, players: int, seat: int) -> Any:
    """Return games of one seat against an agent in all others."""
    return gymnasium.make(NAME, opponents=[opponent] * (players - 1), seat=seat, most_moves=MOVES * players)


# ---- learning


class Curve:
    """Results of games as they end, written as lines of JSON."""

    def __init__(self, file: Path) -> None:
        self.file, self.began, self.games, self.last = file, time.monotonic(), 0, deque[float](maxlen=200)
        file.write_text("", encoding="utf-8")

    def add(self, steps: int, won: bool) -> None:
        """Note a game."""
        self.games += 1
        self.last.append(won)
        if self.games % 50 == 0:
            self.note(steps, float(np.mean(self.last)))

    def note(self, steps: int, share: float) -> None:
        """Write the share of games won so far."""
        row = {"games": self.games, "steps": steps, "minutes": self.minutes, "won": share}
        with self.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row) + "\n")

    def measure(self, steps: int, policies: Callable[[int], Chooses], players: int) -> None:
        """Write the share of 60 games won against `random`; the time that this takes isn't counted."""
        began = time.monotonic()
        won = share(policies, "random", players, 60).value
        self.began += time.monotonic() - began
        self.note(steps, won)

    @property
    def minutes(self) -> float:
        """The time spent on learning."""
        return round((time.monotonic() - self.began) / 60, 2)


def learn_ppo(file: Path, opponent: str, players: int, minutes: float, seed: int) -> None:
    """Train MaskablePPO against an agent, its seat changing from one environment to the next."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import DummyVecEnv

    curve = Curve(file.with_suffix(".jsonl"))

    class Watch(BaseCallback):  # type: ignore[misc]
        def _on_step(self) -> bool:
            for reward, done in zip(self.locals["rewards"], self.locals["dones"], strict=True):
                if done:
                    curve.add(self.num_timesteps, bool(reward > 0))
            return curve.minutes < minutes

    games = DummyVecEnv([lambda seat=seat: environment(opponent, players, seat) for seat in range(players)] * 4)
    settings: dict[str, Any] = {"n_steps": 512, "batch_size": 512, "gamma": 1.0, "gae_lambda": 0.97, "ent_coef": 0.005}
    model = MaskablePPO("MlpPolicy", games, policy_kwargs={"net_arch": [256, 256]}, seed=seed, device="cpu", **settings)
    model.learn(10**9, callback=Watch())
    model.save(file)


def learn_nfsp(file: Path, players: int, minutes: float, seed: int) -> None:
    """Train NFSP against itself: an agent for each seat."""
    import torch
    from open_spiel.python import rl_environment
    from open_spiel.python.pytorch import nfsp

    import thurntaxis_solver.environments.openspiel as registered

    seen = rl_environment.ObservationType.OBSERVATION
    parameters = {"players": players, "most_moves": MOVES * players}
    game = rl_environment.Environment(registered.GAME_TYPE.short_name, observation_type=seen, **parameters)
    game.seed(seed)
    size, actions = game.observation_spec()["info_state"][0], game.action_spec()["num_actions"]
    rates = {"rl_learning_rate": 3e-4, "sl_learning_rate": 3e-4, "optimizer_str": "adam", "gradient_clipping": 1.0}
    agents = [nfsp.NFSP(seat, size, actions, [256], 200_000, 0.1, seed=seed + seat, **rates) for seat in range(players)]
    curve, steps, measured = Curve(file.with_suffix(".jsonl")), 0, 0
    while measured < NFSP_POINTS:
        step = game.reset()
        while not step.last():
            step = game.step([agents[step.observations["current_player"]].step(step).action])
            steps += 1
        for learner in agents:
            learner.step(step)
        curve.games += 1
        if curve.minutes >= minutes * (measured + 1) / NFSP_POINTS:
            curve.measure(steps, [likeliest(learner._avg_network) for learner in agents].__getitem__, players)
            measured += 1
    torch.save([learner._avg_network for learner in agents], file)


# ---- playing


def policy_of(file: Path, seat: int) -> Chooses:
    """Return the policy of a learner's file at a seat; it plays the likeliest action."""
    if file.name.startswith("ppo"):
        from sb3_contrib import MaskablePPO

        model = MaskablePPO.load(file, device="cpu")
        return lambda seen, legal: int(model.predict(seen, action_masks=legal, deterministic=True)[0])
    import torch

    return likeliest(torch.load(file, weights_only=False)[seat])


def likeliest(network: Any) -> Chooses:
    """Return the policy that plays the likeliest legal action of a network."""
    import torch

    def choose(seen: NDArray[np.float32], legal: NDArray[np.bool_]) -> int:
        with torch.no_grad():
            values = network(torch.tensor(seen[None]))[0].numpy()
        return int(np.where(legal, values, -np.inf).argmax())

    return choose


def actions_of(chooser: Any, made: Any) -> Sequence[int]:
    """Return the actions of the event that an agent chooses in the seat of an environment."""
    game: ThurnTaxisEnv = made.unwrapped
    return game.setting.actions.sequence(chooser.choose(game._seen.view(game.seat)))


def share(player: str | Callable[[int], Chooses], opponent: str, players: int, games: int) -> Estimate:
    """Return the share of games that a player wins in all seats: an agent by name, or a policy for each seat."""
    won = 0
    for seat in range(players):
        made = environment(opponent, players, seat)
        built = agent(player, seat) if isinstance(player, str) else None
        choose = player if isinstance(player, str) else player(seat)
        for seed in range(seat, games, players):
            (seen, info), over, reward = made.reset(seed=seed), False, 0.0
            while not over:
                moves = actions_of(built, made) if isinstance(choose, str) else [choose(seen, info["action_mask"] == 1)]
                for move in moves:
                    seen, reward, terminated, truncated, info = made.step(np.int64(move))
                    over = terminated or truncated
                    if over:
                        break
            won += float(reward) > 0
    return wilson(won, games)


def told(estimate: Estimate) -> str:
    """Return a share with its interval, in per cent."""
    return f"{100 * estimate.value:.0f} ({100 * estimate.low:.0f} to {100 * estimate.high:.0f})"


# ---- the command


@click.group(help=__doc__)
def main() -> None:
    """Learn, and measure."""


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--minutes", default=15.0, show_default=True, help="For each learner and number of players.")
@click.option("--opponent", default="greedy", show_default=True, help="The agent that PPO learns against.")
@click.option("--players", type=click.IntRange(2, 4), multiple=True, default=PLAYERS, show_default=True)
@click.option("--seed", default=1, show_default=True)
def learn(folder: Path, minutes: float, opponent: str, players: tuple[int, ...], seed: int) -> None:
    """Train the learners that aren't there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in players:
        for file in (folder / f"ppo-{number}.zip", folder / f"nfsp-{number}.pt"):
            if file.exists():
                continue
            click.echo(f"{file}: {minutes} minutes", err=True)
            if file.name.startswith("ppo"):
                learn_ppo(file, opponent, number, minutes, seed)
            else:
                learn_nfsp(file, number, minutes, seed)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.argument("opponent")
@click.option("--minutes", default=15.0, show_default=True)
@click.option("--games", default=200, show_default=True)
@click.option("--seed", default=1, show_default=True)
def respond(folder: Path, opponent: str, minutes: float, games: int, seed: int) -> None:
    """Train a PPO against one agent, and print what it wins from it."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "ppo-response.zip"
    learn_ppo(file, opponent, 2, minutes, seed)
    won = told(share(partial(policy_of, file), opponent, 2, games))
    click.echo(f"A PPO trained against {opponent} for {minutes} minutes wins {won} %.")


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--games", default=200, show_default=True, help="For each player and opponent.")
@click.option("--players", type=click.IntRange(2, 4), multiple=True, default=PLAYERS, show_default=True)
@click.option("--slow/--no-slow", default=True, show_default=True, help=f"Measure {SLOW}, in a tenth of the games.")
def measure(folder: Path, games: int, players: tuple[int, ...], slow: bool) -> None:
    """Print the table."""
    for number in players:
        click.echo(f"\n{number} players: games won against {', '.join(AGAINST)} in all other seats, in per cent\n")
        click.echo(f"| player | {' | '.join(AGAINST)} |\n|---|{'---|' * len(AGAINST)}")
        rows: dict[str, str | Callable[[int], Chooses]] = {}
        for name in BUILT_IN:
            if slow or name != SLOW:
                rows[f"{name} (`{LEVELS[name]}`)" if name in LEVELS else name] = name
        rows |= {file.stem: partial(policy_of, file) for file in sorted(folder.glob(f"*-{number}.*[tp]"))}
        for name, player in rows.items():
            played = games // 10 if player == SLOW else games
            cells = [told(share(player, opponent, number, played)) for opponent in AGAINST]
            click.echo(f"| {name} | {' | '.join(cells)} |")
    draw_curves(folder)


def draw_curves(folder: Path) -> None:
    """Draw the share of games that each learner won while it learned."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3.5), layout="constrained")
    axes = figure.subplots()
    for file in sorted(folder.glob("*.jsonl")):
        rows = [json.loads(row) for row in file.read_text(encoding="utf-8").splitlines()]
        axes.plot([row["minutes"] for row in rows], [100 * row["won"] for row in rows], label=file.stem)
    axes.set(xlabel="minutes of learning on one core", ylabel="games won, in per cent", ylim=(0, 100))
    axes.legend(loc="center right")
    figure.savefig(folder / "curves.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
