"""The table on a terminal: the state of the turn, the map, the players, the cards and tiles that are left.

`show_table` writes all of it, `show_screen` as much as fits on a screen that is redrawn.
"""

import io

from rich.console import Console
from rich.table import Table
from rich.text import Text

from thurntaxis import UNKNOWN, Position
from thurntaxis_presentation.describe import belongings, called, counted, marks, moment, on_table, stack_title
from thurntaxis_presentation.language import Language, copies
from thurntaxis_presentation.rulebook_answers import edition_in_words, reading_in_words
from thurntaxis_presentation.terminal.line_breaking import RunningText
from thurntaxis_presentation.terminal.map import PLAYER_STYLES, map_text

NARROWEST_MAP, WIDEST_MAP = 60, 100

NARROWEST_STATE = 40
"""The fewest columns for players and cards beside the map."""


def show_table(position: Position, console: Console, lang: Language) -> None:
    """Write the table to a console."""
    console.print(RunningText(moment(position, lang), "bold"))
    console.print()
    console.print(map_text(position, max(NARROWEST_MAP, min(console.width, WIDEST_MAP))), soft_wrap=True)
    console.print(_legend(position, lang))
    console.print()
    console.print(_players(position, lang))
    console.print(_supply(position, lang))


def _legend(position: Position, lang: Language) -> RunningText:
    sign = marks(position)[0]
    words = lang.shown("legend", sign=sign, player=position.name_of(0)[:30], row=" ".join([sign.lower()] * 3))
    return RunningText(words + (lang.shown("legend-free") if position.rules.board.free_cities else ""), "dim")


def _players(position: Position, lang: Language) -> Table:
    table = _grid()
    for at, player in enumerate(position.players):
        if at:
            table.add_row("", "")
        table.add_row(Text(marks(position)[at], PLAYER_STYLES[at]), RunningText(_head(position, at, lang)))
        for name, words in belongings(position, player, lang):
            table.add_row(lang.shown(name), RunningText(words or "–"))
    return table


def _head(position: Position, at: int, lang: Language, style: str = "default") -> Text:
    """Return a line of a player's points, in a style, with carriage and houses."""
    head = Text(called(position, at, lang), PLAYER_STYLES[at])
    head.append(lang.colon + lang.shown("points", number=position.scores()[at]), style)
    left = lang.shown("houses-left", number=position.rules.board.houses - len(position.players[at].houses))
    return head.append(lang.listed(["", *counted(position, at, lang), left]), "default not bold")


def _grid() -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    table.add_column(style="dim", no_wrap=True, min_width=10)
    table.add_column(overflow="fold")
    return table


def _supply(position: Position, lang: Language) -> Table:
    table = _grid()
    table.add_row("", "")
    board, display = position.rules.board, lang.listed(position.display)
    if free := board.display - len(position.display):
        display = lang.shown("free", cards=display, number=free).strip()
    table.add_row(lang.shown("display"), RunningText(display))
    deck = lang.shown("cards", number=position.deck_size)
    if shoes := position.deck_back:
        deck += lang.shown("horses-on-back", number=shoes)
    table.add_row(lang.shown("deck"), RunningText(deck))
    discards = lang.shown("cards", number=len(position.discard))
    if position.unknown_discards:
        discards += lang.shown("cards-unknown", number=position.unknown_discards)
    if told := [card for card in position.discard if card != UNKNOWN]:
        discards += lang.colon + lang.listed(copies(told))
    table.add_row(lang.shown("discards"), RunningText(discards))
    none = lang.text("none")
    stacks = [
        stack_title(board, name, lang) + lang.bracketed(lang.listed(map(str, left)) or none)
        for name, left in position.stacks().items()
    ]
    table.add_row(lang.shown("tiles-left"), RunningText(lang.parted(stacks)))
    for _, label, things in on_table(position, lang):
        table.add_row(lang.shown(label), RunningText(lang.listed(things) or "–"))
    if position.returning is not None:
        order = lang.listed(called(position, player, lang) for player in position.returning.order)
        words = lang.shown("final-round", order=order) if position.returning.final else order
        table.add_row(lang.shown("returning"), RunningText(words))
    rules = edition_in_words(position.rules.edition, lang)
    if modules := tuple(lang.form(module) for module in position.rules.modules):
        rules = lang.shown("module", edition=rules, module=modules)
    readings = (reading_in_words(option, value, lang) for option, value in position.rules.options.items())
    table.add_row(lang.shown("rules"), RunningText(f"{rules}{lang.colon}{lang.parted(readings)}"))
    return table


# ---- a screen that is redrawn


def show_screen(position: Position, console: Console, lang: Language, rows: int) -> None:
    """Write the table to a console, in at most this number of rows if possible.

    The map is above players and cards or to their left, wherever it can be wider; it is left out if it doesn't fit.
    """
    console.print(RunningText(moment(position, lang), "bold"))
    state = _state(position, lang)
    room = rows - len(Console(file=io.StringIO(), width=console.width).render_lines(state, pad=False)) - 1
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


def _state(position: Position, lang: Language) -> Table:
    """Return what the players have, and what lies on the table."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for at in range(len(position.players)):
        table.add_row(Text(marks(position)[at], PLAYER_STYLES[at]), RunningText(_player(position, at, lang)))
    display = lang.listed(copies(position.display)) or "–"
    deck = lang.shown("cards", number=position.deck_size)
    of_table = [("display", display), ("deck", deck)]
    of_table += [(label, lang.listed(things)) for _, label, things in on_table(position, lang)]
    table.add_row("", RunningText(_labelled(of_table, lang)))
    return table


def _player(position: Position, at: int, lang: Language) -> Text:
    """Return a line of a player's points, carriage and houses, and one of the cards and tiles."""
    text = _head(position, at, lang, "default not bold").append("\n")
    held = [row for row in belongings(position, position.players[at], lang) if row[1] or row[0] in ("route", "hand")]
    return text.append_text(_labelled(held, lang))


def _labelled(parts: list[tuple[str, str]], lang: Language) -> Text:
    """Return labelled words in a row."""
    text = Text(style="default not bold")
    for at, (label, words) in enumerate(parts):
        text.append("  " if at else "").append(f"{lang.shown(label)}{lang.colon}", "dim").append(words or "–")
    return text
