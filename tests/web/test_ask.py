"""The question field in a browser: it answers as `taxis rule` does, and forgives typing errors.

`TAXIS_SITE` names the folder of a built site; without it these tests build one.
"""

import gzip
import json
import random
import re
import tomllib
from pathlib import Path
from typing import Any, Literal

import pytest

from support.accessibility import found_by_axe
from support.installed_browser import Browser, Page, Route
from thurntaxis_presentation.language import Language
from thurntaxis_rulebook import clauses, disputes, editions
from thurntaxis_rulebook.ask import Result, ask, in_language, question_data
from thurntaxis_rulebook.corpus.languages import LANGUAGES, place, translation
from thurntaxis_rulebook.corpus.loading import chapters

ASKED: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parents[1] / "rulebook" / "questions.toml").read_text(encoding="utf-8")
)
MISTYPED = 0.65
"""The least share of questions with a typing error that are answered among the first three, in each language."""
KILOBYTES = 250
"""The most that the scripts and the data of a language may have, compressed."""
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
"""What axe checks."""

FIRST = 3
"""How many answers are shown at first."""
ANSWERS = "[data-clause], [data-dispute], [data-fact], [data-silent]"
ID = "({dataset}) => dataset.clause ?? dataset.dispute ?? dataset.fact ?? dataset.silent"

in_every_language = pytest.mark.parametrize("lang", LANGUAGES)


def questions(lang: str) -> dict[str, list[str]]:
    """Return the questions in a language that have an answer, with the ids of the clauses and disputes that answer."""
    named = {
        question: [name.partition(":")[2] or name for name in ids.split()] for question, ids in ASKED[lang].items()
    }
    return {question: ids for question, ids in named.items() if ids and "fact" not in ASKED[lang][question]}


def mistyped(question: str, lang: str, dice: random.Random) -> str:
    """Return a question with two letters of a word swapped, or one left out."""
    fewest = 2 if lang == "ja" else 4
    words = list(re.finditer(r"[^\W\d_]{2,}", question))
    word = dice.choice([each for each in words if len(each[0]) >= fewest] or words)
    at = dice.randrange(word.start(), word.end() - 1)
    if dice.random() < 0.5 and question[at] != question[at + 1]:
        return question[:at] + question[at + 1] + question[at] + question[at + 2 :]
    return question[:at] + question[at + 1 :]


@pytest.fixture(scope="module")
def site(built_site: Path) -> Path:
    """Return the folder that is served."""
    return built_site


def opened(page: Page, address: str, lang: str, state: str = "") -> None:
    """Open the start page and wait until the field answers."""
    page.goto(f"{address}/{lang}/index.html{state}")
    page.wait_for_selector(".ask[data-ready]:has(#ask)")


def answers(page: Page, question: str = "") -> list[str]:
    """Return the ids of the answers in order, to a question if one is given."""
    if question:
        page.fill("#ask", question)
    found: list[str] = page.eval_on_selector_all(ANSWERS, f"items => items.map({ID})")
    return found


def ids(results: list[Result]) -> list[str]:
    """Return the ids of the results that are shown at first."""
    return [result.id for result in results[:FIRST]]


def found_late(page: Page, asked: dict[str, list[str]]) -> list[str]:
    """Return the questions that have no right answer among the first three, entered one after another."""
    found: list[list[str]] = page.evaluate(
        f"""questions => questions.map(question => {{
          const field = document.querySelector("#ask");
          field.value = question;
          field.dispatchEvent(new InputEvent("input", {{ bubbles: true }}));
          return [...document.querySelectorAll("{ANSWERS}")].map({ID});
        }})""",
        list(asked),
    )
    return [
        question for (question, right), ids in zip(asked.items(), found, strict=True) if set(right).isdisjoint(ids[:3])
    ]


# ---- what is found


@in_every_language
def test_it_answers_as_the_command_does(page: Page, address: str, lang: str) -> None:
    opened(page, address, lang)
    asked = [*ASKED[lang], *(clause.title[lang] for clause in clauses().values())]
    found: dict[str, list[dict[str, Any]]] = page.evaluate(
        """async ([asked, lang]) => {
          const { Questions } = await import("../shared/ask/matching.js");
          const own = new Questions(await (await fetch(`../shared/ask/questions-${lang}.json`)).json());
          return Object.fromEntries(asked.map(question => [question, own.results(question)]));
        }""",
        [asked, lang],
    )
    for question, told in found.items():
        results = in_language(lang).results(question)
        parts = ("kind", "id", "question", "verdict")
        assert [tuple(each[part] for part in parts) for each in told] == [(*one[:3], one.verdict) for one in results]
        assert [each["fit"] for each in told] == pytest.approx([each.fit for each in results], abs=3e-6)


@in_every_language
def test_questions_with_a_typing_error_find_their_answers(page: Page, address: str, lang: str) -> None:
    opened(page, address, lang)
    dice = random.Random(lang)
    asked = {mistyped(question, lang, dice): right for question, right in questions(lang).items()}
    late = found_late(page, asked)
    assert len(late) <= (1 - MISTYPED) * len(asked), late


@in_every_language
def test_the_questions_below_the_empty_field_have_answers(page: Page, address: str, lang: str) -> None:
    opened(page, address, lang)
    assert answers(page) == []
    for question in translation(lang)["ask"]["questions"]:
        page.fill("#ask", "")
        page.locator(".examples a").filter(has_text=question).first.click()
        page.wait_for_selector(ANSWERS)
        assert page.input_value("#ask") == question
        assert answers(page) == ids(in_language(lang).results(question))
        assert not page.is_visible(".examples")


@pytest.mark.parametrize(("lang", "question"), [("en", "what does the Sindaco do"), ("de", "馬車を断れますか")])
def test_a_question_in_another_language_is_answered(page: Page, address: str, lang: str, question: str) -> None:
    opened(page, address, lang)
    page.fill("#ask", question)
    page.wait_for_selector(ANSWERS)
    assert answers(page) == ids(ask(question, lang)[1])


def test_an_id_is_answered(page: Page, address: str) -> None:
    opened(page, address, "en")
    assert answers(page, "play.adjacent") == ["play.adjacent"]
    assert answers(page, "All-Provinces-Tile") == ["all-provinces-tile"]
    assert page.get_attribute("[data-dispute] a", "href") == f"{address}/en/dispute-all-provinces-tile.html"
    assert "tie" in disputes()  # but an id of one word is a word
    assert answers(page, "tie") == ids(in_language("en").results("tie"))


def test_facts_and_silent_points_are_answered(page: Page, address: str) -> None:
    opened(page, address, "en")
    assert answers(page, "is there a road from munich to nuremburg")[0] == "road:München-Nürnberg"
    told = page.locator("[data-fact] .statement").first.text_content() or ""
    assert told.startswith("No, no road joins München and Nürnberg.")
    assert answers(page, "what is strasbourg connected to")[0] == "elsewhere:Strasbourg"
    assert page.locator("[data-fact] .statement").first.text_content() == "Strasbourg is on neither board."
    assert answers(page, "can we trade cards")[0] == "trading"
    assert page.locator("[data-silent] .statement").first.text_content()


def test_the_own_edition_answers_first(page: Page, address: str) -> None:
    opened(page, address, "en")
    assert answers(page, "carrier new route")[0] == "carrier-restart"
    for edition, reading in (("it-2006", False), ("en-yucata", True)):
        page.select_option(".ask [data-part=booklet]", edition)
        told = page.locator("[data-dispute] .reading").first.text_content() or ""
        assert told.endswith(translation("en")["readings"]["carrier-restart"][str(reading).lower()])


@in_every_language
def test_nothing_found_is_told_with_the_chapters(page: Page, address: str, lang: str) -> None:
    opened(page, address, lang)
    assert answers(page, "ωωω") == []
    assert page.text_content(".ask:has(#ask) [role=status]") == translation(lang)["ask"]["none"]
    links = page.eval_on_selector_all(".ask ol a", "links => links.map(link => link.href)")
    assert links == [f"{address}/{lang}/{name}.html" for name in chapters()]


# ---- what an answer says


@in_every_language
def test_an_answer_has_the_statement_and_the_place(page: Page, address: str, lang: str) -> None:
    opened(page, address, lang)
    answers(page, "play.adjacent")
    clause, words = clauses()["play.adjacent"], translation(lang)["ask"]
    first = page.locator("[data-clause]").first
    assert first.locator(".statement").text_content() == clause.text[lang]
    assert first.locator("h2 a").get_attribute("href") == f"{address}/{lang}/play.html#play.adjacent"
    for edition in editions():
        page.select_option(".ask [data-part=booklet]", edition)
        told = first.locator(".booklet").text_content() or ""
        assert told.startswith(f"{words['in-booklet']}{Language(lang).colon}{place(clause.sources[edition].at, lang)}")
    page.wait_for_function("() => location.hash === '#q=play.adjacent'")
    page.reload()
    page.wait_for_selector("[data-clause]")
    assert page.input_value(".ask [data-part=booklet]") == list(editions())[-1]


def test_an_answer_says_where_the_editions_differ(page: Page, address: str) -> None:
    opened(page, address, "en")
    answers(page, "tiles.all-provinces")
    told = page.locator("[data-clause] .differs")
    assert told.locator("a").get_attribute("href") == f"{address}/en/dispute-all-provinces-tile.html"
    assert told.locator("a").text_content() == disputes()["all-provinces-tile"].question["en"]
    readings = translation("en")["readings"]["all-provinces"]
    for edition in editions():
        page.select_option(".ask [data-part=booklet]", edition)
        reading = disputes()["all-provinces-tile"].editions[edition].reading
        assert (told.text_content() or "").endswith(readings[str(reading)])


def test_all_answers_are_shown_on_request(page: Page, address: str) -> None:
    opened(page, address, "en")
    assert len(answers(page, "route")) == FIRST
    page.click(".ask .more button")
    assert answers(page) == [result.id for result in in_language("en").results("route")]


# ---- the address, the keyboard, other pages


def test_the_address_holds_the_question(page: Page, address: str) -> None:
    opened(page, address, "de", "#q=Wer%20beginnt%3F")
    assert page.input_value("#ask") == "Wer beginnt?"
    assert answers(page)[0] == "starting-player"
    page.fill("#ask", "50 % & mehr")
    page.wait_for_function("() => location.hash === '#q=50%20%25%20%26%20mehr'")
    page.fill("#ask", "")
    page.wait_for_function("() => location.hash === ''")
    assert page.is_visible(".examples")
    assert answers(page) == []


def test_an_anchor_in_the_address_is_no_question(page: Page, address: str) -> None:
    opened(page, address, "en", "#chapters")
    assert answers(page, "who starts")
    page.evaluate("location.hash = 'chapters'")
    page.wait_for_timeout(500)
    assert page.input_value("#ask") == "who starts"
    assert answers(page)


def test_what_is_typed_before_the_data_is_there_is_answered(page: Page, address: str) -> None:
    held: list[Route] = []
    page.route("**/answers-en.json", lambda route: held.append(route))  # noqa: PLW0108 - it takes functions only
    page.goto(f"{address}/en/index.html")
    page.keyboard.type("who starts")  # the field has the focus
    while not held:
        page.wait_for_timeout(20)
    assert answers(page) == []
    held[0].continue_()
    page.wait_for_selector(ANSWERS)
    assert page.input_value("#ask") == "who starts"


def test_the_switch_of_languages_keeps_the_question(page: Page, address: str) -> None:
    opened(page, address, "en", "#q=postmaster")
    page.focus(".md-select button")
    page.click('[data-language][hreflang="de"]')
    page.wait_for_url(f"{address}/de/index.html#q=postmaster")
    page.wait_for_selector('[data-clause^="postmaster."]')


def test_it_is_used_by_keyboard_alone(page: Page, address: str) -> None:
    opened(page, address, "en")
    page.keyboard.type("who starts")
    page.wait_for_selector(ANSWERS)
    first = answers(page)[0]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.id") == "ask"
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/en/dispute-{first}.html")
    page.keyboard.press("/")
    page.wait_for_selector("dialog .ask[data-ready]")
    page.keyboard.type("tiebreaker")
    page.wait_for_selector('dialog :is([data-clause="score.tie"], [data-dispute="tie"])')
    page.keyboard.press("Escape")
    assert not page.is_visible("#ask-dialog")


@in_every_language
def test_every_page_has_the_field(page: Page, address: str, lang: str) -> None:
    page.goto(f"{address}/{lang}/developers/solver.html")
    page.click("#ask-open")
    page.wait_for_selector("dialog .ask[data-ready]")
    page.fill("dialog input", Language(lang).term("postmaster"))
    assert {"postmaster.second-card", "postmaster.compulsory"} & {*answers(page)[:3]}
    found = answers(page)[0]
    page.click("dialog [data-clause] a >> nth=0")
    page.wait_for_url(f"{address}/{lang}/{clauses()[found].chapter}.html?view=reader#{found}")


def test_a_page_opened_as_a_file_says_what_it_needs(page: Page, site: Path) -> None:
    page.goto(f"{site.as_uri()}/pl/index.html")
    assert page.text_content(".ask:has(#ask) [role=status]") == translation("pl")["ask"]["needs-server"]


def test_it_answers_without_a_connection(browser: Browser, address: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        opened(page, address, "en")
        page.evaluate("async () => { await navigator.serviceWorker.ready }")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        every = """async () => {
            const sizes = (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length);
            return Promise.all(sizes);
        }"""
        while len(kept := page.evaluate(every)) < 2 or 0 in kept:
            page.wait_for_timeout(200)
        names = {name.rpartition("-")[0] for name in page.evaluate("caches.keys()")}
        assert names == {"rules-en", "table"}  # no other language
        context.set_offline(True)
        page.goto(f"{address}/en/table.html")
        page.evaluate("taxis.ready()")
        assert page.evaluate("async () => (await taxis.events()).events.length")
        opened(page, address, "en", "#q=who%20starts")
        page.reload()
        page.wait_for_selector('[data-dispute="starting-player"]')
        page.click('[data-dispute="starting-player"] h2 a')
        page.wait_for_url(f"{address}/en/dispute-starting-player.html")


# ---- speed, size, accessibility


@in_every_language
def test_scripts_and_data_are_small(site: Path, lang: str) -> None:
    folder = site / "shared" / "ask"
    files = [*folder.glob("*.js"), *folder.glob(f"*-{lang}.json")]
    assert len(files) == 4
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < KILOBYTES * 1024


@pytest.mark.parametrize(("lang", "scheme"), [*((lang, "light") for lang in LANGUAGES), ("de", "dark")])
def test_axe_finds_no_fault(page: Page, address: str, lang: str, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, address, lang)
    for question in ("", "carrier.restart", next(iter(questions(lang))), "ωωω"):
        page.fill("#ask", question)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert found_by_axe(page, runOnly=STANDARDS) == [], question


def test_axe_finds_no_fault_in_the_dialog(page: Page, address: str) -> None:
    page.goto(f"{address}/en/play.html")
    page.click("#ask-open")
    page.wait_for_selector("dialog .ask[data-ready]")
    page.fill("dialog input", "two cards")
    assert found_by_axe(page, "#ask-dialog") == []


@in_every_language
def test_the_data_is_that_of_the_command(site: Path, lang: str) -> None:
    data = json.loads((site / "shared" / "ask" / f"questions-{lang}.json").read_text(encoding="utf-8"))
    assert data == json.loads(json.dumps(question_data(lang)))
