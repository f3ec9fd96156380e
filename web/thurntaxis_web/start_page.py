"""The start page of a language, and the two pages of all languages: the root page, and that of unknown addresses."""

import html
import json
from urllib.parse import quote

from thurntaxis_presentation.language import Language
from thurntaxis_rulebook import clauses
from thurntaxis_rulebook.corpus.languages import LANGUAGES, NAMES, translation
from thurntaxis_rulebook.corpus.loading import chapters
from thurntaxis_web.citations import booklet_choice
from thurntaxis_web.markup import escaped, filled, paragraph, template

_FIELD_ALONE = "---\nhide:\n  - navigation\n  - toc\n---\n\n"
"""Front matter by which the page has no columns beside its text."""


def start_page(lang: Language) -> str:
    """Return the start page: the question field, the table, and the chapters."""
    counts = {name: sum(one.chapter == name for one in clauses().values()) for name in chapters()}
    entries = [
        f"1. [{escaped(chapter.title[lang])}]({name}.md) <span>{counts[name]}</span>"
        for name, chapter in chapters().items()
    ]
    others = [
        f"- [{lang.label(name)}]({name}.md){lang.colon}{lang.label(name, 'pages')}"
        for name in ("how-to-play", "player-aid", "disputes", "editions", "glossary", "code")
    ]
    gaps = {name: html.escape(lang.label(name, "pages")) for name in ("title", "door-ask", "door-table")}
    gaps |= {"ask": html.escape(lang.label("field", "ask")), "table": html.escape(lang.label("title", "table"))}
    return "".join(
        [
            _FIELD_ALONE,
            f"# {lang.label('title', 'pages')}\n\n",
            filled("doors.html", gaps),
            question_field(lang),
            paragraph(lang.label("intro", "pages"), "intro"),
            "\n".join(others) + "\n\n",
            f"## {lang.label('chapters', 'pages')} {{ #chapters }}\n\n",
            '<div class="chapters" markdown="1">\n\n' + "\n".join(entries) + "\n\n</div>\n\n",
            paragraph(lang.label("own-words", "pages"), "see"),
        ]
    )


def question_field(lang: Language) -> str:
    """Return the question field with the choice of an edition and a few questions; its script adds the answers."""
    gaps = {
        name: html.escape(lang.label(name, "ask"))
        for name in ("field", "hint", "needs-server", "no-script", "examples")
    }
    gaps |= {"booklet": booklet_choice(lang), "nearest": html.escape(lang.label("nearest"))}
    questions: list[str] = translation(lang)["ask"]["questions"]
    gaps["questions"] = "".join(
        f'<li><a href="#q={quote(question)}">{html.escape(question)}</a></li>' for question in questions
    )
    return filled("question_field.html", gaps)


def root_page() -> str:
    """Return the page at the root of the site. It redirects to the reader's language, or lists all without scripts."""
    entries = "\n".join(
        f'<li><a href="{lang}/index.html" lang="{lang}" hreflang="{lang}"><strong>{NAMES[lang]}</strong> '
        f"<span>{html.escape(lang.label('title', 'pages'))}</span></a></li>"
        for lang in map(Language, LANGUAGES)
    )
    return filled("root.html", {"style": template("plain.css"), "entries": entries, "languages": " ".join(LANGUAGES)})


def not_found_page() -> str:
    """Return the page of an address without a page, with links to the start pages.

    Its script leaves the language that the address names; without one, all of them are shown.
    """
    body = "\n".join(_part(lang) for lang in map(Language, LANGUAGES))
    return filled("not_found.html", {"style": template("plain.css"), "parts": body, "languages": json.dumps(LANGUAGES)})


def _part(lang: Language) -> str:
    return (
        f'<section lang="{lang}"><h2>{_escaped("not-found", lang)}</h2><p>{_escaped("not-found-how", lang)}</p>'
        f'<ul><li><a href="{lang}/index.html"><strong>{NAMES[lang]}</strong> '
        f"<span>{_escaped('title', lang)}</span></a></li></ul></section>"
    )


def _escaped(name: str, lang: Language) -> str:
    return html.escape(lang.label(name, "pages"))
