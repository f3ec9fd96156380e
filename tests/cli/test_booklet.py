"""`taxis rule CLAUSE --booklet FILE`: the passage in the user's own booklet."""

import io
import os
from pathlib import Path

import pytest

from support.booklets import pdf
from support.command_line import taxis

FOLDER = os.environ.get("THURNTAXIS_RULEBOOKS")


ASKED = ("rule", "play.adjacent", "--booklet")


def test_a_text_that_is_no_booklet_is_told(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna, the weather is fine and the post has come late again. Yours, Ben.\n" * 20)
    answer = taxis(*ASKED, path)
    assert answer.status == 1
    assert "match any edition known here" in answer.out


def test_a_protected_booklet_is_opened_by_the_password_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf([[(50, 700, "Dear Anna, the weather is fine.")]]))))
    writer.encrypt("word", algorithm="AES-256")
    path = tmp_path / "letter.pdf"
    writer.write(path)
    (error,) = taxis(*ASKED, path).errors()
    assert (error["wrong"], error["right"]) == ("is protected by a password", "set TAXIS_PASSWORD to its password")
    monkeypatch.setenv("TAXIS_PASSWORD", "word")
    answer = taxis(*ASKED, path)
    assert answer.status == 1
    assert "match any edition known here" in answer.out


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.pdf"
    path.write_bytes(b"%PDF-1.7 and no more")
    assert taxis(*ASKED, path).told_keys() == ["booklet"]


@pytest.mark.skipif(FOLDER is None, reason="THURNTAXIS_RULEBOOKS names no folder with the rulebooks")
@pytest.mark.filterwarnings("ignore")
def test_passages_of_the_rulebooks_are_shown() -> None:
    for path in sorted(Path(FOLDER or "").glob("*.txt")):
        answer = taxis(*ASKED, path, "--json")
        assert answer.status == 0
        booklet = answer.data["clauses"][0]["booklet"]
        assert booklet["edition"]
        assert all(finding["passage"] and finding["sure"] for finding in booklet["findings"])
