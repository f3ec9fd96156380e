"""Golden files: each line is a case, and what came of it stands indented below.

`TAXIS_RENEW=1 .venv/bin/python -m pytest TEST` writes the answers to the cases of its files anew. Read the difference
before you commit it: it is what users will notice.
"""

import os
from collections.abc import Callable
from pathlib import Path

INDENT = "    "


def check(file: Path, answer: Callable[[str], str]) -> None:
    """Compare the answers to the cases of a file with those written there; lines that begin with # are remarks."""
    written = file.read_text(encoding="utf-8")
    lines: list[str] = []
    for line in written.splitlines():
        if not line.startswith(INDENT):
            lines.append(line)
            if is_case(line):
                lines += [INDENT + told for told in answer(line).splitlines()]
    renewed = "\n".join(lines) + "\n"
    if os.environ.get("TAXIS_RENEW"):
        file.write_text(renewed, encoding="utf-8")
    assert renewed.splitlines() == written.splitlines()


def same(file: Path, answer: str) -> None:
    """Compare an answer with the whole text of a file, which can be renewed like the others."""
    if os.environ.get("TAXIS_RENEW"):
        file.write_text(answer, encoding="utf-8")
    assert answer == file.read_text(encoding="utf-8"), "TAXIS_RENEW=1 writes it anew"


def cases(file: Path) -> list[str]:
    """Return the lines of a file that are cases."""
    return list(filter(is_case, file.read_text(encoding="utf-8").splitlines()))


def is_case(line: str) -> bool:
    """Return whether a line is a case: neither empty, nor a remark, nor an answer."""
    return bool(line) and not line.startswith(("#", INDENT))
