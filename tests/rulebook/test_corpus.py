"""The corpus has no faults, the checks report faults, players find clauses, and code and clauses are linked."""

import ast
import functools
import itertools
import shutil
from pathlib import Path

import pytest
import tomli

import thurntaxis as tt
from support import golden
from support.corpus_checks import check
from support.paths import ROOT
from thurntaxis_rulebook import Clause, UnknownClause, clause, clauses, disputes, disputes_about, editions, search
from thurntaxis_rulebook.corpus import generate_edition_table, loading
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_rulebook.corpus.toml_files import contents

# ---- the corpus as it is


MODULES = ("power-and-glory", "messenger", "offices", "combined")


def test_corpus_covers_the_base_game_and_the_modules() -> None:
    base = [c for c in clauses().values() if c.chapter not in MODULES]
    assert 70 <= len(base) <= 120
    assert all(sum(c.chapter == chapter for c in clauses().values()) >= 5 for chapter in MODULES)
    assert len(disputes()) >= 80
    assert list(editions()) == list(tt.EDITIONS)
    form = (ROOT / ".github" / "ISSUE_TEMPLATE" / "clause.yml").read_text(encoding="utf-8")
    assert f"options: [{', '.join(editions())}, another one]" in form


def test_every_edition_speaks_of_most_clauses_of_the_base_game() -> None:
    for edition in editions():
        spoken = [c for c in clauses().values() if not c.sources[edition].silent and c.chapter not in MODULES]
        assert len(spoken) > 80, edition


def test_terms_are_lists_of_words() -> None:
    for edition in editions():
        for thing, terms in contents(loading.edition_file(edition))["terms"].items():
            assert isinstance(terms, list), (edition, thing)


def test_one_edition_speaks_of_the_modules() -> None:
    speaking = {e for c in clauses().values() if c.chapter in MODULES for e in editions() if not c.sources[e].silent}
    assert speaking == {"en-yucata"}


def test_clauses_come_in_the_order_of_the_booklets() -> None:
    chapters = list(dict.fromkeys(c.chapter for c in clauses().values()))
    assert chapters == list(loading.chapters())


def test_records_are_values() -> None:
    one = clause("draw.refill")
    assert one is clause("draw.refill")
    assert len({one, clause("draw.duty")}) == 2
    assert str(one) == f"draw.refill: {one.text['en']}"
    with pytest.raises(AttributeError):
        one.id = "draw.other"  # type: ignore[misc]


# ---- ids


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("play.adjacant", "play.adjacent"), ("postmaster", "postmaster.second-card"), ("Draw.Refil", "draw.refill")],
)
def test_unknown_clause_suggests(wrong: str, right: str) -> None:
    with pytest.raises(UnknownClause, match=right) as raised:
        clause(wrong)
    assert str(raised.value).startswith(f'unknown clause "{wrong}"')


def test_unknown_clause_without_likeness_suggests_nothing() -> None:
    with pytest.raises(UnknownClause, match=r'^unknown clause "zzzz"; taxis rule lists the clauses$'):
        clause("zzzz")


# ---- options


def test_the_edition_table_of_the_reference_is_up_to_date() -> None:
    """`python -m thurntaxis_rulebook.corpus.generate_edition_table` writes it."""
    assert generate_edition_table.TABLE.read_text(encoding="utf-8") == generate_edition_table.table_text()


def test_readings_are_those_of_the_reference() -> None:
    readings = {edition.id: {**edition.options, **edition.module_options} for edition in tt.EDITIONS.values()}
    for dispute in disputes().values():
        by_edition = {edition: source.reading for edition, source in dispute.editions.items()}
        assert by_edition == {edition: values.get(dispute.option or "") for edition, values in readings.items()}
    assert {edition.id: edition.language for edition in editions().values()} == {
        edition.id: edition.language for edition in tt.EDITIONS.values()
    }


def test_every_option_is_disputed() -> None:
    of_modules = [option for options in tt.MODULE_OPTIONS.values() for option in options]
    assert {dispute.option for dispute in disputes().values()} == {None, *tt.OPTIONS, *of_modules}


@pytest.mark.parametrize("edition", tt.EDITIONS)
def test_one_of_two_readings_holds(edition: str) -> None:
    options = tt.EDITIONS[edition].options
    for pair in (("tiles.all-provinces", "tiles.outside-baiern"), ("carrier.restart", "carrier.fit")):
        holding = [options[str(clause(name).option)] == clause(name).reading for name in pair]
        assert sorted(holding) == [False, True]
    assert clause("draw.duty").option is None


def test_disputes_about_a_clause() -> None:
    assert "all-provinces-tile" in [dispute.id for dispute in disputes_about("tiles.outside-baiern")]
    assert disputes_about("draw.city-card") == []


# ---- faults


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return the folder of a copy of the corpus."""
    folder = tmp_path / "corpus"
    shutil.copytree(loading.FOLDER, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    assert check(folder) == []
    return folder


IT_2006 = "editions/it-2006.toml"

MOST_TOLD = 4
"""How many faults of each file are compared; where a word is lacking, there may be hundreds."""


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_faults_are_told(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomli, "loads", functools.cache(tomli.loads))

    def told(case: str) -> str:
        name, old, new = ast.literal_eval(case)
        file = copy / name
        text = file.read_text(encoding="utf-8")
        spoil(file, old, new)
        faults = sorted(check(copy))
        file.write_text(text, encoding="utf-8")
        by_file = itertools.groupby(faults, key=lambda fault: fault.partition(":")[0])
        return "\n".join(fault for _, several in by_file for fault in itertools.islice(several, MOST_TOLD))

    golden.check(Path(__file__).with_name("corpus_faults.txt"), told)


def test_a_reading_that_says_something_differently_is_translated(copy: Path) -> None:
    spoil(copy / IT_2006, '"draw.city-card" = "1, 1"', '"draw.city-card" = { at = "1, 1", says.en = "one" }')
    missing = "no words for clauses/draw.city-card/says/it-2006"
    assert check(copy) == [f"languages/{language}.toml: {missing}" for language in LANGUAGES[1:]]


def test_missing_file_is_told(copy: Path) -> None:
    (copy / "disputes.toml").unlink()
    assert len(check(copy)) == 1


# ---- search


def found(words: str, lang: str = "en") -> list[str]:
    return [answer.id for answer in search(words, lang)]


@pytest.mark.parametrize(
    ("term", "beginning"),
    [
        ("Sindaco", "administrator."),
        ("chef de poste", "postmaster."),
        ("Fabbro/Maniscalco", "cartwright."),
        ("KOLODZIEJ", "cartwright."),
        ("pocztylion", "carrier."),
        ("郵便長官", "postmaster."),
        ("御者", "carrier."),
    ],
)
def test_words_of_the_booklets_find_clauses(term: str, beginning: str) -> None:
    assert found(term)[0].startswith(beginning)


@pytest.mark.parametrize(("one", "other"), [("horses", "horse"), ("closing", "close"), ("discarding", "discard")])
def test_inflected_words_are_found(one: str, other: str) -> None:
    assert set(found(one)) & set(found(other))


def test_words_that_only_another_language_has_are_found_there() -> None:
    assert found("cocher", "fr")
    assert found("cocher", "pl") == found("cocher", "fr")
    assert found("手札が空", "ja")


@pytest.mark.parametrize("words", ["", "?!", '"', "the", "xyzzy", "NEAR(a b)", "draw*", "title:draw", "-"])
def test_no_words_break_the_search(words: str) -> None:
    assert all(isinstance(answer, Clause) for answer in search(words))


def test_search_is_limited() -> None:
    assert len(search("route", limit=3)) == 3
