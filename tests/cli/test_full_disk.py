"""Writing to a full disk: one line names the file, and nothing half-written remains."""

import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from support.command_line import COMPLAINT, START
from support.entry_answers import MIDGAME
from support.paths import EXAMPLES
from thurntaxis_solver.play.result_file import read_results

resource: Any = pytest.importorskip("resource")

TABLE = str(EXAMPLES / "midgame.toml")


class Writer(NamedTuple):
    """A command that writes a file: its words, the key of its error, and its input."""

    words: tuple[str, ...]
    file: str
    key: str
    stdin: str = ""


WRITERS = {
    "show": Writer(("show", TABLE, "--svg", "new.svg"), "new.svg", "--svg"),
    "board": Writer(("board", "new", "north", "--out", "new.toml"), "new.toml", "--out"),
    "enter": Writer(("enter", "new.json"), "new.json", "FILE", "".join(f"{said}\n" for said in (*MIDGAME, ""))),
}
TOURNAMENT = ("tournament", "greedy", "--cores", "1", "--out", "new.jsonl", "--games")


def run(*words: str, folder: Path, most: int, stdin: str = "") -> "subprocess.CompletedProcess[str]":
    """Run `taxis` in a folder; no file can grow beyond `most` bytes."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    command = [sys.executable, "-B", "-c", START, *words]
    return subprocess.run(
        command, cwd=folder, input=stdin, capture_output=True, encoding="utf-8", preexec_fn=limit, check=False
    )


def check_refused(done: "subprocess.CompletedProcess[str]", file: str, key: str) -> None:
    """Check that the last line says that the file can't be written."""
    assert done.returncode == 2, done
    told = COMPLAINT.fullmatch(done.stderr.splitlines()[-1].removeprefix("> "))
    assert told, done.stderr
    assert (told["where"], told["key"]) == (file, key)
    assert told["wrong"].startswith("can’t be written: ")
    assert done.stdout == ""


@pytest.mark.parametrize("name", WRITERS)
def test_what_cannot_be_written_whole_is_not_written(name: str, tmp_path: Path) -> None:
    writer = WRITERS[name]
    before = {writer.file: b"as it was"} if name == "show" else {}
    for file, content in before.items():
        (tmp_path / file).write_bytes(content)
    done = run(*writer.words, folder=tmp_path, stdin=writer.stdin, most=300)
    check_refused(done, writer.file, writer.key)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_tournament_without_room_for_a_game_leaves_no_file(tmp_path: Path) -> None:
    check_refused(run(*TOURNAMENT, "2", folder=tmp_path, most=600), "new.jsonl", "file")
    assert list(tmp_path.iterdir()) == []


def test_a_tournament_that_fills_the_disk_keeps_its_finished_games(tmp_path: Path) -> None:
    done = run(*TOURNAMENT, "50", folder=tmp_path, most=3000)
    check_refused(done, "new.jsonl", "file")
    (file,) = tmp_path.iterdir()
    found = read_results(file)
    assert found is not None
    assert 1 <= len(found.rows) < 50
    assert found.length == file.stat().st_size  # no half line
