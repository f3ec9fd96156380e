"""The built site in a browser: languages, links, narrow screens, no other hosts, accessibility (axe).

`TAXIS_SITE` names the folder of a built site; without it these tests build one.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from support.browser import CHROMIUM
from thurntaxis_rulebook.corpus.languages import LANGUAGES

pytest.importorskip("mkdocs", reason="comes with the extra docs")
pytest.importorskip("playwright", reason="comes with the extra browser")
pytest.importorskip("axe_playwright_python", reason="comes with the extra browser")
if TYPE_CHECKING or CHROMIUM:
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import Browser, Page
else:
    pytest.skip("no chromium on this machine", allow_module_level=True)

PAGES = ["index", "play", "disputes", "editions", "glossary", "code", "developers/solver", "developers/reference"]
SOME = ["index", "close", "glossary"]


@pytest.fixture(scope="module")
def site(built_site: Path) -> Path:
    """Return the folder that is served."""
    return built_site


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """Return an empty page; the test fails if a script raises an error or anything is requested from another host."""
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("response", lambda answer: faults.append(answer.url) if answer.status >= 400 else None)
    yield page
    context.close()
    assert [url for url in asked if not url.startswith((address, "data:", "blob:", "file:"))] == []
    assert faults == []


@pytest.mark.parametrize("name", ["index", "play", "developers/solver"])
def test_the_switch_of_languages_keeps_the_page(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/en/{name}.html")
    for lang in LANGUAGES[1:]:
        page.focus(".md-select button")
        page.click(f'[data-language][hreflang="{lang}"]')
        page.wait_for_url(f"{address}/{lang}/{name}.html")
        assert page.get_attribute("html", "lang") == lang


def test_the_switch_of_languages_keeps_the_clause(page: Page, address: str) -> None:
    page.goto(f"{address}/de/play.html#play.adjacent")
    page.focus(".md-select button")
    page.click('[data-language][hreflang="ja"]')
    page.wait_for_url(f"{address}/ja/play.html#play.adjacent")


def test_the_site_works_from_files(page: Page, site: Path) -> None:
    page.goto(f"{site.as_uri()}/en/play.html#play.adjacent")
    page.focus(".md-select button")
    page.click('[data-language][hreflang="pl"]')
    page.wait_for_url(f"{site.as_uri()}/pl/play.html#play.adjacent")


def test_from_clause_to_code_and_back(page: Page, address: str) -> None:
    page.goto(f"{address}/it/play.html#play.adjacent")
    page.evaluate("document.querySelectorAll('details').forEach(block => block.open = true)")
    page.click('a[href="code.html#thurntaxis.steps.play.no_road"]')
    page.wait_for_url(f"{address}/it/code.html#thurntaxis.steps.play.no_road")
    page.click('h3[id="thurntaxis.steps.play.no_road"] + p a')
    page.wait_for_url(f"{address}/it/play.html#play.adjacent")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_root_leads_to_the_language_of_the_reader(browser: Browser, address: str, lang: str) -> None:
    with browser.new_context(locale=lang) as context:
        page = context.new_page()
        page.goto(f"{address}/index.html")
        page.wait_for_url(f"{address}/{lang}/index.html")


def test_the_root_works_without_a_script(browser: Browser, address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}/index.html")
        page.click("a[hreflang=fr]")
        page.wait_for_url(f"{address}/fr/index.html")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_phone_needs_no_scrolling_sideways(page: Page, address: str, lang: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for name in PAGES:
        page.goto(f"{address}/{lang}/{name}.html")
        page.evaluate("document.querySelectorAll('details').forEach(block => block.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name


@pytest.mark.parametrize(
    ("lang", "scheme", "names"),
    [("en", "light", PAGES), ("en", "dark", PAGES), ("de", "light", SOME), ("ja", "dark", SOME)],
)
def test_axe_finds_no_serious_fault(
    page: Page, address: str, lang: str, scheme: Literal["light", "dark"], names: list[str]
) -> None:
    page.emulate_media(color_scheme=scheme)
    for name in names:
        page.goto(f"{address}/{lang}/{name}.html")
        found = Axe().run(page).response["violations"]
        serious = [fault for fault in found if fault["impact"] in ("serious", "critical")]
        told = [(fault["id"], fault["nodes"][0]["html"][:300], len(fault["nodes"])) for fault in serious]
        assert told == [], name
