"""Legal events in a browser before Python answers there: the kernel's are those of the reference.

`TAXIS_SITE` names the folder of a built site; without it these tests write the table alone.
"""

import random
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

import thurntaxis as tt
from support import random_play
from support.few_and_many import few_and_many, one_in
from support.installed_browser import Browser, Page, Route
from support.paths import EXAMPLES
from support.table_page import TOO_SOON
from thurntaxis.io.read import read_position
from thurntaxis.seen_cards import Seen
from thurntaxis_presentation.language import Language
from thurntaxis_rulebook.corpus.languages import LANGUAGES, word
from thurntaxis_web.app.build_app import event_names
from thurntaxis_web.app.view import groups

POSITIONS = 25
"""How many positions of a random game are compared."""


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    """Return a page that has the scripts, but runs no Python."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}/shared/app/client.js")
        page.evaluate(f"import('{address}/shared/app/legal_events.js').then((found) => {{ window.found = found; }})")
        yield page


def legal_events(page: Page, fragments: list[str]) -> list[Any]:
    found: list[Any] = page.evaluate("all => Promise.all(all.map((each) => found.legal_events(each)))", fragments)
    return found


def fragment(position: tt.Position, events: tuple[tt.Event, ...] = ()) -> str:
    line = position.to_line().replace(" ", "_")
    return f"#p={line}" + (f"&m={';'.join(quote(str(event), safe='') for event in events)}" if events else "")


def expected(position: tt.Position) -> dict[str, Any]:
    return {
        "chance": position.is_chance,
        "player": position.decider,
        "phase": position.turn.phase,
        "events": list(map(str, position.events())),
    }


def random_game(board: str, modules: tuple[str, ...], chance: random.Random) -> list[tt.Position]:
    start = random_play.start_with(chance, board, modules)
    return [start, *(after for _, _, after in random_play.steps(start, chance))]


def test_examples_have_the_events_of_the_reference(page: Page) -> None:
    positions = [read_position(file) for file in sorted(EXAMPLES.glob("*.toml"))]
    assert legal_events(page, list(map(fragment, positions))) == list(map(expected, positions))


in_every_game = pytest.mark.parametrize(("board", "modules"), random_play.ALL)


@few_and_many(2, 8)
@in_every_game
def test_random_positions_have_the_events_of_the_reference(
    page: Page, board: str, modules: tuple[str, ...], seeds: range
) -> None:
    chance = random.Random(f"{board} {modules} {seeds}")
    games = [random_game(board, modules, chance) for _ in seeds]
    positions = [position for game in games for position in chance.sample(game, min(POSITIONS, len(game)))]
    asked, wanted = [], []
    for position in positions:
        events: tuple[tt.Event, ...] = ()
        now = position
        for _ in range(chance.choice((0, 0, 3))):
            if not now.is_over:
                events += (random_play.choose(now, chance),)
                now = now.play(events[-1])
        asked.append(fragment(position, events))
        wanted.append(expected(now))
    assert legal_events(page, asked) == wanted


@in_every_game
def test_unknown_cards_of_others_are_no_obstacle(page: Page, board: str, modules: tuple[str, ...]) -> None:
    game = random_game(board, modules, random.Random(f"{board} {modules}"))
    views = [Seen.at(position).view(position.decider) for position in game[:: max(1, len(game) // 40)]]
    found = legal_events(page, list(map(fragment, views)))
    assert [each for each in found if each] == [expected(view) for view, each in zip(views, found, strict=True) if each]
    assert len([each for each in found if each]) > len(views) / 4


def test_what_is_no_sound_line_is_left_to_python(page: Page) -> None:
    line = read_position(EXAMPLES / "midgame.toml").to_line()
    unsound = ["", "TT2", line.replace("TT1", "TT1 mars", 1), f"{line} / - / - / -", line.replace("Lo", "Xx")]
    unsound += [line.replace("BuFrLoLoPaWu", "LoLoLoLoPaWu"), line.replace("1d", "3d", 1)]
    assert legal_events(page, [f"#p={each.replace(' ', '_')}" for each in unsound]) == [None] * len(unsound)
    assert legal_events(page, [f"#p={line.replace(' ', '_')}&m=draw%20Linz"]) == [None]


def test_a_new_game_is_dealt_by_chance(page: Page) -> None:
    fragments = page.evaluate("() => Promise.all([1, 2, 3].map(() => found.new_game()))")
    assert len(set(fragments)) > 1
    plain = tt.new(seed=1).to_line().split()
    for each in fragments:
        position = tt.Position.from_line(each.removeprefix("p="))
        assert [one for at, one in enumerate(position.to_line().split()) if at != 5] == [*plain[:5], *plain[6:]]
        assert len(position.display) == 6
        assert f"p={position.to_line().replace(' ', '_')}" == each
        assert legal_events(page, [f"#{each}"]) == [expected(position)]


@pytest.mark.parametrize("lang", one_in(6, LANGUAGES))
def test_events_are_grouped_as_by_python(page: Page, lang: str) -> None:
    chance = random.Random(lang)
    for board, modules in random_play.ALL:
        position = chance.choice(random_game(board, modules, chance)[:-1])
        events = list(map(str, position.events()))
        found = page.evaluate(
            "([events, names]) => found.in_groups(events, names)", [events, event_names(Language(lang))]
        )
        by_python = groups(position, Language(lang), ())
        for group in by_python:
            for event in group["events"]:
                del event["whole"]
                event.pop("order", None)
        assert found == by_python


def test_the_page_lists_events_before_python_answers(browser: Browser, address: str) -> None:
    position = read_position(EXAMPLES / "midgame.toml")
    with browser.new_context() as context:
        context.set_default_timeout(60_000)  # long enough for a slow machine to start Python
        page = context.new_page()
        held: list[Route] = []
        context.route("**/pyodide.asm.wasm", lambda route: held.append(route))  # noqa: PLW0108 - it has to be a function
        page.goto(f"{address}/en/table.html{fragment(position)}")
        page.wait_for_selector('button[data-event="draw Würzburg"]')
        assert " ".join(page.inner_text('[data-part="status"]').split()) == word("en", "table", "loading")
        assert page.evaluate("taxis.events()") == expected(position)
        page.wait_for_timeout(TOO_SOON)  # a tap right after the list has changed may be meant for the one before
        page.click('button[data-event="draw Würzburg"]')  # it is played as soon as Python answers
        assert page.locator('[data-part="history"] li').count() == 0
        while not held:
            page.wait_for_timeout(50)
        for route in held:
            route.continue_()
        page.wait_for_selector('[data-part="history"] li')
        assert page.evaluate("taxis.line()") == position.play("draw Würzburg").to_line()
