"""Fingerprints of passages: a few hashes of scraps of their letters, from which no text can be read back.

A shingle is a run of letters, taken at every letter of a text (see letters.py); so it minds neither the breaking of
lines nor lost spaces, and a wrong letter spoils only the few shingles it lies in. Shingles of whole words, three by
three, were tried as well: of these a damaged text keeps half, of runs of eight letters two thirds. Each shingle is
hashed to three bytes (keyed BLAKE2), and of the hashes of a passage only the smallest few are kept, never more than a
fourth of them but for the shortest passages. Many scraps share one hash, and those that are kept do not join.
"""

import base64
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

from thurntaxis_rulebook.folding import is_japanese

FINGERPRINTS = Path(__file__).parent / "fingerprints.toml"

LETTERS = 8
KANJI = 4
"""How many letters a shingle has: in a text of kana and kanji fewer, since each of these says more."""

LEAST, MOST = 4, 20
"""How many hashes of a passage are kept."""

BYTES = 3
_KEY = b"thurntaxis"

Hash = bytes


@dataclass(frozen=True)
class Fingerprint:
    """What is stored of a passage."""

    at: int
    """How many letters stand before it in the text that it was taken from."""
    length: int
    """How many letters it has."""
    hashes: frozenset[Hash]

    def __str__(self) -> str:
        return f"{self.at} {self.length} {base64.b64encode(b''.join(sorted(self.hashes))).decode()}"


def shingles(folded: str) -> list[Hash]:
    """Return the hash of the shingle at each letter."""
    size = KANJI if is_japanese(folded) else LETTERS
    return [_hash(folded[at : at + size]) for at in range(len(folded) - size + 1)]


def fingerprint(at: int, hashes: Iterable[Hash], length: int) -> Fingerprint:
    """Return the fingerprint of a passage with these shingles."""
    every = sorted(set(hashes))
    return Fingerprint(at, length, frozenset(every[: min(MOST, max(LEAST, len(every) // 4))]))


@cache
def fingerprints(path: Path = FINGERPRINTS) -> Mapping[str, Mapping[str, Fingerprint]]:
    """Return the fingerprints of all places, by edition and place."""
    editions = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        edition: {place: _read(line) for place, line in places.items()}  # in the order of the text
        for edition, places in editions.items()
    }


def _read(line: str) -> Fingerprint:
    at, length, *code = line.split()
    raw = base64.b64decode("".join(code))
    return Fingerprint(
        int(at), int(length), frozenset(raw[start : start + BYTES] for start in range(0, len(raw), BYTES))
    )


def _hash(shingle: str) -> Hash:
    return blake2b(shingle.encode(), digest_size=BYTES, key=_KEY).digest()
