"""Traceability: for each clause the code that implements it, its tests and examples, and the disputes about it."""

import functools
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import thurntaxis

if TYPE_CHECKING:
    from thurntaxis_rulebook.corpus.record_types import Clause


def links(clause: "Clause") -> dict[str, list[str]]:
    """Return the links of a clause, for JSON; `lines` are the file and line of each function in `code`."""
    from thurntaxis_rulebook.corpus.examples import examples_of
    from thurntaxis_rulebook.corpus.loading import disputes_about

    functions = code_of_clauses().get(clause.id, ())
    return {
        "code": list(dict.fromkeys(f"{function.__module__}.{function.__name__}" for function in functions)),
        "lines": list(dict.fromkeys(map(_line, functions))),
        "tests": [*_tests().get(clause.id, ()), *_example_tests(clause.id)],
        "examples": [example.id for example in examples_of(clause.id)],
        "disputes": [dispute.id for dispute in disputes_about(clause.id)],
    }


SOUTHERN = tuple(module for module in thurntaxis.MODULES if module != "power-and-glory")
NORTHERN = thurntaxis.MODULES
"""The modules that can be combined on the board of the base game, and on a board with horseshoes."""


@functools.cache
def code_of_clauses() -> dict[str, tuple[Callable[..., Any], ...]]:
    """Return the functions that implement each clause, under every reading, with and without modules."""
    for board, modules in (("south", ()), ("south", SOUTHERN), ("testland", ()), ("testland", NORTHERN)):
        for edition in thurntaxis.EDITIONS:
            thurntaxis.rule_set(board=board, edition=edition, modules=modules)
    for option, values in thurntaxis.OPTIONS.items():
        for value in values:
            thurntaxis.rule_set(options={option: value})
    return thurntaxis.clauses_in_code()


def _line(function: Callable[..., Any]) -> str:
    """Return the file, relative to the folder of its package, and the first line of a function."""
    code = function.__code__
    package = Path(thurntaxis.__file__).parent
    return f"{Path(code.co_filename).relative_to(package.parent).as_posix()}:{code.co_firstlineno}"


def _example_tests(clause: str) -> list[str]:
    """Return the tests that run the examples of a clause."""
    from thurntaxis_rulebook.corpus.examples import examples_of

    if _tests_folder() is None:
        return []
    runs = "tests/rulebook/test_examples_run.py::test_example"
    return [f"{runs}[{example.id}-{edition}]" for example in examples_of(clause) for edition in example.editions]


def tests_are_there() -> bool:
    """Return whether the package runs from its repository, so that the tests of clauses are known."""
    return _tests_folder() is not None


def _tests_folder() -> Path | None:
    """Return the folder of the tests; None if the package doesn't run from its repository."""
    package_root = Path(thurntaxis.__file__).parents[1]
    return package_root.parent / "tests" if package_root.name == "reference" else None


@functools.cache
def _tests() -> dict[str, tuple[str, ...]]:
    """Return the tests whose source contains the id of a clause, by clause."""
    found: dict[str, dict[str, None]] = {}
    folder = _tests_folder()
    if folder is None:
        return {}
    for path in sorted(folder.glob("**/test_*.py")):
        test = path.relative_to(folder.parent).as_posix()
        for match in re.finditer(
            r"^def (test_\w+)|[\"']([a-z-]+\.[a-z-]+)[\"']", path.read_text(encoding="utf-8"), re.MULTILINE
        ):
            if match[1]:
                test = f"{path.relative_to(folder.parent).as_posix()}::{match[1]}"
            else:
                found.setdefault(match[2], {})[test] = None
    return {clause: tuple(tests) for clause, tests in found.items()}
