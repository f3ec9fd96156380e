"""The data of board files, and the faults reported for them: shared by the tests."""

import tomllib
from pathlib import Path
from typing import Any

from support.paths import ROOT
from thurntaxis.boards.examination import examine
from thurntaxis.boards.gaps import NOT_FILLED_IN
from thurntaxis.fault import Fault

SHIPPED = ROOT / "reference" / "thurntaxis" / "boards"


def data_of(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def made_up() -> dict[str, Any]:
    return data_of(SHIPPED / "testland.toml")


def told(data: Any) -> list[str]:
    """Return faults and gaps as they are reported."""
    findings = examine(data)
    assert (findings.board is None) == bool(findings.faults or findings.gaps)
    return [*map(str, findings.faults), *(str(Fault(gap.key, NOT_FILLED_IN, gap.wanted)) for gap in findings.gaps)]
