"""The two ways to run the kernel: as WebAssembly and on lists. They give the same bits."""

import ctypes
import importlib.util
import os
import random
import resource
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal, localcontext
from pathlib import Path

import pytest

import thurntaxis as tt
import thurntaxis_solver
from support import kernel_comparison, paths
from support.command_line import START
from support.few_and_many import one_in
from support.kernels import kernel_of
from support.paths import EXAMPLES, ROOT
from thurntaxis_rulebook.corpus.languages import LANGUAGES, translation
from thurntaxis_solver.kernel import elementary
from thurntaxis_solver.kernel.compiled import ENTRIES, RUNTIME, new_memory
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.rules import moves
from thurntaxis_solver.kernel.search import tree_search
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.kernel.wasm import digests

COMPARISON = ("-m", "support.kernel_comparison")
as_wasm = pytest.mark.skipif(RUNTIME != "wasm", reason="the kernel does not run as WebAssembly")


def run(*arguments: str, runtime: str = "", path: Iterable[Path] = ()) -> subprocess.CompletedProcess[str]:
    """Run Python in a new process."""
    packages = (Path(package.__file__ or "").parents[1] for package in (tt, thurntaxis_solver))
    folders = os.pathsep.join(map(str, [*path, *packages, paths.TESTS]))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("THURNTAXIS_")}
    environment = {**kept, "PYTHONPATH": folders, **({"THURNTAXIS_KERNEL": runtime} if runtime else {})}
    return subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)


def words(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Return the words that a process printed."""
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


# ---- the same results


def test_interpreted_games_agree_with_the_reference() -> None:
    found = words(run(*COMPARISON, "games", "12", runtime="lists"))
    assert found[:3] == ["lists:", "12", "games"]
    assert " ".join(found).count("all equal") == 2


@pytest.mark.parametrize("what", one_in(3, list(kernel_comparison.RUNS)[::-1]))
def test_on_the_standard_library_alone_games_are_the_same(what: str) -> None:
    libraries = "import importlib.util as u; print(*map(u.find_spec, ('numba', 'numpy', 'wasmtime')))"
    assert words(run("-S", "-c", libraries)) == ["None"] * 3
    assert words(run("-S", *COMPARISON, what, "3")) == ["lists", *kernel_comparison.RUNS[what](3)]


@pytest.mark.nightly
def test_threads_do_not_disturb_each_other() -> None:
    with ThreadPoolExecutor(2) as threads:
        found = list(threads.map(kernel_comparison.played, (3, 4)))
    assert found == [kernel_comparison.played(3), kernel_comparison.played(4)]


def test_the_exponential_function_and_the_logarithm_are_exact_to_the_last_bits() -> None:
    chance = random.Random(1)
    with localcontext(prec=40):
        for _ in range(20_000):
            below = -chance.random() * chance.choice([1, 10, 50, 600])
            assert abs(Decimal(elementary.exp(below)) / Decimal(below).exp() - 1) < Decimal("4e-16")
            above = 1 + chance.random() * chance.choice([0.001, 1, 100, 1e6])
            assert abs(Decimal(elementary.log(above)) / Decimal(above).ln() - 1) < Decimal("1e-15")
    assert [elementary.exp(0.0), elementary.exp(-800.0), elementary.log(1.0)] == [1.0, 0.0, 0.0]


# ---- WebAssembly


@as_wasm
def test_it_leaves_other_threads_running() -> None:
    """It holds no lock: this thread continues to count in the meantime."""
    with ThreadPoolExecutor(1) as threads:
        playing = threads.submit(play_long, 3_000_000)
        counted = 0
        while not playing.done():
            time.sleep(0.001)
            counted += 1
    assert counted > 20


def play_long(events: int) -> int:
    """Play that many random events in a kernel of its own."""
    kernel = Kernel.of(tables(tt.rule_set()))
    played = 0
    for seed in range(events // 2000):
        s = kernel.state(tt.new(2, seed=1), seed)
        played += moves.play_uniformly(s, kernel.model.t, kernel.workspace.events, 2000)
    return played


@as_wasm
def test_arrays_are_written_and_read_in_place() -> None:
    kernel = kernel_of(tt.rule_set())
    s = kernel.state(tt.new(2, seed=1))
    before = list(s)
    moves.play_uniformly(s, kernel.model.t, kernel.workspace.events, 10)
    assert list(s) != before
    matrix = kernel.memory.float_matrix(3, 5)
    matrix[2][4] = 0.5
    assert [list(row) for row in matrix] == [[0.0] * 5, [0.0] * 5, [0.0, 0.0, 0.0, 0.0, 0.5]]
    assert list(kernel.memory.singles([0.1])) == [ctypes.c_float(0.1).value]


@as_wasm
def test_the_space_of_arrays_is_used_again() -> None:
    memory = new_memory()
    first = memory.array([7] * 100)
    address = ctypes.addressof(first)  # type: ignore[arg-type]
    del first
    second = memory.zeros(100)
    assert ctypes.addressof(second) == address  # type: ignore[arg-type]
    assert list(second) == [0] * 100


@as_wasm
def test_a_kernel_that_is_no_longer_used_gives_its_memory_back() -> None:
    """A hundred of them would take more than a hundred megabytes."""
    table = tables(tt.rule_set())
    Kernel.of(table)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(100):
        Kernel.of(table)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


@as_wasm
def test_the_program_may_end_while_a_thread_searches() -> None:
    code = (
        "import threading, time, thurntaxis as tt; from thurntaxis_solver.search.ismcts import Ismcts;"
        "search = Ismcts(tt.new(2, seed=1)); think = lambda: search.think(seconds=100);"
        "threading.Thread(target=think, daemon=True).start(); time.sleep(0.2)"
    )
    done = run("-c", code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@as_wasm
def test_arrays_of_another_memory_and_lists_are_refused() -> None:
    kernel, other = kernel_of(tt.rule_set()), Kernel.of(tables(tt.rule_set()))
    s = kernel.state(tt.new(2, seed=1))
    with pytest.raises(TypeError, match="another memory"):
        moves.decisions(s, other.model.t, kernel.workspace.events)
    with pytest.raises(TypeError, match="first argument of decisions"):
        moves.decisions(list(s), kernel.model.t, kernel.workspace.events)


@as_wasm
def test_without_space_there_is_a_memory_error() -> None:
    memory = new_memory()
    with pytest.raises(MemoryError):
        memory.zeros(1 << 30)
    assert len(memory.zeros(1 << 10)) == 1 << 10


@as_wasm
def test_a_tree_can_be_as_large_as_it_may_become() -> None:
    memory = new_memory()
    tree = tree_search.new_tree(1 << 22, memory)
    tree.sums[-1][-1] = 1.0
    assert tree.sums[len(tree.sums) - 1][6] == 1.0


# ---- the file


def test_the_module_was_built_from_this_source() -> None:
    """Otherwise `python -m thurntaxis_solver.kernel.wasm.build` builds it."""
    assert digests.is_current()
    assert digests.module_bytes().startswith(b"\0asm")


@pytest.mark.parametrize("end", [None, -1, 8, 0])
def test_another_or_a_truncated_module_is_refused_in_one_line(tmp_path: Path, end: int | None) -> None:
    package = copied_package(tmp_path)
    file = package / "kernel" / "kernel.wasm"
    whole = file.read_bytes()
    file.write_bytes(whole[:end] if end is not None else whole[:-1] + b"?")
    cli = [Path(importlib.util.find_spec(name).origin or "").parents[1] for name in CLI]  # type: ignore[union-attr]
    done = run("-c", START, "advise", str(EXAMPLES / "midgame.toml"), path=[tmp_path, *cli])
    assert (done.returncode, done.stdout) == (2, "")
    wrong = "damaged; install thurntaxis again; expected files that can be read and written"
    assert done.stderr == f"taxis: {file}: file: {wrong}\n"


CLI = ("thurntaxis_cli", "thurntaxis_presentation", "thurntaxis_rulebook", "thurntaxis_web")


def copied_package(folder: Path) -> Path:
    """Return a copy of the solver's package."""
    package = Path(thurntaxis_solver.__file__ or "").parent
    shutil.copytree(package, folder / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder / package.name


@as_wasm
def test_whoever_edits_the_kernel_is_told_that_the_module_is_older(tmp_path: Path) -> None:
    """The source is run instead."""
    file = copied_package(tmp_path) / "kernel" / "layout.py"
    code = (
        "from thurntaxis_solver.kernel import compiled, rng; s = compiled.new_memory().zeros(99); s[30], s[29] = 5, 7;"
        "print(rng.below(s, 2**30), compiled.RUNTIME)"
    )
    first = run("-c", code, path=[tmp_path])
    assert (words(first)[1], first.stderr) == ("wasm", "")
    text = file.read_text(encoding="utf-8")
    assert text.count("\nCHANCE = 30") == 1
    file.write_text(text.replace("\nCHANCE = 30", "\nCHANCE = 29"), encoding="utf-8")
    second = run("-c", code, path=[tmp_path])
    assert words(second)[1] == "lists"
    assert words(second)[0] != words(first)[0]
    assert second.stderr.count("\n") == 1
    assert "kernel.wasm is older than the kernel's source" in second.stderr


@as_wasm
def test_every_entry_is_a_function_of_the_module() -> None:
    """And `call` knows no other."""
    from thurntaxis_solver.kernel.wasm.build import entries
    from thurntaxis_solver.kernel.wasm.module import _numbers

    assert list(_numbers()) == list(entries()) == sorted(ENTRIES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_hint_about_plain_python_names_what_is_lacking(lang: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "pip install wasmtime" in translation(lang)["command"]["plain-python"]
    assert any(library.startswith("wasmtime") for library in project["dependencies"])
