"""Plays whole games against the computer in a browser, from the first deal to the score sheet, by pressing buttons."""

import random
from typing import TYPE_CHECKING, Any

from support.table_page import TOO_SOON, call

if TYPE_CHECKING:
    from playwright.sync_api import Page

SYSTEMS: dict[str, dict[str, Any]] = {
    "base": {"board": "south"},
    "princess-messenger": {"board": "south", "modules": ["princess-messenger"]},
    "offices-of-honor": {"board": "south", "modules": ["offices-of-honor"]},
    "power-and-glory": {"board": "testland", "modules": ["power-and-glory"]},
}
"""The games that are played, by rule system; the made-up board stands for the northern one."""

FIRST = ("keep", "close", "carriage", "cartwright", "return", "honor", "play", "draw", "administrator", "end")
"""The order in which the person prefers kinds of events: closing early brings the game to its end."""


def play_whole_game(page: "Page", settings: dict[str, Any], levels: list[str], seed: int) -> str:
    """Play a game in the page by pressing buttons until the score sheet; return the line of its end."""
    chance = random.Random(seed)
    call(page, "new", {**settings, "players": len(levels), "seed": seed})
    page.evaluate("levels => document.querySelector('taxis-table').act('sit_down', levels)", levels)
    page.wait_for_function("() => location.hash.includes('seats=')")
    while True:
        page.wait_for_selector('[data-part="events"] button[data-event], [data-part="sheet"] table', timeout=60_000)
        if page.locator('[data-part="sheet"] table').count():
            return str(call(page, "line"))
        offered = page.eval_on_selector_all(
            '[data-part="events"] [role="group"] > .row > [data-event]', "all => all.map((each) => each.dataset.event)"
        )
        if not offered:
            continue
        before = page.get_attribute("taxis-table", "data-line")
        page.wait_for_timeout(TOO_SOON)
        page.click(f'[data-part="events"] button[data-event="{chosen(offered, chance)}"]')
        page.wait_for_function(
            "line => document.querySelector('taxis-table').dataset.line !== line", arg=before, timeout=60_000
        )


def chosen(offered: list[str], chance: random.Random) -> str:
    """Return an event that advances the game: as many houses as possible, and a longer route rather than an end."""

    def rank(event: str) -> tuple[float, float]:
        verb, *named = event.split()
        kind = FIRST.index(verb) if verb in FIRST else len(FIRST)
        starts_over = named[-1:] == ["start"]
        return kind + 4 * starts_over, -len(named) if verb == "close" else chance.random()

    return min(offered, key=rank)
