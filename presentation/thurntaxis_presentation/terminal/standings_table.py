"""The table of a tournament on a terminal."""

from typing import TYPE_CHECKING

from rich.table import Table as Grid

from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.language import Language, signed_text
from thurntaxis_presentation.numbers import percent
from thurntaxis_presentation.terminal.output import console, say, wrapped
from thurntaxis_presentation.tournament_words import standings_notes

if TYPE_CHECKING:
    from thurntaxis_solver.play.standings import Standing, Table
    from thurntaxis_solver.quantities import Estimate

COLUMNS = ("agent", "games", "wins", "by-seat", "elo", "score", "margin")


def show_standings(table: "Table", lang: Language) -> None:
    """Write a row for each agent, the best first, and then what concerns all games."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in COLUMNS:
        name = column == "agent"
        title = lang.text(f"standings-{column}")
        grid.add_column(title, justify="left" if name else "right", no_wrap=not name, overflow="fold")
    for standing in table.standings:
        grid.add_row(*_cells(standing, lang))
    console().print(grid)
    say("")
    for sentence in standings_notes(table, lang):
        say(wrapped(sentence))


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
