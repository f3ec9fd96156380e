"""Faults in the data of a position: in its shape, in names, and impossible tables; each reported with its key."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from support.golden import check
from support.position_files import GOOD, changed, faults, faults_of
from thurntaxis.fault import Fault
from thurntaxis.io.read import PositionError, data_from_bytes, position_from_data
from thurntaxis.message import Message

# ---- faults of the shape


def test_every_fault_is_told_with_its_key() -> None:
    check(Path(__file__).parent / "faults" / "positions.txt", lambda case: faults_of(case, globals()))


def test_error_survives_a_process_boundary() -> None:
    with pytest.raises(PositionError) as raised:
        position_from_data(changed({"start": 2}))
    assert str(pickle.loads(pickle.dumps(raised.value))) == "start: there is no player 2; expected 0 or 1"


def test_fault_without_a_key_is_a_line_too() -> None:
    assert str(Fault("", Message("wrong"), Message("right"))) == "wrong; expected right"


@pytest.mark.parametrize("players", [..., None, "Anna", [1, None], [{"name": 3}]])
def test_index_in_words_is_told_even_where_nobody_s_name_is_known(players: object) -> None:
    assert any(
        line.startswith("turn.player: expected a whole number")
        for line in faults(changed({"turn.player": "Anna", "players": players}))
    )


def test_number_of_very_many_digits_names_its_key() -> None:
    text = json.dumps(GOOD).replace('"start": 0', '"start": ' + "9" * 5000)
    text = text if "9" * 5000 in text else text[:-1] + ', "start": ' + "9" * 5000 + "}"
    with pytest.raises(PositionError) as error:
        position_from_data(data_from_bytes(text.encode()))
    assert str(error.value) == "start: expected a whole number, found inf"


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (None, "null"),
        (True, "true or false"),
        (7, "a number"),
        (2.5, "a number"),
        ("Ulm", "a text"),
        ([], "a list"),
        ((), "a value of another type"),
    ],
)
def test_what_is_no_object_with_keys_is_told_by_its_kind(value: Any, kind: str) -> None:
    assert faults(value) == [f"expected an object with keys, found {kind}"]


def test_a_key_is_a_text() -> None:
    assert faults({1: 2} | GOOD) == ["[1]: expected another value, found 1"]


def test_an_object_in_place_of_a_list_is_told() -> None:
    assert faults(changed({"display": {"Ulm": 1}})) == ["display: expected a list, found an object"]
