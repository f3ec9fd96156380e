"""Traceability: for each clause the code that implements it, its tests and examples, and the disputes about it."""

import functools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import thurntaxis
from thurntaxis_rulebook.corpus.examples import examples_of
from thurntaxis_rulebook.corpus.loading import disputes_about
from thurntaxis_rulebook.corpus.record_types import Clause


def links(clause: Clause) -> dict[str, list[str]]:
    """Return the links of a clause, for JSON; `lines` are the file and line of each function in `code`."""
    functions, examples = code_of_clauses().get(clause.id, ()), examples_of(clause.id)
    runs = "tests/rulebook/test_examples_run.py::test_example"
    of_examples = [f"{runs}[{example.id}-{edition}]" for example in examples for edition in example.editions]
    return {
        "code": list(dict.fromkeys(f"{function.__module__}.{function.__name__}" for function in functions)),
        "lines": list(dict.fromkeys(map(_line, functions))),
        "tests": [*_tests().get(clause.id, ()), *of_examples] if tests_are_there() else [],
        "examples": [example.id for example in examples],
        "disputes": [dispute.id for dispute in disputes_about(clause.id)],
    }


_PACKAGE = Path(thurntaxis.__file__).parent


@functools.cache
def code_of_clauses() -> dict[str, tuple[Callable[..., Any], ...]]:
    """Return the functions that implement each clause, under every reading, with and without modules."""
    northern, southern = thurntaxis.MODULES, thurntaxis.MODULES[1:]  # the first one needs horseshoes
    for board, modules in (("south", ()), ("south", southern), ("testland", ()), ("testland", northern)):
        for edition in thurntaxis.EDITIONS:
            thurntaxis.rule_set(board=board, edition=edition, modules=modules)
    for option, values in thurntaxis.OPTIONS.items():
        for value in values:
            thurntaxis.rule_set(options={option: value})
    return thurntaxis.clauses_in_code()


def _line(function: Callable[..., Any]) -> str:
    """Return the file, relative to the folder of its package, and the first line of a function."""
    code = function.__code__
    return f"{Path(code.co_filename).relative_to(_PACKAGE.parent).as_posix()}:{code.co_firstlineno}"


def tests_are_there() -> bool:
    """Return whether the package runs from its repository, so that the tests of clauses are known."""
    return _PACKAGE.parent.name == "reference"


@functools.cache
def _tests() -> dict[str, tuple[str, ...]]:
    """Return the tests whose source contains the id of a clause, by clause."""
    found: dict[str, dict[str, None]] = {}
    root = _PACKAGE.parents[1]
    for path in sorted(root.glob("tests/**/test_*.py")):
        file = test = path.relative_to(root).as_posix()
        for match in re.finditer(
            r"^def (test_\w+)|[\"']([a-z-]+\.[a-z-]+)[\"']", path.read_text(encoding="utf-8"), re.MULTILINE
        ):
            if match[1]:
                test = f"{file}::{match[1]}"
            else:
                found.setdefault(match[2], {})[test] = None
    return {clause: tuple(tests) for clause, tests in found.items()}
