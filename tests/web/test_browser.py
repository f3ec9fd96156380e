"""The built site in a browser: languages, links, narrow screens, no other hosts, accessibility (axe).

`TAXIS_SITE` names the folder of a built site; without it these tests build one.
"""

import base64
import hashlib
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal

import pytest

from support.accessibility import accessibility_faults
from support.installed_browser import Browser, Page
from support.table_page import wait_until_ready
from thurntaxis_rulebook import clause, disputes, editions
from thurntaxis_rulebook.corpus.languages import LANGUAGES, place
from thurntaxis_rulebook.corpus.loading import chapters

PAGES = [
    *("index", "how-to-play", "player-aid", "play", "disputes", "dispute-carrier-restart", "editions", "glossary"),
    *("code", "developers/solver", "developers/reference", "developers/line-notation"),
]
IN_ENGLISH = ["developers/reference", "developers/line-notation"]
"""Pages that differ between the languages only in what surrounds them, as it surrounds `developers/solver`."""
SOME = ["index", "close", "how-to-play", "dispute-carrier-restart"]
SCREEN = 844
"""The height of a phone's screen, which is 390 wide."""


@pytest.fixture(scope="module")
def site(built_site: Path) -> Path:
    """Return the folder that is served."""
    return built_site


@pytest.mark.parametrize("name", ["index", "play", "developers/solver"])
def test_the_switch_of_languages_keeps_the_page(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/en/{name}.html")
    for lang in LANGUAGES[1:]:
        page.focus(".md-select button")
        page.click(f'[data-language][hreflang="{lang}"]')
        page.wait_for_url(f"{address}/{lang}/{name}.html{'?view=reader' if name == 'play' else ''}")
        assert page.get_attribute("html", "lang") == lang


def test_the_switch_of_languages_keeps_the_clause(page: Page, address: str) -> None:
    page.goto(f"{address}/de/play.html?view=evidence#play.adjacent")
    page.focus(".md-select button")
    page.click('[data-language][hreflang="ja"]')
    page.wait_for_url(f"{address}/ja/play.html?view=evidence#play.adjacent")


def test_the_site_works_from_files(page: Page, site: Path) -> None:
    page.goto(f"{site.as_uri()}/en/play.html#play.adjacent")
    page.focus(".md-select button")
    page.click('[data-language][hreflang="pl"]')
    page.wait_for_url(f"{site.as_uri()}/pl/play.html?view=reader#play.adjacent")


def test_from_clause_to_code_and_back(page: Page, address: str) -> None:
    page.goto(f"{address}/it/play.html?view=evidence#play.adjacent")
    page.click('a[href="code.html#thurntaxis.steps.play.no_road"]')
    page.wait_for_url(f"{address}/it/code.html#thurntaxis.steps.play.no_road")
    page.click('h3[id="thurntaxis.steps.play.no_road"] + p a')
    page.wait_for_url(f"{address}/it/play.html?view=evidence#play.adjacent")


def test_the_view_of_a_chapter_is_remembered_and_in_the_address(page: Page, address: str) -> None:
    page.goto(f"{address}/en/play.html#play.adjacent")
    evidence = page.locator("[id='play.adjacent'] ~ .evidence").first
    assert page.url.endswith("play.html?view=reader#play.adjacent")
    assert not evidence.is_visible()
    page.click("button[data-view=evidence]")
    assert page.url.endswith("play.html?view=evidence#play.adjacent")
    assert evidence.is_visible()
    page.goto(f"{address}/en/close.html")
    assert page.get_attribute("button[data-view=evidence]", "aria-pressed") == "true"
    page.goto(f"{address}/en/close.html?view=reader")
    assert page.get_attribute("button[data-view=reader]", "aria-pressed") == "true"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_chapter_names_the_places_in_the_booklet_of_the_reader(page: Page, address: str, lang: str) -> None:
    page.goto(f"{address}/{lang}/play.html")
    for edition in ("it-2006", "ja-2006"):
        page.select_option("[data-part=booklet]", edition)
        if edition == "ja-2006":
            page.goto(f"{address}/{lang}/close.html")
        for id_ in ("play.adjacent", "play.one-route") if edition == "it-2006" else ("close.minimum",):
            shown = page.locator(f"[id='{id_}'] ~ .booklet [data-place]").inner_text()
            first = place(clause(id_).sources[edition].at.split(";")[0], lang)
            assert shown.replace("\N{NO-BREAK SPACE}", " ").startswith(first)


def test_the_editions_are_compared_in_those_chosen_and_where_they_differ(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": SCREEN})
    page.goto(f"{address}/de/editions.html")
    columns, rows = page.locator(".all thead th:visible"), page.locator(".all tbody tr:visible")
    assert columns.count() == 3
    options = [dispute for dispute in disputes().values() if dispute.option is not None]
    for chosen in (["it-2006", "en-yucata"], ["it-2006", "en-yucata", "ja-2006"], ["ja-2006"]):
        for at, edition in enumerate(editions()):
            page.locator("[data-column]").nth(at).set_checked(edition in chosen)
        readings = {one.id: {str(one.editions[edition].reading) for edition in chosen} for one in options}
        differing = [id_ for id_, read in readings.items() if len(read) > 1 or len(chosen) == 1]
        assert rows.locator("th a").evaluate_all("all => all.map(link => link.getAttribute('href'))") == [
            f"dispute-{id_}.html" for id_ in differing
        ]
        assert columns.count() == len(chosen) + 1
        assert page.locator("[data-alike]").inner_text().endswith(f" {len(options) - len(differing)}.")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_chapter_is_longer_than_ten_screens_of_a_phone(page: Page, address: str, lang: str) -> None:
    page.set_viewport_size({"width": 390, "height": SCREEN})
    heights = {}
    for name in chapters():
        page.goto(f"{address}/{lang}/{name}.html")
        heights[name] = page.locator("article").evaluate("article => article.scrollHeight") / SCREEN
    assert heights.pop("houses") <= 8
    assert {name: height for name, height in heights.items() if height > 10} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_root_leads_to_the_language_of_the_reader(browser: Browser, address: str, lang: str) -> None:
    with browser.new_context(locale=lang, service_workers="block") as context:
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
    page.set_viewport_size({"width": 390, "height": SCREEN})
    for name in PAGES:
        if lang != "en" and name in IN_ENGLISH:
            continue
        page.goto(f"{address}/{lang}/{name}.html")
        page.evaluate("document.querySelectorAll('details').forEach(block => block.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name


@pytest.mark.parametrize(
    ("lang", "scheme", "names"),
    [("en", "light", PAGES), ("en", "dark", PAGES), ("de", "light", SOME), ("ja", "dark", SOME)],
)
def test_axe_finds_no_fault(
    page: Page, address: str, lang: str, scheme: Literal["light", "dark"], names: list[str]
) -> None:
    page.emulate_media(color_scheme=scheme)
    for name in names:
        page.goto(f"{address}/{lang}/{name}.html")
        assert accessibility_faults(page, colours_alone=(lang, scheme) == ("en", "dark")) == [], name


def test_a_colour_that_is_hard_to_read_is_found_wherever_it_is(page: Page, address: str) -> None:
    page.goto(f"{address}/en/code.html")
    page.evaluate("""() => {
        const words = document.querySelectorAll(".highlight .nf");
        words[words.length >> 1].style.color = "#ddd";
    }""")
    assert [fault.split(":")[0] for fault in accessibility_faults(page, colours_alone=True)] == ["color-contrast"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_chapter_of_the_tour_has_at_most_three_screens_of_a_phone(page: Page, address: str, lang: str) -> None:
    page.set_viewport_size({"width": 390, "height": SCREEN})
    page.goto(f"{address}/{lang}/how-to-play.html")
    heights = """headings => [...headings.slice(1), document.querySelector(".md-content__inner").lastElementChild].map(
      (end, at) => [headings[at].id, end.getBoundingClientRect().bottom - headings[at].getBoundingClientRect().top])"""
    chapters = page.eval_on_selector_all(".md-content h2", heights)
    assert len(chapters) == 12
    assert [chapter for chapter, height in chapters if height > 3 * SCREEN] == []


def test_the_old_address_of_a_dispute_leads_to_its_page(page: Page, address: str) -> None:
    page.goto(f"{address}/fr/disputes.html#tie")
    page.click("a[id=tie]")
    page.wait_for_url(f"{address}/fr/dispute-tie.html")


def test_an_example_opens_on_the_table(page: Page, address: str, site: Path) -> None:
    page.goto(f"{address}/ja/dispute-tie.html")
    opened = page.get_attribute(".example .open a", "href")
    assert opened is not None
    assert opened.startswith("table.html#p=TT1_")
    page.goto(f"{address}/ja/{opened}")
    wait_until_ready(page)
    assert page.evaluate("taxis.line()").replace(" ", "_") == opened.partition("=")[2]


def test_the_doors_lead_to_the_question_field_and_to_the_table(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": SCREEN})
    page.goto(f"{address}/it/index.html")
    doors = page.locator(".doors a")
    assert [door.get_attribute("href") for door in doors.all()] == ["#ask", "table.html"]
    for door in doors.all():
        box = door.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < SCREEN
    assert page.eval_on_selector_all(".doors img", "all => all.every(each => each.naturalWidth > 0)")


def test_the_theme_is_one_for_the_table_and_the_rules(page: Page, address: str) -> None:
    page.goto(f"{address}/de/table.html")
    page.click('[data-part="menu"] > summary')
    for theme, scheme in ((2, "slate"), (1, "default")):
        page.select_option("#theme", index=theme)
        light = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (light == "rgb(247, 241, 225)") == (scheme == "default")
        rules = page.context.new_page()
        rules.goto(f"{address}/fr/index.html")
        assert rules.get_attribute("body", "data-md-color-scheme") == scheme
        rules.close()
    page.goto(f"{address}/pl/table.html")
    assert page.get_attribute("html", "data-theme") == "light"


# ---- addresses without a page


def test_a_missing_page_outside_of_the_languages_is_told_in_all(browser: Browser, address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}/nowhere.html")
        assert page.locator("section:visible").count() == len(LANGUAGES)
        page.click("section[lang=it] a")
        page.wait_for_url(f"{address}/it/index.html")


# ---- the content security policy


class Inline(HTMLParser):
    """The policy of a page, its inline scripts, and what no policy should have to allow."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.policy = ""
        self.scripts: list[str] = []
        self.unsafe: list[str] = []
        self._is_script = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = dict(attrs)
        if of.get("http-equiv") == "Content-Security-Policy":
            self.policy = of["content"] or ""
        self._is_script = tag == "script" and "src" not in of and of.get("type") != "application/json"
        self.unsafe += [name for name in of if name.startswith("on") or name == "style"]

    def handle_data(self, data: str) -> None:
        if self._is_script:
            self.scripts.append(data)
            self._is_script = False


def test_every_page_has_a_policy_with_the_digest_of_each_inline_script(site: Path) -> None:
    pages = sorted(site.glob("**/*.html"))
    assert len(pages) > 6 * 100
    for path in pages:
        page = Inline(path.read_text(encoding="utf-8"))
        allowed = dict(part.split(" ", 1) for part in page.policy.split("; "))
        assert allowed["default-src"] == "'none'", path
        assert "unsafe-inline" not in page.policy, path
        assert page.unsafe == [], path
        for script in page.scripts:
            digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in allowed["script-src"].split(), path
