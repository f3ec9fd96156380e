"""Citations: where each edition states a rule, and what it says, in the language of a page."""

from collections.abc import Iterator, Mapping

from thurntaxis_rulebook import Source, editions
from thurntaxis_rulebook.corpus.languages import place as place_in
from thurntaxis_web.labels import SiteLabels
from thurntaxis_web.markup import escaped, option_value


def place(source: Source, labels: SiteLabels) -> str:
    """Return the place of a source in the language of the page."""
    return labels.label("silent") if source.silent else escaped(place_in(source.at, labels.lang))


def edition_link(edition: str) -> str:
    """Return the id of an edition as a link to its description."""
    return f"[{edition}](editions.md#{edition})"


def rows(sources: Mapping[str, Source], labels: SiteLabels) -> Iterator[tuple[str, str, str]]:
    """Yield for each edition its id, the place, and what it says differently."""
    for edition in editions():
        source = sources[edition]
        says = escaped(source.says[labels.lang]) if source.says else ""
        if source.reading is not None:
            says = f"{says} ({labels.leading('reading', option_value(source.reading))})".strip()
        yield edition_link(edition), place(source, labels), says
