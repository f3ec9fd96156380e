"""Some hundred lines to engines that are interrupted; `python tests/fuzzing/sessions.py LINES` sends many more."""

import pytest

from fuzzing.sessions import main


def test_an_interrupted_engine_answers_every_line_and_ends(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(300, seed=2) == 0, capsys.readouterr().out
    assert ": 0 faults" in capsys.readouterr().out
