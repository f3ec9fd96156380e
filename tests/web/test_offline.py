"""The site behind hosts as they are: their caching, folders, short addresses, updates, and addresses without a page."""

import os
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from support.installed_browser import Browser, Page
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_web.app.build_app import write_offline
from thurntaxis_web.content_policy import with_policy
from thurntaxis_web.server import SilentHandler
from thurntaxis_web.start_page import not_found_page, root_page

PAGE = '<!doctype html><title>{text}</title><script>navigator.serviceWorker.register("../offline.js")</script>'
WRITTEN = {"one": 1_600_000_000, "two": 1_600_100_000}
"""When the files of each version were written: so long ago that browsers keep them unless a header says how long."""

CACHED = """async () => {
    const found = [];
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const file of await cache.keys()) found.push([file.url, await (await cache.match(file)).text()]);
    }
    return found;
}"""


class Host(SilentHandler):
    """Serves a folder as a host does that sends a header on caching, or none, and may leave out ".html"."""

    caching, is_short = "", False

    def end_headers(self) -> None:
        if self.caching:
            self.send_header("Cache-Control", self.caching)
        super().end_headers()

    def do_GET(self) -> None:  # noqa: N802 - the base class has this name
        if self.is_short and self.path.endswith(".html"):
            self.send_response(308)
            self.send_header("Location", self.path.removesuffix(".html").removesuffix("index"))
            self.send_header("Content-Length", "0")
            return self.end_headers()
        if self.is_short and (Path(self.translate_path(self.path + ".html"))).is_file():
            self.path += ".html"
        return super().do_GET()


def write(site: Path, text: str) -> None:
    """Write a site of a few pages, with its service worker."""
    for name in ("en/index", "en/table", "en/glossary", "de/index", "de/table"):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / f"{name}.html").write_text(PAGE.format(text=f"{name} {text}"), encoding="utf-8")
    (site / "shared" / "app").mkdir(parents=True, exist_ok=True)
    (site / "shared" / "app" / "python.json").write_text(f'"{text}"', encoding="utf-8")
    (site / "index.html").write_text(root_page(), encoding="utf-8")
    (site / "404.html").write_text(with_policy(not_found_page()), encoding="utf-8")
    write_offline(site)
    for file in site.rglob("*.*"):
        os.utime(file, (WRITTEN[text], WRITTEN[text]))


@contextmanager
def serving(folder: Path, **host: str | bool) -> Generator[tuple[str, Any]]:
    """Serve a folder; yield the address, and the server."""
    handler = partial(type("Handler", (Host,), host), directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}", server
        server.shutdown()


def wait_for(page: Page, text: str) -> list[str]:
    """Wait until everything that is kept is of one version, and return the addresses."""
    for _ in range(100):
        found: list[tuple[str, str]] = page.evaluate(CACHED)
        if len(found) > 5 and all(text in content or "<ul>" in content for _, content in found):
            return [url for url, _ in found]
        page.wait_for_timeout(100)
    raise AssertionError(found)


@pytest.mark.parametrize("caching", ["max-age=600", "", "public, max-age=31536000, immutable", "no-store"])
@pytest.mark.parametrize("is_short", [False, True])
def test_an_update_in_the_middle_of_a_visit_replaces_every_page(
    browser: Browser, tmp_path: Path, caching: str, is_short: bool
) -> None:
    write(tmp_path / "project", "one")
    served = serving(tmp_path, caching=caching, is_short=is_short)
    with served as (address, server), browser.new_context(locale="fr") as context:
        page = context.new_page()
        for name in ("glossary", "table", "index"):  # the browser's own cache has them before the service worker
            page.goto(f"{address}/project/en/{name}.html")
            assert page.title() == f"en/{name} one"
        page.evaluate("async () => { await navigator.serviceWorker.ready }")
        page.reload()
        assert not [url for url in wait_for(page, "one") if "/de/index" in url]  # no other language
        write(tmp_path / "project", "two")
        page.goto(f"{address}/project/en/table.html")
        wait_for(page, "two")
        for name in ("glossary", "table", "index"):
            page.goto(f"{address}/project/en/{name}.html")
            assert page.title() == f"en/{name} two"
        server.shutdown()
        server.server_close()
        context.set_offline(True)
        for path in ("en/index.html", "en/", "en", ""):
            page.goto(f"{address}/project/{path}")
            page.wait_for_url(f"{address}/project/en/**")
            assert page.title() == "en/index two"
        page.goto(f"{address}/project/en/table")
        assert page.title() == "en/table two"


MISSING = """
 foo/bar, nope, de/developers/x/y.html de, en/../ja//nope/ ja, /host.invalid/x, %00/%ff/x, x/x/x/x/x/x/x/x/x/x/x/x/x/x
project/ a/b, fr/nope fr, foo/de/bar
it/thurntaxis/ en/nope en, nope
en/ pl/x/it/y pl
ü/ ja/nope ja
""".strip("\n").splitlines()
"""By line, the folder of a site and some addresses in it, each with the language that it names."""


@pytest.mark.parametrize("case", MISSING)
def test_a_missing_page_leads_to_the_start_pages(browser: Browser, tmp_path: Path, case: str) -> None:
    folder, _, paths = case.partition(" ")
    write(tmp_path / folder, "one")
    with serving(tmp_path) as (address, _), browser.new_context(service_workers="block") as context:
        for path, _, lang in (path.partition(" ") for path in paths.split(", ")):
            page = context.new_page()
            with page.expect_response("**/shared/app/python.json"):
                page.goto(f"{address}/{folder}{path}")
            page.wait_for_load_state("networkidle")
            shown = page.eval_on_selector_all("section:not([hidden])", "all => all.map(each => each.lang)")
            assert shown == ([lang] if lang else list(LANGUAGES))
            start = page.evaluate("document.querySelector('section[lang=en] a').href")
            assert start == f"{address}/{quote(folder)}en/index.html"
