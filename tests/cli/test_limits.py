"""Games and boards that the solver doesn't cover, which get one line and status 2; and playing with modules."""

from pathlib import Path

import pytest

import thurntaxis as tt
from support.command_line import taxis, write
from support.few_and_many import one_in
from support.paths import BY_CITY
from thurntaxis.io.write import position_data
from thurntaxis_presentation.language import Language
from thurntaxis_rulebook.corpus.languages import LANGUAGES


@pytest.fixture
def generous(tmp_path: Path) -> Path:
    """A board on which more cards are kept than the kernel supports."""
    text = BY_CITY.read_text(encoding="utf-8")
    file = tmp_path / "generous.toml"
    file.write_text(text.replace("hand-after-closing = 3", "hand-after-closing = 4"), encoding="utf-8")
    return file


UNHELD = ": 4 cards kept after closing a route"


def test_a_board_that_is_not_searched(generous: Path, tmp_path: Path) -> None:
    file = write(tmp_path / "p.json", position_data(tt.new(board=str(generous), seed=3)))
    (told,) = taxis("advise", file).errors()
    assert told["key"] == "board"
    assert told["wrong"].startswith("the search can’t handle the board ")
    assert told["wrong"].endswith(UNHELD)
    data = position_data(tt.new(board=str(generous), seed=3)) | {"ender": 1, "start": 1}
    data["players"][1] |= {"tiles": ["game-end 1"], "carriage": 7}
    last = write(tmp_path / "last.json", data)
    assert taxis("advise", last, "--exact").status == 0


def test_unknown_cards_on_a_board_that_is_not_searched(generous: Path, tmp_path: Path) -> None:
    data = position_data(tt.new(board=str(generous), seed=3))
    data["players"][1]["hand"] = 2
    file = write(tmp_path / "p.json", data)
    (told,) = taxis("play", file, "--against", "random").errors()
    assert (told["where"], told["key"]) == (file, "board")


@pytest.mark.parametrize("rules", ["module offices-of-honor", "board testland module power-and-glory"])
def test_the_engine_thinks_about_games_with_modules(rules: str) -> None:
    lines = taxis("engine", stdin=f"position new {rules} seed 3\ngo playouts 200\n".encode()).lines
    assert lines[0] == "positionok"
    assert lines[-1].startswith("bestturn draw ")


@pytest.mark.parametrize("agent", ["greedy", "search"])
def test_opponents_that_do_not_know_the_board(agent: str, generous: Path) -> None:
    (told,) = taxis("play", "--board", generous, "--against", agent).errors()
    assert told["key"] == "--against"
    assert told["wrong"].startswith(f"{agent} can’t play this game: ")
    assert told["wrong"].endswith(UNHELD)
    assert told["right"] == "random"


def test_a_board_without_horseshoes_can_not_be_played_with_power_and_glory() -> None:
    (told,) = taxis("play", "--module", "power-and-glory", "--against", "random").errors()
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
@pytest.mark.usefixtures("brief_search")
def test_a_game_with_modules_is_played_and_kept(words: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    lines = ["hint", *(["1", "2", "1", "3"] * 40), "show", "undo", f"save {file}", "quit"]
    answer = taxis("play", "--seed", 5, *words.split(), stdin="\n".join(lines).encode())
    assert (answer.status, answer.err) == (0, "")
    assert "Traceback" not in answer.out
    assert answer.out.count("Chance of winning about") == 1
    assert taxis("replay", file).status == 0
    assert taxis("play", file, stdin=b"show\n").status == 0


@pytest.mark.parametrize("lang", one_in(3, LANGUAGES))
def test_rounds_of_returning_tiles_are_played_in_every_language(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where the game is saved when the input ends
    lines = "\n".join(["1", "2", "3", "1", "2"] * 60)
    words = ("--seed", 5, "--against", "random", "--module", "offices-of-honor", "--lang", lang)
    answer = taxis("play", *words, stdin=lines.encode())
    assert (answer.status, answer.err) == (0, "")
    assert Language(lang).label("return", "events").split("{")[0] in answer.out
