"""Plays whole games against the computer in a browser, from the first deal to the score sheet.

`python tests/support/whole_games.py SITE [SEED]` serves a built site, plays a game on each rule system by pressing the
page's buttons, downloads each record and has `taxis replay` play it again. It ends with exit status 1 if a record isn't
accepted, or doesn't end where the page does.
"""

import random
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from support.browser import CHROMIUM, FLAGS
from support.command_line import taxis
from support.table_page import call, opened
from thurntaxis.io.read import read_record

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
            '[data-part="events"] button[data-event]', "all => all.map((each) => each.dataset.event)"
        )
        if not offered:
            continue
        before = page.get_attribute("taxis-table", "data-line")
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


def main(site: Path, seed: int) -> int:
    """Play a game on each rule system; return the exit status."""
    from playwright.sync_api import sync_playwright

    from thurntaxis_web.server import server

    status = 0
    with server(site.parent, 0) as serving, sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = chromium.new_context(viewport={"width": 390, "height": 844})
        for name, settings in SYSTEMS.items():
            page = opened(context, f"http://127.0.0.1:{serving.server_address[1]}/{site.name}")
            end = play_whole_game(page, settings, ["person", "beginner"], seed)
            with page.expect_download() as downloading:
                page.click('[data-part="sheet"] button')
            file = Path(folder) / f"{name}.json"
            downloading.value.save_as(file)
            replayed, record = taxis("replay", file), read_record(file)
            same = record.end.to_line() == end and record.end.is_over
            status |= replayed.status or not same
            result = " ".join(replayed.out.split("\n")[-2:]).strip()
            print(
                f"{name}: {len(record.events)} events, replay {replayed.status}, same end {same}: {result}", flush=True
            )
            page.close()
        chromium.close()
        serving.shutdown()
    return int(status)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 7))
