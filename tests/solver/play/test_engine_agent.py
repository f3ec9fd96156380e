"""Agents that are other programs: what they receive, how they forfeit, and that none of their processes remains."""

import itertools
import json
import re
import shlex
import signal
import sys
import threading
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.command_line import is_running, started, taxis
from support.engine_process import OUR_ENGINE, PATIENCE, broken
from support.few_and_many import one_in
from support.paths import EXAMPLES
from support.tournaments import cluster_of, timeless
from thurntaxis.io.write import position_data
from thurntaxis_solver.play import matches
from thurntaxis_solver.play.agents import AgentError, read
from thurntaxis_solver.play.engine_introduction import Introduction, introduction
from thurntaxis_solver.play.engine_process import EngineFailure, EngineProcess
from thurntaxis_solver.play.forfeit import Forfeit
from thurntaxis_solver.play.game import Game
from thurntaxis_solver.play.matches import Setup, row_of
from thurntaxis_solver.play.standings import table
from thurntaxis_solver.play.tournament import Dask, Local, play

EXAMPLE = shlex.join([sys.executable, str(EXAMPLES / "engine_random.py")])


# ---- how they are written


def test_a_program_is_written_behind_its_parameters() -> None:
    assert read("engine:taxis engine").values == {"time": 1.0, "tolerance": 5.0, "log": None, "command": "taxis engine"}
    written = read("engine:time=0.5,log=a b.log:prog --option x=1,y=2 'a:b'")
    assert written.values == {"time": 0.5, "tolerance": 5.0, "log": "a b.log", "command": "prog --option x=1,y=2 'a:b'"}


# ---- whole games


def test_our_engine_plays_against_greedy() -> None:
    setup = Setup.of(["greedy", f"engine:time=0.02,tolerance={PATIENCE}:{OUR_ENGINE}"], seed=2)
    row = row_of(setup, 0)
    assert row["forfeit"] is None
    assert row["reason"] is None
    assert row["winner"] is not None
    assert min(row["turns"]) >= 7


def test_our_engine_decides_at_every_step_of_a_game_with_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "LONGEST_GAME", 9)
    ours = f"engine:time=0.02,tolerance={PATIENCE}:{OUR_ENGINE}"
    setup = Setup.of([ours, "greedy", "greedy"], modules=["princess-messenger", "offices-of-honor"])
    assert row_of(setup, 0)["forfeit"] is None


def test_a_program_never_learns_what_its_player_may_not_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the logs of both, they receive only those cards of another hand that were taken from the display."""
    monkeypatch.setattr(matches, "LONGEST_GAME", 14)
    logs = [tmp_path / "0.log", tmp_path / "1.log"]
    setup = Setup.of([f"engine:time=0.01,log={log}:{broken('DrawsBlind')}" for log in logs], seed=3)
    assert row_of(setup, 0)["forfeit"] is None
    told, taken = [positions(log) for log in logs], [face_up(log) for log in logs]
    for at, other in ((0, 1), (1, 0)):
        assert told[at]
        unknown = 0
        for position in told[at]:
            assert position["turn"]["player"] == at
            assert "?" not in position["players"][at]["hand"]
            theirs = Counter(position["players"][other]["hand"])
            unknown += theirs.pop("?", 0)
            assert theirs <= taken[other]
            assert not {"deck", "unseen", "seed"} & position.keys()
        assert unknown > 0


def positions(log: Path) -> list[dict[str, Any]]:
    """The positions that a program received."""
    return [
        json.loads(line.partition("> position json ")[2])
        for line in log.read_text(encoding="utf-8").splitlines()
        if "> position json " in line
    ]


def face_up(log: Path) -> Counter[str]:
    """The cards that a program has taken from the display."""
    chosen = re.findall(r"< bestturn (?:draw|postmaster) (\S+)$", log.read_text(encoding="utf-8"), re.MULTILINE)
    return Counter(card for card in chosen if card != "deck")


def test_a_program_that_can_not_be_had_is_told_before_any_game(tmp_path: Path) -> None:
    rules = tt.undealt(2).rules
    for command, told in (
        ("no-such-program", 'there is no program "no-such-program"'),
        (broken("WritesGarbage"), 'the program answered taxis with "Hello, I am an engine'),
        (f"{shlex.quote(sys.executable)} -c 'raise SystemExit(3)'", "the program ended with exit status 3"),
    ):
        with pytest.raises(AgentError, match=re.escape(told)):
            read(f"engine:{command}").try_out(rules, 2)
    with pytest.raises(AgentError, match="the program doesn't support players 3"):
        read(f"engine:{broken('Sound')}").try_out(rules, 3)
    with pytest.raises(AgentError, match="the program doesn't support module princess-messenger"):
        read(f"engine:{EXAMPLE}").try_out(tt.undealt(2, modules=["princess-messenger"]).rules, 2)
    with pytest.raises(AgentError, match="not found"):
        read(f"engine:log={tmp_path / 'no' / 'log'}:{EXAMPLE}").try_out(rules, 2)
    read(f"engine:{EXAMPLE}").try_out(rules, 2)
    read("greedy").try_out(rules, 2)


# ---- forfeits


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        pytest.param(
            broken("DeafWhileThinking"), r"the program did not write bestturn within 0\.9 s", marks=pytest.mark.nightly
        ),
        (broken("ChoosesIllegalEvents"), r"the program chose play Ulm right, which is not legal: .*"),
        pytest.param(
            broken("WritesWithoutEnd"),
            r"the program (did not write bestturn within .*|wrote more than 100000 lines .*)",
            marks=pytest.mark.nightly,
        ),
        (broken("WritesGarbage"), r'the program answered taxis with "Hello, I am an engine\\x07!"'),
        (f"{shlex.quote(sys.executable)} -c 'raise SystemExit(3)'", r"the program ended with exit status 3"),
        ("no-such-program", r'the program could not be started: there is no program "no-such-program"'),
    ],
)
def test_a_broken_program_loses_its_game(command: str, reason: str) -> None:
    threads = threading.active_count()
    setup = Setup.of([f"engine:time=1,tolerance=0.5:{command}", "greedy"], seed=1)
    rows = list(play(setup, 2, Local(1)))
    assert threading.active_count() == threads
    assert [row["forfeit"] for row in rows] == [0, 1]
    assert [row["winner"] for row in rows] == [1, 0]
    for row in rows:
        assert row["reason"] is not None
        assert re.fullmatch(reason, row["reason"])
        assert row["events"] < 20
    (good, bad) = table(setup, rows).standings
    assert (good.agent, good.wins, good.forfeits) == ("greedy", 2, ())
    assert (bad.wins, bad.forfeits) == (0, tuple(row["reason"] for row in rows))


def test_after_a_forfeit_the_best_of_the_others_wins() -> None:
    setup = Setup.of(["greedy", "random", "engine:no-such-program"], seed=1)
    for row in play(setup, 3, Local(1)):
        seat = row["forfeit"]
        assert seat is not None
        assert row["winner"] == (seat + 1) % 3, "all have as many points: the first one clockwise"


def test_a_tournament_tells_forfeits_and_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "games"
    command = f"engine:time=1,tolerance=0.5:{broken('ChoosesIllegalEvents')}"
    answer = taxis("tournament", "greedy", command, "--games", 3, "--cores", 1, "--out", out)
    assert answer.status == 0, answer.err
    words = " ".join(answer.out.split())
    assert "forfeited 3 of 3 games, first because the program chose play Ulm right, which is not legal:" in words
    header, *rows = map(json.loads, out.read_text(encoding="utf-8").splitlines())
    assert header["setup"]["agents"] == ["greedy", command]
    assert [row["forfeit"] for row in rows] == [1, 0, 1]
    assert all(row["reason"].startswith("the program chose play Ulm right, which is not legal: ") for row in rows)
    data = taxis("tournament", "greedy", command, "--games", 3, "--out", out, "--json").data
    assert [len(each["forfeits"]) for each in data["agents"]] == [0, 3]


def test_files_do_not_start_programs(tmp_path: Path) -> None:
    """A result file or a record that somebody sends must not run a command by being opened."""
    mark, out = tmp_path / "mark", tmp_path / "games"
    command = "engine:" + shlex.join([sys.executable, "-c", f"open({str(mark)!r}, 'w')"])
    header = {
        "thurntaxis_tournament": 1,
        "engine": tt.__version__,
        "setup": Setup.of(["greedy", command]).data(),
        "games": 2,
    }
    out.write_text(json.dumps(header) + "\n", encoding="utf-8")
    (error,) = taxis("tournament", "greedy", "random", "--out", out).errors()
    assert "the file belongs to another set-up" in error["wrong"]
    game = tmp_path / "game.json"
    start = position_data(tt.new(seed=1))
    record = {"thurntaxis_record": 1, "engine": "0.1.0", "start": start, "events": [], "seats": [None, command]}
    game.write_text(json.dumps(record), encoding="utf-8")
    (error,) = taxis("play", game).errors()
    assert error["wrong"] == "this game would start a program"
    assert not mark.exists()


# ---- in a game of a person


def test_a_person_plays_against_a_program() -> None:
    answer = taxis(
        "play", "--against", f"engine:time=0.05:{EXAMPLE}", "--seed", 1, stdin=b"draw deck\n1\n1\nend\nquit\n"
    )
    assert (answer.status, answer.err) == (0, "")
    (error,) = taxis("play", "--against", "engine:no-such-program", "--seed", 1).errors()
    assert error["wrong"] == "“engine:no-such-program”: there is no program “no-such-program”"


def test_a_program_that_fails_ends_the_game_of_a_person() -> None:
    name = f"engine:time=1,tolerance=5:{broken('ChoosesIllegalEvents')}"
    answer = taxis("play", "--against", name, "--seat", 1, "--seed", 1)
    assert answer.status == 0
    assert answer.lines[-1].startswith(f"{name}: the program chose play Ulm right, which is not legal: ")
    assert answer.lines[-1].endswith("That agent has lost; the game is over.")
    game = Game(tt.new(seed=1), (name, None), 1)
    with pytest.raises(Forfeit, match=r"^engine:time=1"):
        list(game.go_on())
    game.close()


# ---- processes that remain


def pids(file: Path) -> list[int]:
    """The processes that an engine has noted: a child of it, and itself."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if file.exists() and len(found := file.read_text(encoding="utf-8").split()) == 2:
            return list(map(int, found))
        time.sleep(0.05)
    raise AssertionError("the engine has not begun")


def are_gone(processes: list[int]) -> bool:
    end = time.monotonic() + PATIENCE
    while any(map(is_running, processes)) and time.monotonic() < end:
        time.sleep(0.05)
    return not any(map(is_running, processes))


ENDS = [(how, cores) for cores, how in itertools.product((2, 1), (signal.SIGKILL, signal.SIGINT, signal.SIGTERM))]

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@on_linux
def test_nothing_is_left_of_a_program_that_hangs(tmp_path: Path) -> None:
    threads = threading.active_count()
    row_of(Setup.of([f"engine:time=1,tolerance=0.3:{broken('StartsChildren', tmp_path / 'pids')}", "greedy"]), 0)
    assert are_gone(pids(tmp_path / "pids"))
    assert threading.active_count() == threads


@on_linux
@pytest.mark.parametrize(("how", "cores"), one_in(3, ENDS, several=True))
def test_nothing_is_left_when_a_tournament_ends_at_once(how: signal.Signals, cores: int, tmp_path: Path) -> None:
    file = tmp_path / "pids"
    name = f"engine:time=100:{broken('StartsChildren', file)}"
    tournament = started("tournament", name, "random", "--games", 2, "--cores", cores)
    pids(file)  # those of the trial before the first game
    time.sleep(0.2)
    end = time.monotonic() + PATIENCE
    while not any(map(is_running, pids(file))) and time.monotonic() < end:
        time.sleep(0.05)
    found = pids(file)
    tournament.send_signal(how)
    tournament.communicate(timeout=PATIENCE)
    assert are_gone([*found, *pids(file)])


def test_a_dask_cluster_plays_with_programs() -> None:
    setup = Setup.of([f"engine:time=0.01:{EXAMPLE}", "engine:no-such-program"], seed=5)
    with cluster_of(1) as cluster:
        rows = timeless(play(setup, 2, Dask(cluster.scheduler_address)))
    assert [rows[game]["forfeit"] for game in (0, 1)] == [1, 0]


# ---- the parts


def test_what_an_introduction_says() -> None:
    told = introduction(
        [
            "id name My Engine",
            "id version 1.2",
            "option name board type combo default south var south var file",
            "option name players type spin default 2 min 2 max 3",
            "option name Hash type spin default 16 min 1 max 1024",
            "taxisok",
        ]
    )
    assert (told.name, told.version, told.players) == ("My Engine", "1.2", range(2, 4))
    assert told.objection(tt.undealt(2).rules, 2) is None
    assert told.objection(tt.undealt(4).rules, 4) == "players 4"
    assert told.objection(tt.undealt(2, edition="pl-pala").rules, 2) == "edition pl-pala"
    assert told.objection(tt.undealt(2, options={"reshuffle": "when-needed"}).rules, 2) == "reshuffle when-needed"
    assert told.objection(tt.undealt(2, board="testland").rules, 2) == "board testland"
    assert Introduction().players == range(2, 5)


@pytest.mark.parametrize(
    "line", ["", "hello", "id", "id name", "option", "option name x", "option name x type y", "info"]
)
def test_an_introduction_of_other_lines_is_none(line: str) -> None:
    with pytest.raises(EngineFailure, match=r"^the program answered taxis with "):
        introduction(["id name x", line, "taxisok"])


def test_a_program_is_asked_in_utf8_and_escaped_where_it_is_not() -> None:
    code = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.readline() + b'\\xff\\n'); sys.stdout.flush()"
    with closing(EngineProcess(shlex.join([sys.executable, "-c", code]))) as process:
        process.say("Zürich")
        assert [process.hear(PATIENCE), process.hear(PATIENCE)] == ["Zürich", "\\xff"]
        with pytest.raises(EngineFailure, match=r"^the program ended with exit status 0$"):
            process.hear(PATIENCE)
