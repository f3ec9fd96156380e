# pyright: basic, reportMissingImports=false
# (PyTorch is an extra of its own, needed for nothing else.)

"""Train the evaluation network by self-play.

    pip install "thurntaxis[train]"
    python -m thurntaxis_solver.training.fit_network --games 200000 --seed 1
    python -m thurntaxis_solver.training.fit_network --further --games 60000 --seed 1

There are two sets of weights: for the base game, and (`--further`) for modules and other boards. The training of the
second set starts from the first.

In the first round, the playout policy plays against itself, in games of two, three and four players. In later rounds,
one-turn lookahead with the network of the previous round plays against itself and against the policy. The inputs at the
beginning of some turns are recorded with the result of the game. The network is fitted to these records and to those of
the two previous rounds, with cross entropy for the winner and squared error for the scores. The result of a single game
is mostly luck, so in later rounds the targets also use the network's evaluation of later turns (TD(lambda), R. Sutton,
1988; see `td_targets`).

The weights are written to `kernel/network/network.npz` or `kernel/network/network-further.npz` in half precision, and
the log to the `.toml` file of the same name.
"""

import math
import threading
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
import tomli_w

from thurntaxis.rules import RuleSet
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.games import Records, record_game
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.memory import Memory
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network import network as net
from thurntaxis_solver.kernel.rng import below, seeded
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.training.self_play import base_games, further_games, opening

MOST_RECORDS = 120
RECORDS_A_GAME = 18
"""The most records of one game, and the most per game on average."""

WIDTH = 288
"""The most inputs of a record."""


class ReplayBuffer:
    """Records of many games: inputs, the winner and the scores, with seats counted from the player on turn.

    `seats` holds the player on turn of each record; `ends` marks the last record of each game.
    """

    def __init__(self, records: int) -> None:
        """Allocate space for this many records."""
        self.places = np.zeros((records, WIDTH), dtype=np.int16)
        self.values = np.zeros((records, WIDTH), dtype=np.float16)
        self.players = np.zeros(records, dtype=np.int64)
        self.won = np.zeros(records, dtype=np.int64)
        self.scores = np.zeros((records, 4), dtype=np.float32)
        self.seats = np.zeros(records, dtype=np.int64)
        self.ends = np.zeros(records, dtype=bool)
        self.count = 0
        self._lock = threading.Lock()

    def add(self, found: Records, results: Any, n: int, players: int) -> None:
        """Add the first n records of a game, as far as there is space."""
        places, values, sizes, own = map(np.asarray, found)
        with self._lock:
            n = min(n, len(self.won) - self.count)
            at, self.count = self.count, self.count + n
        seats = own[:n]
        turned = (seats[:, None] + np.arange(players)[None, :]) % players
        used = np.arange(WIDTH)[None, :] < sizes[:n, None]
        self.places[at : at + n] = np.where(used, places[:n, :WIDTH], X.INPUTS)
        self.values[at : at + n] = np.where(used, values[:n, :WIDTH], 0)
        self.players[at : at + n] = players
        self.won[at : at + n] = (int(results[0]) - seats) % players
        self.scores[at : at + n, :players] = np.asarray(results)[1:][turned]
        self.seats[at : at + n] = seats
        self.ends[at : at + n] = np.arange(n) == n - 1


def td_targets(games: ReplayBuffer, chances: Any, scores: Any, td_lambda: float) -> tuple[Any, Any]:
    """Return the TD(lambda) targets of each record: chances of winning and scores, from the player on turn on.

    `chances` and `scores` are the network's outputs for the records, four per row. The target of a game's last record
    is the result. The target of an earlier one is the target of the game's next record, weighted with `td_lambda`, plus
    the network's output there, weighted with the rest. With 1, all targets are the result.
    """
    n = games.count
    rows, players = np.arange(n)[:, None], games.players[:n, None]
    columns = (np.arange(4) - games.seats[:n, None]) % players  # by seat: its column, counted from the player on turn
    there = np.arange(4) < players
    won = np.arange(4) == (games.won[:n, None] + games.seats[:n, None]) % players
    targets = np.stack([won, games.scores[:n][rows, columns]], axis=2) * there[:, :, None]
    outputs = np.stack([chances[rows, columns], scores[rows, columns]], axis=2) * there[:, :, None]
    after = np.zeros(n, dtype=np.int64)  # how many records of the game follow
    for at in range(n - 2, -1, -1):
        after[at] = 0 if games.ends[at] else after[at + 1] + 1
    for step in range(1, int(after.max(initial=0)) + 1):
        which = np.nonzero(after == step)[0]
        targets[which] = td_lambda * targets[which + 1] + (1 - td_lambda) * outputs[which + 1]
    turned = targets[rows, (np.arange(4) + games.seats[:n, None]) % players] * there[:, :, None]
    return turned[:, :, 0].astype(np.float32), turned[:, :, 1].astype(np.float32)


@dataclass(frozen=True)
class SelfPlay:
    """How games of self-play are played: by lookahead or the policy, with how much randomness, by which rules.

    `random_one_in` and `record_one_in` are those of `record_game`.
    """

    lookahead: bool
    random_one_in: int
    record_one_in: int
    rules: tuple[RuleSet, ...]


def new_records(memory: Memory) -> Records:
    """Return space for the records of a game."""
    return Records(
        places=memory.matrix(MOST_RECORDS, X.MOST_ACTIVE),
        values=memory.float_matrix(MOST_RECORDS, X.MOST_ACTIVE),
        sizes=memory.zeros(MOST_RECORDS),
        seats=memory.zeros(MOST_RECORDS),
    )


def play(games: range, network: Any, seed: int, how: SelfPlay, into: ReplayBuffer) -> None:
    """Play games and add their records; in half of the games with lookahead, only random seats use it."""
    begun: dict[tuple[int, int], tuple[Kernel, list[int], Records, list[int]]] = {}
    for game in games:
        players, number = (2, 2, 3, 4)[game % 4], (game // 8) % len(how.rules)
        if (players, number) not in begun:
            position = opening(how.rules[number], players)
            kernel = Kernel.of(tables(position.rules), network=network)
            begun[players, number] = kernel, kernel.state(position), new_records(kernel.memory), kernel.memory.zeros(5)
        kernel, start, records, results = begun[players, number]
        s = kernel.memory.array(start)
        s[L.CHANCE] = seeded(seed * 1_000_003 + game)
        lookahead = (15 if game % 8 < 4 else below(s, 16)) if how.lookahead else 0
        n = record_game(
            s, kernel.model, kernel.workspace, records, results, lookahead, how.random_one_in, how.record_one_in
        )
        into.add(records, results, n, players)


def generate(games: int, network: Any, seed: int, how: SelfPlay, threads: int) -> ReplayBuffer:
    """Return the records of games, played on several threads (the kernel's functions hold no lock)."""
    into = ReplayBuffer(games * RECORDS_A_GAME)
    work = [
        threading.Thread(target=play, args=(range(first, games, threads), network, seed, how, into))
        for first in range(threads)
    ]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()
    return into


def wins_against_policy(network: Any, games: tuple[RuleSet, ...], deals: int, players: int) -> float:
    """Return the share of games that lookahead wins in one seat against the policy in the others; seats take turns."""
    won = 0
    for deal in range(deals):
        position = opening(games[deal % len(games)], players)
        kernel = Kernel.of(tables(position.rules), network=network)
        records, results = new_records(kernel.memory), kernel.memory.zeros(5)
        for seat in range(players):
            s = kernel.state(position, 77_000_000 + deal)
            record_game(s, kernel.model, kernel.workspace, records, results, 1 << seat, 0, 1 << 30)
            won += results[0] == seat
    return won / (deals * players)


def network_module() -> Any:
    """Return an untrained network as a PyTorch module."""
    from torch import nn

    first = nn.Linear(X.INPUTS, net.UNITS)
    nn.init.normal_(first.weight, std=0.05)
    second, third = nn.Linear(net.UNITS, net.SECOND_UNITS), nn.Linear(net.SECOND_UNITS, net.OUTPUTS)
    return nn.Sequential(first, nn.ReLU(), second, nn.ReLU(), third)


def outputs(module: Any, places: Any, values: Any) -> Any:
    """Return the network's outputs for records."""
    import torch

    rows = torch.zeros(len(places), X.INPUTS + 1).scatter_(1, places, values)  # the last column is padding
    return module(rows[:, : X.INPUTS])


def flat(module: Any) -> Any:
    """Return the weights of the module in the kernel's order."""
    parts = [part for layer in (module[0], module[2], module[4]) for part in (layer.weight.T, layer.bias)]
    return np.concatenate([part.detach().numpy().astype(np.float64).reshape(-1) for part in parts])


class TrainingData(NamedTuple):
    """Records and their targets: chances of winning and scores."""

    games: ReplayBuffer
    chances: Any
    scores: Any


def training_data(games: ReplayBuffer, module: Any, td_lambda: float) -> TrainingData:
    """Return games with their TD(lambda) targets; `module` is the network that they are computed with."""
    import torch

    chances, scores = np.zeros((games.count, 4), np.float32), np.zeros((games.count, 4), np.float32)
    with torch.no_grad():
        for at in range(0, games.count, 16384):
            part = slice(at, min(games.count, at + 16384))
            found = outputs(
                module, torch.from_numpy(games.places[part]).long(), torch.from_numpy(games.values[part]).float()
            )
            absent = torch.arange(4)[None, :] >= torch.from_numpy(games.players[part])[:, None]
            chances[part] = torch.softmax(found[:, :4].masked_fill(absent, -1e9), 1).numpy()
            scores[part] = net.SCORE_SCALE * found[:, 4:].numpy()
    return TrainingData(games, *td_targets(games, chances, scores, td_lambda))


def train(
    module: Any, rounds: list[TrainingData], seed: int, *, epochs: int, rate: float, batch: int = 2048
) -> dict[str, float]:
    """Fit the network to the targets; return the losses on one record in twenty, which are held out."""
    import torch

    torch.manual_seed(seed)
    torch.set_num_threads(2)
    places = torch.from_numpy(np.concatenate([games.places[: games.count] for games, _, _ in rounds]))
    values = torch.from_numpy(np.concatenate([games.values[: games.count] for games, _, _ in rounds]))
    players = torch.from_numpy(np.concatenate([games.players[: games.count] for games, _, _ in rounds]))
    wins = torch.from_numpy(np.concatenate([chances for _, chances, _ in rounds]))
    scores = torch.from_numpy(np.concatenate([scores for _, _, scores in rounds])) / net.SCORE_SCALE
    absent = torch.arange(4)[None, :] >= players[:, None]
    count = len(wins)
    held = torch.arange(count) // 5000 % 20 == 0
    order = torch.nonzero(~held)[:, 0]
    optimizer = torch.optim.Adam(module.parameters(), lr=rate)
    steps = epochs * math.ceil(len(order) / batch)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps, rate / 20)

    def losses(which: Any) -> tuple[Any, Any]:
        found = outputs(module, places[which].long(), values[which].float())
        chances = found[:, :4].masked_fill(absent[which], -1e9)
        win = torch.nn.functional.cross_entropy(chances, wins[which])
        miss = ((found[:, 4:] - scores[which]) ** 2 * ~absent[which]).sum(1) / players[which]
        return win, miss.mean()

    for _ in range(epochs):
        shuffled = order[torch.randperm(len(order))]
        for part in torch.split(shuffled, batch):
            win, miss = losses(part)
            optimizer.zero_grad()
            (win + 2 * miss).backward()
            optimizer.step()
            schedule.step()
    with torch.no_grad():
        found = [losses(part) for part in torch.split(torch.nonzero(held)[:, 0], 8192)]
    return {
        "win-loss": round(float(np.mean([float(win) for win, _ in found])), 4),
        "score-error": round(net.SCORE_SCALE * math.sqrt(float(np.mean([float(miss) for _, miss in found]))), 3),
    }


@click.command()
@click.option("--rounds", default=1, show_default=True)
@click.option("--games", default=200_000, show_default=True, help="Games per round.")
@click.option("--random-one-in", default=20, show_default=True, help="One decision in so many is random.")
@click.option("--record-one-in", default=3, show_default=True, help="One turn in so many is recorded.")
@click.option("--epochs", default=6, show_default=True)
@click.option("--td-lambda", default=0.7, show_default=True, help="Weight of the next target against the next output.")
@click.option("--threads", default=2, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--resume/--afresh", default=False, help="Start from the shipped weights.")
@click.option("--further/--base", default=False, help="Train the weights for modules and other boards.")
def main(
    rounds: int,
    games: int,
    random_one_in: int,
    record_one_in: int,
    epochs: int,
    td_lambda: float,
    threads: int,
    seed: int,
    resume: bool,
    further: bool,
) -> None:
    """Train the network and write its weights."""
    import torch

    torch.manual_seed(seed)
    module, rules, file = network_module(), base_games(), net.FILE
    if further:
        rules, file = further_games(), net.FURTHER_FILE
    if resume or further:
        load_into(module, file if resume else net.FILE)
    log: list[dict[str, float]] = []
    window: list[TrainingData] = []
    for number in range(rounds):
        began = time.monotonic()
        trained = resume or number > 0
        how = SelfPlay(trained, random_one_in, record_one_in, rules)
        played = generate(games, flat(module), seed * 1000 + number, how, threads)
        between = time.monotonic()
        window = [*window, training_data(played, module, td_lambda if trained else 1.0)][-3:]
        found = train(module, window, seed + number, epochs=epochs, rate=0.0007 if trained else 0.002)
        weights = flat(module)
        found |= {
            "records": played.count,
            "mean-score": round(float(played.scores[: played.count, 0].mean()), 2),
            "wins-of-two": wins_against_policy(weights, rules, 240, 2),
            "wins-of-four": wins_against_policy(weights, rules, 72, 4),
            "seconds-playing": round(between - began),
            "seconds-fitting": round(time.monotonic() - between),
        }
        log.append(found)
        click.echo(f"round {number}: {found}")
        np.savez_compressed(file, weights=flat(module).astype(np.float16))
    made: dict[str, float] = {"rounds": rounds, "games": games, "random-one-in": random_one_in}
    made |= {"record-one-in": record_one_in, "epochs": epochs, "td-lambda": td_lambda, "seed": seed}
    written = file.with_suffix(".toml")
    runs = tomllib.loads(written.read_text(encoding="utf-8"))["run"] if resume else []
    title = f"# How the weights of {file.name} were trained: the runs of thurntaxis_solver.training.fit_network.\n\n"
    log_text = tomli_w.dumps({"run": [*runs, {**made, "resume": resume, "round": log}]})
    written.write_text(title + log_text, encoding="utf-8")


def load_into(module: Any, file: Path) -> None:
    """Load the weights of a file into a module."""
    import torch

    weights = torch.from_numpy(np.load(file)["weights"].astype(np.float32))
    at = 0
    with torch.no_grad():
        for layer in (module[0], module[2], module[4]):
            units, inputs = layer.weight.shape
            layer.weight.copy_(weights[at : at + inputs * units].reshape(inputs, units).T)
            layer.bias.copy_(weights[at + inputs * units : at + (inputs + 1) * units])
            at += (inputs + 1) * units


if __name__ == "__main__":
    main()
