"""What the search of the site finds: a record for each clause, dispute, term, edition and function, in each language.

Pagefind stems and segments the words of all six languages; the index is part of the site.
"""

import html
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from thurntaxis_rulebook import clauses, disputes, editions
from thurntaxis_rulebook.corpus.loading import chapters
from thurntaxis_web.clause_functions import functions
from thurntaxis_web.glossary_page import terms
from thurntaxis_web.labels import SiteWords


@dataclass(frozen=True)
class Record:
    """One thing that can be found: where it stands, what it is called, what is said of it."""

    page: str
    title: str
    text: str
    where: str
    """The title of its page."""
    also: str = ""
    """Words by which it is found, too, though they are not shown."""
    late: bool = False
    """Whether it comes after all others."""
    aside: bool = False
    """Whether it speaks of something that is settled elsewhere, so that its words weigh less."""


def records(lang: str) -> Iterator[Record]:
    """Yield what can be found in a language."""
    words = SiteWords(lang)
    label = words.label
    for clause in clauses().values():
        says = " ".join(source.says[lang] for source in clause.sources.values() if source.says)
        yield Record(
            f"{clause.chapter}.html#{clause.id}",
            clause.title[lang],
            f"{clause.text[lang]} {says}",
            chapters()[clause.chapter].title[lang],
            f"{clause.id} {_printed(clause.id.partition('.')[0], words)}",
        )
    for dispute in disputes().values():
        says = " ".join(source.says[lang] for source in dispute.editions.values() if source.says)
        other = dispute.other[lang] if dispute.other else ""
        text = f"{dispute.ruling[lang]} {dispute.reason[lang]} {other} {says}"
        page = f"disputes.html#{dispute.id}"
        yield Record(page, dispute.question[lang], text, label("disputes"), dispute.id, aside=True)
    for thing in terms():
        term, meaning = words.term(thing)
        yield Record(f"glossary.html#term-{thing}", term, meaning, label("glossary"), _printed(thing, words))
    for edition in editions().values():
        text = f"{edition.title} {edition.about[lang]} {edition.translator} {edition.publisher}"
        yield Record(f"editions.html#{edition.id}", edition.id, text, label("editions"))
    for function in functions().values():
        yield Record(f"code.html#{function.anchor}", function.name, function.anchor, label("code"), late=True)


def _printed(thing: str, words: SiteWords) -> str:
    """Return the words that all editions have for a thing; none for what is no term."""
    if thing not in terms():
        return ""
    printed = [word for edition in editions().values() for word in edition.terms[thing]]
    return " ".join(dict.fromkeys([words.term(thing)[0], *printed]))


_PLAIN = str.maketrans({"ł": "l", "Ł": "L", "ß": "ss", "æ": "ae", "œ": "oe"})


def folded(text: str) -> str:
    """Return the words of a text that have diacritics, without them: people type them so."""
    plain = (unicodedata.normalize("NFD", word.translate(_PLAIN)) for word in dict.fromkeys(text.split()))
    bare = ("".join(sign for sign in word if not unicodedata.combining(sign)) for word in plain)
    return " ".join(word for word in bare if word.isascii() and word not in text)


def write_index(site: Path, languages: Iterable[str]) -> None:
    """Write the index of a built site into its folder `pagefind`.

    Raises:
        subprocess.CalledProcessError: if Pagefind fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        for lang in languages:
            into = Path(folder) / lang
            shutil.copytree(site / lang / "developers", into / "developers", ignore=_all_but_pages)
            for at, record in enumerate(records(lang)):
                (into / f"{at}.html").write_text(_page_of(record, lang), encoding="utf-8")
        options = ["--site", folder, "--output-path", str(site / "pagefind"), "--keep-index-url", "--quiet"]
        subprocess.run([sys.executable, "-m", "pagefind", *options], check=True, capture_output=True)


def _all_but_pages(_: str, names: list[str]) -> list[str]:
    return [name for name in names if not name.endswith(".html")]


def _page_of(record: Record, lang: str) -> str:
    """Return a record as the page that Pagefind reads: a heading weighs more than text."""
    noted = {
        "link": f"{lang}/{record.page}",
        "where": record.where,
        "late": str(int(record.late)),
        "also": f"{record.also} {folded(f'{record.title} {record.also} {record.text}')}".strip(),
    }
    heading, body = (3, 0.5) if record.aside else (7, 1)
    names = ", ".join(f"{name}[data-{name}]" for name in noted)
    notes = " ".join(f'data-{name}="{html.escape(note)}"' for name, note in noted.items())
    return (
        f'<html lang="{lang}"><body data-pagefind-body>'
        f'<h1 data-pagefind-weight="{heading}">{html.escape(record.title)}</h1>'
        f'<p data-pagefind-weight="{body}">{html.escape(record.text)}</p>'
        f'<span data-pagefind-meta="{names}" {notes}></span></body></html>'
    )
