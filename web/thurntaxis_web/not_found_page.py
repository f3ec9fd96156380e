"""The page for addresses without a page: in the language of the address, with links to the start pages."""

import html
import json

from thurntaxis_presentation.language import Language
from thurntaxis_rulebook.corpus.languages import LANGUAGES, NAMES
from thurntaxis_web.markup import filled, template


def not_found_page() -> str:
    """Return the page. Its script leaves the language that the address names; without one, all of them are shown."""
    parts = "\n".join(_part(lang) for lang in map(Language, LANGUAGES))
    return filled(
        "not_found.html", {"style": template("plain.css"), "parts": parts, "languages": json.dumps(LANGUAGES)}
    )


def _part(lang: Language) -> str:
    return (
        f'<section lang="{lang}"><h2>{_escaped("not-found", lang)}</h2><p>{_escaped("not-found-how", lang)}</p>'
        f'<ul><li><a href="{lang}/index.html"><strong>{NAMES[lang]}</strong> '
        f"<span>{_escaped('title', lang)}</span></a></li></ul></section>"
    )


def _escaped(name: str, lang: Language) -> str:
    return html.escape(lang.label(name, "pages"))
