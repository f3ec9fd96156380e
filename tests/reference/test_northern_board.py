"""The northern board: its template, the facts that are known of it, and a game on a completed one."""

import itertools
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support import northern_board
from support.board_data import SHIPPED, data_of, told
from support.golden import check
from support.position_files import changed
from thurntaxis.boards import northern_template
from thurntaxis.boards.examination import examine
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data


def north(changes: dict[str, Any]) -> list[str]:
    return told(changed(changes, tomllib.loads(northern_board.completed())))


def test_the_template_contradicts_nothing_and_fills_no_gap_by_itself() -> None:
    data = tomllib.loads(northern_template())
    findings = examine(data)
    assert findings.faults == ()
    assert findings.transcription_of == "north"
    values = {stack["name"]: set(stack["values"]) for stack in data["stack"]}
    assert values == {name: {1} if name.startswith("free-") else {"?"} for name in values}
    assert [" ".join(map(str, [*_kind(stack), len(stack["values"])])) for stack in data["stack"]] == [
        "route-8 route 8 5",
        "route-7 route 7 4",
        "route-6 route 6 3",
        "route-5 route 5 2",
        "all-provinces all-provinces 4",
        "preussen region Preußen 4",
        "mecklenburg-hannover region Mecklenburg Hannover 3",
        "holland-belgien region Holland Belgien 3",
        "thueringen-sachsen region Thüringen Sachsen 3",
        "hessen-baiern region Hessen Baiern 3",
        *(f"free-{city} free-city {city} 1" for city in ("Frankfurt", "Bremen", "Hamburg", "Lübeck")),
        "game-end game-end 1",
    ]
    base = data_of(SHIPPED / "south.toml")
    for key in ("copies", "houses", "display", "hand-after-closing", "shortest-route", "carriages"):
        assert data[key] == base[key]
    assert set(data["horseshoes"].values()) == {"?"}
    assert all(ends[-1] == "?" for ends in data["roads"].values())
    roads = {frozenset((city, end)) for city, ends in data["roads"].items() for end in ends if end != "?"}
    example = ["Halle", "Berlin", "Hannover", "Hamburg", "Bremen", "Münster"]
    assert roads == set(map(frozenset, itertools.pairwise(example)))
    cities = {p["name"]: list(p["cities"]) for p in data["province"]}
    assert {name: [city for city in named if city[0] != "?"] for name, named in cities.items()} == {
        "Preußen": ["Halle", "Berlin", "Münster", "Cölln"],
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


def _kind(stack: dict[str, Any]) -> list[Any]:
    """Return the name and kind of a stack, and what goes with its kind."""
    own = [stack[key] for key in ("length", "city") if key in stack]
    return [stack["name"], stack["kind"], *own, *stack.get("provinces", ())]


@pytest.mark.parametrize("by_card", [False, True])
def test_a_completed_template_is_a_board(by_card: bool) -> None:
    findings = examine(tomllib.loads(northern_board.completed(by_card=by_card)))
    assert (findings.faults, findings.gaps) == ((), ())
    board = findings.board
    assert board is not None
    assert (len(board.cities), len(board.cards), sum(len(stack.values) for stack in board.stacks)) == (23, 69, 39)
    assert board.cards_are_numbered == by_card
    assert board.name == "north"


def test_what_contradicts_the_known_facts_of_the_northern_board_is_told() -> None:
    check(Path(__file__).parent / "faults" / "north.txt", lambda changes: "\n".join(north(eval(changes))))


@pytest.mark.parametrize(
    ("one", "other"), list(itertools.pairwise(["Halle", "Berlin", "Hannover", "Hamburg", "Bremen", "Münster"]))
)
def test_each_road_of_the_printed_example_is_there(one: str, other: str) -> None:
    roads = tomllib.loads(northern_board.completed())["roads"]
    without_one = [city for city in roads[one] if city != other]
    without_other = [city for city in roads[other] if city != one]
    missing = f"roads.{one}: {other} is missing; the rules name it"
    assert missing in north({f"roads.{one}": without_one, f"roads.{other}": without_other})
    assert missing not in north({f"roads.{other}": without_other})
    assert missing not in north({f"roads.{one}": [*without_one, "?"], f"roads.{other}": without_other})


def test_a_city_without_a_name_counts_for_its_province_and_among_the_free_cities() -> None:
    names = [entry["name"] for entry in tomllib.loads(northern_template())["province"]]
    template = tomllib.loads(northern_template())
    for province, cities in (("Mecklenburg", 1), ("Hessen", 2)):
        at = names.index(province)
        lines = told(changed({f"province.{at}.cities.?another": "?"}, template))
        assert f"province[{at}].cities: expected {cities}, as in the rules, found {cities + 1}" in lines
    lines = told(changed({"free-cities.?another": "?"}, template))
    assert "free-cities: expected 4, as in the rules, found 5" in lines


def test_each_stack_holds_its_tiles() -> None:
    stacks = tomllib.loads(northern_board.completed())["stack"]
    for at, stack in enumerate(stacks):
        count = len(stack["values"])
        lines = north({f"stack.{at}.values": [stack["values"][0], *stack["values"]]})
        assert f"stack[{at}].values: expected {count}, as in the rules, found {count + 1}" in lines
        lines = north({f"stack.{at}.name": "other"})
        assert f"stack: {stack['name']} is missing; the rules name it" in lines


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
