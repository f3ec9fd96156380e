# pyright: basic, reportMissingImports=false
# (PyTorch is an extra of its own, needed for nothing else.)

"""Train the network by games against itself.

    pip install "thurntaxis[fast,train]"
    python -m thurntaxis_solver.training.fit_network --games 200000 --seed 1
    python -m thurntaxis_solver.training.fit_network --further --games 60000 --seed 1

There are two sets of weights: for the base game, and (`--further`) for modules and other boards, which begin with those
of the base game. In the first round the sensible player plays games of two, three and four with itself; in later ones
so does the player that looks ahead by the network of the round before, with itself and with the sensible player. Inputs
at the beginning of some turns are kept with how the game ended, and the network is fitted to them: cross entropy for
who wins, squares for the final scores. The two rounds before count too. One game's end is mostly luck, so in the later
rounds what is learned at a turn is mixed with what the network said of the following turns of the game (TD(lambda), R.
Sutton, 1988; see `mixed`). The weights go to `kernel/network/network.npz` or `kernel/network/network-further.npz` in
half precision, the log to the file of the same name that ends in `.toml`.
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
from thurntaxis_solver.kernel.compiled import Array, Floats, compiled, floats, single, table_of, zeros
from thurntaxis_solver.kernel.network import network as net
from thurntaxis_solver.kernel.network.network import FILE, FURTHER_FILE
from thurntaxis_solver.kernel.policy.sensible import choose
from thurntaxis_solver.kernel.rng import below, seeded
from thurntaxis_solver.kernel.rules.moves import apply, deal_any, is_chance, score, winner
from thurntaxis_solver.kernel.search.lookahead import candidates, choose_ahead
from thurntaxis_solver.kernel.search.model import Model, Workspace, new_workspace, shipped_model
from thurntaxis_solver.kernel.states import state
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.training.self_play import base_games, further_games, opening

LONGEST_GAME = 400
"""Turns after which a game is judged as it stands."""

MOST_RECORDS = 120
RECORDS_A_GAME = 18
"""Records of a game: at the most, and on average at the most."""

WIDTH = 288
"""Inputs of a record at the most."""


class Records(NamedTuple):
    """Records of one game: the inputs, how many, and who was on turn."""

    places: list[Array]
    values: list[Floats]
    sizes: Array
    seats: Array


@compiled
def record_game(
    s: Array, model: Model, workspace: Workspace, records: Records, results: Floats, ahead: int, stray: int, share: int
) -> int:
    """Play a game and record the inputs at the beginning of one in `share` of the turns; return how many.

    `ahead` are the seats that look ahead, as bits; the others play the sensible player's events. One decision in
    `stray` is any of the candidates, so that the network learns what comes of odd positions too; 0: none is. `results`
    takes who won, and the scores.
    """
    kept = 0
    while s[L.PHASE] != L.OVER and s[L.TURNS] < LONGEST_GAME:
        if is_chance(s):
            deal_any(s, model.t)
            continue
        turns = s[L.TURNS]
        if stray and below(s, stray) == 0:
            event = workspace.events[below(s, candidates(s, model.t, model.weights, workspace.events))]
        elif ahead >> s[L.PLAYER] & 1:
            event = choose_ahead(s, model, workspace)
        else:
            event = choose(s, model.t, model.weights, workspace.events)
        apply(s, model.t, event)
        if s[L.TURNS] > turns and s[L.PHASE] == L.DRAWING and kept < len(records.sizes) and below(s, share) == 0:
            size = net.inputs(s, model.t, workspace.places, workspace.values)
            for place in range(size):
                records.places[kept][place] = workspace.places[place]
                records.values[kept][place] = workspace.values[place]
            records.sizes[kept] = size
            records.seats[kept] = s[L.PLAYER]
            kept += 1
    results[0] = winner(s, model.t)
    for player in range(s[L.PLAYERS]):
        results[1 + player] = score(s, model.t, player)
    return kept


class Games:
    """Records of many games: inputs, and per record the winner's seat and the scores, counted from who was on turn.

    `seats` has who was on turn; `ends` tells which records are the last ones of their games.
    """

    def __init__(self, records: int) -> None:
        """Make room for so many records."""
        self.places = np.zeros((records, WIDTH), dtype=np.int16)
        self.values = np.zeros((records, WIDTH), dtype=np.float16)
        self.players = np.zeros(records, dtype=np.int64)
        self.won = np.zeros(records, dtype=np.int64)
        self.scores = np.zeros((records, 4), dtype=np.float32)
        self.seats = np.zeros(records, dtype=np.int64)
        self.ends = np.zeros(records, dtype=bool)
        self.count = 0
        self._lock = threading.Lock()

    def add(self, records: Any, results: Any, n: int, players: int) -> None:
        """Add the first n records of a game, as long as there is workspace."""
        with self._lock:
            n = min(n, len(self.won) - self.count)
            at, self.count = self.count, self.count + n
        seats = records.seats[:n]
        turned = (seats[:, None] + np.arange(players)[None, :]) % players
        used = np.arange(WIDTH)[None, :] < records.sizes[:n, None]
        self.places[at : at + n] = np.where(used, records.places[:n, :WIDTH], net.INPUTS)
        self.values[at : at + n] = np.where(used, records.values[:n, :WIDTH], 0)
        self.players[at : at + n] = players
        self.won[at : at + n] = (int(results[0]) - seats) % players
        self.scores[at : at + n, :players] = np.asarray(results)[1:][turned]
        self.seats[at : at + n] = seats
        self.ends[at : at + n] = np.arange(n) == n - 1


def mixed(games: Games, chances: Any, scores: Any, lasting: float) -> tuple[Any, Any]:
    """Return what is to be learned at each record: chances of winning, and scores, counted from who was on turn.

    `chances` and `scores` are what the network says of the records, one row each of four. At the last record of a game
    it is how the game ended. Before, it is what is to be learned at the next record of the game, by the part `lasting`,
    and for the rest what the network says there. With 1 it is the end of the game everywhere.
    """
    n = games.count
    rows, players = np.arange(n)[:, None], games.players[:n, None]
    columns = (np.arange(4) - games.seats[:n, None]) % players  # of each seat, where the first column is who is on turn
    there = np.arange(4) < players
    won = np.arange(4) == (games.won[:n, None] + games.seats[:n, None]) % players
    learned = np.stack([won, games.scores[:n][rows, columns]], axis=2) * there[:, :, None]
    said = np.stack([chances[rows, columns], scores[rows, columns]], axis=2) * there[:, :, None]
    after = np.zeros(n, dtype=np.int64)  # records of the game that follow
    for at in range(n - 2, -1, -1):
        after[at] = 0 if games.ends[at] else after[at + 1] + 1
    for step in range(1, int(after.max(initial=0)) + 1):
        which = np.nonzero(after == step)[0]
        learned[which] = lasting * learned[which + 1] + (1 - lasting) * said[which + 1]
    turned = learned[rows, (np.arange(4) + games.seats[:n, None]) % players] * there[:, :, None]
    return turned[:, :, 0].astype(np.float32), turned[:, :, 1].astype(np.float32)


@dataclass(frozen=True)
class Style:
    """How games are played: whether some seats look ahead, how much strays, how many turns count, by which rules."""

    ahead: bool
    stray: int
    share: int
    rules: tuple[RuleSet, ...]


def new_records() -> Records:
    """Return room for the records of a game."""
    width = net.MOST_ACTIVE
    return Records(
        table_of(MOST_RECORDS, width), table_of(MOST_RECORDS, width, fractions=True), zeros(MOST_RECORDS),
        zeros(MOST_RECORDS),
    )  # fmt: skip


def play(games: range, network: Any, seed: int, style: Style, into: Games) -> None:
    """Play games and add their records; in half of those of a style that looks ahead, only some seats do."""
    records, results = new_records(), floats([0.0] * 5)
    begun: dict[tuple[int, int], tuple[Model, Workspace, Any]] = {}
    for game in games:
        players, number = (2, 2, 3, 4)[game % 4], (game // 8) % len(style.rules)
        if (players, number) not in begun:
            position = opening(style.rules[number], players)
            table = tables(position.rules)
            thinking = shipped_model(table)._replace(network=network)
            begun[players, number] = thinking, new_workspace(table), state(position, table)
        thinking, space, start = begun[players, number]
        s = start.copy()
        s[L.CHANCE] = seeded(seed * 1_000_003 + game)
        ahead = (15 if game % 8 < 4 else below(s, 16)) if style.ahead else 0
        n = record_game(s, thinking, space, records, results, ahead, style.stray, style.share)
        into.add(records, results, n, players)


def generate(games: int, network: Any, seed: int, style: Style, threads: int) -> Games:
    """Play games on some threads (the compiled functions release Python's lock)."""
    into = Games(games * RECORDS_A_GAME)
    work = [
        threading.Thread(target=play, args=(range(first, games, threads), network, seed, style, into))
        for first in range(threads)
    ]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()
    return into


def wins_against_sensible(network: Any, games: tuple[RuleSet, ...], deals: int, players: int) -> float:
    """Return the share of games that a seat that looks ahead wins against others that don't; every seat in turn."""
    records, results = new_records(), floats([0.0] * 5)
    won = 0
    for deal in range(deals):
        position = opening(games[deal % len(games)], players)
        table = tables(position.rules)
        thinking, space = shipped_model(table)._replace(network=network), new_workspace(table)
        for seat in range(players):
            s = state(position, table, 77_000_000 + deal)
            record_game(s, thinking, space, records, results, 1 << seat, 0, 1 << 30)
            won += int(results[0]) == seat
    return won / (deals * players)


def network_module() -> Any:
    """Return the network as PyTorch trains it."""
    from torch import nn

    first = nn.Linear(net.INPUTS, net.UNITS)
    nn.init.normal_(first.weight, std=0.05)
    second, third = nn.Linear(net.UNITS, net.SECOND_UNITS), nn.Linear(net.SECOND_UNITS, net.OUTPUTS)
    return nn.Sequential(first, nn.ReLU(), second, nn.ReLU(), third)


def outputs(module: Any, places: Any, values: Any) -> Any:
    """Return what the network makes of records."""
    import torch

    rows = torch.zeros(len(places), net.INPUTS + 1).scatter_(1, places, values)  # the last is for padding
    return module(rows[:, : net.INPUTS])


def flat(module: Any) -> Any:
    """Return the weights of the network in the kernel's order."""
    parts = [part for layer in (module[0], module[2], module[4]) for part in (layer.weight.T, layer.bias)]
    return np.concatenate([part.detach().numpy().astype(np.float64).reshape(-1) for part in parts])


class Lessons(NamedTuple):
    """Records, and what is to be learned at each: chances of winning, and scores."""

    games: Games
    chances: Any
    scores: Any


def lessons(games: Games, module: Any, lasting: float) -> Lessons:
    """Return what is to be learned from games, mixed with what the network says of them."""
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
            scores[part] = 20 * found[:, 4:].numpy()
    return Lessons(games, *mixed(games, chances, scores, lasting))


def train(
    module: Any, rounds: list[Lessons], seed: int, *, epochs: int, rate: float, batch: int = 2048
) -> dict[str, float]:
    """Fit the network to what is to be learned, one record in twenty held back; return the losses on those."""
    import torch

    torch.manual_seed(seed)
    torch.set_num_threads(2)
    places = torch.from_numpy(np.concatenate([games.places[: games.count] for games, _, _ in rounds]))
    values = torch.from_numpy(np.concatenate([games.values[: games.count] for games, _, _ in rounds]))
    players = torch.from_numpy(np.concatenate([games.players[: games.count] for games, _, _ in rounds]))
    wins = torch.from_numpy(np.concatenate([chances for _, chances, _ in rounds]))
    scores = torch.from_numpy(np.concatenate([scores for _, _, scores in rounds])) / 20
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
        "score-error": round(20 * math.sqrt(float(np.mean([float(miss) for _, miss in found]))), 3),
    }


@click.command()
@click.option("--rounds", default=1, show_default=True)
@click.option("--games", default=200_000, show_default=True, help="Games in a round.")
@click.option("--stray", default=20, show_default=True, help="One in so many decisions is any.")
@click.option("--share", default=3, show_default=True, help="One in so many turns is recorded.")
@click.option("--epochs", default=6, show_default=True)
@click.option("--lasting", default=0.7, show_default=True, help="Part of what is learned that a later turn hands on.")
@click.option("--threads", default=2, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--resume/--afresh", default=False, help="Go on from the shipped weights.")
@click.option("--further/--base", default=False, help="The weights for modules and other boards.")
def main(
    rounds: int,
    games: int,
    stray: int,
    share: int,
    epochs: int,
    lasting: float,
    threads: int,
    seed: int,
    resume: bool,
    further: bool,
) -> None:
    """Train the network and write it."""
    import torch

    torch.manual_seed(seed)
    module, rules, file = network_module(), base_games(), FILE
    if further:
        rules, file = further_games(), FURTHER_FILE
    if resume or further:
        load_into(module, file if resume else FILE)
    log: list[dict[str, float]] = []
    window: list[Lessons] = []
    for number in range(rounds):
        began = time.monotonic()
        ahead = resume or number > 0
        style = Style(ahead, stray, share, rules)
        played = generate(games, single(flat(module)), seed * 1000 + number, style, threads)
        between = time.monotonic()
        window = [*window, lessons(played, module, lasting if ahead else 1.0)][-3:]
        found = train(module, window, seed + number, epochs=epochs, rate=0.0007 if ahead else 0.002)
        weights = single(flat(module))
        found |= {
            "records": played.count,
            "mean-score": round(float(played.scores[: played.count, 0].mean()), 2),
            "wins-of-two": wins_against_sensible(weights, rules, 240, 2),
            "wins-of-four": wins_against_sensible(weights, rules, 72, 4),
            "seconds-playing": round(between - began),
            "seconds-fitting": round(time.monotonic() - between),
        }
        log.append(found)
        click.echo(f"round {number}: {found}")
        np.savez_compressed(file, weights=flat(module).astype(np.float16))
    made: dict[str, float] = {"rounds": rounds, "games": games, "stray": stray, "share": share, "epochs": epochs}
    made |= {"lasting": lasting, "seed": seed}
    written = file.with_suffix(".toml")
    runs = tomllib.loads(written.read_text(encoding="utf-8"))["run"] if resume else []
    title = f"# How the weights of {file.name} were found: run by run of thurntaxis_solver.training.fit_network.\n\n"
    log_text = tomli_w.dumps({"run": [*runs, {**made, "resume": resume, "round": log}]})
    written.write_text(title + log_text, encoding="utf-8")


def load_into(module: Any, file: Path) -> None:
    """Put the weights of a file into a network."""
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
