"""The table of a tournament on a terminal."""

from typing import TYPE_CHECKING

from rich.table import Table as Grid

from thurntaxis_presentation.describe import rules_in_words
from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.i18n import signed_text
from thurntaxis_presentation.numbers import percent
from thurntaxis_presentation.terminal.output import console, say, wrapped

if TYPE_CHECKING:
    from thurntaxis_solver.play.standings import Standing, Table
    from thurntaxis_solver.quantities import Estimate

TITLES = ("agent", "games", "wins", "by seat", "Elo", "score", "margin")


def show_standings(table: "Table") -> None:
    """Write a row for each agent, the best first, and then what concerns all games."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in TITLES:
        name = title == "agent"
        grid.add_column(title, justify="left" if name else "right", no_wrap=not name, overflow="fold")
    for standing in table.standings:
        grid.add_row(*_cells(standing))
    console().print(grid)
    say("")
    for sentence in _sentences(table):
        say(wrapped(sentence))


def _cells(standing: "Standing") -> tuple[str, ...]:
    margin = f"{standing.margin:+.1f}"
    if standing.margin_error is not None:
        margin += f" ± {standing.margin_error:.1f}"
    return (
        one_line(standing.agent),
        str(standing.games),
        percent(standing.win),
        " ".join(map(str, standing.wins_by_seat)),
        "–" if standing.elo is None else _elo(standing.elo),
        signed_text(f"{standing.score:.1f}"),
        signed_text(margin),
    )


def _elo(elo: "Estimate") -> str:
    return signed_text(f"{elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})")


def _sentences(table: "Table") -> list[str]:
    setup = table.setup
    fair = f"{100 / setup.players:.4g}"
    seats, tile = "; ".join(map(percent, table.by_seat)), percent(table.all_provinces)
    rules = rules_in_words(setup.edition, setup.modules, setup.board)
    what = f"{table.games} games of {setup.players} players, seed {setup.seed}, {rules}"
    sentences = [
        f"{what}; {table.deals} deals were played in every seating.",
        f"Wins are for each seat of an agent: {fair} % if all are alike. Intervals hold in 95 of 100 cases.",
        f"Wins by seat, from the starting player on: {seats}.",
        f"The winner holds a tile for all provinces in {tile} of the games; a player has {table.turns:.1f} turns.",
    ]
    if any(standing.elo is None for standing in table.standings):
        sentences.append("No Elo is told for few deals, or for who won all games or none.")
    for standing in table.standings:
        if standing.forfeits:
            lost = f"{one_line(standing.agent)} forfeited {len(standing.forfeits)} of its {standing.games} games"
            sentences.append(f"{lost}, the first because {one_line(standing.forfeits[0])}.")
    if table.broken_off:
        sentences.append(f"Broken off without an end: {table.broken_off}; nobody won them.")
    return sentences
