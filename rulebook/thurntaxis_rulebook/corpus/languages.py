"""The languages of the corpus. English stands in the records; each other language in a file of its own.

`languages/LANG.toml` has the same words under the same names, so that a translator works on one file, and a question
in one language reads no other.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from thurntaxis_rulebook.corpus.toml_files import table, value

LANGUAGES = ("en", "de", "fr", "it", "pl", "ja")
"""The languages that every record speaks."""

NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano", "pl": "Polski", "ja": "日本語"}
"""What each language calls itself."""

FOLDER = Path(__file__).parents[1] / "languages"


@cache
def translation(language: str) -> Mapping[str, Any]:
    """Return the file of a language, as it stands."""
    return table(FOLDER / f"{language}.toml")


def written(language: str) -> str:
    """Return the file of a language as text."""
    return (FOLDER / f"{language}.toml").read_text(encoding="utf-8")


@cache
def word(language: str, *path: str) -> str:
    """Return the words to which a path leads in the file of a language."""
    return str(value(FOLDER / f"{language}.toml", *path))


class Words(Mapping[str, str]):
    """Words by language; those other than English are looked up when they are asked for.

    `path` leads to them in the file of a language: `("clauses", "play.adjacent", "title")`.
    """

    def __init__(self, english: str, *path: str) -> None:
        """Keep the English words and the path to the others."""
        self._english, self._path = english, path

    def __getitem__(self, language: str) -> str:
        return self._english if language == "en" else word(language, *self._path)

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)

    def __repr__(self) -> str:
        return f"Words({self._english!r}, {', '.join(map(repr, self._path))})"


def spoken(sentence: str, language: str, table: str = "sentences") -> str:
    """Return a sentence of the code, gaps and all, in a language: of the rules, or of the solver (table `advice`)."""
    return sentence if language == "en" else word(language, table, sentence)


def label(name: str, language: str, table: str = "labels") -> str:
    """Return a word of the site or the command by its name."""
    return word(language, table, name)


_DETAIL = re.compile(r"(^|, |; )(item|case|note|example|table|picture)\b")


def place(at: str, language: str) -> str:
    """Return a place in an edition with its words (item, note, ...) in a language; sections as printed."""
    return _DETAIL.sub(lambda found: f"{found[1]}{label(found[2], language, 'places')}", at)


def term(thing: str, language: str) -> str:
    """Return the word for a thing of the game, the same throughout the corpus."""
    return word(language, "terms", thing, "term")


def naming(thing: str) -> re.Pattern[str]:
    """Return what finds the name of a thing of the game in an English text."""
    return re.compile(r"\b" + re.sub("y$", "(y|ies)", thing.replace("-", " ")), re.IGNORECASE)
