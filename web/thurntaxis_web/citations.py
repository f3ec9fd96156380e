"""Where an edition speaks of a matter, and what it says, in the language of a page."""

from collections.abc import Iterator, Mapping

from thurntaxis_rulebook import Source, editions
from thurntaxis_rulebook.corpus.languages import place as place_in
from thurntaxis_web.labels import SiteWords
from thurntaxis_web.markup import option_value, plain


def place(source: Source, words: SiteWords) -> str:
    """Return the place in the language of the page."""
    return words.label("silent") if source.silent else plain(place_in(source.at, words.lang))


def edition_link(edition: str) -> str:
    """Return the id of an edition, which leads to what it is."""
    return f"[{edition}](editions.md#{edition})"


def rows(sources: Mapping[str, Source], words: SiteWords) -> Iterator[tuple[str, str, str]]:
    """Yield for every edition its id, the place, and what it says in its own way."""
    for edition in editions():
        source = sources[edition]
        says = plain(source.says[words.lang]) if source.says else ""
        if source.reading is not None:
            says = f"{says} ({words.leading('reading', option_value(source.reading))})".strip()
        yield edition_link(edition), place(source, words), says
