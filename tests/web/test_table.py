"""The table in a browser (Chromium): it says what the command says, and is what a person at a table needs.

`TAXIS_SITE` names the folder of a built site; without it these tests write the table alone.
"""

import gzip
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support import random_play
from support.command_line import taxis
from support.installed_browser import Browser, BrowserContext, Page
from support.paths import EXAMPLES
from support.table_page import FRAGMENT, MIDGAME, ask_about_a_mistake, call, choose, opened, tap, wait_until_ready
from thurntaxis.io.read import read_position, read_record
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulebook_answers import usual_edition
from thurntaxis_rulebook.corpus.languages import LANGUAGES, word

POSITIONS = sorted(EXAMPLES.glob("*.toml"))
MOST_BYTES = 10 * 1024 * 1024
"""The greatest size of everything that the page loads, compressed."""


@pytest.fixture(scope="module")
def table(context: BrowserContext, address: str) -> Page:
    """Return a page that several tests use: starting Python takes seconds."""
    page = opened(context, address)
    page.evaluate("window.lines = []; document.addEventListener('taxis:change', (e) => window.lines.push(e.detail))")
    return page


def refused(page: Page, method: str, *given: Any) -> Any:
    """Return the message and the ruling of a refusal."""
    script = "([m, given]) => taxis[m](...given).then(() => null, (e) => ({message: e.message, ruling: e.ruling}))"
    return page.evaluate(script, [method, list(given)])


# ---- the same answers as the command's


@pytest.mark.parametrize("file", POSITIONS, ids=lambda file: file.stem)
def test_examples_are_answered_as_by_the_command(table: Page, file: Path) -> None:
    line = taxis("convert", file, "--to", "line").out.strip()
    assert call(table, "load", line) == {"warnings": []}
    assert call(table, "line") == line
    events = call(table, "events")
    assert events == taxis("legal", file, "--json").data
    board = read_position(file).rules.board
    asked = [*events["events"][:2], *(f"play {board.cities[at].name} right" for at in (0, 5)), "end", "carriage"]
    for event in asked:
        assert call(table, "ruling", event) == taxis("ruling", file, event, "--json").data, event


def test_random_positions_are_answered_as_by_the_reference(table: Page) -> None:
    verdicts = set()
    for position, chance in random_play.positions(40):
        call(table, "load", position.to_line())
        assert call(table, "line") == position.to_line()
        events = [str(event) for event in position.events()]
        assert call(table, "events")["events"] == events
        card = chance.choice(sorted(position.rules.board.city_of))
        for event in (f"play {card} left", f"draw {card}", *events[:1]):
            is_legal = not position.why_not(event)
            verdicts.add(is_legal)
            assert call(table, "ruling", event)["legal"] == is_legal
        if events:
            event = chance.choice(events)
            assert call(table, "apply", event) == call(table, "line") == position.play(event).to_line()
    assert verdicts == {True, False}


def compare_advice(table: Page, position: tt.Position, **settings: object) -> None:
    """Compare the advice of the table with that of the command, digit by digit."""
    call(table, "load", position.to_line())
    advice = call(table, "advise", settings)
    arguments = [word for name, value in settings.items() for word in (f"--{name}", value)]
    expected = taxis("advise", position.to_line(), "--json", *arguments).data
    del advice["effort"]["seconds"], expected["effort"]["seconds"]
    assert advice == expected


@pytest.mark.parametrize("file", POSITIONS, ids=lambda file: file.stem)
def test_advice_is_that_of_the_command(table: Page, file: Path) -> None:
    for playouts, cores, lines, seed in ((800, 1, 3, 1), (500, 2, 3, 7), (700, 3, 5, 42)):
        compare_advice(table, read_position(file), playouts=playouts, cores=cores, lines=lines, seed=seed)


def test_advice_with_modules_is_that_of_the_command(table: Page) -> None:
    positions = (position for position, _ in random_play.positions(40))
    with_modules = [position for position in positions if position.rules.modules and not position.is_over][:6]
    assert len(with_modules) == 6
    for position in with_modules:
        compare_advice(table, position, playouts=600)


@pytest.mark.parametrize(("playouts", "cores"), [pytest.param(40_000, 1, marks=pytest.mark.nightly), (30_000, 2)])
def test_trees_that_outgrow_their_first_memory_are_those_of_the_command(table: Page, playouts: int, cores: int) -> None:
    compare_advice(table, MIDGAME, playouts=playouts, cores=cores)


def test_a_search_ends_when_another_one_begins(table: Page) -> None:
    call(table, "load", MIDGAME.to_line())
    table.evaluate("() => { window.first = taxis.advise({time: 600}).then((a) => a.lines.length, (e) => e.message); }")
    assert call(table, "advise", {"playouts": 100})["effort"]["playouts"] == 100
    assert table.evaluate("window.first") in ("another search has begun", 3)


@pytest.mark.parametrize("cores", [1, 2])
def test_a_search_can_be_watched_and_stopped(table: Page, cores: int) -> None:
    call(table, "load", MIDGAME.to_line())
    table.evaluate(
        """(cores) => {
            window.known = [];
            document.addEventListener("taxis:advice", (event) => window.known.push(event.detail));
            window.answer = taxis.advise({time: 600, cores});
        }""",
        cores,
    )
    table.wait_for_function("() => window.known.length >= 2")
    assert call(table, "line") == MIDGAME.to_line()  # other questions are answered meanwhile
    began = time.monotonic()
    call(table, "stop")
    answer = table.evaluate("window.answer")
    assert time.monotonic() - began < 10
    playouts = [advice["effort"]["playouts"] for advice in table.evaluate("window.known")]
    assert playouts == sorted(playouts)
    assert answer["effort"]["playouts"] == playouts[-1]
    assert answer["lines"]


# ---- refusals leave the table as it is


def test_an_illegal_event_is_refused_with_its_ruling(table: Page, tmp_path: Path) -> None:
    call(table, "load", MIDGAME.to_line())
    answer = refused(table, "apply", "end")
    assert answer["ruling"] == taxis("ruling", EXAMPLES / "midgame.toml", "end", "--json").data
    assert answer["ruling"]["legal"] is False
    assert "\n" not in answer["message"]
    assert call(table, "line") == MIDGAME.to_line()
    assert "unknown move" in refused(table, "apply", "jump Ulm")["message"]


# ---- the address, undo and redo


def test_the_address_shows_the_same_table_again(table: Page, context: BrowserContext, address: str) -> None:
    call(table, "load", MIDGAME.to_line())
    for _ in range(5):
        call(table, "apply", call(table, "events")["events"][0])
    line, fragment = call(table, "line"), table.evaluate("location.hash")
    assert re.fullmatch(r"#p=TT1_[^&+ %]*&m=[^;&= ]+(;[^;&= ]+){4}", fragment)
    again = opened(context, address, "de", fragment)
    assert call(again, "line") == line
    assert again.evaluate("location.hash") == fragment
    for _ in range(5):
        call(again, "undo")
    again.click('[data-part="menu"] > summary')
    again.select_option("#language", "ja")
    again.wait_for_url(f"{address}/ja/table.html#p=**")
    wait_until_ready(again)
    assert call(again, "line") == MIDGAME.to_line()
    again.close()


def test_a_game_can_be_undone_and_redone(table: Page) -> None:
    file = min(EXAMPLES.glob("game-*.json"))
    record = read_record(file)
    call(table, "load", file.read_text(encoding="utf-8"))
    assert call(table, "line") == record.end.to_line()
    assert len(table.evaluate("location.href")) < 2000
    assert call(table, "record")["events"] == list(record.events)
    table.evaluate("window.lines = []")
    for _ in range(3):
        call(table, "undo")
    before = call(table, "line")
    position = record.start
    for event in record.events[:-3]:
        position = position.play(event)
    assert before == position.to_line()
    for _ in range(4):
        call(table, "redo")
    assert call(table, "line") == record.end.to_line()
    lines = table.evaluate("window.lines")
    assert len(lines) == 7
    assert lines[2] == before
    assert lines[-1] == record.end.to_line()


# ---- the page


def test_a_person_plays_by_tapping(table: Page) -> None:
    call(table, "new", {"seed": 7})
    table.wait_for_selector('[data-part="display"] [data-card="Basel"]')
    tap(table, '[data-part="display"] [data-card="Innsbruck"]')
    tap(table, '[data-part="choices"] [data-part="reveal"]')
    table.wait_for_selector('[data-part="display"] [data-card="Kempten"]')
    tap(table, '[data-pile="deck"]')
    table.wait_for_selector('[data-part="choices"] [data-part="reveal"]')
    table.click('[data-part="map"] [data-city="Kempten"]')
    table.wait_for_selector('[data-part="hand"] [data-card="Kempten"]')
    assert call(table, "record")["events"][0] == "draw Innsbruck"
    assert call(table, "record")["events"][2:] == ["postmaster deck", "deal Kempten"]
    tap(table, '[data-part="hand"] [data-card="Kempten"]')
    table.wait_for_selector('[data-part="route"] [data-card="Kempten"]')
    # beside the city, as a finger taps it
    table.locator('[data-part="map"] [data-city="Lodz"] circle').first.click(position={"x": -10, "y": 3}, force=True)
    table.click('[data-part="answer"] summary')
    table.wait_for_selector('[data-part="answer"] [data-clause="play.adjacent"]')
    assert table.get_attribute('[data-clause="play.adjacent"] a', "href") == "play.html#play.adjacent"
    tap(table, '[data-part="actions"] [data-event="end"]')
    table.wait_for_selector("text=/Player 2’s turn/")
    table.click('[data-part="undo"]')
    table.wait_for_selector('[data-part="actions"] [data-event="end"]')


def test_a_person_asks(context: BrowserContext, address: str) -> None:
    page = opened(context, address, "de", FRAGMENT)
    ask_about_a_mistake(page)
    assert word("de", "command", "no") in page.inner_text(".verdict")
    assert page.locator(".clause a").first.get_attribute("href")
    assert "Englische Regeln, Yucata" in (page.text_content(".clause .booklet >> nth=0") or "")
    assert page.inner_text(".editions") == word("de", "command", "same")
    page.fill('input[name="event"]', "hüpf")
    page.press('input[name="event"]', "Enter")
    page.wait_for_selector(".fault")
    page.fill('[name="event"]', "Gibt es eine Straße von Lodz nach Augsburg?")  # a question for the rulebook
    page.press('[name="event"]', "Enter")
    page.wait_for_selector('[data-part="answer"] a[href="play.html#play.adjacent"]')
    page.click('[data-part="advise"]')
    page.wait_for_selector('[data-part="lines"] > li')
    page.click('[data-part="stop"]')
    page.wait_for_selector('[data-part="advise"]:enabled')
    turn = str(page.get_attribute('[data-part="lines"] li .plan', "title")).split("; ")
    assert page.get_attribute('[data-part="lines"] li button', "data-event") == turn[0]
    tap(page, '[data-part="lines"] li button')
    page.wait_for_selector('[data-part="history"] li')
    assert call(page, "record")["events"][0] == turn[0]
    page.close()


def test_a_person_loads_and_shares(table: Page) -> None:
    choose(table, "load")
    table.fill("dialog textarea", "players = 3")
    table.click("dialog button.main")
    table.wait_for_selector("dialog .fault:not(:empty)")
    assert table.inner_text("dialog .fault").startswith(word("en", "table", "not-read").split("{")[0])
    table.fill("dialog textarea", (EXAMPLES / "tile-race.toml").read_text(encoding="utf-8"))
    table.click("dialog button.main")
    table.wait_for_selector("dialog", state="detached")
    assert call(table, "line") == read_position(EXAMPLES / "tile-race.toml").to_line()
    choose(table, "share")
    assert table.input_value("dialog input") == table.evaluate("location.href")
    assert table.locator("dialog .code svg path").count() == 1
    with table.expect_download() as downloading:
        table.click('text="Download the game"')
    assert read_record(downloading.value.path()).end.to_line() == call(table, "line")
    table.keyboard.press("Escape")
    table.wait_for_selector("dialog", state="detached")


def test_a_person_begins_a_game(context: BrowserContext, address: str) -> None:
    page = opened(context, address, "fr")
    choose(page, "new-game")
    page.select_option('dialog select[name="players"]', "3")
    page.check('dialog input[value="offices-of-honor"]')
    page.fill('dialog input[name="seed"]', "11")
    page.click("dialog button.main")
    page.wait_for_selector("dialog", state="detached")
    edition = usual_edition(Language("fr"))
    expected = tt.new(3, modules=["offices-of-honor"], seed=11, edition=edition).to_line()
    page.wait_for_function("line => taxis.line().then((found) => found === line)", arg=expected)
    page.close()


# ---- the map at once, small, usable by everybody


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_map_is_part_of_the_page(browser: Browser, address: str, lang: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}/{lang}/table.html")
        assert page.is_visible('[data-part="map"] [data-city="Ulm"]')
        assert page.is_visible("noscript")


def test_a_page_that_is_opened_as_a_file_says_what_it_needs(browser: Browser, site: Path) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{site.as_uri()}/de/table.html")
        assert page.inner_text('[data-part="status"]') == word("de", "table", "needs-server")


def test_all_that_is_loaded_is_small(site: Path) -> None:
    assert sum(len(gzip.compress(file.read_bytes())) for file in (site / "shared" / "app").iterdir()) < MOST_BYTES


# ---- on a later visit

KEPT = """async () => {
    const name = (await caches.keys()).find((each) => each.startsWith("python-memory-"));
    return name && (await (await caches.match("../shared/app/memory", { cacheName: name }))?.arrayBuffer())?.byteLength;
}"""
"""The size of Python's memory that the browser has kept, in bytes."""


@pytest.fixture(scope="module")
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """Return where somebody opens the table again and again; starting Python without a memory takes longest."""
    with browser.new_context() as context:
        yield context


def test_python_goes_on_from_its_memory_on_a_later_visit(visitor: BrowserContext, address: str) -> None:
    lines: set[str] = set()
    for lang in ("de", "de", "pl"):
        page = opened(visitor, address, lang)
        page.wait_for_function(f"async () => (await ({KEPT})()) > 10_000_000")
        call(page, "new", {"players": 3})
        lines.add(call(page, "line"))
        call(page, "load", MIDGAME.to_line())
        expected = taxis("ruling", EXAMPLES / "midgame.toml", "end", "--json", "--lang", lang).data
        assert call(page, "ruling", "end") == expected
        page.close()
    assert len(lines) == 3  # what is random doesn't go on alike


def test_a_memory_that_can_not_be_used_is_replaced(visitor: BrowserContext, address: str) -> None:
    page = opened(visitor, address)
    page.wait_for_function(f"async () => (await ({KEPT})()) > 10_000_000")
    page.evaluate("""async () => {
        const name = (await caches.keys()).find((each) => each.startsWith("python-memory-"));
        await (await caches.open(name)).put("../shared/app/memory", new Response("no memory"));
    }""")
    page.reload()
    wait_until_ready(page)
    assert call(page, "load", MIDGAME.to_line())["warnings"] is not None
    page.wait_for_function(f"async () => (await ({KEPT})()) > 10_000_000")
    page.close()


# ---- without a connection, and against the computer


def test_it_works_without_a_connection(visitor: BrowserContext, address: str) -> None:
    page = opened(visitor, address)
    kept = "async () => (await navigator.serviceWorker.ready, (await caches.keys()).length)"
    assert page.evaluate(kept)
    page.wait_for_function("() => navigator.serviceWorker.controller")
    line = call(page, "line")
    visitor.set_offline(True)
    page.reload()
    wait_until_ready(page)
    assert call(page, "line") == line
    assert call(page, "advise", {"playouts": 200})["lines"]
    assert "unknown key" in refused(page, "load", '{"x": 1}')["message"]
    page.goto(f"{address}/pl/table.html")
    wait_until_ready(page)
    visitor.set_offline(False)
    page.close()


def test_a_phone_can_put_it_on_its_home_screen(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(f"{address}/fr/table.html")
    page.evaluate("navigator.serviceWorker.ready")
    browser = context.new_cdp_session(page)
    found = browser.send("Page.getAppManifest")
    assert found["errors"] == []
    assert json.loads(found["data"])["lang"] == "fr"
    errors = [error["errorId"] for error in browser.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert errors == ["in-incognito"]  # where the tests are, but people needn't be
    page.close()


def test_a_person_plays_against_the_computer(table: Page) -> None:
    choose(table, "new-game")
    table.select_option('dialog select[name="seat-1"]', "experienced")
    table.fill('dialog input[name="seed"]', "7")
    table.click("dialog button.main")
    for form in ("draw deck", "postmaster deck", "play", "end") * 2:  # two turns of the person
        line = table.get_attribute("taxis-table", "data-line")
        tap(table, f'[data-part="events"] [data-event^="{form}"]')
        table.wait_for_selector(f'taxis-table:not([data-line="{line}"])')
        table.wait_for_selector('[data-part="status"]:text("Your turn")', timeout=60_000)
    events = call(table, "record")["events"]
    table.wait_for_selector(f'[data-part="history"] li:nth-child({len(events)})', state="attached")
    told = table.locator('[data-part="history"] li').all_text_contents()
    secret = word("en", "events", "deal-unknown")
    drawn = [text for text, event in zip(told, events, strict=True) if event.startswith("deal") and text == secret]
    assert drawn or not table.locator('[data-place="hand"][data-player="1"] [data-card="?"]').count()
    assert table.evaluate("location.hash").endswith("&seats=person.experienced")
    table.click('[data-part="undo"]')
    table.wait_for_selector(f'[data-part="history"]:not(:has(li:nth-child({len(events)})))', state="attached")
    assert call(table, "events")["player"] == 0
    call(table, "load", "TT1 - - 1p11 1 BaBaIbLiPaSi - - - / KeMa Ca - - - / Pi Bu - - -")
    tap(table, '[data-place="hand"] > button[data-card="Kempten"]')  # which only a new route can use
    table.wait_for_selector('[data-part="choices"] :text("A new route costs you the present one")')
