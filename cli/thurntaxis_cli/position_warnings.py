"""Warnings of unlikely positions: one line each on standard error, and a list in JSON answers."""

import sys
from typing import Any

from thurntaxis import Position
from thurntaxis_cli.parameters import answer_language
from thurntaxis_presentation.errors import one_line


def warn(position: Position, where: str, *, within: str = "") -> None:
    """Write what makes a position unlikely; `where` names its file, and `within` the key before its own keys."""
    from thurntaxis_presentation.sentences import warning_lines

    for key, line in warning_lines(position, answer_language(), within=within):
        sys.stderr.write(one_line(f"taxis: {where}: {key}: {line}") + "\n")


def with_warnings(answer: dict[str, Any], position: Position, *, within: str = "") -> dict[str, Any]:
    """Return a JSON answer about a position, with what makes the position unlikely if anything does."""
    from thurntaxis_presentation.sentences import warnings_in_words

    found = warnings_in_words(position, answer_language(), within=within)
    return {**answer, "warnings": found} if found else answer
