"""Shapes of files: what is read without pydantic is exactly what its models take, value for value."""

import copy
import dataclasses
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

import thurntaxis as tt
from thurntaxis.boards import northern_template
from thurntaxis.boards.board_format import shaped
from thurntaxis.boards.gaps import without_gaps
from thurntaxis.io.decoding import Limits, Unfit, filled, keys_of, left_out, values_by_key
from thurntaxis.io.file_format import PlayerShape, PositionShape, RecordShape, TurnShape
from thurntaxis.io.read import position_from_data
from thurntaxis.io.schema import json_schema, model_of
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

BOARDS = [
    tomllib.loads((Path(tt.__file__).parent / "boards" / f"{name}.toml").read_text(encoding="utf-8"))
    for name in ("south", "testland")
]
BOARDS.append(without_gaps(tomllib.loads(northern_template()))[0])

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


def agreed(shape: Any, data: Any) -> bool:
    """Say whether the data fit, after seeing that pydantic finds the same."""
    try:
        model = model_of(shape).model_validate(data)
    except ValidationError:
        with pytest.raises(Unfit):
            filled(shape, data)
        return False
    assert whole(filled(shape, data)) == model.model_dump(by_alias=True)
    return True


def test_positions_and_records_fit() -> None:
    assert all(agreed(PositionShape, data) for data in POSITIONS)
    assert all(agreed(RecordShape, data) for data in RECORDS)


@given(
    st.sampled_from([(PositionShape, data) for data in POSITIONS] + [(RecordShape, data) for data in RECORDS]),
    st.data(),
)
def test_changed_anywhere_data_fit_or_not_as_pydantic_says(case: tuple[Any, Any], chance: st.DataObject) -> None:
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
    assert Limits(ge=1, le=2).allow(2)
    assert not Limits(ge=1, le=2).allow(3)
    assert not Limits(ge=1, le=2).allow(0)
    assert Limits(min_length=1, max_length=2).allow("ab")
    assert not Limits(min_length=1).allow([])
    assert not Limits(max_length=2).allow([0, 0, 0])
    assert Limits(pattern="a*").allow("aa")
    assert not Limits(pattern="a*").allow("aab")


def test_keys_are_named_as_files_write_them() -> None:
    assert keys_of(PositionShape)[:4] == ["thurntaxis", "board", "board_file", "rules"]
    assert keys_of(type(filled(PositionShape, BASE).rules.options)) == [*tt.OPTIONS, "card-backs", "final-return"]
    assert json.loads(json.dumps(json_schema())) == json_schema()


# ---- what can't be


class Lenient:
    """A model that takes anything."""

    @staticmethod
    def model_validate(_data: object) -> None:
        """Find nothing wrong."""


def test_it_is_noticed_if_pydantic_takes_what_is_not_read_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thurntaxis.io.schema.model_of", lambda _shape: Lenient)
    with pytest.raises(AssertionError, match="have their shape"):
        position_from_data({**BASE, "players": 3})
    with pytest.raises(AssertionError, match="have their shape"):
        shaped({**BOARDS[0], "copies": "three"}, ())


def test_what_else_goes_wrong_with_a_board_is_no_fault_of_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("something else")

    monkeypatch.setattr("thurntaxis.io.build.named_board", broken)
    with pytest.raises(ValueError, match="something else"):
        position_from_data(BASE)
