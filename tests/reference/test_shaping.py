"""Shapes of files: what is read is exactly what the JSON Schemas allow."""

import copy
import dataclasses
import functools
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import thurntaxis as tt
from thurntaxis.io.decoding import Limits, Unfit, filled, left_out, values_by_key
from thurntaxis.io.file_format import PlayerShape, PositionShape, RecordShape, TurnShape
from thurntaxis.io.read import position_from_data
from thurntaxis.io.schema import json_schema, schema_of
from thurntaxis.io.write import position_data

BASE = position_data(tt.new(3, seed=5))
LETTERS = position_data(tt.new(2, modules=["princess-messenger", "offices-of-honor"], seed=5))
NORTH = position_data(tt.new(2, board="testland", modules=tt.MODULES, seed=5))
ROUND = {**LETTERS, "returning": {"order": [0, 1], "office": "carrier", "final": False, "reward": "draw"}}
POSITIONS = [BASE, LETTERS, NORTH, ROUND]
RECORDS = [
    {"thurntaxis_record": 1, "engine": "0.1.0", "start": start, "events": ["end"], "seats": ["greedy", None, None]}
    for start in POSITIONS
]

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 5),
    st.sampled_from(
        [10**25, -(10**25), 1.0, 2.5, float("nan"), (), {}, [], [[]], [None], [1], ["Ulm"], {"a": 1}, b"x"]
    ),
    st.sampled_from(
        [[3, 4.5], [1, None], [1, 2, 2], ["Ulm", None], {"Ulm": [1, 2]}, {"Ulm": None}, {"3": 2}, "#9b6fb0"]
    ),
    st.sampled_from(["", "Ulm", "draw", "back", "carrier", "house", "a\nb", "a\n", "\x7f", "\ud800", "every-province"]),
)
"""Values of all kinds, right in some places and wrong in most."""


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield everything within data: what holds it, and where in it."""
    for at in range(len(data)) if isinstance(data, list) else list(data):
        yield data, at
        if isinstance(data[at], (dict, list)):
            yield from places(data[at])


def whole(shaped: Any) -> Any:
    """Return data in their shape as plain data, those that were left out among them."""
    if dataclasses.is_dataclass(shaped):
        return {name: whole(value) for name, value in values_by_key(shaped).items()}
    if isinstance(shaped, dict):
        return {name: whole(value) for name, value in shaped.items()}
    return [whole(entry) for entry in shaped] if isinstance(shaped, list) else shaped


def is_kept(data: Any, known: Any) -> bool:
    """Return whether data that were read have the values that they had."""
    if isinstance(data, dict):
        return all(is_kept(value, known[name]) for name, value in data.items())
    if isinstance(data, list):
        return len(data) == len(known) and all(map(is_kept, data, known))
    return type(data) is type(known) and bool(data == known)


def is_json(value: Any) -> bool:
    """Return whether a value consists of what files contain, and JSON Schema has no other notion of it.

    To JSON Schema, 1.0 is a whole number; and what it says of lone surrogates isn't defined.
    """
    if isinstance(value, dict):
        return all(isinstance(name, str) and is_json(entry) for name, entry in value.items())
    if isinstance(value, list):
        return all(map(is_json, value))
    return value is None or isinstance(value, (bool, int)) or (isinstance(value, str) and "\ud800" not in value)


@functools.cache
def validator(shape: Any) -> Draft202012Validator:
    """Return what checks data by the JSON Schema of a shape; there, `$` matches at the very end only."""
    return Draft202012Validator(json.loads(json.dumps(schema_of(shape)).replace('*$"', '*\\\\Z"')))


def agreed(shape: Any, data: Any) -> bool:
    """Say whether the data fit, after seeing that the JSON Schema of the shape says the same."""
    try:
        known = filled(shape, data)
    except Unfit:
        fits = False
    else:
        fits = True
        assert is_kept(data, whole(known))
    if is_json(data):
        assert validator(shape).is_valid(data) == fits
    return fits


def test_positions_and_records_fit() -> None:
    assert all(agreed(PositionShape, data) for data in POSITIONS)
    assert all(agreed(RecordShape, data) for data in RECORDS)


@settings(deadline=None)
@given(
    st.sampled_from([(PositionShape, data) for data in POSITIONS] + [(RecordShape, data) for data in RECORDS]),
    st.data(),
)
def test_changed_anywhere_data_fit_or_not_as_the_schema_says(case: tuple[Any, Any], chance: st.DataObject) -> None:
    shape, good = case
    data = copy.deepcopy(good)
    for _ in range(chance.draw(st.integers(1, 2))):
        holder, at = chance.draw(st.sampled_from(list(places(data))))
        match chance.draw(st.sampled_from(["replace", "replace", "remove", "add"])):
            case "remove":
                del holder[at]
            case "add" if isinstance(holder, dict):
                holder[
                    chance.draw(st.sampled_from(["x", "all_provinces", "all-provinces", "seed", "horses", "length"]))
                ] = 1
            case _:
                holder[at] = copy.deepcopy(chance.draw(ODD))
    agreed(shape, data)


@pytest.mark.parametrize("value", [None, True, 0, 1.5, "", "a", [], [{}], {"x": 1}, {"player": "0"}, {1: 2}])
def test_what_is_no_such_object_does_not_fit(value: Any) -> None:
    assert not agreed(TurnShape, value)


@pytest.mark.parametrize("name", [None, "Anna", "ß" * 9, "A\tB", "A\n", "\ud800", "\x7f", "e\u0301"])
def test_lines_of_text(name: str | None) -> None:
    assert agreed(PlayerShape, {"name": name}) == (name in (None, "Anna", "ß" * 9, "e\u0301"))


@pytest.mark.parametrize("number", [True, False, -1, 0, 1, 10**400, 1.0, "1"])
def test_counts(number: Any) -> None:
    assert agreed(PlayerShape, {"chips": number}) == (number in (0, 1, 10**400) and type(number) is int)


def test_subclasses_of_the_plain_types_fit_as_they_do() -> None:
    class Name(str):
        __slots__ = ()

    assert agreed(PlayerShape, {"name": Name("Anna"), "hand": [Name("Ulm")]})


@dataclasses.dataclass(frozen=True)
class Pile:
    """Cards that are named, or counted."""

    cards: list[str] | int


@pytest.mark.parametrize("cards", [[], ["Ulm"], [1], 0, 7, -1, "Ulm", None, True, {}])
def test_a_list_or_a_number(cards: Any) -> None:
    assert agreed(Pile, {"cards": cards}) == (cards in ([], ["Ulm"], 0, 7, -1) and cards is not True)


def test_what_is_left_out_is_new_every_time() -> None:
    one, other = filled(PlayerShape, {}), filled(PlayerShape, {})
    one.route.append("Ulm")
    assert other.route == left_out(PlayerShape, "route") == filled(PlayerShape, {}).route == []


def test_limits() -> None:
    assert Limits(ge=1, le=2).exceeded_by(2) is None
    assert Limits(ge=1, le=2).exceeded_by(3) is not None
    assert Limits(ge=1, le=2).exceeded_by(0) is not None
    assert Limits(min_length=1, max_length=2).exceeded_by("ab") is None
    assert Limits(min_length=1).exceeded_by([]) is not None
    assert Limits(max_length=2).exceeded_by([0, 0, 0]) is not None
    assert Limits(pattern="a*").exceeded_by("aa") is None
    assert Limits(pattern="a*").exceeded_by("aab") is not None


def test_keys_are_named_as_files_write_them() -> None:
    known = filled(PositionShape, BASE)
    assert list(values_by_key(known))[:4] == ["thurntaxis", "board", "board_file", "rules"]
    assert list(values_by_key(known.rules.options)) == [*tt.OPTIONS, "card-backs", "final-return"]
    assert json.loads(json.dumps(json_schema())) == json_schema()


def test_what_else_goes_wrong_with_a_board_is_no_fault_of_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("something else")

    monkeypatch.setattr("thurntaxis.io.build.named_board", broken)
    with pytest.raises(ValueError, match="something else"):
        position_from_data(BASE)
