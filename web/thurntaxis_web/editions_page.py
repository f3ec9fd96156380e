"""The page that compares the editions."""

from collections.abc import Iterator

from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulebook_answers import reading_in_words
from thurntaxis_rulebook import Dispute, disputes, editions
from thurntaxis_rulebook.corpus.languages import NAMES
from thurntaxis_web.citations import dispute_link, dispute_page_name, edition_link, option_title, place
from thurntaxis_web.markup import escaped, heading, html_table, link, paragraph, scrollable


def editions_page(lang: Language) -> str:
    """Return the descriptions of the editions, their readings of the options, and all points on which they differ."""
    label = lang.label
    parts = [f"# {label('editions')}\n\n", f"{lang.label('editions', 'pages')}\n\n"]
    for edition in editions().values():
        facts = (edition.title, NAMES[edition.language], edition.translator, edition.publisher, edition.date)
        parts.append(heading(2, escaped(lang.form(edition.id)), edition.id))
        parts.append(f"{escaped(edition.about[lang])}\n\n")
        parts.append(paragraph(" · ".join([f"`{edition.id}`", *(escaped(fact) for fact in facts if fact)]), "see"))
    parts += [heading(2, label("place"), "places"), f"{lang.label('how', 'places')}\n\n"]
    named = [edition_link(edition, lang) for edition in editions()]
    headers = (label("option"), *named)
    readings = html_table("all", headers, _options(lang), label("option"))
    parts += [heading(2, label("option"), "options"), scrollable(readings, label("option"))]
    headers = (label("question"), *named)
    differences = html_table("all", headers, (_dispute(one, lang) for one in disputes().values()), label("disputes"))
    parts += [heading(2, label("disputes"), "differences"), scrollable(differences, label("disputes"))]
    return "".join(parts)


def _options(lang: Language) -> Iterator[tuple[str, ...]]:
    """Yield each option with the reading of every edition."""
    for dispute in disputes().values():
        if dispute.option is not None:
            title = escaped(option_title(dispute.option, lang))
            named = f'<span id="option-{dispute.option}">{link(title, f"{dispute_page_name(dispute)}.md")}</span>'
            readings = [
                escaped(reading_in_words(dispute.option, dispute.editions[edition].reading, lang))
                for edition in editions()
            ]
            yield f"{named} `{dispute.option}`", *readings


def _dispute(dispute: Dispute, lang: Language) -> tuple[str, ...]:
    """Return a dispute with the place in every edition and what it says."""
    cells: list[str] = []
    for edition in editions():
        source = dispute.editions[edition]
        says = f"<br>{escaped(source.says[lang])}" if source.says else ""
        cells.append(f'<span class="place">{place(source, lang)}</span>{says}')
    return dispute_link(dispute, lang), *cells
