"""The kernel for other programs: its page, prepared positions, and the kernel under Node.js against Python's."""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, get_args

import pytest
import wasmtime

import thurntaxis as tt
from support import kernel_digests, paths
from support.paths import EXAMPLES, ROOT
from thurntaxis.io.read import position_from_data, read_position, read_record
from thurntaxis.perft import perft
from thurntaxis.records import replay
from thurntaxis.values import is_unknown
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Runtime
from thurntaxis_solver.kernel.states import number_of
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.kernel.wasm import page
from thurntaxis_solver.kernel.wasm.digests import module_bytes
from thurntaxis_solver.kernel.wasm.export import prepared

NODE = shutil.which("node")
PAGE = page.PAGE.read_text(encoding="utf-8")
needs_node = pytest.mark.skipif(NODE is None, reason="Node.js is not installed")


def run(*command: str, given: str = "", runtime: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in the repository."""
    environment = {**os.environ, "PYTHONPATH": str(paths.TESTS), **({"THURNTAXIS_KERNEL": runtime} if runtime else {})}
    return subprocess.run(
        command, input=given, env=environment, cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )


def export(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command that prepares a position."""
    return run(sys.executable, "-m", "thurntaxis_solver.kernel.wasm.export", *arguments, given=given)


def in_node(jobs: list[Any]) -> list[dict[str, Any]]:
    """Return what jobs compute under Node.js."""
    done = run(str(NODE), "tests/support/kernel_in_node.mjs", given=json.dumps(jobs))
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


# ---- the page


def test_the_page_says_what_the_source_says() -> None:
    """`python -m thurntaxis_solver.kernel.wasm.page` writes it."""
    assert page.page_text(PAGE) == PAGE


def test_the_page_has_every_part() -> None:
    assert sorted(re.findall(r"<!-- generated: (.+) -->", PAGE)) == sorted(page.PARTS)


def test_a_changed_table_is_noticed() -> None:
    stale = PAGE.replace("| 30 | `CHANCE` |", "| 31 | `CHANCE` |")
    assert stale != PAGE
    assert page.page_text(stale) == PAGE


def test_the_page_has_the_functions_of_the_module() -> None:
    exports = {export.name: export.type for export in wasmtime.Module(wasmtime.Engine(), module_bytes()).exports}
    functions = {name: type_ for name, type_ in exports.items() if isinstance(type_, wasmtime.FuncType)}
    assert set(exports) - set(functions) == {"memory", "__heap_base", "arguments"}
    assert functions.pop("call").params == []
    shown = dict(re.findall(r"^\| `(\w+)\(.*?` \| `(.*?)` \|", PAGE, re.MULTILINE))
    assert shown == {name: signature(type_) for name, type_ in functions.items()}


def signature(type_: wasmtime.FuncType) -> str:
    """Return a function's type as the page writes it."""
    results = "".join(f" -> {result}" for result in type_.results)
    return f"({', '.join(map(str, type_.params))}){results}"


# ---- prepared positions


def test_a_position_is_prepared() -> None:
    file = EXAMPLES / "midgame.toml"
    done = export(str(file), "--seed", "5")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == json.loads(json.dumps(prepared(read_position(file), 5)))
    assert export("-", "--seed", "5", given=file.read_text(encoding="utf-8")).stdout == done.stdout


def test_a_position_may_be_over_or_begin_with_reveals() -> None:
    for position in (kernel_digests.counted("undealt"), over()):
        assert prepared(position)["state"]


def over() -> tt.Position:
    """Return the end of a game."""
    *_, last = replay(read_record(EXAMPLES / "game-tie.json"))
    assert last.after is not None
    return last.after


BOARD = paths.BY_CITY.read_text(encoding="utf-8").replace("hand-after-closing = 3", "hand-after-closing = 2")
HIDDEN = {
    "thurntaxis": 1,
    "board": "south",
    "players": [{"name": "Anna", "hand": ["?"]}, {}],
    "turn": {"player": 0, "phase": "draw"},
}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "file: it is empty (a position or a record)"),
        ('{"players": 3', "file: line 1, column 14: Expecting ',' delimiter (JSON)"),
        (json.dumps({**HIDDEN, "board": "nowhere"}), "board: "),
        (json.dumps(HIDDEN), "players: which cards Anna holds has to be known"),
        (json.dumps({**HIDDEN, "board": "small.toml"}), "board: the search can't handle the board "),
    ],
)
def test_bad_input_is_refused_in_one_line(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(BOARD, encoding="utf-8")
    file = tmp_path / "position.json"
    file.write_text(text, encoding="utf-8")
    done = export(str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{file}: {told}")
    assert done.stderr.count("\n") == 1


def test_every_fault_has_a_line() -> None:
    done = export("-", given=json.dumps({**HIDDEN, "display": ["Nowhere"], "start": 7}))
    assert (done.returncode, done.stdout) == (2, "")
    assert [line.split(": ")[:2] for line in done.stderr.splitlines()] == [["-", "display[0]"], ["-", "start"]]


@pytest.mark.parametrize("file", ["missing.toml", "examples"])
def test_a_file_that_cannot_be_read_is_refused(file: str) -> None:
    done = export(file)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf"{file}: file: can't be read: .*\n", done.stderr)


# ---- under Node.js


@needs_node
def test_the_example_prints_what_the_page_shows(tmp_path: Path) -> None:
    file = tmp_path / "prepared.json"
    file.write_text(export("examples/midgame.toml").stdout, encoding="utf-8")
    done = run(str(NODE), "examples/kernel.mjs", str(file))
    assert done.stderr == ""
    assert f"```text\n{done.stdout}```\n" in PAGE
    position = read_position(EXAMPLES / "midgame.toml")
    lines = done.stdout.splitlines()
    events = sorted(map(str, position.events()))
    assert lines[: len(events)] == events
    assert lines[len(events) : len(events) + 3] == [f"perft {depth}: {perft(position, depth)}" for depth in (1, 2, 3)]


@needs_node
def test_legal_events_and_their_counts_are_those_of_the_reference() -> None:
    """For every perft table in which the player who decides holds known cards, and for houses given as an honor."""
    found = [(position, counts) for position, counts in map(counts_of, sorted(paths.COUNTS.rglob("*.toml"))) if counts]
    of_four = kernel_digests.counted("modules/honor-four-kinds")
    found.append((of_four.play(max(of_four.events(), key=len)), []))
    jobs = [{"prepared": {**prepared(position), "network": []}, "depth": len(counts)} for position, counts in found]
    results = in_node(jobs)
    verbs: set[int] = set()
    for (position, counts), result in zip(found, results, strict=True):
        assert result["events"] == sorted(map(str, position.events()))
        assert result["perft"] == counts
        table = tables(position.rules)
        verbs.update(number_of(event, table) % L.VERBS for event in position.events())
    assert verbs == set(range(len(L.VERB_WORDS)))


def counts_of(path: Path) -> tuple[tt.Position, list[int]]:
    """Return the position of a perft table, and its counts: none if cards in hands are unknown."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    position = position_from_data(data["position"])
    hidden = any(is_unknown(card) for player in position.players for card in player.hand)
    return position, [] if hidden else data["perft"]


@needs_node
def test_play_and_search_are_the_same_to_the_last_bit() -> None:
    """The whole trees, random play, and games of the policy, by the rules of every module."""
    positions = kernel_digests.positions()
    assert {module for position in positions for module in position.rules.modules} == set(tt.MODULES)
    found = in_node([kernel_digests.job(position, 600) for position in positions])
    for position, result in zip(positions, found, strict=True):
        assert result == kernel_digests.computed(position, 600)


@needs_node
@pytest.mark.parametrize(
    "runtime",
    [pytest.param(name, marks=[pytest.mark.slow] if name == "lists" else []) for name in get_args(Runtime)],
)
def test_each_runtime_gives_the_same(runtime: str) -> None:
    if runtime == "numba":
        pytest.importorskip("numba")
    playouts = 15 if runtime == "lists" else 60
    done = run(sys.executable, "-m", "support.kernel_digests", str(playouts), runtime=runtime)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [runtime, *jobs_done(playouts)]


@functools.cache
def jobs_done(playouts: int) -> list[dict[str, Any]]:
    """Return what Node.js computes for the positions that are searched."""
    return in_node([kernel_digests.job(position, playouts) for position in kernel_digests.positions()])


@needs_node
def test_another_seed_gives_another_tree() -> None:
    job = kernel_digests.job(read_position(EXAMPLES / "midgame.toml"), 20)
    other = {**job, "prepared": prepared(read_position(EXAMPLES / "midgame.toml"), kernel_digests.SEED + 1)}
    first, second = in_node([job, other])
    assert first["events"] == second["events"]
    assert all(one != another for one, another in zip(first["trees"], second["trees"], strict=True))
