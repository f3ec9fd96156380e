"""`play` on a terminal: the redrawn screen, Tab, Ctrl-C and Ctrl-D, and small windows."""

from pathlib import Path

import pytest

import thurntaxis as tt
from support.command_line import write
from support.few_and_many import one_in
from support.game_in_text import closing
from support.paths import EXAMPLES
from support.terminal import Terminal
from thurntaxis.io.read import read_record
from thurntaxis.io.write import position_data
from thurntaxis_presentation.terminal.line_breaking import columns_of


def test_a_game_begins_and_is_saved_at_the_end(tmp_path: Path) -> None:
    start = tt.new(players=2, seed=7)
    terminal = Terminal("play", "--seed", 7, folder=tmp_path)
    screen = terminal.until("or help.")
    assert "Take a card" in screen
    assert "Player 1’s turn: take a card." in screen
    screen = terminal.send("sig\t\r", until="or help.")
    assert "hand: Sigmaringen" in screen
    assert "Take a second card with the postmaster" in screen
    terminal.send("\x03", until="Save the game?")
    terminal.send("kept.json\r")
    status, said = terminal.ended()
    assert status == 130
    assert "The game is saved in kept.json." in said
    assert "You have left the game." in said
    assert read_record(tmp_path / "kept.json").end.players[0].hand == (start.display[-1],)


def test_tab_shows_what_a_word_may_become(tmp_path: Path) -> None:
    terminal = Terminal("play", "--seed", 7, "--lang", "de", folder=tmp_path)
    terminal.until("oder „hilfe“ ein.")
    terminal.send("s\t\x15verlassen\r")
    status, said = terminal.ended()
    assert status == 0
    assert "Sigmaringen" in said
    assert "speichern" in said


def test_a_position_from_a_pipe_is_played_on_the_terminal(tmp_path: Path) -> None:
    line = "TT1 - - - - LiLoPaSaUlUl Au 40 - / IgUl / 3"
    terminal = Terminal("play", "-", "--seed", 7, folder=tmp_path, piped=line)
    screen = terminal.until("or help.")
    assert "17 unknown cards have been dealt at random (--seed 7 deals the same again)." in " ".join(screen.split())
    assert "hand: Ingolstadt, Linz, Ulm" in terminal.send("li\t\r", until="or help.")
    terminal.send("quit\r", until="Save the game?")
    terminal.send("kept.json\r")
    assert terminal.ended()[0] == 0
    assert len(read_record(tmp_path / "kept.json").start.players[1].hand) == 3


@pytest.mark.parametrize("rows", one_in(2, [24, 80]))
def test_the_best_turn_of_a_hint_stays_on_the_screen(rows: int, tmp_path: Path) -> None:
    terminal = Terminal("play", EXAMPLES / "midgame.toml", "--seed", 7, folder=tmp_path, rows=rows)
    terminal.until("or help.")
    told = terminal.send("hint\r", until="carriage 6 next").splitlines()
    assert rows > len(told) - next(at for at, line in enumerate(told) if line.startswith("Anna: take"))


@pytest.mark.parametrize("second", ["\x03", "\x04", "no\r"])
def test_leaving_without_saving_takes_a_second_word(second: str, tmp_path: Path) -> None:
    terminal = Terminal("play", "--seed", 7, folder=tmp_path)
    terminal.until("or help.")
    terminal.send("draw deck\r", until="or help.")
    terminal.send("\x04", until="Save the game?")
    terminal.send(second)
    assert terminal.ended()[0] == 0
    assert not list(tmp_path.iterdir())


def test_a_closed_window_loses_nothing(tmp_path: Path) -> None:
    terminal = Terminal("play", "--seed", 7, folder=tmp_path)
    terminal.until("or help.")
    terminal.send("draw deck\r", until="or help.")
    terminal.hang_up()
    assert [path.name for path in tmp_path.iterdir()] == ["taxis-game-1.json"]


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 20), (30, 60), (200, 50)])
def test_lines_fit_into_the_window(columns: int, rows: int, tmp_path: Path) -> None:
    terminal = Terminal("play", "--seed", 7, "--players", 4, folder=tmp_path, columns=columns, rows=rows)
    screen = terminal.until("or help.")
    lines = [line for line in screen.splitlines() if not line.startswith("You are")]
    assert max(map(columns_of, lines)) <= columns
    has_map = "· ●" in screen
    assert has_map == (columns == 200)
    if columns == 80:
        assert len(lines) <= rows
    terminal.send("quit\r")
    terminal.ended()


def test_plain_text_has_no_signs_for_the_cursor(tmp_path: Path) -> None:
    terminal = Terminal("play", "--seed", 7, "--plain", folder=tmp_path)
    terminal.send("quit\r")
    status, said = terminal.ended(raw=True)
    assert status == 0
    assert "●" in said
    assert "What do you do?" in said
    assert "\x1b[2J" not in said
    assert "\x1b[?2004h" not in said


def test_table_and_choices_fit_where_there_are_many_ways_of_closing(tmp_path: Path) -> None:
    record = {"thurntaxis_record": 1, "engine": "0.1.0", "start": position_data(closing()), "seats": [None, "greedy"]}
    terminal = Terminal("play", write(tmp_path / "closing.json", record), folder=tmp_path)
    screen = terminal.until("or help.")
    assert "close " in screen
    assert "more: write more" in screen
    lines = screen.partition("Turn of")[2].splitlines()
    assert len(lines) <= 24
    assert terminal.send("more\r", until="or help.").count("close ") > 40
    terminal.send("quit\r")
    assert terminal.ended()[0] == 0
