"""The pages of every language have all clauses, disputes, examples, terms and functions."""

import html
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.few_and_many import one_in
from thurntaxis.boards import MADE_UP
from thurntaxis.io.read import read_position
from thurntaxis.io.write_line import position_line
from thurntaxis_presentation.decision_tables import claimed_event, claimed_events
from thurntaxis_presentation.errors import BadInput
from thurntaxis_presentation.language import ENGLISH, Language, signed
from thurntaxis_presentation.sentences import capitalized, sentence
from thurntaxis_rulebook import clause, clauses, decision_on, disputes, editions, examples
from thurntaxis_rulebook.corpus.languages import LANGUAGES, translation
from thurntaxis_rulebook.corpus.loading import FOLDER, chapters
from thurntaxis_rulebook.corpus.traceability import links
from thurntaxis_web.app.session import TableSession
from thurntaxis_web.chapter_pages import LAYOUT
from thurntaxis_web.citations import option_title, place
from thurntaxis_web.example_block import example_block, map_figure, position_of, write_shared
from thurntaxis_web.markup import escaped, with_formulas
from thurntaxis_web.page_writer import SOURCES, configuration, configuration_name, pages, write_pages
from thurntaxis_web.reference_pages import functions, functions_of
from thurntaxis_web.tour_page import TOUR

ROOT = FOLDER.parents[1]

in_every_language = pytest.mark.parametrize("lang", one_in(3, list(map(Language, LANGUAGES))))


pages_in = cache(pages)


def entry(page: str, anchor: str) -> str:
    """Return the text below a heading up to the next one of its level."""
    found = re.search(rf"^(#+) [^\n]*\{{ #{re.escape(anchor)} \}}\n(.*?)(?=^\1 |\Z)", page, re.DOTALL | re.MULTILINE)
    assert found, anchor
    return found[2]


# ---- complete


@in_every_language
def test_every_clause_is_told(lang: Language) -> None:
    written = pages_in(lang)
    for one in clauses().values():
        told = entry(written[f"{one.chapter}.md"], one.id)
        assert escaped(one.text[lang]) in told
        for edition, source in one.sources.items():
            assert f"(editions.md#{edition})" in told
            assert place(source, lang) in told
            assert source.says is None or escaped(capitalized(source.says[lang])) in told
        for link in (*one.depends, *one.exception_to):
            assert f"{clause(link).chapter}.md#{link})" in told
        tied = links(one)
        assert all(f"(dispute-{dispute}.md)" in told for dispute in tied["disputes"])
        assert all(f"`{test}`" in told for test in tied["tests"])
        for function in functions_of(one.id):
            assert f"code.md#{function.anchor})" in told


@in_every_language
def test_every_dispute_is_told_answer_first_and_reasons_last(lang: Language) -> None:
    written = pages_in(lang)
    listed = written["disputes.md"]
    for dispute in disputes().values():
        told = written[f"dispute-{dispute.id}.md"]
        assert f"# {escaped(dispute.question[lang])} {{ #{dispute.id} }}" in told
        parts = [escaped(dispute.ruling[lang]), f"{lang.label('in-booklet', 'ask')}{lang.colon}"]
        parts = [*(parts[::-1] if dispute.divides else parts), f"## {lang.label('what-editions-say')}"]
        places = [told.index(part) for part in [*parts, f'??? quote "{lang.label("reason")}"']]
        assert places == sorted(places), dispute.id
        assert escaped(dispute.reason[lang]) in told
        for source in dispute.editions.values():
            assert place(source, lang) in told
            assert source.says is None or escaped(capitalized(source.says[lang])) in told
        assert all(f"#{id_})" in told for id_ in dispute.clauses)
        question = f"[{escaped(dispute.question[lang])}](dispute-{dispute.id}.md)"
        assert f"{question}{{ #{dispute.id} }}<br>{escaped(dispute.ruling[lang])}\n" in listed
    differently, *others = re.split(r"^\?\?\? ", listed, flags=re.MULTILINE)
    for dispute in disputes().values():
        title = chapters()[clause(dispute.clauses[0]).chapter].title[lang]
        (part,) = [part for part in (differently, *others) if f"{{ #{dispute.id} }}" in part]
        assert (part == differently) if dispute.divides else part.startswith(f'quote "{title}')


@in_every_language
def test_the_table_of_a_dispute_is_shown_with_what_each_reading_decides(lang: Language) -> None:
    written = pages_in(lang)
    for dispute in disputes().values():
        told, decision = written[f"dispute-{dispute.id}.md"], decision_on(dispute)
        if decision is None:
            assert dispute.no_table is not None
            assert lang.label(dispute.no_table, "no-tables") in told
            continue
        assert f'data-example="{decision.example.id}"' in told
        assert f"../shared/maps/{decision.example.id}.svg" in told
        assert dispute.other is None or escaped(dispute.other[lang]) in told
        assert (lang.label("best-turn") in told) is bool(decision.best_changes)
        for example in decision.by.values():
            assert not decision.best_changes or claimed_events(example.best, lang) in told
            assert all(f"#{id_})" in told for id_ in example.refused)
            assert all(claimed_event(event, lang) in told for event in example.offers or ())


@in_every_language
def test_every_option_is_compared(lang: Language) -> None:
    compared = pages_in(lang)["editions.md"]
    for option in tt.OPTIONS:
        assert f'id="option-{option}"' in compared
        assert escaped(option_title(option, lang)) in compared


@in_every_language
def test_every_term_is_told(lang: Language) -> None:
    page = pages_in(lang)["glossary.md"]
    for thing in translation("en")["terms"]:
        told = entry(page, f"term-{thing}")
        assert escaped(translation(lang)["terms"][thing]["meaning"]) in told
        for edition in editions().values():
            assert escaped(lang.listed(edition.terms.get(thing, ()))) in told


@in_every_language
def test_all_code_is_shown_and_leads_back(lang: Language) -> None:
    page = pages_in(lang)["code.md"]
    assert {id_ for function in functions() for id_ in function.clauses} == set(tt.clauses_in_code())
    for function in functions():
        told = entry(page, function.anchor)
        assert function.source.rstrip() in told
        for id_ in function.clauses:
            assert f"{clause(id_).chapter}.md?view=evidence#{id_})" in told


@in_every_language
def test_every_example_stands_on_the_page_of_its_clause(lang: Language) -> None:
    written = pages_in(lang)
    for example in examples().values():
        main = clause(example.clauses[0])
        assert example_block(example, lang) in entry(written[f"{main.chapter}.md"], main.id)


def test_every_chapter_opens_with_a_section_and_shows_its_own_examples_to_readers() -> None:
    assert list(LAYOUT) == list(chapters())
    for name, chapter in LAYOUT.items():
        own = [one.id for one in clauses().values() if one.chapter == name]
        assert chapter["sections"][0] == own[0]
        assert set(chapter["sections"]) <= set(own)
        assert all(examples()[one].clauses[0] in own for one in chapter["examples"])


# ---- examples


@in_every_language
def test_an_example_says_what_the_rules_say(lang: Language) -> None:
    for example in examples().values():
        block, position = example_block(example, lang), position_of(example)
        for city in {*position.display, *(city for player in position.players for city in player.route)}:
            assert city in block
        if example.event is not None:
            assert f"**{escaped(claimed_event(example.event, lang))}**" in block
            assert f"`{example.event}`" not in block
            assert lang.label("illegal" if example.refused else "legal") in block
            said = position.why_not(example.event) or position.traced(example.event)[1]
            assert all(escaped(sentence(one, lang, position.rules.board)) in block for one in said)
            assert all(f"#{id_})" in block for id_ in (*example.refused, *example.brings))
            assert f'taxis ruling {example.id}.json "{example.event}"' in block
        for event in example.offers or ():
            assert f"- {escaped(claimed_event(event, lang))}\n" in block
        for at, score in enumerate(example.scores or ()):
            assert f"{lang.seat(at)}{lang.colon}**{signed(score)}**" in block
        for edition in (*example.printed, *example.like):
            assert f"editions.md#{edition})" in block
        made_up = position.rules.board.name in MADE_UP
        assert (lang.label("made-up") in block) is made_up
        for player in position.players:
            assert all(card in block for card in player.horses)
            assert all(lang.term(office) in block for office in player.offices)


@in_every_language
def test_every_example_opens_on_the_table(lang: Language) -> None:
    written = "".join(pages_in(lang).values())
    opened = {address.replace("_", " ") for address in re.findall(r'href="table\.html#p=([^"]*)"', written)}
    for example in examples().values():
        line = position_line(position_of(example))
        assert line in opened
        assert TableSession(lang).load_address(f"#p={line.replace(' ', '_')}") is not None


@in_every_language
def test_pictures_say_which_routes_and_houses_they_show(lang: Language) -> None:
    for example in examples().values():
        found = re.search(r'alt="([^"]*)"', map_figure(example, lang))
        assert found
        said = html.unescape(found[1])
        for at, player in enumerate(position_of(example).players):
            assert (lang.seat(at) in said) is bool(player.route or player.houses)
            assert all(city in said for city in (*player.route, *player.houses))


# ---- the tour


@in_every_language
def test_each_paragraph_of_the_tour_is_made_of_clauses_and_leads_to_the_first(lang: Language) -> None:
    page = pages_in(lang)["how-to-play.md"]
    for chapter in TOUR:
        for ids in chapter["paragraphs"]:
            told, one = entry(page, f"tour-{ids[0]}"), clause(ids[0])
            places = [told.index(escaped(clause(id_).text[lang])) for id_ in ids]
            assert places == sorted(places)
            before = "" if lang == "ja" else "\N{NO-BREAK SPACE}"
            assert told.index(f"{before}[§]({one.chapter}.md#{one.id})") > places[-1]
            assert {clause(id_).chapter for id_ in ids} <= {chapter["name"], "setup"}


@in_every_language
def test_the_tour_answers_each_question_on_which_editions_differ_once_after_its_clauses(lang: Language) -> None:
    page = pages_in(lang)["how-to-play.md"]
    told = [id_ for chapter in TOUR for ids in chapter["paragraphs"] for id_ in ids]
    about = [one for one in disputes().values() if one.divides and set(one.clauses) & set(told)]
    assert len(about) >= 4
    assert page.count("(dispute-") == len(about)
    for dispute in about:
        answer = page.index(f"](dispute-{dispute.id}.md)</em>")
        assert page.index(escaped(dispute.ruling[lang]), answer) < page.index("\n", answer)
        assert all(page.index(escaped(clause(id_).text[lang])) < answer for id_ in dispute.clauses if id_ in told)


def test_the_tour_has_every_chapter_of_the_base_game_once() -> None:
    told = [id_ for chapter in TOUR for ids in chapter["paragraphs"] for id_ in ids]
    assert len(told) == len(set(told))
    base = list(chapters())[: list(chapters()).index("power-and-glory")]
    assert [chapter["name"] for chapter in TOUR] == base
    assert {one.id for one in clauses().values() if one.kind == "duty" and one.chapter in base} <= set(told)


# ---- files


def test_every_example_has_a_map_and_a_file(tmp_path: Path) -> None:
    write_shared(tmp_path)
    for example in examples().values():
        picture = (tmp_path / "maps" / f"{example.id}.svg").read_text(encoding="utf-8")
        assert picture.startswith("<svg ")
        assert all(html.escape(city.name) in picture for city in position_of(example).rules.board.cities)
        assert read_position(tmp_path / "positions" / f"{example.id}.json") == position_of(example)


# ---- words


def test_places_speak_the_language_of_the_page() -> None:
    source = clause("play.adjacent").sources["it-2006"]
    assert "case 2" in place(source, Language("en"))
    assert "Fall 2" in place(source, Language("de"))
    assert "Quali carte" in place(source, Language("de"))


def test_missing_words_are_told() -> None:
    with pytest.raises(BadInput, match=r"languages/en\.toml: labels\.nonsense: missing"):
        Language("en").label("nonsense")


@in_every_language
def test_the_navigation_leads_to_every_page(lang: Language) -> None:
    navigation = leaves(configuration(lang)["nav"])
    disputed = {f"dispute-{id_}.md" for id_ in disputes()}  # the page of the disputes leads to them
    developers = {f"developers/{path.name}" for path in (ROOT / "docs").glob("*.md")}
    assert set(navigation) == (set(pages(lang)) - disputed) | developers | {"table.html"}
    assert len(navigation) == len(set(navigation))


def leaves(entries: list[Any]) -> list[str]:
    """Return the files in a navigation, in which entries may have titles and lists inside."""
    found: list[str] = []
    for entry in entries:
        targets = list(entry.values()) if isinstance(entry, dict) else [entry]
        found += [leaf for target in targets for leaf in (leaves(target) if isinstance(target, list) else [target])]
    return found


@in_every_language
def test_a_configuration_is_written_with_the_pages(lang: Language, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    write_pages(tmp_path, lang)
    settings = json.loads((tmp_path / configuration_name(lang)).read_text(encoding="utf-8"))
    assert {path.name for path in (tmp_path / SOURCES / lang).glob("*.md")} == set(pages_in(lang))
    switch = [(language["lang"], language["name"]) for language in settings["extra"]["languages"]]
    assert switch == [(code, translation(code)["name"]) for code in LANGUAGES]
    names = [scheme["toggle"]["name"] for scheme in settings["theme"]["palette"]]
    assert names == [lang.label(f"palette-{name}") for name in ("light", "dark", "system")]


def test_links_to_examples_lead_to_copies_beside_the_page(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "one.ipynb").write_text("{}", encoding="utf-8")
    (tmp_path / "docs" / "page.md").write_text("[a](../examples/one.ipynb) [b](other.md)", encoding="utf-8")
    write_pages(tmp_path, ENGLISH)
    folder = tmp_path / SOURCES / "en" / "developers"
    assert (folder / "page.md").read_text(encoding="utf-8") == "[a](one.ipynb) [b](other.md)"
    assert (folder / "one.ipynb").read_text(encoding="utf-8") == "{}"


@pytest.mark.parametrize("code", ["`$x$`", "```sh\necho $x $y\n```", r"\$x\$", "5$ and 6$"])
def test_code_holds_no_formulas(code: str) -> None:
    assert with_formulas(code) == code


def test_formulas_become_mathml() -> None:
    pytest.importorskip("latex2mathml", reason="comes with the extra docs")
    assert "<msup>" in with_formulas("so $x^2$ it is")
    assert with_formulas("$$\n\\frac{1}{2}\n$$").startswith('<div class="formula"')
