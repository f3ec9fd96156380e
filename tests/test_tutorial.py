"""The notebook of the examples runs from its first cell to its last, and is kept without what its cells give."""

import sys
from typing import Any

import nbformat
import pytest

from support.paths import EXAMPLES, ROOT

FILE = EXAMPLES / "tutorial.ipynb"
read: Any = nbformat.read


@pytest.fixture(scope="module")
def notebook() -> Any:
    import nbclient  # takes long

    found = read(FILE, 4)
    nbclient.NotebookClient(found, timeout=300, resources={"metadata": {"path": str(EXAMPLES)}}).execute()
    return found


def text_of(cell: Any) -> str:
    """Return what a cell printed, and its value as text."""
    return "".join(each.get("text", "") or each.data.get("text/plain", "") for each in cell.outputs)


@pytest.mark.nightly
def test_every_cell_runs_and_shows_something(notebook: Any) -> None:
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(cells) > 10
    assert all(cell.outputs or cell.source.startswith("assert ") for cell in cells)
    first = cells[0].outputs[0].data
    assert first["image/svg+xml"].startswith("<svg ")
    assert first["text/plain"].startswith("Position.from_line(")
    shown = "\n".join(map(text_of, cells))
    for told in ("> player 1: points -20", "game over, won by", "6/19 = (binomial(19, 6)", "proved: False"):
        assert told in shown


def test_the_notebook_is_kept_without_outputs() -> None:
    kept = read(FILE, 4)
    nbformat.validate(kept)
    assert all(cell.outputs == [] and cell.execution_count is None for cell in kept.cells if cell.cell_type == "code")
    assert FILE.stat().st_size < 20_000


def test_the_documentation_leads_to_the_notebook() -> None:
    for page in (ROOT / "docs" / "python.md", ROOT / "README.md", EXAMPLES / "README.md"):
        assert "tutorial.ipynb)" in page.read_text(encoding="utf-8"), page


@pytest.mark.parametrize("side", [1, 2], ids=["python-chess", "here"])
def test_the_tasks_of_python_chess_run(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each cell of the table, in order; what is said in words is left out, and Stockfish, which may not be there."""
    pytest.importorskip("chess")
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8").partition("## For users of python-chess")[2]
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| ") and "`" in line]
    assert len(rows) == 10
    codes = [code.strip("` |") for code in (row[side] for row in rows) if "`" in code and "stockfish" not in code]
    assert len(codes) == 9
    names: dict[str, Any] = {}
    exec("import chess.pgn, chess.svg, io, sys, thurntaxis; from thurntaxis import Position", names)
    exec("from thurntaxis_solver import EngineClient", names)
    for code in codes:
        exec(code.replace("taxis engine", f"{sys.executable} -m thurntaxis engine"), names)
    assert names["board"].fullmove_number == 2 if side == 1 else names["position"].is_over
