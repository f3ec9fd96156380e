"""Speed of the kernel, against the reference and other libraries, and on two cores.

    pip install -e ".[fast,bench]" && python benchmarks/kernel.py

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
from thurntaxis_solver.kernel.compiled import IS_COMPILED, Array, Floats, array, compiled, floats, zeros
from thurntaxis_solver.kernel.policy import playout_policy
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.rng import below, seeded
from thurntaxis_solver.kernel.rules import moves
from thurntaxis_solver.kernel.states import state
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.search.ismcts import Ismcts

SECONDS = 1.0
ROUNDS = 5

Work = Callable[[int], int]
"""Does some work with a seed, and returns how much."""


def rate(work: Work, seed: int) -> float:
    """Return how much work is done per second of processor time."""
    begin, done = time.process_time(), 0
    while time.process_time() - begin < SECONDS:
        done += work(seed)
        seed += ROUNDS
    return done / (time.process_time() - begin)


# ---- the kernel


class Player:
    """Plays games from the start, in its own arrays."""

    def __init__(self, players: int) -> None:
        table = tables(tt.rule_set())
        self.begin = state(tt.new(players, seed=1), table)
        self.t, self.out, self.weights = table.numbers, zeros(table.most_events), floats(W.shipped())

    def start(self, seed: int) -> Array:
        s = self.begin.copy()
        s[L.CHANCE] = seeded(seed)
        return s

    def events(self, seed: int) -> int:
        """Play 2,000 uniformly random events."""
        return int(moves.play_uniformly(self.start(seed), self.t, self.out, 2000))

    def playout(self, seed: int) -> int:
        """Play a whole game by the policy."""
        assert playout_policy.play_out(self.start(seed), self.t, self.weights, self.out, 1000)
        return 1


def in_plain_python(what: str, players: int) -> Callable[[Work, int], float]:
    """Return a measurement that runs in a process of its own, without numba."""

    def found(_: Work, seed: int) -> float:
        environment = {**os.environ, "THURNTAXIS_PLAIN": "1"}
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
    two, four = Player(2), Player(4)
    rows: dict[str, tuple[Work, Callable[[Work, int], float]]] = {
        "reference, checked events": (speed.checked_events, rate),
        "kernel, events": (two.events, rate),
        "kernel in plain Python, events": (two.events, in_plain_python("events", 2)),
        "kernel, playouts of two": (two.playout, rate),
        "kernel, playouts of four": (four.playout, rate),
        "kernel in plain Python, playouts of two": (two.playout, in_plain_python("playout", 2)),
    }
    if importlib.util.find_spec("pyspiel"):
        rows |= {f"OpenSpiel {game}, steps": (openspiel(game), rate) for game in ("gin_rummy", "connect_four")}
    if importlib.util.find_spec("chess"):
        rows["python-chess, plies"] = (speed.chess_plies, rate)
    for work, _ in rows.values():
        work(0)  # compile and load
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


# ---- the parts of a playout


@compiled
def record(s: Array, t: Array, w: Floats, out: Array, events: Array) -> int:
    """Play a game to the end, and record its events: decisions as they are, reveals as places in the deck."""
    n = 0
    while s[L.PHASE] != L.OVER:
        if s[L.TO_DISPLAY] > 0 or s[L.TO_HAND] > 0:
            events[n] = below(s, s[L.DECK_SIZE])
            moves._deal_from(s, t, events[n])
        else:
            events[n] = playout_policy.choose(s, t, w, out)
            moves.apply(s, t, events[n])
        n += 1
    return n


@compiled
def replay(s: Array, t: Array, w: Floats, out: Array, events: Array, n: int, also: int) -> int:
    """Replay recorded events; at each decision also list the events (1) or choose one (2), and ignore the result."""
    decisions = 0
    for place in range(n):
        if s[L.TO_DISPLAY] > 0 or s[L.TO_HAND] > 0:
            moves._deal_from(s, t, events[place])
        else:
            decisions += 1
            if also == 1:
                moves.decisions(s, t, out)
            elif also == 2:
                playout_policy.choose(s, t, w, out)
            moves.apply(s, t, events[place])
    return decisions


@compiled
def deal_on(s: Array, t: Array, times: int) -> None:
    """Reveal fifty cards from a deck of sixty, this many times."""
    for _ in range(times):
        s[L.DECK_SIZE] = 60
        s[L.TO_DISPLAY] = 50
        s[L.DISPLAY] = 0
        while s[L.TO_DISPLAY]:
            moves.deal_any(s, t)


def timed(work: Callable[[], object]) -> float:
    """Return the processor time of some work in seconds, the shortest of several runs."""

    def once() -> float:
        begin = time.process_time()
        work()
        return time.process_time() - begin

    return min(once() for _ in range(ROUNDS))


def where_it_goes(players: int, games: int = 1000) -> None:
    player = Player(players)
    t, w, out = player.t, player.weights, player.out
    records, reveals = [], 0
    for seed in range(games):
        events = zeros(20_000)
        n = int(record(player.start(seed), t, w, out, events))
        records.append((player.start(seed), events[:n].copy(), n))
        reveals += n - int(replay(player.start(seed), t, w, out, events, n, 0))

    def again(also: int) -> Callable[[], None]:
        def work() -> None:
            for start, events, n in records:
                replay(start.copy(), t, w, out, events, n, also)

        return work

    deal_on(player.start(1), t, 1)
    one_deal = timed(lambda: deal_on(player.start(1), t, 2000)) / 100_000
    bare, listing, choosing = (timed(again(also)) / games for also in (0, 1, 2))
    deal, choose = one_deal * reveals / games, choosing - bare
    apply, list_ = bare - deal, listing - bare
    total = choose + bare
    whole = timed(lambda: [player.playout(seed) for seed in range(games)]) / games
    print(
        f"a playout of {players}: {whole * 1e6:.0f} µs. Taken apart, {total * 1e6:.0f} µs: "
        f"choose {choose / total:.0%} (the list of events {list_ / total:.0%}), apply {apply / total:.0%}, "
        f"deal {deal / total:.0%} ({one_deal * 1e9:.0f} ns each)"
    )


# ---- two cores


@compiled
def play_many(begin: Array, s: Array, t: Array, w: Floats, out: Array, seeds: Array) -> int:
    """Play a game from each seed."""
    for seed in seeds:
        for place in range(L.STATE_SIZE):
            s[place] = begin[place]
        s[L.CHANCE] = seed
        playout_policy.play_out(s, t, w, out, 1000)
    return len(seeds)


def many(first: int) -> float:
    """Play 1,000 two-player games; return their processor time in this thread."""
    player = Player(2)
    seeds = array([seeded(first + number) for number in range(1000)])
    begin = time.thread_time()
    play_many(player.begin, zeros(L.STATE_SIZE), player.t, player.weights, player.out, seeds)
    return time.thread_time() - begin


def gains(pool: Executor) -> tuple[list[float], list[float]]:
    """Return the speedup of two workers over one: by the clock, and by the processor time of the games.

    With two free cores both are the same: the workers hold no lock, so they can slow each other down only by sharing
    memory or a core.
    """
    by_clock, by_processor = [], []
    list(pool.map(many, range(2)))
    for round_ in range(6 * ROUNDS):
        begin = time.perf_counter()
        (alone,) = pool.map(many, [10_000 * round_])
        between = time.perf_counter()
        beside = list(pool.map(many, [10_000 * round_, 10_000 * round_ + 5000]))
        by_clock.append(2 * (between - begin) / (time.perf_counter() - between))
        by_processor.append(2 * alone / statistics.mean(beside))
    return sorted(by_clock), sorted(by_processor)


def searched(cores: int, seed: int) -> int:
    """Return the playouts of a search in the midgame example within two seconds by the clock."""
    search = Ismcts(read_position(speed.MIDGAME), cores=cores, seed=seed)
    search.think(seconds=2 * SECONDS)
    return search.playouts


def search_gains() -> list[float]:
    """Return how many times as many playouts a search makes on two cores as on one, measured before and after."""
    searched(2, 0)
    found: list[float] = []
    for round_ in range(2 * ROUNDS):
        before, both, after = searched(1, round_), searched(2, round_), searched(1, -1 - round_)
        found.append(2 * both / (before + after))
    return sorted(found)


def on_two_cores() -> None:
    print(f"the search on two cores / on one: {middle(search_gains())} by the clock (median and quartiles)")
    for name, pool in (
        ("threads", ThreadPoolExecutor(2)),
        ("processes", ProcessPoolExecutor(2, mp_context=get_context("spawn"))),
    ):
        load = os.getloadavg()[0]
        with pool:
            found = gains(pool)
        by_clock, by_processor = map(middle, found)
        print(
            f"two {name} / one: {by_clock} by the clock, {by_processor} by processor time (medians and quartiles), "
            f"the load before being {load:.1f} on {os.cpu_count()} cores"
        )


def middle(gains: list[float]) -> str:
    """Return the median and quartiles of sorted numbers as text."""
    return f"{statistics.median(gains):.2f} ({gains[len(gains) // 4]:.2f} to {gains[-len(gains) // 4]:.2f})"


def main(*arguments: str) -> None:
    if arguments:
        what, players, seed = arguments
        assert not IS_COMPILED
        print(rate(getattr(Player(int(players)), what), int(seed)))
        return
    assert IS_COMPILED, "numba is not installed"
    beside_others()
    where_it_goes(2)
    where_it_goes(4)
    on_two_cores()


if __name__ == "__main__":
    main(*sys.argv[1:])
