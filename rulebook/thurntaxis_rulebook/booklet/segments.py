"""A text cut into pieces: at the ends of sentences, at list entries, at the ends of lines and pages.

Whether the end of a line ends anything is often open, in a narrow column above all. So all of them are cut, and each
cut tells how likely something ends there; what belongs together is put together by whoever compares pieces.
"""

import re
from dataclasses import dataclass, replace

SURE, LIKELY, LINE = 2, 1, 0
"""How much speaks for a cut: the end of a sentence or a list entry; a colon, or a new line in capitals; a line."""

_SENTENCE = r"[.!?][\"”»’)\]*]*(?=\s)|[。！？][”」』）)]*"
_ENTRY = r"(?<=\n)[^\S\n]*(?=[-–—•○●▪◦*·][^\S\n]|[0-9０-９a-zａ-ｚ][.)．）][^\S\n]?)"
_HALF = r"[:;：；](?=\s)|[:：](?=[^\s0-9])"
_NEW = r"\n(?=[^\S\n]*[\"“«„(\[]?[A-ZÀ-ÖØ-ÞĀ-Ž\u3040-\u9fff])"
_GAP = r"\s(?=[0-9]{1,2}\s[^\W\d_])|[^\S\n]{2,}|\t|(?<=[\u3040-\u9fff）])[ \u3000](?=[\u3040-\u9fff（])"
_CUT = re.compile(
    rf"(?P<page>\s*\f\s*)|(?P<sure>{_SENTENCE}|{_ENTRY}|\n\s*\n)|(?P<likely>{_HALF})|(?P<new>{_NEW})|\n|{_GAP}"
)
_SHORT = 0.6
"""Which part of the width of a column a line may have that breaks off, as headings do."""


@dataclass(frozen=True)
class Piece:
    """A part of a text, and what speaks for its beginning and its end."""

    start: int
    end: int
    begins: int
    ends: int


def pieces(text: str) -> list[Piece]:
    """Return the pieces of a text, in order; those without a letter are left out."""
    found: list[Piece] = []
    short = _SHORT * _width(text)
    start, begins = 0, SURE
    for match in (*_CUT.finditer(text), None):
        end = match.end() if match else len(text)
        ends = _ending(text, match, short) if match else SURE
        if any(map(str.isalnum, text[start:end])):
            found.append(Piece(start, end, begins, ends))
            begins = ends
        else:
            begins = max(begins, ends)
            found[-1:] = [replace(piece, ends=begins) for piece in found[-1:]]
        start = end
    return found


def _ending(text: str, cut: re.Match[str], short: float) -> int:
    """Return how likely something ends at a cut."""
    if cut["sure"] is not None:
        return SURE
    if cut["new"] is not None:
        line = text[text.rfind("\n", 0, cut.start()) + 1 : cut.start()].strip()
        breaks_off = len(line) < short and line[-1:] not in {",", "-", "、", "，"}
        return SURE if breaks_off else LIKELY if text[cut.end() :].lstrip()[:1].isupper() else LINE
    return LIKELY if cut["likely"] is not None else LINE


def _width(text: str) -> int:
    """Return how long most of the lines are that go to the end of their column."""
    lengths = sorted(len(line.strip()) for line in text.splitlines() if line.strip())
    return lengths[len(lengths) * 4 // 5] if lengths else 0
