"""Finds what is left over on the pages of other languages: ids and English words where a reader expects names."""

import functools
import html
import re
from collections.abc import Iterator

import thurntaxis as tt
from thurntaxis.options import MODULE_OPTIONS
from thurntaxis_presentation.language import Language
from thurntaxis_rulebook import clauses, disputes
from thurntaxis_rulebook.corpus.languages import place
from thurntaxis_web.page_writer import pages

STACKS = sorted({stack.name for board in ("south", "testland") for stack in tt.rule_set(board).board.stacks})
VALUES = sorted(
    {
        str(value).lower()
        for options in (tt.OPTIONS, *MODULE_OPTIONS.values())
        for values in options.values()
        for value in values
    }
)
ENGLISH = "the of and is are with not which player players card cards turn from to when link none more by silent legal"
KINDS = {
    "tile id": re.compile(rf"`({'|'.join(map(re.escape, STACKS))}) \d+`"),
    "option value": re.compile(rf"[`„«“「]\s?({'|'.join(map(re.escape, VALUES))})\s?[`“»”」]"),
    "player 0": re.compile(r"(?<![\w.])(?:Spieler|joueur|giocatore|gracz|プレーヤー) ?0(?!\d)"),
    "straight quotes": re.compile(r'"'),
    "straight apostrophe": re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])"),
    "English word": re.compile(rf"\b({'|'.join(ENGLISH.split())})\b"),
}
ALSO_WORDS = {("pl", "to"), ("pl", "by")}
"""English words that are words of another language, too."""

PRINTED = (
    *("Power and Glory", "The Princess' Messenger", "The Princess’ Messenger", "Offices of Honor", "Thurn and Taxis"),
)
"""Printed names, which stay where no name in another language is known."""


def leftovers(page: str, lang: str) -> Iterator[tuple[str, str]]:
    """Yield the kind and the text of each leftover on a page of a language."""
    page = re.sub(
        r"^```.*?^```|^\?\?\? .*?$|^    .*?$|<a [^>]*download>.*?</a>", "", page, flags=re.MULTILINE | re.DOTALL
    )
    for kind in ("tile id", "option value"):
        yield from ((kind, found[0]) for found in KINDS[kind].finditer(page))
    words = re.sub(r"`[^`]*`|\]\([^)]*\)|\{[^}]*\}|<span lang=.*?</span>|<[^>]*>", " ", page)
    words = html.unescape(words).replace("\\", "")
    for name in _names(lang):
        words = words.replace(name, " ")
    for kind in ("player 0", "straight quotes", "straight apostrophe", "English word"):
        for found in KINDS[kind].finditer(words):
            if (lang, found[0]) not in ALSO_WORDS:
                yield kind, words[max(0, found.start() - 30) : found.end() + 20]


def words_left_over(answer: str, lang: str) -> list[str]:
    """Return the English words in an answer of the command, but for events in quotes, places and ids."""
    words = answer
    for pattern in _name_patterns(lang):
        words = pattern.sub(" ", words)
    words = re.sub(r"[„«“「][^“»”」]*[“»”」]|[\w/]+(?:[._-][\w/]+)+", " ", words)
    return [found[0] for found in KINDS["English word"].finditer(words) if (lang, found[0]) not in ALSO_WORDS]


@functools.cache
def _names(lang: str) -> list[str]:
    """Return the names that stay as they are printed, the longest first."""
    return sorted({*_places(lang), *PRINTED}, key=len, reverse=True)


@functools.cache
def _name_patterns(lang: str) -> list[re.Pattern[str]]:
    """Return a pattern for each of these names, in which lines may break."""
    parts = ([re.escape(part) for part in re.findall(r"[、；]|[^\s、；]+", name)] for name in _names(lang))
    return [re.compile(r"\s*".join(part)) for part in parts]


def _places(lang: str) -> Iterator[str]:
    """Yield the places in editions as a page has them, all or the first: the names of sections stay as printed."""
    by_edition = [clause.sources for clause in clauses().values()] + [one.editions for one in disputes().values()]
    for sources in by_edition:
        for source in sources.values():
            if not source.silent:
                yield from (place(at, lang) for at in (source.at, source.at.partition(";")[0]))


def all_leftovers(lang: str) -> list[str]:
    """Return the leftovers on the pages of a language, each with its page and kind."""
    return [
        f"{name}: {kind}: {' '.join(text.split())}"
        for name, page in pages(Language(lang)).items()
        if name != "code.md"  # the code of the rules is in English
        for kind, text in leftovers(page, lang)
    ]
