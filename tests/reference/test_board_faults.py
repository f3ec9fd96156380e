"""Faults and gaps in the data of a board, each reported with its key."""

import copy
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.board_data import SHIPPED, changed, data_of, made_up, told
from support.golden import check
from thurntaxis.boards.examination import examine
from thurntaxis.boards.road_checks import reached_from

# ---- faults

CITY = "province[0].cities"


def test_every_fault_is_told_with_its_key() -> None:
    file = Path(__file__).parent / "faults" / "boards.txt"
    check(file, lambda changes: "\n".join(told(changed(made_up(), eval(changes)))))


LARGE = 16**5000
"""A number of more digits than Python writes; a file can give it in hexadecimal digits."""


def test_names_are_written_in_composed_letters_without_blanks_around_them() -> None:
    data = changed(made_up(), {"province.0.name": " Grossfa\u0308bel "})
    board = examine(data).board
    assert board is not None
    assert board.provinces[0].name == "Grossf\u00e4bel"


@pytest.mark.parametrize("count", [49, 50, 51])
def test_up_to_fifty_faults_are_told(count: int) -> None:
    assert len(told(SOUTH | {f"unknown-{number}": 1 for number in range(count)})) == min(count, 50)
    roads = {**SOUTH["roads"], **{f"Nowhere-{number}": ["Ulm"] for number in range(count)}}
    assert len(told(SOUTH | {"roads": roads})) == min(count, 50)


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


def test_stacks_make_sense_together() -> None:
    south = data_of(SHIPPED / "south.toml")
    at = len(south["stack"])
    free = {"name": "free-Ulm", "kind": "free-city", "values": [1], "city": "Ulm"}
    assert any("the board has no free cities" in line for line in told(changed(south, {f"stack.{at}": free})))
    lines = told(changed(south, {f"stack.{at}": {"name": "free-Ulm", "kind": "free-city", "values": [1]}}))
    assert f"stack[{at}].city: is missing (the free city that the tile is for)" in lines
    second = {"name": "all-again", "kind": "all-provinces", "values": [2]}
    lines = told(changed(south, {f"stack.{at}": second}))
    assert "stack: there is more than one stack of the kind all-provinces (at most one)" in lines


SOUTH = data_of(SHIPPED / "south.toml")


@pytest.mark.parametrize(
    ("changes", "is_right"),
    [
        ({"shortest-route": 2}, True),
        ({"shortest-route": 22}, True),
        ({"shortest-route": 23}, False),
        ({"display": 65}, True),
        ({"display": 66}, False),
        ({"hand-after-closing": 0}, True),
        ({"houses": 1}, True),
        ({"carriages.1": 1}, True),
        ({"carriages.99": 1}, True),
        ({"carriages.100": 1}, False),
        ({"carriages.03": 1}, False),
        ({"province.0.cities.Mannheim": [0, 0]}, True),
        ({"province.0.cities.Mannheim": SOUTH["size"]}, True),
        ({"province.0.cities.Mannheim": [SOUTH["size"][0] + 0.5, 0]}, False),
        ({"province.0.cities.Mannheim": [0, SOUTH["size"][1] + 0.5]}, False),
        ({"province.0.cities.Mannheim": [-0.5, 0]}, False),
        ({"province.0.cities.Mannheim": [0, -0.5]}, False),
    ],
    ids=str,
)
def test_numbers_have_their_bounds(changes: dict[str, Any], is_right: bool) -> None:
    assert len(SOUTH["roads"]) == 22
    lines = told(changed(SOUTH, changes))
    assert len(lines) == (0 if is_right else 1)
    key = next(iter(changes)).rpartition(".")[2]
    assert all(key in line.partition(": ")[0] for line in lines)


@pytest.mark.parametrize("wide", [600, 1200])
def test_two_cities_are_apart_on_a_board_of_any_size(wide: int) -> None:
    nearest = 5 * wide / 600
    board = changed(SOUTH, {"size": [wide, wide]})
    others = [place for entry in board["province"] for place in entry["cities"].values()]
    assert all(x < 596 and y < 596 for x, y in others)
    corner = {"province.0.cities.Mannheim": [wide, wide]}
    lies = "are in the same place"
    for step, near in ((nearest, False), (nearest * 0.99, True)):
        lines = told(changed(board, {**corner, "province.0.cities.Carlsruhe": [wide - step, wide]}))
        assert any(lies in line for line in lines) == near, step


@pytest.mark.parametrize("word", ["deck", "right", "left", "start", "horse", "pass", "Right", "123", "-"])
def test_no_city_is_called_as_a_word_of_events(word: str) -> None:
    lines = told(changed(SOUTH, {f"province.0.cities.{word}": [5, 5], f"roads.{word}": []}))
    assert any(f'"{word}" is a word that events use (another name)' in line for line in lines)


@pytest.mark.parametrize("name", ["Den Haag", "Den/Haag", "Den,Haag", "Den\u00adHaag"])
def test_a_name_is_one_word(name: str) -> None:
    data = changed(SOUTH, {})
    data["province"][0]["cities"][name] = [5, 5]
    assert any("is more than one word (one word, such as Den-Haag for Den Haag)" in line for line in told(data))


@pytest.mark.parametrize(("signs", "is_right"), [(60, True), (61, False)])
def test_a_name_has_sixty_letters_at_most(signs: int, is_right: bool) -> None:
    lines = told(changed(SOUTH, {f"province.0.cities.{'A' * signs}": [5, 5]}))
    assert any("is too long (at most 60 characters)" in line for line in lines) != is_right


@pytest.mark.parametrize("count", [1, 5, 6])
def test_cities_that_can_not_be_reached_are_named_up_to_five(count: int) -> None:
    lost = {"Basel", *["Budweis", "Carlsruhe", "Freiburg", "Ingolstadt", "Innsbruck"][: count - 1]}
    roads = {city: [end for end in ends if not {city, end} & lost] for city, ends in SOUTH["roads"].items()}
    (line,) = told({**SOUTH, "roads": roads})
    more = f"{count} cities, such as " if count > 5 else ""
    found = re.fullmatch(rf"roads: no roads lead from (\S+) to {more}(.+) \(roads that lead from every city .*\)", line)
    assert found is not None, line
    assert found[1] == next(iter(roads))
    named = re.split(", | and ", found[2])
    assert set(named) <= lost
    assert len(named) == min(count, 5)


def test_roads_lead_in_both_directions_wherever_they_are_listed() -> None:
    assert reached_from("a", {"a": ["b"], "b": ["c"], "c": [], "d": []}) == {"a", "b", "c"}
    assert reached_from("c", {"a": ["b"], "b": ["c"], "c": [], "d": []}) == {"a", "b", "c"}


def test_a_road_that_stands_at_one_of_its_cities_only_leads_to_the_other_all_the_same() -> None:
    first = next(iter(SOUTH["roads"]))
    lines = told(changed(SOUTH, {f"roads.{first}": []}))
    assert len(lines) == len(SOUTH["roads"][first])
    assert all(line.startswith(f"roads.{first}: ") for line in lines)


def test_a_road_of_a_board_of_two_cities_stands_at_both() -> None:
    province = [{"name": "P", "cities": {"Ulm": [5, 5], "Linz": [95, 95]}}]
    lines = told(changed(SOUTH, {"province": province, "codes": {}, "roads": {"Ulm": ["Linz"], "Linz": []}}))
    wrong = "roads.Linz: Ulm lists a road to Linz, but Linz doesn't list it (the road at both cities or at neither)"
    assert wrong in lines
    lines = told(changed(SOUTH, {"province": province, "codes": {}, "roads": {"Ulm": ["Linz"], "Linz": ["Ulm"]}}))
    assert not any(line.startswith("roads") for line in lines)


def test_a_city_has_one_line_of_roads_and_some_road() -> None:
    south = data_of(SHIPPED / "south.toml")
    lines = told(changed(south, {"roads.ULM": south["roads"]["Ulm"]}))
    assert 'roads.ULM: a second line for "ULM" (one line for each city)' in lines
    assert any(line.startswith("roads: ") for line in told(changed(south, {"roads": {}})))
    assert told(changed(south, {"province": [], "roads": {}, "stack": []}))


@pytest.mark.parametrize("name", ["\x00", "A\x9bB", "\u202eUlm", "A\nB"])
def test_names_with_control_characters_are_escaped_in_every_fault(name: str) -> None:
    south = data_of(SHIPPED / "south.toml")
    roads = {**south["roads"], "Ulm": [*south["roads"]["Ulm"], name], name: ["Linz"]}
    cities = {**south["province"][0]["cities"], name: [1, 1]}
    for key in ("province.0.cities", "province.1.cities"):
        for changes in ({key: cities}, {key: cities, "roads": roads}, {key: {**cities, f"{name}{name}": [1, 1]}}):
            lines = told(changed(south, changes))
            assert len(lines) > 1
            assert [line for line in lines if not line.isprintable()] == []


@pytest.mark.parametrize(
    ("key", "written"),
    [
        ("a-b_c", "a-b_c"),
        ("a b", '"a b"'),
        ("a\x07b\x07", '"a\\x07b\\x07"'),
        ("x" * 40, "x" * 40),
        ("x" * 41, f'"{"x" * 37}..."'),
    ],
)
def test_a_key_is_told_in_one_line_as_a_person_writes_it(key: str, written: str) -> None:
    (line,) = told(changed(SOUTH, {}) | {key: 1})
    assert line.startswith(f"{written}: unknown key")


def test_a_city_whose_place_is_a_gap_is_not_in_the_way_of_others() -> None:
    assert told(changed(data_of(SHIPPED / "south.toml"), {"province.0.cities.Mannheim": "?"})) == [
        "province[0].cities.Mannheim: not filled in yet (its place, from the left and from the top, such as [310, 120])"
    ]
