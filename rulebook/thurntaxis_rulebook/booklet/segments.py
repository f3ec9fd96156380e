"""Splits a text into segments: at the ends of sentences, lines and pages, and at list entries.

It is often unclear whether anything ends at the end of a line, above all in a narrow column. So the text is split at
every line, and each boundary says how likely it is that something ends there. The caller joins segments into runs.
"""

import re
from dataclasses import dataclass, replace

SURE, LIKELY, LINE = 2, 1, 0
"""How likely something ends at a boundary: at the end of a sentence or a list entry; at a colon or before a line that
begins with a capital; at any other end of a line."""

_SENTENCE = r"[.!?][\"”»’)\]*]*(?=\s)|[。！？][”」』）)]*"
_ENTRY = r"(?<=\n)[^\S\n]*(?=[-–—•○●▪◦*·][^\S\n]|[0-9０-９a-zａ-ｚ][.)．）][^\S\n]?)"
_CELL = r"(?<=\n)[^\S\n]*(?=[0-9]{1,2}\s+[|\w])|\|[^\S\n]*(?=\n)"
_HALF = r"[:;：；](?=\s)|[:：](?=[^\s0-9])"
_NEW = r"\n\s*\n|\n(?=[^\S\n]*[\"“«„(\[]?[A-ZÀ-ÖØ-ÞĀ-Ž\u3040-\u9fff])"
_GAP = r"\s(?=[0-9]{1,2}\s[^\W\d_])|[^\S\n]{2,}|\t|(?<=[\u3040-\u9fff）０-９])[ \u3000](?=[\u3040-\u9fff（])"
_BOUNDARY = re.compile(
    rf"(?P<page>\s*\f\s*)|(?P<sure>{_SENTENCE}|{_ENTRY}|{_CELL})|(?P<likely>{_HALF})|(?P<new>{_NEW})|\n|{_GAP}"
)
_SHORT = 0.6
"""The share of the column's width up to which a line is short, as headings are."""


@dataclass(frozen=True)
class Segment:
    """A part of a text, and how likely something begins at its start and ends at its end."""

    start: int
    end: int
    begins: int
    ends: int


def segments(text: str) -> list[Segment]:
    """Return the segments of a text in order, without those that have no letter."""
    found: list[Segment] = []
    short = _SHORT * _width(text)
    start, begins = 0, SURE
    for match in (*_BOUNDARY.finditer(text), None):
        end = match.end() if match else len(text)
        ends = _ending(text, match, short) if match else SURE
        if any(map(str.isalnum, text[start:end])):
            found.append(Segment(start, end, begins, ends))
            begins = ends
        else:
            begins = max(begins, ends)
            found[-1:] = [replace(segment, ends=begins) for segment in found[-1:]]
        start = end
    return found


def _ending(text: str, boundary: re.Match[str], short: float) -> int:
    """Return how likely something ends at a boundary."""
    if boundary["sure"] is not None:
        return SURE
    if boundary["new"] is not None:
        line = text[text.rfind("\n", 0, boundary.start()) + 1 : boundary.start()].strip()
        is_short = len(line) < short and line[-1:] not in {",", "-", "、", "，"}
        return SURE if is_short else LIKELY if text[boundary.end() :].lstrip()[:1].isupper() else LINE
    return LIKELY if boundary["likely"] is not None else LINE


def _width(text: str) -> int:
    """Return the usual length of a full line, the 80th percentile of all lengths."""
    lengths = sorted(len(line.strip()) for line in text.splitlines() if line.strip())
    return lengths[len(lengths) * 4 // 5] if lengths else 0
