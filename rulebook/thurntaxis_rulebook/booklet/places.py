"""Resolves the places of an edition in its text: from "3b, Regioni, note 2" to the passage it refers to.

Only take_fingerprints.py needs this, for the texts that the clauses were read in. Rules find headings, labels, items,
remarks and examples, as far as they can. The table `booklet` in the edition's file marks the rest. corpus.toml explains
how places are written.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from thurntaxis_rulebook.corpus.loading import edition_file
from thurntaxis_rulebook.corpus.record_types import PrintedEdition
from thurntaxis_rulebook.corpus.toml_files import value
from thurntaxis_rulebook.folding import fold, folded_text

Span = tuple[int, int]
"""The first index of a passage in a text, and the index after its last."""

Path = tuple[str, ...]
"""A place without the number of the sentence: section, part, details. The empty path is text that is never cited."""


@dataclass(frozen=True)
class Mark:
    """The index `at` where another place begins; a heading or label before `text_at` is not part of its text."""

    at: int
    text_at: int
    kind: str
    name: str = ""


def places(text: str, edition: PrintedEdition) -> dict[str, list[Span]]:
    """Return the sentences at each place of an edition in its text.

    Raises:
        ValueError: if a heading or a mark is not found, because this is not the text that the marks were made for.
    """
    found: dict[str, list[Span]] = {}
    for path, start, end in _blocks(text, edition):
        if path:
            found.setdefault(", ".join(path), []).extend(_sentences(text, start, end))
    return found | {
        f"{name}, {number}": [sentence] for name, spans in found.items() for number, sentence in enumerate(spans, 1)
    }


def resolved(place: str, known: Mapping[str, list[Span]]) -> tuple[str, list[Span]]:
    """Return the place, or the smallest known place around it, with its sentences; ("", []) if none is known."""
    nearest = place
    while nearest:
        for name in (nearest, re.sub(r", (note|table|example)(?=$|, \d+$)", r", \1 1", nearest)):
            if known.get(name):
                return (place if nearest == place else nearest), known[name]
        nearest = nearest.rpartition(", ")[0]
    return "", []


# ---- text between marks


def _blocks(text: str, edition: PrintedEdition) -> Iterator[tuple[Path, int, int]]:
    """Yield the place, the start and the end of each text between marks."""
    layout = value(edition_file(edition.id), "booklet")
    reader = _MarkReader(layout)
    marks = [(path, mark) for mark in _marks(text, edition, layout) if (path := reader.passes(mark)) is not None]
    for (path, mark), end in zip(marks, [*(mark.at for _, mark in marks[1:]), len(text)], strict=True):
        yield path, min(mark.text_at, end), end


class _MarkReader:
    """Keeps track of the current place from mark to mark."""

    def __init__(self, layout: Mapping[str, Any]) -> None:
        self._layout = layout
        self._path: Path = ()
        self._base: Path = ("",)
        self._counts: dict[Path, int] = {}

    def passes(self, mark: Mark) -> Path | None:
        """Return the place after a mark; None if the mark has no meaning there."""
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
        """Return what a numbered entry is called here: in section 2 of every edition, a case of playing a card."""
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
    """Yield the sentences between two indices without page numbers."""
    ends = [match.end() for match in _END.finditer(text[start:end])]
    for first, last in zip([0, *ends], [*ends, end - start], strict=True):
        words = text[start + first : start + last]
        if len(re.findall(r"[^\W\d_]", words)) > 2:
            yield start + first + len(words) - len(words.lstrip()), start + first + len(words.rstrip())


# ---- marks


_ITEM = re.compile(r"^[ \t]*(?:[-–—○](?=\s)|([0-9０-９])[.．]|([a-d])[.]|([ａ-ｄ])[ \u3000])", re.MULTILINE)
_COUNTED = re.compile(r"^[ \t]*[0-9]+[ \t]+(?=[^\s=])", re.MULTILINE)
_NUMBERING = re.compile(r"^\W*(?:[0-9０-９]|[a-dａ-ｄ])?[.．\s]+(?=\S)")
_LINE = re.compile(r"[^\n]+")
_LIKENESS = 0.8  # the likeness above which a line with damaged letters is taken for a heading


def _marks(text: str, edition: PrintedEdition, layout: Mapping[str, Any]) -> list[Mark]:
    """Return the marks of a text in order. Those that the edition's file lists take precedence over the rules."""
    listed = list(_listed(text, layout["marks"]))
    sections = list(_sections(text, edition, layout))
    fixed = [*listed, *sections, *_parts(text, edition, sections, {mark.name for mark in listed})]
    small = [mark for mark in _small(text, layout) if not _beside(text, mark, fixed)]
    return sorted([*fixed, *small], key=lambda mark: mark.at)


def _beside(text: str, mark: Mark, others: list[Mark]) -> bool:
    """Return whether another mark is at the same words."""
    near = [other for other in others if abs(mark.at - other.at) < 40]
    return any(len(fold(text[min(mark.at, other.at) : max(mark.at, other.at)])) < 2 for other in near)


def _listed(text: str, marks: list[str]) -> Iterator[Mark]:
    """Yield the marks that the edition's file lists; each is searched for after the one before."""
    known = folded_text(text)
    start = 0
    for line in marks:
        name, _, words = line.partition("= ")
        at = known.folded.find(fold(words), start)
        if at < 0:
            raise ValueError(f"booklet.marks: {line!r} does not stand in the text")
        start = at + 1
        yield Mark(known.origin[at], known.origin[at], "place", name.strip())


def _sections(text: str, edition: PrintedEdition, layout: Mapping[str, Any]) -> Iterator[Mark]:
    """Yield the headings; each is searched for after the one before."""
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
    """Return the line most like a heading; of several equally like it, the one with the number `occurrence`."""
    wanted = fold(heading)
    likeness: dict[float, list[re.Match[str]]] = {}
    for line in _LINE.finditer(text, start):
        words = fold(_NUMBERING.sub("", line.group()))
        like = _likeness(words[: len(wanted)] if heading.endswith("…") else words, wanted)
        likeness.setdefault(like, []).append(line)
    best = max(likeness, default=0)
    return next(iter(likeness[best][occurrence - 1 :]), None) if best > _LIKENESS else None


def _parts(text: str, edition: PrintedEdition, sections: list[Mark], listed: set[str]) -> Iterator[Mark]:
    """Yield the labels of parts that are not listed: lines that begin with the name, or contain it and little else."""
    named = {section.name: section.parts for section in edition.sections}
    for mark, end in zip(sections, [*(mark.at for mark in sections[1:]), len(text)], strict=True):
        start = mark.text_at
        for part in named[mark.name]:
            if f"{mark.name}, {part}" in listed:
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


def _small(text: str, layout: Mapping[str, Any]) -> Iterator[Mark]:
    """Yield remarks, examples, items, and lines between them that are never cited."""
    line, sentence = r"^[^\S\n]*", r"(?<=[.):。] )"
    for kind, pattern in (
        ("note", rf"(?:{line}|{sentence}){re.escape(layout['note'])}\s?[:：]"),
        ("example", rf"(?:^(?:[^\S\n]|[*])*|{sentence}){re.escape(layout['example'])}\s?[:：]"),
        ("place", rf"^\s*{re.escape(layout['help'])}.*$"),
        ("or", rf"^\s*(?:{'|'.join(map(re.escape, layout['or']))})[:、]?[ \t]*$" if "or" in layout else "(?!)"),
    ):
        yield from (Mark(match.start(), match.end(), kind) for match in re.finditer(pattern, text, re.MULTILINE))
    for match in _ITEM.finditer(text):
        yield Mark(match.start(), match.end(), "item", fold(match[1] or match[2] or match[3] or ""))
    yield from (Mark(match.start(), match.start(), "counted") for match in _COUNTED.finditer(text))


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio() if abs(len(one) - len(other)) < 9 else 0


def _alike(one: str, other: str) -> bool:
    return one == other or (len(other) > 3 and _likeness(one, other) > _LIKENESS)
