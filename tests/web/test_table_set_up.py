"""Setting up a position in a browser: fast on a phone, never lost, with its faults beside the fields."""

from collections.abc import Iterator

import pytest

import thurntaxis as tt
from support.installed_browser import BrowserContext, FilePayload, Page
from support.paths import EXAMPLES, ROOT
from support.table_page import Fingers, call, choose, opened, wait_until_ready
from thurntaxis.io.read import read_position
from thurntaxis_rulebook.corpus.languages import word

SECONDS_A_TAP = 0.8
"""How long a person needs for a tap or a keystroke."""

PLAYERS = [
    ("Anna", "München Augsburg Ulm Linz", "Nürnberg Ingolstadt Augsburg Kempten", "Lodz Basel Pilsen", 4, "route-5 2"),
    ("Ben", "Basel Kempten Mannheim Freiburg", "Zürich Sigmaringen Ulm Stuttgart", 4, 3, "baden 3"),
    ("Cleo", "Lodz Pilsen Nürnberg Salzburg", "Passau Linz Budweis", 4, 5, "route-5 1"),
]
DISPLAY = "Basel Carlsruhe Regensburg Würzburg Innsbruck München"
ENTERED = (
    "TT1 - - 1d 1 BaCaIbMuReWu ????????????? - - / BaLoPi NuIgAuKe AuLiMuUl 4 R52 - Anna"
    " / ???? ZuSiUlSt BaFrKeMa 3 Bd3 - Ben / ???? PaLiBu LoNuPiSa 5 R51 - Cleo"
)


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    page = opened(context, address)
    yield page
    page.evaluate("(localStorage.clear(), sessionStorage.clear())")
    page.close()


def begin(page: Page, players: int) -> Fingers:
    fingers = Fingers(page)
    fingers.tap('[data-part="menu"] > summary')
    fingers.tap('[data-part="set-up"]')
    fingers.tap(f'[data-players="{players}"]')
    page.wait_for_selector('[data-tab="0"]')
    return fingers


def test_a_midgame_of_three_is_entered_in_two_minutes(page: Page) -> None:
    fingers = begin(page, 3)
    for at, (name, houses, route, hand, carriage, tile) in enumerate(PLAYERS):
        if at:
            fingers.tap('[data-part="next"]')
            page.wait_for_selector(f'input[name="players[{at}].name"]')
        fingers.tap(f'input[name="players[{at}].name"]')
        fingers.type(name)
        fingers.tap(f'[data-key="players[{at}].houses"] button.field-name')
        fingers.cities(houses)
        fingers.tap(f'[data-key="players[{at}].route"] button.field-name')
        fingers.cities(route)
        if isinstance(hand, str):
            fingers.tap(f'[data-key="players[{at}].hand"] button.field-name')
            fingers.cities(hand)
        else:
            fingers.tap(f'[data-count="players[{at}].hand-?"]')
            fingers.type(str(hand))
        fingers.tap(f'[data-key="players[{at}].carriage"] [data-value="{carriage}"]')
        fingers.tap(f'[data-tile="{tile}"]')
    fingers.tap('[data-tab="3"]')
    fingers.cities(DISPLAY)
    fingers.tap('input[name="deck"]')
    fingers.type("25")
    fingers.tap('[data-part="finish"]')
    page.wait_for_selector(".set-up", state="detached")
    assert call(page, "line") == tt.Position.from_line(ENTERED).to_line()
    print(f"{fingers.taps} taps, {fingers.keys} keystrokes")
    assert (fingers.taps + fingers.keys) * SECONDS_A_TAP < 120


def test_a_draft_is_not_lost_by_a_reload_or_a_mistaken_tap(page: Page) -> None:
    fingers = begin(page, 2)
    fingers.cities("Ulm Linz")
    fingers.tap('[data-part="set-up-undo"]')
    fingers.cities("Basel")
    chips = "all => all.map(each => each.textContent)"
    page.reload()
    wait_until_ready(page)
    page.wait_for_selector('[data-key="players[0].houses"] .chip')
    assert page.eval_on_selector_all('[data-key="players[0].houses"] .chip', chips) == ["Ulm", "Basel"]
    page.click('[data-part="set-up-undo"]')
    page.wait_for_function("() => document.querySelectorAll('.chip').length === 1")
    page.click('[data-part="start-over"]')
    page.wait_for_selector('[data-part="present"]')
    page.reload()
    wait_until_ready(page)
    assert page.locator(".set-up").count() == 1


def test_faults_stand_beside_their_field(context: BrowserContext, address: str) -> None:
    page = opened(context, address, "de")
    fingers = begin(page, 2)
    fingers.tap('[data-key="players[0].route"] button.field-name')
    fingers.cities("Ulm Linz")
    fault = '[data-key="players[0].route"] .fault'
    page.wait_for_selector(fault)
    assert "von Ulm führt keine Straße direkt nach Linz" in page.inner_text(fault)
    assert page.locator('[data-key="players[0].route"] .chip.faulty').inner_text() == "Linz"
    assert "Noch zu berichtigen: 1" in page.inner_text(".bar")
    assert page.inner_text('[data-tab="0"]').endswith("(1)")
    fingers.tap('[data-tab="2"]')
    fingers.tap('[data-part="finish"]')  # leads to the fault, and the table stays as it was
    page.wait_for_selector(fault)
    fingers.tap('[data-key="players[0].route"] .chip.faulty')
    page.wait_for_selector(fault, state="detached")
    fingers.tap('input[name="names"]')
    fingers.type("hüpfdorf")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-key="players[0].route"] .fault')
    assert "hüpfdorf" in page.inner_text('[data-key="players[0].route"] .fault')
    page.fill('input[name="names"]', "augs kempt")
    page.press('input[name="names"]', "Enter")
    page.wait_for_function("() => document.querySelectorAll('[data-key=\"players[0].route\"] .chip').length === 3")
    page.evaluate("(localStorage.clear(), sessionStorage.clear())")
    page.close()


def test_what_modules_add_is_entered(page: Page) -> None:
    fingers = begin(page, 2)
    fingers.tap('[data-tab="4"]')
    page.select_option('select[name="board"]', label=word("en", "table", "board-testland"))
    for module in tt.MODULES:
        fingers.tap(f'[data-key="rules.modules"] [data-value="{module}"]')
    page.wait_for_selector('select[name="rules.options.final-return"]')
    fingers.tap('[data-tab="0"]')
    page.wait_for_selector('[data-key="players[0].horses"]')
    page.fill('[data-count="players[0].letters"]', "1")
    page.fill('[data-count="players[0].chips"]', "2")
    fingers.tap('[data-focus="players[0].offices-carrier+"]')
    fingers.tap('[data-key="players[0].horses"] button.field-name')
    board = tt.rule_set("testland").board
    city = next(name for name, cards in board.cards_of.items() if len(cards) > 1 and cards[0] != name)
    fingers.cities(city)
    card = board.cards_of[city][0]
    fingers.tap(f'[data-choice="{card}"]')
    fingers.tap('[data-tab="2"]')
    fingers.tap('[data-key="deck_back"] [data-value="2"]')
    fingers.tap('[data-key="display"] button.field-name')
    names = [name for name in board.cards_of if name != city][:6]
    page.fill('input[name="names"]', " ".join(board.cards_of[name][0] for name in names))
    page.press('input[name="names"]', "Enter")
    page.wait_for_function("() => document.querySelectorAll('[data-key=display] .chip').length === 6")
    fingers.tap('[data-tab="0"]')
    fingers.tap('[data-key="players[0].route"] button.field-name')
    fingers.tap('[data-tab="3"]')
    fingers.tap('[data-part="finish"]')
    page.wait_for_selector(".set-up", state="detached")
    position = tt.Position.from_line(call(page, "line"))
    first = position.players[0]
    assert (first.letters, first.chips, first.offices, first.horses) == (1, 2, ("carrier",), (card,))
    assert position.deck_back == 2
    assert set(position.rules.modules) == set(tt.MODULES)


def test_a_turn_that_has_begun_is_entered(page: Page) -> None:
    call(page, "load", read_position(EXAMPLES / "midgame.toml").to_line())
    choose(page, "set-up")
    page.click('[data-part="present"]')
    page.click('[data-tab="3"]')
    page.select_option('select[name="turn.stage"]', index=3)  # a card is played
    page.click('[data-key="turn.used"] [data-value="postmaster"]')
    page.click('[data-part="finish"]')
    page.wait_for_selector(".set-up", state="detached")
    turn = tt.Position.from_line(call(page, "line")).turn
    assert (turn.used, turn.drawn, turn.played) == (("postmaster",), 2, 1)


def test_an_own_board_is_played_on(page: Page) -> None:
    begin(page, 2)
    page.click('[data-tab="4"]')
    text = (ROOT / "reference/thurntaxis/boards/testland.toml").read_text(encoding="utf-8")
    for name, content in (("broken.toml", "name = 3"), ("mine.toml", text)):
        file: FilePayload = {"name": name, "mimeType": "application/toml", "buffer": content.encode()}
        page.set_input_files('input[name="board-file"]', file)
        if name == "broken.toml":
            page.wait_for_selector('[data-key="board"] .fault:not(:empty)')
    page.wait_for_function("() => document.querySelector('select[name=board]').selectedOptions[0].text === 'mine.toml'")
    page.click('[data-part="close"]')
    assert call(page, "new", {"board": "mine.toml", "modules": ["power-and-glory"], "seed": 1}) is None
    assert call(page, "line").startswith("TT1 mine.toml ")
    page.reload()
    wait_until_ready(page)
    assert call(page, "line").startswith("TT1 mine.toml ")


def test_a_game_on_an_own_board_is_shared_as_a_file(page: Page, context: BrowserContext, address: str) -> None:
    text = (ROOT / "reference/thurntaxis/boards/testland.toml").read_text(encoding="utf-8")
    page.evaluate(
        "([name, text]) => document.querySelector('taxis-table').client.ask('add_board', [name, text])",
        ["own.toml", text],
    )
    call(page, "new", {"board": "own.toml", "seed": 1})
    page.wait_for_function("() => document.querySelector('taxis-table').view.own_board")
    choose(page, "share")
    assert page.inner_text("dialog p").replace("\u00a0", " ") == word("en", "table", "share-own-board")
    assert page.locator('dialog input[name="address"]').count() == 0
    with page.expect_download() as downloading:
        page.click("dialog button.main")
    line = call(page, "line")

    page.evaluate("localStorage.clear()")  # as a browser that has never had the board
    other = opened(context, address)
    choose(other, "load")
    other.set_input_files('dialog input[type="file"]', downloading.value.path())
    other.wait_for_function("() => document.querySelector('dialog textarea').value")
    other.click("dialog button.main")
    other.wait_for_selector("dialog", state="detached")
    assert call(other, "line") == line
    other.reload()  # the address names the board, which the browser has kept
    assert call(other, "line") == line
    other.close()
