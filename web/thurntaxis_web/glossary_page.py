"""The glossary: the terms of the game."""

from collections.abc import Iterator

from thurntaxis_presentation.language import Language
from thurntaxis_rulebook import editions
from thurntaxis_rulebook.corpus.languages import translation
from thurntaxis_web.citations import edition_link
from thurntaxis_web.markup import definition_list, escaped, heading, paragraph


def terms() -> list[str]:
    """Return the keys of all terms in the order of the corpus."""
    return list(translation("en")["terms"])


def glossary_page(lang: Language) -> str:
    """Return every term with its meaning and the terms of each edition for it."""
    parts = [f"# {lang.label('glossary')}\n\n", f"{lang.label('glossary', 'pages')}\n\n"]
    for thing in terms():
        term, meaning = lang.term(thing), translation(lang)["terms"][thing]["meaning"]
        parts += [heading(2, escaped(term), f"term-{thing}"), f"{escaped(meaning)}\n\n"]
        parts.append(paragraph(lang.label("in-the-editions"), "label"))
        parts.append(definition_list(_printed(thing, lang), "printed-words"))
    return "".join(parts)


def _printed(thing: str, lang: Language) -> Iterator[tuple[str, str]]:
    """Yield each edition with its terms for a thing."""
    for name, edition in editions().items():
        used = escaped(lang.listed(edition.terms.get(thing, ()))) or "–"
        yield edition_link(name, lang), f'<span lang="{edition.language}">{used}</span>'
