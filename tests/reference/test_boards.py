"""The boards that come with the program: their pieces, and how their cities, cards and stacks are found by name."""

import copy
import pickle
import re
from collections import Counter
from pathlib import Path

import pytest

import thurntaxis as tt
from naive import boards as naive_boards
from support.board_data import SHIPPED, data_of, made_up, told
from support.paths import BY_CITY
from thurntaxis.board import COLOURS, board_from_data
from thurntaxis.boards import northern_template, read_board
from thurntaxis.boards.examination import examine

# ---- the boards that come with the program


@pytest.mark.parametrize("wide", [300, 600, 1234])
def test_a_board_is_600_millimetres_wide_whatever_the_scale_of_its_file(wide: int) -> None:
    data = made_up()
    scale = wide / data["size"][0]
    data["size"] = [wide, data["size"][1] * scale]
    for province in data["province"]:
        province["cities"] = {name: [x * scale, y * scale] for name, (x, y) in province["cities"].items()}
    data["free-cities"] = {name: [x * scale, y * scale] for name, (x, y) in data["free-cities"].items()}
    board = board_from_data(data)
    assert board.size[0] == 600
    assert board == board_from_data(made_up())


@pytest.mark.parametrize(
    "path", [SHIPPED / "south.toml", SHIPPED / "testland.toml", BY_CITY], ids=lambda path: path.stem
)
def test_boards_that_are_there_have_no_fault(path: Path) -> None:
    assert told(data_of(path)) == []
    assert examine(data_of(path)).board == board_from_data(data_of(path))


@pytest.mark.parametrize("name", ["south", "testland"])
def test_names_in_any_spelling_give_the_same_board(name: str) -> None:
    data = data_of(SHIPPED / f"{name}.toml")
    loud = copy.deepcopy(data)
    loud["roads"] = {city.upper(): [end.upper() for end in ends] for city, ends in data["roads"].items()}
    for table in {"horseshoes", "codes"} & data.keys():
        loud[table] = {city.upper(): value for city, value in data[table].items()}
    for stack in loud["stack"]:
        stack["provinces"] = [province.upper() for province in stack.get("provinces", ())]
        for key in {"outside", "city"} & stack.keys():
            stack[key] = stack[key].upper()
    assert examine(loud).board == examine(data).board is not None


def test_south_has_no_horseshoes_and_no_free_cities() -> None:
    south = tt.board("south")
    assert not south.horseshoes
    assert not south.cards_are_numbered
    assert south.free_cities == ()
    assert south.city_of == {city.name: city.name for city in south.cities}
    assert south.cards_of["Ulm"] == ("Ulm",)
    assert south.resolve_card("nuernberg") == "Nürnberg"
    assert (len(south.cities), len(south.roads), len(south.cards)) == (22, 45, 66)


def test_the_southern_board_is_the_one_written_out_for_the_naive_rules() -> None:
    board, printed = tt.board("south"), naive_boards.SOUTH
    assert {province.name: sorted(province.cities) for province in board.provinces} == {
        name: sorted(cities) for name, cities in printed.provinces.items()
    }
    assert {frozenset(road) for road in board.roads} == set(map(frozenset, printed.roads))
    stacks = {stack.name: stack for stack in board.stacks}
    assert {name: list(stack.values) for name, stack in stacks.items()} == printed.tiles
    assert {name: stack.length for name, stack in stacks.items() if stack.length is not None} == printed.lengths
    regions = {name: list(stack.provinces) for name, stack in stacks.items() if stack.kind == "region"}
    assert regions == printed.regions
    assert stacks["all-provinces"].outside == printed.outside
    assert dict(board.carriages) == printed.carriages
    assert sorted(board.cards) == printed.cards
    numbers = (board.houses, board.display, board.hand_after_closing, board.shortest_route)
    assert numbers == (printed.houses, printed.display, printed.kept, printed.shortest) == (20, 6, 3, 3)


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
    assert board.horseshoes
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
        ("Fabelau", 'unknown card "Fabelau"; did you mean Fabelau/2 or Fabelau/1?'),
        ("Fabelgrün/1", 'unknown card "Fabelgrün/1"; did you mean Fabelgrün/3?'),
        ("Fabelau/x", 'unknown card "Fabelau/x"; did you mean Fabelau/2 or Fabelau/1?'),
        ("Ulm/2", 'unknown city "Ulm"; did you mean Wachsum or Wachsel or Siegelhorn?'),
    ],
)
def test_a_card_that_is_none_comes_with_the_nearest(name: str, message: str) -> None:
    with pytest.raises(tt.UnknownName) as raised:
        tt.board("testland").resolve_card(name)
    assert str(raised.value).split(";")[0] == message.split(";", maxsplit=1)[0]
    assert {card for card in raised.value.nearest if "/" in card} <= set(tt.board("testland").cards)


def test_stacks_are_found_by_folded_names() -> None:
    assert tt.board("testland").stack("FREE-freitest").name == "free-Freitest"
    with pytest.raises(tt.UnknownName, match="unknown stack"):
        tt.board("testland").stack("free-Ulm")


def test_board_finds_cities_and_stacks_by_name() -> None:
    board = tt.board("south")
    assert board.resolve("muenchen") == "München"
    assert board.stack("baden").values == (3, 2, 1)
    with pytest.raises(tt.UnknownName, match=r'unknown stack "bade"; did you mean baden'):
        board.stack("bade")
    with pytest.raises(tt.UnknownName, match=r'unknown city "Wien"; expected Augsburg, Basel,'):
        board.resolve("Wien")


def test_a_board_can_be_pickled() -> None:
    board = tt.board("testland")
    assert pickle.loads(pickle.dumps(board)) == board


def test_provinces_without_a_colour_get_those_of_a_list_in_their_order() -> None:
    assert len(set(COLOURS)) == 12
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in COLOURS)
    data = made_up()
    for province in data["province"]:
        province.pop("colour", None)
    board = board_from_data(data)
    assert tuple(province.colour for province in board.provinces) == COLOURS[: len(board.provinces)]
    twice = {**data, "province": data["province"] * 3}
    colours = [province.colour for province in board_from_data(twice).provinces]
    assert len(colours) > 12
    assert colours[12] == COLOURS[0]
