"""Fingerprints of passages: what they hold, how they are stored, and that they find the texts of the editions."""

import os
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from support.booklets import damaged, invented, likeness, narrow
from thurntaxis_rulebook import editions
from thurntaxis_rulebook.booklet import fingerprints, take_fingerprints
from thurntaxis_rulebook.booklet.own_booklet import Booklet
from thurntaxis_rulebook.booklet.segments import LIKELY, LINE, SURE, segments
from thurntaxis_rulebook.folding import fold, folded_text

# ---- fingerprints


def test_every_place_of_the_corpus_has_a_fingerprint() -> None:
    for edition in editions():
        lacking = take_fingerprints.cited(edition) - fingerprints.fingerprints()[edition].keys()
        assert not lacking, (
            f"{edition}: take fingerprints anew: python -m thurntaxis_rulebook.booklet.take_fingerprints FOLDER"
        )


def test_fingerprints_hold_no_text() -> None:
    content = "".join(path.read_text(encoding="utf-8") for path in fingerprints.FOLDER.glob("*.toml"))
    assert len(content) < 100_000
    places = {place for edition in fingerprints.fingerprints().values() for place in edition}
    for line in content.splitlines():
        if line and not line.startswith("#"):
            place, taken = re.fullmatch(r'"([^"]+)" = "([0-9]+ [0-9]+ [A-Za-z0-9+/]*)"', line).groups()  # type: ignore[union-attr]
            assert place in places
            assert len(taken.split()[-1]) <= 4 * fingerprints.MOST
    for prints in fingerprints.fingerprints().values():
        for one in prints.values():
            assert len(one.hashes) <= max(fingerprints.LEAST, one.length / 4)


def test_shingles_mind_neither_lines_nor_accents_nor_case() -> None:
    plain = fingerprints.shingles(fold("Zażółć gęślą jaźń, encyclopædia"))
    assert plain == fingerprints.shingles(fold("zazolc   gesla\njazn encyclo\u00adpaedia"))
    assert fingerprints.shingles(fold("ﬁne-tuned Ａ１")) == fingerprints.shingles(fold("FINETUNED a1"))
    assert fingerprints.shingles("short") == []


def test_a_fingerprint_survives_being_written() -> None:
    one = fingerprints.fingerprint(12, fingerprints.shingles("abcdefghijklmnopqrstuvwxyz"), 26)
    assert fingerprints._parsed(str(one)) == one
    assert fingerprints._parsed("3 0 ") == fingerprints.fingerprint(3, [], 0)


def test_taking_fingerprints_without_texts_keeps_those_stored(tmp_path: Path) -> None:
    shutil.copytree(fingerprints.FOLDER, tmp_path / "stored")
    assert take_fingerprints.write(tmp_path, tmp_path / "stored") == [f"{edition}: no text" for edition in editions()]
    assert fingerprints.fingerprints(tmp_path / "stored") == fingerprints.fingerprints()


def test_newly_cited_passages_are_where_their_first_and_last_words_stand(tmp_path: Path) -> None:
    book = invented(sorted(take_fingerprints.cited("it-marino")))
    (tmp_path / "it-marino.txt").write_text(book.text, encoding="utf-8")
    missing, *told = book.passages
    words = {place: f"{said[:-15]} … {said[-10:]}" if len(said) > 40 else said for place, said in book.passages.items()}
    lines = [f'"{place}" = "{words[place]}"' for place in told]
    (tmp_path / "passages.toml").write_text("\n".join(["[it-marino]", *lines]), encoding="utf-8")
    faults = [line for line in take_fingerprints.write(tmp_path, tmp_path) if "no text" not in line]
    assert faults == [f"it-marino: {missing}: this was taken from another text"]
    taken = fingerprints.fingerprints(tmp_path)["it-marino"]
    assert {place: taken[place] for place in told} == {place: book.prints[place] for place in told}
    with (tmp_path / "passages.toml").open("a", encoding="utf-8") as stream:
        stream.write(f'\n"{missing}" = "words that are not there"')
    wanted = f"it-marino: {missing}: passages.toml has to say where it begins and ends"
    assert wanted in take_fingerprints.write(tmp_path, tmp_path)


def test_usage(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert take_fingerprints.main([]) == take_fingerprints.main([str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.startswith("usage: ")


# ---- segments


def test_segments() -> None:
    text = "Heading\nOne sentence. Another, that\ngoes on:\n- an entry\n- more（終）。次\f page two"
    assert [text[segment.start : segment.end].strip() for segment in segments(text)] == [
        "Heading", "One sentence.", "Another, that", "goes on:", "- an entry", "- more（終）。", "次", "page two",
    ]  # fmt: skip
    assert [segment.ends for segment in segments(text)] == [LIKELY, SURE, LINE, SURE, SURE, SURE, LINE, SURE]


def test_cells_of_a_table_and_a_sentence_that_a_page_break_divides() -> None:
    text = "End\n1 | map\n39 | tiles\nof length |\nNext, in a line which goes on,\n\nBelow a picture. 内容 １ 木片"
    ends = {text[segment.start : segment.end].strip(): segment.ends for segment in segments(text)}
    assert ends == {
        "End": SURE, "1 | map": SURE, "39 | tiles": LINE, "of length |": SURE, "Next, in a line which goes on,": LIKELY,
        "Below a picture.": SURE, "内容 １": LINE, "木片": SURE,
    }  # fmt: skip


# ---- the texts of the editions

FOLDER = os.environ.get("THURNTAXIS_RULEBOOKS", "")
with_texts = pytest.mark.skipif(
    not FOLDER, reason="the texts are not part of this project, and THURNTAXIS_RULEBOOKS names no folder with them"
)


@pytest.fixture(params=editions())
def text(request: pytest.FixtureRequest) -> tuple[str, str]:
    """Return an edition and its text."""
    found = take_fingerprints.by_edition(Path(FOLDER))
    if request.param not in found:
        pytest.skip(f"no text of {request.param} in {FOLDER}")
    return request.param, found[request.param]


def shares(edition: str, text: str, changed: str) -> tuple[float, float]:
    """Return the share of places found in a changed text, and the share that is reported as sure but wrong."""
    _, letters = folded_text(text)
    known = fingerprints.fingerprints()[edition]
    book = Booklet([changed])
    assert book.edition == edition
    found = {place: book.at(place) for place in take_fingerprints.cited(edition)}
    words = {
        place: text[letters[known[place].at] : letters[known[place].at + known[place].length - 1] + 1]
        for place in found
    }
    good = {place for place, one in found.items() if likeness(one.passage, words[place]) > 0.65}
    sure = {place for place, one in found.items() if one.sure}
    return len(good) / len(found), len(sure - good) / len(found)


@with_texts
def test_fingerprints_are_those_of_the_texts(tmp_path: Path) -> None:
    unresolved = take_fingerprints.write(Path(FOLDER), tmp_path)
    assert [line for line in unresolved if not line.endswith("no text")] == []
    stored = fingerprints.fingerprints()
    for edition in take_fingerprints.by_edition(Path(FOLDER)):
        assert fingerprints.fingerprints(tmp_path)[edition] == stored[edition]


@with_texts
@pytest.mark.parametrize(
    ("change", "least", "most"),
    [
        (lambda text, _: text, 0.95, 0.0),
        (lambda text, _: damaged(text, 0.05, random.Random(1)), 0.9, 0.03),
        (lambda text, edition: "\n".join(narrow(text, 24 if edition.startswith("ja") else 38)), 0.9, 0.03),
    ],
    ids=["as they are", "damaged", "set anew"],
)
def test_passages_are_found(
    text: tuple[str, str], change: Callable[[str, str], str], least: float, most: float
) -> None:
    edition, words = text
    found, wrong = shares(edition, words, change(words, edition))
    assert found >= least
    assert wrong <= most
