"""Pay-off matrices in words, for screen and picture alike."""

from typing import TYPE_CHECKING

from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.i18n import framed, listed, typography
from thurntaxis_presentation.numbers import interval, percent

if TYPE_CHECKING:
    from thurntaxis_solver.play.payoff_matrix import Cell, Matrix, PayoffMatrices


def matrix_title(matrix: "Matrix", lang: str) -> str:
    """Return what a matrix shows."""
    if matrix.seats == matrix.others == 1:
        return framed("matrix-two", lang)
    par = typography("percent", lang).replace("#", f"{100 * matrix.par:.0f}")
    return framed("matrix-seats", lang, number=matrix.seats, count=matrix.others, par=par)


def matrix_notes(matrices: "PayoffMatrices", lang: str) -> list[str]:
    """Return what concerns all games of the matrices, in sentences."""
    setup = matrices.setup
    board = one_line(setup.board.file or setup.board.name)
    rules = listed((setup.edition, *setup.modules, *([] if board == "south" else [board])), lang)
    facts = {"count": matrices.games, "number": setup.players, "seed": str(setup.seed), "rules": rules}
    notes = [framed("matrix-note", lang, **facts)]
    if matrices.broken_off:
        notes.append(framed("matrix-unfinished", lang, count=matrices.broken_off))
    notes += [
        framed("matrix-forfeits", lang, name=one_line(agent), count=games) for agent, games in matrices.forfeits.items()
    ]
    return notes


def cell_lines(cell: "Cell", lang: str) -> list[str]:
    """Return the share of wins, its interval and the number of games; without games, only that there are none."""
    games = framed("matrix-games", lang, count=cell.games)
    win = cell.win
    return [games] if win is None else [percent(win, lang, alone=True), interval(win, lang, 100), games]
