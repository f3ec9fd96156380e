"""`python tests/support/kill_tournaments.py KILLS [SEED]`: kill a tournament between searches over and over.

`taxis tournament --out FILE` is started, killed (SIGKILL) after a while of random length, some times cut back to the
middle of a line as well, and started again, until it has been killed KILLS times; then it is played to its end.
No finished game is lost, no game is written twice, and the results equal those of an undisturbed tournament.
The exit status is 1 if that fails.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

START = "import sys; from thurntaxis_cli.main import main; sys.exit(main())"
AGENTS = ("search:playouts=2", "greedy")

LONGEST = 1.0
"""The most seconds until a run is killed, from its start or from the first game that it adds."""


def command(path: Path, games: int, seed: int) -> list[str]:
    """Return the command that plays into a file."""
    words = [*AGENTS, "--games", str(games), "--seed", str(seed), "--cores", "1", "--out", str(path), "--json"]
    return [sys.executable, "-c", START, "tournament", *words]


def whole_lines(path: Path) -> list[bytes]:
    """Return the whole lines of a file; none if it isn't there."""
    return path.read_bytes().splitlines(keepends=True)[: path.read_bytes().count(b"\n")] if path.exists() else []


def games_of(lines: list[bytes]) -> dict[int, dict[str, Any]]:
    """Return the games of a result file by number, without their times; none may be there twice."""
    rows = [json.loads(line) for line in lines[1:]]
    found = {row["game"]: {**row, "seconds": 0} for row in rows}
    assert len(found) == len(rows), "a game stands there twice"
    return found


def kill_once(path: Path, games: int, seed: int, chance: Random) -> bool:
    """Start the tournament and kill it; cut the file in a line at times. Return whether it was killed in time."""
    before = whole_lines(path)
    process = subprocess.Popen(command(path, games, seed), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    until = time.monotonic() + chance.choice((chance.random() * LONGEST, 600))  # while it starts, or later
    while process.poll() is None and len(whole_lines(path)) == len(before) and time.monotonic() < until:
        time.sleep(0.005)
    time.sleep(chance.random() * LONGEST * chance.randrange(2))
    was_running = process.poll() is None
    process.kill()
    _, told = process.communicate()
    assert not told, told
    after = whole_lines(path)
    assert after[: len(before)] == before, "a finished game is lost"
    if was_running and after and chance.randrange(2):  # as if it had been killed while it wrote a line
        cut = after[-1][: chance.randrange(len(after[-1]))]
        with path.open("ab") as file:
            file.truncate(len(b"".join(after)))
            file.write(cut)
    return was_running


def main(kills: int, seed: int = 1) -> int:
    """Kill a tournament this many times; return the exit status."""
    chance, began = Random(seed), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path, calm = Path(folder, "killed.jsonl"), Path(folder, "calm.jsonl")
        games, done = 2, 0
        while done < kills:
            done += kill_once(path, games, seed, chance)
            if len(whole_lines(path)) > games - 1:
                games += 4
        ends = [subprocess.run(command(file, games, seed), capture_output=True, check=True) for file in (path, calm)]
        same_games = games_of(whole_lines(path)) == games_of(whole_lines(calm))
        same_table = ends[0].stdout == ends[1].stdout
    verdict = "the same as undisturbed" if same_games and same_table else "NOT the same as undisturbed"
    print(f"{kills} kills, {games} games, {time.monotonic() - began:.0f} s, seed {seed}: {verdict}")
    return 0 if same_games and same_table else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
