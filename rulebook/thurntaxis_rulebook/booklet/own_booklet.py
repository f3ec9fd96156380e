"""Bring your own booklet: looks up clauses in a rulebook that the user owns, and returns the original passages.

The rulebooks are not part of this project. It knows the place of each clause, and fingerprints of those places
(fingerprints.py). With these a booklet is recognised and its passages are found (passage_search.py), even if text
recognition damaged it or it is typeset in other columns.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from thurntaxis_rulebook.booklet.extract import PAGE, readings
from thurntaxis_rulebook.booklet.fingerprints import Fingerprint, fingerprints
from thurntaxis_rulebook.booklet.passage_search import Copy, Locator
from thurntaxis_rulebook.corpus.languages import entry, word
from thurntaxis_rulebook.corpus.loading import clause

_RECOGNISED = 0.15
"""The least share of an edition's hashes that a booklet must contain to be recognised as this edition."""
_UNLIKE = 0.7
"""The maximum share of any other edition's hashes, relative to that share."""

_HYPHEN = re.compile(r"(?<=\w)[-\u00ad\u2010]\s*\n\s*(?=[^\W\d_])")
_JAPANESE_BREAK = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])\s*\n\s*(?=[\u3000-\u9fff\uff00-\uffef])")


@dataclass(frozen=True)
class Finding:
    """A passage of a booklet."""

    edition: str | None
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


class Booklet:
    """A rulebook that the user owns."""

    def __init__(self, texts: Iterable[str], prints: Mapping[str, Mapping[str, Fingerprint]] | None = None) -> None:
        """Choose the text, which may be read in several ways (extract.py), and the edition that match best.

        `prints` are fingerprints by edition and place; the stored ones by default.
        """
        known = fingerprints() if prints is None else prints
        shares = [(one.share(places.values()), name, one) for one in map(Copy, texts) for name, places in known.items()]
        share, likeliest, self._copy = max(shares, key=lambda one: one[0])
        rival = max((other for other, name, copy in shares if name != likeliest and copy is self._copy), default=0.0)
        recognised = share >= _RECOGNISED and rival <= _UNLIKE * share
        self.edition: str | None = likeliest if recognised else None
        """The edition; None if the booklet is like none of them."""
        self._prints: Mapping[str, Fingerprint] = known[likeliest] if recognised else {}
        self._locator = Locator(self._copy, self._prints)

    @classmethod
    def read(cls, path: Path, password: str = "") -> "Booklet":
        """Return the booklet in a file; the password, and what is raised, are those of `readings`."""
        return cls(readings(path, password))

    def answer(self, clause_id: str, lang: str = "en") -> BookletAnswer:
        """Return what the booklet says about a clause, and a remark if anything is uncertain; raise like `clause`."""
        source = clause(clause_id).sources.get(self.edition or "")
        places = [] if source is None or source.silent else source.at.split("; ")
        findings = tuple(map(self.at, places))
        return BookletAnswer(clause_id, self.edition, findings, _remark(self.edition, findings, lang))

    def at(self, place: str) -> Finding:
        """Return the passage at a place of the edition."""
        found = self._locator.find(place) if place in self._prints else None
        if found is None:
            return Finding(self.edition, place, "", sure=False, score=0.0, page=None)
        text = self._copy.text
        page = 1 + text.count(PAGE, 0, found.start) if PAGE in text else None
        # In one line, with words divided at the end of a line joined.
        whole = _HYPHEN.sub("", text[found.start : found.end].strip().replace(PAGE, "\n"))
        passage = " ".join(_JAPANESE_BREAK.sub("", whole).split())
        return Finding(self.edition, place, passage, found.sure, found.share, page)


def _remark(edition: str | None, findings: tuple[Finding, ...], lang: str) -> str:
    """Return what is uncertain about findings, or why there are none."""
    if edition is None:
        return word(lang, "booklet", "unknown")
    if not findings:
        return word(lang, "booklet", "silent").format(edition=entry(lang, "forms", edition)["name"])
    unsure = [finding.place for finding in findings if finding.passage and not finding.sure]
    missing = [finding.place for finding in findings if not finding.passage]
    remarks = [
        word(lang, "booklet", name).format(place="; ".join(places))
        for name, places in (("unsure", unsure), ("missing", missing))
        if places
    ]
    return " ".join(remarks)
