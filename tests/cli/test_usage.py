"""Usage: help, misspelt commands and options, output that can't be written, and how quickly the start is."""

import os
import shlex
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import thurntaxis
import thurntaxis.__main__ as thurntaxis_main
from support import command_line
from support.command_line import START, started, taxis
from support.golden import check
from support.paths import ROOT
from thurntaxis.fault import InputError
from thurntaxis_cli import main, waiting

ASKING = [name for name in main.COMMANDS if name not in ("board", "site")]
"""The commands without commands of their own."""


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which $TAXIS is the command."""
    starter = f'{sys.executable} -c "{START}"'
    words = {**os.environ, **environment}
    script = f'taxis() {{ {starter} "$@"; }}; {command}'
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, timeout=60, env=words)


def test_help_names_every_command() -> None:
    answer = taxis("--help")
    assert answer.status == 0
    for command in main.COMMANDS:
        assert f"\n  {command} " in answer.out


@pytest.mark.parametrize("command", ASKING)
def test_every_command_explains_itself_and_takes_json_and_lang(command: str) -> None:
    answer = taxis(command, "--help")
    assert answer.status == 0
    assert answer.out.startswith(f"Usage: taxis {command}")
    assert "--json" in answer.out
    assert "--lang" in answer.out
    assert max(map(len, answer.lines)) <= 80


# ---- bad usage is one line


def test_bad_usage_is_one_line(position: str) -> None:
    def refused(words: str) -> str:
        answer = taxis(*(position if word == "POSITION" else word for word in shlex.split(words)))
        answer.errors()
        return answer.err

    check(Path(__file__).parent / "bad_usage.txt", refused)


@pytest.mark.parametrize("event", ["draw " + "x" * 10_000, "draw \x1b[31mUlm"], ids=["long", "coloured"])
def test_strange_words_are_told_in_one_line(position: str, event: str) -> None:
    assert taxis("apply", position, event).told_keys() == ["EVENT 1"]


def test_names_are_taken_in_any_case(position: str) -> None:
    answer = taxis("new", "--edition", "IT-2006", "--board", "South", "--option", "Reshuffle=When-Needed", "--seed", 1)
    plain = taxis("new", "--edition", "it-2006", "--board", "south", "--option", "reshuffle=when-needed", "--seed", 1)
    assert answer.data == plain.data
    modules = taxis("new", "--module", "Offices-of-HONOR", "--seed", 1)
    assert modules.data["rules"]["modules"] == ["offices-of-honor"]
    assert taxis("show", position, "--lang", "DE").out == taxis("show", position, "--lang", "de").out


def test_players_are_called_in_any_case(table: dict[str, Any], position: str, tmp_path: Path) -> None:
    from thurntaxis.io.read import read_position
    from thurntaxis_presentation.spellings import player_meant

    assert player_meant(read_position(position), "ben") == 1
    table["players"][0]["name"] = "BEN"
    alike = read_position(command_line.write(tmp_path / "alike.json", table))
    assert [player_meant(alike, name) for name in ("Ben", "BEN", "0")] == [1, 0, 0]
    with pytest.raises(InputError, match="there is no player"):
        player_meant(alike, "ben")


# ---- writing


def test_a_picture_that_cannot_be_written_is_refused(position: str, tmp_path: Path) -> None:
    for target in (tmp_path / "none" / "a.svg", tmp_path, "a\x00b"):
        (error,) = taxis("show", position, "--svg", target).errors()
        assert error["key"] == "--svg"
    assert {path.name for path in tmp_path.iterdir()} == {"position.json"}


def test_files_are_written_whole_and_keep_their_mode(position: str, tmp_path: Path) -> None:
    target = tmp_path / "table.svg"
    target.write_text("before", encoding="utf-8")
    target.chmod(0o640)
    assert taxis("show", position, "--svg", target).status == 0
    assert target.read_text(encoding="utf-8").startswith("<svg")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert {path.name for path in tmp_path.iterdir()} == {"position.json", "table.svg"}


def test_a_closed_pipe_is_no_error() -> None:
    done = shell("taxis disputes --json | head -1; echo ${PIPESTATUS[0]}")
    assert done.stderr == ""
    assert done.stdout.splitlines()[0] == "{"
    assert done.stdout.splitlines()[-1] in ("0", "141")
    for command in ("disputes --json", "--help"):
        done = shell(f"(sleep 1; taxis {command}; echo $? >&2) | true")
        assert done.stderr == "141\n", command


def test_an_interrupt_is_quiet() -> None:
    begun = "import sys; from thurntaxis_cli.main import main; print('begun', file=sys.stderr, flush=True);"
    with started("legal", "-", before=begun) as process:
        assert process.stderr.readline() == b"begun\n"
        process.stdin.write(b"{")
        process.stdin.flush()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert process.stdout.read() == b""
        assert process.stderr.read().strip() == b""


def test_an_interrupt_while_an_object_is_deleted_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    deleted = type("Deleted", (), {"__del__": lambda _self: signal.raise_signal(signal.SIGINT)})
    monkeypatch.setattr(main.taxis, "main", lambda **_: (deleted() is None, max(time.time() for _ in range(10**8))))
    with waiting.answering_signals(["SIGINT"], signal.default_int_handler):
        assert main.main([]) == 130


@pytest.mark.parametrize("shell_name", ["bash", "zsh", "fish"])
def test_the_script_for_completion_is_complete(shell_name: str) -> None:
    done = shell("taxis", _TAXIS_COMPLETE=f"{shell_name}_source")
    assert done.returncode == 0
    assert "_TAXIS_COMPLETE" in done.stdout


@pytest.mark.parametrize("columns", ["0", "", "1", "x", "-5"])
def test_a_table_is_shown_however_narrow_the_terminal_says_it_is(columns: str) -> None:
    done = shell(f"taxis placements {ROOT / 'examples' / 'houses.toml'}", COLUMNS=columns, TERM="dumb")
    assert done.returncode == 0
    assert "hou" in done.stdout


@pytest.mark.parametrize("lang", ["de_DE", "de-AT", "DE", "de_DE.UTF-8", "de_DE@euro"])
def test_a_language_may_be_named_as_a_locale_names_it(position: str, lang: str) -> None:
    assert taxis("ruling", position, "end", "--lang", lang) == taxis("ruling", position, "end", "--lang", "de")
    assert "nicht gefunden" in taxis("show", "none.toml", "--lang", lang).err


def test_python_runs_the_command() -> None:
    assert thurntaxis_main.__doc__
    done = subprocess.run(
        [sys.executable, "-m", "thurntaxis", "--version"], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == f"taxis {thurntaxis.__version__}\n"


def test_names_stay_what_they_are_in_a_plain_locale(position: str) -> None:
    done = shell(f"taxis legal {position}", LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert "play Nürnberg right" in done.stdout.splitlines()
    assert shell(f"taxis ruling {position} 'play Nürnberg right'", LC_ALL="C").returncode == 0


def test_no_colours_without_a_terminal(position: str) -> None:
    for command in (["show", position], ["ruling", position, "end"], ["rule", "play.adjacent"], ["disputes"]):
        assert "\x1b" not in taxis(*command).out


@pytest.mark.parametrize(
    ("redirection", "status", "err"),
    [
        ("> /dev/full", 2, "taxis: -: file: the disk is full; expected streams that can be read and written\n"),
        (">&-", 0, ""),
        ("2>&-", 0, ""),
    ],
)
def test_streams_that_do_not_work(position: str, redirection: str, status: int, err: str) -> None:
    done = shell(f"taxis legal {position} --json {redirection}")
    assert (done.returncode, done.stderr) == (status, err)


@pytest.mark.parametrize("command", ["legal -", "engine"])
def test_a_closed_input_is_told(command: str) -> None:
    done = shell(f"taxis {command} <&-")
    assert done.returncode == 2
    assert done.stderr.startswith("taxis: -: file: ")
    assert "standard input is closed" in done.stderr
