"""What the tests in a browser share: the site served, and Chromium."""

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.browser import CHROMIUM, FLAGS
from support.paths import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the table: the built site that `TAXIS_SITE` names, or else the table alone."""
    from thurntaxis_rulebook.corpus.languages import LANGUAGES
    from thurntaxis_web.app import AppFault
    from thurntaxis_web.app.build_app import write_app

    if "TAXIS_SITE" in os.environ:
        return Path(os.environ["TAXIS_SITE"]).resolve()
    folder = tmp_path_factory.mktemp("written") / "site"
    try:
        write_app(ROOT, folder)
    except AppFault as error:
        pytest.skip(str(error))
    for lang in LANGUAGES:
        (folder / lang / "assets" / "images").mkdir(parents=True)
        shutil.copy(next(ROOT.glob("docs/*.svg")), folder / lang / "assets" / "images" / "favicon.png")
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Serve the site under a path, not at the root, and return its address."""
    from thurntaxis_web.server import server

    with server(site.parent, 0) as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{serving.server_address[1]}/{site.name}"
        serving.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()
