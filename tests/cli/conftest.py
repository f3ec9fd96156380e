"""A position to ask about."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support import command_line
from support.engine_process import Engine
from thurntaxis.io.write import position_data


@pytest.fixture
def table() -> dict[str, Any]:
    """A position with a bit of everything, in which the player on turn has drawn and must play."""
    line = "TT1 - - 1d10 2 LiLoPaSaUlUl BaZu - - / IbNuUl MaCaSt BaLo 3 Bd3R52 - Anna / Li? Pi - - - - Ben"
    return position_data(tt.Position.from_line(line))


@pytest.fixture
def position(table: dict[str, Any], tmp_path: Path) -> str:
    """The file of that position."""
    return command_line.write(tmp_path / "position.json", table)


@pytest.fixture
def brief_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the default search time of two seconds."""
    monkeypatch.setattr("thurntaxis_solver.effort.SECONDS", 0.2)


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[Any], str]:
    """Writes data into a file, and returns its path."""
    return lambda data: command_line.write(tmp_path / "data.json", data)


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose input ends is saved in the current folder."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def long_lived() -> Iterator[Engine]:
    engine = Engine()
    yield engine
    assert engine.close() == 0


@pytest.fixture
def engine(long_lived: Engine, table: dict[str, Any]) -> Engine:
    """The engine of this module, about the position of the tests."""
    assert long_lived.ask(f"position json {json.dumps(table)}") == "positionok"
    return long_lived
