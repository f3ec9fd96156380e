"""Which of the listed questions a question is most like: the matcher behind `taxis rule` and the question field.

Each clause, dispute, fact and silent point has an id, under which the questions that it answers are listed. A text is
cut into pieces: words into overlapping sequences of three to five letters, so that inflected, compound and mistyped
words still share most of them; Japanese into single characters and pairs; figures and names of places are single
pieces. A piece counts for more the fewer ids have it (inverse document frequency), and a question that has pieces no id
has is less like all of them. Two texts are as alike as the cosine of their weighted pieces (G. Salton and C. Buckley,
"Term-weighting approaches in automatic text retrieval", 1988). A question is compared with all questions of an id
together, and with the one of them that is most like it.

`matching.js` of the site does the same with the same data; the tests compare the two.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import log, sqrt
from typing import NamedTuple, TypeVar

from thurntaxis.names import LETTERS
from thurntaxis_rulebook.ask import constants

_MARKS = re.compile("[\u0300-\u036f]+")
_KANA_OR_KANJI = "[\u3005\u3040-\u30ff\u3400-\u9fff]"
_TOKEN = re.compile(rf"@[a-z]+|[0-9]+|{_KANA_OR_KANJI}+|(?:(?!{_KANA_OR_KANJI})[^\W\d_])+")
_JAPANESE = re.compile(_KANA_OR_KANJI)


def fold(text: str) -> str:
    """Return a text in lower case, with letters of full width and diacritics reduced to plain ones."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(LETTERS)
    return unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFD", plain)))


def tokens(text: str) -> list[str]:
    """Return the words, figures and placeholders of a folded text."""
    return _TOKEN.findall(text)


def figures(text: str) -> list[str]:
    """Return the figures of a folded text."""
    return [token for token in tokens(text) if token.isdigit()]


def is_japanese(text: str) -> bool:
    """Return whether a text has kana or kanji."""
    return bool(_JAPANESE.search(text))


@cache
def pieces(token: str) -> tuple[str, ...]:
    """Return the pieces of a token."""
    if token[0] == "@" or token.isdigit():
        return (token,)
    text, lengths = (token, constants.JAPANESE_LENGTHS) if is_japanese(token) else (f" {token} ", constants.LENGTHS)
    return tuple(text[at : at + length] for length in lengths for at in range(len(text) - length + 1))


def counted(text: str) -> dict[str, float]:
    """Return how often each piece occurs in a folded text; in words and figures it is weighted."""
    found: dict[str, float] = {}
    for token in tokens(text):
        parts = pieces(token)
        each = constants.FIGURE if token.isdigit() else 1.0 if is_japanese(token) else len(parts) ** -constants.SHARED
        for piece in parts:
            found[piece] = found.get(piece, 0.0) + each
    return found


class Match(NamedTuple):
    """An id, how well it fits, the number of its document that is most alike, and how alike all documents are."""

    id: str
    score: float
    document: int
    likeness: Mapping[int, float]


Vector = dict[str, float]
"""The weights of pieces; the squares of all add up to 1."""


class Matcher:
    """The documents of a language, ready to be matched."""

    def __init__(self, documents: Sequence[tuple[str, str]], modules: Iterable[str]) -> None:
        """Index documents, each an id with a folded text; ids of `modules` weigh less if no word is theirs alone."""
        self.ids = [name for name, _ in documents]
        self.modules = frozenset(modules)
        self.figures = [figures(text) for _, text in documents]
        counts = [counted(text) for _, text in documents]
        having: dict[str, set[str]] = {}
        for name, count in zip(self.ids, counts, strict=True):
            for piece in count:
                having.setdefault(piece, set()).add(name)
        number = len(set(self.ids))
        self.most = (log(1 + number) + constants.COMMON) ** constants.RARITY
        self.weight = {
            piece: (log((1 + number) / (1 + len(ids))) + constants.COMMON) ** constants.RARITY
            for piece, ids in having.items()
        }
        self.share = {piece: len(ids & self.modules) / len(ids) for piece, ids in having.items()}
        vectors = [self._vector(count) for count in counts]
        self.documents = _by_piece(enumerate(vectors))
        sums: dict[str, Vector] = {}
        for name, vector in zip(self.ids, vectors, strict=True):
            profile = sums.setdefault(name, {})
            for piece, value in vector.items():
                profile[piece] = profile.get(piece, 0.0) + value
        roots = ({piece: sqrt(value) for piece, value in profile.items()} for profile in sums.values())
        self.profiles = _by_piece(zip(sums, map(_unit, roots), strict=True))

    def _vector(self, count: Mapping[str, float]) -> Vector:
        return _unit({piece: number * self.weight.get(piece, self.most) for piece, number in count.items()})

    def matches(self, text: str) -> list[Match]:
        """Return the ids that share pieces with a folded text, best first.

        A document with other figures than the text, or in another order, doesn't answer it.
        """
        found, asked = tokens(text), figures(text)
        vector = self._vector(counted(text))
        likeness, fits = _products(vector, self.documents), _products(vector, self.profiles)
        fitting = (at for at in likeness if not asked or _is_part(self.figures[at], asked))
        likeness = {at: round(likeness[at], 9) for at in fitting}  # so that rounding decides no tie
        best = {self.ids[at]: at for at in sorted(likeness, key=lambda at: (likeness[at], -at))}
        lighter = 1.0 if any(self._is_of_a_module(token) for token in found) else constants.MODULE
        matches: list[Match] = []
        for name, at in best.items():
            score = fits[name] + constants.BEST * likeness[at] + int(likeness[at] > constants.SAME and "@" not in text)
            matches.append(Match(name, round(score * (lighter if name in self.modules else 1.0), 6), at, likeness))
        return sorted(matches, key=lambda match: (-match.score, match.document))

    def known(self, text: str) -> float:
        """Return the share of a folded text that the documents know, from 0 to 1, by the weights of its pieces."""
        every = known = 0.0
        for token in tokens(text):
            parts = pieces(token)
            weights = [(self.weight.get(piece, self.most), piece in self.weight) for piece in parts]
            every += sum(weight for weight, _ in weights) / sqrt(len(parts))
            known += sum(weight for weight, is_known in weights if is_known) / sqrt(len(parts))
        return known / every if every else 0.0

    def _is_of_a_module(self, token: str) -> bool:
        """Return whether the pieces of a word are found nearly only in the modules."""
        known = [piece for piece in pieces(token) if piece in self.share]
        total = sum(self.weight[piece] for piece in known)
        return bool(known) and sum(self.share[piece] * self.weight[piece] for piece in known) >= constants.OWN * total


def _is_part(few: Iterable[str], many: Iterable[str]) -> bool:
    """Return whether some figures are among others, in the same order."""
    left = iter(many)
    return all(figure in left for figure in few)


def _unit(vector: Vector) -> Vector:
    length = sqrt(sum(value * value for value in vector.values())) or 1.0
    return {piece: value / length for piece, value in vector.items()}


Key = TypeVar("Key")


def _by_piece(vectors: Iterable[tuple[Key, Vector]]) -> dict[str, list[tuple[Key, float]]]:
    found: dict[str, list[tuple[Key, float]]] = {}
    for key, vector in vectors:
        for piece, value in vector.items():
            found.setdefault(piece, []).append((key, value))
    return found


def _products(vector: Vector, index: Mapping[str, list[tuple[Key, float]]]) -> dict[Key, float]:
    """Return the products of a vector with all that share pieces with it."""
    found: dict[Key, float] = {}
    for piece, value in vector.items():
        for key, other in index.get(piece, ()):
            found[key] = found.get(key, 0.0) + value * other
    return found
