"""Citations: where each edition states a rule, and what it says, in the language of a page."""

from collections.abc import Iterator, Mapping

from thurntaxis_rulebook import Dispute, Source, editions
from thurntaxis_rulebook.corpus.languages import place as place_in
from thurntaxis_web.labels import SiteLabels
from thurntaxis_web.markup import escaped


def place(source: Source, labels: SiteLabels) -> str:
    """Return the place of a source in the language of the page."""
    return labels.label("silent") if source.silent else escaped(place_in(source.at, labels.lang))


def edition_link(edition: str, labels: SiteLabels) -> str:
    """Return the name of an edition as a link to its description, and its id."""
    return f"[{escaped(labels.edition(edition))}](editions.md#{edition}) `{edition}`"


def dispute_page_name(dispute: Dispute) -> str:
    """Return the name of a dispute's page, without its ending."""
    return f"dispute-{dispute.id}"


def dispute_link(dispute: Dispute, labels: SiteLabels) -> str:
    """Return the question of a dispute as a link to its page."""
    return f"[{escaped(dispute.question[labels.lang])}]({dispute_page_name(dispute)}.md)"


def rows(
    sources: Mapping[str, Source], labels: SiteLabels, option: str | None = None
) -> Iterator[tuple[str, str, str]]:
    """Yield for each edition its name, the place, and what it says differently; `option` is that of a dispute."""
    for edition in editions():
        source = sources[edition]
        says = escaped(source.says[labels.lang]) if source.says else ""
        if source.reading is not None:
            reading = labels.leading("reading", labels.reading(option or "", source.reading))
            says = f"{says}{labels.bracketed(escaped(reading))}" if says else escaped(reading)
        yield edition_link(edition, labels), place(source, labels), says
