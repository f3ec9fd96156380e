"""Examples in prose are tests: every fenced Python block of the README and of the documentation runs.

Docstrings are left to pytest's own `--doctest-modules`; prose is left to Sybil.
The blocks of one page share one namespace, in the order of the page.
"""

from __future__ import annotations

import pytest
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

pytest_collect_file = Sybil(
    # A Python block may hold plain code or prompts (`>>>`): the one parser runs both. A doctest parser beside it
    # would run the prompts twice.
    parsers=[PythonCodeBlockParser(), SkipParser()],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
).pytest()


class PagesTogether(LoadScopeScheduling):
    """Hands out tests one by one to the workers of a parallel run, but a page whole: later blocks use earlier names.

    The mark `xdist_group` would say the same, but pytest-xdist 3.8 does not see it under pytest 9.2.
    """

    def _split_scope(self, nodeid: str) -> str:
        path, _, _ = nodeid.partition("::")
        return path if path.endswith((".md", "test_browser.py")) else nodeid


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> PagesTogether:
    """Put the scheduler above in place of the one that `--dist` would choose."""
    return PagesTogether(config, log)
