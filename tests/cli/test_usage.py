"""Usage: help, misspelt commands and options, output that can't be written, and how quickly the start is."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import thurntaxis
from support import command_line
from support.command_line import can_be_interrupted, taxis
from thurntaxis.names import either
from thurntaxis_cli.main import COMMANDS
from thurntaxis_presentation.errors import BadInput
from thurntaxis_rulebook.corpus.languages import LANGUAGES

CONTRACT = [
    "new",
    "show",
    "legal",
    "apply",
    "ruling",
    "rule",
    "disputes",
    "placements",
    "routes",
    "odds",
    "advise",
    "perft",
    "replay",
    "review",
    "play",
    "tournament",
    "engine",
]


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which $TAXIS is the command."""
    starter = f'{sys.executable} -c "import sys; from thurntaxis_cli.main import main; sys.exit(main())"'
    words = {**os.environ, **environment}
    script = f'taxis() {{ {starter} "$@"; }}; {command}'
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, timeout=60, env=words)


def test_all_commands_of_the_contract_are_there() -> None:
    assert set(COMMANDS) >= set(CONTRACT)


def test_help_names_every_command() -> None:
    answer = taxis("--help")
    assert answer.status == 0
    for command in CONTRACT:
        assert f"\n  {command} " in answer.out


@pytest.mark.parametrize("command", CONTRACT)
def test_every_command_explains_itself_and_takes_json_and_lang(command: str) -> None:
    answer = taxis(command, "--help")
    assert answer.status == 0
    assert answer.out.startswith(f"Usage: taxis {command}")
    assert "--json" in answer.out
    assert "--lang" in answer.out
    assert max(map(len, answer.lines)) <= 80


def test_the_version() -> None:
    assert taxis("--version").out == f"taxis {thurntaxis.__version__}\n"


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from thurntaxis_cli.main import main; main(['--help']); main(['legal', '--help']);"
        "print([name for name in ('rich', 'pydantic', 'networkx', 'sympy', 'constraint', 'wasmtime', 'numba', 'numpy',"
        " 'thurntaxis_solver', 'thurntaxis_rulebook') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_legal_loads_neither_tables_nor_solver(position: str) -> None:
    code = (
        f"import sys; from thurntaxis_cli.main import main; main(['legal', {position!r}]);"
        "print([name for name in ('rich', 'networkx', 'sympy', 'constraint', 'wasmtime', 'numba', 'numpy',"
        "'thurntaxis_solver',"
        " 'thurntaxis_rulebook') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


# ---- bad usage is one line

USAGE: list[tuple[str, str, str]] = [
    ("", "usage", "COMMAND"),
    ("legla p", "usage", "COMMAND"),
    ("play --players 1", "play", "--players"),
    ("tournament a b", "tournament", "AGENT"),
    ("board", "usage", "COMMAND"),
    ("board chek f", "usage", "COMMAND"),
    ("board check", "check", "FILE"),
    ("board check f", "f", "file"),
    ("board new", "new", "BOARD"),
    ("board new west", "new", "BOARD"),
    ("--verbose", "usage", "--verbose"),
    ("legal", "legal", "POSITION"),
    ("legal a b", "legal", "arguments"),
    ("legal --jsn p", "legal", "--jsn"),
    ("legal --json=1 p", "legal", "--json"),
    ("legal p --lang", "legal", "--lang"),
    ("legal p --lang es", "legal", "--lang"),
    ("perft p", "perft", "N"),
    ("perft", "perft", "POSITION"),
    ("perft p x", "perft", "N"),
    ("perft p 1.5", "perft", "N"),
    ("perft p 41", "perft", "N"),
    ("perft p 99999999999999999999999999", "perft", "N"),
    ("perft p ٣", "perft", "N"),
    ("perft p -1", "perft", "-1"),
    ("new --players 1", "new", "--players"),
    ("new --players 5", "new", "--players"),
    ("new --players two", "new", "--players"),
    ("new --board west", "new", "--board"),
    ("new --board north", "new", "--board"),
    ("new --edition de-2006", "new", "--edition"),
    ("new --option fog=yes", "new", "--option"),
    ("new --option reshuffle", "new", "--option"),
    ("new --option reshuffle=never", "new", "--option"),
    ("new --option carrier-restart=maybe", "new", "--option"),
    ("new --module audience", "new", "--module"),
    ("new --module power-and-glory", "new", "--module"),
    ("new --seed x", "new", "--seed"),
    ("new --seed 1e3", "new", "--seed"),
    ("new --seed 9999999999999999999999999", "new", "--seed"),
    ("new now", "new", "arguments"),
    ("apply p", "apply", "EVENT..."),
    ("ruling p", "ruling", "EVENT"),
    ("odds p", "odds", "CITY..."),
    ("replay", "replay", "RECORD"),
    ("rule --booklet my.pdf", "my.pdf", "booklet"),
    ("rule play.adjacentt", "rule", "CLAUSE"),
    ("rule play.nonsense-of-all-kinds", "rule", "CLAUSE"),
    ("engine fast", "engine", "arguments"),
    ("advise p --time soon", "advise", "--time"),
    ("advise p --time 0", "advise", "--time"),
    ("advise p --lines 0", "advise", "--lines"),
    ("advise p --seed -1", "advise", "--seed"),
    ("routes p --longest 99", "routes", "--longest"),
    ("show p --svg", "show", "--svg"),
    ("show p --svg table.png", "show", "--svg"),
    ("show p --svg TABLE.PDF", "show", "--svg"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "where", "key"), USAGE, ids=lambda text: text)
def test_bad_usage_is_one_line(words: str, where: str, key: str) -> None:
    (error,) = taxis(*words.split()).errors()
    assert (error["where"], error["key"]) == (where, key)


BAD_WORDS: list[tuple[list[str], str]] = [
    (["apply", "draw Atlantis"], "EVENT 1"),
    (["apply", "play Ulm right", "flee"], "EVENT 2"),
    (["apply", ""], "EVENT 1"),
    (["apply", "draw Ulm Ulm"], "EVENT 1"),
    (["apply", "draw " + "x" * 10_000], "EVENT 1"),
    (["apply", "draw \x1b[31mUlm"], "EVENT 1"),
    (["apply", "play Ulm sideways"], "EVENT 1"),
    (["ruling", "draw"], "EVENT"),
    (["ruling", "castle"], "EVENT"),
    (["ruling", "play Ulm right", "end"], "EVENT"),
    (["odds", "Rom", "Ulm"], "CITY"),
    (["odds", "Ulm", "--reveals", "0"], "--reveals"),
    (["placements", "--route", "Ulm"], "--route"),
    (["placements", "--route", ""], "--route"),
    (["placements", "--route", "Ulm,Linz,Passau"], "--route"),
    (["placements", "--route", "Ulm,Stuttgart,Ulm"], "--route"),
    (["placements", "--route", "Ulm,Stuttgart,Rom"], "--route"),
    (["advise", "--for", "Zoe"], "--for"),
    (["advise", "--for", "2"], "--for"),
    (["advise", "--for", "-1"], "--for"),
]


@pytest.mark.parametrize(("words", "key"), BAD_WORDS, ids=lambda value: str(value)[:30])
def test_bad_words_about_a_good_position_are_one_line(position: str, words: list[str], key: str) -> None:
    command, *rest = words
    (error,) = taxis(command, position, *rest).errors()
    assert (error["where"], error["key"]) == (command, key)


EDITIONS = either(thurntaxis.EDITIONS)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("new --seed x", 'new: --seed: invalid value "x" (a whole number of at most 18 digits)'),
        ("play --seed x", 'play: --seed: invalid value "x" (a whole number of at most 18 digits, 0 or more)'),
        ("new --edition german", f'new: --edition: unknown edition "german" ({EDITIONS})'),
        ("new --option reshuffle=no", 'new: --option: unknown value "no" of reshuffle (at-exhaustion or when-needed)'),
        ("show p --svg out.png", 'show: --svg: "out.png" isn\'t the name of an SVG file (--svg FILE.svg)'),
        ("legal p --lang es", f'legal: --lang: unknown language "es" ({either(LANGUAGES)})'),
        (
            "legal none.json",
            (
                "none.json: file: can't be read: there is no such file or folder"
                " (a position file, or - for standard input)"
            ),
        ),
        (
            "rule --booklet none.txt",
            "none.txt: booklet: can't be read: there is no such file or folder (a rulebook as a PDF or plain text)",
        ),
    ],
)
def test_bad_usage_is_told_in_words(words: str, told: str) -> None:
    assert taxis(*words.split()).err == f"taxis: {told}\n"


def test_names_are_taken_in_any_case(position: str) -> None:
    answer = taxis("new", "--edition", "IT-2006", "--board", "South", "--option", "Reshuffle=When-Needed", "--seed", 1)
    plain = taxis("new", "--edition", "it-2006", "--board", "south", "--option", "reshuffle=when-needed", "--seed", 1)
    assert answer.data == plain.data
    modules = taxis("new", "--module", "Offices-of-HONOR", "--seed", 1)
    assert modules.data["rules"]["modules"] == ["offices-of-honor"]
    assert taxis("show", position, "--lang", "DE").out == taxis("show", position, "--lang", "de").out


ROADS_FROM_ULM = "Augsburg, Ingolstadt, Kempten, Sigmaringen and Stuttgart"


@pytest.mark.parametrize(
    ("route", "told"),
    [
        ("ulm Augsburg ingolstadt", "there are no commas between the cities (Ulm,Augsburg,Ingolstadt)"),
        ("Ulm Bern", 'unknown city "Ulm Bern" (did you mean Ulm?)'),
        ("Ulm,Basel,Zürich", f"no road leads from Ulm to Basel (roads from Ulm lead to {ROADS_FROM_ULM})"),
    ],
)
def test_what_is_no_route_is_told(position: str, route: str, told: str) -> None:
    assert taxis("placements", position, "--route", route).err == f"taxis: placements: --route: {told}\n"


def test_players_are_called_in_any_case(table: dict[str, Any], position: str, tmp_path: Path) -> None:
    from thurntaxis.io.read import read_position
    from thurntaxis_cli.inputs import read_player

    assert read_player(read_position(position), "ben", "advise", "--for") == 1
    table["players"][0]["name"] = "BEN"
    alike = read_position(command_line.write(tmp_path / "alike.json", table))
    assert [read_player(alike, name, "advise", "--for") for name in ("Ben", "BEN", "0")] == [1, 0, 0]
    with pytest.raises(BadInput, match="there is no player"):
        read_player(alike, "ben", "advise", "--for")


def test_every_unknown_city_has_its_line(position: str) -> None:
    assert taxis("odds", position, "Rom", "Ulm", "Wien").told_keys() == ["CITY", "CITY"]


def test_a_near_command_is_suggested() -> None:
    (error,) = taxis("leagl").errors()
    assert error["right"] == "did you mean legal?"


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
    for command in ("disputes --json", "legal examples/midgame.toml", "--help"):
        done = shell(f"(sleep 1; taxis {command}; echo $? >&2) | true")
        assert done.stderr == "141\n", command


def test_an_interrupt_is_quiet() -> None:
    code = "import sys; from thurntaxis_cli.main import main; sys.exit(main(['legal', '-']))"
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=can_be_interrupted,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"{")
        process.stdin.flush()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(2)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert process.stdout.read() == b""
        assert process.stderr.read().strip() == b""


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
        ("> /dev/full", 2, "taxis: -: file: the disk is full (streams that can be read and written)\n"),
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
