"""Tables of tournaments and pay-off matrices in words, for screen and picture alike."""

from typing import TYPE_CHECKING

from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.i18n import framed, listed, marked, parted
from thurntaxis_presentation.numbers import in_percent, interval, percent

if TYPE_CHECKING:
    from thurntaxis_solver.play.matches import Setup
    from thurntaxis_solver.play.payoff_matrix import Cell, Matrix, PayoffMatrices
    from thurntaxis_solver.play.standings import Table


def matrix_title(matrix: "Matrix", lang: str) -> str:
    """Return what a matrix shows."""
    if matrix.seats == matrix.others == 1:
        return framed("matrix-two", lang)
    par = in_percent(f"{100 * matrix.par:.0f}", lang)
    return framed("matrix-seats", lang, number=matrix.seats, count=matrix.others, par=par)


def matrix_notes(matrices: "PayoffMatrices", lang: str) -> list[str]:
    """Return what concerns all games of the matrices, in sentences."""
    setup = matrices.setup
    facts = {"count": matrices.games, "number": setup.players, "seed": str(setup.seed), "rules": rules(setup, lang)}
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


def standings_notes(table: "Table", lang: str) -> list[str]:
    """Return what concerns all games of a table of standings, in sentences."""
    setup = table.setup
    facts = {"count": table.games, "number": setup.players, "seed": str(setup.seed), "rules": rules(setup, lang)}
    notes = [
        framed("standings-note", lang, **facts),
        framed("standings-deals", lang, count=table.deals),
        framed("standings-per-seat", lang, par=in_percent(f"{100 / setup.players:.4g}", lang)),
        framed("standings-seats", lang, wins=parted((percent(win, lang) for win in table.by_seat), lang)),
        framed("standings-tile", lang, percent=percent(table.all_provinces, lang)),
        framed("standings-turns", lang, number=marked(f"{table.turns:.1f}", lang)),
    ]
    if any(standing.elo is None for standing in table.standings):
        notes.append(framed("standings-no-elo", lang))
    for standing in table.standings:
        if standing.forfeits:
            lost = {"name": one_line(standing.agent), "count": len(standing.forfeits), "games": standing.games}
            notes.append(framed("standings-forfeits", lang, **lost, reason=one_line(standing.forfeits[0])))
    if table.broken_off:
        notes.append(framed("standings-unfinished", lang, count=table.broken_off))
    return notes


def rules(setup: "Setup", lang: str) -> str:
    """Return what is played: the edition, the modules, and the board if it isn't that of the base game."""
    board = one_line(setup.board.file or setup.board.name)
    return listed((setup.edition, *setup.modules, *([] if board == "south" else [board])), lang)
