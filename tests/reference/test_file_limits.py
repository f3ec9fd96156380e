"""Limits on the size of files: one line reports what is too large, with its key and its limit."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.board_data import made_up, told
from support.position_files import GOOD, PLAY, changed, faults, nested
from thurntaxis.boards import UnreadableBoard, board_checks, data_of_board_file
from thurntaxis.boards.board_format import shaped
from thurntaxis.fault import MOST_FAULTS
from thurntaxis.io.file_limits import (
    DEEPEST,
    LONGEST_FILE,
    LONGEST_KEY,
    LONGEST_TOML,
    MOST_VALUES,
    TooLarge,
    check_length,
    check_size,
    data_from_toml,
)
from thurntaxis.io.read import PositionError, data_from_bytes, position_from_data, record_from_data
from thurntaxis.steps.close import house_sets

BOARDS = Path(board_checks.__file__).parent

NAME = "text on one line, without control characters"


def board_with(changes: dict[str, Any]) -> dict[str, Any]:
    return changed(changes, made_up())


# ---- lists and objects


def test_lists_as_long_as_they_may_be_are_looked_at() -> None:
    told_of = faults(changed({"players[0].houses": ["Ulm"] * 300}))
    assert told_of[0] == "players[0].houses[1]: a second house in Ulm; expected one house per player in each city"
    assert len(told_of) == MOST_FAULTS


def test_files_may_be_as_large_as_their_limits() -> None:
    check_length(b" " * LONGEST_FILE)
    check_length(b" " * LONGEST_TOML, LONGEST_TOML)
    check_size(nested(DEEPEST - 1))
    check_size([[0] * 249] * 100)
    assert MOST_VALUES == 100 * (1 + 249)
    for data, told_of in (([[0] * 249] * 99 + [[0] * 250], "too many values"), (nested(DEEPEST), "nested too deeply")):
        with pytest.raises(TooLarge, match=told_of):
            check_size(data)


def test_near_names_are_looked_for_as_long_as_faults_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from thurntaxis import names

    asked: list[str] = []

    def nearest(name: str, _known: object) -> list[str]:
        asked.append(name)
        return []

    monkeypatch.setattr(names, "nearest", nearest)
    unknown = [f"Ulk{at}" for at in range(300)]
    lists = {f"players[{at}].{key}": unknown for at in (0, 1) for key in ("hand", "route", "houses", "horses")}
    assert len(faults(changed({**lists, "display": unknown, "discard": unknown}))) == MOST_FAULTS
    assert len(asked) == MOST_FAULTS


def test_events_of_a_record() -> None:
    record = {"thurntaxis_record": 1, "engine": "0.1.0", "start": GOOD, "events": ["end"] * 10_000}
    assert len(record_from_data(record).events) == 10_000
    for events, fault in (
        (["end"] * 10_001, "events: expected at most 10000, found 10001"),
        (
            ["close" + " Ulm" * 1000],
            'events[0]: expected at most 1000 characters, found "close Ulm Ulm Ulm Ulm Ulm Ulm Ulm Ulm..."',
        ),
    ):
        with pytest.raises(PositionError) as raised:
            record_from_data({**record, "events": events})
        assert str(raised.value) == fault


def test_an_event_that_is_too_long() -> None:
    wrong = '"close Ulm Ulm Ulm Ulm Ulm Ulm Ulm Ulm..." is too long for a move; expected at most 1000 characters'
    with pytest.raises(ValueError, match=re.escape(wrong)):
        position_from_data(GOOD).parse("close" + " Ulm" * 1000)


# ---- names


def test_names_of_players_are_short() -> None:
    assert position_from_data(changed({"players[0].name": "Ä" * 60})).players[0].name == "Ä" * 60
    wrong = f'players[0].name: expected at most 60 characters, found "{"Ä" * 37}..."'
    assert faults(changed({"players[0].name": "Ä" * 61})) == [wrong]


@pytest.mark.parametrize("sign", ["\x00", "\n", "\x1b", "\x7f", "\x85", "\x9b", "\u2028", "\u202e", "\u2066", "\u2069"])
def test_names_have_no_signs_that_control_anything(sign: str) -> None:
    shown = repr(sign)[1:-1]
    assert faults(changed({"players[1].name": f"Ben{sign}"})) == [
        f'players[1].name: expected {NAME}, found "Ben{shown}"'
    ]
    told_of = told(board_with({"province.0.name": f"Fabel{sign}"}))
    assert f'province[0].name: expected {NAME}; a colour is written like #9b6fb0, found "Fabel{shown}"' in told_of


@pytest.mark.parametrize("name", ["Anna-Lena O'Hara", "Łódź", "山田", "\U0001f468\u200d\U0001f469", "שרה"])
def test_names_of_any_script_are_taken(name: str) -> None:
    assert position_from_data(changed({"players[1].name": name})).players[1].name == name


# ---- texts


def test_texts_that_are_too_long() -> None:
    for raw, suffix, most in (
        (b" " * (LONGEST_FILE + 1), ".json", LONGEST_FILE),
        (b"\n" * LONGEST_TOML + b"{", ".toml", LONGEST_TOML),
        ("#ä".encode() * (LONGEST_TOML // 2), "", LONGEST_TOML),
    ):
        with pytest.raises(PositionError, match=rf"^is too long; expected at most {most} bytes$"):
            data_from_bytes(raw, suffix)


def test_blank_lines_before_a_brace_say_that_it_is_json() -> None:
    with pytest.raises(PositionError, match="looks like JSON, not TOML"):
        data_from_bytes(b"\n" * 100_000 + b"{", ".toml")
    with pytest.raises(PositionError, match="looks like TOML, not JSON"):
        data_from_bytes(b"# a game\n\n" * 50_000 + b"board = 'south'", ".json")


LONG = ".".join("a" * (LONGEST_KEY + 1))


@pytest.mark.parametrize(
    "text",
    [
        f"{LONG} = 1",
        f"[{LONG}]",
        f"[[ {LONG} ]]",
        f"x = [1, {{ {LONG} = 1 }}]",
        " . ".join(['"a b"', "'a'", "a-b"] * 3) + " = 1",
        f'x = ["""a"""", {{ {LONG} = 1 }}]',
        f'x = "\\""\n{LONG} = 1',
    ],
)
def test_keys_of_too_many_parts(text: str) -> None:
    with pytest.raises(TooLarge, match=r"^a key has more than 8 parts; expected at most 8$"):
        data_from_toml(text)


@pytest.mark.parametrize(
    "text",
    [
        LONG[:-2] + " = 1",
        f'x = "{LONG}"',
        f"x = '{LONG}' # {LONG}",
        f'x = """\n"{LONG}"\\" {LONG}"""\ny = 1',
        f"x = '''\n{LONG} '' '''\ny = 1",
        "x = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5]",
        f'x = "\\"{LONG}"',
    ],
)
def test_keys_of_few_parts_and_dots_elsewhere(text: str) -> None:
    assert data_from_toml(text) == tomllib.loads(text)


def test_a_key_of_too_many_parts_in_a_position_and_a_board(tmp_path: Any) -> None:
    with pytest.raises(PositionError, match=r"^a key has more than 8 parts; expected at most 8$"):
        data_from_bytes(f"{LONG} = 1".encode(), ".toml")
    path = tmp_path / "board.toml"
    path.write_text(f"[{LONG}]\n", encoding="utf-8")
    with pytest.raises(UnreadableBoard, match=r"a key has more than 8 parts; expected at most 8$"):
        data_of_board_file(path)


# ---- boards


def test_boards_are_of_a_size_to_play_on() -> None:
    more = {f"City{at}": [at, 0] for at in range(40)}
    data = made_up()
    data["province"][0]["cities"] = more | data["province"][0]["cities"]
    assert told(data) == ["province: the board has 63 cities; expected at most 30"]
    data["province"] = [{"name": f"P{at}", "cities": {f"City{at}": [at, 0]}} for at in range(20)]
    assert told(data) == ["province: closing a long route would offer 5242880 sets of houses; expected at most 100000"]
    data["province"] = [{"name": "P", "cities": {f"City{at}": [at, 0] for at in range(20)}}]
    assert told(data) == ["province: closing a long route would offer 1048660 sets of houses; expected at most 100000"]
    data["province"] = [{"name": "P", "cities": {}}] * 31
    assert told(data) == ["province: expected at most 30, found 31"]
    data["province"] = [{"name": "P", "cities": {}}] * 301
    assert told(data) == ["province: expected at most 300, found 301"]
    assert told({"province": nested(3000)}) == ["is nested too deeply; expected at most 16 levels"]
    assert told(board_with({"roads.Fabelau": ["Fabelbruck"] * 301})) == [
        "roads.Fabelau: expected at most 300, found 301"
    ]
    long = "A" * 61
    assert f'province[0].cities."{"A" * 37}...": "{"A" * 37}..." is too long; expected at most 60 characters' in told(
        board_with({f"province.0.cities.{long}": [1, 1]})
    )


def test_a_board_may_have_as_many_cities_provinces_and_sets_of_houses_as_the_limits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = {**made_up(), "free-cities": {}}
    for count, fault in (
        (30, "closing a long route would offer"),
        (31, "the board has 31 cities; expected at most 30"),
    ):
        cities = {"name": "P", "cities": {f"City{at}": [at, 0] for at in range(count)}}
        assert told({**data, "province": [cities]})[0].startswith(f"province: {fault}")
    empty = [{"name": f"P{at}", "cities": {}} for at in range(30)]
    assert not any("at most 30" in line for line in told({**data, "province": empty}))
    shape, _ = shaped(made_up(), [])
    assert shape is not None
    sets = board_checks.house_sets(shape)
    for most, is_right in ((sets, True), (sets - 1, False)):
        monkeypatch.setattr(board_checks, "MOST_HOUSE_SETS", most)
        assert (told(made_up()) == []) == is_right


def test_of_many_unknown_modules_only_some_are_told() -> None:
    assert len(faults({**GOOD, "rules": {"modules": [f"module {number}" for number in range(60)]}})) == MOST_FAULTS


def test_a_position_without_events_is_refused_in_every_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thurntaxis.rules.RuleSet.legal", lambda *_: ())
    (told_of,) = faults(PLAY)
    assert told_of == "turn: no move is possible; expected a state from which the game can continue"


@pytest.mark.parametrize("name", ["south", "testland"])
def test_sets_of_houses_are_counted_as_they_are_offered(name: str) -> None:
    position = tt.undealt(2, name)
    card_of = {city: card for card, city in position.rules.board.city_of.items()}
    everywhere = position.with_own(route=tuple(card_of.values()))
    shape, _ = shaped(data_of_board_file(BOARDS / f"{name}.toml"), [])
    assert shape is not None
    offered = list(house_sets(everywhere))
    assert len(offered) == len(set(offered)) == board_checks.house_sets(shape)
