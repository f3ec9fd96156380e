"""The table as people use it: bad input, by keyboard, in text mode, through a record, whole games."""

from typing import Literal

import pytest

import thurntaxis as tt
from support.accessibility import found_by_axe
from support.installed_browser import BrowserContext, Page
from support.paths import EXAMPLES
from support.table_page import FRAGMENT, MIDGAME, ask_about_a_mistake, ask_for_advice, call, choose, opened, tap
from support.whole_games import SYSTEMS, play_whole_game
from thurntaxis.io.read import read_record
from thurntaxis_rulebook.corpus.languages import LANGUAGES, word
from thurntaxis_solver.play.agents import LEVELS

LEAST_TARGET = 44


@pytest.fixture(scope="module")
def table(context: BrowserContext, address: str) -> Page:
    """Return a page that several tests use: starting Python takes seconds."""
    return opened(context, address, fragment=FRAGMENT)


def test_a_turn_is_played_by_keyboard_alone(table: Page) -> None:
    table.wait_for_selector('[data-event="draw deck"]')
    for event in ("draw Freiburg", "deal Basel", "play Regensburg right", "end"):
        focus(table, f'[data-event="{event}"]')
        before = table.get_attribute("taxis-table", "data-line")
        table.keyboard.press("Enter")
        table.wait_for_function("line => document.querySelector('taxis-table').dataset.line !== line", arg=before)
    position = MIDGAME
    for event in ("draw Freiburg", "deal Basel", "play Regensburg right", "end"):
        position = position.play(event)
    assert call(table, "line") == position.to_line()
    focus(table, 'input[name="at"]')
    table.keyboard.press("Home")
    table.wait_for_function("() => document.querySelector('[data-part=at]').textContent.startsWith('0')")
    assert call(table, "line") == MIDGAME.to_line()


def seconds(page: Page, number: int) -> None:
    """Set how long advice is looked for."""
    page.click('[data-part="menu"] > summary')
    page.select_option('select[name="time"]', str(number))
    page.click('[data-part="menu"] > summary')


def focus(page: Page, selector: str) -> None:
    """Move the focus to an element by the tab key."""
    for _ in range(150):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} can't be reached by keyboard")


def test_text_mode_says_what_the_map_shows_and_takes_events_of_the_language(
    context: BrowserContext, address: str
) -> None:
    page = opened(context, address, "de", FRAGMENT)
    page.wait_for_selector('[data-part="map-words"] dt', state="attached")
    choose(page, "text-mode")
    assert not page.is_visible('[data-part="map"]')
    told = page.inner_text('[data-part="map-words"]')
    for city in MIDGAME.rules.board.cities:
        assert city.name in told
    assert "Route von Anna" in told
    assert page.inner_text('[data-part="words"]').count("Anna")
    page.fill('input[name="event"]', "nimm freiburg")
    page.click('[data-part="play-typed"]')
    page.wait_for_selector('[data-part="history"] li')
    assert page.inner_text('[data-part="history"] li').startswith("Anna: nimmt Freiburg")
    seconds(page, 1)
    call(page, "apply", "deal Basel")
    ask_for_advice(page)
    assert page.inner_text('[data-part="best"]').startswith("Am besten:")
    assert page.get_attribute('[data-part="best"]', "role") == "status"
    page.evaluate("localStorage.clear()")
    page.close()


def test_advice_that_is_asked_for_before_the_last_event_is_shown_appears(table: Page) -> None:
    call(table, "load", MIDGAME.to_line())
    table.wait_for_selector('[data-part="best"]:empty', state="attached")
    seconds(table, 1)
    call(table, "apply", "draw Freiburg")
    button = "document.querySelector('[data-part=advise]')"
    table.evaluate(f"() => taxis.apply('deal Basel').then(() => {button}.click())")
    table.wait_for_selector('[data-part="best"]:not(:empty)', state="attached")
    assert table.get_attribute("taxis-table", "data-line") == call(table, "line")
    assert table.locator('[data-part="lines"] li').count()


def test_a_record_is_stepped_through_with_advice(table: Page) -> None:
    file = min(EXAMPLES.glob("game-*.json"))
    record = read_record(file)
    call(table, "load", file.read_text(encoding="utf-8"))
    table.wait_for_selector('[data-part="sheet"] table')
    total = table.locator('[data-part="sheet"] tfoot td').all_inner_texts()
    assert [int(points.replace("−", "-")) for points in total] == list(record.end.scores())
    table.click(f'[aria-label="{word("en", "table", "first")}"]')
    table.wait_for_function("() => document.querySelector('[data-part=at]').textContent.startsWith('0 ')")
    assert call(table, "line") == record.start.to_line()
    decided = next(at for at, event in enumerate(record.events) if not event.startswith(("deal", "back")))
    table.evaluate("at => document.querySelector('taxis-table').act('go_to', at)", decided)
    table.wait_for_selector(f'[data-part="at"]:text-is("{decided} of {len(record.events)}")')
    seconds(table, 1)
    table.wait_for_selector('[data-part="best"]:empty', state="attached")
    ask_for_advice(table)
    turn = str(table.locator('[data-part="lines"] li .plan').first.get_attribute("title")).split("; ")
    names_a_city = not record.start.rules.board.city_of.keys().isdisjoint(" ".join(turn).split())
    assert table.locator(".advice-mark").count() == names_a_city
    table.click(f'[aria-label="{word("en", "table", "last")}"]')
    table.wait_for_selector('[data-part="sheet"] table')
    assert call(table, "line") == record.end.to_line()


# ---- usable by everybody


@pytest.mark.parametrize(("lang", "scheme"), [("de", "light"), ("pl", "dark")])
def test_axe_finds_nothing_on_any_view(
    context: BrowserContext, address: str, lang: str, scheme: Literal["light", "dark"]
) -> None:
    page = opened(context, address, lang, FRAGMENT)
    page.emulate_media(color_scheme=scheme)
    ask_about_a_mistake(page)
    seconds(page, 1)
    ask_for_advice(page)
    check(page)
    choose(page, "text-mode")
    check(page)
    choose(page, "text-mode")
    for dialog in ("new-game", "load", "share"):
        choose(page, dialog)
        page.wait_for_selector("dialog")
        check(page)
        page.keyboard.press("Escape")
    choose(page, "set-up")
    page.wait_for_selector('[data-part="present"]')
    check(page)
    page.click('[data-part="present"]')
    for tab in range(5):
        page.click(f'[data-tab="{tab}"]')
        page.wait_for_timeout(300)
        check(page)
    page.evaluate("(localStorage.clear(), sessionStorage.clear())")
    page.close()


def check(page: Page) -> None:
    """Check a view: by axe, for the size of what is tapped, and that nothing has to be scrolled sideways."""
    assert found_by_axe(page) == []
    small = page.eval_on_selector_all(
        "button, input:not([type=checkbox]):not([type=range]), select",
        """(all, least) => all.filter((each) => each.checkVisibility() && !each.classList.contains("plain"))
            .filter((each) => each.getBoundingClientRect().height < least - 0.5).map((each) => each.outerHTML)""",
        LEAST_TARGET,
    )
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert "{" not in page.inner_text("main")


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang not in ("de", "pl")])  # axe looks at these
def test_no_view_needs_scrolling_sideways(context: BrowserContext, address: str, lang: str) -> None:
    page = opened(context, address, lang, FRAGMENT)
    page.wait_for_selector('[data-part="players"] summary')
    call(page, "advise", {"playouts": 100})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert "{" not in page.inner_text("main")
    choose(page, "set-up")
    page.click('[data-part="present"]')
    for tab in range(5):
        page.click(f'[data-tab="{tab}"]')
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert "{" not in page.inner_text(".set-up .fields")
    page.evaluate("(localStorage.clear(), sessionStorage.clear())")
    page.close()


# ---- whole games


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_whole_game_against_the_computer_is_replayed(table: Page, system: str) -> None:
    end = play_whole_game(table, SYSTEMS[system], ["person", "beginner"], 7)
    with table.expect_download() as downloading:
        tap(table, '[data-part="download"]')
    record = read_record(downloading.value.path())
    assert record.end == tt.Position.from_line(end)
    assert record.end.is_over
    assert record.seats == (None, LEVELS["beginner"])
