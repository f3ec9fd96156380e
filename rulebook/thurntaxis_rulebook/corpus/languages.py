"""The languages of the corpus. The records hold the English texts; each other language has a file of its own.

`languages/LANG.toml` has the same texts under the same names, so that a translator works on one file, and a question
in one language reads no other. A language is added by adding its file.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from thurntaxis_rulebook.corpus.toml_files import contents, value

FOLDER = Path(__file__).parents[1] / "languages"


def _name(path: Path) -> str:
    """Return the name in a language's file; only the lines up to it are read."""
    with path.open(encoding="utf-8") as lines:
        return str(tomllib.loads(next(line for line in lines if line.startswith("name =")))["name"])


_UNSORTED = {path.stem: _name(path) for path in FOLDER.glob("*.toml")}
NAMES = dict(sorted(_UNSORTED.items(), key=lambda item: (item[0] != "en", item[1])))
"""What each language calls itself, by its code: English first, the others sorted by name."""

LANGUAGES = tuple(NAMES)
"""The codes of the languages; every record has texts in all of them."""


def translation(language: str) -> Mapping[str, Any]:
    """Return the contents of a language's file."""
    return contents(FOLDER / f"{language}.toml")


@cache
def word(language: str, *path: str) -> str:
    """Return the text under a path of names in a language's file."""
    return str(value(FOLDER / f"{language}.toml", *path))


@cache
def entry(language: str, *path: str) -> Mapping[str, str]:
    """Return the texts by name that stand under a path of names in a language's file."""
    return cast("Mapping[str, str]", value(FOLDER / f"{language}.toml", *path))


class TranslatedText(Mapping[str, str]):
    """A text by language; translations are looked up when they are needed.

    `path` leads to them in a language's file: `("clauses", "play.adjacent", "title")`.
    """

    def __init__(self, english: str, *path: str) -> None:
        self._english, self._path = english, path

    def __getitem__(self, language: str) -> str:
        return self._english if language == "en" else word(language, *self._path)

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)

    def __repr__(self) -> str:
        return f"TranslatedText({self._english!r}, {', '.join(map(repr, self._path))})"


def translate(template: str, language: str, *tables: str) -> str:
    """Return the words for an English sentence template, from the first of these tables that has it.

    The sentences of the rules stand in the table `sentences`, the solver's in `advice`. The English file has only those
    that need other words for people, for example forms of a noun.
    """
    for name in tables:
        if (words := value(FOLDER / f"{language}.toml", name).get(template)) is not None:
            return str(words)
    if language == "en":
        return template
    raise KeyError(template)


_DETAIL = re.compile(r"(item|case|note|example|table|picture)(?: (\w+))?")
_SECTION = re.compile(r"\d+[a-z]?")


def place(at: str, language: str) -> str:
    """Return a place in an edition in words; the headings stay as printed, but for straight apostrophes."""
    comma, semicolon = word(language, "typography", "comma"), word(language, "typography", "semicolon")
    return semicolon.join(
        comma.join(_step(step, language, is_first=not at) for at, step in enumerate(passage.split(", ")))
        for passage in at.split("; ")
    )


def _step(step: str, language: str, *, is_first: bool) -> str:
    """Return a step of a place in words: a section, a heading, a detail, or the number of a sentence."""
    if found := _DETAIL.fullmatch(step):
        named = (word(language, "places", found[1]), found[2])
        return word(language, "typography", "space").join(filter(None, named))
    if step == "Title":
        return word(language, "places", "title")
    if _SECTION.fullmatch(step):
        return word(language, "places", "section" if is_first else "sentence").replace("#", step)
    return word(language, "typography", "quoted").replace("#", step.replace("'", "’"))
