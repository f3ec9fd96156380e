"""Writes what mkdocs reads: for each language a folder of Markdown pages and a configuration."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulebook_answers import usual_edition
from thurntaxis_rulebook import disputes
from thurntaxis_rulebook.corpus.languages import NAMES
from thurntaxis_rulebook.corpus.loading import chapters
from thurntaxis_rulebook.corpus.toml_files import contents
from thurntaxis_web.aid_page import aid_page
from thurntaxis_web.aid_pdf import AID_PAGE
from thurntaxis_web.chapter_pages import chapter_page
from thurntaxis_web.citations import dispute_page_name
from thurntaxis_web.disputes_page import dispute_page, disputes_page
from thurntaxis_web.markup import with_formulas
from thurntaxis_web.reference_pages import code_page, editions_page, glossary_page
from thurntaxis_web.start_page import start_page
from thurntaxis_web.tour_page import TOUR_PAGE, tour_page

SOURCES = "build/site"
"""Where the pages are written, relative to the root of the project; each language has a folder there."""

DEVELOPERS: list[str] = contents(Path(__file__).with_name("developers.toml"))["pages"]
"""The hand-written pages in English, which every language has below `developers`."""


def pages(lang: Language) -> dict[str, str]:
    """Return the pages that are generated from the corpus, by file name."""
    return {
        "index.md": start_page(lang),
        f"{TOUR_PAGE}.md": tour_page(lang),
        f"{AID_PAGE}.md": aid_page(lang),
        **{f"{name}.md": chapter_page(chapter, lang) for name, chapter in chapters().items()},
        "disputes.md": disputes_page(lang),
        **{f"{dispute_page_name(one)}.md": "".join(dispute_page(one, lang)) for one in disputes().values()},
        "editions.md": editions_page(lang),
        "glossary.md": glossary_page(lang),
        "code.md": code_page(lang),
    }


def write_pages(root: Path, lang: Language) -> None:
    """Write all pages of a language, the hand-written ones included, and its configuration."""
    folder = root / SOURCES / lang
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, text in pages(lang).items():
        (folder / name).write_text(text, encoding="utf-8")
    shutil.copytree(root / "docs", folder / "developers", ignore=shutil.ignore_patterns("theme"))
    for page in folder.glob("developers/**/*.md"):
        text = with_formulas(page.read_text(encoding="utf-8"))
        page.write_text(_with_examples(text, root, page.parent), encoding="utf-8")
    settings = json.dumps(configuration(lang), ensure_ascii=False, indent=2)  # JSON is YAML, too
    (root / configuration_name(lang)).write_text(settings, encoding="utf-8")


def _with_examples(text: str, root: Path, folder: Path) -> str:
    """Return a page whose links to examples and counts of the project lead to copies of them beside it."""

    def copied(link: re.Match[str]) -> str:
        shutil.copy(root / link[1] / link[2], folder / link[2])
        return f"({link[2]})"

    return re.sub(r"\(\.\./(examples|tests/counts)/([\w.-]+)\)", copied, text)


def configuration_name(lang: Language) -> str:
    """Return the name of a language's configuration file in the root of the project."""
    return f"mkdocs.{lang}.yml"


def configuration(lang: Language) -> dict[str, Any]:
    """Return the settings of a language, which add to those in mkdocs.yml."""
    return {
        "INHERIT": "mkdocs.yml",
        "site_name": lang.label("title", "pages"),
        "site_description": lang.label("intro", "pages"),
        "docs_dir": f"{SOURCES}/{lang}",
        "site_dir": f"site/{lang}",
        "theme": {"language": lang, "palette": _palette(lang)},
        "markdown_extensions": {"toc": {"permalink_title": lang.label("permalink")}},
        "not_in_nav": "/dispute-*.md\n",  # the page of disputes leads to them
        "nav": [
            {lang.label("start"): "index.md"},
            {lang.label("title", "table"): "table.html"},
            *({lang.label(name): f"{name}.md"} for name in (TOUR_PAGE, AID_PAGE)),
            {lang.label("rulebook"): [{each.title[lang]: f"{name}.md"} for name, each in chapters().items()]},
            *({lang.label(name): f"{name}.md"} for name in ("disputes", "editions", "glossary", "code")),
            {lang.label("developers"): [f"developers/{name}.md" for name in DEVELOPERS]},
        ],
        "extra": {
            "languages": [{"lang": code, "name": name} for code, name in NAMES.items()],
            "name": lang.label("name", "show"),
            "table": lang.label("title", "table"),
            "ask": {name: lang.label(name, "ask") for name in ("field", "hint", "needs-server")},
            "edition": usual_edition(lang),
        },
    }


def _palette(lang: Language) -> list[dict[str, Any]]:
    """Return the colour schemes, each with the button that switches to the next one."""
    custom = {"primary": "custom", "accent": "custom"}
    schemes = (
        ({"media": "(prefers-color-scheme)"}, "brightness-auto", "palette-light"),
        ({"media": "(prefers-color-scheme: light)", "scheme": "default", **custom}, "brightness-7", "palette-dark"),
        ({"media": "(prefers-color-scheme: dark)", "scheme": "slate", **custom}, "brightness-4", "palette-system"),
    )
    return [{**look, "toggle": {"icon": f"material/{icon}", "name": lang.label(name)}} for look, icon, name in schemes]
