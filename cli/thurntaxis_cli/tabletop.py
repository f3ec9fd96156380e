"""The table as a person sees it: the moment, the map, the players, the cards and tiles that are left."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from thurntaxis import Position
from thurntaxis_cli.marks import marks
from thurntaxis_cli.terminal_map import PLAYER_STYLES, map_text
from thurntaxis_cli.words import called, moment, signed, stack_title

if TYPE_CHECKING:
    from rich.console import Console

NARROWEST_MAP, WIDEST_MAP = 60, 100


def show_table(position: Position, console: "Console") -> None:
    """Write the table to a console."""
    console.print(Text(moment(position), style="bold"))
    console.print()
    console.print(map_text(position, max(NARROWEST_MAP, min(console.width, WIDEST_MAP))), soft_wrap=True)
    console.print(_legend(position))
    console.print(_players(position))
    console.print(_supply(position))


def _legend(position: Position) -> Text:
    sign = marks(position)[0]
    row = " ".join([sign.lower()] * 3)
    words = f"{sign} behind a city: a house of {called(position, 0)[:30]}; {row}: the route in front"
    return Text(words + ("; ◆: a free city\n" if position.rules.board.free_cities else "\n"), "dim")


def _players(position: Position) -> Table:
    board = position.rules.board
    table = _grid()
    for at, player in enumerate(position.players):
        if at:
            table.add_row("", "")
        head = Text(called(position, at), PLAYER_STYLES[at])
        left = board.houses - len(player.houses)
        head.append(f": {signed(position.scores()[at])} points", "default")
        head.append(f", carriage {player.carriage or 'none'}, {left} houses left", "default not bold")
        table.add_row(Text(marks(position)[at], PLAYER_STYLES[at]), head)
        tiles = ", ".join(f"{stack_title(board, tile.stack)} {tile.value}" for tile in player.tiles)
        for label, words in (("route", " – ".join(player.route)), ("hand", cards(player.hand)), ("tiles", tiles)):
            table.add_row(label, Text(words or "–"))
    return table


def _grid() -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    table.add_column(style="dim", no_wrap=True, min_width=10)
    table.add_column()
    return table


def _supply(position: Position) -> Table:
    table = _grid()
    table.add_row("", "")
    free = position.rules.board.display - len(position.display)
    table.add_row("display", ", ".join(position.display) + (f" ({free} free)" if free else ""))
    table.add_row("deck", f"{position.deck_size} cards")
    table.add_row(
        "discards", f"{len(position.discard)} cards" + (f": {cards(position.discard)}" if position.discard else "")
    )
    board = position.rules.board
    stacks = [f"{stack_title(board, n)} {' '.join(map(str, v)) or 'none'}" for n, v in position.stacks().items()]
    table.add_row("tiles left", "; ".join(stacks))
    options = ", ".join(f"{key} {str(value).lower()}" for key, value in position.rules.options.items())
    table.add_row("rules", f"{position.rules.edition}: {options}")
    return table


def cards(names: Iterable[str]) -> str:
    """Return cards in words, copies counted."""
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in Counter(names).items())
