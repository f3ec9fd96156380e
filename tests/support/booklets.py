"""Booklets for tests: invented texts with fingerprints, and ways to damage and typeset them."""

import random
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import TypeVar

from thurntaxis_rulebook.booklet.fingerprints import Fingerprint, fingerprint, shingles
from thurntaxis_rulebook.folding import fold

Thing = TypeVar("Thing")

SYLLABLES = [consonant + vowel for consonant in "bdfgklmnrst" for vowel in "aeio"]
KANJI = "都市郵便局路線手札山場駒州馬車得点番置引取合計最初後前右左上下大小赤青黒白"
KANA = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん"


def groups(things: Sequence[Thing], size: int) -> list[Sequence[Thing]]:
    return [things[start : start + size] for start in range(0, len(things), size)]


@dataclass(frozen=True)
class Invented:
    """An invented booklet: its text, its passages by place, and their fingerprints."""

    text: str
    passages: Mapping[str, str]
    prints: Mapping[str, Fingerprint]


def invented(places: Iterable[str], *, japanese: bool = False, seed: int = 1) -> Invented:
    """Return a booklet with an invented sentence at each place, four to a paragraph, under headings."""
    rng = random.Random(seed)
    passages = {place: japanese_sentence(rng) if japanese else sentence(rng) for place in places}
    glue = "" if japanese else " "
    paragraphs = [glue.join(group) for group in groups(list(passages.values()), 4)]
    return of_paragraphs(paragraphs, passages, rng)


def of_paragraphs(paragraphs: Sequence[str], passages: Mapping[str, str], rng: random.Random) -> Invented:
    """Return the booklet with these paragraphs, each under a heading, and the fingerprints of its passages."""
    text = "\n\n".join(f"{number}. {word(rng).title()}\n{text}" for number, text in enumerate(paragraphs, 1))
    folded = fold(text)
    hashes = shingles(folded)
    size = len(folded) - len(hashes) + 1
    prints: dict[str, Fingerprint] = {}
    at = 0
    for place, passage in passages.items():
        at = folded.index(fold(passage), at)
        prints[place] = fingerprint(at, hashes[at : at + len(fold(passage)) - size + 1], len(fold(passage)))
    return Invented(text, passages, prints)


def word(rng: random.Random) -> str:
    return "".join(rng.choices(SYLLABLES, k=rng.choice((1, 2, 2, 3, 4))))


def sentence(rng: random.Random, words: Sequence[int] = range(6, 19)) -> str:
    return " ".join(word(rng) for _ in range(rng.choice(words))).capitalize() + "."


def japanese_sentence(rng: random.Random) -> str:
    return "".join(rng.choice(rng.choice((KANJI, KANA))) for _ in range(rng.randint(14, 40))) + "。"


# ---- damage and typesetting


def damaged(text: str, share: float, rng: random.Random) -> str:
    """Return a text with a share of its letters replaced, removed, or followed by a wrong one."""
    letters = KANA if any(letter in KANA for letter in text) else "abcdefghijklmnopqrstuvwxyz"

    def spoilt(letter: str) -> str:
        if not letter.isalpha() or rng.random() >= share:
            return letter
        return rng.choice((rng.choice(letters), rng.choice(letters), "", letter + rng.choice(letters)))

    return "".join(map(spoilt, text))


def narrow(text: str, width: int = 38) -> list[str]:
    """Return the lines of a text in a narrow column, with words divided at line ends."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        rest = paragraph
        while len(rest) > width:
            space = rest.rfind(" ", 0, width + 1)
            cut = width - 1 if space < width - 3 else space
            hyphen = "-" if cut != space and rest[cut - 1 : cut + 1].isalpha() else ""
            lines.append(rest[:cut] + hyphen)
            rest = rest[cut:].lstrip()
        lines.append(rest)
    return lines


def paged(lines: Sequence[str], length: int = 23) -> str:
    """Return lines in pages, each with a running head and a page number."""
    pages = ["\n".join(page) for page in groups(lines, length)]
    return "\f".join(f"The Rules of Bakolari\n{page}\n{number}" for number, page in enumerate(pages, 1))


def wrapped(text: str, width: int = 70) -> list[str]:
    return [line for part in text.split("\n") for line in textwrap.wrap(part, width) or [""]]


# ---- PDF


def pdf(pages: Sequence[Sequence[tuple[int, int, str]]]) -> bytes:
    """Return a PDF with words at positions on its pages, x measured from the left, y from the bottom."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids: list[str] = []
    for page in pages:
        shown = "".join(f"BT /F1 9 Tf 1 0 0 1 {x} {y} Tm ({_escaped(words)}) Tj ET\n" for x, y, words in page)
        stream = f"<< /Length {len(shown)} >>\nstream\n{shown}endstream"
        kids.append(f"{len(objects) + 1} 0 R")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {len(objects) + 2} 0 R"
            " /Resources << /Font << /F1 3 0 R >> >> >>"
        )
        objects.append(stream)
    objects[1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(kids)}] >>"
    return _file(objects)


def two_columns(lines: Sequence[str], *, by_rows: bool = False, length: int = 40) -> bytes:
    """Return a PDF of lines in two columns, stored across both columns with `by_rows`, as some programs do."""
    pages: list[list[tuple[int, int, str]]] = []
    for page in groups(lines, 2 * length):
        left, right = page[:length], page[length:]
        rows = [
            (x, 780 - 16 * row, words) for x, column in ((50, left), (310, right)) for row, words in enumerate(column)
        ]
        if by_rows:
            both = zip_longest(rows[: len(left)], rows[len(left) :])
            rows = [one for pair in both for one in pair if one is not None]
        pages.append([(50, 810, "The Rules of Bakolari"), *rows, (300, 20, str(len(pages) + 1))])
    return pdf(pages)


def _escaped(words: str) -> str:
    return words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _file(objects: Sequence[str]) -> bytes:
    out = "%PDF-1.4\n"
    offsets: list[int] = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    return (
        f"{out}xref\n0 {size}\n0000000000 65535 f \n{table}"
        f"trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    ).encode("latin-1")


def likeness(found: str, passage: str) -> float:
    return SequenceMatcher(None, fold(found), fold(passage), autojunk=False).ratio()
