"""The published JSON schema of positions and records."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import thurntaxis as tt
from support.golden import same
from support.paths import ROOT
from support.position_files import GOOD, counted, each_counted
from thurntaxis.io import file_format
from thurntaxis.io.decoding import filled, values_by_key
from thurntaxis.io.read import position_from_data
from thurntaxis.io.schema import json_schema, record_schema, schema_of
from thurntaxis.io.write import position_data

CHECKER = jsonschema.Draft202012Validator(json_schema())


@pytest.mark.parametrize(("name", "schema_of"), [("position", json_schema), ("record", record_schema)])
def test_published_schema_is_up_to_date(name: str, schema_of: Callable[[], dict[str, Any]]) -> None:
    text = json.dumps(schema_of(), indent=2, ensure_ascii=False) + "\n"
    same(ROOT / "docs" / "schema" / f"{name}.schema.json", text)


def test_schema_names_every_key_that_is_written() -> None:
    properties = json_schema()["properties"]
    definitions = json_schema()["$defs"]
    base = position_data(position_from_data(GOOD))
    # the module power-and-glory takes the messenger away, and princess-messenger turn.official
    letters = position_data(tt.undealt(modules=["princess-messenger"]))
    north = position_data(tt.undealt(board="testland", modules=tt.MODULES))
    for written in (base, letters, north):
        assert set(written["players"][0]) <= {*definitions["PlayerShape"]["properties"]}
    assert {*base, *letters, *north} == set(properties) - {"deck", "board_file"}
    assert {*base["turn"], *north["turn"]} == set(definitions["TurnShape"]["properties"])
    assert {"name", *north["players"][0]} == set(definitions["PlayerShape"]["properties"])
    options = set(definitions["OptionsShape"]["properties"])
    assert set(base["rules"]["options"]) == set(tt.OPTIONS)
    assert set(north["rules"]["options"]) == options == set(tt.OPTIONS).union(*tt.MODULE_OPTIONS.values())


def test_schema_allows_every_value_of_every_option() -> None:
    for name, values in tt.OPTIONS.items():
        for value in values:
            assert values_by_key(filled(file_format.OptionsShape, {name: value}))[name] == value
            assert jsonschema.Draft202012Validator(schema_of(file_format.OptionsShape)).is_valid({name: value})


@each_counted
def test_counted_positions_fit_the_schema(path: Path) -> None:
    data = counted(path)
    assert CHECKER.is_valid(data)
    assert filled(file_format.PositionShape, data).board == "south"
