"""The examples: every file is sound, and the games with modules can be made."""

import gzip
import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import thurntaxis
from naive import scoring
from support import random_play
from support.paths import EXAMPLES, ROOT
from thurntaxis.io.read import read_position, read_record
from thurntaxis.io.read_line import record_from_line
from thurntaxis.io.write import position_data
from thurntaxis.records import replay


@pytest.fixture(scope="module")
def making() -> ModuleType:
    """The script that makes games."""
    spec = importlib.util.spec_from_file_location("make_games", EXAMPLES / "make_games.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_games"] = module
    spec.loader.exec_module(module)
    return module


def test_every_example_is_sound_and_named() -> None:
    named = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for file in sorted(EXAMPLES.iterdir()):
        if file.suffix == ".toml":
            read_position(file)
        elif file.suffix == ".json":
            record = read_record(file)
            steps = list(replay(record))
            assert len(steps) == len(record.events)
            assert steps[-1].after is not None
            assert steps[-1].after.is_over
        assert file.name == "README.md" or file.is_dir() or file.name in named


def test_there_is_a_game_for_each_module_and_combination(making: ModuleType) -> None:
    planned = {frozenset(game.modules): game.board for game in making.GAMES.values()}
    assert set(planned) == {frozenset(modules) for _, modules in random_play.GAMES}
    assert {board for modules, board in planned.items() if "power-and-glory" in modules} == {"testland"}
    assert len({game.seed for game in making.GAMES.values()}) == len(making.GAMES)
    assert {game.players for game in making.GAMES.values()} == {2, 3, 4}


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("game-*.json")), ids=lambda file: file.stem)
def test_the_end_of_every_game_is_counted_alike_by_the_naive_rules(file: Path) -> None:
    *_, last = replay(read_record(file))
    assert last.after is not None
    table = position_data(last.after)
    assert scoring.scores(table) == list(last.after.scores())
    assert scoring.winner(table) == last.after.winner()


def test_each_planned_game_is_here_with_its_score(making: ModuleType) -> None:
    named = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for name, planned in making.GAMES.items():
        record = read_record(EXAMPLES / f"game-{name}.json")
        assert (record.start, record.seed) == (planned.start(), planned.seed)
        *_, last = replay(record)
        assert last.after is not None
        score = " to ".join(str(points).replace("-", "−") for points in last.after.scores())
        assert (
            f"{score} after {len(record.events)} events; `{making.AGENT}` at every seat, seed {record.seed} |" in named
        )


def test_games_are_written_as_records(making: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    making.main(["--agent", "random", "--turns", "9", "--folder", str(tmp_path)])
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == len(making.GAMES)
    for (name, planned), row in zip(making.GAMES.items(), rows, strict=True):
        file = tmp_path / f"game-{name}.json"
        record = read_record(file)
        assert (record.start.rules.modules, record.seed) == (making.GAMES[name].start().rules.modules, planned.seed)
        assert [player.name for player in record.start.players] == ["Anna", "Ben", "Clara", "David"][: planned.players]
        assert record.start.turn.pending.count("display") == 6
        assert row.startswith(f"| `{file.name}` | a game of {planned.players} with ")
        assert f"broken off after {len(record.events)} events; `random` at every seat, seed {planned.seed} |" in row
    first = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    making.main(["messenger", "--agent", "random", "--turns", "9", "--folder", str(tmp_path)])
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == first


def test_a_whole_game_is_told_with_its_end(
    making: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from support.tournaments import Leaning
    from thurntaxis_solver.play import agents

    monkeypatch.setitem(agents.KINDS, "leaning", agents.Kind(Leaning, {}, any_rules=True))
    making.main(["all-three", "--agent", "leaning", "--folder", str(tmp_path)])
    record = read_record(tmp_path / "game-all-three.json")
    assert record.end.is_over
    scores = " to ".join(str(score).replace("-", "−") for score in record.end.scores())
    assert f": {scores} after {len(record.events)} events; " in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--agent", "gredy"], ["chess"]])
def test_what_can_not_be_played_is_told_before_anything_is_written(
    making: ModuleType, words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        making.main([*words, "--folder", str(tmp_path)])
    assert left.value.code == 2
    assert "error: " in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "client", [[sys.executable, "client.py"], ["node", "client.mjs"]], ids=["python", "javascript"]
)
def test_a_client_of_the_protocol_plays_a_game(client: list[str]) -> None:
    if not shutil.which(client[0]):
        pytest.skip("Node.js is not installed")
    engine = [sys.executable, "-m", "thurntaxis", "engine"]
    done = subprocess.run([*client, *engine], cwd=EXAMPLES, capture_output=True, text=True, check=True, timeout=300)
    *events, scores = done.stdout.splitlines()
    position = thurntaxis.new(2, seed=1)
    for event in events:
        position = position.play(event)
    assert position.is_over
    assert scores == f"scores {' '.join(map(str, position.scores()))} winner {position.winner()}"


@pytest.mark.parametrize("file", sorted((EXAMPLES / "games").glob("*.gz")), ids=lambda file: file.name.split(".")[0])
def test_the_games_of_the_data_set_end_as_they_say(file: Path) -> None:
    card = (EXAMPLES / "games" / "README.md").read_text(encoding="utf-8")
    header, *games = map(json.loads, gzip.decompress(file.read_bytes()).splitlines())
    players, modules = header["setup"]["players"], header["setup"]["modules"]
    assert f"| `{file.name}` | {len(games)} | {players} | {header['setup']['board']} | {', '.join(modules)} |" in card
    assert hashlib.sha256(file.read_bytes()).hexdigest() in card
    for number, game in enumerate(games):
        end = record_from_line(game["record"]).end
        assert game["game"] == number
        assert (end.is_over, list(end.scores()), end.winner()) == (True, game["scores"], game["winner"])
        assert end.rules.modules == tuple(modules)


@pytest.mark.nightly
def test_the_data_set_is_made_by_one_command(tmp_path: Path) -> None:
    command = f"{sys.executable} benchmarks/data_set.py --share 0.0001 --agent greedy {tmp_path}".split()
    assert subprocess.check_output(command, cwd=ROOT, text=True).startswith("27 games in 9 files")
    assert sum(f"`{file.name}`" in (tmp_path / "README.md").read_text() for file in tmp_path.glob("*.gz")) == 9
