"""Warnings of unlikely positions: one line each on standard error, and a list in JSON answers."""

import sys
from typing import TYPE_CHECKING, Any

from thurntaxis_cli.parameters import answer_language
from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.i18n import framed

if TYPE_CHECKING:
    from thurntaxis import Position


def warn(position: "Position", where: str, *, within: str = "") -> None:
    """Write what makes a position unlikely; `where` names its file, and `within` the key under which it stands."""
    from thurntaxis import warnings_of
    from thurntaxis_presentation.sentences import sentence

    lang = answer_language()
    for warning in warnings_of(position):
        words = framed("warning", lang, text=sentence(warning, lang, position.rules.board))
        sys.stderr.write(one_line(f"taxis: {where}: {within}{warning.key}: {words}") + "\n")


def with_warnings(answer: dict[str, Any], position: "Position", *, within: str = "") -> dict[str, Any]:
    """Return a JSON answer about a position, with what makes the position unlikely if anything does."""
    from thurntaxis import warnings_of
    from thurntaxis_presentation.sentences import sentence

    lang, board = answer_language(), position.rules.board
    found = [
        {"key": within + warning.key, "text": sentence(warning, lang, board), "clause": warning.clause}
        for warning in warnings_of(position)
    ]
    return {**answer, "warnings": found} if found else answer
