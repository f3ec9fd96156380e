"""Where lines of the built pages break: never after a word of one letter, and in Japanese between phrases only."""

import html
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from thurntaxis_presentation.language import Language
from thurntaxis_presentation.terminal.line_breaking import TIES

if TYPE_CHECKING:
    import budoux

_AS_WRITTEN = frozenset({"code", "pre", "script", "style", "svg", "textarea", "math"})
"""Elements whose text stays as it is."""

_TAG = re.compile(r"(<!--.*?-->|<[^>]*>)", re.DOTALL)
_NAME = re.compile(r"</?([\w-]+)")
_LAST_LETTER = re.compile(r"(?<=\s[aeiouwzAEIOUWZ]) $")
"""The space after a word of one letter, where an element begins."""


def typeset_pages(folder: Path, lang: Language) -> None:
    """Typeset the pages of a language; those for developers are in English."""
    for path in folder.rglob("*.html"):
        if "developers" not in path.relative_to(folder).parts:
            path.write_text(typeset(path.read_text(encoding="utf-8"), lang), encoding="utf-8")


def typeset(page: str, lang: Language) -> str:
    """Return a page in HTML with the places of its line breaks."""
    change = with_phrases if lang == "ja" else with_ties
    parts = _TAG.split(page)
    as_written = 0
    for at, part in enumerate(parts):
        if at % 2 == 0 and part.strip() and not as_written:
            is_title = parts[at - 1 : at] == ["<title>"]  # which can hold no elements
            parts[at] = with_ties(part) if is_title else change(part)
        elif at % 2 and (name := _NAME.match(part)) and name[1] in _AS_WRITTEN and not part.endswith("/>"):
            as_written += -1 if part.startswith("</") else 1
    return "".join(parts)


def with_ties(text: str) -> str:
    """Return a text with spaces at which no line breaks."""
    return _LAST_LETTER.sub("\u00a0", TIES.sub(lambda tie: tie[0].replace(" ", "\u00a0"), text))


def with_phrases(text: str) -> str:
    """Return a Japanese text with a mark between phrases; the style sheet lets lines break there only."""
    if max(text) < "\u3000":
        return text
    return "<wbr>".join(html.escape(phrase, quote=False) for phrase in _parser().parse(html.unescape(text)))


@cache
def _parser() -> "budoux.Parser":
    """Return the parser, which knows Japanese phrases from a model that it brings."""
    import budoux

    return budoux.load_default_japanese_parser()
