"""The results of a tournament on a terminal."""

from collections.abc import Iterator

from rich.table import Table as Grid

from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.language import Language, signed
from thurntaxis_presentation.numbers import in_percent, percent
from thurntaxis_presentation.terminal.line_breaking import wrapped
from thurntaxis_presentation.terminal.output import console, say
from thurntaxis_solver.estimates import Estimate
from thurntaxis_solver.play.matches import Setup
from thurntaxis_solver.play.standings import Standing, Table

COLUMNS = ("agent", "games", "wins", "by-seat", "elo", "score", "margin")


def show_tournament(table: Table, lang: Language) -> None:
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
    for sentence in _notes(table, lang):
        say(wrapped(sentence))


def _cells(standing: Standing, lang: Language) -> tuple[str, ...]:
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


def _elo(elo: Estimate, lang: Language) -> str:
    value, low, high = (signed(f"{number:+.0f}") for number in (elo.value, elo.low, elo.high))
    return value + lang.bracketed(lang.text("interval", low=low, high=high))


def _signed(number: str, lang: Language) -> str:
    return lang.with_decimal_mark(signed(number))


def _notes(table: Table, lang: Language) -> Iterator[str]:
    """Yield what concerns all games of a tournament, in sentences."""
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


def _rules(setup: Setup, lang: Language) -> str:
    """Return what is played: the edition, the modules, and the board if it isn't that of the base game."""
    board = one_line(setup.board.file or setup.board.name)
    return lang.listed((setup.edition, *setup.modules, *([] if board == "south" else [board])))
