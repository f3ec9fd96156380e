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
from thurntaxis_presentation.i18n import bracketed, colon, copies, form_of, framed, listed, numbered, parted, shown
from thurntaxis_presentation.rulebook_answers import edition_in_words, reading_in_words
from thurntaxis_presentation.terminal.map import PLAYER_STYLES, map_text
from thurntaxis_presentation.terminal.output import RunningText

if TYPE_CHECKING:
    from rich.console import Console

NARROWEST_MAP, WIDEST_MAP = 60, 100


def show_table(position: Position, console: "Console", lang: str) -> None:
    """Write the table to a console."""
    console.print(RunningText(moment(position, lang), "bold"))
    console.print()
    console.print(map_text(position, max(NARROWEST_MAP, min(console.width, WIDEST_MAP))), soft_wrap=True)
    console.print(_legend(position, lang))
    console.print()
    console.print(_players(position, lang))
    console.print(_supply(position, lang))


def _legend(position: Position, lang: str) -> RunningText:
    sign = marks(position)[0]
    words = shown("legend", lang, sign=sign, player=position.name_of(0)[:30], row=" ".join([sign.lower()] * 3))
    return RunningText(words + (shown("legend-free", lang) if position.rules.board.free_cities else ""), "dim")


def _players(position: Position, lang: str) -> Table:
    board = position.rules.board
    table = _grid()
    for at, player in enumerate(position.players):
        if at:
            table.add_row("", "")
        head = Text(called(position, at, lang), PLAYER_STYLES[at])
        head.append(colon(lang) + numbered("points", position.scores()[at], lang), "default")
        left = numbered("houses-left", board.houses - len(player.houses), lang)
        head.append(listed(["", *counted(position, at, lang), left], lang), "default not bold")
        table.add_row(Text(marks(position)[at], PLAYER_STYLES[at]), RunningText(head))
        rows = {
            "route": " – ".join(player.route),
            "hand": listed(copies(player.hand), lang),
            "tiles": listed((tile_in_words(tile, lang, board) for tile in player.tiles), lang),
        }
        for holding, names in held_names(position, player, lang):
            rows[holding.key] = listed(copies(names), lang)
        for name, words in rows.items():
            table.add_row(shown(name, lang), RunningText(words or "–"))
    return table


def _grid() -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    table.add_column(style="dim", no_wrap=True, min_width=10)
    table.add_column(overflow="fold")
    return table


def _supply(position: Position, lang: str) -> Table:
    table = _grid()
    table.add_row("", "")
    board, display = position.rules.board, listed(position.display, lang)
    if free := board.display - len(position.display):
        display = shown("free", lang, cards=display, number=free).strip()
    table.add_row(shown("display", lang), RunningText(display))
    deck = numbered("cards", position.deck_size, lang)
    if shoes := position.deck_back:
        deck += shown("horses-on-back", lang, number=shoes)
    table.add_row(shown("deck", lang), RunningText(deck))
    discards = numbered("cards", len(position.discard), lang)
    if position.unknown_discards:
        discards += numbered("cards-unknown", position.unknown_discards, lang)
    if told := [card for card in position.discard if card != UNKNOWN]:
        discards += colon(lang) + listed(copies(told), lang)
    table.add_row(shown("discards", lang), RunningText(discards))
    none = framed("none", lang)
    stacks = [
        stack_title(board, name, lang) + bracketed(listed(map(str, left), lang) or none, lang)
        for name, left in position.stacks().items()
    ]
    table.add_row(shown("tiles-left", lang), RunningText(parted(stacks, lang)))
    for holdings in position.rules.parts.holdings:
        for holding in holdings.of_table:
            if found := on_table(position, holding, lang):
                label, things = found
                table.add_row(shown(label, lang), RunningText(listed(things, lang) or "–"))
    if position.returning is not None:
        order = listed((called(position, player, lang) for player in position.returning.order), lang)
        words = shown("final-round", lang, order=order) if position.returning.final else order
        table.add_row(shown("returning", lang), RunningText(words))
    rules = edition_in_words(position.rules.edition, lang)
    if modules := tuple(form_of(module, "", lang) for module in position.rules.modules):
        rules = shown("module", lang, edition=rules, module=modules)
    readings = (reading_in_words(option, value, lang) for option, value in position.rules.options.items())
    table.add_row(shown("rules", lang), RunningText(f"{rules}{colon(lang)}{parted(readings, lang)}"))
    return table
