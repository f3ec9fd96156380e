"""Where a place of an edition stands in somebody's copy of it.

Every passage of the edition is looked for by its fingerprint. Those that are found beyond doubt are landmarks: they
tell about where the others should be. A passage is then the run of pieces (pieces.py) that has most of its hashes, is
about as long, stands about where the landmarks say, and begins and ends where something begins and ends.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from statistics import median

from thurntaxis_rulebook.booklet.segments import Piece, pieces
from thurntaxis_rulebook.booklet.shingles import Fingerprint, Hash, shingles
from thurntaxis_rulebook.folding import letters

# The score of a run is the share of the hashes that are there, and
_NEAR = 0.35  # so much for standing just where it should,
_LONGER, _SHORTER = 0.35, 0.6  # less so much for being twice as long, or for having no length at all,
_CUTS = 0.04  # and so much for how surely something begins and ends there (pieces.py).

# What is asked of a run. Shares are measured by those of the landmarks: in a damaged copy these too lack some hashes.
_ENOUGH, _FEWEST = 0.6, 3  # the share and the number of hashes that make sure,
_SOME, _FEW = 0.3, 2  # and those that do where the landmarks leave room for the passage just there;
_JUST = 0.8  # what is just there: how near it is at least;
_ABOUT = 300  # what is about there: how many letters it is off at most;
_ALONE = 0.6  # which part of its share another run may have, unless it stands just there;
_UNLIKE = 0.5  # by which share it may be longer or shorter than the passage.

_AROUND = 3
"""How many landmarks on each side are asked."""


@dataclass(frozen=True)
class Found:
    """The run of pieces that is most like a passage, from one index in the text to another."""

    start: int
    end: int
    share: float
    """Which share of the hashes of the passage is there."""
    sure: bool
    """Whether it can hardly be anything else."""


@dataclass(frozen=True)
class Landmark:
    """A passage found beyond doubt: how many letters stand before its middle, in the edition and in the copy."""

    at: float
    here: float
    share: float


@dataclass(frozen=True)
class Expected:
    """Where the middle of a passage should be, by one landmark, and by how much that may be out, in letters."""

    at: float
    out: float


@dataclass(frozen=True)
class Run:
    """Some pieces, from the first to the last, and what speaks for them."""

    first: int
    last: int
    share: float
    off: float
    """How many letters it is off from where a landmark lets it be expected, at the least."""
    near: float
    """How well it agrees with the landmarks, from 0 to 1."""
    excess: float
    """By which share it is longer or shorter than the passage."""
    score: float

    def apart(self, other: "Run") -> bool:
        """Say whether two runs have no piece in common."""
        return self.last < other.first or other.last < self.first


class Copy:
    """A text that may be a copy of an edition."""

    def __init__(self, text: str) -> None:
        """Take the text apart: into pieces, letters, and shingles by where they stand."""
        self.text = text
        self.pieces: list[Piece] = pieces(text)
        known = letters(text)
        self.starts = [*(bisect_left(known.origin, piece.start) for piece in self.pieces), len(known.origin)]
        """How many letters stand before each piece; at last, how many there are."""
        self.where: dict[Hash, list[int]] = {}
        """Before which letters each shingle stands."""
        for at, shingle in enumerate(shingles(known.folded)):
            self.where.setdefault(shingle, []).append(at)

    def share(self, prints: Iterable[Fingerprint]) -> float:
        """Return which share of the hashes of an edition stands in the text."""
        hashes = {shingle for known in prints for shingle in known.hashes}
        return len(hashes & self.where.keys()) / max(1, len(hashes))


class Locator:
    """Looks for the places of one edition in one copy."""

    def __init__(self, copy: Copy, prints: Mapping[str, Fingerprint]) -> None:
        """Keep the copy, and the fingerprints of the edition by place."""
        self._copy, self._prints = copy, prints
        self._hits = {
            place: sorted((at, shingle) for shingle in known.hashes for at in copy.where.get(shingle, ()))
            for place, known in prints.items()
        }

    def find(self, place: str) -> Found | None:
        """Return the run that is most like the passage at a place; None if no run is like it."""
        runs = [self._judged(place, first, last) for first, last in self._runs(place)]
        best = max(runs, key=lambda run: run.score, default=None)
        if best is None or (best.share < _SOME * self._quality and not self._has_room(place)):
            return None
        rival = max((run.share for run in runs if run.apart(best)), default=0.0)
        cut = self._copy.pieces
        return Found(cut[best.first].start, cut[best.last].end, best.share, self._sure(place, best, rival))

    def _sure(self, place: str, run: Run, rival: float) -> bool:
        """Say whether a run can hardly be anything but the passage."""
        if run.excess > _UNLIKE or self._claimed(place, run):
            return False
        kept = max(1, len(self._prints[place].hashes))
        if run.near >= _JUST and self._has_room(place):
            return run.share >= max(_SOME * self._quality, _FEW / kept)
        return (
            run.share >= max(_ENOUGH * self._quality, _FEWEST / kept)
            and (run.off <= _ABOUT or not self._landmarks)
            and (rival <= _ALONE * run.share or run.near >= _JUST)
        )

    def _claimed(self, place: str, run: Run) -> bool:
        """Say whether a run is more like another passage, apart from the one sought and about as long."""
        sought = self._prints[place]
        length = self._length(run.first, run.last)
        others = (
            other
            for other, known in self._prints.items()
            if not (known.at < sought.at + sought.length and sought.at < known.at + known.length)
            and abs(known.length - length) <= _UNLIKE * length
        )
        return any(self._share(other, run.first, run.last) > run.share for other in others)

    # ---- landmarks

    @cached_property
    def _landmarks(self) -> list[Landmark]:
        """The passages that are found beyond doubt, in the order of the edition."""
        found = [mark for place in self._prints if (mark := self._landmark(place)) is not None]
        return sorted(found, key=lambda mark: mark.at)

    @cached_property
    def _quality(self) -> float:
        """Which share of the hashes of a passage is there, usually, in this copy."""
        return median(mark.share for mark in self._landmarks) if self._landmarks else 1.0

    def _landmark(self, place: str) -> Landmark | None:
        """Return where a passage is, if most of its hashes stand close together there and hardly any elsewhere."""
        sought, hits = self._prints[place], self._hits[place]
        reach = 1.3 * sought.length
        most, here = 0, 0.0
        for at, _ in hits:
            inside = hits[bisect_left(hits, (at, b"")) : bisect_left(hits, (int(at + reach), b""))]
            distinct = len({shingle for _, shingle in inside})
            if distinct > most:
                most, here = distinct, (at + inside[-1][0]) / 2
        elsewhere = {shingle for at, shingle in hits if abs(at - here) > reach}
        if most < max(_FEWEST, len(sought.hashes) / 2) or len(elsewhere) > most / 2:
            return None
        return Landmark(sought.at + sought.length / 2, here, most / len(sought.hashes))

    def _expected(self, place: str) -> Iterator[Expected]:
        """Yield where the nearest landmarks, but the passage itself, let a passage be expected."""
        sought = self._prints[place]
        middle = sought.at + sought.length / 2
        index = bisect_left(self._landmarks, middle, key=lambda mark: mark.at)
        for mark in self._landmarks[max(0, index - _AROUND) : index + _AROUND]:
            if mark.at != middle:
                yield Expected(mark.here + middle - mark.at, 40 + abs(middle - mark.at) / 4)

    def _has_room(self, place: str) -> bool:
        """Say whether the landmarks before and behind a passage leave room for it, neither more nor less."""
        sought = self._prints[place]
        middle = sought.at + sought.length / 2
        index = bisect_left(self._landmarks, middle, key=lambda mark: mark.at)
        if not 0 < index < len(self._landmarks):
            return False
        before, behind = self._landmarks[index - 1], self._landmarks[index]
        return abs((behind.here - before.here) - (behind.at - before.at)) <= max(10, sought.length / 3)

    # ---- runs

    def _runs(self, place: str) -> Iterator[tuple[int, int]]:
        """Yield the first and the last piece of the runs worth looking at: with hashes, or where landmarks point."""
        starts, length = self._copy.starts, self._prints[place].length
        around = [at for at, _ in self._hits[place]] + [int(expected.at) for expected in self._expected(place)]
        firsts = {
            first
            for at in around
            for first in range(max(0, bisect_right(starts, at - length) - 1), bisect_right(starts, at))
        }
        for first in sorted(firsts):
            for last in range(first, len(self._copy.pieces)):
                size = self._length(first, last)
                if size > 2 * length + 60:
                    break
                if 2 * size >= length:
                    yield first, last

    def _judged(self, place: str, first: int, last: int) -> Run:
        """Return a run with what speaks for it."""
        sought, cut = self._prints[place], self._copy.pieces
        share = self._share(place, first, last)
        middle = (self._copy.starts[first] + self._copy.starts[last + 1]) / 2
        off = [(abs(middle - expected.at), expected.out) for expected in self._expected(place)]
        near = max((1 - letters / out for letters, out in off), default=0.0)
        excess = self._length(first, last) / max(1, sought.length) - 1
        penalty = min(1.0, excess) * _LONGER if excess > 0 else -excess * _SHORTER
        score = share + _NEAR * max(0.0, near) - penalty + _CUTS * (cut[first].begins + cut[last].ends)
        return Run(first, last, share, min(off, default=(inf, 0))[0], near, abs(excess), score)

    def _share(self, place: str, first: int, last: int) -> float:
        """Return which share of the hashes of a passage is in a run."""
        hits = self._hits[place]
        start, end = self._copy.starts[first], self._copy.starts[last + 1]
        inside = hits[bisect_left(hits, (start, b"")) : bisect_left(hits, (end, b""))]
        return len({shingle for _, shingle in inside}) / max(1, len(self._prints[place].hashes))

    def _length(self, first: int, last: int) -> int:
        return self._copy.starts[last + 1] - self._copy.starts[first]
