"""Booklets are recognised and passages found despite damage and other typesetting, and uncertainty is reported.

The booklets here are invented (support/booklets.py). The tests at the end need the texts of the editions, which are not
part of this project. They are skipped unless THURNTAXIS_RULEBOOKS names a folder with them.
"""

import random
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path

import pytest

from support.booklets import (
    Invented,
    damaged,
    invented,
    likeness,
    narrow,
    of_paragraphs,
    paged,
    pdf,
    sentence,
    two_columns,
    wrapped,
)
from thurntaxis_rulebook import editions
from thurntaxis_rulebook.booklet import extract, fingerprints, own_booklet
from thurntaxis_rulebook.booklet.extract import readings, without_running_heads
from thurntaxis_rulebook.booklet.own_booklet import Booklet, Finding
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_rulebook.corpus.loading import UnknownClause, clauses

PLACES = [f"{section}, {number}" for section in range(1, 16) for number in range(1, 5)]


def opened(texts: str | list[str], known: Invented) -> Booklet:
    """Return a booklet of the edition "invented", with two other editions known."""
    others = {f"other-{seed}": invented(PLACES, seed=seed).prints for seed in (7, 8)}
    return Booklet([texts] if isinstance(texts, str) else texts, prints={"invented": known.prints, **others})


def right(found: Finding, known: Invented) -> bool:
    return likeness(found.passage, known.passages[found.place]) > 0.8


def all_found(texts: str | list[str], known: Invented) -> list[Finding]:
    return list(map(opened(texts, known).at, known.passages))


@pytest.fixture(params=["latin", "japanese"])
def known(request: pytest.FixtureRequest) -> Invented:
    return invented(PLACES, japanese=request.param == "japanese")


@pytest.fixture
def latin() -> Invented:
    return invented(PLACES)


# ---- passages


def test_every_passage_is_found_as_it_stands(known: Invented) -> None:
    for found in all_found(known.text, known):
        assert (found.edition, found.passage) == ("invented", known.passages[found.place])
        assert (found.sure, found.score, found.page) == (True, 1.0, None)


@pytest.mark.parametrize("seed", range(3))
def test_wrong_letters(known: Invented, seed: int) -> None:
    found = all_found(damaged(known.text, 0.05, random.Random(seed)), known)
    assert sum(right(one, known) for one in found) >= 0.95 * len(found)
    assert sum(one.sure for one in found) >= 0.75 * len(found)
    assert [one.place for one in found if one.sure and not right(one, known)] == []


def test_many_wrong_letters_make_unsure_rather_than_wrong(latin: Invented) -> None:
    found = all_found(damaged(latin.text, 0.15, random.Random(4)), latin)
    assert sum(right(one, latin) for one in found) >= 0.5 * len(found)
    assert not all(one.sure for one in found)
    assert sum(one.sure and not right(one, latin) for one in found) <= 1


def test_narrow_columns_and_divided_words(latin: Invented) -> None:
    lines = narrow(latin.text)
    assert sum(line.endswith("-") for line in lines) > 20
    for found in all_found("\n".join(lines), latin):
        assert found.sure
        assert likeness(found.passage, latin.passages[found.place]) > 0.95
        assert not re.search(r"\s[-\n]|-\s|\n", found.passage)


def test_running_heads_and_page_numbers_are_left_out(latin: Invented, tmp_path: Path) -> None:
    path = tmp_path / "booklet.txt"
    path.write_text(paged(narrow(latin.text)), encoding="utf-8")
    found = all_found(readings(path), latin)
    assert all(one.sure and right(one, latin) for one in found)
    assert not any("Bakolari" in one.passage or re.search(r"\d", one.passage) for one in found)
    pages = [one.page or 0 for one in found]
    assert pages == sorted(pages)
    assert (pages[0], pages[-1]) == (1, path.read_text(encoding="utf-8").count("\f") + 1)


def test_heads_that_stay_do_no_harm(latin: Invented) -> None:
    found = all_found(paged(wrapped(latin.text), 9), latin)
    assert sum(one.sure and right(one, latin) for one in found) >= 0.9 * len(found)


@pytest.mark.parametrize("seed", range(3))
def test_missing_passages_are_not_claimed(known: Invented, seed: int) -> None:
    missing = random.Random(seed).sample(PLACES, 15)
    text = known.text
    for place in missing:
        text = text.replace(known.passages[place], "")
    for found in all_found(text, known):
        if found.place in missing:
            assert not found.sure
        else:
            assert found.sure
            assert right(found, known)


def test_a_booklet_with_only_some_pages(latin: Invented) -> None:
    start, end = (latin.text.index(latin.passages[place]) for place in ("5, 1", "9, 1"))
    for found in all_found(latin.text[start:end], latin):
        assert found.sure == (found.place[0] in "5678" and found.place[1] == ",")


def test_what_is_said_twice_is_found_where_it_should_stand() -> None:
    rng = random.Random(3)
    passages = {place: sentence(rng) for place in PLACES}
    passages["12, 2"] = passages["3, 4"]
    known = of_paragraphs([" ".join(list(passages.values())[i : i + 4]) for i in range(0, 60, 4)], passages, rng)
    book = opened(known.text.replace(passages["3, 4"], passages["3, 4"][:-1] + " first.", 1), known)
    assert book.at("3, 4").passage == passages["3, 4"][:-1] + " first."
    assert book.at("12, 2").passage == passages["12, 2"]


def test_a_reworded_passage_is_shown_but_not_for_sure(latin: Invented) -> None:
    words = latin.passages["6, 2"].split()
    text = latin.text.replace(latin.passages["6, 2"], " ".join(words[: len(words) // 4] + words[::-1]))
    assert not opened(text, latin).at("6, 2").sure


def test_a_place_without_fingerprint_is_not_found(latin: Invented) -> None:
    assert opened(latin.text, latin).at("99, 1") == Finding("invented", "99, 1", "", False, 0.0, None)


# ---- editions


def test_the_edition_is_recognised(known: Invented) -> None:
    assert opened(known.text, known).edition == "invented"
    assert opened(damaged(known.text, 0.1, random.Random(1)), known).edition == "invented"


def test_an_unlike_text_is_of_no_edition(latin: Invented) -> None:
    book = opened(invented(PLACES, seed=5).text, latin)
    assert book.edition is None
    assert book.answer("draw.duty").findings == ()


def test_a_text_between_two_editions_is_of_none(latin: Invented) -> None:
    both = latin.text + invented(PLACES, seed=7).text
    assert opened(both, latin).edition is None


def test_the_reading_with_most_sense_is_taken(latin: Invented) -> None:
    scrambled = " ".join(reversed(latin.text.split()))
    assert opened([scrambled, latin.text], latin).at("2, 2").sure


# ---- files


@pytest.mark.parametrize("by_rows", [False, True])
def test_pdf_in_two_columns(latin: Invented, tmp_path: Path, by_rows: bool) -> None:
    path = tmp_path / "booklet.pdf"
    lines = narrow(latin.text, 44)
    path.write_bytes(two_columns(lines, by_rows=by_rows))
    found = all_found(readings(path), latin)
    assert sum(one.sure and right(one, latin) for one in found) >= 0.97 * len(found)
    assert [one.place for one in found if one.sure and not right(one, latin)] == []
    assert (found[0].page, found[-1].page) == (1, -(-len(lines) // 80))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1250", "cp1252", "cp932"])
def test_encodings(encoding: str, tmp_path: Path) -> None:
    rng = random.Random(2)
    spoken = {"cp932": "郵便都市カード", "cp1250": "ąłśćżó"}.get(encoding, "éàüöç")
    passages = {place: sentence(rng).replace("a", rng.choice(spoken)) for place in PLACES}
    known = of_paragraphs(list(passages.values()), passages, rng)
    path = tmp_path / "booklet"
    path.write_bytes(known.text.encode(encoding))
    assert opened(readings(path), known).at("7, 3").passage == passages["7, 3"]


def faulty(tmp_path: Path, name: str, content: bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(content)
    return path


def encrypted(algorithm: str = "RC4-128", password: str = "word") -> bytes:
    from io import BytesIO

    from pypdf import PdfReader, PdfWriter

    writer, out = PdfWriter(clone_from=PdfReader(BytesIO(pdf([[(50, 700, "secret")]])))), BytesIO()
    writer.encrypt(password, owner_password="owner", algorithm=algorithm)
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize("algorithm", ["RC4-40", "RC4-128", "AES-128", "AES-256-R5", "AES-256"])
def test_protected_pdfs_are_opened_by_their_password(tmp_path: Path, algorithm: str) -> None:
    path = faulty(tmp_path, "a.pdf", encrypted(algorithm))
    for password in ("word", "owner"):
        assert readings(path, password)[0].strip() == "secret"
    for password, wrong in (("", "is protected by a password"), ("Word", "is protected by another password")):
        with pytest.raises(ValueError, match=wrong):
            readings(path, password)
    path.write_bytes(encrypted(algorithm, ""))  # anybody may read it, but not change it
    assert readings(path)[0].strip() == "secret"


def test_a_library_that_aes_lacks_is_named(tmp_path: Path) -> None:
    faulty(tmp_path, "a.pdf", encrypted("AES-256"))
    code = """
import sys
sys.modules["cryptography"] = None
from thurntaxis_cli.main import main
sys.exit(main(["rule", "draw.duty", "--booklet", "a.pdf"]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    needs = "is encrypted with AES, which needs the package cryptography"
    needs += '; install it with pip install "thurntaxis[encrypted]"'
    assert done.stderr == f"taxis: a.pdf: booklet: {needs}\n"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"--- ... !", "contains no letters"),
        (b"PK\3\4\0\0docx", "isn't a PDF or a plain text"),
        (b"%PDF-1.7\nnothing", "is a damaged PDF"),
        (lambda: pdf([[], []]), "has only pictures, no text"),
        (encrypted, "is protected by a password"),
        (b"words " * 70_000, "has 420000 characters"),
        (b"words " * 300_000, "has 1800000 bytes"),
        (lambda: pdf([[(50, 700, "words")]] * 101), "has 101 pages"),
        (lambda: pdf([[(50, 700, "words")], [(50, 700, "words " * 2**21)]]), r"has 12582\d\d\d bytes on page 2"),
    ],
    ids=[
        *("empty", "blank", "no letters", "other", "broken", "scanned", "encrypted"),
        *("long", "very long", "pages", "long page"),
    ],
)
def test_files_that_are_no_booklet(tmp_path: Path, content: bytes | Callable[[], bytes], fault: str) -> None:
    path = faulty(tmp_path, "file", content if isinstance(content, bytes) else content())
    with pytest.raises(ValueError, match=fault) as raised:
        Booklet.read(path)
    assert "\n" not in str(raised.value)


def test_a_pdf_that_takes_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extract, "LONGEST_TIME", 0.05)
    path = faulty(tmp_path, "slow.pdf", pdf([[(50, 700, "words")] * 2000]))
    wrong = "takes too long to read; expected at most 0.05 seconds"
    with pytest.raises(ValueError, match=f"^{re.escape(wrong)}$"):
        readings(path)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.pdf", tmp_path, Path("/dev/zero")):
        with pytest.raises(ValueError, match=r"not found|can't be read|isn't a file"):
            Booklet.read(path)


def test_pages_that_differ_keep_their_lines() -> None:
    pages = ["one\nThe end of it", "two\nA new beginning"]
    assert without_running_heads(pages) == "\f".join(pages)


# ---- clauses


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> Mapping[str, Invented]:
    """Replace the texts of the editions by invented ones with the same places, and return these."""
    texts = {
        edition: invented(list(places), japanese=edition.startswith("ja"), seed=100 + number)
        for number, (edition, places) in enumerate(fingerprints.fingerprints().items())
    }
    prints = {edition: text.prints for edition, text in texts.items()}
    monkeypatch.setattr(own_booklet, "fingerprints", lambda: prints)
    return texts


@pytest.mark.parametrize("edition", editions())
def test_every_clause_is_found_in_its_edition(stored: Mapping[str, Invented], edition: str) -> None:
    book = Booklet([stored[edition].text])
    assert book.edition == edition
    for clause in clauses().values():
        source = clause.sources[edition]
        places = [] if source.silent else source.at.split("; ")
        found = book.answer(clause.id).findings
        assert [one.place for one in found] == places
        assert [one.passage for one in found] == [stored[edition].passages[place] for place in places]
        assert all(one.sure for one in found)


def test_answers(stored: Mapping[str, Invented], tmp_path: Path) -> None:
    path = faulty(tmp_path, "booklet.txt", stored["it-marino"].text.encode())
    said = Booklet.read(path).answer("administrator.replace")
    assert (said.edition, said.remark) == ("it-marino", "")
    assert asdict(said) == {
        "clause": "administrator.replace",
        "edition": "it-marino",
        "findings": tuple(
            {
                "edition": "it-marino",
                "place": f"1, Sindaco, {number}",
                "passage": stored["it-marino"].passages[f"1, Sindaco, {number}"],
                "sure": True,
                "score": 1.0,
                "page": None,
            }
            for number in (1, 2, 3)
        ),
        "remark": "",
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_not_certain_is_said(stored: Mapping[str, Invented], lang: str) -> None:
    text, passages = stored["fr-boisnier"].text, stored["fr-boisnier"].passages
    whole, without = (
        Booklet([words]).answer("administrator.replace", lang).remark
        for words in (text, text.replace(passages["1, Bailli, 2"], ""))
    )
    assert whole == ""
    assert "1, Bailli, 2" in without
    assert "Loïc Boisnier" in Booklet([text]).answer("draw.nothing-left", lang).remark
    unlike = Booklet(["nothing of the kind " * 99]).answer("draw.duty", lang)
    assert (unlike.edition, unlike.findings) == (None, ())
    assert unlike.remark.endswith((".", "。"))


def test_remarks_tell_the_unsure_from_the_missing() -> None:
    remark = own_booklet._remark("it-2006", (
        Finding("it-2006", "1, 2", "some words", False, 0.3, None),
        Finding("it-2006", "1, 3", "", False, 0.0, None),
        Finding("it-2006", "1, 4", "words", True, 1.0, None),
    ), "en")  # fmt: skip
    assert remark == "This may not be the right passage: 1, 2. The passage was not found in this file: 1, 3."


def test_an_unknown_clause_is_told() -> None:
    with pytest.raises(UnknownClause, match="did you mean"):
        Booklet(["some text"]).answer("draw.dutty")
