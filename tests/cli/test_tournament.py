"""The command `tournament`: its table, its file, what happens when it is killed or interrupted, and bad usage."""

import json
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.command_line import is_running, started, taxis
from support.golden import check
from support.paths import BY_CITY
from thurntaxis_solver.play import matches
from thurntaxis_solver.play.matches import Setup, row_of


def games(path: Path) -> dict[int, dict[str, Any]]:
    """Return the games of a result file by number, without their times."""
    _, *lines = path.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    found = {row["game"]: {**row, "seconds": 0} for row in rows}
    assert len(found) == len(rows)
    return found


def test_the_table() -> None:
    answer = taxis("tournament", "greedy", "random", "--games", 4, "--cores", 1)
    assert answer.status == 0
    title, first, second, *_ = answer.lines
    assert title.split() == ["agent", "games", "wins", "by", "seat", "Elo", "score", "margin"]
    assert first.startswith("greedy      4  100.0% (51.0 to 100.0)      2 2    –")
    assert second.startswith("random      4      0.0% (0.0 to 49.0)")
    assert "4 games of 2 players, seed 1, en-yucata.\n2 deals were played in every seating." in answer.out
    assert "An agent that won all or none of its games" in answer.out
    assert max(map(len, answer.lines)) <= 100
    assert answer.err == ""


def test_the_answer_in_json() -> None:
    words = ["tournament", "greedy", "greedy:noise=4", "--games", 12, "--cores", 1, "--players", 3, "--seed", 8]
    data = taxis(*words, "--json", "--edition", "it-2006", "--option", "reshuffle=when-needed").data
    assert data["setup"]["players"] == 3
    assert data["setup"]["edition"] == "it-2006"
    assert data["setup"]["options"]["reshuffle"] == "when-needed"
    assert (data["games"], data["deals"], data["broken_off"]) == (12, 4, 0)
    assert " ".join(data) == "setup games deals broken_off by_seat all_provinces turns agents"
    agents = {agent["agent"]: agent for agent in data["agents"]}
    assert (agents["greedy"]["seats"], agents["greedy:noise=4"]["seats"]) == (12, 24)
    assert agents["greedy"]["wins"] + agents["greedy:noise=4"]["wins"] == 12
    assert agents["greedy"]["win"].keys() == {"exact", "value", "low", "high"}
    assert taxis(*words, "--json", "--edition", "it-2006", "--option", "reshuffle=when-needed").data == data


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--board testland", "en-yucata, testland"),
        ("--module offices-of-honor", "en-yucata, offices-of-honor"),
        (
            "--board testland --module offices-of-honor --module power-and-glory --module princess-messenger",
            "en-yucata, power-and-glory, princess-messenger, offices-of-honor, testland",
        ),
        (f"--board {BY_CITY}", f"en-yucata, {BY_CITY}"),
    ],
)
def test_other_boards_and_modules(words: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "LONGEST_GAME", 20)
    asked = ["tournament", "random", "--games", 2, "--cores", 1, *words.split()]
    answer = taxis(*asked)
    assert answer.status == 0
    said = re.sub(r"\s+", " ", answer.out)
    assert f"2 games of 2 players, seed 1, {told}. 1 deal was played in every seating." in said
    setup = taxis(*asked, "--json").data["setup"]
    assert (setup["board"], setup["modules"]) == (
        words.split()[1] if words.startswith("--board") else "south",
        [module for module in tt.MODULES if module in words],
    )


# ---- the file


def test_a_file_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert taxis("tournament", "greedy", "--games", 2, "--cores", 1, "--out", path, "--seed", 5).status == 0
    first = path.read_bytes()
    again = ("tournament", "greedy", "--games", 4, "--cores", 1, "--out", path, "--seed", 5, "--json")
    data = taxis(*again).data
    assert (data["games"], data["setup"]["seed"]) == (4, 5)
    assert path.read_bytes().startswith(first)
    whole = path.read_bytes()
    assert taxis(*again).data == data
    assert path.read_bytes() == whole


def wait_for_games(path: Path, count: int) -> None:
    """Wait until a result file has this many games."""
    for _ in range(1200):
        if path.exists() and path.read_bytes().count(b"\n") > count:
            return
        time.sleep(0.05)
    pytest.fail("no games were played")


def children(process: int) -> list[int]:
    """Return the child processes of a process, if the system lists them."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(word) for word in listed.read_text().split()] if listed.exists() else []


def test_a_killed_tournament_is_gone_on_with(tmp_path: Path) -> None:
    path, words = tmp_path / "games.jsonl", ["greedy", "greedy:noise=7", "--games", "24", "--seed", "3"]
    process = started("tournament", *words, "--cores", "2", "--out", str(path))
    wait_for_games(path, 3)
    workers = children(process.pid)
    process.kill()
    process.communicate()
    before = path.read_bytes()
    assert 3 <= before.count(b"\n") - 1 < 24
    with path.open("ab") as file:  # as if it had been killed in the middle of a line
        file.write(before.splitlines()[-1][:70])
    assert taxis("tournament", *words, "--cores", 2, "--out", path).status == 0
    assert path.read_bytes().startswith(before)
    setup = Setup.of(["greedy", "greedy:noise=7"], seed=3)
    assert games(path) == {number: {**row_of(setup, number), "seconds": 0} for number in range(24)}
    assert not any(map(is_running, workers))


@pytest.mark.parametrize("cores", ["1", "2"])
def test_an_interrupted_tournament_tells_what_was_finished(tmp_path: Path, cores: str) -> None:
    path = tmp_path / "games.jsonl"
    process = started("tournament", "greedy", "--games", "5000", "--cores", cores, "--out", str(path))
    wait_for_games(path, 3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    played = re.search(rb"^(\d+) games of 2 players", out, re.MULTILINE)
    assert played
    assert int(played[1]) == len(games(path))


# ---- bad usage


def test_bad_usage_is_one_line_and_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thurntaxis_solver.play.tournament.CLUSTER_TIMEOUT", 0.2)
    monkeypatch.chdir(tmp_path)
    assert taxis("tournament", "greedy", "--games", 1, "--cores", 1, "--out", "old.jsonl").status == 0
    Path("diary.txt").write_text("Dear diary,\n", encoding="utf-8")
    Path("empty.jsonl").touch()
    sound = BY_CITY.read_text(encoding="utf-8")
    for name, kept in (("flawed", -3), ("generous", 4)):
        changed = sound.replace("hand-after-closing = 3", f"hand-after-closing = {kept}")
        Path(f"{name}.toml").write_text(changed, encoding="utf-8")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def refused(words: str) -> str:
        answer = taxis("tournament", *words.replace("(nothing)", "").split())
        answer.errors()
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
        return answer.err.replace(str(tmp_path), "FOLDER")

    check(Path(__file__).parent / "bad_tournament.txt", refused)
