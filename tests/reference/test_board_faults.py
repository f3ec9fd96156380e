"""Faults and gaps in the data of a board, each reported with its key."""

import copy
import itertools
import re
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.board_data import SHIPPED, data_of, made_up, told
from support.golden import check
from support.position_files import changed, changed_as
from thurntaxis.boards import board
from thurntaxis.boards.examination import examine
from thurntaxis.boards.road_checks import ways_from

MADE_UP, SOUTH = made_up(), data_of(SHIPPED / "south.toml")

CITY = "province[0].cities"

CODES = {f"City-{number}": "Ab" for number in range(2)}

LARGE = 16**5000
"""A number of more digits than Python writes; a file can give it in hexadecimal digits."""


def test_every_fault_is_told_with_its_key() -> None:
    file = Path(__file__).parent / "faults" / "boards.txt"
    check(file, lambda case: "\n".join(told(changed_as(case, globals()))))


def test_names_are_written_in_composed_letters_without_blanks_around_them() -> None:
    board = examine(changed({"province.0.name": " Grossfa\u0308bel "}, MADE_UP)).board
    assert board is not None
    assert board.provinces[0].name == "Grossf\u00e4bel"


@pytest.mark.parametrize("count", [49, 50, 51])
def test_up_to_fifty_faults_are_told(count: int) -> None:
    assert len(told(SOUTH | {f"unknown-{number}": 1 for number in range(count)})) == min(count, 50)
    roads = {**SOUTH["roads"], **{f"Nowhere-{number}": ["Ulm"] for number in range(count)}}
    assert len(told(SOUTH | {"roads": roads})) == min(count, 50)


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
        assert "expected " in line or "; " in line
    findings = examine(data)
    if findings.board is not None:
        assert len(findings.board.cards) == 3 * len(findings.board.cities)


@pytest.mark.parametrize("wide", [600, 1200])
def test_two_cities_are_apart_on_a_board_of_any_size(wide: int) -> None:
    nearest = 5 * wide / 600
    board = changed({"size": [wide, wide], "province.0.cities.Mannheim": [wide, wide]}, SOUTH)
    for step, near in ((nearest, False), (nearest * 0.99, True)):
        lines = told(changed({"province.0.cities.Carlsruhe": [wide - step, wide]}, board))
        assert any("are in the same place" in line for line in lines) == near, step


@pytest.mark.parametrize("count", [1, 5, 6])
def test_cities_that_can_not_be_reached_are_named_up_to_five(count: int) -> None:
    lost = {"Basel", *["Budweis", "Carlsruhe", "Freiburg", "Ingolstadt", "Innsbruck"][: count - 1]}
    roads = {city: [end for end in ends if not {city, end} & lost] for city, ends in SOUTH["roads"].items()}
    (line,) = told({**SOUTH, "roads": roads})
    more = f"{count} cities, such as " if count > 5 else ""
    found = re.fullmatch(
        rf"roads: no roads lead from (\S+) to {more}(.+); expected roads that lead from every city .*", line
    )
    assert found is not None, line
    assert found[1] == next(iter(roads))
    named = re.split(", | and ", found[2])
    assert set(named) <= lost
    assert len(named) == min(count, 5)


def test_roads_lead_in_both_directions_wherever_they_are_listed() -> None:
    roads: dict[str, list[str]] = {"a": ["b"], "b": ["c"], "c": [], "d": []}
    assert ways_from("a", roads) == {"a": ["a"], "b": ["a", "b"], "c": ["a", "b", "c"]}
    assert ways_from("c", roads).keys() == {"a", "b", "c"}
    here = board("south")
    lengths = dict(nx.all_pairs_shortest_path_length(nx.Graph(here.roads)))
    for city, ways in ((city.name, ways_from(city.name, here.neighbours)) for city in here.cities):
        assert {end: len(way) - 1 for end, way in ways.items()} == lengths[city]
        assert all(b in here.neighbours[a] for way in ways.values() for a, b in itertools.pairwise(way))


@pytest.mark.parametrize("name", ["\x00", "A\x9bB", "\u202eUlm", "A\nB"])
def test_names_with_control_characters_are_escaped_in_every_fault(name: str) -> None:
    roads = {**SOUTH["roads"], "Ulm": [*SOUTH["roads"]["Ulm"], name], name: ["Linz"]}
    cities = {**SOUTH["province"][0]["cities"], name: [1, 1]}
    for key in ("province.0.cities", "province.1.cities"):
        for changes in ({key: cities}, {key: cities, "roads": roads}, {key: {**cities, f"{name}{name}": [1, 1]}}):
            lines = told(changed(changes, SOUTH))
            assert len(lines) > 1
            assert [line for line in lines if not line.isprintable()] == []
