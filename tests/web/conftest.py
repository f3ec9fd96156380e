"""Fixtures of the browser tests: the site, served, and Chromium."""

import contextlib
import fcntl
import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from support.browser import CHROMIUM, FLAGS
from support.paths import ROOT
from support.served import served
from thurntaxis_rulebook.corpus.languages import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the built site: that in `TAXIS_SITE`, or a new one; building it also checks every link."""
    if "TAXIS_SITE" in os.environ:
        return Path(os.environ["TAXIS_SITE"]).resolve()
    pytest.importorskip("mkdocs", reason="comes with the extra docs")
    from thurntaxis_web.build_site import build

    folder = tmp_path_factory.mktemp("built") / "site"
    with (ROOT / "pyproject.toml").open(encoding="utf-8") as locked:
        fcntl.flock(locked, fcntl.LOCK_EX)  # all processes write their pages to the same folder
        build(folder)
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Serve the site under a path, not at the root, and return its address."""
    with served(site.parent) as folder:
        yield f"{folder}/{site.name}"


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a built site (`TAXIS_SITE`), or else of one with nothing but the table."""
    if "TAXIS_SITE" in os.environ:
        return Path(os.environ["TAXIS_SITE"]).resolve()
    from thurntaxis_web.app import AppFault
    from thurntaxis_web.app.build_app import write_app

    folder = tmp_path_factory.mktemp("written") / "site"
    try:
        write_app(ROOT, folder)
    except AppFault as error:
        pytest.skip(str(error))
    for lang in LANGUAGES:
        (folder / lang / "assets").mkdir(parents=True)
        for icon in ROOT.glob("docs/theme/assets/icon*"):
            shutil.copy(icon, folder / lang / "assets" / icon.name)
    return folder


@pytest.fixture(scope="module")
def context(browser: "Browser", address: str) -> "Iterator[BrowserContext]":
    """Return where pages are opened on a phone."""
    with watched(browser, address, viewport={"width": 390, "height": 844}, has_touch=True) as context:
        context.set_default_timeout(60_000)  # long enough for a slow machine to load the kernel
        yield context


@pytest.fixture(scope="module")
def desk(browser: "Browser", address: str) -> "Iterator[BrowserContext]":
    """Return where pages are opened that need no service worker: each first visit would store the whole site."""
    with watched(browser, address, service_workers="block") as context:
        yield context


@pytest.fixture
def page(desk: "BrowserContext") -> "Iterator[Page]":
    """Return an empty page, whose browser remembers nothing but files."""
    page = desk.new_page()
    yield page
    page.evaluate("localStorage.clear()")
    page.close()


@contextlib.contextmanager
def watched(browser: "Browser", address: str, **options: Any) -> "Generator[BrowserContext]":
    """Open a context; fail if a script fails, a file is missing, or anything is asked of another host."""
    context = browser.new_context(**options)
    asked: list[str] = []
    faults: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    context.on("weberror", lambda fault: faults.append(f"{fault.page and fault.page.url}: {fault.error}"))
    context.on("console", lambda message: faults.append(said(message)) if message.type == "error" else None)
    context.on("response", lambda answer: faults.append(answer.url) if answer.status >= 400 else None)
    yield context
    context.close()
    assert [url for url in asked if not url.startswith((address, "data:", "blob:", "file:"))] == []
    assert faults == []


def said(message: "ConsoleMessage") -> str:
    """Return what a page has written to its console, after its address."""
    return f"{message.page and message.page.url}: {message.text}"
