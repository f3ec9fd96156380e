"""Where an edition speaks of a matter, and what it says, in the language of a page."""

import re
from collections.abc import Iterator, Mapping

from thurntaxis_cli.site.markup import plain
from thurntaxis_cli.site.words import SiteWords
from thurntaxis_rulebook import Source, editions

_WORD = re.compile(r"(item|case|note|example|table|picture)\b")


def place(source: Source, words: SiteWords) -> str:
    """Return the place, its words (item, note, ...) translated; names of sections stay as the edition prints them."""
    if source.silent:
        return words.label("silent")
    places = [", ".join(_detail(part, words) for part in each.split(", ")) for each in source.at.split("; ")]
    return plain("; ".join(places))


def _detail(part: str, words: SiteWords) -> str:
    return _WORD.sub(lambda found: words.place(found[1]), part, count=1) if _WORD.match(part) else part


def edition_link(edition: str) -> str:
    """Return the id of an edition, which leads to what it is."""
    return f"[{edition}](editions.md#{edition})"


def rows(sources: Mapping[str, Source], words: SiteWords) -> Iterator[tuple[str, str, str]]:
    """Yield for every edition its id, the place, and what it says in its own way."""
    for edition in editions():
        source = sources[edition]
        says = plain(source.says[words.lang]) if source.says else ""
        if source.reading is not None:
            says = f"{says} ({words.leading('reading', f'`{words.yes_or_no(source.reading)}`')})".strip()
        yield edition_link(edition), place(source, words), says
