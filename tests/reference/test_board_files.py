"""Board files: where they are looked for, and the messages for those that can't be read."""

import os
from pathlib import Path

import pytest

import thurntaxis as tt
from support.board_data import SHIPPED
from thurntaxis.boards import BoardError, UnreadableBoard, northern_template, read_board
from thurntaxis.boards.load import data_of_board_file
from thurntaxis.io.file_limits import LONGEST_TOML
from thurntaxis.io.read import PositionError, position_from_data, record_from_data
from thurntaxis.io.write import position_data, to_toml


def test_a_board_file_is_found_from_the_folder_of_the_position_and_from_the_current_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "mine.toml").write_bytes((SHIPPED / "testland.toml").read_bytes())
    monkeypatch.chdir(tmp_path)
    assert tt.board("mine.toml", "games").file == "games/mine.toml"
    assert tt.board("games/mine.toml", "games").file == "games/mine.toml"
    assert tt.board(str(tmp_path / "games" / "mine.toml")).file == str(tmp_path / "games" / "mine.toml")
    monkeypatch.chdir(tmp_path / "games")
    assert tt.board("mine.toml").file == "mine.toml"
    assert tt.board("./mine.toml").name == "testland"
    Path("mine.toml").unlink()
    with pytest.raises(UnreadableBoard, match="not found"):
        tt.board("mine.toml", "elsewhere")


def test_a_board_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "b.toml"
    text = (SHIPPED / "testland.toml").read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    assert tt.board(str(file)).stack("route-5").values == (4, 1)
    file.write_text(text.replace("values = [4, 1]", "values = [3, 1]"), encoding="utf-8")
    os.utime(file, ns=(1, 1))
    assert tt.board(str(file)).stack("route-5").values == (3, 1)


NO_BOARD = "there is no board in it; expected a TOML file with the keys name, province, roads, stack and others"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, f"not found; expected a board file; looked for in {Path.cwd()}"),
        (b"\xff", "byte 0 is not UTF-8 text; expected a board file in TOML"),
        (b"name = ", "not valid TOML; line 1, column 8: Invalid value"),
        (b"", NO_BOARD),
        (b'[project]\nname = "x"', NO_BOARD),
        (b"a = " + b"[" * 100_000, "is nested too deeply; expected a board file in TOML"),
        (b"#" * (LONGEST_TOML + 1), f"is too long; expected at most {LONGEST_TOML} bytes"),
        (b"\xef\xbb\xbf" + b"#" * LONGEST_TOML, f"is too long; expected at most {LONGEST_TOML} bytes"),
    ],
    ids=["missing", "not text", "broken", "empty", "other", "deep", "long", "long with a byte order mark"],
)
def test_what_is_no_board_file_is_called_so(tmp_path: Path, content: bytes | None, message: str) -> None:
    file = tmp_path / "b.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(UnreadableBoard) as raised:
        read_board(str(file))
    assert str(raised.value) == f"{file}: {message}"
    assert "\n" not in str(raised.value)


def test_a_file_with_gaps_is_not_played_on(tmp_path: Path) -> None:
    file = tmp_path / "north.toml"
    file.write_text(northern_template(), encoding="utf-8")
    with pytest.raises(BoardError) as raised:
        tt.board(str(file))
    assert str(raised.value) == f"{file}: 65 gaps are not filled in yet; taxis board check {file} lists what is missing"


def test_a_position_brings_its_board_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (SHIPPED / "testland.toml").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(text, encoding="utf-8")
    named = tt.new(board="mine.toml", modules=["power-and-glory"], seed=1)
    Path("mine.toml").unlink()
    data = {**position_data(named), "board_file": text}
    position = position_from_data(data)
    assert position.to_line() == named.to_line()
    assert position.rules.board.file == "mine.toml"
    assert position_data(position) == data
    assert tt.Position.from_toml(to_toml(position)) == position
    record = record_from_data({"thurntaxis_record": 1, "engine": "x", "start": data, "events": ["draw deck"]})
    assert position_data(record.end)["board_file"] == text
    with pytest.raises(PositionError, match="not found"):
        position_from_data({**data, "board_file": None})


@pytest.mark.parametrize(
    ("board", "text", "fault"),
    [
        ("south", "name = 3", "board_file: unknown key; leave it out in this game"),
        ("mine.toml", "name = 3", "there is no board in it"),
        ("mine.toml", "name = ", 'board: "mine.toml" not valid TOML; line 1, column 8: Invalid value'),
        ("mine.toml", "\ud800", "byte 0 is not UTF-8 text"),
        ("mine.toml", northern_template(), "gaps are not filled in yet"),
    ],
)
def test_a_board_that_comes_along_and_is_none_is_refused(board: str, text: str, fault: str) -> None:
    with pytest.raises(PositionError) as raised:
        position_from_data({"players": [{}, {}], "board": board, "board_file": text})
    assert fault in str(raised.value)


def test_a_name_that_no_file_can_have() -> None:
    with pytest.raises(UnreadableBoard, match=r"can't be read: .*too long"):
        read_board("x" * 5000)


def test_a_board_file_that_can_t_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnreadableBoard, match="it isn't a file"):
        data_of_board_file(tmp_path)
    with pytest.raises(UnreadableBoard, match="not found"):
        data_of_board_file(tmp_path / "none.toml")
    file = tmp_path / "board.toml"
    file.write_bytes((SHIPPED / "south.toml").read_bytes())

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("thurntaxis.boards.load._read", refuse)
    with pytest.raises(UnreadableBoard, match="can't be read: access is denied"):
        read_board(str(file))


def test_a_board_on_another_drive_is_named_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes((SHIPPED / "testland.toml").read_bytes())

    def no_way(path: Path) -> str:
        raise ValueError(f"{path} is on another mount")

    monkeypatch.setattr("os.path.relpath", no_way)
    assert tt.board("mine.toml", tmp_path).file == file.as_posix()


def test_a_number_of_more_digits_than_python_reads_is_told(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text(f"houses = {'1' * 5000}", encoding="utf-8")
    with pytest.raises(UnreadableBoard, match="a number is too large"):
        read_board(str(path))
