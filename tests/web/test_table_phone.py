"""The table on a phone: everything on one screen, every answer in view, nothing lost."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import thurntaxis as tt
from support.installed_browser import BrowserContext, Page
from support.paths import EXAMPLES
from support.table_page import FRAGMENT, MIDGAME, TOO_SOON, Fingers, call, choose, opened, tap, wait_until_ready
from support.whole_games import chosen
from thurntaxis_rulebook.corpus.languages import LANGUAGES, word

HIGH = 844
"""The height of the window in CSS pixels."""

ON_ONE_SCREEN = ("status", "map", "players", "display", "route", "hand", "move", "actions", "undo", "advise", "booklet")
"""The parts of the page that are in view together while one plays."""


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    page = opened(context, address, fragment=FRAGMENT)
    page.wait_for_selector("taxis-table[data-line]")
    yield page
    page.evaluate("(localStorage.clear(), sessionStorage.clear())")
    page.close()


def ends(page: Page, part: str) -> tuple[float, float]:
    """Return where a part of the page begins and ends in the window, from its top."""
    inside = ":scope > *" if part == "actions" else ":scope"
    found: tuple[float, float] = page.evaluate(
        """([part, inside]) => {
            const element = document.querySelector(`[data-part="${part}"]`);
            const all = inside === ":scope" ? [element] : [...element.querySelectorAll(inside)];
            const boxes = all.map((each) => each.getBoundingClientRect());
            return [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
        }""",
        [part, inside],
    )
    return found


def check_on_one_screen(page: Page, high: int) -> None:
    """Check that all that one plays with is in view in a window of this height."""
    for part in ON_ONE_SCREEN:
        top, bottom = ends(page, part)
        assert top >= 0, part
        assert bottom <= high, part


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_that_one_plays_with_is_on_one_screen(context: BrowserContext, address: str, lang: str) -> None:
    line = tt.new(4, seed=3).play("draw deck").to_line().replace(" ", "_")
    for fragment in (FRAGMENT, f"#p={line}"):
        page = opened(context, address, lang, fragment)
        page.wait_for_selector("taxis-table[data-line]")
        check_on_one_screen(page, HIGH)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.close()


def test_everything_fits_on_a_desktop(context: BrowserContext, address: str) -> None:
    page = opened(context, address, fragment=FRAGMENT)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_selector("taxis-table[data-line]")
    check_on_one_screen(page, 800)
    page.close()


@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375), (640, 400), (320, 640)])
def test_set_up_can_be_used_in_small_windows(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    choose(page, "set-up")
    page.click('[data-part="present"]')
    for field in ("players[0].hand", "players[0].tiles"):
        element = page.locator(f'[data-field="{field}"] button').first
        element.scroll_into_view_if_needed()
        element.click(trial=True, timeout=10_000)  # nothing covers it
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def answered(page: Page, kind: str) -> None:
    """Wait for an answer of a kind, and check that its first line is in view, where it covers nothing but the map."""
    page.wait_for_selector(f'[data-part="answer"][data-kind="{kind}"] :is(p, li)')
    seen: Any = page.evaluate(
        """() => {
            const first = document.querySelector('[data-part="answer"] :is(p, li)');
            const range = document.createRange();
            range.selectNodeContents(first);
            const { left, top, height } = range.getClientRects()[0];
            const there = document.elementFromPoint(left + 3, top + height / 2);
            return { top, bottom: top + height, isSeen: Boolean(there?.closest('[data-part="answer"]')) };
        }"""
    )
    assert seen["top"] >= 0
    assert seen["bottom"] <= HIGH
    assert seen["isSeen"]


def test_every_answer_is_in_view(page: Page) -> None:
    fingers = Fingers(page)
    fingers.cities("Lodz")  # takes the card that lies on display
    page.wait_for_selector('[data-part="choices"] [data-part="reveal"]')
    fingers.cities("Basel")  # says what is revealed
    page.wait_for_selector('[data-part="hand"] [data-card="Lodz"]')
    fingers.cities("Mannheim")  # lies neither in the hand nor on display
    answered(page, "ruling")
    for action in page.locator('[data-part="actions"] [data-ask]').all():
        page.evaluate("document.querySelector('[data-part=answer]').replaceChildren()")
        page.wait_for_timeout(TOO_SOON)
        action.tap()
        answered(page, "ruling")
    for text, kind in (("play Lodz right", "ruling"), ("hop", "error"), ("carriage 5", "ruling")):
        page.evaluate("document.querySelector('[data-part=answer]').replaceChildren()")
        page.fill('[data-part="move"]', text)
        page.press('[data-part="move"]', "Enter")
        answered(page, kind)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.evaluate("document.querySelector('[data-part=answer]').replaceChildren()")
    page.locator('[data-part="advise"]').tap()
    answered(page, "advice")
    page.wait_for_selector('[data-part="best"]:not(:empty)', state="attached")
    answered(page, "advice")


def test_the_advised_turn_is_played_with_two_taps_and_undone_with_one(page: Page) -> None:
    page.locator('[data-part="advise"]').tap()
    page.wait_for_selector('[data-part="best"]:not(:empty)', state="attached")
    turn = str(page.get_attribute('[data-part="lines"] .plan', "title")).split("; ")
    tap(page, '[data-part="lines"] button[data-turn="0"]')
    page.wait_for_selector('[data-part="history"] li')
    while page.locator('[data-part="choices"] [data-part="reveal"]:visible').count():
        tap(page, '[data-part="choices"] [data-part="reveal"]')
        page.wait_for_timeout(600)
    events = [event for event in call(page, "record")["events"] if not event.startswith("deal")]
    assert events[:2] == turn[:2]
    assert len(events) >= min(len(turn), 2)
    page.locator('[data-part="undo"]').tap()
    page.wait_for_function("line => document.querySelector('taxis-table').dataset.line === line", arg=MIDGAME.to_line())
    page.locator('[data-part="redo"]').tap()
    page.wait_for_function("line => document.querySelector('taxis-table').dataset.line !== line", arg=MIDGAME.to_line())
    assert [event for event in call(page, "record")["events"] if not event.startswith("deal")] == events


# ---- nothing is lost


def test_a_long_game_is_there_again_after_a_reload_and_in_the_list(page: Page) -> None:
    record = (EXAMPLES / "game-tie.json").read_text(encoding="utf-8")
    call(page, "load", record)
    for _ in range(3):
        call(page, "undo")
    events = json.loads(record)["events"]
    assert call(page, "record")["events"] == events[:-3]
    page.reload()
    wait_until_ready(page)
    assert call(page, "record")["events"] == events[:-3]
    for _ in range(3):
        call(page, "redo")
    assert call(page, "record")["events"] == events
    (game,) = call(page, "games")
    call(page, "new", {"players": 2})
    assert call(page, "record")["events"] == []
    choose(page, "load")
    page.click(f'dialog [data-game="{game["id"]}"]')
    page.wait_for_selector("dialog", state="detached")
    page.wait_for_function("async (count) => (await taxis.record()).events.length === count", arg=len(events))


def test_undo_and_redo_mirror_each_other_against_the_computer(page: Page) -> None:
    call(page, "new", {"players": 2, "seed": 5})
    page.evaluate("() => document.querySelector('taxis-table').act('sit_down', ['person', 'beginner'])")
    for _ in range(8):  # decisions of the person: two turns and more
        page.wait_for_selector('[data-part="events"] [data-event]', timeout=60_000)
        before = page.get_attribute("taxis-table", "data-line")
        call(page, "apply", chosen(call(page, "events")["events"], random.Random(1)))
        page.wait_for_function("line => document.querySelector('taxis-table').dataset.line !== line", arg=before)
    page.wait_for_selector('[data-part="events"] [data-event]', timeout=60_000)
    line = call(page, "line")
    for button in ("undo", "redo"):
        for _ in range(5):
            before = page.get_attribute("taxis-table", "data-line")
            page.click(f'[data-part="{button}"]')
            page.wait_for_function("line => document.querySelector('taxis-table').dataset.line !== line", arg=before)
    assert call(page, "line") == line
    assert page.locator('[data-part="events"] [data-event]').count()


def test_two_quick_taps_play_one_event(page: Page) -> None:
    call(page, "apply", "draw Freiburg")
    tap(page, '[data-part="choices"] [data-part="reveal"]')
    box = page.locator('[data-part="choices"]').bounding_box() or {"x": 20, "y": 20}
    for _ in range(3):
        page.touchscreen.tap(box["x"] + 20, box["y"] + 60)
        page.wait_for_timeout(60)
    page.wait_for_timeout(500)
    assert len(call(page, "record")["events"]) == 2


@pytest.mark.parametrize(
    ("more", "count"),
    [("&m=draw%20Freiburg;play%20Lodz%20right", 1), ("&m=draw%20Freib", 0), ("&m=draw%20Freiburg).", 1), (").", 0)],
)
def test_a_link_is_played_as_far_as_it_is_right(context: BrowserContext, address: str, more: str, count: int) -> None:
    page = opened(context, address, fragment=FRAGMENT + more)
    assert len(call(page, "record")["events"]) == count
    assert call(page, "line").startswith(MIDGAME.to_line()[:8])
    if more.endswith("."):
        assert not page.locator('[data-part="answer"] .fault').count()
    else:
        answered(page, "error")
        assert page.evaluate("location.hash") == FRAGMENT + more
        page.reload()
        wait_until_ready(page)
        answered(page, "error")
    page.close()


def test_load_takes_what_people_send(page: Page) -> None:
    line = MIDGAME.to_line()
    sent = (
        page.evaluate("location.href"),
        f"Look: {page.evaluate('location.href')}.",
        line.replace(" / ", "\n/ "),
        f"`{line}`.",
        line.replace(" ", "_"),
    )
    for text in sent:
        call(page, "new", {"players": 2})
        choose(page, "load")
        page.fill("dialog textarea", text)
        page.click("dialog button.main")
        page.wait_for_selector("dialog", state="detached")
        assert call(page, "line") == line, text


def test_it_works_where_nothing_can_be_kept(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.add_init_script(
        "for (const name of ['localStorage', 'sessionStorage'])"
        " Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });"
    )
    page.goto(f"{address}/en/table.html{FRAGMENT}")
    wait_until_ready(page)
    tap(page, '[data-part="display"] [data-card="Freiburg"]')
    answered(page, "warning")
    assert word("en", "table", "not-kept") in page.inner_text('[data-part="answer"]')
    page.close()


# ---- the booklet


def test_the_booklet_is_one_for_start_page_and_table(page: Page, address: str) -> None:
    other = next(name for name in tt.EDITIONS if name != page.input_value('[data-part="booklet"]'))
    page.evaluate("name => localStorage.setItem('taxis-edition', name)", other)
    page.goto(f"{address}/en/table.html")
    wait_until_ready(page)
    assert page.input_value('[data-part="booklet"]') == other
    assert tt.Position.from_line(call(page, "line")).rules.edition == other
    page.select_option('[data-part="booklet"]', tt.DEFAULT_EDITION)
    page.wait_for_function("async () => (await taxis.line()).startsWith('TT1 - - ')")
    assert page.evaluate("localStorage.getItem('taxis-edition')") == tt.DEFAULT_EDITION
    line = tt.new(2, edition=other, seed=1).to_line()
    call(page, "load", line)
    assert call(page, "line") == line
    tap(page, '[data-part="follow"]')
    page.wait_for_function("async () => (await taxis.line()).startsWith('TT1 - - ')")
