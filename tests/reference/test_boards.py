"""Boards: those that come with the program, files of others, and what is said of files in which something is wrong."""

import copy
import itertools
import os
import pickle
import random
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import thurntaxis as tt
from support import northern_board
from support.paths import BY_CITY, ROOT
from thurntaxis.board import board_from_data
from thurntaxis.boards import BoardError, UnreadableBoard, examine, northern_template, read_board
from thurntaxis.boards.load import LONGEST_FILE, data_of_board_file
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data

SHIPPED = ROOT / "reference" / "thurntaxis" / "boards"


def data_of(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def made_up() -> dict[str, Any]:
    return data_of(SHIPPED / "testland.toml")


def told(data: Any) -> list[str]:
    """Return faults and gaps as they are told."""
    findings = examine(data)
    assert (findings.board is None) == bool(findings.faults or findings.gaps)
    return [*map(str, findings.faults), *map(str, findings.gaps)]


# ---- the boards that come with the program


@pytest.mark.parametrize(
    "path", [SHIPPED / "south.toml", SHIPPED / "testland.toml", BY_CITY], ids=lambda path: path.stem
)
def test_boards_that_are_there_have_no_fault(path: Path) -> None:
    assert told(data_of(path)) == []
    assert examine(data_of(path)).board == board_from_data(data_of(path))


def test_south_has_no_horseshoes_and_no_free_cities() -> None:
    south = tt.board("south")
    assert not south.has_horseshoes
    assert not south.cards_are_numbered
    assert south.free_cities == ()
    assert south.city_of == {city.name: city.name for city in south.cities}
    assert south.cards_of["Ulm"] == ("Ulm",)
    assert south.resolve_card("nuernberg") == "Nürnberg"
    assert (len(south.cities), len(south.roads), len(south.cards)) == (22, 45, 66)


def test_the_made_up_board_has_the_size_of_the_northern_one() -> None:
    board = tt.board("testland")
    assert (len(board.cities), len(board.cards), sum(len(stack.values) for stack in board.stacks)) == (23, 69, 39)
    assert Counter(len(province.cities) for province in board.provinces) == {7: 1, 2: 4, 1: 4}
    assert {len(stack.values) for stack in board.stacks if len(stack.provinces) == 2} == {3}
    assert [(s.length, len(s.values)) for s in board.stacks if s.kind == "route"] == [(5, 2), (6, 3), (7, 4), (8, 5)]
    assert [(s.city, s.values) for s in board.stacks if s.kind == "free-city"] == [
        (city.name, (1,)) for city in board.cities if city.name in board.free_cities
    ]
    assert all(board.province_of[city] is None for city in board.free_cities)
    pairs = [stack.provinces for stack in board.stacks if len(stack.provinces) == 2]
    sizes = {province.name: len(province.cities) for province in board.provinces}
    assert [sorted(sizes[name] for name in pair) for pair in pairs] == [[1, 2]] * 4


def test_the_large_province_of_the_made_up_board_lies_in_two_parts() -> None:
    board = tt.board("testland")
    large = board.provinces[0].cities
    parts = [set(large[:3]), set(large[3:])]
    assert all(not board.neighbours[one] & parts[1] for one in parts[0])
    for part in parts:
        assert all(board.neighbours[city] & part for city in part)


def test_no_name_of_the_made_up_board_is_a_name_of_a_printed_one() -> None:
    names = {city.name for city in tt.board("testland").cities}
    assert not names & {city.name for city in tt.board("south").cities}
    assert not any(name in northern_template() for name in names)


def test_the_board_with_horseshoes_by_city_differs_in_nothing_else() -> None:
    by_card, by_city = made_up(), data_of(BY_CITY)
    del by_card["horseshoes"], by_card["name"], by_city["horseshoes"], by_city["name"]
    assert by_card == by_city


# ---- cities and cards


def test_where_copies_differ_cards_bear_their_number() -> None:
    board = tt.board("testland")
    assert board.cards_are_numbered
    assert board.cards[:6] == ("Fabelau/1", "Fabelau/1", "Fabelau/2", "Fabelbruck/2", "Fabelbruck/2", "Fabelbruck/2")
    assert list(board.cards) == sorted(board.cards)
    assert Counter(map(board.city_of.__getitem__, board.cards)) == dict.fromkeys(board.province_of, 3)
    assert all(board.horseshoes[card] == int(card.split("/")[1]) for card in board.cards)
    assert board.cards_of["Fabelcron"] == ("Fabelcron/1", "Fabelcron/2", "Fabelcron/3")
    assert board.cards_of["Fabelbruck"] == ("Fabelbruck/2",)


def test_where_copies_agree_a_card_is_called_as_its_city() -> None:
    board = read_board(str(BY_CITY))
    assert not board.cards_are_numbered
    assert board.has_horseshoes
    assert board.horseshoes["Fabelau"] == 1
    assert set(board.horseshoes) == set(board.city_of) == set(board.province_of)
    assert board.resolve_card("FABELGRUEN") == "Fabelgrün"


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("Fabelau/2", "Fabelau/2"),
        ("FABELAU/2", "Fabelau/2"),
        ("fabelgruen/3", "Fabelgrün/3"),
        ("fabelgrun", "Fabelgrün/3"),
        (" Fabelcron / 1 ", "Fabelcron/1"),
    ],
)
def test_cards_are_read_as_forgivingly_as_cities(name: str, card: str) -> None:
    assert tt.board("testland").resolve_card(name) == card


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Fabelau", 'unknown card "Fabelau" (did you mean Fabelau/2 or Fabelau/1?)'),
        ("Fabelgrün/1", 'unknown card "Fabelgrün/1" (did you mean Fabelgrün/3?)'),
        ("Fabelau/x", 'unknown card "Fabelau/x" (did you mean Fabelau/2 or Fabelau/1?)'),
        ("Ulm/2", 'unknown city "Ulm" (did you mean Wachsum or Wachsel or Siegelhorn?)'),
    ],
)
def test_a_card_that_is_none_comes_with_the_nearest(name: str, message: str) -> None:
    with pytest.raises(tt.UnknownName) as raised:
        tt.board("testland").resolve_card(name)
    assert str(raised.value).split("(")[0] == message.split("(", maxsplit=1)[0]
    assert {card for card in raised.value.nearest if "/" in card} <= set(tt.board("testland").cards)


def test_stacks_are_found_by_folded_names() -> None:
    assert tt.board("testland").stack("FREE-freitest").name == "free-Freitest"
    with pytest.raises(tt.UnknownName, match="unknown stack"):
        tt.board("testland").stack("free-Ulm")


def test_a_board_can_be_pickled() -> None:
    board = tt.board("testland")
    assert pickle.loads(pickle.dumps(board)) == board


# ---- files


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
    with pytest.raises(UnreadableBoard, match="there is no such file"):
        tt.board("mine.toml", "elsewhere")


def test_a_board_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "b.toml"
    text = (SHIPPED / "testland.toml").read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    assert tt.board(str(file)).stack("route-5").values == (4, 1)
    file.write_text(text.replace("values = [4, 1]", "values = [3, 1]"), encoding="utf-8")
    os.utime(file, ns=(1, 1))
    assert tt.board(str(file)).stack("route-5").values == (3, 1)


def test_places_are_brought_to_one_scale_whatever_their_unit() -> None:
    data = made_up()
    twice: dict[str, Any] = copy.deepcopy(data)
    twice["size"] = [each * 2.5 for each in data["size"]]
    for cities in (*(province["cities"] for province in twice["province"]), twice["free-cities"]):
        for name, place in cities.items():
            cities[name] = [each * 2.5 for each in place]
    assert board_from_data(twice) == board_from_data(data)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "there is no such file (a board file; looked for from the current folder)"),
        (b"\xff", "byte 0 is not UTF-8 text (a board file in TOML)"),
        (b"name = ", "Invalid value (at end of document) (a board file in TOML)"),
        (b"", "nothing of a board stands in it"),
        (b'[project]\nname = "x"', "nothing of a board stands in it"),
        (b"a = " + b"[" * 100_000, "nested too deeply (a board file in TOML)"),
        (b"#" * (LONGEST_FILE + 1), f"is too long (a board file of at most {LONGEST_FILE} bytes)"),
    ],
    ids=["missing", "not text", "broken", "empty", "other", "deep", "long"],
)
def test_what_is_no_board_file_is_called_so(tmp_path: Path, content: bytes | None, message: str) -> None:
    file = tmp_path / "b.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(UnreadableBoard) as raised:
        read_board(str(file))
    assert message.split(" (", maxsplit=1)[0] in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_with_gaps_is_not_played_on(tmp_path: Path) -> None:
    file = tmp_path / "north.toml"
    file.write_text(northern_template(), encoding="utf-8")
    with pytest.raises(BoardError) as raised:
        tt.board(str(file))
    assert str(raised.value) == f"{file}: gaps not filled in yet: 65 (taxis board check {file} names them)"


def test_the_northern_board_by_name_leads_to_its_template() -> None:
    with pytest.raises(tt.UnknownName) as raised:
        tt.rule_set("north")
    assert "taxis board new north" in str(raised.value)


# ---- faults

CITY = "province[0].cities"

FAULTS: list[tuple[dict[str, Any], list[str]]] = [
    ({"name": 7}, ["name: is 7 (a text in quotes)"]),
    ({"horseshoes.Fabelau": [1, "x", 2]}, ["horseshoes.Fabelau: is \"[1, 'x', 2]\" (a number from 1 to 3, or one for"]),
    ({"name": ...}, ["name: is missing (it can't be left out)"]),
    ({"colour": "red"}, ["colour: unknown key (name, transcription-of, size, "]),
    ({"province.0.colour": "red"}, ['province[0].colour: is "red" (a text of one line; a colour is written #9b6fb0)']),
    ({"stack.0.lenght": 5}, ["stack[0].lenght: unknown key (did you mean length?)"]),
    (
        {"stack.0.kind": "long"},
        ['stack[0].kind: is "long" ("route", "region", "free-city", "all-provinces" or "game-end")'],
    ),
    ({"size": [600]}, ['size: is "[600]" (two numbers, such as [310, 120])']),
    ({"size": [0, 410]}, ["size: a side is 0 or less (width and height, such as [600, 420])"]),
    ({"copies": 4, "horseshoes": ...}, ["copies: is 4 (3: every city has so many cards)"]),
    ({"houses": 0}, ["houses: is 0 (1 or more)"]),
    ({"display": 69}, ["display: is 69 (fewer than there are cards)"]),
    ({"shortest-route": 1}, ["shortest-route: is 1 (2 or more, and no more than there are cities)"]),
    ({"carriages": {}}, ["carriages: holds nothing (one carriage at least)"]),
    ({"carriages.x": 1}, ['carriages.x: "x" is no number of cities (a number, such as 3)']),
    ({"transcription-of": "west"}, ['transcription-of: is "west" ("north")']),
    # names
    (
        {"free-cities.fabelAU": [300, 300]},
        ['free-cities.fabelAU: the city "fabelAU" stands at', "stack: there is no tile"],
    ),
    (
        {"province.1.name": "GROSSFABEL"},
        ['province[1].name: the province "GROSSFABEL" stands at', "stack[5].provinces[0]"],
    ),
    ({"stack.1.name": "route-5"}, ['stack[1].name: the stack "route-5" stands at stack[0].name already (each once)']),
    ({"stack.0.name": "route 5"}, ['stack[0].name: "route 5" is more than one word (one word, with hyphens)']),
    (
        {"province.0.cities.Den Haag": [300, 390], "roads.Den Haag": [], "horseshoes.Den Haag": 1},
        [
            f'{CITY}."Den Haag": "Den Haag" is more than one word (one word, such as Den-Haag for Den Haag)',
            "roads: no roads",
        ],
    ),
    (
        {"province.0.cities.Deck": [300, 390], "roads.Deck": [], "horseshoes.Deck": 1},
        [f'{CITY}.Deck: "Deck" can\'t be told from a word of events (the name of a city)', "roads: no roads lead from"],
    ),
    # places
    ({"province.0.cities.Fabelau": [58, 411]}, [f"{CITY}.Fabelau: [58, 411] is not on the board (within"]),
    ({"province.0.cities.Fabelau": [1, 2, 3]}, [f'{CITY}.Fabelau: is "[1, 2, 3]" (two numbers, such as [310, 120])']),
    (
        {"province.0.cities.Fabelau": [149, 53]},
        [f"{CITY}.Fabelbruck: Fabelbruck lies where Fabelau lies (each city in"],
    ),
    (
        {"province.6.cities": {}},
        [
            "province[6].cities: Federland has no cities (one at least)",
            "roads.Freizettel[0]: unknown city",
            "roads.Federkiel: unknown city",
            "roads.Tintau[",
            "roads.Tintkleck[",
            "horseshoes.Federkiel: unknown city",
        ],
    ),
    # roads
    (
        {"roads.Fabelau": ...},
        ['roads: there is no line for Fabelau (Fabelau = ["...", "..."], the cities roads lead to)'],
    ),
    (
        {"roads.Fabelau": ["Fabelbruck"]},
        ["roads.Fabelau: Fabelcron has a road to Fabelau, Fabelau has none to Fabelcron (the road at both cities, or"],
    ),
    (
        {"roads.Fabelau.0": "Ulm"},
        ['roads.Fabelau[0]: unknown city "Ulm" (Fabelau, ', "roads.Fabelau: Fabelbruck has"],
    ),
    ({"roads.Fabelau.2": "Fabelau"}, ["roads.Fabelau[2]: a road from Fabelau to itself (another city)"]),
    ({"roads.Fabelau.2": "fabelcron"}, ["roads.Fabelau[2]: fabelcron stands twice in one line (each once)"]),
    (
        {
            "roads.Fabelau": [],
            "roads.Fabelbruck": ["Fabelcron", "Freiprobe", "Phantorf"],
            "roads.Fabelcron": ["Fabelbruck", "Freiprobe", "Kreidel"],
        },
        ["roads: no roads lead from Fabelau to Fabelbruck, Fabelcron, Fabeldorn, Fabelend, Fabelfurt and others"],
    ),
    # horseshoes
    ({"horseshoes.Fabelau": ...}, ["horseshoes: there is no line for Fabelau (Fabelau = 2, or Fabelau = [1, 2, 2])"]),
    ({"horseshoes.Fabelau": 4}, ["horseshoes.Fabelau: 4 horseshoes on a card (1 to 3)"]),
    ({"horseshoes.Fabelau": [0, 1, 2]}, ["horseshoes.Fabelau: 0 horseshoes on a card (1 to 3)"]),
    (
        {"horseshoes.Fabelau": [1, 2]},
        ["horseshoes.Fabelau: numbers for 2 cards (3, one for each card; or a single one)"],
    ),
    (
        {"horseshoes.Fabelau": "two"},
        ['horseshoes.Fabelau: is "two" (a number from 1 to 3, or one for each card, such as'],
    ),
    ({"horseshoes.Ulm": 2}, ['horseshoes.Ulm: unknown city "Ulm" (Fabelau, ']),
    # tiles
    (
        {"stack.0.values": [1, 4]},
        ['stack[0].values: in the stack "route-5" a tile lies on one that is worth more (the'],
    ),
    ({"stack.0.values": []}, ['stack[0].values: there is no tile in the stack "route-5" (one value at least)']),
    ({"stack.0.values.0": -1}, ["stack[0].values[0]: is -1 (0 or more)"]),
    ({"stack.0.length": ...}, ["stack[0].length: is missing (how many cities a route needs for the tile)"]),
    ({"stack.1.length": 5}, ['stack[1].length: is 5, as in "route-5" (each once)']),
    (
        {"stack.0.city": "Fabelau"},
        ["stack[0].city: has no meaning for the kind route (leave it out)", "stack[0].city: unknown free"],
    ),
    ({"stack.4.provinces": []}, ["stack[4].provinces: is missing (the province, or both provinces, of the region)"]),
    ({"stack.4.provinces": ["Baden"]}, ['stack[4].provinces[0]: unknown province "Baden" (Grossfabel, ']),
    ({"stack.5.provinces.1": "oberphant"}, ["stack[5].provinces[1]: oberphant stands twice (each once)"]),
    (
        {"stack.9.city": "Fabelau"},
        ['stack[9].city: unknown free city "Fabelau"', "stack: there is no tile for the free city"],
    ),
    ({"stack.9.name": "freitest"}, ['stack[9].name: is "freitest" ("free-Freitest")']),
    ({"stack.13.outside": "Baden"}, ['stack[13].outside: unknown province "Baden" (Grossfabel, ']),
    ({"stack.14": ...}, ["stack: stacks of the kind game-end: 0 (one)"]),
    ({"stack.14.values": [1, 1]}, ["stack[14].values: holds 2 tiles (one)"]),
]


def changed(data: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return the data with values set anew, or taken away (...), at paths with dots."""
    result = copy.deepcopy(data)
    for path, value in changes.items():
        at: Any = result
        *parents, last = path.split(".")
        for part in parents:
            at = at[int(part)] if isinstance(at, list) else at[part]
        key: Any = int(last) if isinstance(at, list) else last
        if value is ...:
            del at[key]
        elif isinstance(at, list) and key == len(at):
            at.append(value)
        else:
            at[key] = value
    return result


@pytest.mark.parametrize(("changes", "faults"), FAULTS, ids=lambda value: str(value)[:50])
def test_every_fault_is_told_with_its_key(changes: dict[str, Any], faults: list[str]) -> None:
    lines = told(changed(made_up(), changes))
    assert len(lines) >= len(faults)
    for fault in faults:
        assert any(line.startswith(fault) for line in lines), (fault, lines)
    for line in lines:
        assert any(line.startswith(fault) for fault in faults), line


def test_all_faults_are_told_at_once() -> None:
    data = changed(made_up(), {"copies": 2, "stack.0.values": [], "horseshoes.Fabelau": 9, "roads.Wachsel": []})
    keys = {line.split(":")[0] for line in told(data)}
    assert {"copies", "stack[0].values", "horseshoes.Fabelau", "roads.Wachsel"} <= keys


JUNK = st.sampled_from([7, -1, 1.5, True, "", "?", "x", "Fabelau", [], ["?"], [1, 2], {}, {"?": 1}, {"Ulm": [1, 2]}])


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_stands_in_a_file_it_is_told_and_never_breaks(draw: st.DataObject) -> None:
    data: Any = made_up()
    for _ in range(draw.draw(st.integers(1, 3))):
        at: Any = data
        while True:
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            if not keys:
                break
            key = draw.draw(st.sampled_from(keys))
            if isinstance(at[key], (dict, list)) and draw.draw(st.booleans()):
                at = at[key]
                continue
            at[key] = copy.deepcopy(draw.draw(JUNK))
            break
    for line in told(data):
        assert "\n" not in line
        assert line.endswith(")")
    findings = examine(data)
    if findings.board is not None:
        assert len(findings.board.cards) == 3 * len(findings.board.cities)


# ---- gaps


def test_marks_are_gaps_and_no_faults() -> None:
    data = changed(
        made_up(),
        {
            "size": "?",
            "province.0.cities.Fabelau": ["?", "?"],
            "roads.Fabelau": ["?"],
            "horseshoes.Fabelau": [1, "?", 2],
            "stack.0.values.1": "?",
            "houses": "?",
        },
    )
    assert told(data) == [
        "size: not filled in yet (width and height of the board, such as [600, 420])",
        "houses: not filled in yet (what the board shows)",
        "province[0].cities.Fabelau: not filled in yet (its place, from the left and from the top, such as [310, 120])",
        "roads.Fabelau: not filled in yet (the cities to which roads lead from it, all of them)",
        "horseshoes.Fabelau: not filled in yet (its number, or all three where they differ, such as [1, 2, 2])",
        "stack[0].values: not filled in yet (the value of route-5)",
    ]


def test_faults_beside_gaps_are_told_too() -> None:
    lines = told(changed(made_up(), {"roads.Fabelau.2": "?", "roads.Wachsel": []}))
    assert lines[-1].startswith("roads.Fabelau: not filled in yet")
    assert [line.split(":")[0] for line in lines[:-1]] == ["roads.Wachsel"] * 3


# ---- the northern board


def north(changes: dict[str, Any]) -> list[str]:
    return told(changed(tomllib.loads(northern_board.completed()), changes))


def test_the_template_contradicts_nothing_and_fills_no_gap_by_itself() -> None:
    data = tomllib.loads(northern_template())
    findings = examine(data)
    assert findings.faults == ()
    assert findings.transcription_of == "north"
    values = {stack["name"]: set(stack["values"]) for stack in data["stack"]}
    assert values == {name: {1} if name.startswith("free-") else {"?"} for name in values}
    assert sum(len(stack["values"]) for stack in data["stack"]) == 39
    assert set(data["horseshoes"].values()) == {"?"}
    assert all(ends[-1] == "?" for ends in data["roads"].values())
    roads = {frozenset((city, end)) for city, ends in data["roads"].items() for end in ends if end != "?"}
    example = ["Halle", "Berlin", "Hannover", "Hamburg", "Bremen", "Münster"]
    assert roads == set(map(frozenset, itertools.pairwise(example)))
    cities = {p["name"]: list(p["cities"]) for p in data["province"]}
    assert {name: [city for city in named if city[0] != "?"] for name, named in cities.items()} == {
        "Preussen": ["Halle", "Berlin", "Münster", "Cölln"],
        "Mecklenburg": [],
        "Hannover": ["Hannover", "Göttingen"],
        "Holland": [],
        "Belgien": [],
        "Thüringen": ["Weimar"],
        "Sachsen": ["Dresden", "Leipzig"],
        "Hessen": ["Kassel"],
        "Baiern": ["Würzburg"],
    }
    assert sum(map(len, cities.values())) + len(data["free-cities"]) == 23
    assert set(data["free-cities"]) == {"Frankfurt", "Bremen", "Hamburg", "Lübeck"}
    places = [place for p in (*data["province"], {"cities": data["free-cities"]}) for place in p["cities"].values()]
    assert places == ["?"] * 23


@pytest.mark.parametrize("by_card", [False, True])
def test_a_completed_template_is_a_board(by_card: bool) -> None:
    findings = examine(tomllib.loads(northern_board.completed(by_card=by_card)))
    assert (findings.faults, findings.gaps) == ((), ())
    board = findings.board
    assert board is not None
    assert (len(board.cities), len(board.cards), sum(len(stack.values) for stack in board.stacks)) == (23, 69, 39)
    assert board.cards_are_numbered == by_card
    assert board.name == "north"


CONTRADICTIONS: list[tuple[dict[str, Any], list[str]]] = [
    ({"houses": 18}, ["houses: is 18 (20, as in the base game)"]),
    ({"display": 5}, ["display: is 5 (6, as in the base game)"]),
    ({"carriages.7": 9}, ["carriages: they are not those of the base game (3 = 2, 4 = 3, 5 = 5, 6 = 7, 7 = 10)"]),
    (
        {"province.1.name": "Pommern"},
        [
            'province[1].name: "Pommern" is none of the nine (Preussen, Mecklenburg,',
            "province: Mecklenburg is missing (nine provinces:",
            "stack[6].provinces[0]: unknown province",
        ],
    ),
    (
        {"province.0.cities.Kassel": [5, 5], "province.7.cities.Kassel": ...},
        [
            "province[0].cities: Preussen has 8 cities (7 cities)",
            "province[7].cities: Hessen has 1 city (2 cities)",
            "province[0].cities.Kassel: Kassel lies in Preussen (Hessen)",
        ],
    ),
    (
        {"free-cities.Weimar": [5, 5], "province.5.cities": {"Neu": [9, 99]}, "roads.Neu": [], "horseshoes.Neu": 1},
        [
            "free-cities: there are 5 (4: Frankfurt, Bremen, Hamburg, Lübeck)",
            "free-cities.Weimar: Weimar is no free city (it",
            "roads: no roads lead",
            "stack: there is no tile for the free city Weimar",
        ],
    ),
    (
        {"province.3.cities.Neu": [5, 5], "roads.Neu": ["Halle"], "roads.Halle.2": "Neu", "horseshoes.Neu": 1},
        ["province: cities of Holland: 2, of Belgien: 2 (two in one of them, one in the other)"],
    ),
    ({"stack.0.values": [4, 3, 2, 1]}, ["stack[0].values: the stack route-8 holds 4 (5 tiles)"]),
    ({"stack.3.values": [4, 3, 1]}, ["stack[3].values: the stack route-5 holds 3 (2 tiles)"]),
    ({"stack.10.values": [2]}, ["stack[10].values: the tile free-Frankfurt is worth 2 (1)"]),
    ({"stack.0.length": 9}, ["stack[0].length: for the stack route-8 is 9 (8)"]),
    ({"stack.9.provinces": ["Baiern"]}, ["stack[9].provinces: for the stack hessen-baiern: Baiern (Hessen, Baiern)"]),
    (
        {"stack.9.name": "hessen"},
        [
            "stack: the stack hessen-baiern is missing (3 tiles of 39)",
            'stack[9].name: "hessen" is no stack of this board (route-8,',
        ],
    ),
    ({"horseshoes.Halle": 1}, ["horseshoes.Halle: no card of Halle bears 2 (one at least: such a card is printed in"]),
    ({"horseshoes.Kassel": [1, 2, 2]}, ["horseshoes.Kassel: no card of Kassel bears 3 (one at least: such a card is"]),
    ({"horseshoes": ...}, ["horseshoes: is missing (a line for each city: every card bears one to three)"]),
    (
        {"roads.Bremen": ["Erfunden-Fünf", "Hamburg"], "roads.Münster": ["Cölln", "Erfunden-Zwei", "Erfunden-Sieben"]},
        ["roads.Bremen: there is no road between Bremen and Münster (the route printed as an example takes it)"],
    ),
    (
        {"roads.Halle.2": "Münster", "roads.Münster.4": "Halle"},
        ["roads: roads within Preussen join all its cities (it lies in two parts, with Hannover"],
    ),
    (
        {"free-cities.Lübeck": ..., "free-cities.Luebecc": [900, 700]},
        [
            "free-cities: Lübeck is missing (it is a free city)",
            "roads.Lübeck: unknown city",
            "roads.Hamburg[",
            "roads.Erfunden-Vier[",
            "roads: there is no line for Luebecc",
            "horseshoes.Lübeck: unknown",
            "horseshoes: there is no line for Luebecc",
            "stack[13].city: unknown free",
            "stack: there is no tile for the free city Luebecc",
        ],
    ),
]


def test_known_cities_lie_where_they_lie() -> None:
    data = tomllib.loads(northern_board.completed())
    lines = told(_moved(data, "Halle", to="free-cities"))
    assert "free-cities.Halle: Halle is no free city (it lies in Preussen)" in lines
    lines = told(_moved(data, "Bremen", to="Preussen"))
    assert any(line.endswith("Bremen lies in Preussen (it is a free city)") for line in lines)
    lines = told(changed(data, {"province.0.cities.Halle": ...}))
    assert "province: Halle is missing (it lies in Preussen)" in lines
    lines = told(changed(data, {"province.0.cities.Cölln": ...}))
    assert "province: Cölln is missing (a city of some province, most likely Preussen)" in lines


def _moved(data: dict[str, Any], city: str, to: str) -> dict[str, Any]:
    """Return the data with a city among the free ones, or in another province."""
    data = copy.deepcopy(data)
    provinces = {province["name"]: province["cities"] for province in data["province"]}
    for cities in (data["free-cities"], *provinces.values()):
        cities.pop(city, None)
    (data["free-cities"] if to == "free-cities" else provinces[to])[city] = [5, 5]
    return data


def test_a_known_stack_is_of_its_kind() -> None:
    at = next(
        at for at, stack in enumerate(tomllib.loads(northern_board.completed())["stack"]) if stack["name"] == "route-5"
    )
    lines = north({f"stack.{at}.kind": "region", f"stack.{at}.length": ..., f"stack.{at}.provinces": ["Sachsen"]})
    assert any(line.startswith(f"stack[{at}].kind: the kind of route-5 is region (route)") for line in lines), lines


def test_stacks_make_sense_together() -> None:
    south = data_of(SHIPPED / "south.toml")
    at = len(south["stack"])
    free = {"name": "free-Ulm", "kind": "free-city", "values": [1], "city": "Ulm"}
    assert any("there is no free city" in line for line in told(changed(south, {f"stack.{at}": free})))
    lines = told(changed(south, {f"stack.{at}": {"name": "free-Ulm", "kind": "free-city", "values": [1]}}))
    assert f"stack[{at}].city: is missing (the free city on which the tile lies)" in lines
    second = {"name": "all-again", "kind": "all-provinces", "values": [2]}
    lines = told(changed(south, {f"stack.{at}": second}))
    assert "stack: several stacks of the kind all-provinces (one at most)" in lines


def test_a_city_has_one_line_of_roads_and_some_road() -> None:
    south = data_of(SHIPPED / "south.toml")
    lines = told(changed(south, {"roads.ULM": south["roads"]["Ulm"]}))
    assert 'roads.ULM: a second line for "ULM" (one line for each city)' in lines
    assert any(line.startswith("roads: there is no line for ") for line in told(changed(south, {"roads": {}})))
    assert told(changed(south, {"province": [], "roads": {}, "stack": []}))


def test_a_city_whose_place_is_a_gap_is_not_in_the_way_of_others() -> None:
    assert told(changed(data_of(SHIPPED / "south.toml"), {"province.0.cities.Mannheim": "?"})) == [
        "province[0].cities.Mannheim: not filled in yet (its place, from the left and from the top, such as [310, 120])"
    ]


def test_a_name_that_no_file_can_have() -> None:
    with pytest.raises(UnreadableBoard, match=r"can't be read: .*too long"):
        read_board("x" * 5000)


def test_a_board_file_that_can_t_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnreadableBoard, match="it is no file"):
        data_of_board_file(tmp_path)
    with pytest.raises(UnreadableBoard, match="there is no such file"):
        data_of_board_file(tmp_path / "none.toml")
    file = tmp_path / "board.toml"
    file.write_bytes((SHIPPED / "south.toml").read_bytes())

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("thurntaxis.boards.load._read", refuse)
    with pytest.raises(UnreadableBoard, match="can't be read: Permission denied"):
        read_board(str(file))


@pytest.mark.parametrize(("changes", "faults"), CONTRADICTIONS, ids=lambda value: str(value)[:50])
def test_what_contradicts_the_known_facts_of_the_northern_board_is_told(
    changes: dict[str, Any], faults: list[str]
) -> None:
    lines = north(changes)
    for fault in faults:
        assert any(line.startswith(fault) for line in lines), (fault, lines)
    for line in lines:
        assert any(line.startswith(fault) for fault in faults), line


def test_of_coelln_only_the_name_is_certain() -> None:
    moved = {
        "province.0.cities.Cölln": ...,
        "province.7.cities.Cölln": [100, 700],
        "province.7.cities.Erfunden-Acht": ...,
        "province.0.cities.Erfunden-Acht": [300, 700],
    }
    assert north(moved) == []


def test_a_file_that_does_not_claim_to_copy_the_northern_board_is_free() -> None:
    assert north({"transcription-of": ..., "houses": 18, "horseshoes": ...}) == []


# ---- played


@pytest.mark.parametrize("modules", [(), ("power-and-glory",)])
@pytest.mark.parametrize("by_card", [False, True])
def test_a_completed_template_is_played_to_its_end(tmp_path: Path, by_card: bool, modules: tuple[str, ...]) -> None:
    file = tmp_path / "north.toml"
    file.write_text(northern_board.completed(by_card=by_card), encoding="utf-8")
    chance = random.Random(11)
    position = tt.new(2, str(file), seed=3, modules=modules)

    def eagerness(event: tt.Event) -> tuple[float, int, float]:
        wishes = {"close": 4, "carriage": 3, "administrator": -1, "left": 2, "right": 2, "horse": chance.choice([1, 3])}
        return wishes.get(event.verb, wishes.get(event[-1], 1)), len(event), chance.random()

    for _ in range(20_000):
        if position.is_over:
            break
        position = position.play_without_checking(max(position.events(), key=eagerness))
    assert position.is_over
    assert any(tile.stack.startswith("free-") for player in position.players for tile in player.tiles)
    assert position_data(position)["board"] == str(file)
    assert position_from_data(position_data(position)) == position


def test_a_board_on_another_drive_is_named_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes((SHIPPED / "testland.toml").read_bytes())

    def no_way(path: Path) -> str:
        raise ValueError(f"{path} is on another mount")

    monkeypatch.setattr("os.path.relpath", no_way)
    assert tt.board("mine.toml", tmp_path).file == file.as_posix()
