"""A position as a small table of text: what `print(position)` shows.

Cards are written with their names; where these need more than one row, and where cities are listed, the two letters of
the line notation stand for them, so that the table stays small. Tables of many players and modules would still be long,
so there cards and tiles are always written in this way, and labels share rows.
"""

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from thurntaxis import scoring
from thurntaxis.io.line_format import card_code
from thurntaxis.values import Cards, is_unknown

if TYPE_CHECKING:
    from thurntaxis.board import Board
    from thurntaxis.position import Player, Position

WIDTH, DENSE_WIDTH = 80, 100
"""The width of a row, and of one that several labels share."""

MOST_ROWS = 24
"""The greatest number of rows with one label in each; longer tables share rows."""

LABEL = 12
"""The width of the labels, with the space after them."""

_JOINT = "\0"
"""Stands for a non-breaking space."""

_LONGEST_NAME = 30
"""The greatest length of a player's name."""


def text_table(position: "Position") -> str:
    """Return the table without a line break at the end; empty rows are left out."""
    lines = _lines(position, dense=False)
    return "\n".join(lines if len(lines) <= MOST_ROWS else _lines(position, dense=True))


def _lines(position: "Position", *, dense: bool) -> list[str]:
    """Return the lines of the table; labels share rows if it is `dense`."""
    rules, width = position.rules, DENSE_WIDTH if dense else WIDTH
    lines = _wrapped(f"{_moment(position)} ({', '.join((rules.board.name, rules.edition, *rules.modules))})", width)
    for at, player in enumerate(position.players):
        sign = ">" if at == position.decider and not position.is_over else " "
        counts = ", ".join(_unbroken(count) for count in _counts(position, at))
        lines += _wrapped(f"{sign} {_name(position, at)}: {counts}", width)
        lines += _labelled(_belongings(position, player, dense=dense), "    ", dense=dense)
    return lines + _labelled(_supply(position, dense=dense), "", dense=dense)


def _labelled(found: Iterable[tuple[str, str]], indent: str, *, dense: bool) -> list[str]:
    """Return the lines of labels with their contents; empty ones are left out."""
    rows = [(label, words) for label, words in found if words]
    if dense:
        room = DENSE_WIDTH - len(indent)
        cells = [f"{label} {words}" for label, words in rows]
        whole = [_unbroken(cell) if len(cell) <= room else cell for cell in cells]
        return _wrapped("; ".join(whole), DENSE_WIDTH, indent, indent)
    return [
        line
        for label, words in rows
        for line in _wrapped(f"{indent + label:<{LABEL - 1}} {words}", WIDTH, "", " " * LABEL)
    ]


def _unbroken(text: str) -> str:
    """Return a text that stays on one line."""
    return text.replace(" ", _JOINT)


def _wrapped(text: str, width: int, first: str = "", others: str = "    ") -> list[str]:
    """Return the lines of a text, with the indents of the first line and of the others."""
    lines = textwrap.wrap(text, width, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)
    return [line.replace(_JOINT, " ") for line in lines]


def _moment(position: "Position") -> str:
    """Return whose turn it is, and how far it has got."""
    turn = position.turn
    if position.is_over:
        winner = position.winner()
        return "game over" if winner is None else f"game over, won by {_name(position, winner)}"
    words = [f"{_name(position, turn.player)}: {turn.phase}"]
    words += [f"{count} {what}" for count, what in ((turn.drawn, "drawn"), (turn.played, "played")) if count]
    words += [*turn.used, *(f"reveal for {reveal}" for reveal in dict.fromkeys(turn.pending))]
    if position.ender is not None:
        words.append("last round")
    return ", ".join(words)


def _name(position: "Position", at: int) -> str:
    return textwrap.shorten(position.players[at].name or f"player {at + 1}", _LONGEST_NAME, placeholder="...")


def _counts(position: "Position", at: int) -> Iterator[str]:
    player, rules = position.players[at], position.rules
    yield f"points {scoring.score(position, player)}"
    if rules.parts.carriages:
        yield f"carriage {player.carriage or '-'}"
    yield f"houses left {rules.board.houses - len(player.houses)}"
    for added in rules.parts.holdings:
        for holding in added.of_players:
            if holding.kind == "count":
                count, unusable = holding.value(player), holding.unusable(player)
                yield f"{holding.key} {count}" + (f" ({count - unusable} usable)" if unusable else "")
        yield from added.pieces_of(position, at)


def _belongings(position: "Position", player: "Player", *, dense: bool) -> Iterator[tuple[str, str]]:
    """Yield the rows of a player: label and content."""
    board, of_players = position.rules.board, position.rules.parts.player_holdings
    yield "hand", _cards(board, player.hand, dense=dense)
    yield "route", _cards(board, player.route, " - ", dense=dense)
    for holding in of_players:
        if holding.kind == "cards":
            yield holding.key, _cards(board, holding.value(player), dense=dense)
    yield "houses", _codes(board, player.houses)
    codes = (f"{board.stack_codes[tile.stack]}{tile.value}" for tile in player.tiles)
    yield "tiles", " ".join(codes) if dense else _listed(map(str, player.tiles))
    for holding in of_players:
        if holding.kind == "officials":
            yield holding.key, _listed(holding.value(player))


def _supply(position: "Position", *, dense: bool) -> Iterator[tuple[str, str]]:
    """Yield the rows of the table: label and content."""
    board = position.rules.board
    deck = [str(position.deck_size), f"discards {len(position.discard)}"]
    rows: list[tuple[str, str]] = []
    for holding in position.rules.parts.table_holdings:
        value = holding.value(position)
        if holding.kind == "cities":
            rows.append((holding.key, _codes(board, value)))
        elif holding.kind == "officials":
            rows.append((holding.key, ", ".join(f"{name} {left}" for name, left in value.items())))
        elif isinstance(value, int) and holding.kind != "holder":
            deck.append(f"{holding.key.replace('_', ' ')} {value}")
    yield "display", _cards(board, position.display, dense=dense)
    yield "deck", ", ".join(deck)
    yield from rows
    if position.returning is not None:
        yield "returning", ", ".join(_name(position, at) for at in position.returning.order)


def _cards(board: "Board", cards: Cards, between: str = ", ", *, dense: bool) -> str:
    """Return cards by name, or by code if that is too long or the table is `dense`; a route keeps its order."""
    names = between.join(cards) if between != ", " else _listed(cards)
    if not dense and len(names) <= WIDTH - LABEL:
        return names
    return " ".join(card_code(card, board) for card in cards)


def _listed(names: Iterable[str]) -> str:
    """Return cards or tiles, equal ones together and unknown cards last."""
    counts = sorted(Counter(names).items(), key=lambda entry: is_unknown(entry[0]))
    return ", ".join(f"{name} x{count}" if count > 1 else name for name, count in counts)


def _codes(board: "Board", cities: Iterable[str]) -> str:
    return " ".join(sorted(board.city_codes[city] for city in cities))
