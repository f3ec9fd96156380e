"""The page of the words of the game."""

from collections.abc import Iterator

from thurntaxis_rulebook import editions
from thurntaxis_web.citations import edition_link
from thurntaxis_web.labels import SiteWords
from thurntaxis_web.markup import described, heading, paragraph, plain


def terms() -> list[str]:
    """Return the names of all things that have a word in the game, in the order of the corpus."""
    return list(dict.fromkeys(thing for edition in editions().values() for thing in edition.terms))


def glossary_page(words: SiteWords) -> str:
    """Return every term: what it means here, and the words that each edition has for it."""
    parts = [f"# {words.label('glossary')}\n\n", f"{words.page('glossary')}\n\n"]
    for thing in terms():
        term, meaning = words.term(thing)
        parts += [heading(2, plain(term), f"term-{thing}"), f"{plain(meaning)}\n\n"]
        parts.append(paragraph(words.label("in-the-editions"), "label"))
        parts.append(described(_printed(thing), "printed-words"))
    return "".join(parts)


def _printed(thing: str) -> Iterator[tuple[str, str]]:
    """Yield each edition with its words for a thing."""
    for name, edition in editions().items():
        used = plain(", ".join(edition.terms[thing])) or "–"
        yield edition_link(name), f'<span lang="{edition.language}">{used}</span>'
