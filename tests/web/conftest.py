"""What the tests in a browser share: the site served, and Chromium."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.browser import CHROMIUM, FLAGS

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the built site: that in `TAXIS_SITE`, or a new one; building it also checks every link."""
    if "TAXIS_SITE" in os.environ:
        return Path(os.environ["TAXIS_SITE"]).resolve()
    from thurntaxis_web.build_site import build

    folder = tmp_path_factory.mktemp("built") / "site"
    build(folder)
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
