"""Texts as nothing but letters and digits, so that spaces, lines, hyphens, accents and typefaces make no difference.

Of each letter it is kept where it stood, so that what is found among the letters can be shown as it is printed.
"""

import re
import unicodedata
from dataclasses import dataclass

LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
"""Small letters that no decomposition takes apart, and how they are written without them."""

_KANA_OR_KANJI = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True)
class Letters:
    """The letters of a text, in lower case and without accents, and the index in the text that each comes from."""

    folded: str
    origin: tuple[int, ...]


def letters(text: str) -> Letters:
    """Return the letters of a text."""
    folded: list[str] = []
    origin: list[int] = []
    for index, character in enumerate(text):
        for letter in unicodedata.normalize("NFKD", character).casefold().translate(LETTERS):
            if letter.isalnum():
                folded.append(letter)
                origin.append(index)
    return Letters("".join(folded), tuple(origin))


def fold(text: str) -> str:
    """Return the letters of a text, without where they come from."""
    return letters(text).folded


def is_japanese(folded: str) -> bool:
    """Say whether letters are mainly kana and kanji."""
    return 2 * len(_KANA_OR_KANJI.findall(folded)) > len(folded)
