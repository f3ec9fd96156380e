"""Names: the nearest ones, and how texts and numbers are shown."""

from pathlib import Path

import pytest

import thurntaxis as tt
from support.golden import check
from thurntaxis import message, names


@pytest.mark.parametrize("kind", [kind for kind in names.UNKNOWN if kind != "value"])
def test_an_unknown_name_is_told_with_its_kind_and_the_known_ones(kind: str) -> None:
    assert str(tt.UnknownName(kind, "x" * 41, ["Ulm"])) == f'unknown {kind} "{"x" * 37}..."; expected Ulm'


def test_an_unknown_value_is_told_with_its_option() -> None:
    assert str(tt.UnknownName("value", "x", ["Ulm"], "reshuffle")) == 'unknown value "x" for reshuffle; expected Ulm'


def test_nearest_names_begin_so_or_are_alike_and_are_at_most_three() -> None:
    check(Path(__file__).with_name("nearest_names.txt"), lambda case: str(names.nearest(*eval(case))))


@pytest.mark.parametrize(
    ("name", "right"), [("Lin", "did you mean Linz?"), ("Bern", "Linz, Ulm or Lodz"), ("", "Linz, Ulm or Lodz")]
)
def test_where_no_name_is_near_all_are_told(name: str, right: str) -> None:
    assert names.meant(name, iter(["Linz", "Ulm", "Lodz"])) == right
    assert names.UnknownName("city", name, iter(["Linz", "Ulm", "Lodz"])).right == right
    assert names.meant(name, ["Rom"]) == "Rom"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ulm", '"Ulm"'),
        ("two\nlines\t\x1b", r'"two\nlines\t\x1b"'),
        ("x" * 40, '"' + "x" * 40 + '"'),
        ("x" * 41, '"' + "x" * 37 + '..."'),
        ("\ud800", r'"\ud800"'),
    ],
)
def test_text_is_shown_in_one_line(text: str, line: str) -> None:
    assert names.shown(text) == line


NUMBERS: dict[str, float] = {
    "7": 7,
    "-1": -1,
    "2.5": 2.5,
    "true": True,
    "inf": float("inf"),
    "10^30": 10**30,
    "-10^9999": -(10**9999),
}


@pytest.mark.parametrize("text", NUMBERS)
def test_number_is_shown_in_few_signs(text: str) -> None:
    assert message.number(NUMBERS[text]) == text


def test_spellings_of_all_cities_fold_to_their_names() -> None:
    board = tt.board("south")
    umlauts = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
    for city in board.cities:
        for spelling in (city.name, city.name.upper(), city.name.translate(umlauts), f" {city.name.lower()} "):
            assert board.resolve(spelling) == city.name


def test_letters_that_are_no_others_with_a_sign_are_folded_too() -> None:
    for name, plain in (("Łódź", "lodz"), ("Køge", "koge"), ("Đurđevac", "durdevac"), ("Næstved", "nastved")):
        assert names.fold(name) == plain
    assert names.fold("Œuvre") == names.fold("Oeuvre") == "ouvre"
