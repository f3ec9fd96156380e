"""Usage errors of `taxis site`."""

from pathlib import Path

import pytest

from thurntaxis_cli.main import main


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["serve", "--port", "many"], 'taxis: serve: --port: invalid value "many" (a whole number from 0 to 65535)'),
        (["build", "--outptu", "x"], "taxis: build: --outptu: unknown option (did you mean --output?)"),
        (["publish"], 'taxis: usage: COMMAND: unknown command "publish" (build or serve)'),
    ],
)
def test_usage_is_told(capsys: pytest.CaptureFixture[str], arguments: list[str], told: str) -> None:
    assert main(["site", *arguments]) == 2
    assert capsys.readouterr().err == told + "\n"


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    assert main(["site", "build", "--output", str(tmp_path)]) == 2
    assert "isn't empty (a folder that is new, empty or a site built before)" in capsys.readouterr().err
    assert (tmp_path / "letter.txt").read_text() == "dear"
