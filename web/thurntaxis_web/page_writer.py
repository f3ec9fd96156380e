"""All that mkdocs reads: for each language a folder of Markdown pages and a small configuration."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

from thurntaxis_rulebook.corpus.loading import chapters
from thurntaxis_web.chapter_pages import chapter_page
from thurntaxis_web.code_page import code_page
from thurntaxis_web.disputes_page import disputes_page
from thurntaxis_web.editions_page import editions_page
from thurntaxis_web.formulas import with_formulas
from thurntaxis_web.glossary_page import glossary_page
from thurntaxis_web.labels import SiteWords
from thurntaxis_web.start_page import start_page

SOURCES = "build/site"
"""Where the pages are written to, below the root of the project: a folder for each language."""

DEVELOPERS = ("index", "command", "boards", "solver", "playing", "reference", "how-it-is-built")
"""The hand-written pages, in English, which every language has below `developers`."""


def pages(lang: str) -> dict[str, str]:
    """Return the pages that are written from the corpus, by the name of their file."""
    words = SiteWords(lang)
    return {
        "index.md": start_page(words),
        **{f"{name}.md": chapter_page(chapter, words) for name, chapter in chapters().items()},
        "disputes.md": disputes_page(words),
        "editions.md": editions_page(words),
        "glossary.md": glossary_page(words),
        "code.md": code_page(words),
    }


def write_pages(root: Path, lang: str) -> None:
    """Write the pages of a language, those by hand among them, and its configuration."""
    folder = root / SOURCES / lang
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, text in pages(lang).items():
        (folder / name).write_text(text, encoding="utf-8")
    shutil.copytree(root / "docs", folder / "developers", ignore=shutil.ignore_patterns("theme"))
    for page in folder.glob("developers/**/*.md"):
        page.write_text(with_formulas(page.read_text(encoding="utf-8")), encoding="utf-8")
    (root / configuration_name(lang)).write_text(configuration(lang), encoding="utf-8")


def configuration_name(lang: str) -> str:
    """Return the name of the configuration of a language, at the root of the project."""
    return f"mkdocs.{lang}.yml"


def configuration(lang: str) -> str:
    """Return the configuration of a language: what it adds to mkdocs.yml, which all languages share."""
    words = SiteWords(lang)
    titled: list[tuple[str, str | dict[str, str]]] = [
        (words.label("start"), "index.md"),
        (words.label("rulebook"), {each.title[lang]: f"{name}.md" for name, each in chapters().items()}),
        *((words.label(name), f"{name}.md") for name in ("disputes", "editions", "glossary", "code")),
        (words.label("developers"), {name: f"developers/{name}.md" for name in DEVELOPERS}),
    ]
    lines = [
        "# Written by `taxis site build` from the words of the language.",
        "INHERIT: mkdocs.yml",
        f"site_name: {_quoted(words.page('title'))}",
        f"site_description: {_quoted(words.page('intro'))}",
        f"docs_dir: {SOURCES}/{lang}",
        f"site_dir: site/{lang}",
        "theme:",
        f"  language: {lang}",
        *_palette(words),
        "nav:",
    ]
    for title, target in titled:
        if isinstance(target, str):
            lines.append(f"  - {_quoted(title)}: {target}")
        else:
            lines.append(f"  - {_quoted(title)}:")
            by_hand = title == words.label("developers")
            lines += [f"      - {page}" if by_hand else f"      - {_quoted(t)}: {page}" for t, page in target.items()]
    return "\n".join(lines) + "\n"


def _palette(words: SiteWords) -> Iterator[str]:
    """Yield the lines on light and dark: the button beside each tells in the language of the page what it leads to."""
    yield "  palette:"
    for media, scheme, icon, name in (
        ("(prefers-color-scheme)", None, "brightness-auto", "palette-light"),
        ("(prefers-color-scheme: light)", "default", "brightness-7", "palette-dark"),
        ("(prefers-color-scheme: dark)", "slate", "brightness-4", "palette-system"),
    ):
        yield f'    - media: "{media}"'
        if scheme is not None:
            yield from (f"      scheme: {scheme}", "      primary: custom", "      accent: custom")
        yield from ("      toggle:", f"        icon: material/{icon}", f"        name: {_quoted(words.label(name))}")


def _quoted(text: str) -> str:
    """Return a text as YAML reads it back."""
    return json.dumps(text, ensure_ascii=False)
