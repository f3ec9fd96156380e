"""The player aid says in every language what the clauses say, with the values of the rules, and fills its pages."""

import unicodedata
from pathlib import Path

import pytest
from pypdf import PdfReader

import thurntaxis as tt
from thurntaxis.modules.offices.office_tiles import offices_left
from thurntaxis.officials import OFFICIALS
from thurntaxis_presentation.language import ENGLISH, Language
from thurntaxis_rulebook import clause, disputes
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_web.aid_page import AID, aid_page, tables
from thurntaxis_web.aid_pdf import missing, print_aids
from thurntaxis_web.markup import escaped

in_every_language = pytest.mark.parametrize("lang", list(map(Language, LANGUAGES)))


def told(page: int, lang: Language) -> list[str]:
    """Return what a page of the aid says of officials, clauses and disputes, in order."""
    said: list[str] = []
    for section in AID[page]["section"]:
        listed = [*section.get("officials", {}).values(), section.get("clauses", ())]
        said += [clause(id_).text[lang] for ids in listed for id_ in ids]
        said += [disputes()[id_].ruling[lang] for id_ in section.get("disputes", ())]
    return said


@in_every_language
def test_every_language_has_all_entries_in_the_same_order(lang: Language) -> None:
    page = aid_page(lang)
    places = [page.index(escaped(text)) for at in range(len(AID)) for text in told(at, lang)]
    assert places == sorted(places)


def test_values_are_those_of_games() -> None:
    shown = {name: [list(row[1:]) for row in rows[1:]] for name, rows in tables(ENGLISH).items()}
    assert [row[1] for row in shown["tiles"]] == [" · ".join(map(str, s.values)) for s in tt.new().rules.board.stacks]
    assert sum(int(str(number)) for number, _ in shown["northern-tiles"]) == 39
    assert shown["carriages"] == [[3, 4, 5, 6, 7], [3, 3, 3, 4, 5], [2, 3, 5, 7, 10]]
    assert shown["letters"] == [[player.letters for player in tt.new(4, modules=["princess-messenger"]).players]]
    assert shown["prices"] == [[0, 2, 2, 2], [0, 1, 1, 1]]
    left = [offices_left(tt.new(players, modules=["offices-of-honor"])) for players in (2, 3, 4)]
    assert shown["office-tiles"] == [[tiles[official] for tiles in left] for official in OFFICIALS]


def test_no_page_leads_to_a_pdf_that_cannot_be_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for program, without in (("fc-list", [*LANGUAGES]), ("chromium", ["ja"])):
        (tmp_path / program).write_text("#!/bin/sh\n")  # a list without fonts, a browser that prints nothing
        (tmp_path / program).chmod(0o755)
        assert [lang for lang in LANGUAGES if "player-aid.pdf" not in aid_page(Language(lang))] == without
        print_aids(tmp_path)
        assert capsys.readouterr().err.count("\n") == 1


@in_every_language
def test_the_pdf_has_two_pages_for_the_base_game_and_one_for_each_module(built_site: Path, lang: Language) -> None:
    if missing(lang):
        pytest.skip(missing(lang))
    pages = [page.extract_text() for page in PdfReader(built_site / lang / "player-aid.pdf").pages]
    assert len(pages) == len(AID) == 2 + len(tt.MODULES)
    for at, page in enumerate(pages):
        text = "".join(unicodedata.normalize("NFKC", page.replace("⻑", "長")).split())  # fonts have one sign for both
        entries = ["".join(unicodedata.normalize("NFKC", entry).split()) for entry in told(at, lang)]
        assert [entry for entry in entries if entry not in text] == []
        assert "".join(lang.label("developers").split()) not in text
