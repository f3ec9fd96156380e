"""The table as a person sees it: the moment, the map, the players, the cards and tiles that are left."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from thurntaxis import Player, Position
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
        head.append(f": {signed(position.scores()[at])} points", "default")
        head.append(f", {', '.join(_counted(position, player))}", "default not bold")
        table.add_row(Text(marks(position)[at], PLAYER_STYLES[at]), head)
        tiles = ", ".join(f"{stack_title(board, tile.stack)} {tile.value}" for tile in player.tiles)
        rows = [("route", " – ".join(player.route)), ("hand", cards(player.hand)), ("tiles", tiles)]
        rows += [(name, cards(getattr(player, name))) for name in ("horses", "offices") if name in _keys(position)]
        for label, words in rows:
            table.add_row(label, Text(words or "–"))
    return table


def _keys(position: Position) -> set[str]:
    """Return the names of what players have in this game besides what they have in the base game."""
    return {name for keys in position.rules.parts.keys for name in keys.player_keys}


def _counted(position: Position, player: Player) -> Iterator[str]:
    """Yield what a player has of each thing that is counted."""
    has = _keys(position)
    if position.rules.parts.carriages:
        yield f"carriage {player.carriage or 'none'}"
    if "letters" in has:
        new = player.letters - player.letters_usable
        yield f"{_number(player.letters, 'letter')}{f' ({new} not usable yet)' if new else ''}"
    if player.has_messenger:
        yield "the messenger"
    if "chips" in has:
        yield _number(player.chips, "chip")
    yield f"{position.rules.board.houses - len(player.houses)} houses left"


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


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
    back = f", {_number(position.deck_back, 'horse')} on the back of the top one" if position.deck_back else ""
    table.add_row("deck", f"{position.deck_size} cards{back}")
    table.add_row(
        "discards", f"{len(position.discard)} cards" + (f": {cards(position.discard)}" if position.discard else "")
    )
    board = position.rules.board
    stacks = [f"{stack_title(board, n)} {' '.join(map(str, v)) or 'none'}" for n, v in position.stacks().items()]
    table.add_row("tiles left", "; ".join(stacks))
    for label, words in _left(position):
        table.add_row(label, words)
    options = ", ".join(f"{key} {str(value).lower()}" for key, value in position.rules.options.items())
    modules = "".join(f" with {module}" for module in position.rules.modules)
    table.add_row("rules", f"{position.rules.edition}{modules}: {options}")
    return table


def _left(position: Position) -> Iterator[tuple[str, str]]:
    """Yield what modules have on the table: letters and office tiles that nobody has taken, chips, the messenger."""
    data = {name: value for keys in position.rules.parts.keys for name, value in keys.table(position).items()}
    if "letters" in data:
        yield "letters", ", ".join(data["letters"]) or "–"
    if "messenger" in data:
        holder = data["messenger"]
        yield "messenger", "beside the board" if holder is None else f"with {called(position, holder)}"
    if "offices" in data:
        yield "offices", ", ".join(f"{office} {left}" for office, left in data["offices"].items())
        yield "chips left", str(data["chips"])
    if position.returning is not None:
        order = ", ".join(called(position, player) for player in position.returning.order)
        yield "returning", f"{order}{' (the final round)' if position.returning.final else ''}"


def cards(names: Iterable[str]) -> str:
    """Return cards in words, copies counted."""
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in Counter(names).items())
