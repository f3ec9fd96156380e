"""The page that compares the editions."""

from collections.abc import Iterator

from thurntaxis_rulebook import Dispute, disputes, editions
from thurntaxis_rulebook.corpus.languages import NAMES
from thurntaxis_web.citations import edition_link, place
from thurntaxis_web.labels import SiteWords
from thurntaxis_web.markup import grid, heading, link, option_value, paragraph, plain, scrolled


def editions_page(words: SiteWords) -> str:
    """Return what the editions are, the readings they are given, and every point on which they differ."""
    label = words.label
    parts = [f"# {label('editions')}\n\n", f"{words.page('editions')}\n\n"]
    for edition in editions().values():
        facts = (edition.title, NAMES[edition.language], edition.translator, edition.publisher, edition.date)
        parts.append(heading(2, edition.id, edition.id))
        parts.append(f"{plain(edition.about[words.lang])}\n\n")
        parts.append(paragraph(" · ".join(plain(fact) for fact in facts if fact), "see"))
    parts += [heading(2, label("place"), "places"), f"{words.how_places_are_written()}\n\n"]
    headers = (label("option"), *map(edition_link, editions()))
    readings = grid("all", headers, _options(words), label("option"))
    parts += [heading(2, label("option"), "options"), scrolled(readings, label("option"))]
    headers = (label("question"), *map(edition_link, editions()))
    differences = grid("all", headers, (_dispute(one, words) for one in disputes().values()), label("disputes"))
    parts += [heading(2, label("disputes"), "differences"), scrolled(differences, label("disputes"))]
    return "".join(parts)


def _options(words: SiteWords) -> Iterator[tuple[str, ...]]:
    """Yield each option with the reading that every edition is given."""
    for dispute in disputes().values():
        if dispute.option is not None:
            title = plain(words.options[dispute.option])
            named = f'<span id="option-{dispute.option}">{link(title, f"disputes.md#{dispute.id}")}</span>'
            readings = [option_value(dispute.editions[edition].reading) for edition in editions()]
            yield f"{named} `{dispute.option}`", *readings


def _dispute(dispute: Dispute, words: SiteWords) -> tuple[str, ...]:
    """Return a dispute with the place in every edition, and what stands there."""
    cells: list[str] = []
    for edition in editions():
        source = dispute.editions[edition]
        says = f"<br>{plain(source.says[words.lang])}" if source.says else ""
        cells.append(f'<span class="place">{place(source, words)}</span>{says}')
    return link(plain(dispute.question[words.lang]), f"disputes.md#{dispute.id}"), *cells
