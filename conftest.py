"""What holds for all tests: examples in prose are tests, slow tests come last, and a parallel run keeps pages whole.

Every fenced Python block of the README and of the documentation runs, by Sybil; docstrings are left to pytest's own
`--doctest-modules`. The blocks of one page share one namespace, in the order of the page.
"""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

import pytest
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import LoadScopeScheduling

pytest_collect_file = Sybil(
    # A Python block may hold plain code or prompts (`>>>`): the one parser runs both. A doctest parser beside it
    # would run the prompts twice.
    parsers=[PythonCodeBlockParser(), SkipParser()],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
).pytest()

_LIBRARIES = {"gymnasium": "gymnasium", "vector": "gymnasium", "openspiel": "pyspiel", "pettingzoo": "pettingzoo"}
collect_ignore = [
    f"solver/thurntaxis_solver/environments/{module}.py"
    for module, library in _LIBRARIES.items()
    if importlib.util.find_spec(library) is None
]
collect_ignore += ["solver/thurntaxis_solver/kernel/wasm/numba_to_llvm.py", "tests/mutation.py", "tests/budgets.py"]
"""Modules whose docstrings can't run because their library is missing, one that has no examples, and commands."""

SLOW = (
    "tests/cli/test_engine_check.py",
    "tests/cli/test_full_disk.py",
    "tests/cli/test_play_on_a_terminal.py",
    "tests/cli/test_tournament.py",
    "tests/fuzzing",
    "tests/reference/test_naive.py",
    "tests/solver/play/test_engine_agent.py",
    "tests/solver/environments",
    "tests/solver/kernel/test_runtimes.py",
    "tests/solver/play/test_tournament",
    "tests/test_examples.py",
    "tests/test_package.py",
    "tests/test_readme.py",
    "tests/test_tutorial.py",
)
"""The beginnings of slow tests: tournaments, other programs, runtimes and libraries, naive rules, the notebook.

With the tests in a browser they run last; `-m "not slow"` omits them. Long comparisons mark their larger part as
nightly (`support.few_and_many`): it runs with `--nightly` only.
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--nightly`, which runs what takes long instead of everything else."""
    parser.addoption("--nightly", action="store_true", help="run the tests that take long, and only those")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the nightly tests, or all others; mark the slow tests, and put them last."""
    nightly = config.getoption("nightly")
    chosen: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        is_nightly = item.get_closest_marker("nightly") is not None
        (chosen if is_nightly == nightly else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = chosen
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if not {"browser", "built_site", "site"}.isdisjoint(fixtures):
            item.add_marker("browser")
        if item.nodeid.startswith(SLOW) or "browser" in fixtures:
            item.add_marker("slow")
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    """Return a scheduler for parallel runs that hands out single tests, but pages and the files of `tests/web` whole.

    The mark `xdist_group` would say the same, but pytest-xdist 3.8 does not see it under pytest 9.2.
    """
    from xdist.scheduler import LoadScopeScheduling

    class PagesTogether(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            path, _, _ = nodeid.partition("::")
            return path if path.endswith(".md") or path.startswith("tests/web/") else nodeid

    return PagesTogether(config, log)
