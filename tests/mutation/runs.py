"""Run tests on mutants: each in a process of its own, forked where most of the work is done already.

A change inside functions is put into the functions of a process that has imported and collected everything (`Swaps`).
What is run at import needs an import of its own (`fresh`): so does a mutant that survived, if its code worked during
import, or so early that what it gave is kept by a cache.

Times are CPU times, so a busy machine makes no mutant time out.
"""

import ast
import gc
import hashlib
import importlib.machinery
import importlib.util
import itertools
import json
import os
import resource
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import coverage
import hypothesis
import pytest

from mutation.mutants import Key, Mutant, changed_functions, key_of

QUICK = 1.2
"""Tests that take more seconds are omitted."""

MOST = 20.0
"""All tests that a mutant is given take no more seconds together, as they were measured."""

FIRST = 3
"""A mutant that needs an import is given the tests of this many files first, then those of the others."""

FEW = 3
"""With fewer tests, code may also have run for other tests, whose results a cache kept."""

OPTIONS = ("-q", "-m", "not slow", "-p", "no:cacheprovider", "-x", "--assert=plain")


@dataclass(frozen=True)
class Package:
    """A package, the folder that it is imported from, and the tests that hold it.

    `whole` are the beginnings of those among them that look at all that has been imported, whatever lines they run.
    """

    source: str
    folder: str
    tests: str
    whole: tuple[str, ...] = ()

    def modules(self, root: Path) -> list[str]:
        """Return the paths of its modules."""
        return sorted(str(path.relative_to(root)) for path in (root / self.source).rglob("*.py"))

    def name_of(self, path: str) -> str:
        """Return the name of a module."""
        return str(Path(path).relative_to(self.folder).with_suffix("")).replace("/", ".").removesuffix(".__init__")


@dataclass
class Covered:
    """Which tests work in which lines (`by_line`, by path), and the CPU time of each; `modules` is what they import."""

    by_line: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]
    modules: list[str]

    def quick(self, tests: Iterable[str]) -> list[str]:
        """Return the quick ones of these tests, the quickest first, as far as there is time for them."""
        quick = [test for test in set(tests) if 0 <= self.seconds.get(test, -1) < QUICK]
        quick.sort(key=self.seconds.__getitem__)
        total = itertools.accumulate(map(self.seconds.__getitem__, quick))
        return [test for test, until in zip(quick, total, strict=True) if until < MOST] or quick[:1]

    def of_lines(self, path: str, lines: Iterable[int]) -> set[str]:
        """Return the tests that work in some of these lines; the empty name stands for what works outside of tests."""
        by_line = self.by_line.get(path, {})
        return {test for line in lines for test in by_line.get(line, ())}

    def of_module(self, path: str) -> set[str]:
        """Return the tests that work in a module."""
        return self.of_lines(path, self.by_line.get(path, {}))


# ---- the tests as they are


class _Recorder:
    """Tells coverage which test runs, and notes its CPU time; leaves out tests of which it is known to be too long."""

    def __init__(self, measured: coverage.Coverage, known: dict[str, float]) -> None:
        self.measured, self.seconds = measured, {test: time for test, time in known.items() if time >= QUICK}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what no mutant is given."""
        items[:] = [item for item in items if item.nodeid not in self.seconds]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.measured.switch_context(item.nodeid)
        began = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        result = yield
        self.seconds[item.nodeid] = resource.getrusage(resource.RUSAGE_SELF).ru_utime - began
        self.measured.switch_context("")
        return result


def cover(package: Package, root: Path, store: Path) -> Covered:
    """Return what the tests of a package cover; raise `SystemExit` if one fails.

    What is in `store` is used as far as it holds: for test files that did not change, unless one of their tests works
    in a module that did.
    """
    source = {path: _digest(root / path) for path in package.modules(root)}
    files = {str(path.relative_to(root)): _digest(path) for path in sorted((root / package.tests).rglob("test_*.py"))}
    known: dict[str, Any] = {"source": {}, "files": {}, "by_line": {}, "seconds": {}, "modules": []}
    if store.exists():
        known = json.loads(store.read_text(encoding="utf-8"))
    stale: set[str] = set()
    for path, digest in source.items():
        if known["source"].get(path) != digest:
            lines = known["by_line"].pop(path, {})
            stale |= {test.partition("::")[0] for tests in lines.values() for test in tests if test} or files.keys()
    due = [file for file, digest in files.items() if file in stale or known["files"].get(file) != digest]

    def run() -> int:
        measured = coverage.Coverage(data_file=None, source=[str(root / package.source)], config_file=False)
        recorder = _Recorder(measured, known["seconds"])
        measured.start()
        status = pytest.main([*due, *OPTIONS], plugins=[recorder])
        status = pytest.ExitCode.OK if status == pytest.ExitCode.NO_TESTS_COLLECTED else status
        measured.stop()
        data = measured.get_data()

        def holds(test: str) -> bool:
            file = test.partition("::")[0]
            return file in files and file not in due

        seconds = {test: time for test, time in known["seconds"].items() if holds(test)} | recorder.seconds
        by_line = {
            path: {line: [test for test in tests if not test or holds(test)] for line, tests in lines.items()}
            for path, lines in known["by_line"].items()
        }
        for path in data.measured_files():
            lines = by_line.setdefault(str(Path(path).relative_to(root)), {})
            for line, tests in data.contexts_by_lineno(path).items():
                lines[str(line)] = sorted({*lines.get(str(line), ()), *tests})
        libraries = sorted({*known["modules"], *(name for name in sys.modules if _is_library(sys.modules[name]))})
        found = {"source": source, "files": files, "by_line": by_line, "seconds": seconds, "modules": libraries}
        if not status:
            store.write_text(json.dumps(found), encoding="utf-8")
        return int(status)

    if due:
        process = _fork(run, quiet=False)
        if os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]):
            raise SystemExit(f"the tests of {package.source} fail without any change")
        known = json.loads(store.read_text(encoding="utf-8"))
    by_line = {path: {int(line): tests for line, tests in lines.items()} for path, lines in known["by_line"].items()}
    return Covered(by_line, known["seconds"], known["modules"])


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _is_library(module: ModuleType) -> bool:
    place = getattr(module, "__file__", None) or ""
    return "site-packages" in place and "_pytest" not in place


def import_libraries(covered: Covered) -> None:
    """Import what the tests import, but for the packages of the project; let Hypothesis stop at the first failure."""
    for name in covered.modules:
        try:
            importlib.import_module(name)
        except Exception:  # noqa: BLE001 - a module that can't be imported by itself is left to the tests
            continue
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile(
        "mutation", derandomize=True, database=None, phases=phases, report_multiple_bugs=False
    )
    hypothesis.settings.load_profile("mutation")


# ---- which tests


def statement_lines(source: str, line: int) -> range:
    """Return the lines of the innermost statement at a line; of a compound one, those of its head."""
    best = range(line, line + 1)
    size = None
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.stmt, ast.excepthandler)):
            body = getattr(node, "body", None)
            first = min((d.lineno for d in getattr(node, "decorator_list", [])), default=node.lineno)
            end = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno or node.lineno
            lines = range(first, max(end, node.lineno) + 1)
            if line in lines and (size is None or len(lines) <= size):
                best, size = lines, len(lines)
    return best


# ---- processes


def _fork(work: Callable[[], int], *, quiet: bool = True) -> int:
    """Do some work in a process of its own, which ends with the status that it returns; return its id."""
    sys.stdout.flush()
    process = os.fork()
    if process:
        return process
    status = 1
    try:
        if quiet:
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
            signal.alarm(600)
        status = work()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    finally:
        os._exit(status)


class Pool:
    """A limited number of processes at a time; `told` is called with each mutant and whether a test noticed it."""

    def __init__(self, jobs: int, told: Callable[[Mutant, bool], None]) -> None:
        self._jobs, self._told = jobs, told
        self._running: dict[int, Mutant] = {}

    def start(self, mutant: Mutant, work: Callable[[], int]) -> None:
        """Start some work when there is room for it; its status is 0 if no test notices the mutant."""
        while len(self._running) >= self._jobs:
            self._wait()
        self._running[_fork(work)] = mutant

    def finish(self) -> None:
        """Wait for all of them."""
        while self._running:
            self._wait()

    def _wait(self) -> None:
        process, status = os.wait()
        if mutant := self._running.pop(process, None):
            self._told(mutant, status != 0)


def _limit(seconds: float) -> None:
    """End this process after so much CPU time."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


# ---- a change inside functions


class EndAtFailure:
    """Ends the process as soon as a test fails, before anything is worked out that a reader would want to know."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """End the process unless the test passed, or was skipped or expected to fail."""
        is_skipped = call.excinfo is not None and call.excinfo.errisinstance(pytest.skip.Exception)
        if call.excinfo is not None and not is_skipped and item.get_closest_marker("xfail") is None:
            os._exit(1)


class Swaps(EndAtFailure):
    """Puts mutants into the functions of this process, when everything is collected."""

    def __init__(
        self,
        mutants: Sequence[Mutant],
        plan: Callable[[Mutant], list[str]],
        seconds: dict[str, float],
        root: Path,
        jobs: int,
        told: Callable[[Mutant, str], None],
    ) -> None:
        self._mutants, self._plan, self._seconds, self._root = mutants, plan, seconds, root
        self._jobs, self._told = jobs, told

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run each mutant in place of the tests."""
        items = {item.nodeid: item for item in session.items}
        functions: dict[Key, list[FunctionType]] = {}
        gc.collect()
        gc.disable()
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(str(self._root)):
                functions.setdefault(key_of(thing.__code__), []).append(thing)
        gc.freeze()
        pool = Pool(self._jobs, lambda mutant, noticed: self._told(mutant, "killed" if noticed else "survived"))
        originals: dict[str, CodeType] = {}
        for mutant in self._mutants:
            path = str(self._root / mutant.path)
            if path not in originals:
                originals[path] = compile(
                    (self._root / mutant.path).read_text(encoding="utf-8"), path, "exec", dont_inherit=True
                )
            changes = changed_functions(originals[path], compile(mutant.source, path, "exec", dont_inherit=True))
            tests = [items[test] for test in self._plan(mutant) if test in items]
            # Functions that aren't there yet, of a factory for example, are made by an import.
            if changes is None or not any(key in functions for key, _ in changes):
                self._told(mutant, "import")
            elif not tests:
                self._told(mutant, "untested")
            else:
                pool.start(mutant, lambda changes=changes, tests=tests: self._run(changes, functions, tests))  # type: ignore[misc]
        pool.finish()
        gc.enable()
        return True

    def _run(
        self, changes: list[tuple[Key, CodeType]], functions: dict[Key, list[FunctionType]], tests: list[pytest.Item]
    ) -> int:
        for key, code in changes:
            for function in functions.get(key, ()):
                function.__code__ = code
        for item, following in zip(tests, [*tests[1:], None], strict=True):
            _limit(3 + 10 * self._seconds[item.nodeid])
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return 0


def swap(
    package: Package,
    mutants: Sequence[Mutant],
    plan: Callable[[Mutant], list[str]],
    covered: Covered,
    root: Path,
    jobs: int,
    told: Callable[[Mutant, str], None],
) -> None:
    """Run mutants by putting them into functions; `told` is called with the result of each."""
    numbers = {id(mutant): number for number, mutant in enumerate(mutants)}
    reading, writing = os.pipe()

    def run() -> int:
        os.close(reading)

        def tell(mutant: Mutant, fate: str) -> None:
            os.write(writing, f"{numbers[id(mutant)]} {fate}\n".encode())

        for path in dict.fromkeys(mutant.path for mutant in mutants):
            importlib.import_module(package.name_of(path))
        swaps = Swaps(mutants, plan, covered.seconds, root, jobs, tell)
        return int(pytest.main([package.tests, *OPTIONS], plugins=[swaps]))

    process = os.fork()
    if not process:
        log = os.open(root / "build" / "mutation" / "log", os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        os.dup2(log, 1)
        status = 1
        try:
            status = run()
        except BaseException:  # noqa: BLE001 - the process ends in any case, and its log says why
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as lines:
        for line in lines:
            number, fate = line.split()
            told(mutants[int(number)], fate)
    os.waitpid(process, 0)


# ---- a change of what is imported


class _MutatedLoader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._source, self.path, "exec", dont_inherit=True)


class _MutatedFinder:
    """Finds one module in its mutated form."""

    def __init__(self, name: str, path: Path, source: str) -> None:
        self._name, self._path, self._source = name, path, source

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """Return the specification of the mutated module, and of no other."""
        if name != self._name:
            return None
        loader = _MutatedLoader(name, str(self._path), self._source)
        packages = [str(self._path.parent)] if self._path.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(
            name, self._path, loader=loader, submodule_search_locations=packages
        )


class _Chosen(EndAtFailure):
    """Runs some tests only, in their order, each within its time."""

    def __init__(self, tests: list[str], seconds: dict[str, float]) -> None:
        self._order, self._seconds = {test: number for number, test in enumerate(tests)}, seconds

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave the other tests out."""
        items[:] = sorted(
            (item for item in items if item.nodeid in self._order), key=lambda item: self._order[item.nodeid]
        )

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Give the test its time."""
        _limit(3 + 10 * self._seconds[item.nodeid])


def fresh(package: Package, mutant: Mutant, tests: list[str], seconds: dict[str, float], root: Path) -> int:
    """Import everything with a mutant, and run tests; return 0 if none of them notices it."""
    _limit(60)
    finder = _MutatedFinder(package.name_of(mutant.path), root / mutant.path, mutant.source)
    sys.meta_path.insert(0, finder)
    files = Counter(test.partition("::")[0] for test in tests)
    first = [file for file, _ in files.most_common(FIRST)]
    for batch in (first, [file for file in files if file not in first]):
        chosen = [test for test in tests if test.partition("::")[0] in batch]
        status = pytest.main([*batch, *OPTIONS], plugins=[_Chosen(chosen, seconds)]) if chosen else 0
        # A test may have another name now, if that comes from what was changed.
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return 1
    return 0
