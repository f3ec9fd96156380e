"""The faults of positions in the six languages."""

import functools
import re
from typing import TYPE_CHECKING

from thurntaxis_presentation.i18n import framed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from thurntaxis.fault import Fault


def fault_in_words(fault: "Fault", lang: str) -> str:
    """Return what is wrong and what would be right, in a language; in English where it has no words for a part."""
    return framed("fault", lang, "enter", wrong=translated(fault.wrong, lang), right=translated(fault.right, lang))


def translated(text: str, lang: str) -> str:
    """Return a part of a fault in a language; as it is where there are no words for it."""
    for pattern, words in _patterns(lang).items():
        if found := pattern.fullmatch(text):
            return words.format(**found.groupdict())
    return text


@functools.cache
def _patterns(lang: str) -> "Mapping[re.Pattern[str], str]":
    """Return the templates of a language by the pattern of the English text that each translates."""
    from thurntaxis_rulebook.corpus.languages import FOLDER
    from thurntaxis_rulebook.corpus.toml_files import table

    file = FOLDER / f"{lang}.toml"
    templates = {} if lang == "en" else {**table(file, "faults"), **table(file, "input-faults")}
    return {re.compile(_pattern(english)): words for english, words in templates.items()}


NUMBERS = ("number", "low", "dealt", "player")
"""The gaps in which numbers stand."""


def _pattern(template: str) -> str:
    """Return the pattern of the texts that a template makes."""
    return re.sub(
        r"\\{(\w+)\\}", lambda gap: f"(?P<{gap[1]}>{'[0-9]+' if gap[1] in NUMBERS else '.+'})", re.escape(template)
    )
