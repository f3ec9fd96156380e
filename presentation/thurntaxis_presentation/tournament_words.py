"""Tables of tournaments and pay-off matrices in words, for screen and picture alike."""

from typing import TYPE_CHECKING

from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.numbers import in_percent, interval, percent

if TYPE_CHECKING:
    from thurntaxis_solver.play.matches import Setup
    from thurntaxis_solver.play.payoff_matrix import Cell, Matrix, PayoffMatrices
    from thurntaxis_solver.play.standings import Table


def matrix_title(matrix: "Matrix", lang: Language) -> str:
    """Return what a matrix shows."""
    if matrix.seats == matrix.others == 1:
        return lang.text("matrix-two")
    par = in_percent(f"{100 * matrix.par:.0f}", lang)
    return lang.text("matrix-seats", number=matrix.seats, count=matrix.others, par=par)


def matrix_notes(matrices: "PayoffMatrices", lang: Language) -> list[str]:
    """Return what concerns all games of the matrices, in sentences."""
    setup = matrices.setup
    facts = {"count": matrices.games, "number": setup.players, "seed": str(setup.seed), "rules": rules(setup, lang)}
    notes = [lang.text("matrix-note", **facts)]
    if matrices.broken_off:
        notes.append(lang.text("matrix-unfinished", count=matrices.broken_off))
    notes += [
        lang.text("matrix-forfeits", name=one_line(agent), count=games) for agent, games in matrices.forfeits.items()
    ]
    return notes


def cell_lines(cell: "Cell", lang: Language) -> list[str]:
    """Return the share of wins, its interval and the number of games; without games, only that there are none."""
    games = lang.text("matrix-games", count=cell.games)
    win = cell.win
    return [games] if win is None else [percent(win, lang, alone=True), interval(win, lang, 100), games]


def standings_notes(table: "Table", lang: Language) -> list[str]:
    """Return what concerns all games of a table of standings, in sentences."""
    setup = table.setup
    facts = {"count": table.games, "number": setup.players, "seed": str(setup.seed), "rules": rules(setup, lang)}
    notes = [
        lang.text("standings-note", **facts),
        lang.text("standings-deals", count=table.deals),
        lang.text("standings-per-seat", par=in_percent(f"{100 / setup.players:.4g}", lang)),
        lang.text("standings-seats", wins=lang.parted(percent(win, lang) for win in table.by_seat)),
        lang.text("standings-tile", percent=percent(table.all_provinces, lang)),
        lang.text("standings-turns", number=lang.with_decimal_mark(f"{table.turns:.1f}")),
    ]
    if any(standing.elo is None for standing in table.standings):
        notes.append(lang.text("standings-no-elo"))
    for standing in table.standings:
        if standing.forfeits:
            lost = {"name": one_line(standing.agent), "count": len(standing.forfeits), "games": standing.games}
            notes.append(lang.text("standings-forfeits", **lost, reason=one_line(standing.forfeits[0])))
    if table.broken_off:
        notes.append(lang.text("standings-unfinished", count=table.broken_off))
    return notes


def rules(setup: "Setup", lang: Language) -> str:
    """Return what is played: the edition, the modules, and the board if it isn't that of the base game."""
    board = one_line(setup.board.file or setup.board.name)
    return lang.listed((setup.edition, *setup.modules, *([] if board == "south" else [board])))
