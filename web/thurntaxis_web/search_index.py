"""The search index of the site: an entry for each clause, dispute, term, edition and function in each language.

Pagefind stems and segments the text in each language. The index is part of the site.
"""

import html
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from thurntaxis_rulebook import clauses, disputes, editions
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_rulebook.corpus.loading import chapters
from thurntaxis_web.clause_functions import functions
from thurntaxis_web.glossary_page import terms
from thurntaxis_web.labels import SiteLabels


@dataclass(frozen=True)
class SearchEntry:
    """Something that can be found on the site."""

    page: str
    """The address within the language's folder, with the anchor."""
    title: str
    text: str
    where: str
    """The title of its page."""
    also: str = ""
    """Further words by which it is found, which are not shown."""
    late: bool = False
    """Whether it comes after all other results."""
    aside: bool = False
    """Whether its words weigh less because it is about something that another entry settles."""


def entries(lang: str) -> Iterator[SearchEntry]:
    """Yield the entries of a language."""
    labels = SiteLabels(lang)
    label = labels.label
    for clause in clauses().values():
        says = " ".join(source.says[lang] for source in clause.sources.values() if source.says)
        yield SearchEntry(
            f"{clause.chapter}.html#{clause.id}",
            clause.title[lang],
            f"{clause.text[lang]} {says}",
            chapters()[clause.chapter].title[lang],
            f"{clause.id} {_printed(clause.id.partition('.')[0], labels)}",
        )
    for dispute in disputes().values():
        says = " ".join(source.says[lang] for source in dispute.editions.values() if source.says)
        other = dispute.other[lang] if dispute.other else ""
        text = f"{dispute.ruling[lang]} {dispute.reason[lang]} {other} {says}"
        page = f"dispute-{dispute.id}.html"
        yield SearchEntry(page, dispute.question[lang], text, label("disputes"), dispute.id, aside=True)
    for thing in terms():
        term, meaning = labels.term(thing)
        yield SearchEntry(f"glossary.html#term-{thing}", term, meaning, label("glossary"), _printed(thing, labels))
    for edition in editions().values():
        text = f"{edition.title} {edition.about[lang]} {edition.translator} {edition.publisher}"
        yield SearchEntry(f"editions.html#{edition.id}", edition.id, text, label("editions"))
    for function in functions().values():
        yield SearchEntry(f"code.html#{function.anchor}", function.name, function.anchor, label("code"), late=True)


def _printed(thing: str, labels: SiteLabels) -> str:
    """Return all editions' terms for a thing; an empty string for what has no term."""
    if thing not in terms():
        return ""
    printed = [word for edition in editions().values() for word in edition.terms.get(thing, ())]
    return " ".join(dict.fromkeys([labels.term(thing)[0], *printed]))


_PLAIN = str.maketrans({"ł": "l", "Ł": "L", "ß": "ss", "æ": "ae", "œ": "oe"})


def folded(text: str) -> str:
    """Return the words of a text that have diacritics without them, as people often type them."""
    plain = (unicodedata.normalize("NFD", word.translate(_PLAIN)) for word in dict.fromkeys(text.split()))
    bare = ("".join(sign for sign in word if not unicodedata.combining(sign)) for word in plain)
    return " ".join(word for word in bare if word.isascii() and word not in text)


def write_index(site: Path) -> None:
    """Write the index of a built site to its folder `pagefind`.

    Raises:
        subprocess.CalledProcessError: if Pagefind fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        for lang in LANGUAGES:
            into = Path(folder) / lang
            shutil.copytree(site / lang / "developers", into / "developers", ignore=_all_but_pages)
            for at, entry in enumerate(entries(lang)):
                (into / f"{at}.html").write_text(_page_of(entry, lang), encoding="utf-8")
        options = ["--site", folder, "--output-path", str(site / "pagefind"), "--keep-index-url", "--quiet"]
        subprocess.run([sys.executable, "-m", "pagefind", *options], check=True, capture_output=True)


def _all_but_pages(_: str, names: list[str]) -> list[str]:
    return [name for name in names if not name.endswith(".html")]


def _page_of(entry: SearchEntry, lang: str) -> str:
    """Return an entry as a page for Pagefind, with a title that weighs more than its text."""
    noted = {
        "link": f"{lang}/{entry.page}",
        "where": entry.where,
        "late": str(int(entry.late)),
        "also": f"{entry.also} {folded(f'{entry.title} {entry.also} {entry.text}')}".strip(),
    }
    heading, body = (3, 0.5) if entry.aside else (7, 1)
    names = ", ".join(f"{name}[data-{name}]" for name in noted)
    notes = " ".join(f'data-{name}="{html.escape(note)}"' for name, note in noted.items())
    return (
        f'<html lang="{lang}"><body data-pagefind-body>'
        f'<h1 data-pagefind-weight="{heading}">{html.escape(entry.title)}</h1>'
        f'<p data-pagefind-weight="{body}">{html.escape(entry.text)}</p>'
        f'<span data-pagefind-meta="{names}" {notes}></span></body></html>'
    )
