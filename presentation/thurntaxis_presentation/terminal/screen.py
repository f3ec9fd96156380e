"""The table in a few lines, for a screen that is redrawn: with the map if there is room for it."""

import io
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from thurntaxis import Position
from thurntaxis_presentation.describe import called, counted, held_names, marks, moment, on_table, tile_in_words
from thurntaxis_presentation.language import Language, copies
from thurntaxis_presentation.terminal.map import PLAYER_STYLES, map_text
from thurntaxis_presentation.terminal.output import RunningText
from thurntaxis_presentation.terminal.table import NARROWEST_MAP, WIDEST_MAP

if TYPE_CHECKING:
    from rich.console import Console

NARROWEST_STATE = 40
"""The fewest columns for players and cards beside the map."""


def show_screen(position: Position, console: "Console", lang: Language, rows: int) -> None:
    """Write the table to a console, in at most this number of rows if possible.

    The map is above players and cards or to their left, wherever it can be wider; it is left out if it doesn't fit.
    """
    console.print(RunningText(moment(position, lang), "bold"))
    state = _state(position, lang)
    room = rows - _height(state, console.width) - 1
    above = _widest_map(position, min(console.width, WIDEST_MAP), room)
    beside = _widest_map(position, min(console.width - NARROWEST_STATE, WIDEST_MAP), rows - 1)
    if beside is not None and (above is None or _width(above) < _width(beside)):
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column()
        grid.add_row(beside, state)
        console.print(grid)
        return
    if above is not None:
        console.print(above, soft_wrap=True)
    console.print(state)


def _widest_map(position: Position, width: int, rows: int) -> Text | None:
    """Return the widest map of at most this many columns that has at most this many rows; none if all are higher."""
    for columns in range(width, NARROWEST_MAP - 1, -2):
        drawn = map_text(position, columns)
        drawn.rstrip()
        if drawn.plain.count("\n") < rows:
            return drawn
    return None


def _width(text: Text) -> int:
    """Return the columns of the longest line."""
    return max(map(len, text.plain.splitlines()))


def _height(table: Table, width: int) -> int:
    """Return how many lines a table takes on a console of this width."""
    from rich.console import Console

    return len(Console(file=io.StringIO(), width=width).render_lines(table, pad=False))


def _state(position: Position, lang: Language) -> Table:
    """Return what the players have, and what lies on the table."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for at in range(len(position.players)):
        table.add_row(Text(marks(position)[at], PLAYER_STYLES[at]), RunningText(_player(position, at, lang)))
    display = lang.listed(copies(position.display)) or "–"
    deck = lang.numbered("cards", position.deck_size)
    of_table = [("display", display), ("deck", deck)]
    of_table += [(label, lang.listed(things)) for _, label, things in on_table(position, lang)]
    table.add_row("", RunningText(_labelled(of_table, lang)))
    return table


def _player(position: Position, at: int, lang: Language) -> Text:
    """Return a line of a player's points, carriage and houses, and one of the cards and tiles."""
    player, board = position.players[at], position.rules.board
    text = Text(called(position, at, lang), PLAYER_STYLES[at])
    left = lang.numbered("houses-left", board.houses - len(player.houses))
    numbers = [lang.numbered("points", position.scores()[at]), *counted(position, at, lang), left]
    text.append(lang.colon + lang.listed(numbers) + "\n", "default not bold")
    held = [("route", " – ".join(player.route)), ("hand", lang.listed(copies(player.hand)))]
    held += [
        (holding.key, lang.listed(copies(names))) for holding, names in held_names(position, player, lang) if names
    ]
    if player.tiles:
        held.append(("tiles", lang.listed(tile_in_words(tile, lang, board) for tile in player.tiles)))
    return text.append_text(_labelled(held, lang))


def _labelled(parts: list[tuple[str, str]], lang: Language) -> Text:
    """Return labelled words in a row."""
    text = Text(style="default not bold")
    for at, (label, words) in enumerate(parts):
        text.append("  " if at else "").append(f"{lang.shown(label)}{lang.colon}", "dim").append(words or "–")
    return text
