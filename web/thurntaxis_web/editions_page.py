"""The page that compares the editions."""

from collections.abc import Iterator

from thurntaxis_rulebook import Dispute, disputes, editions
from thurntaxis_rulebook.corpus.languages import NAMES
from thurntaxis_web.citations import dispute_link, dispute_page_name, edition_link, place
from thurntaxis_web.labels import SiteLabels
from thurntaxis_web.markup import escaped, heading, html_table, link, paragraph, scrollable


def editions_page(labels: SiteLabels) -> str:
    """Return the descriptions of the editions, their readings of the options, and all points on which they differ."""
    label = labels.label
    parts = [f"# {label('editions')}\n\n", f"{labels.page('editions')}\n\n"]
    for edition in editions().values():
        facts = (edition.title, NAMES[edition.language], edition.translator, edition.publisher, edition.date)
        parts.append(heading(2, escaped(labels.edition(edition.id)), edition.id))
        parts.append(f"{escaped(edition.about[labels.lang])}\n\n")
        parts.append(paragraph(" · ".join([f"`{edition.id}`", *(escaped(fact) for fact in facts if fact)]), "see"))
    parts += [heading(2, label("place"), "places"), f"{labels.how_places_are_written()}\n\n"]
    named = [edition_link(edition, labels) for edition in editions()]
    headers = (label("option"), *named)
    readings = html_table("all", headers, _options(labels), label("option"))
    parts += [heading(2, label("option"), "options"), scrollable(readings, label("option"))]
    headers = (label("question"), *named)
    differences = html_table("all", headers, (_dispute(one, labels) for one in disputes().values()), label("disputes"))
    parts += [heading(2, label("disputes"), "differences"), scrollable(differences, label("disputes"))]
    return "".join(parts)


def _options(labels: SiteLabels) -> Iterator[tuple[str, ...]]:
    """Yield each option with the reading of every edition."""
    for dispute in disputes().values():
        if dispute.option is not None:
            title = escaped(labels.options[dispute.option])
            named = f'<span id="option-{dispute.option}">{link(title, f"{dispute_page_name(dispute)}.md")}</span>'
            readings = [
                escaped(labels.reading(dispute.option, dispute.editions[edition].reading)) for edition in editions()
            ]
            yield f"{named} `{dispute.option}`", *readings


def _dispute(dispute: Dispute, labels: SiteLabels) -> tuple[str, ...]:
    """Return a dispute with the place in every edition and what it says."""
    cells: list[str] = []
    for edition in editions():
        source = dispute.editions[edition]
        says = f"<br>{escaped(source.says[labels.lang])}" if source.says else ""
        cells.append(f'<span class="place">{place(source, labels)}</span>{says}')
    return dispute_link(dispute, labels), *cells
