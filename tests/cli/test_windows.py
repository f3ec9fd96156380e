"""Windows, as far as it can be simulated: line ends, the encoding of the console, modules that are missing there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.paths import EXAMPLES

TAXIS = """
import sys
sys.modules |= dict.fromkeys(["fcntl", "termios", "tty", "pty", "readline", "resource", "pwd"])
from thurntaxis_cli.main import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("words", "typed", "said"),
    [
        (["show", "midgame.toml"], "", "München"),
        (["show", "midgame.toml", "--lang", "ja"], "", "山札"),
        (["legal", "-"], "TT1 / 3 / 3", "draw deck"),
        (["play", "--seed", "7", "--lang", "de"], "nimm Pilsen\nwarum\nzurück\nende\nnein\n", "München"),
        (["engine"], "taxis\nposition new seed 7\nevents\nquit\n", "event draw Pilsen"),
        (["tournament", "random", "random", "--games", "2", "--cores", "1", "--out", "games.jsonl"], "", "random"),
        (["replay", "game-tie.json"], "", "Anna"),
    ],
)
def test_it_works_without_what_windows_lacks(tmp_path: Path, words: list[str], typed: str, said: str) -> None:
    for name in ("midgame.toml", "game-tie.json"):
        text = (EXAMPLES / name).read_text(encoding="utf-8")
        (tmp_path / name).write_bytes(text.replace("\n", "\r\n").encode())
    done = subprocess.run(
        [sys.executable, "-c", TAXIS, *words],
        input=typed.replace("\n", "\r\n").encode(),
        env={**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, said in done.stdout.decode("utf-8")) == (0, True), done
    assert b"Traceback" not in done.stderr
