"""The results of a tournament on a terminal: the table of the agents, and who beats whom how often."""

from typing import TYPE_CHECKING

from rich.table import Table as Grid

from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.language import Language, signed_text
from thurntaxis_presentation.numbers import in_percent, interval, percent
from thurntaxis_presentation.terminal.output import console, paint, say, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from thurntaxis_solver.play.matches import Setup
    from thurntaxis_solver.play.payoff_matrix import Cell, Matrix, PayoffMatrices
    from thurntaxis_solver.play.standings import Standing, Table
    from thurntaxis_solver.quantities import Estimate

COLUMNS = ("agent", "games", "wins", "by-seat", "elo", "score", "margin")


def show_tournament(answer: "Table | PayoffMatrices", lang: Language) -> None:
    """Write the table of the agents or their pay-off matrices, and then what concerns all games."""
    from thurntaxis_solver.play.standings import Table

    notes = _show_standings(answer, lang) if isinstance(answer, Table) else _show_matrices(answer, lang)
    say("")
    for sentence in notes:
        say(wrapped(sentence))


def _show_standings(table: "Table", lang: Language) -> "Iterator[str]":
    """Write a row for each agent, the best first; return what concerns all games."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in COLUMNS:
        name = column == "agent"
        title = lang.text(f"standings-{column}")
        grid.add_column(title, justify="left" if name else "right", no_wrap=not name, overflow="fold")
    for standing in table.standings:
        grid.add_row(*_cells(standing, lang))
    console().print(grid)
    return _standings_notes(table, lang)


def _cells(standing: "Standing", lang: Language) -> tuple[str, ...]:
    margin = _signed(f"{standing.margin:+.1f}", lang)
    if standing.margin_error is not None:
        margin += _signed(f" ± {standing.margin_error:.1f}", lang)
    return (
        one_line(standing.agent),
        str(standing.games),
        percent(standing.win, lang),
        " ".join(map(str, standing.wins_by_seat)),
        "–" if standing.elo is None else _elo(standing.elo, lang),
        _signed(f"{standing.score:.1f}", lang),
        margin,
    )


def _elo(elo: "Estimate", lang: Language) -> str:
    value, low, high = (signed_text(f"{number:+.0f}") for number in (elo.value, elo.low, elo.high))
    return value + lang.bracketed(lang.text("interval", low=low, high=high))


def _signed(number: str, lang: Language) -> str:
    return lang.with_decimal_mark(signed_text(number))


def _standings_notes(table: "Table", lang: Language) -> "Iterator[str]":
    """Yield what concerns all games of a table of standings, in sentences."""
    setup = table.setup
    facts = {"count": table.games, "number": setup.players, "seed": str(setup.seed), "rules": _rules(setup, lang)}
    yield lang.text("standings-note", **facts)
    yield lang.text("standings-deals", count=table.deals)
    yield lang.text("standings-per-seat", par=in_percent(f"{100 / setup.players:.4g}", lang))
    yield lang.text("standings-seats", wins=lang.parted(percent(win, lang) for win in table.by_seat))
    yield lang.text("standings-tile", percent=percent(table.all_provinces, lang))
    yield lang.text("standings-turns", number=lang.with_decimal_mark(f"{table.turns:.1f}"))
    if any(standing.elo is None for standing in table.standings):
        yield lang.text("standings-no-elo")
    for standing in table.standings:
        if standing.forfeits:
            lost = {"name": one_line(standing.agent), "count": len(standing.forfeits), "games": standing.games}
            yield lang.text("standings-forfeits", **lost, reason=one_line(standing.forfeits[0]))
    if table.broken_off:
        yield lang.text("standings-unfinished", count=table.broken_off)


def _rules(setup: "Setup", lang: Language) -> str:
    """Return what is played: the edition, the modules, and the board if it isn't that of the base game."""
    board = one_line(setup.board.file or setup.board.name)
    return lang.listed((setup.edition, *setup.modules, *([] if board == "south" else [board])))


def _show_matrices(matrices: "PayoffMatrices", lang: Language) -> "Iterator[str]":
    """Write the agents with their numbers, and each matrix by these numbers; return what concerns all games."""
    agents = matrices.setup.agents
    for number, agent in enumerate(agents, 1):
        say(f"{number:>{len(str(len(agents)))}}  {one_line(agent)}")
    for matrix in matrices.matrices:
        say("\n" + paint(wrapped(_matrix_title(matrix, lang)), bold=True))
        console().print(_grid(agents, matrix, lang))
    return _matrix_notes(matrices, lang)


def _grid(agents: tuple[str, ...], matrix: "Matrix", lang: Language) -> Grid:
    """Return a matrix whose rows and columns are called by the numbers of their agents."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("", justify="right", no_wrap=True)
    for number in range(1, len(agents) + 1):
        grid.add_column(str(number), justify="right")
    for number, row in enumerate(agents, 1):
        cells = ("–" if row == column else "\n".join(_cell_lines(matrix.cell(row, column), lang)) for column in agents)
        grid.add_row(str(number), *cells)
    return grid


def _matrix_title(matrix: "Matrix", lang: Language) -> str:
    """Return what a matrix shows."""
    if matrix.seats == matrix.others == 1:
        return lang.text("matrix-two")
    par = in_percent(f"{100 * matrix.par:.0f}", lang)
    return lang.text("matrix-seats", number=matrix.seats, count=matrix.others, par=par)


def _matrix_notes(matrices: "PayoffMatrices", lang: Language) -> "Iterator[str]":
    """Yield what concerns all games of the matrices, in sentences."""
    setup = matrices.setup
    facts = {"count": matrices.games, "number": setup.players, "seed": str(setup.seed), "rules": _rules(setup, lang)}
    yield lang.text("matrix-note", **facts)
    if matrices.broken_off:
        yield lang.text("matrix-unfinished", count=matrices.broken_off)
    for agent, games in matrices.forfeits.items():
        yield lang.text("matrix-forfeits", name=one_line(agent), count=games)


def _cell_lines(cell: "Cell", lang: Language) -> list[str]:
    """Return the share of wins, its interval and the number of games; without games, only that there are none."""
    games = lang.text("matrix-games", count=cell.games)
    win = cell.win
    return [games] if win is None else [percent(win, lang, alone=True), interval(win, lang, 100), games]
