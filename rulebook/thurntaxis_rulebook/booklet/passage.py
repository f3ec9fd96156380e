"""Bring your own booklet: the passage of a rulebook that somebody owns where a clause stands, in its own wording.

The rulebooks are not part of this project. What is known of them is where each clause stands, and fingerprints of those
places (shingles.py), by which a booklet is recognised and its passages are found (locating.py), be it damaged by text
recognition or set anew in columns.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from thurntaxis_rulebook.booklet.extract import PAGE, readings
from thurntaxis_rulebook.booklet.locate import Copy, Locator
from thurntaxis_rulebook.booklet.shingles import Fingerprint, fingerprints
from thurntaxis_rulebook.corpus.load import FOLDER, clause, editions
from thurntaxis_rulebook.corpus.toml_files import table

_RECOGNISED = 0.15
"""Which share of the hashes of an edition a booklet must have to be taken for it,"""
_UNLIKE = 0.7
"""and which part of that share it may have of any other."""

_HYPHEN = re.compile(r"(?<=\w)[-\u00ad\u2010]\s*\n\s*(?=[^\W\d_])")
_JAPANESE_BREAK = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])\s*\n\s*(?=[\u3000-\u9fff\uff00-\uffef])")


@dataclass(frozen=True)
class Finding:
    """A passage of a booklet."""

    edition: str
    place: str
    """Where it stands, as editions.toml writes places."""
    passage: str
    """Its words in the booklet, lines and hyphens joined; empty if it was not found."""
    sure: bool
    """Whether it can hardly be anything else."""
    score: float
    """Which share of its fingerprint is there, from 0 to 1."""
    page: int | None
    """The page that it begins on, counted from 1; None if the file knows no pages."""


@dataclass(frozen=True)
class Answer:
    """What a booklet says of a clause."""

    clause: str
    edition: str | None
    """The edition that the booklet was taken for; None if it is like none of them."""
    findings: tuple[Finding, ...]
    """One for each place where that edition has the clause; none where it is silent."""
    remark: str
    """In the asker's language: that the edition is silent or unknown, or what is not certain; mostly empty."""

    def data(self) -> dict[str, Any]:
        """Return the answer as plain values."""
        return asdict(self) | {"findings": [asdict(finding) for finding in self.findings]}


class Booklet:
    """A rulebook that somebody owns."""

    def __init__(
        self,
        texts: Iterable[str],
        edition: str | None = None,
        prints: Mapping[str, Mapping[str, Fingerprint]] | None = None,
    ) -> None:
        """Take the reading that makes most sense, for the edition named, or for the one that it is most like.

        Args:
            texts: the text, read in one or more ways (see pages.py).
            edition: the edition, if it is known.
            prints: the fingerprints by edition and place; those that are stored, if left out.
        """
        self._prints = fingerprints() if prints is None else prints
        known = self._prints if edition is None else {edition: self._prints[edition]}
        shares = [
            (copy.share(places.values()), name, copy) for copy in map(Copy, texts) for name, places in known.items()
        ]
        share, likest, self._copy = max(shares, key=lambda one: one[0])
        rival = max((other for other, name, copy in shares if name != likest and copy is self._copy), default=0.0)
        recognised = share >= _RECOGNISED and rival <= _UNLIKE * share
        self.edition: str | None = edition or (likest if recognised else None)
        """The edition; None if the booklet is like none of them."""
        self._locator = Locator(self._copy, self._prints[self.edition]) if self.edition else None

    @classmethod
    def read(cls, path: Path, edition: str | None = None) -> "Booklet":
        """Return the booklet in a file.

        Raises:
            ValueError: if it can't be read; the message is one line that names the file.
        """
        return cls(readings(path), edition)

    def find(self, clause_id: str) -> tuple[Finding, ...]:
        """Return the passages where a clause stands; none, if its edition is silent on it or unknown.

        Raises:
            UnknownClause: if there is no such clause.
        """
        source = clause(clause_id).sources.get(self.edition or "")
        return () if source is None or source.silent else tuple(map(self.at, source.at.split("; ")))

    def at(self, place: str) -> Finding:
        """Return the passage at a place of the edition.

        Raises:
            ValueError: if the edition is not known.
        """
        if self.edition is None or self._locator is None:
            raise ValueError("it is not known which edition this is")
        found = self._locator.find(place) if place in self._prints[self.edition] else None
        if found is None:
            return Finding(self.edition, place, "", sure=False, score=0.0, page=None)
        text = self._copy.text
        page = 1 + text.count(PAGE, 0, found.start) if PAGE in text else None
        return Finding(self.edition, place, _joined(text[found.start : found.end]), found.sure, found.share, page)


def find(booklet: str | Path, clause_id: str, edition: str | None = None) -> tuple[Finding, ...]:
    """Return the passages where a clause stands in a booklet: a file, if it is a path, or else the text itself.

    There is one for each place where the edition has the clause, and so none where it is silent. The edition is
    recognised if it is not named; none is found where it is not.

    Raises:
        UnknownClause: if there is no such clause.
        ValueError: if the file can't be read, or there is no such edition.
    """
    if edition is not None and edition not in editions():
        raise ValueError(f"no edition {edition!r} (there are {', '.join(editions())})")
    clause(clause_id)
    texts = readings(booklet) if isinstance(booklet, Path) else [booklet]
    return Booklet(texts, edition).find(clause_id)


def answer(source: str | Path | Booklet, clause_id: str, lang: str = "en") -> Answer:
    """Return what a booklet, or the booklet in a file, says of a clause, with a remark on what is not certain.

    Raises:
        UnknownClause: if there is no such clause.
        ValueError: if the file can't be read; the message is one line that names it.
    """
    clause(clause_id)
    booklet = source if isinstance(source, Booklet) else Booklet.read(Path(source))
    findings = booklet.find(clause_id)
    return Answer(clause_id, booklet.edition, findings, _remark(booklet.edition, findings, lang))


def _remark(edition: str | None, findings: tuple[Finding, ...], lang: str) -> str:
    """Say what is not certain."""
    if edition is None:
        return _words()["unknown"][lang]
    if not findings:
        return _words()["silent"][lang].format(edition=edition)
    unsure = [finding.place for finding in findings if finding.passage and not finding.sure]
    missing = [finding.place for finding in findings if not finding.passage]
    remarks = [
        _words()[name][lang].format(place="; ".join(places))
        for name, places in (("unsure", unsure), ("missing", missing))
        if places
    ]
    return " ".join(remarks)


@cache
def _words() -> dict[str, dict[str, str]]:
    return table(FOLDER / "booklet" / "passage.toml")


def _joined(passage: str) -> str:
    """Return a passage in one line: words divided at the end of a line, and lines, are joined."""
    whole = _HYPHEN.sub("", passage.strip().replace(PAGE, "\n"))
    return " ".join(_JAPANESE_BREAK.sub("", whole).split())
