"""Boards at the command line: `board check`, `board new`, and positions on the board of a file."""

import json
import os
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support import northern_board
from support.command_line import taxis, write
from support.paths import BY_CITY, ROOT
from thurntaxis.boards import northern_template
from thurntaxis.io.read import position_from_data
from thurntaxis_presentation.svg import board_svg
from thurntaxis_presentation.svg.areas import province_paths

MADE_UP = ROOT / "reference" / "thurntaxis" / "boards" / "testland.toml"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a board in `boards/mine.toml`."""
    (tmp_path / "boards").mkdir()
    (tmp_path / "games").mkdir()
    (tmp_path / "boards" / "mine.toml").write_bytes(BY_CITY.read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- check


def test_a_sound_board_is_counted() -> None:
    answer = taxis("board", "check", MADE_UP)
    assert answer.status == 0
    assert answer.out == (
        f"{MADE_UP}: a board with 23 cities, 9 provinces, 44 roads, 69 cards and 39 tiles; nothing is missing\n"
    )
    assert taxis("board", "check", MADE_UP, "--json").data == {
        "file": str(MADE_UP),
        "ok": True,
        "transcription_of": None,
        "counts": {"cities": 23, "provinces": 9, "roads": 44, "cards": 69, "tiles": 39},
        "codes": {"cities": tt.board("testland").city_codes, "stacks": tt.board("testland").stack_codes},
        "faults": [],
        "gaps": [],
    }


def test_codes_that_a_file_does_not_declare_are_derived_and_told(tmp_path: Path) -> None:
    text = MADE_UP.read_text(encoding="utf-8")
    without = re.sub(r'(?m)^(code|Fabelau|"Fabelgrün") = "..?"\n', "", text)
    file = tmp_path / "b.toml"
    file.write_text(without, encoding="utf-8")
    answer = taxis("board", "check", file)
    assert answer.status == 0
    assert answer.lines[0] == "codes: codes are not declared; expected derived codes: Fa Fabelau and Fl Fabelgrün"
    assert answer.lines[1].startswith(
        "stack: codes are not declared; expected derived codes: Ap all-provinces, Fe free-"
    )
    assert len(answer.lines) == 3


def test_faults_and_gaps_fail_the_check_one_line_each(tmp_path: Path) -> None:
    file = tmp_path / "b.toml"
    text = MADE_UP.read_text(encoding="utf-8").replace("houses = 20", "houses = 0")
    file.write_text(text.replace("values = [4, 1]", 'values = ["?", 1]'), encoding="utf-8")
    answer = taxis("board", "check", file)
    assert (answer.status, answer.err) == (1, "")
    assert answer.lines == [
        "houses: expected at least 1, found 0",
        "stack[0].values: not filled in yet; expected the value for route-5",
        f"{file}: 1 fault, 1 gap to fill in",
    ]
    answer = taxis("board", "check", file, "--json")
    assert answer.status == 1
    assert answer.data["ok"] is False
    assert answer.data["faults"] == [{"key": "houses", "wrong": "is 0", "right": "at least 1"}]
    assert answer.data["gaps"] == [{"key": "stack[0].values", "wanted": "the value for route-5"}]


def test_what_is_no_board_file_is_bad_input(tmp_path: Path) -> None:
    file = tmp_path / "b.toml"
    for name in (file, tmp_path, "/dev/zero", "x" * 5000, "a\0b"):
        assert taxis("board", "check", name).told_keys() == ["file"]
    for content in (b"", b"\xff\x00", b"no toml", b'{"thurntaxis": 1}', b'[project]\nname = "x"'):
        file.write_bytes(content)
        assert taxis("board", "check", file).told_keys() == ["file"]


# ---- new


def test_the_template_goes_to_standard_output_or_into_a_new_file(tmp_path: Path) -> None:
    assert taxis("board", "new", "north").out == northern_template()
    file = tmp_path / "north.toml"
    answer = taxis("board", "new", "north", "--out", file)
    assert answer.status == 0
    assert answer.out == f"Wrote {file}. Replace its question marks; taxis board check {file} lists what is missing.\n"
    assert file.read_text(encoding="utf-8") == northern_template()


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "north.toml"
    file.write_text("hours of work", encoding="utf-8")
    (error,) = taxis("board", "new", "north", "--out", file).errors()
    assert error["wrong"] == f"{file} already exists"
    assert error["right"] == "a new file"
    assert file.read_text(encoding="utf-8") == "hours of work"


def test_there_is_no_template_of_a_board_that_is_known(tmp_path: Path) -> None:
    assert taxis("board", "new", "south").told_keys() == ["BOARD"]
    assert taxis("board", "new", "north", "--out", tmp_path / "no" / "such" / "folder").told_keys() == ["--out"]


def test_the_template_is_told_gap_by_gap_until_it_is_a_board(tmp_path: Path) -> None:
    file = tmp_path / "north.toml"
    taxis("board", "new", "north", "--out", file)
    answer = taxis("board", "check", file)
    assert answer.status == 1
    assert answer.lines[-1] == f"{file}: 0 faults, 65 gaps to fill in"
    assert len(answer.lines) == 66
    assert all(": not filled in yet; expected " in line for line in answer.lines[:-1])
    file.write_text(northern_board.completed(), encoding="utf-8")
    answer = taxis("board", "check", file)
    assert answer.status == 0
    assert answer.out.endswith(
        "39 tiles; nothing is missing, and nothing contradicts what is known of the northern board\n"
    )
    assert taxis("board", "check", file, "--json").data["transcription_of"] == "north"


def test_the_northern_board_by_name_leads_to_the_template(tmp_path: Path) -> None:
    (error,) = taxis("new", "--board", "north").errors()
    assert error["key"] == "--board"
    assert error["right"].startswith("write a file with taxis board new north")
    table = {"thurntaxis": 1, "board": "north", "players": [{}, {}], "turn": {"phase": "draw"}}
    (error,) = taxis("legal", write(tmp_path / "p.json", table)).errors()
    assert error["key"] == "board"
    assert error["right"].startswith("write a file with taxis board new north")


# ---- playing on the board of a file


def test_a_game_on_the_board_of_a_file_names_the_file(folder: Path) -> None:
    answer = taxis("new", "--board", "boards/mine.toml", "--seed", 5)
    assert answer.data["board"] == "boards/mine.toml"
    assert position_from_data(answer.data).rules.board.name == "testland-by-city"
    (folder / "games" / "g.json").write_text(answer.out, encoding="utf-8")
    assert taxis("legal", "games/g.json").status == 0
    assert taxis("legal", "-", stdin=answer.out.encode()).status == 0


def test_a_board_file_is_looked_for_beside_the_position_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = {**taxis("new", "--board", "boards/mine.toml", "--seed", 5).data, "board": "../boards/mine.toml"}
    file = write(folder / "games" / "g.json", data)
    answer = taxis("apply", file, "draw deck", "deal Wachsel")
    assert answer.data["board"] == "boards/mine.toml"
    monkeypatch.chdir(folder / "boards")
    assert taxis("apply", file, "draw deck", "deal Wachsel").data["board"] == "mine.toml"
    monkeypatch.chdir("/")
    assert taxis("legal", file).status == 0


def test_a_board_file_that_is_not_there_is_told_with_the_folders_searched(folder: Path) -> None:
    data = {**taxis("new", "--board", "boards/mine.toml").data, "board": "yours.toml"}
    (error,) = taxis("legal", write(folder / "games" / "g.json", data)).errors()
    assert error["key"] == "board"
    assert error["wrong"] == "“yours.toml” not found"
    assert error["right"] == f"a board file; looked for in {folder / 'games'} and {folder}"


def test_the_faults_of_a_board_file_are_told_to_whoever_wants_to_play_on_it(folder: Path) -> None:
    text = (
        BY_CITY.read_text(encoding="utf-8").replace("houses = 20", "houses = 0").replace("display = 6", "display = 0")
    )
    data = taxis("new", "--board", "boards/mine.toml").data
    (folder / "boards" / "mine.toml").write_text(text, encoding="utf-8")
    answer = taxis("new", "--board", "boards/mine.toml")
    assert [(c["where"], c["key"], c["found"]) for c in answer.errors()] == [
        ("boards/mine.toml", "houses", "0"),
        ("boards/mine.toml", "display", "0"),
    ]
    answer = taxis("legal", write(folder / "g.json", data))
    assert answer.told_keys() == ["board", "board"]
    assert "“boards/mine.toml”: houses: is 0; expected at least 1" in answer.err


@pytest.mark.parametrize(
    "name", ["west", "", "SOUTHERN", "no/such.toml", "/dev/zero", "boards", "x" * 5000 + ".toml", "."]
)
def test_a_name_that_means_no_board_is_told_in_one_line(folder: Path, name: str) -> None:
    for command in (("new",), ("play",), ("tournament", "random", "random")):
        assert taxis(*command, "--board", name).told_keys() == ["--board"]


def test_the_engine_plays_on_the_board_of_a_file(folder: Path) -> None:
    lines = b"position new board boards/mine.toml seed 5\njson\nposition new board boards/yours.toml\njson\nquit\n"
    answer = taxis("engine", stdin=lines).lines
    assert answer[0] == "positionok"
    assert json.loads(answer[1].removeprefix("json "))["board"] == "boards/mine.toml"
    assert answer[2].startswith("error “boards/yours.toml” not found; expected a board file; looked for in ")
    assert answer[3] == answer[1]


# ---- pictures


def table(board: Path) -> dict[str, Any]:
    """A position with houses, tiles and a route that crosses free cities."""
    return {
        "thurntaxis": 1,
        "board": os.fspath(board),
        "players": [
            {
                "name": "Anna",
                "hand": ["Fabelau", "?"],
                "route": ["Fabeldorn", "Phantmünde", "Freimuster", "Schiefstadt"],
                "houses": ["Freitest", "Wachsel"],
                "tiles": ["free-Freitest 1"],
            },
            {"name": "Ben", "route": ["Tintau"], "houses": ["Wachsel"]},
        ],
        "display": ["Fabelend", "Tintau", "Wachsel", "Freizettel", "Siegelhorn", "Federkiel"],
        "turn": {"phase": "draw"},
    }


def test_the_map_of_another_board_shows_its_cities_and_marks_the_free_ones(tmp_path: Path) -> None:
    answer = taxis("show", write(tmp_path / "p.json", table(BY_CITY)))
    board = tt.board(str(BY_CITY))
    for city in board.cities:
        sign = "◆" if city.name in board.free_cities else "●"
        assert any(f"{sign} {city.name}" in line for line in answer.lines), city.name
    assert any("◆ Freitest A" in line for line in answer.lines)
    assert "free Freitest (1)" in answer.out
    assert "; ◆: a free city" in answer.out
    assert "free city" not in taxis("show", write(tmp_path / "s.json", taxis("new", "--seed", 1).data)).out


def test_the_picture_shows_free_cities_horseshoes_and_both_parts_of_a_province(tmp_path: Path) -> None:
    root = ET.fromstring(board_svg(position_from_data(table(BY_CITY))))
    named = [element.get("aria-label") for element in root.iter() if element.get("aria-label")]
    assert "Freitest, a free city, houses of Anna" in named
    assert "Wachsel in Wachsberg, houses of Anna and Ben" in named
    classes = [element.get("class") for element in root.iter()]
    assert classes.count("free") == 4
    board = tt.board(str(BY_CITY))
    cards = ["Fabeldorn", "Phantmünde", "Freimuster", "Schiefstadt", "Fabelau", "Tintau", *table(BY_CITY)["display"]]
    assert classes.count("shoe") == sum(board.horseshoes[card] for card in cards)
    words = [element.text for element in root.iter() if element.get("class") == "province"]
    assert words.count("Grossfabel") == 2
    assert len(words) == 10


@pytest.mark.parametrize("board", ["south", "testland"])
def test_every_city_lies_in_the_area_of_its_province_and_in_no_other(board: str) -> None:
    paths = province_paths(tt.board(board))
    for city in tt.board(board).cities:
        home = [name for name, path in paths.items() if _inside((city.x, city.y), path)]
        assert home == [city.province] if city.province else len(home) <= 1, city.name


def _inside(point: tuple[float, float], path: str) -> bool:
    """Whether a point lies within the outlines of a path, corners taken as sharp."""
    inside = False
    for loop in filter(None, path.split("Z")):
        corners = [(float(x), float(y)) for x, y in re.findall(r"Q(\S+) (\S+) ", loop)]
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
            if (ay > point[1]) != (by > point[1]) and point[0] < ax + (point[1] - ay) * (bx - ax) / (by - ay):
                inside = not inside
    return inside
