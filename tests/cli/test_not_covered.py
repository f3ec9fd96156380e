"""Games and boards that the solver does not cover: one line, status 2; and playing with modules all the same."""

from pathlib import Path

import pytest

import thurntaxis as tt
from asking import taxis, write
from thurntaxis.files import position_data
from thurntaxis_rulebook.words import LANGUAGES

UNKNOWN_RULES = "the solver does not know the rules of offices-of-honor"


@pytest.mark.parametrize("question", ["advise", "advise --readings"])
def test_questions_about_games_with_modules(question: str, tmp_path: Path) -> None:
    file = write(tmp_path / "p.json", position_data(tt.new(seed=3, modules=["offices-of-honor"])))
    command, *rest = question.split()
    (told,) = taxis(command, file, *rest).complaints()
    assert (told["key"], told["wrong"], told["right"]) == ("rules.modules", UNKNOWN_RULES, "a game without modules")
    assert told["where"] == str(file)


def test_a_board_that_is_not_searched(tmp_path: Path) -> None:
    file = write(tmp_path / "p.json", position_data(tt.new(board="testland", seed=3)))
    (told,) = taxis("advise", file).complaints()
    assert told["key"] == "board"
    assert told["wrong"] == "the search can't play on the board testland: free cities: 4"
    assert taxis("advise", file, "--exact").status == 0


@pytest.mark.parametrize("go", ["go time 100", "go playouts 10"])
def test_the_engine_searches_no_game_with_modules(go: str) -> None:
    lines = taxis("engine", stdin=f"position new module offices-of-honor seed 3\n{go}\n".encode()).lines
    assert lines == ["positionok", f"error {UNKNOWN_RULES} (a game without modules)"]


@pytest.mark.parametrize("words", ["--module offices-of-honor", "--module offices-of-honor --against search"])
def test_opponents_that_do_not_know_the_rules(words: str) -> None:
    (told,) = taxis("play", *words.split()).complaints()
    assert told["key"] == "--against"
    assert told["wrong"].endswith(f"can't play this game: {UNKNOWN_RULES}")
    assert told["right"] == "random"


def test_a_board_without_horseshoes_can_not_be_played_with_power_and_glory() -> None:
    (told,) = taxis("play", "--module", "power-and-glory", "--against", "random").complaints()
    assert told["key"] == "--module"


@pytest.mark.parametrize(
    "words",
    [
        "--board testland",
        "--board testland --module power-and-glory",
        "--module princess-messenger --module offices-of-honor",
        "--board testland --module power-and-glory --module princess-messenger --module offices-of-honor",
    ],
)
def test_a_game_with_modules_is_played_and_kept(words: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    lines = [*(["1", "2", "1", "3"] * 40), "hint", "show", "undo", f"save {file}", "quit"]
    answer = taxis("play", "--seed", 5, "--against", "random", *words.split(), stdin="\n".join(lines).encode())
    assert (answer.status, answer.err) == (0, "")
    assert "Traceback" not in answer.out
    assert ("the solver does not know" in answer.out) == ("--module" in words)
    assert taxis("replay", file).status == 0
    assert taxis("play", "--load", file, stdin=b"show\n").status == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rounds_of_returning_tiles_are_played_in_every_language(lang: str) -> None:
    lines = "\n".join(["1", "2", "3", "1", "2"] * 60)
    words = ("--seed", 5, "--against", "random", "--module", "offices-of-honor", "--lang", lang)
    answer = taxis("play", *words, stdin=lines.encode())
    assert (answer.status, answer.err) == (0, "")
    assert "return " in answer.out
