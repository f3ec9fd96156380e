"""Fingerprints of passages: a few hashes of short runs of letters, from which no text can be read back.

A shingle is a run of letters starting at any letter of a text (see folding.py). Line breaks and lost spaces don't
change it, and a wrong letter spoils only the few shingles that contain it. With 5 % of the letters wrong, two thirds of
the shingles of eight letters survive, but only half of those of three words. Each shingle is hashed to three bytes
(keyed BLAKE2), and only the smallest few hashes of a passage are kept, at most a fourth of them except for the shortest
passages. Many shingles share a hash, and the kept ones don't overlap enough to be joined.
"""

import base64
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

from thurntaxis_rulebook.corpus.loading import edition_ids
from thurntaxis_rulebook.corpus.toml_files import contents
from thurntaxis_rulebook.folding import is_japanese

FOLDER = Path(__file__).parent / "fingerprints"
"""The stored fingerprints, a file for each edition."""

LETTERS = 8
KANJI = 4
"""The length of a shingle in letters; it is shorter for kana and kanji, which carry more information each."""

LEAST, MOST = 4, 20
"""The minimum and maximum number of hashes kept of a passage."""

BYTES = 3
_KEY = b"thurntaxis"

Hash = bytes


@dataclass(frozen=True)
class Fingerprint:
    """What is stored of a passage."""

    at: int
    """The number of letters before it in the text that it was taken from."""
    length: int
    """Its number of letters."""
    hashes: frozenset[Hash]

    def __str__(self) -> str:
        return f"{self.at} {self.length} {base64.b64encode(b''.join(sorted(self.hashes))).decode()}"


def shingles(folded: str) -> list[Hash]:
    """Return the hash of the shingle that starts at each letter."""
    size = KANJI if is_japanese(folded) else LETTERS
    pieces = (folded[at : at + size].encode() for at in range(len(folded) - size + 1))
    return [blake2b(piece, digest_size=BYTES, key=_KEY).digest() for piece in pieces]


def fingerprint(at: int, hashes: Iterable[Hash], length: int) -> Fingerprint:
    """Return the fingerprint of a passage with these shingles."""
    every = sorted(set(hashes))
    return Fingerprint(at, length, frozenset(every[: min(MOST, max(LEAST, len(every) // 4))]))


@cache
def fingerprints(folder: Path = FOLDER) -> Mapping[str, Mapping[str, Fingerprint]]:
    """Return the stored fingerprints by edition and place; the places are in the order of the text."""
    files = (folder / f"{edition}.toml" for edition in edition_ids())
    return {file.stem: {at: _parsed(line) for at, line in contents(file).items()} for file in files if file.exists()}


def _parsed(line: str) -> Fingerprint:
    """Return the fingerprint that `str` wrote."""
    at, length, *code = line.split()
    raw = base64.b64decode("".join(code))
    return Fingerprint(int(at), int(length), frozenset(raw[by : by + BYTES] for by in range(0, len(raw), BYTES)))
