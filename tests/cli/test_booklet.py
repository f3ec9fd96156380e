"""`taxis rule CLAUSE --booklet FILE`: the passage in the user's own booklet."""

import io
import json
import os
from pathlib import Path

import pytest

from support.booklets import pdf
from thurntaxis_cli.main import main

FOLDER = os.environ.get("THURNTAXIS_RULEBOOKS")


def test_a_text_that_is_no_booklet_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna, the weather is fine and the post has come late again. Yours, Ben.\n" * 20)
    assert main(["rule", "play.adjacent", "--booklet", str(path)]) == 1
    assert "match any edition known here" in capsys.readouterr().out


def test_a_protected_booklet_is_opened_by_the_password_of_the_environment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf([[(50, 700, "Dear Anna, the weather is fine.")]]))))
    writer.encrypt("word", algorithm="AES-256")
    path = tmp_path / "letter.pdf"
    writer.write(path)
    words = ["rule", "play.adjacent", "--booklet", str(path)]
    assert main(words) == 2
    assert "is protected by a password; set TAXIS_PASSWORD" in capsys.readouterr().err
    monkeypatch.setenv("TAXIS_PASSWORD", "word")
    assert main(words) == 1
    assert "match any edition known here" in capsys.readouterr().out


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.pdf"
    path.write_bytes(b"%PDF-1.7 and no more")
    assert main(["rule", "play.adjacent", "--booklet", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert ": booklet: " in told.err


@pytest.mark.skipif(FOLDER is None, reason="THURNTAXIS_RULEBOOKS names no folder with the rulebooks")
@pytest.mark.filterwarnings("ignore")
def test_passages_of_the_rulebooks_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for path in sorted(Path(FOLDER or "").glob("*.txt")):
        assert main(["rule", "play.adjacent", "--booklet", str(path), "--json"]) == 0
        booklet = json.loads(capsys.readouterr().out)["clauses"][0]["booklet"]
        assert booklet["edition"]
        assert all(finding["passage"] and finding["sure"] for finding in booklet["findings"])
