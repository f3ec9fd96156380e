"""Locates the places of an edition in somebody's copy of it.

Each passage of the edition is searched for by its fingerprint. Those found beyond doubt are landmarks, from which the
approximate positions of the others follow. A passage is then the run of segments (segments.py) that contains most of
its hashes, is about as long, is about where the landmarks predict it, and begins and ends at likely boundaries.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from statistics import median

from thurntaxis_rulebook.booklet.fingerprints import Fingerprint, Hash, shingles
from thurntaxis_rulebook.booklet.segments import Segment, segments
from thurntaxis_rulebook.folding import folded_text

# The score of a run is the share of the passage's hashes that it contains,
_NEAR = 0.35  # plus up to this much for being exactly where it is expected,
_LONGER, _SHORTER = 0.35, 0.6  # minus this much for being twice as long, or up to this much for being shorter,
_BOUNDARIES = 0.04  # plus this much for each degree of likelihood of its two boundaries (segments.py).

# What makes a run sure. Shares are relative to those of the landmarks, since a damaged copy lacks some hashes of every
# passage.
_ENOUGH, _FEWEST = 0.6, 3  # the least share and number of hashes,
_SOME, _FEW = 0.3, 2  # or these if the run is exactly where the landmarks leave room for the passage;
_EXACT = 0.8  # the least nearness that counts as exactly there;
_ABOUT = 300  # the maximum distance from where it is expected, in letters;
_ALONE = 0.6  # the maximum share of any other run relative to its own, unless it is exactly there;
_UNLIKE = 0.5  # the maximum relative difference in length.

_SLACK = 15
"""How inexact a landmark is, in letters."""

_AROUND = 3
"""The number of landmarks on each side from which a position is predicted."""


@dataclass(frozen=True)
class LocatedPassage:
    """The run of segments most like a passage, as start and end index in the text."""

    start: int
    end: int
    share: float
    """The share of the passage's hashes that it contains."""
    sure: bool
    """Whether it can hardly be anything else."""


@dataclass(frozen=True)
class Landmark:
    """A passage found beyond doubt: the number of letters before its middle in the edition and in the copy."""

    at: float
    here: float
    share: float


@dataclass(frozen=True)
class Run:
    """Consecutive segments, from the first to the last, and how well they match a passage."""

    first: int
    last: int
    share: float
    off: float
    """The distance in letters from the nearest position that a landmark predicts."""
    near: float
    """How well it agrees with the landmarks, from 0 to 1."""
    excess: float
    """The relative difference in length from the passage."""
    score: float

    def apart(self, other: "Run") -> bool:
        """Return whether two runs have no segment in common."""
        return self.last < other.first or other.last < self.first


class Copy:
    """A text that may be a copy of an edition."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.segments: list[Segment] = segments(text)
        folded, origin = folded_text(text)
        self.starts = [*(bisect_left(origin, segment.start) for segment in self.segments), len(origin)]
        """The number of letters before each segment, then the number of all letters."""
        self.where: dict[Hash, list[int]] = {}
        """The indices of the letters where each shingle starts."""
        for at, shingle in enumerate(shingles(folded)):
            self.where.setdefault(shingle, []).append(at)

    def share(self, prints: Iterable[Fingerprint]) -> float:
        """Return the share of an edition's hashes that the text contains."""
        hashes = {shingle for known in prints for shingle in known.hashes}
        return len(hashes & self.where.keys()) / max(1, len(hashes))


class Locator:
    """Locates the places of one edition in one copy."""

    def __init__(self, copy: Copy, prints: Mapping[str, Fingerprint]) -> None:
        """Take the copy, and the fingerprints of the edition by place."""
        self._copy, self._prints = copy, prints
        self._hits = {
            place: sorted((at, shingle) for shingle in known.hashes for at in copy.where.get(shingle, ()))
            for place, known in prints.items()
        }

    def find(self, place: str) -> LocatedPassage | None:
        """Return the run most like the passage at a place; None if no run is like it."""
        runs = [self._judged(place, first, last) for first, last in self._runs(place)]
        best = max(runs, key=lambda run: run.score, default=None)
        if best is None or (best.share < _SOME * self._quality and not self._has_room(place)):
            return None
        rival = max((run.share for run in runs if run.apart(best)), default=0.0)
        start, end = self._copy.segments[best.first].start, self._copy.segments[best.last].end
        return LocatedPassage(start, end, best.share, self._sure(place, best, rival))

    def _sure(self, place: str, run: Run, rival: float) -> bool:
        """Return whether a run can hardly be anything but the passage."""
        if run.excess > _UNLIKE or self._claimed(place, run):
            return False
        kept = max(1, len(self._prints[place].hashes))
        if run.near >= _EXACT and self._has_room(place):
            return run.share >= max(_SOME * self._quality, _FEW / kept)
        return (
            run.share >= max(_ENOUGH * self._quality, _FEWEST / kept)
            and (run.off <= _ABOUT or not self._landmarks)
            and (rival <= _ALONE * run.share or run.near >= _EXACT)
        )

    def _claimed(self, place: str, run: Run) -> bool:
        """Return whether a run is more like another passage of about its length that doesn't overlap with this one."""
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
        """The passages found beyond doubt, in the order of the edition."""
        found = [mark for place in self._prints if (mark := self._landmark(place)) is not None]
        return sorted(found, key=lambda mark: mark.at)

    @cached_property
    def _quality(self) -> float:
        """The median share of a passage's hashes that this copy contains."""
        return median(mark.share for mark in self._landmarks) if self._landmarks else 1.0

    def _landmark(self, place: str) -> Landmark | None:
        """Return where a passage is, if most of its hashes are close together there and hardly any elsewhere."""
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

    def _expected(self, place: str) -> Iterator[tuple[float, float]]:
        """Yield where the nearest other landmarks predict the middle of a passage, and the tolerance, in letters."""
        middle = self._prints[place].at + self._prints[place].length / 2
        index = bisect_left(self._landmarks, middle, key=lambda mark: mark.at)
        for mark in self._landmarks[max(0, index - _AROUND) : index + _AROUND]:
            if mark.at != middle:
                yield mark.here + middle - mark.at, 40 + abs(middle - mark.at) / 4

    def _has_room(self, place: str) -> bool:
        """Return whether the landmarks before and after a passage leave exactly enough room for it."""
        sought = self._prints[place]
        index = bisect_left(self._landmarks, sought.at + sought.length / 2, key=lambda mark: mark.at)
        if not 0 < index < len(self._landmarks):
            return False
        before, after = self._landmarks[index - 1], self._landmarks[index]
        return abs((after.here - before.here) - (after.at - before.at)) <= max(10, sought.length / 3)

    # ---- runs

    def _runs(self, place: str) -> Iterator[tuple[int, int]]:
        """Yield the first and last segment of each candidate run: around a hash, or where a landmark predicts it."""
        starts, length = self._copy.starts, self._prints[place].length
        around = [at for at, _ in self._hits[place]] + [int(at) for at, _ in self._expected(place)]
        firsts = {
            first
            for at in around
            for first in range(max(0, bisect_right(starts, at - length) - 1), bisect_right(starts, at))
        }
        for first in sorted(firsts):
            for last in range(first, len(self._copy.segments)):
                size = self._length(first, last)
                if size > 2 * length + 60:
                    break
                if 2 * size >= length:
                    yield first, last

    def _judged(self, place: str, first: int, last: int) -> Run:
        sought, split = self._prints[place], self._copy.segments
        share = self._share(place, first, last)
        middle = (self._copy.starts[first] + self._copy.starts[last + 1]) / 2
        off = [(abs(middle - at), tolerance) for at, tolerance in self._expected(place)]
        near = max((1 - max(0, letters - _SLACK) / tolerance for letters, tolerance in off), default=0.0)
        excess = self._length(first, last) / max(1, sought.length) - 1
        penalty = min(1.0, excess) * _LONGER if excess > 0 else -excess * _SHORTER
        boundaries = split[first].begins + split[last].ends
        score = share + _NEAR * max(0.0, near) - penalty + _BOUNDARIES * boundaries
        return Run(first, last, share, min(off, default=(inf, 0))[0], near, abs(excess), score)

    def _share(self, place: str, first: int, last: int) -> float:
        """Return the share of a passage's hashes that a run contains."""
        hits = self._hits[place]
        start, end = self._copy.starts[first], self._copy.starts[last + 1]
        inside = hits[bisect_left(hits, (start, b"")) : bisect_left(hits, (end, b""))]
        return len({shingle for _, shingle in inside}) / max(1, len(self._prints[place].hashes))

    def _length(self, first: int, last: int) -> int:
        return self._copy.starts[last + 1] - self._copy.starts[first]
