"""`python tests/mutation.py [--sample N] [--seed S]`: change the code in small ways, and list what no test notices.

cosmic-ray makes the changes, in the rules and in the exact solver; for each, testmon chooses the tests of the package
that run the changed code. The work is done in a copy of the tree, in `build/mutation`. If it is interrupted, the same
command goes on. The exit status is 1 if less than 80 % of the mutants are killed.

Kill a survivor with a test that states the rule, or simplify the code so that it can't exist.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import WorkerOutcome, WorkItem, WorkResult

ROOT = Path(__file__).resolve().parent.parent

PACKAGES = {"reference/thurntaxis": "tests/reference", "solver/thurntaxis_solver/exact": "tests/solver/exact"}
"""The folders that are changed, with their tests."""

OPERATORS = (
    "NumberReplacer",
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ZeroIterationForLoop",
    "ReplaceUnaryOperator_USub_UAdd",
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceComparisonOperator_Eq_NotEq",
    "ReplaceComparisonOperator_NotEq_Eq",
    "ReplaceComparisonOperator_Lt_LtE",
    "ReplaceComparisonOperator_Lt_GtE",
    "ReplaceComparisonOperator_LtE_Lt",
    "ReplaceComparisonOperator_LtE_Gt",
    "ReplaceComparisonOperator_Gt_GtE",
    "ReplaceComparisonOperator_Gt_LtE",
    "ReplaceComparisonOperator_GtE_Gt",
    "ReplaceComparisonOperator_GtE_Lt",
    "ReplaceComparisonOperator_Is_IsNot",
    "ReplaceComparisonOperator_IsNot_Is",
    "ReplaceBinaryOperator_Add_Sub",
    "ReplaceBinaryOperator_Sub_Add",
    "ReplaceBinaryOperator_Mul_Add",
    "ReplaceBinaryOperator_Div_Mul",
    "ReplaceBinaryOperator_FloorDiv_Mul",
    "ReplaceBinaryOperator_Mod_Add",
)
"""Of the 213 operators, one or two of each kind: those that move a boundary, and those that turn a condition round."""

GOAL = 0.8
"""The part of the mutants that tests have to kill; of a sample of 120, all 16 survivors made no difference."""

CONFIGURATION = """[cosmic-ray]
module-path = "{package}"
timeout = 600.0
excluded-modules = []
test-command = "{command} -x --testmon --testmon-nocollect {tests}"

[cosmic-ray.distributor]
name = "local"
"""

COSMIC_RAY = (sys.executable, "-m", "cosmic_ray.cli")
PYTEST = f"{sys.executable} -m pytest -q --assert=plain"


def prepare(folder: Path, package: str, environment: dict[str, str], sample: int, seed: int) -> None:
    """Draw the mutants."""
    if not (folder / "traced").exists():
        trace(folder, package, environment)
    subprocess.run([*COSMIC_RAY, "init", "cosmic-ray.toml", "new.sqlite"], cwd=folder, check=True, env=environment)
    with use_db(str(folder / "new.sqlite"), WorkDB.Mode.open) as session:
        wanted = {f"core/{name}" for name in OPERATORS}
        items = sorted(session.pending_work_items, key=lambda item: [str(mutation) for mutation in item.mutations])
        drawn = [item for item in items if item.mutations[0].operator_name in wanted and not is_for_types(folder, item)]
        if sample < len(drawn):
            drawn = random.Random(seed).sample(drawn, sample)
        for job in {item.job_id for item in items} - {item.job_id for item in drawn}:
            session.set_result(job, WorkResult(worker_outcome=WorkerOutcome.SKIPPED))
    (folder / "new.sqlite").rename(folder / "session.sqlite")


def is_for_types(folder: Path, item: WorkItem) -> bool:
    """Return whether a change is in the condition of imports for the type checker, which no test can notice."""
    mutation = item.mutations[0]
    lines = (folder / mutation.module_path).read_text("utf-8").splitlines()
    return "TYPE_CHECKING" in lines[mutation.start_pos[0] - 1]


def trace(folder: Path, package: str, environment: dict[str, str]) -> None:
    """Copy the tree, and find out which tests run which code."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "--extract"], cwd=folder, input=archive, check=True)
    configuration = CONFIGURATION.format(package=package, command=PYTEST, tests=PACKAGES[package])
    (folder / "cosmic-ray.toml").write_text(configuration, encoding="utf-8")
    subprocess.run([*PYTEST.split(), "--testmon", PACKAGES[package]], cwd=folder, check=True, env=environment)
    (folder / "traced").touch()


def killed(folder: Path) -> tuple[int, int]:
    """Return how many mutants were killed, and of how many; print the others."""
    with use_db(str(folder / "session.sqlite"), WorkDB.Mode.open) as session:
        results = [result for _, result in session.results if result.worker_outcome == WorkerOutcome.NORMAL]
    for result in results:
        if not result.is_killed:
            print(result.diff)
    return sum(result.is_killed for result in results), len(results)


def main() -> int:
    """Read the command line, run the mutants, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python tests/mutation.py", description=__doc__)
    parser.add_argument("--sample", type=int, default=sys.maxsize, help="so many mutants of each package (all)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (1)")
    arguments = parser.parse_args()
    scores: list[tuple[int, int]] = []
    for package in PACKAGES:
        folder = ROOT / "build" / "mutation" / package.replace("/", "-")
        folders = [str(folder / name) for name in ("reference", "rulebook", "solver", "presentation", "web", "cli")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders), "HYPOTHESIS_PROFILE": "ci"}
        if not (folder / "session.sqlite").exists():
            prepare(folder, package, environment, arguments.sample, arguments.seed)
        subprocess.run(
            [*COSMIC_RAY, "exec", "cosmic-ray.toml", "session.sqlite"], cwd=folder, check=True, env=environment
        )
        scores.append(killed(folder))
        print(f"{package}: {scores[-1][0]} of {scores[-1][1]} mutants killed", flush=True)
    return 0 if all(some >= GOAL * most for some, most in scores) else 1


if __name__ == "__main__":
    sys.exit(main())
