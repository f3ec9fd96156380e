"""The table in a browser, as tests use it: the page opened, asked, and touched."""

from typing import TYPE_CHECKING, Any

from support.paths import EXAMPLES
from thurntaxis.io.read import read_position

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

MIDGAME = read_position(EXAMPLES / "midgame.toml")
FRAGMENT = f"#p={MIDGAME.to_line().replace(' ', '_')}"
"""How the address of the table with this position ends."""


def opened(context: "BrowserContext", address: str, lang: str = "en", fragment: str = "") -> "Page":
    """Return the table in a language, once it answers."""
    page = context.new_page()
    page.goto(f"{address}/{lang}/table.html{fragment}")
    wait_until_ready(page)
    return page


def wait_until_ready(page: "Page") -> None:
    """Wait until the table answers; on a busy machine, its scripts may come after the page."""
    page.wait_for_function("window.taxis")
    page.evaluate("taxis.ready()")


def call(page: "Page", method: str, *given: Any) -> Any:
    """Return what a method of `window.taxis` resolves to."""
    return page.evaluate("([method, given]) => taxis[method](...given)", [method, list(given)])


TOO_SOON = 450
"""How long a list has to be there before taps on it count, in milliseconds, and a little more."""


def choose(page: "Page", tool: str) -> None:
    """Choose something from the menu, by the name of its part."""
    page.click('[data-part="menu"] > summary')
    page.click(f'[data-part="{tool}"]')


def tap(page: "Page", selector: str) -> None:
    """Tap what a selector finds, once that can't be a mistake any more."""
    page.wait_for_selector(selector)
    page.wait_for_timeout(TOO_SOON)
    page.locator(selector).first.click()


def ask_for_advice(page: "Page") -> None:
    """Look for the best turn, and wait until the search is done."""
    page.click('[data-part="advise"]')
    page.wait_for_selector('[data-part="best"]:not(:empty)', state="attached", timeout=60_000)


def ask_about_a_mistake(page: "Page") -> None:
    """Try an event that isn't legal, and wait until the page says why."""
    page.fill('input[name="event"]', "play Lodz right")
    page.press('input[name="event"]', "Enter")
    page.wait_for_selector(".verdict.no")


class Fingers:
    """A person's fingers on a page: they tap and type, and count both."""

    def __init__(self, page: "Page") -> None:
        """Put them on a page."""
        self.page, self.taps, self.keys = page, 0, 0

    def tap(self, selector: str) -> None:
        """Tap the first element that a selector finds."""
        self.taps += 1
        self.page.locator(selector).first.tap()

    def cities(self, names: str) -> None:
        """Tap cities on the map, where they are drawn."""
        for name in names.split():
            self.taps += 1
            sign = self.page.locator(f'[data-part="map"] [data-city="{name}"] :is(circle, .free)').first
            while (box := sign.bounding_box()) is None:  # the map has just been redrawn
                pass
            self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def type(self, text: str) -> None:
        """Type a text into what has the focus."""
        self.keys += len(text)
        self.page.keyboard.type(text)
