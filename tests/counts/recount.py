"""`python tests/counts/recount.py`: count the sequences of events from every position here again, by the naive rules.

A table (`*.toml`) is a position with `perft`, the numbers of sequences of 1, 2, ... events; it shows one phase, or one
reading of an option (`shows`). A row of `lines.txt` is a line with its counts: `LINE ;D1 7 ;D2 63 ;D3 242`. To add a
position, write its file with `perft = [0, 0, 0]`, or its line with `;D1 0 ;D2 0 ;D3 0`, and count.
"""

import re
import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import thurntaxis as tt
from naive import rules
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data

FOLDER = Path(__file__).parent
LINES = FOLDER / "lines.txt"


def counts(position: tt.Position, depths: int) -> list[int]:
    """Return the numbers of sequences of 1, 2, ... events."""
    return [rules.perft(position_data(position), depth) for depth in range(1, depths + 1)]


def recounted_table(text: str) -> str:
    """Return the text of a table with its counts."""
    table = tomllib.loads(text)
    new = counts(position_from_data(table["position"]), len(table["perft"]))
    return re.sub(r"^perft = \[[^\]]*\]", f"perft = {new}", text, count=1, flags=re.MULTILINE)


def recounted_row(row: str) -> str:
    """Return a line with its counts."""
    line, *old = row.split(" ;")
    new = counts(tt.Position.from_line(line), len(old))
    return line + "".join(f" ;D{depth} {number}" for depth, number in enumerate(new, 1))


def main() -> None:
    """Write all counts."""
    for path in sorted(FOLDER.rglob("*.toml")):
        path.write_text(recounted_table(path.read_text(encoding="utf-8")), encoding="utf-8")
    rows = [recounted_row(row) for row in LINES.read_text(encoding="ascii").splitlines()]
    LINES.write_text("".join(f"{row}\n" for row in rows), encoding="ascii")


if __name__ == "__main__":
    main()
