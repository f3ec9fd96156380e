"""The data of board files, with changes, and the faults reported for them: shared by the tests."""

import copy
import tomllib
from pathlib import Path
from typing import Any

from support.paths import ROOT
from thurntaxis.boards.examination import examine

SHIPPED = ROOT / "reference" / "thurntaxis" / "boards"


def data_of(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def made_up() -> dict[str, Any]:
    return data_of(SHIPPED / "testland.toml")


def told(data: Any) -> list[str]:
    """Return faults and gaps as they are reported."""
    findings = examine(data)
    assert (findings.board is None) == bool(findings.faults or findings.gaps)
    return [*map(str, findings.faults), *map(str, findings.gaps)]


def changed(data: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return the data with values replaced, or removed (...), at paths with dots."""
    result = copy.deepcopy(data)
    for path, value in changes.items():
        at: Any = result
        *parents, last = path.split(".")
        for part in parents:
            at = at[int(part)] if isinstance(at, list) else at[part]
        key: Any = int(last) if isinstance(at, list) else last
        if value is ...:
            del at[key]
        elif isinstance(at, list) and key == len(at):
            at.append(value)
        else:
            at[key] = value
    return result
