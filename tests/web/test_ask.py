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

from support.installed_browser import Axe, Browser, Page, Route
from thurntaxis_presentation.language import Language
from thurntaxis_rulebook import clauses, disputes, editions
from thurntaxis_rulebook.corpus.full_text_search import LIMIT, find
from thurntaxis_rulebook.corpus.languages import LANGUAGES, place, translation
from thurntaxis_rulebook.corpus.loading import chapters

ASKED = tomllib.loads((Path(__file__).parents[1] / "rulebook" / "questions.toml").read_text(encoding="utf-8"))
LATER = {"en": 0, "de": 1, "pl": 2, "ja": 4}
"""The index in the table `later` from which its questions are in a language."""
COMPLETE = 0.95
EACH = 0.9
"""The least share of questions answered among the first three: of all languages together, and of each."""
MISTYPED = 0.8
"""The least share of those with a typing error, in each language."""
KILOBYTES = 100
"""The most that the scripts and the data of a language may have, compressed."""
STANDARDS = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
"""What axe checks, and what it tells in full."""

in_every_language = pytest.mark.parametrize("lang", LANGUAGES)


def questions(lang: str) -> dict[str, list[str]]:
    """Return the questions in a language, those that the command answers later included, with the ids that answer."""
    starts = [(start, language) for language, start in LATER.items()]
    later = {
        question: answers
        for at, (question, answers) in enumerate(ASKED["later"].items())
        if max((start, language) for start, language in starts if start <= at)[1] == lang
    }
    return {question: answers.split() for question, answers in {**ASKED[lang], **later}.items()}


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
    items = "items => items.map(item => item.dataset.clause ?? item.dataset.dispute)"
    found: list[str] = page.eval_on_selector_all("[data-clause], [data-dispute]", items)
    return found


def found_late(page: Page, asked: dict[str, list[str]]) -> list[str]:
    """Return the questions that have no right answer among the first three, entered one after another."""
    found: list[list[str]] = page.evaluate(
        """questions => questions.map(question => {
          const field = document.querySelector("#ask");
          field.value = question;
          field.dispatchEvent(new InputEvent("input", { bubbles: true }));
          const items = [...document.querySelectorAll("[data-clause], [data-dispute]")];
          return items.map(item => item.dataset.clause ?? item.dataset.dispute);
        })""",
        list(asked),
    )
    return [
        question for (question, right), ids in zip(asked.items(), found, strict=True) if set(right).isdisjoint(ids[:3])
    ]


# ---- what is found


@in_every_language
def test_it_ranks_as_the_command_does(page: Page, address: str, lang: str) -> None:
    opened(page, address, lang)
    asked = [*questions(lang), *(clause.title[lang] for clause in clauses().values())]
    ranked: dict[str, Any] = page.evaluate(
        """async ([asked, lang]) => {
          const { RuleSearch } = await import("../shared/ask/rule_search.js");
          const search = new RuleSearch(await (await fetch(`../shared/ask/search-${lang}.json`)).json());
          return Object.fromEntries(asked.map(question => {
            const { clauses, corrected } = search.find(question);
            return [question, [clauses, [...corrected.keys()]]];
          }));
        }""",
        [asked, lang],
    )
    other = [
        q for q, (ids, corrected) in ranked.items() if ids != [c.id for c in find(q, lang).clauses] and not corrected
    ]
    assert other == []
    assert sum(bool(corrected) for _, corrected in ranked.values()) <= 2


def test_questions_find_their_answers_among_the_first_three(page: Page, address: str) -> None:
    missed, counted = 0, 0
    for lang in LANGUAGES:
        opened(page, address, lang)
        asked = questions(lang)
        late = found_late(page, asked)
        assert len(late) <= (1 - EACH) * len(asked), late
        missed, counted = missed + len(late), counted + len(asked)
    assert counted >= 200
    assert missed <= (1 - COMPLETE) * counted


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
        page.wait_for_selector("[data-clause]")
        assert page.input_value("#ask") == question
        assert answers(page) == [clause.id for clause in find(question, lang).clauses[:LIMIT]]
        assert not page.is_visible(".examples")


@pytest.mark.parametrize(("lang", "question"), [("en", "what does the Sindaco do"), ("de", "馬車を断れますか")])
def test_a_question_in_another_language_is_answered(page: Page, address: str, lang: str, question: str) -> None:
    opened(page, address, lang)
    page.fill("#ask", question)
    page.wait_for_selector("[data-clause]")
    assert answers(page)[0] == find(question).clauses[0].id


def test_an_id_is_answered_and_a_corrected_word_told(page: Page, address: str) -> None:
    opened(page, address, "en")
    assert answers(page, "play.adjacent") == ["play.adjacent"]
    assert answers(page, "All-Provinces-Tile")[0] == "all-provinces-tile"
    assert page.get_attribute("[data-dispute] a", "href") == f"{address}/en/dispute-all-provinces-tile.html"
    assert "tie" in disputes()  # but an id of one word is a word
    assert answers(page, "tie") == [clause.id for clause in find("tie", "en").clauses[:LIMIT]]
    assert answers(page, "what does the carier do")[0] == "carrier.second-card"
    assert "“carrier”" in (page.text_content(".ask:has(#ask) [role=status]") or "")


@in_every_language
def test_nothing_found_is_told_with_the_chapters(page: Page, address: str, lang: str) -> None:
    opened(page, address, lang)
    assert answers(page, "ωωω") == []
    assert page.text_content(".ask:has(#ask) [role=status]") == translation(lang)["ask"]["none"]
    links = page.eval_on_selector_all(".ask ol a", "links => links.map(link => link.href)")
    assert links == [f"{address}/{lang}/{name}.html" for name in chapters()]


# ---- what an answer says


@in_every_language
def test_an_answer_has_the_statement_the_example_and_the_place(page: Page, address: str, lang: str) -> None:
    opened(page, address, lang)
    answers(page, "play.adjacent")
    clause, words = clauses()["play.adjacent"], translation(lang)["ask"]
    first = page.locator("[data-clause]").first
    assert first.locator(".statement").text_content() == clause.text[lang]
    assert first.locator("h2 a").get_attribute("href") == f"{address}/{lang}/play.html#play.adjacent"
    assert first.locator("img").get_attribute("src") == f"{address}/shared/maps/innsbruck-fits-neither-end.svg"
    assert first.locator(".verdict").text_content() == translation(lang)["labels"]["illegal"]
    for edition in editions():
        page.select_option("#booklet", edition)
        told = first.locator(".booklet").text_content() or ""
        assert told.startswith(f"{words['in-booklet']}{Language(lang).colon}{place(clause.sources[edition].at, lang)}")
    page.wait_for_function("() => location.hash === '#q=play.adjacent'")
    page.reload()
    page.wait_for_selector("[data-clause]")
    assert page.input_value("#booklet") == list(editions())[-1]


def test_an_answer_says_where_the_editions_differ(page: Page, address: str) -> None:
    opened(page, address, "en")
    answers(page, "tiles.all-provinces")
    told = page.locator("[data-clause] .differs")
    assert told.locator("a").get_attribute("href") == f"{address}/en/dispute-all-provinces-tile.html"
    assert told.locator("a").text_content() == disputes()["all-provinces-tile"].question["en"]
    readings = translation("en")["readings"]["all-provinces"]
    for edition in editions():
        page.select_option("#booklet", edition)
        reading = disputes()["all-provinces-tile"].editions[edition].reading
        assert (told.text_content() or "").endswith(readings[str(reading)])


def test_all_answers_are_shown_on_request(page: Page, address: str) -> None:
    opened(page, address, "en")
    assert len(answers(page, "route")) == LIMIT
    page.click(".ask .more button")
    assert answers(page) == [clause.id for clause in find("route", "en").clauses]


# ---- the address, the keyboard, other pages


def test_the_address_holds_the_question(page: Page, address: str) -> None:
    opened(page, address, "de", "#q=Wer%20beginnt%3F")
    assert page.input_value("#ask") == "Wer beginnt?"
    assert "setup.start" in answers(page)
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
    page.wait_for_selector("[data-clause]")
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
    page.wait_for_selector("[data-clause]")
    first = answers(page)[0]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.id") == "ask"
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/en/{clauses()[first].chapter}.html#{first}")
    page.keyboard.press("/")
    page.wait_for_selector("dialog .ask[data-ready]")
    page.keyboard.type("tiebreaker")
    page.wait_for_selector('dialog [data-clause="score.tie"]')
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
    page.wait_for_url(f"{address}/{lang}/{clauses()[found].chapter}.html#{found}")


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
        page.wait_for_selector('[data-clause="setup.start"]')
        page.click('[data-clause="setup.start"] h2 a')
        page.wait_for_selector('h2[id="setup.start"]')


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
        found = Axe().run(page, options=STANDARDS).response
        told = [(fault["id"], fault["nodes"][0]["html"][:300]) for fault in found["violations"]]
        assert told == [], question


def test_axe_finds_no_fault_in_the_dialog(page: Page, address: str) -> None:
    page.goto(f"{address}/en/play.html")
    page.click("#ask-open")
    page.wait_for_selector("dialog .ask[data-ready]")
    page.fill("dialog input", "two cards")
    found = Axe().run(page, context={"include": [["#ask-dialog"]]}).response["violations"]
    assert [(fault["id"], fault["nodes"][0]["html"][:300]) for fault in found] == []


@in_every_language
def test_the_data_is_the_search_of_the_command(site: Path, lang: str) -> None:
    data = json.loads((site / "shared" / "ask" / f"search-{lang}.json").read_text(encoding="utf-8"))
    assert data["clauses"] == list(clauses())
    assert data["synonyms"] == translation(lang)["search"]["synonyms"]
    assert all(0 < score <= data["best"] for scores in data["scores"].values() for score in scores[1::2])
    assert all(max(scores[1::2]) == data["best"] for scores in data["scores"].values())
