"""Where the places of an edition stand in its text: from "3b, Regioni, note 2" to the words it means.

Only fingerprint.py needs this, for the texts that the clauses were read in. What divides a text is found by rule where
it can be: headings, labels, items, remarks, examples. places.toml points out the rest. editions.toml explains how
places are written.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import Any

from thurntaxis_rulebook.corpus.load import FOLDER
from thurntaxis_rulebook.corpus.model import Edition
from thurntaxis_rulebook.corpus.toml_files import table
from thurntaxis_rulebook.folding import fold, letters

Span = tuple[int, int]
"""From one index in a text to another, the latter not included."""

Path = tuple[str, ...]
"""A place without the number of the sentence: section, part, details. The empty one is what belongs nowhere."""


@dataclass(frozen=True)
class Mark:
    """From `at` on the text belongs somewhere else; what comes before `text_at` is a heading or a label."""

    at: int
    text_at: int
    kind: str
    name: str = ""


def places(text: str, edition: Edition) -> dict[str, list[Span]]:
    """Return the places of an edition, each with the sentences that stand there in a text of it.

    Raises:
        ValueError: if a heading or a mark of places.toml is not found: this is not the text it was made for.
    """
    found: dict[str, list[Span]] = {}
    for path, start, end in _blocks(text, edition):
        if path:
            found.setdefault(", ".join(path), []).extend(_sentences(text, start, end))
    return found | {
        f"{name}, {number}": [sentence] for name, spans in found.items() for number, sentence in enumerate(spans, 1)
    }


def stands(place: str, known: Mapping[str, list[Span]]) -> tuple[str, list[Span]]:
    """Return the place itself, or the nearest known one that it lies in, with its sentences; none, if none is known."""
    nearest = place
    while nearest:
        for name in (nearest, re.sub(r", (note|table|example)(?=$|, \d+$)", r", \1 1", nearest)):
            if known.get(name):
                return (place if nearest == place else nearest), known[name]
        nearest = nearest.rpartition(", ")[0]
    return "", []


# ---- text between marks


def _blocks(text: str, edition: Edition) -> Iterator[tuple[Path, int, int]]:
    """Yield the text between marks, and the place it belongs to."""
    layout = _layout()[edition.id]
    reader = _Reader(layout)
    marks = [(path, mark) for mark in _marks(text, edition, layout) if (path := reader.passes(mark)) is not None]
    for (path, mark), end in zip(marks, [*(mark.at for _, mark in marks[1:]), len(text)], strict=True):
        yield path, min(mark.text_at, end), end


class _Reader:
    """Knows the place while going from mark to mark."""

    def __init__(self, layout: Mapping[str, Any]) -> None:
        self._layout = layout
        self._path: Path = ()
        self._base: Path = ("",)
        self._counts: dict[Path, int] = {}

    def passes(self, mark: Mark) -> Path | None:
        """Return the place after a mark; None if the mark means nothing there."""
        if mark.kind == "place":
            self._jump(tuple(mark.name.split(", ")) if mark.name else ())
        elif mark.kind in ("section", "part"):
            self._base = (mark.name,) if mark.kind == "section" else (self._base[0], mark.name)
            self._path = self._base
        elif mark.kind == "example":
            self._path = (*self._base, "example")
        elif mark.kind == "note":
            self._path = (*self._base, f"note {self._count('note')}")
        elif self._path and re.match("example|table|picture", self._path[-1]):
            return None
        elif mark.kind == "or":
            self._path = ()
        elif mark.kind == "item" or self._base[0] == self._layout.get("counted"):
            self._path = (*self._base, f"{self._kind()} {mark.name or self._count('item')}")
        else:
            return None
        return self._path

    def _kind(self) -> str:
        """Return what a numbered entry is here: in section 2 of every edition, one of the two cases of playing."""
        return "case" if self._base == ("2",) else "item"

    def _jump(self, path: Path) -> None:
        self._path = path
        if path:
            self._base = tuple(name for name in path if not _DETAIL.match(name))
            kind, _, number = path[-1].partition(" ")
            if number.isdigit() and _DETAIL.match(path[-1]):
                self._counts[(*self._base, kind)] = int(number)

    def _count(self, kind: str) -> int:
        self._counts[(*self._base, kind)] = number = self._counts.get((*self._base, kind), 0) + 1
        return number


_DETAIL = re.compile(r"(item|case|note|table) [0-9a-z]|(note|table|example|picture)$")

_END = re.compile(r"[.!?][\"”»)\]]*(?=\s+(?:\(|[\"“«\[*]*[A-ZÀ-ÖØ-ÞĀ-Ž0-9])|\s*\Z)|[。！？][”」』）)]*")
"""The end of a sentence."""


def _sentences(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the sentences between two indices, page numbers left out."""
    ends = [match.end() for match in _END.finditer(text[start:end])]
    for first, last in zip([0, *ends], [*ends, end - start], strict=True):
        words = text[start + first : start + last]
        if len(re.findall(r"[^\W\d_]", words)) > 2:
            yield start + first + len(words) - len(words.lstrip()), start + first + len(words.rstrip())


# ---- marks


_NOTE = re.compile(r"(?:^[^\S\n]*|(?<=[.):。] ))(?:Nota|Note|Uwaga|注意|Remarque)\s?[:：]", re.MULTILINE)
_EXAMPLE = re.compile(
    r"(?:^(?:[^\S\n]|[*])*|(?<=[.):。] ))(?:Esempio|Example|Przyklad|例|Exemple)\s?[:：]", re.MULTILINE
)
_HELP = re.compile(
    r"^\s*(?:Supporto di un Funz|Support from an off|Pomoc urzednika|このフェイズでの|Aide possible gr).*$",
    re.MULTILINE,
)
_OR = re.compile(r"^\s*(?:Oppure|[Ll]ub|OU|または)[:、]?[ \t]*$", re.MULTILINE)
_ITEM = re.compile(r"^[ \t]*(?:[-–—○](?=\s)|([0-9０-９])[.．]|([a-d])[.]|([ａ-ｄ])[ \u3000])", re.MULTILINE)
_COUNTED = re.compile(r"^[ \t]*[0-9]+[ \t]+(?=[^\s=])", re.MULTILINE)
_NUMBERING = re.compile(r"^\W*(?:[0-9０-９]|[a-dａ-ｄ])?[.．\s]+(?=\S)")
_LINE = re.compile(r"[^\n]+")
_LIKE = 0.8  # how alike a heading with damaged letters is to the right one


@cache
def _layout() -> dict[str, Any]:
    return table(FOLDER / "booklet" / "places.toml")


def _marks(text: str, edition: Edition, layout: Mapping[str, Any]) -> list[Mark]:
    """Return the marks of a text in order. Where places.toml points a place out, no rule is asked."""
    pointed = list(_pointed_out(text, layout["marks"]))
    sections = list(_sections(text, edition, layout))
    fixed = [*pointed, *sections, *_parts(text, edition, sections, {mark.name for mark in pointed})]
    small = [mark for mark in _small(text) if not _beside(text, mark, fixed)]
    return sorted([*fixed, *small], key=lambda mark: mark.at)


def _beside(text: str, mark: Mark, others: list[Mark]) -> bool:
    """Say whether another mark stands at the same words."""
    near = [other for other in others if abs(mark.at - other.at) < 40]
    return any(len(fold(text[min(mark.at, other.at) : max(mark.at, other.at)])) < 2 for other in near)


def _pointed_out(text: str, marks: list[str]) -> Iterator[Mark]:
    """Yield the marks of places.toml, each sought after the one before."""
    known = letters(text)
    start = 0
    for line in marks:
        name, _, words = line.partition("= ")
        at = known.folded.find(fold(words), start)
        if at < 0:
            raise ValueError(f"places.toml: {line!r} does not stand in the text")
        start = at + 1
        yield Mark(known.origin[at], known.origin[at], "place", name.strip())


def _sections(text: str, edition: Edition, layout: Mapping[str, Any]) -> Iterator[Mark]:
    """Yield the headings, each sought after the one before."""
    start = 0
    for section in edition.sections:
        if not section.heading:
            continue
        line = _heading(text, start, section.heading, layout.get("occurrence", {}).get(section.name, 1))
        if line is None:
            raise ValueError(f"{edition.id}: no heading {section.heading!r}")
        start = line.end()
        yield Mark(line.start(), line.end(), "section", section.name)


def _heading(text: str, start: int, heading: str, occurrence: int) -> re.Match[str] | None:
    """Return the line that is most like a heading; of several, the first, or the one that places.toml names."""
    wanted = fold(heading)
    likeness: dict[float, list[re.Match[str]]] = {}
    for line in _LINE.finditer(text, start):
        words = fold(_NUMBERING.sub("", line.group()))
        like = _likeness(words[: len(wanted)] if heading.endswith("…") else words, wanted)
        likeness.setdefault(like, []).append(line)
    best = max(likeness, default=0)
    return next(iter(likeness[best][occurrence - 1 :]), None) if best > _LIKE else None


def _parts(text: str, edition: Edition, sections: list[Mark], pointed: set[str]) -> Iterator[Mark]:
    """Yield the labels of the parts that places.toml leaves: the name at the head of a line, or with little else."""
    named = {section.name: section.parts for section in edition.sections}
    for mark, end in zip(sections, [*(mark.at for mark in sections[1:]), len(text)], strict=True):
        start = mark.text_at
        for part in named[mark.name]:
            if f"{mark.name}, {part}" in pointed:
                continue
            line = next((line for line in _LINE.finditer(text, start, end) if _is_label(line.group(), part)), None)
            if line is not None:
                start = line.end()
                colon = re.match(rf"\W*.{{{len(part) - 1},{len(part) + 1}}}\s?[:：]", line.group())
                yield Mark(line.start(), line.start() + colon.end() if colon else line.end(), "part", part)


def _is_label(line: str, part: str) -> bool:
    words, name = fold(line), fold(part)
    heads = any(_alike(words[skip : len(name) + skip], name) for skip in (0, 1))
    return heads or (name in words and line.strip()[0].isupper() and len(words) < len(name) + 50)


def _small(text: str) -> Iterator[Mark]:
    """Yield remarks, examples, items, and what only leads over."""
    for kind, pattern in (("note", _NOTE), ("example", _EXAMPLE)):
        yield from (Mark(match.start(), match.end(), kind) for match in pattern.finditer(text))
    for match in _ITEM.finditer(text):
        yield Mark(match.start(), match.end(), "item", fold(match[1] or match[2] or match[3] or ""))
    yield from (Mark(match.start(), match.start(), "counted") for match in _COUNTED.finditer(text))
    yield from (Mark(match.start(), match.end(), "place") for match in _HELP.finditer(text))
    yield from (Mark(match.start(), match.end(), "or") for match in _OR.finditer(text))


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio() if abs(len(one) - len(other)) < 9 else 0


def _alike(one: str, other: str) -> bool:
    return one == other or (len(other) > 3 and _likeness(one, other) > _LIKE)
