"""Bring your own booklet: looks up clauses in a rulebook that the user owns, and returns the original passages.

The rulebooks are not part of this project. It knows the place of each clause, and fingerprints of those places
(fingerprints.py). With these a booklet is recognised and its passages are found (locate.py), even if text recognition
damaged it or it is typeset in other columns.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from thurntaxis.fault import InputError
from thurntaxis.message import Alternatives
from thurntaxis_rulebook.booklet.extract import PAGE, readings
from thurntaxis_rulebook.booklet.fingerprints import Fingerprint, fingerprints
from thurntaxis_rulebook.booklet.locate import Copy, Locator
from thurntaxis_rulebook.corpus.languages import entry, label
from thurntaxis_rulebook.corpus.loading import clause, edition_ids

_RECOGNISED = 0.15
"""The least share of an edition's hashes that a booklet must contain to be recognised as this edition."""
_UNLIKE = 0.7
"""The maximum share of any other edition's hashes, relative to that share."""

_HYPHEN = re.compile(r"(?<=\w)[-\u00ad\u2010]\s*\n\s*(?=[^\W\d_])")
_JAPANESE_BREAK = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])\s*\n\s*(?=[\u3000-\u9fff\uff00-\uffef])")


@dataclass(frozen=True)
class Finding:
    """A passage of a booklet."""

    edition: str
    place: str
    """As the corpus cites it."""
    passage: str
    """Its text in the booklet, with lines and divided words joined; empty if it was not found."""
    sure: bool
    """Whether it can hardly be anything else."""
    score: float
    """The share of its fingerprint that was found, from 0 to 1."""
    page: int | None
    """The page on which it begins, counted from 1; None if the file has no pages."""


@dataclass(frozen=True)
class BookletAnswer:
    """What a booklet says about a clause."""

    clause: str
    edition: str | None
    """The edition as which the booklet was recognised; None if it is like none of them."""
    findings: tuple[Finding, ...]
    """One for each place where that edition states the clause; none where it is silent."""
    remark: str
    """In the user's language, that the edition is silent or unknown, or what is uncertain; usually empty."""

    def data(self) -> dict[str, Any]:
        """Return the answer as plain values."""
        return asdict(self) | {"findings": [asdict(finding) for finding in self.findings]}


class Booklet:
    """A rulebook that the user owns."""

    def __init__(
        self,
        texts: Iterable[str],
        edition: str | None = None,
        prints: Mapping[str, Mapping[str, Fingerprint]] | None = None,
    ) -> None:
        """Choose the text, and unless it is given the edition, that match best.

        Args:
            texts: the text as read in one or more ways (extract.py).
            edition: the edition, if it is known.
            prints: fingerprints by edition and place; the stored ones by default.
        """
        self._prints = fingerprints() if prints is None else prints
        known = self._prints if edition is None else {edition: self._prints[edition]}
        shares = [
            (copy.share(places.values()), name, copy) for copy in map(Copy, texts) for name, places in known.items()
        ]
        share, likeliest, self._copy = max(shares, key=lambda one: one[0])
        rival = max((other for other, name, copy in shares if name != likeliest and copy is self._copy), default=0.0)
        recognised = share >= _RECOGNISED and rival <= _UNLIKE * share
        self.edition: str | None = edition or (likeliest if recognised else None)
        """The edition; None if the booklet is like none of them."""
        self._locator = Locator(self._copy, self._prints[self.edition]) if self.edition else None

    @classmethod
    def read(cls, path: Path, edition: str | None = None, password: str = "") -> "Booklet":
        """Return the booklet in a file; the password is that of a PDF which is protected by one.

        Raises:
            InputError: if it can't be read.
        """
        return cls(readings(path, password), edition)

    def find(self, clause_id: str) -> tuple[Finding, ...]:
        """Return the passages that state a clause; none if its edition is unknown or silent about it.

        Raises:
            UnknownClause: if there is no such clause.
        """
        source = clause(clause_id).sources.get(self.edition or "")
        return () if source is None or source.silent else tuple(map(self.at, source.at.split("; ")))

    def at(self, place: str) -> Finding:
        """Return the passage at a place of the edition.

        Raises:
            InputError: if the edition is not known.
        """
        if self.edition is None or self._locator is None:
            raise InputError("the edition of this booklet is not known", "{editions}", Alternatives(edition_ids()))
        found = self._locator.find(place) if place in self._prints[self.edition] else None
        if found is None:
            return Finding(self.edition, place, "", sure=False, score=0.0, page=None)
        text = self._copy.text
        page = 1 + text.count(PAGE, 0, found.start) if PAGE in text else None
        return Finding(self.edition, place, _joined(text[found.start : found.end]), found.sure, found.share, page)


def find(booklet: str | Path, clause_id: str, edition: str | None = None) -> tuple[Finding, ...]:
    """Return the passages that state a clause in a booklet, which is given by the path of its file or as text.

    There is one for each place where the edition states the clause, none if it is silent. Unless the edition is given,
    it is recognised, and nothing is found if that fails.

    Raises:
        UnknownClause: if there is no such clause.
        InputError: if the file can't be read, or there is no such edition.
    """
    if edition is not None and edition not in edition_ids():
        raise InputError('unknown edition "{text}"', "{names}", edition, Alternatives(edition_ids()))
    clause(clause_id)
    texts = readings(booklet) if isinstance(booklet, Path) else [booklet]
    return Booklet(texts, edition).find(clause_id)


def answer(source: str | Path | Booklet, clause_id: str, lang: str = "en") -> BookletAnswer:
    """Return what a booklet, or the booklet in a file, says about a clause, with a remark if anything is uncertain.

    Raises:
        UnknownClause: if there is no such clause.
        InputError: if the file can't be read.
    """
    clause(clause_id)
    booklet = source if isinstance(source, Booklet) else Booklet.read(Path(source))
    findings = booklet.find(clause_id)
    return BookletAnswer(clause_id, booklet.edition, findings, _remark(booklet.edition, findings, lang))


def _remark(edition: str | None, findings: tuple[Finding, ...], lang: str) -> str:
    """Return what is uncertain about findings, or why there are none."""
    if edition is None:
        return label("unknown", lang, "booklet")
    if not findings:
        return label("silent", lang, "booklet").format(edition=entry(lang, "forms", edition)["name"])
    unsure = [finding.place for finding in findings if finding.passage and not finding.sure]
    missing = [finding.place for finding in findings if not finding.passage]
    remarks = [
        label(name, lang, "booklet").format(place="; ".join(places))
        for name, places in (("unsure", unsure), ("missing", missing))
        if places
    ]
    return " ".join(remarks)


def _joined(passage: str) -> str:
    """Return a passage in one line, with words divided at the end of a line joined."""
    whole = _HYPHEN.sub("", passage.strip().replace(PAGE, "\n"))
    return " ".join(_JAPANESE_BREAK.sub("", whole).split())
