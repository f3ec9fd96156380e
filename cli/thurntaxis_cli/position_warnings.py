"""Warnings of unlikely positions: one line each on standard error, and a list in JSON answers."""

import sys
from typing import TYPE_CHECKING, Any

from thurntaxis_cli.parameters import answer_language
from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.i18n import framed

if TYPE_CHECKING:
    from thurntaxis import Position


def warn(position: "Position", where: str, *, within: str = "") -> None:
    """Write what makes a position unlikely; `where` names its file, and `within` the key before its own keys."""
    from thurntaxis_presentation.sentences import warnings_in_words

    lang = answer_language()
    for warning in warnings_in_words(position, lang, within=within):
        words = framed("warning", lang, text=warning["text"])
        sys.stderr.write(one_line(f"taxis: {where}: {warning['key']}: {words}") + "\n")


def with_warnings(answer: dict[str, Any], position: "Position", *, within: str = "") -> dict[str, Any]:
    """Return a JSON answer about a position, with what makes the position unlikely if anything does."""
    from thurntaxis_presentation.sentences import warnings_in_words

    found = warnings_in_words(position, answer_language(), within=within)
    return {**answer, "warnings": found} if found else answer
