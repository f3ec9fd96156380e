"""The corpus has no faults, the checks report faults, players find clauses, and code and clauses are linked."""

import shutil
from pathlib import Path

import pytest

import thurntaxis as tt
from thurntaxis_rulebook import (
    Clause,
    UnknownClause,
    check,
    clause,
    clauses,
    disputes,
    disputes_about,
    editions,
    search,
)
from thurntaxis_rulebook.corpus import generate_edition_table, loading
from thurntaxis_rulebook.corpus.languages import LANGUAGES

# ---- the corpus as it is


def test_corpus_is_sound() -> None:
    assert check() == []


MODULES = ("power-and-glory", "messenger", "offices", "combined")


def test_corpus_covers_the_base_game_and_the_modules() -> None:
    base = [c for c in clauses().values() if c.chapter not in MODULES]
    assert 70 <= len(base) <= 120
    assert all(sum(c.chapter == chapter for c in clauses().values()) >= 5 for chapter in MODULES)
    assert len(disputes()) >= 80
    assert list(editions()) == list(tt.EDITIONS)


def test_every_edition_speaks_of_most_clauses_of_the_base_game() -> None:
    for edition in editions():
        spoken = [c for c in clauses().values() if not c.sources[edition].silent and c.chapter not in MODULES]
        assert len(spoken) > 80, edition


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
        one.id = "draw.other"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_speaks_of_every_clause_and_dispute(language: str) -> None:
    for one in clauses().values():
        assert one.title_in(language)
        assert one.text_in(language)
    for dispute in disputes().values():
        assert all(words[language] for words in (dispute.question, dispute.ruling, dispute.reason))
        assert all(source.says[language] for source in dispute.editions.values() if source.says)


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
    with pytest.raises(UnknownClause, match=r'^unknown clause "zzzz" \(taxis rule lists the clauses\)$'):
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


IT_2006, PL_PALA = "editions/it-2006.toml", "editions/pl-pala.toml"


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("clauses/draw.toml", '"draw.one-card"', '"draw.duty"', "clauses: id: 'draw.duty' stands more than once"),
        ("clauses/draw.toml", '"draw.one-card"', '"Draw.7"', "an id is WORD-WORD.WORD-WORD"),
        ("clauses/draw.toml", 'kind = "duty"', 'kind = "custom"', "kind 'custom' is none of definition"),
        ("clauses/draw.toml", "title.en", "title.de", "draw.city-card: title: no words in 'en'"),
        ("clauses/draw.toml", 'text.en = "You must', 'text.en = ""#', "draw.duty: text: no words in 'en'"),
        ("clauses/draw.toml", "title.en =", "title =", "words are given by language, as title.en"),
        ("clauses/draw.toml", "text.en", "txt.en", "draw.city-card: unknown key 'txt'"),
        ("clauses/draw.toml", "text.en", "txt.en", "draw.city-card: no text"),
        (PL_PALA, '"draw.city-card" =', '# "draw.city-card" =', "pl-pala.toml: clauses: no place for draw.city-card"),
        (PL_PALA, '"draw.city-card" =', '"draw.city-cart" =', "clauses: nothing has the id 'draw.city-cart'"),
        (PL_PALA, '"draw.card-left"', '"draw.city-card"', "silent.clauses: 'draw.city-card' stands more than once"),
        (PL_PALA, '"draw.card-left"', '"draw.cards-left"', "clauses: nothing has the id 'draw.cards-left'"),
        (PL_PALA, "[disputes]\nall-provinces-tile", "[disputes]\n#", "pl-pala.toml: disputes: no place for all-prov"),
        (PL_PALA, "hand-limit =", "hand-limits =", "disputes: nothing has the id 'hand-limits'"),
        (IT_2006, '"draw.city-card" = "1, 1"', '"draw.city-card" = "9, 1"', "draw.city-card: '9, 1': no section '9'"),
        (IT_2006, '"draw.city-card" = "1, 1"', '"draw.city-card" = "silent"', "'silent': no section 'silent'"),
        (IT_2006, '"draw.city-card" = "1, 1"', '"draw.city-card" = "1, Sindaco"', "'1, Sindaco': no such place"),
        (IT_2006, '"draw.city-card" = "1, 1"', '"draw.city-card" = "1, 1, note"', "'1, 1, note': no such place"),
        (IT_2006, '"draw.city-card" = "1, 1"', '"draw.city-card" = { at = "1, 1", say = 1 }', "unknown key 'say'"),
        (IT_2006, '"draw.city-card" = "1, 1"', '"draw.city-card" = { says.en = "1" }', "draw.city-card: no at"),
        (IT_2006, '"draw.city-card" = "1, 1"', '"draw.city-card" = { at = "1, 1", says = "a" }', "as says.en"),
        (IT_2006, "carrier-restart = false", "", "it-2006.toml: options: no carrier-restart"),
        (IT_2006, "carrier-restart = false", 'carrier-restart = "no"', "options: 'no' is no value of carrier-restart"),
        (IT_2006, "[options]", "[options]\nflying = true", "options: no option 'flying'"),
        (IT_2006, '"first-carriage"', '"no-carriage"', "examples: printed: no example 'no-carriage'"),
        (IT_2006, "order = 1", "order = 2", "editions: order: 2 stands more than once"),
        (IT_2006, "order = 1", "", "it-2006.toml: no order"),
        (IT_2006, "order = 1", "order = 1\nid = 1", "it-2006.toml: unknown key 'id'"),
        ("editions/ja-2006.toml", 'says.en = "does', 'says.de = "does', "says: no words in 'en'"),
        ("clauses/draw.toml", 'depends = ["setup', 'depends = ["setip', "depends: no clause 'setip.city-cards'"),
        (
            "clauses/draw.toml",
            '["draw.one-card"]',
            '["postmaster.second-card"]',
            "exception-to: no clause 'postmaster.",
        ),
        ("clauses/play.toml", 'option = "carrier-restart"', 'option = "restart"', "no option 'restart'"),
        ("clauses/play.toml", "reading = false\n", "", "an option and its reading are wanted together"),
        ("clauses/tiles.toml", 'reading = "every', 'reading = "any', "'any-province' is no value of all-provinces"),
        ("clauses/draw.toml", "ruling = true", "ruling = false", "no edition speaks of it, so it is a ruling"),
        ("clauses/draw.toml", 'kind = "duty"', 'kind = "duty"\nruling = true', "a ruling, though an edition speaks"),
        ("disputes.toml", '"carrier-restart"', '"all-provinces-tile"', "'all-provinces-tile' stands more than once"),
        ("disputes.toml", 'nature = "change"', 'nature = "whim"', "nature 'whim' is none of change"),
        ("disputes.toml", "ruling.en", "ruling.de", "all-provinces-tile: ruling: no words in 'en'"),
        ("disputes.toml", '["tiles.all-provinces"', '["tiles.all-towns"', "clauses: no clause 'tiles.all-towns'"),
        ("clauses/tiles.toml", 'option = "all-provinces"', "", "'every-province' is no value of None"),
        ("disputes.toml", 'option = "carrier-restart"', 'option = "restart"', "carrier-restart: no option 'restart'"),
        ("disputes.toml", '"discard.no-limit", ', "", "discard.no-limit: a ruling without a dispute"),
        ("disputes.toml", 'clauses = ["draw.reshuffle"]', "clauses = []", "clauses: at least one is wanted"),
        (
            "disputes.toml",
            'clauses = ["return.final-backwards", ',
            "clauses = [",
            "return.final-backwards: an option without a dispute",
        ),
        ("disputes.toml", 'no-table = "words"\n', "", "scoring-example: one of option, other and no-table is wanted"),
        ("disputes.toml", 'no-table = "words"', 'no-table = "whim"', "no-table 'whim' is none of words, preparation"),
        (
            "disputes.toml",
            'other.en = "You discard your whole',
            'no-table = "words" # "',
            "the example hand-after-closing shows one",
        ),
        ("disputes.toml", 'no-table = "words"', 'other.en = "17."', "scoring-example: one example with what follows"),
        ("disputes.toml", "title.en", "other.en", "all-provinces-tile: a title is wanted where there is an option"),
        ("disputes.toml", "title.en", "title.de", "all-provinces-tile: title: no words in 'en'"),
        ("disputes.toml", "other.en", "other.de", "hand-after-closing: other: no words in 'en'"),
        (
            "disputes.toml",
            'ruling.en = "No: you keep three cards',
            'ruling.en = "You keep three cards',
            "languages/de.toml: disputes/hand-after-closing/ruling: in another language it begins with yes or no",
        ),
        (
            "languages/de.toml",
            "Nein: Du behältst drei",
            "Ja: Du behältst drei",
            "languages/de.toml: disputes/hand-after-closing/ruling: in another language it begins with yes or no",
        ),
        (
            "languages/pl.toml",
            "Nie: gracz zachowuje",
            "Nie. Gracz zachowuje",
            "closing/ruling: one sentence is",
        ),
        ("languages/ja.toml", "3枚を残し、どれ", "3枚を残します。どれ", "closing/ruling: one sentence is"),
        (
            "disputes.toml",
            "No: you keep three cards",
            f"No: {'now ' * 25}three cards",
            "closing/ruling: at most 30 words are",
        ),
        ("examples/discard.toml", 'dispute = "hand-limit"', "", "hand-limit: one example with what follows otherwise"),
        ("examples/discard.toml", 'dispute = "hand-limit"', "", "examples: four-cards-held: otherwise, but no dispute"),
        ("examples/discard.toml", 'dispute = "hand-limit"', 'dispute = "hands"', "four-cards-held: no dispute 'hands'"),
        ("examples/discard.toml", "otherwise.best", "otherwise.worst", "otherwise: unknown key 'worst'"),
        ("examples/tiles.toml", 'dispute = "all-provinces-tile"', "", "an example by each value of all-provinces is"),
        (IT_2006, "postmaster =", "postmistress =", "no words for terms/postmistress/term"),
        (IT_2006, 'name = "1"', 'name = "one"', "it-2006.toml: draw.city-card: '1, 1': no section '1'"),
        (IT_2006, "about.en", "about.de", "it-2006.toml: about: no words in 'en'"),
        (IT_2006, "[clauses]", "[clauses", "can't be read"),
        ("corpus.toml", 'name = "draw"', 'name = "drawing"', "chapter drawing has no file"),
        ("corpus.toml", 'name = "draw"', 'name = "drawing"', "clauses/draw.toml: no chapter of this name"),
        ("corpus.toml", "[[chapter]]", "[[chapter", "can't be read"),
        (
            "languages/de.toml",
            '[clauses."draw.duty"]',
            '[clauses."draw.duties"]',
            "no words for clauses/draw.duty/text",
        ),
        ("languages/de.toml", '[clauses."draw.duty"]', '[clauses."draw.duties"]', "draw.duties/text: nothing has this"),
        ("languages/ja.toml", "[terms]", "[words]", "languages/ja.toml: no words for terms/postmaster/term"),
        (
            "languages/en.toml",
            "\ncarriage = {",
            "\ncoach = {",
            "carriage.next: the term 'carriage' is not defined in lang",
        ),
        ("languages/pl.toml", "[chapters]", "[chapters", "languages/pl.toml: can't be read"),
    ],
)
def test_faults_are_told(copy: Path, file: str, old: str, new: str, fault: str) -> None:
    spoil(copy / file, old, new)
    assert any(fault in told for told in check(copy))


def test_a_reading_that_says_something_differently_is_translated(copy: Path) -> None:
    spoil(copy / IT_2006, '"draw.city-card" = "1, 1"', '"draw.city-card" = { at = "1, 1", says.en = "one" }')
    missing = "no words for clauses/draw.city-card/says/it-2006"
    assert check(copy) == [f"languages/{language}.toml: {missing}" for language in LANGUAGES[1:]]


def test_missing_file_is_told(copy: Path) -> None:
    (copy / "disputes.toml").unlink()
    assert len(check(copy)) == 1


# ---- search


def found(words: str, lang: str | None = None) -> list[str]:
    return [answer.id for answer in search(words, lang)]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("May I decline a carriage?", "carriage.decline"),
        ("Can I use two officials in one turn?", "official.one-a-turn"),
        ("Can I use two officials in one turn?", "letters.officials"),
        ("What if there are no tiles left for my route length?", "tiles.route-shorter"),
        ("Must I place all my houses?", "houses.optional"),
        ("My hand is empty, do I need the postmaster?", "postmaster.compulsory"),
        ("second card with the carrier starts a new route", "carrier.restart"),
        ("How long must a route be to close it?", "close.minimum"),
        ("when is the deck reshuffled", "draw.reshuffle"),
        ("who wins a tie", "score.tie"),
        ("inserting a card in the middle of the route", "play.no-rearranging"),
        ("hand limit", "discard.no-limit"),
        ("what are carriages worth", "score.carriage-points"),
        ("giving up a route", "play.abandon"),
        ("Do I need a house in Baiern?", "tiles.outside-baiern"),
        ("How many horses do I need to close a route?", "horses.enough"),
        ("May I place houses in two free cities?", "free-cities.one"),
        ("What does a second official cost in letters?", "letters.pay"),
        ("When do I take the messenger?", "messenger.take"),
        ("What do I get for returning three office tiles?", "return.three"),
        ("In what order does the final return round go?", "return.final-backwards"),
    ],
)
def test_players_find_their_clause(question: str, answer: str) -> None:
    assert answer in found(question)[:5]


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


def test_ids_and_titles_weigh_more_than_texts() -> None:
    assert found("cartwright")[0].startswith("cartwright.")
    assert found("play.adjacent")[0] == "play.adjacent"


@pytest.mark.parametrize(("one", "other"), [("cities", "city"), ("closing", "close"), ("discarding", "discards")])
def test_inflected_words_are_found(one: str, other: str) -> None:
    assert set(found(one)) & set(found(other))


def test_search_keeps_to_a_language() -> None:
    assert found("cocher", "fr")
    assert found("cocher", "pl") == []
    assert found("手札が空", "ja")


@pytest.mark.parametrize("words", ["", "?!", '"', "the", "xyzzy", "NEAR(a b)", "draw*", "title:draw", "-"])
def test_no_words_break_the_search(words: str) -> None:
    assert all(isinstance(answer, Clause) for answer in search(words))


def test_search_is_limited() -> None:
    assert len(search("route", limit=3)) == 3


# ---- code and clauses


@pytest.fixture(scope="module")
def code() -> set[str]:
    """Return the clauses in code. Building a rule set adds the clauses that depend on its options."""
    for edition in tt.EDITIONS:
        tt.rule_set(edition=edition)
        tt.rule_set(edition=edition, modules=("princess-messenger", "offices-of-honor"))
    tt.rule_set(options={"reshuffle": "when-needed"})
    tt.rule_set("testland", modules=tt.MODULES)
    return set(tt.clauses_in_code())


def test_every_clause_in_code_is_in_the_corpus(code: set[str]) -> None:
    assert code - set(clauses()) == set()


def test_every_enforceable_clause_is_in_code(code: set[str]) -> None:
    assert {one.id for one in clauses().values() if one.enforceable} - code == set()


def test_every_clause_in_code_is_enforceable(code: set[str]) -> None:
    assert {name for name in code & set(clauses()) if not clause(name).enforceable} == set()
