"""Takes the pictures of the table that stand in the README and in `docs/table.md`.

`python tests/support/table_pictures.py SITE` serves a built site, uses the table as a person would, on a desktop and on
a phone, and writes the pictures to `docs`.
"""

import base64
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from support.browser import CHROMIUM, FLAGS
from support.paths import ROOT
from support.served import served
from support.table_page import FRAGMENT, Fingers, ask_about_a_mistake, ask_for_advice, choose, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DRAWN = "taxis-table[data-line]"
"""The table, once its position is shown."""

QUALITY = 80
"""Of pictures in WebP, in percent."""


def set_up(page: "Page") -> None:
    """Show how the houses of a position are entered."""
    choose(page, "set-up")
    page.click('[data-players="2"]')
    page.wait_for_selector('[data-tab="0"]')
    fingers = Fingers(page)
    fingers.tap('input[name="players[0].name"]')
    fingers.type("Anna")
    fingers.tap('[data-key="players[0].houses"] button.field-name')
    fingers.cities("Ulm Augsburg München")
    fingers.tap('[data-key="players[0].route"] button.field-name')
    fingers.cities("Nürnberg Ingolstadt Linz")
    page.wait_for_selector('[data-key="players[0].route"] .fault')


def text_mode(page: "Page") -> None:
    """Show the table in words."""
    choose(page, "text-mode")
    page.evaluate("scrollTo(0, 0)")


PHONE: dict[str, Callable[["Page"], None]] = {
    "playing": lambda page: page.evaluate("scrollTo(0, 0)"),
    "advice": ask_for_advice,
    "ruling": ask_about_a_mistake,
    "set-up": set_up,
    "text": text_mode,
}
"""What is shown on a phone, by the name of the picture."""


def main(site: Path) -> None:
    """Take all pictures."""
    from playwright.sync_api import sync_playwright

    with served(site.parent) as folder, sync_playwright() as playwright:
        address = f"{folder}/{site.name}"
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        desktop = chromium.new_context(viewport={"width": 1280, "height": 800})
        page = opened(desktop, address, fragment=FRAGMENT)
        page.wait_for_selector(DRAWN)
        ask_for_advice(page)
        page.screenshot(path=ROOT / "docs" / "table.png")
        for name, use in PHONE.items():
            on_phone(chromium, address, use, ROOT / "docs" / f"table-{name}.webp")
        chromium.close()


def on_phone(chromium: "Browser", address: str, use: Callable[["Page"], None], file: Path) -> None:
    """Take the picture of what a phone shows once the table has been used."""
    context = chromium.new_context(viewport={"width": 390, "height": 780}, device_scale_factor=2, has_touch=True)
    page = opened(context, address, fragment=FRAGMENT)
    page.wait_for_selector(DRAWN)
    use(page)
    settings = {"format": "webp", "quality": QUALITY}
    taken = context.new_cdp_session(page).send("Page.captureScreenshot", settings)
    file.write_bytes(base64.b64decode(taken["data"]))
    context.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
