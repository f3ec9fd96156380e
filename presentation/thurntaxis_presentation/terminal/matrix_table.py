"""Pay-off matrices on a terminal: who beats whom how often."""

from typing import TYPE_CHECKING

from rich.table import Table as Grid

from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.terminal.output import console, paint, say, wrapped
from thurntaxis_presentation.tournament_words import cell_lines, matrix_notes, matrix_title

if TYPE_CHECKING:
    from thurntaxis_solver.play.payoff_matrix import Matrix, PayoffMatrices


def show_matrices(matrices: "PayoffMatrices", lang: Language) -> None:
    """Write the agents with their numbers, each matrix by these numbers, and then what concerns all games."""
    agents = matrices.setup.agents
    for number, agent in enumerate(agents, 1):
        say(f"{number:>{len(str(len(agents)))}}  {one_line(agent)}")
    say("")
    for matrix in matrices.matrices:
        say(paint(wrapped(matrix_title(matrix, lang)), bold=True))
        console().print(_grid(agents, matrix, lang))
        say("")
    for note in matrix_notes(matrices, lang):
        say(wrapped(note))


def _grid(agents: tuple[str, ...], matrix: "Matrix", lang: Language) -> Grid:
    """Return a matrix whose rows and columns are called by the numbers of their agents."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("", justify="right", no_wrap=True)
    for number in range(1, len(agents) + 1):
        grid.add_column(str(number), justify="right")
    for number, row in enumerate(agents, 1):
        cells = ("–" if row == column else "\n".join(cell_lines(matrix.cell(row, column), lang)) for column in agents)
        grid.add_row(str(number), *cells)
    return grid
