"""Folding: a text reduced to its letters and digits, without spaces, line breaks, hyphens, accents and typefaces.

The index of each letter in the original text is kept, so that what is found among the letters can be shown as printed.
"""

import re
import unicodedata

from thurntaxis.names import LETTERS

_KANA_OR_KANJI = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def folded_text(text: str) -> tuple[str, list[int]]:
    """Return the letters of a text in lower case, without accents, and the index in the text that each comes from."""
    folded: list[str] = []
    origin: list[int] = []
    for index, character in enumerate(text):
        for letter in unicodedata.normalize("NFKD", character).casefold().translate(LETTERS):
            if letter.isalnum():
                folded.append(letter)
                origin.append(index)
    return "".join(folded), origin


def fold(text: str) -> str:
    """Return the letters of a text without their origin."""
    return folded_text(text)[0]


def is_japanese(folded: str) -> bool:
    """Return whether more than half of the letters are kana or kanji."""
    return 2 * len(_KANA_OR_KANJI.findall(folded)) > len(folded)
