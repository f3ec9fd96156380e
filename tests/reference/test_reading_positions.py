"""Reading and writing positions: texts, files, spellings that are accepted, and keys that may be left out."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.golden import check
from support.paths import EXAMPLES
from support.position_files import CARRIAGE, DRAWN, GOOD, KEEP, OVER, PLAY, REVEAL, changed, faults
from thurntaxis.io import position_checks
from thurntaxis.io.read import PositionError, data_from_bytes, position_from_data, read_position, read_record
from thurntaxis.io.read_game import read_game
from thurntaxis.io.write import position_data, record_data, to_json, to_toml
from thurntaxis.io.write_line import record_line
from thurntaxis.records import Record


@pytest.mark.parametrize("good", [GOOD, DRAWN, REVEAL, PLAY, CARRIAGE, KEEP, OVER])
def test_good_position_has_no_fault_and_comes_back_as_it_was(good: dict[str, Any]) -> None:
    position = position_from_data(good)
    assert list(position_checks.faults(position)) == []
    assert position_from_data(position_data(position)) == position


# ---- texts


@pytest.mark.parametrize("sign", ["", "-"])
def test_numbers_in_json_have_at_most_4000_digits(sign: str) -> None:
    """Any longer one is as good as infinite."""
    for digits, is_whole in ((3999, True), (4000, True), (4001, False)):
        data = data_from_bytes(f'{{"start": {sign}{"9" * digits}}}'.encode(), ".json")
        assert isinstance(data["start"], int) == is_whole
        assert isinstance(data["start"], float) == (not is_whole)


def unread(case: str) -> str:
    """Return the faults for which a text can't be read."""
    raw, suffix = eval(f"({case})")
    with pytest.raises(PositionError) as raised:
        data_from_bytes(raw, suffix)
    return str(raised.value)


def test_text_that_cannot_be_read_is_one_fault() -> None:
    check(Path(__file__).parent / "faults" / "texts.txt", unread)


@pytest.mark.parametrize(
    ("raw", "suffix", "data"),
    [
        (b'{"start": 1}', ".json", {"start": 1}),
        (b"\xef\xbb\xbf {}", "", {}),
        (b" [1]", "", [1]),
        (b"start = 1", ".toml", {"start": 1}),
        (b"start = 1", "", {"start": 1}),
        (b"\xef\xbb\xbfstart = 1\r\n", ".toml", {"start": 1}),
        ("start = 1\r\n".encode("utf-16"), "", {"start": 1}),
        (b"\xff\xfe" + '{"start": "Zürich"}'.encode("utf-16-le"), "", {"start": "Zürich"}),
        (b"\xfe\xff" + '{"start": "山田"}'.encode("utf-16-be"), ".json", {"start": "山田"}),
        (b"start = 0x" + b"f" * 5000, "", {"start": 16**5000 - 1}),
        (b'{"start": 1.5}', ".txt", {"start": 1.5}),
    ],
)
def test_text_is_json_or_toml_by_its_suffix_or_first_sign(raw: bytes, suffix: str, data: Any) -> None:
    assert data_from_bytes(raw, suffix) == data


def test_huge_number_of_a_text_is_a_fault_like_any_other() -> None:
    data = data_from_bytes(b"start = 0x" + b"f" * 5000)
    assert faults(changed(data)) == ["start: there is no player 10^6020; expected 0 or 1"]


# ---- spellings that are accepted


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("nuernberg", "Nürnberg"),
        ("NURNBERG", "Nürnberg"),
        ("Nu\u0308rnberg", "Nürnberg"),
        ("Zurich", "Zürich"),
        ("zuerich", "Zürich"),
        ("Lódź", "Lodz"),
        ("ŁODZ", "Lodz"),
        (" Ulm ", "Ulm"),
    ],
)
def test_names_are_folded_wherever_they_stand(written: str, name: str) -> None:
    data = changed({"discard": [written], "players[1].houses": [written], "players[1].route": [written]})
    position = position_from_data(data)
    assert position.discard == position.players[1].houses == position.players[1].route == (name,)


@pytest.mark.parametrize("text", ["baden 3", "Baden 3", "  BADEN   03 "])
def test_tile_is_read_in_any_case(text: str) -> None:
    assert position_from_data(changed({"players[0].tiles": [text]})).players[0].tiles == (tt.Tile("baden", 3),)


def test_order_of_cards_means_nothing_but_in_a_route() -> None:
    data = changed({"players[0].hand": ["Ulm", "Augsburg"], "players[0].tiles": ["route-5 2", "baden 3"]})
    data["display"].reverse()
    data["players"][0]["houses"].reverse()
    assert position_from_data(data) == position_from_data(GOOD)
    data["players"][0]["route"].reverse()
    assert position_from_data(data) != position_from_data(GOOD)


def test_keys_left_out_have_their_empty_value() -> None:
    least = {"thurntaxis": 1, "board": "south", "players": [{"hand": ["Ulm"]}, {}], "turn": {"phase": "draw"}}
    position = position_from_data(least)
    assert position_data(position) == {
        "thurntaxis": 1,
        "board": "south",
        "rules": {"edition": "en-yucata", "modules": [], "options": tt.EDITIONS["en-yucata"].options},
        "players": [
            {"hand": ["Ulm"], "route": [], "houses": [], "carriage": None, "tiles": []},
            {"hand": [], "route": [], "houses": [], "carriage": None, "tiles": []},
        ],
        "display": [],
        "discard": [],
        "start": 0,
        "turn": GOOD["turn"],
        "ender": None,
    }
    assert position.deck_size == 65


def test_options_override_the_edition_point_by_point() -> None:
    rules = position_from_data(GOOD).rules
    assert rules is tt.rule_set(edition="it-2006", options={"carrier-restart": True})
    assert rules.options["all-provinces"] == "outside-baiern"


def test_option_that_is_null_is_the_edition_s_own() -> None:
    data = changed({"rules.options": {"carrier-restart": None, "reshuffle": None}})
    assert position_from_data(data).rules is tt.rule_set(edition="it-2006")


# ---- files


@pytest.mark.parametrize("good", [GOOD, REVEAL, OVER])
def test_json_and_toml_give_equal_positions(tmp_path: Path, good: dict[str, Any]) -> None:
    position = position_from_data(good)
    texts = {
        "one.json": to_json(position),
        "lines.JSON": to_json(position, indent=2),
        "one.toml": to_toml(position),
        "json": to_json(position),
        "toml": to_toml(position),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert read_position(tmp_path / name) == position
        assert read_position(str(tmp_path / name)) == position


def test_a_text_in_any_form_is_a_position_or_a_record() -> None:
    position, record = position_from_data(GOOD), read_record(EXAMPLES / "game-tie.json")
    for text in (position.to_line(), to_json(position), to_toml(position).encode()):
        assert read_game(text) == read_game(text, wanted="position") == (Record(position, (), ""), False)
        with pytest.raises(PositionError, match="this is a position, not a game record"):
            read_game(text, wanted="record")
    for text in (record_line(record), json.dumps(record_data(record)).encode()):
        for game in (read_game(text), read_game(text, wanted="record")):
            assert (game.is_record, game.record.end) == (True, record.end)
        with pytest.raises(PositionError, match="this is a game record, not a position"):
            read_game(text, wanted="position")
    with pytest.raises(PositionError, match="looks like a line, not JSON"):
        read_game(position.to_line(), ".json")


def test_json_is_one_line_of_printed_names() -> None:
    text = to_json(position_from_data(GOOD))
    assert "\n" not in text
    assert "Nürnberg" in text


def test_toml_leaves_out_what_has_no_value() -> None:
    data = tomllib.loads(to_toml(position_from_data(GOOD)))
    assert "ender" not in data
    assert "carriage" not in data["players"][1]
    assert "official" not in data["turn"]


def test_player_without_a_name_has_no_key_for_it() -> None:
    position = position_from_data(changed({"players[0].name": ..., "players[1].name": None}))
    assert all("name" not in player for player in position_data(position)["players"])


def test_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_position(tmp_path / "none.json")
    with pytest.raises((IsADirectoryError, PermissionError)):
        read_record(tmp_path)
