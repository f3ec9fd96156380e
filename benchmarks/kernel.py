"""Speed of the kernel, against the reference and other libraries, and on two cores.

    pip install -e ".[bench]" && python benchmarks/kernel.py

All measurements take turns, several times over, and their medians are compared. Rates on one core are per second of
processor time, so other load on the machine matters little. The gain of a second core is also measured by the clock.
"""

import importlib
import importlib.util
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import speed
import thurntaxis as tt
from thurntaxis.io.read import read_position
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import RUNTIME
from thurntaxis_solver.kernel.games import play_many
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.rng import seeded
from thurntaxis_solver.kernel.rules import moves
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.search.ismcts import Ismcts

SECONDS = 1.0
ROUNDS = 5

Work = Callable[[int], int]
"""Does some work with a seed, and returns the amount."""


def rate(work: Work, seed: int) -> float:
    """Return how much work is done per second of processor time."""
    begin, done = time.process_time(), 0
    while time.process_time() - begin < SECONDS:
        done += work(seed)
        seed += ROUNDS
    return done / (time.process_time() - begin)


# ---- the kernel


class Player:
    """Plays games from the start, in a kernel of its own."""

    def __init__(self, players: int) -> None:
        self.kernel = Kernel.of(tables(tt.rule_set()))
        self.begin = self.kernel.state(tt.new(players, seed=1))

    def events(self, seed: int) -> int:
        """Play 2,000 uniformly random events."""
        s = self.kernel.memory.array(self.begin)
        s[L.CHANCE] = seeded(seed)
        return moves.play_uniformly(s, self.kernel.model.t, self.kernel.workspace.events, 2000)

    def playouts(self, seed: int, games: int = 20) -> int:
        """Play whole games by the policy."""
        seeds = self.kernel.memory.array([seeded(seed + 1_000 * number) for number in range(games)])
        assert play_many(self.begin, self.kernel.model, self.kernel.workspace, seeds) > games
        return games


def search(seed: int) -> int:
    """Search the midgame example with 400 playouts."""
    found = Ismcts(read_position(speed.MIDGAME), seed=seed)
    found.think(playouts=400)
    return found.playouts


def work_of(what: str, players: int) -> Work:
    """Return a measurement of the kernel."""
    return search if what == "search" else getattr(Player(players), what)


def run_by(runtime: str, what: str, players: int) -> Callable[[Work, int], float]:
    """Return a measurement in a process of its own, in which the kernel runs in another way."""

    def found(_: Work, seed: int) -> float:
        environment = {**os.environ, "THURNTAXIS_KERNEL": runtime}
        command = [sys.executable, __file__, what, str(players), str(seed)]
        return float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)

    return found


# ---- others


def openspiel(name: str) -> Work:
    """Return random rollouts that run entirely in C++: one MCTS simulation, of 300 rollouts from the first decision.

    OpenSpiel doesn't return their steps. They are estimated by the mean length of 3,000 other games, played by its
    uniformly random bots from the same position.
    """
    pyspiel, chance = importlib.import_module("pyspiel"), random.Random(1)
    game = pyspiel.load_game(name)
    begin = game.new_initial_state()
    while begin.is_chance_node():
        outcomes, weights = zip(*begin.chance_outcomes(), strict=True)
        begin.apply_action(chance.choices(outcomes, weights)[0])
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]
    steps, games = 0, 3000
    for seed in range(games):
        played = begin.clone()
        pyspiel.evaluate_bots(played, bots, seed)
        steps += len(played.full_history()) - len(begin.full_history())
    rollouts, seen = 300, float(steps / games)

    def work(seed: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, seed, False).mcts_search(begin)
        return round(rollouts * seen)

    return work


def beside_others() -> None:
    rows: dict[str, tuple[Work, Callable[[Work, int], float]]] = {
        "reference, checked events": (speed.checked_events, rate)
    }
    for name, what, players in (
        ("events", "events", 2),
        ("playouts of two", "playouts", 2),
        ("playouts of four", "playouts", 4),
        ("search", "search", 2),
    ):
        work = work_of(what, players)
        rows[f"kernel, {name}"] = work, rate
        if players == 2 and what != "search":
            rows[f"kernel in plain Python, {name}"] = work, run_by("lists", what, players)
    if importlib.util.find_spec("pyspiel"):
        rows |= {f"OpenSpiel {game}, steps": (openspiel(game), rate) for game in ("gin_rummy", "connect_four")}
    if importlib.util.find_spec("chess"):
        rows["python-chess, plies"] = (speed.chess_plies, rate)
    for work, _ in rows.values():
        work(0)  # load
    found: dict[str, list[float]] = {name: [] for name in rows}
    for seed in range(ROUNDS):
        for name, (work, measure) in rows.items():
            found[name].append(measure(work, seed))
    medians = {name: statistics.median(rates) for name, rates in found.items()}
    for name, median in medians.items():
        print(f"{name:42} {median:12,.0f} a second ({min(found[name]):,.0f} to {max(found[name]):,.0f})")
    for top, bottom in (
        ("kernel, events", "reference, checked events"),
        ("kernel in plain Python, events", "reference, checked events"),
        ("kernel, events", "OpenSpiel gin_rummy, steps"),
        ("kernel, events", "OpenSpiel connect_four, steps"),
        ("kernel, playouts of two", "kernel in plain Python, playouts of two"),
    ):
        if bottom in medians:
            print(f"{top} / {bottom}: {medians[top] / medians[bottom]:.1f}")


# ---- two cores


def many(first: int) -> None:
    """Play 10,000 games of two."""
    player = Player(2)
    for number in range(10):
        player.playouts(first + number, 1000)


def by_clock(pool: Executor, workers: int, round_: int) -> float:
    """Return how long workers take that each play 10,000 games."""
    begin = time.perf_counter()
    list(pool.map(many, [100 * round_ + 10 * worker for worker in range(workers)]))
    return time.perf_counter() - begin


def searched(cores: int, seed: int) -> int:
    """Return the playouts of a search in the midgame example within two seconds by the clock."""
    found = Ismcts(read_position(speed.MIDGAME), cores=cores, seed=seed)
    found.think(seconds=2 * SECONDS)
    return found.playouts


def search_gains() -> list[float]:
    """Return how many times as many playouts a search makes on two cores as on one, measured before and after."""
    searched(2, 0)
    found: list[float] = []
    for round_ in range(2 * ROUNDS):
        before, both, after = searched(1, round_), searched(2, round_), searched(1, -1 - round_)
        found.append(2 * both / (before + after))
    return sorted(found)


def on_two_cores() -> None:
    """Compare two workers with one, and threads with processes: without a lock, both gain the same."""
    print(f"the search on two cores / on one: {middle(search_gains())} by the clock (median and quartiles)")
    found: dict[str, list[float]] = {"two threads / one": [], "two processes / one": [], "threads / processes": []}
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        for pool in (threads, processes):
            by_clock(pool, 2, 0)
        for round_ in range(6 * ROUNDS):
            (one, by_threads), (alone, by_processes) = (
                (by_clock(pool, 1, round_), by_clock(pool, 2, round_)) for pool in (threads, processes)
            )
            found["two threads / one"].append(2 * one / by_threads)
            found["two processes / one"].append(2 * alone / by_processes)
            found["threads / processes"].append(by_processes / by_threads)
    for name, gains in found.items():
        print(f"{name}: {middle(sorted(gains))} by the clock (median and quartiles)")


def middle(gains: list[float]) -> str:
    """Return the median and quartiles of sorted numbers as text."""
    return f"{statistics.median(gains):.2f} ({gains[len(gains) // 4]:.2f} to {gains[-len(gains) // 4]:.2f})"


def main(*arguments: str) -> None:
    if arguments:
        what, players, seed = arguments
        work = work_of(what, int(players))
        work(0)  # load
        print(rate(work, int(seed)))
        return
    assert RUNTIME == "wasm", "wasmtime is not installed"
    beside_others()
    on_two_cores()


if __name__ == "__main__":
    main(*sys.argv[1:])
