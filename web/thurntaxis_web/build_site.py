"""Builds the site: writes the pages, runs mkdocs for each language, adds question field and table, and checks links."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import thurntaxis
from thurntaxis.message import Hint
from thurntaxis_presentation.errors import refuse
from thurntaxis_presentation.language import Language
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_web.aid_pdf import print_aids
from thurntaxis_web.app import AppFault
from thurntaxis_web.app.build_app import write_app
from thurntaxis_web.ask.answers import write_ask
from thurntaxis_web.content_policy import add_policies
from thurntaxis_web.example_block import write_shared
from thurntaxis_web.page_writer import configuration_name, write_pages
from thurntaxis_web.start_page import not_found_page, root_page
from thurntaxis_web.typesetting import typeset_pages


class SiteFault(Exception):
    """The site can't be built; the message has a line for each fault."""


def project_root() -> Path:
    """Return the root folder of the project, which has the theme and the hand-written pages."""
    root = Path(thurntaxis.__file__).parents[2]
    if not (root / "mkdocs.yml").is_file():
        raise refuse("site", "mkdocs.yml", "missing", Hint('run pip install -e ".[docs]" in a copy of the project'))
    return root


def build(site: Path) -> None:
    """Build the site in a folder, replacing its contents.

    Raises:
        SiteFault: if mkdocs warns of anything, what the table needs can't be fetched, or a link is broken.
    """
    root = project_root()
    shutil.rmtree(site, ignore_errors=True)
    site.mkdir(parents=True)
    # First: by it, a build cut short is known as a site.
    (site / "index.html").write_text(root_page(), encoding="utf-8")
    for lang in map(Language, LANGUAGES):
        write_pages(root, lang)
    write_shared(site / "shared")
    write_ask(site / "shared" / "ask")
    (site / "404.html").write_text(not_found_page(), encoding="utf-8")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        builds = [pool.submit(_build_language, root, site, lang) for lang in map(Language, LANGUAGES)]
    errors = [error for build in builds if (error := build.result())]
    if errors:
        raise SiteFault("\n".join(errors))
    try:
        write_app(root, site)
    except AppFault as fault:
        raise SiteFault(f"table: {fault}") from None
    for lang in map(Language, LANGUAGES):
        typeset_pages(site / lang, lang)
    print_aids(site)
    add_policies(site)
    if broken := broken_links(site):
        raise SiteFault("\n".join(broken))


def _build_language(root: Path, site: Path, lang: Language) -> str:
    """Have mkdocs build a language; return the last lines that it writes if it fails, or an empty string."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", configuration_name(lang)]
    command += ["--site-dir", str(site / lang)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONUTF8": "1"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, encoding="utf-8", check=False)
    (site / lang / "404.html").unlink(missing_ok=True)  # the one at the root of the site is for all languages
    lines = (done.stdout + done.stderr).strip().splitlines()[-30:]
    return f"{lang}: {chr(10).join(lines)}" if done.returncode else ""


# ---- links


OUTSIDE = ("data:", "mailto:", "javascript:")


class PageLinks(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, text: str) -> None:
        """Parse a page."""
        super().__init__()
        self.links: list[tuple[str, str]] = []
        """The tag and target of each link."""
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the link and the anchor of an element."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append((tag, value))
            elif name == "id" and value:
                self.anchors.add(value)


def broken_links(site: Path) -> list[str]:
    """Return the links that lead nowhere or would load something from another host, one line each."""
    pages = {path: PageLinks(path.read_text(encoding="utf-8")) for path in sorted(site.glob("**/*.html"))}
    faults: dict[str, None] = {}
    for path, page in pages.items():
        for tag, target in page.links:
            fault = _fault(path, tag, target, pages)
            if fault:
                faults[f"{path.relative_to(site)}: {target}: {fault}"] = None
    return list(faults)


def _fault(path: Path, tag: str, target: str, pages: dict[Path, PageLinks]) -> str:
    """Return what is wrong with a link, or an empty string."""
    parts = urlsplit(target)
    if target.startswith(OUTSIDE) or (tag == "a" and parts.scheme in ("http", "https")):
        return ""
    if parts.scheme or parts.netloc or parts.path.startswith("/"):
        return "leads outside the site"
    file = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
    if not file.is_file():
        return "not found"
    page = pages.get(file)
    is_state = "=" in parts.fragment  # of the question field or the table
    if parts.fragment and not is_state and page is not None and unquote(parts.fragment) not in page.anchors:
        return "the page has no such anchor"
    return ""
