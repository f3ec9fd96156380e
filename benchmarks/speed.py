"""The speed of the reference, compared with other programs, in one run on one core.

    pip install -e ".[bench]" && python benchmarks/speed.py

Prints the time and memory of an exact turn, the time until advice appears at a terminal, the wall-clock and processor
times of commands, the events (steps, plies) per second in random play, and the perft counts per second. Machines differ
and are noisy, so compare only figures of the same run.
"""

import importlib
import importlib.util
import os
import pty
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import thurntaxis as tt
from thurntaxis.io.read import read_position

ROOT = Path(__file__).parent.parent
MIDGAME = ROOT / "examples" / "midgame.toml"
SECONDS = 2.0
ROUNDS = 3


def rate(work: Callable[[int], int]) -> float:
    """Return the median of the work done per second: `work(seed)` does some and returns how much."""

    def once(seed: int) -> float:
        begin, done = time.perf_counter(), 0
        while time.perf_counter() - begin < SECONDS:
            done += work(seed)
            seed += ROUNDS
        return done / (time.perf_counter() - begin)

    return statistics.median(once(seed) for seed in range(ROUNDS))


# ---- random play


def checked_events(seed: int) -> int:
    """Play 2,000 uniformly random events of a game of two, every one listed, chosen and checked."""
    chance = random.Random(seed)
    position = tt.new(2, seed=seed)
    for _ in range(2000):
        if position.is_over:
            position = tt.new(2, seed=chance.randrange(2**31))
        if position.is_chance:
            position = position.play(tt.Event(("deal", chance.choice(position.unseen))))
        else:
            position = position.play(chance.choice(position.events()))
    return 2000


def chess_plies(seed: int) -> int:
    chess = importlib.import_module("chess")

    chance, board, plies = random.Random(seed), chess.Board(), 0
    while not board.is_game_over() and plies < 300:
        board.push(chance.choice(list(board.legal_moves)))
        plies += 1
    return plies


def openspiel(name: str) -> Callable[[int], int]:
    def steps(seed: int) -> int:
        pyspiel = importlib.import_module("pyspiel")

        importlib.import_module("open_spiel.python.games")  # registers the games written in Python
        chance, game, done = random.Random(seed), pyspiel.load_game(name), 0
        for _ in range(50):
            state = game.new_initial_state()
            while not state.is_terminal() and not state.is_simultaneous_node():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(outcomes, weights)[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))
                done += 1
        return done

    return steps


# ---- counting


def perft_counts(_: int) -> int:
    return tt.perft(read_position(MIDGAME), 4)


def chess_perft(_: int) -> int:
    chess = importlib.import_module("chess")

    def count(board: Any, depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        found = 0
        for move in board.legal_moves:
            board.push(move)
            found += count(board, depth - 1)
            board.pop()
        return found

    return count(chess.Board(), 3)


# ---- whole commands


COMMANDS = (
    ["--help"],
    ["legal", str(MIDGAME)],
    ["ruling", str(MIDGAME), "end"],
    ["ruling", str(MIDGAME), "end", "--lang", "ja"],
    ["rule", "play.adjacent"],
    ["rule", "decline", "a", "carriage"],
    ["rule", "auf", "die", "Kutsche", "verzichten"],
)


def cost(*arguments: str) -> tuple[float, float]:
    """Return the median wall time of a command and its median processor time in seconds, start-up included."""
    command = [str(Path(sys.executable).with_name("taxis")), *arguments]

    def once() -> tuple[float, float]:
        begin, used = time.perf_counter(), processor_time()
        subprocess.run(command, check=False, capture_output=True)
        return time.perf_counter() - begin, processor_time() - used

    walls, processors = zip(*(once() for _ in range(9)), strict=True)
    return statistics.median(walls), statistics.median(processors)


def processor_time() -> float:
    """Return the seconds of processor time that commands have taken so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def turn_cost() -> tuple[float, float]:
    """Return seconds and peak memory (MiB) of the exact turn on the midgame example, in a process of its own."""
    begin = time.perf_counter()
    subprocess.run(
        [Path(sys.executable).with_name("taxis"), "advise", MIDGAME, "--exact", "--json"],
        check=True,
        capture_output=True,
    )
    seconds = time.perf_counter() - begin
    return seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def seen_after(*signs: str, **environment: str) -> list[float]:
    """Return after how many seconds a person at a terminal sees each of these signs, then the end of the advice."""
    begin = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        command = str(Path(sys.executable).with_name("taxis"))
        os.execve(command, [command, "advise", str(MIDGAME)], {**os.environ, **environment})
    text, seen = "", dict[str, float]()
    with suppress(OSError):  # the terminal is gone with the command
        while read := os.read(terminal, 1 << 16):
            text += read.decode(errors="replace")
            for sign in signs:
                if sign in text:
                    seen.setdefault(sign, time.perf_counter() - begin)
    os.waitpid(child, 0)
    return [*(seen[sign] for sign in signs), time.perf_counter() - begin]


def main() -> None:
    seconds, memory = turn_cost()
    print(f"exact turn, midgame example    {seconds:8.2f} s  {memory:6.0f} MiB")
    seen_after("draw ")
    turn, whole = map(statistics.median, zip(*(seen_after("draw ") for _ in range(ROUNDS)), strict=True))
    print(f"advice: first turn {turn:.1f} s, all {whole:.1f} s", flush=True)
    for arguments in COMMANDS:
        shown = " ".join(Path(a).name if a.endswith(".toml") else a for a in arguments)
        wall, processor = cost(*arguments)
        print(f"taxis {shown:35} {wall:8.3f} s, {processor:.3f} s of a processor", flush=True)
    rows = [("thurntaxis checked events", checked_events), ("thurntaxis perft counts", perft_counts)]
    if importlib.util.find_spec("chess"):
        rows += [("python-chess random plies", chess_plies), ("python-chess perft nodes", chess_perft)]
    if importlib.util.find_spec("pyspiel"):
        rows += [(f"OpenSpiel {g} steps", openspiel(g)) for g in ("python_tic_tac_toe", "python_liars_poker")]
    for name, work in rows:
        print(f"{name:40} {rate(work):12,.0f} a second", flush=True)


if __name__ == "__main__":
    main()
