"""`python tests/mutation [PATH...]`: make small changes to the code, one by one, and list those that no test notices.

Without a path, all of `PACKAGES`; with some, the modules of these files or folders. Each package is held by its own
tests only. What is found stands in `results.txt` beside this file: the score of each module, and its survivors. Mutants
in `equivalent.toml` don't count. The exit status is 1 if less than 97 % of the mutants that were run are noticed.

    python tests/mutation reference/thurntaxis/steps      all mutants of some modules
    python tests/mutation --every 20 --offset 7           a sample; with another offset, others
    python tests/mutation --again                         those that survived the last time, once more
    python tests/mutation --jobs 2                        everything, on two cores

The first run finds out which tests work in which lines, and later ones use it until the code changes. A mutant is given
the tests that work in its line, the quickest first, until one fails. That takes about a second of one core: all 8,000
mutants take two hours, `--every 20` six minutes, besides the minutes of the first run.
"""

import argparse
import itertools
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mutation import runs
from mutation.mutants import Mutant, equivalent, mutants
from mutation.runs import Covered, Package

ROOT = Path(__file__).resolve().parent.parent.parent

PACKAGES = (
    Package("reference/thurntaxis", "reference", "tests/reference", ("tests/reference/test_source_code.py",)),
    Package("solver/thurntaxis_solver/exact", "solver", "tests/solver/exact"),
)
RESULTS = Path(__file__).parent / "results.txt"
Results = dict[str, tuple[int, int, list[str]]]
"""By module: how many mutants were run, how many there are (equivalent ones apart), and those that survived."""

GOAL = 0.97
"""The part of the mutants that tests have to notice."""

BATCH = 100
"""At least this many mutants are run before results are written."""


class Sample(NamedTuple):
    """One in `every` mutants, counted through all modules; `offset` says which."""

    every: int
    offset: int

    def of(self, modules: dict[str, list[Mutant]]) -> dict[str, list[Mutant]]:
        """Return the mutants of each module that are in the sample."""
        number = itertools.count(-self.offset)
        return {path: [m for m in some if next(number) % self.every == 0] for path, some in modules.items()}


def survivors_of(package: Package, chosen: list[Mutant], covered: Covered, jobs: int) -> list[Mutant]:
    """Return the mutants that no test of the package notices, among them those that change nothing."""
    fates: dict[int, str] = {}
    sources = {mutant.path: (ROOT / mutant.path).read_text(encoding="utf-8") for mutant in chosen}
    at_line: dict[int, set[str]] = {}
    for mutant in chosen:
        at_line[id(mutant)] = covered.of_lines(mutant.path, runs.statement_lines(sources[mutant.path], mutant.line))

    def told(mutant: Mutant, fate: str) -> None:
        fates[id(mutant)] = fate
        if fate == "survived":
            print(f"  {mutant.path} {mutant}", flush=True)

    def plan(mutant: Mutant) -> list[str]:
        return covered.quick(at_line[id(mutant)])

    began = time.monotonic()
    runs.swap(package, chosen, plan, covered, ROOT, jobs, told)
    again = [
        mutant
        for mutant in chosen
        if fates[id(mutant)] == "import"
        or (fates[id(mutant)] != "killed" and ("" in at_line[id(mutant)] or len(at_line[id(mutant)]) < runs.FEW))
    ]
    print(f"  {len(chosen)} in {time.monotonic() - began:.0f} s; {len(again)} with an import of their own", flush=True)

    pool = runs.Pool(jobs, lambda mutant, noticed: told(mutant, "killed" if noticed else "survived"))
    for mutant in again:
        near = covered.quick(at_line[id(mutant)])
        others = [test for test in covered.seconds if test.startswith(package.whole)]
        others += covered.quick(_tests_of(package, mutant.path, covered))
        tests = list(dict.fromkeys([*near, *others]))
        pool.start(
            mutant,
            lambda mutant=mutant, tests=tests: runs.fresh(package, mutant, tests, covered.seconds, ROOT),  # type: ignore[misc]
        )
    pool.finish()
    print(f"  {time.monotonic() - began:.0f} s", flush=True)
    return [mutant for mutant in chosen if fates[id(mutant)] != "killed"]


def _tests_of(package: Package, path: str, covered: Covered) -> set[str]:
    """Return the tests that work in a module; those of the modules that import it where it has hardly any itself."""
    tests = covered.of_module(path)
    if len(tests) > runs.FEW:
        return tests
    imported = re.compile(rf"^\s*(from {package.name_of(path)} import|import {package.name_of(path)}$)", re.MULTILINE)
    users = (user for user in package.modules(ROOT) if imported.search((ROOT / user).read_text(encoding="utf-8")))
    return tests.union(*(covered.of_module(user) for user in users))


def _check_that_tests_pass(package: Package, path: str, covered: Covered) -> None:
    """Raise `SystemExit` if a test fails on code without a change: then nothing would be shown by failures."""
    source = (ROOT / path).read_text(encoding="utf-8")
    by_line = covered.by_line.get(path, {1: []})
    most = max(by_line, key=lambda line: len(by_line[line]))
    in_function = Mutant(path, most, "", "", source)
    at_import = Mutant(path, most, "", "", f"{source}\n_ = 0\n")
    if len(survivors_of(package, [in_function, at_import], covered, jobs=1)) < 2:
        raise SystemExit(f"tests of {path} fail without any change (they have to pass in any order)")


# ---- results


def read_results() -> Results:
    """Return what the file of results says, but for modules that are gone."""
    results: Results = {}
    path = ""
    for line in RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.exists() else []:
        if found := re.fullmatch(r"(\S+\.py) +\S+ %: \d+ of (\d+) killed(?: \(of (\d+) mutants\))?", line):
            path = found[1]
            results[path] = (int(found[2]), int(found[3] or found[2]), [])
        elif line.startswith("    "):
            results[path][2].append(line.strip())
    return {path: result for path, result in results.items() if (ROOT / path).exists()}


def write_results(results: Results) -> None:
    """Write the results, with a line of totals for each package."""
    lines = [
        "Written by `python tests/mutation`: mutants that tests killed, and those that survived.",
        "In brackets: how many there are, where a sample of them was run.",
        "",
    ]
    for package in PACKAGES:
        modules = package.modules(ROOT)
        inside = {path: result for path, result in sorted(results.items()) if path in modules}
        ran, there, alive = (sum(numbers) for numbers in zip((0, 0, 0), *map(_numbers, inside.values()), strict=True))
        lines += [f"{package.source}, {len(inside)} of {len(modules)} modules: {_score(ran, there, alive)}", ""]
        for path, result in inside.items():
            lines.append(f"{path} {_score(*_numbers(result))}")
            lines += [f"    {survivor}" for survivor in result[2]]
        lines.append("")
    RESULTS.write_text("\n".join(lines), encoding="utf-8")


def _numbers(result: tuple[int, int, list[str]]) -> tuple[int, int, int]:
    ran, there, survivors = result
    return ran, there, len(survivors)


def _score(ran: int, there: int, alive: int) -> str:
    killed = ran - alive
    share = 100 * killed / ran if ran else 100
    return f"{share:.1f} %: {killed} of {ran} killed" + (f" (of {there} mutants)" if there > ran else "")


# ---- the command


def run(package: Package, paths: list[str], jobs: int, sample: Sample, *, again: bool) -> None:
    """Run the mutants of some modules, and write what was found after each batch of them."""
    cache = ROOT / "build" / "mutation"
    cache.mkdir(parents=True, exist_ok=True)
    reasons = equivalent()
    counted = {path: [m for m in mutants(path, ROOT) if (m.path, m.before, m.after) not in reasons] for path in paths}
    results = read_results()
    if again:
        chosen = {path: _among(counted[path], results[path][2]) for path in paths if path in results}
        # Survivors that are gone with the code aren't counted any more.
        for path, still in chosen.items():
            ran, _, survivors = results[path]
            results[path] = (ran - len(survivors) + len(still), len(counted[path]), list(map(str, still)))
    else:
        chosen = sample.of(counted)
        results = {path: result for path, result in results.items() if path not in paths}
    write_results(results)
    print(
        f"{package.source}: {sum(map(len, chosen.values()))} of {sum(map(len, counted.values()))} mutants", flush=True
    )
    if not any(chosen.values()):
        return
    print("which tests work in which lines", flush=True)
    covered = runs.cover(package, ROOT, cache / f"{package.folder}.json")
    runs.import_libraries(covered)
    _check_that_tests_pass(package, paths[0], covered)
    for batch in _batches(chosen):
        print(*batch, sep="\n", flush=True)
        unnoticed = survivors_of(package, [mutant for path in batch for mutant in chosen[path]], covered, jobs)
        results = read_results()
        for path in batch:
            ran = results[path][0] if again else len(chosen[path])
            alive = [str(mutant) for mutant in unnoticed if mutant.path == path]
            results[path] = (ran, len(counted[path]), alive)
            print(f"  {path} {_score(*_numbers(results[path]))}", *alive, sep="\n    ", flush=True)
        write_results(results)


def _among(counted: list[Mutant], survivors: list[str]) -> list[Mutant]:
    """Return the mutants that are among the survivors in the file of results, in whatever line they stand now."""
    changes = {survivor.partition(": ")[2] for survivor in survivors}
    return [mutant for mutant in counted if str(mutant).partition(": ")[2] in changes]


def _batches(chosen: dict[str, list[Mutant]]) -> Iterator[list[str]]:
    """Yield the modules that have mutants to run, in batches large enough that collecting tests takes little time."""
    batch: list[str] = []
    for path, some in chosen.items():
        if some:
            batch.append(path)
        if sum(len(chosen[each]) for each in batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _of_project(text: str) -> Path:
    path = Path(text)
    if not path.exists() or not path.resolve().is_relative_to(ROOT):
        raise argparse.ArgumentTypeError(f"{text} is not there (a file or folder of the repository)")
    return path


def main() -> int:
    """Read the command line, run, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python tests/mutation", description=__doc__)
    parser.add_argument("path", nargs="*", type=_of_project, help="files or folders (all of them if none is given)")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time (1)")
    parser.add_argument("--every", type=int, default=1, help="run one of so many mutants, as a sample (1)")
    parser.add_argument("--offset", type=int, default=0, help="which sample: those after so many mutants (0)")
    parser.add_argument("--again", action="store_true", help="run only those that survived the last time")
    arguments = parser.parse_args()
    wanted = [str(path.resolve().relative_to(ROOT)) for path in arguments.path]
    os.chdir(ROOT)
    os.nice(10)
    for package in PACKAGES:
        # in the order in which they are asked for
        paths = [
            path
            for one in wanted or [package.source]
            for path in package.modules(ROOT)
            if path == one or path.startswith(f"{one}/")
        ]
        if paths:
            sample = Sample(arguments.every, arguments.offset)
            run(package, list(dict.fromkeys(paths)), arguments.jobs, sample, again=arguments.again)
    ran, there, alive = (sum(n) for n in zip((0, 0, 0), *map(_numbers, read_results().values()), strict=True))
    print(_score(ran, there, alive))
    return 0 if ran - alive >= GOAL * ran else 1


if __name__ == "__main__":
    sys.exit(main())
