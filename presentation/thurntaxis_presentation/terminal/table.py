"""The table on a terminal: the state of the turn, the map, the players, the cards and tiles that are left."""

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from thurntaxis import UNKNOWN, Position
from thurntaxis_presentation.describe import (
    called,
    counted,
    held_names,
    marks,
    moment,
    on_table,
    stack_title,
    tile_in_words,
)
from thurntaxis_presentation.language import Language, copies
from thurntaxis_presentation.rulebook_answers import edition_in_words, reading_in_words
from thurntaxis_presentation.terminal.map import PLAYER_STYLES, map_text
from thurntaxis_presentation.terminal.output import RunningText

if TYPE_CHECKING:
    from rich.console import Console

NARROWEST_MAP, WIDEST_MAP = 60, 100


def show_table(position: Position, console: "Console", lang: Language) -> None:
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
    board = position.rules.board
    table = _grid()
    for at, player in enumerate(position.players):
        if at:
            table.add_row("", "")
        head = Text(called(position, at, lang), PLAYER_STYLES[at])
        head.append(lang.colon + lang.numbered("points", position.scores()[at]), "default")
        left = lang.numbered("houses-left", board.houses - len(player.houses))
        head.append(lang.listed(["", *counted(position, at, lang), left]), "default not bold")
        table.add_row(Text(marks(position)[at], PLAYER_STYLES[at]), RunningText(head))
        rows = {
            "route": " – ".join(player.route),
            "hand": lang.listed(copies(player.hand)),
            "tiles": lang.listed(tile_in_words(tile, lang, board) for tile in player.tiles),
        }
        for holding, names in held_names(position, player, lang):
            rows[holding.key] = lang.listed(copies(names))
        for name, words in rows.items():
            table.add_row(lang.shown(name), RunningText(words or "–"))
    return table


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
    deck = lang.numbered("cards", position.deck_size)
    if shoes := position.deck_back:
        deck += lang.shown("horses-on-back", number=shoes)
    table.add_row(lang.shown("deck"), RunningText(deck))
    discards = lang.numbered("cards", len(position.discard))
    if position.unknown_discards:
        discards += lang.numbered("cards-unknown", position.unknown_discards)
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
