"""What lies beside the map: the players, the display with deck and discards, the stacks of tiles."""

import html
from collections import Counter

from thurntaxis import Position
from thurntaxis_cli.marks import marks
from thurntaxis_cli.picture.pieces import (
    CHIP_HEIGHT,
    GAP,
    Piece,
    card,
    cut,
    flow,
    house,
    stack_colour,
    text,
    tile,
    width_of,
)
from thurntaxis_cli.words import called, signed, stack_title

PANEL = 352
"""Width of a player's panel."""

_INSET = 66
"""Where the pieces of a panel begin, beside the words that say what they are."""


def player_panel(position: Position, at: int) -> tuple[str, float]:
    """Return the panel of a player, and its height."""
    player, board = position.players[at], position.rules.board
    on_turn = position.turn.player == at and not position.is_over
    parts: list[str] = []
    y = 44.0
    rows = [
        ("carriage", [_carriage(number, taken=number <= (player.carriage or 0)) for number, _ in board.carriages]),
        ("route", [card(board, city) for city in player.route]),
        ("hand", [card(board, city) for city in player.hand]),
        ("tiles", [tile(board, piece.stack, piece.value) for piece in player.tiles]),
    ]
    for label, pieces in rows:
        parts.append(text(label, 14, y + 15.5, "label"))
        row, height = flow(pieces or [_nothing()], _INSET, y, PANEL - _INSET - 10)
        parts.append(row)
        y += height + GAP + 2
    left, points = board.houses - len(player.houses), signed(position.scores()[at])
    name = cut(called(position, at), 18, 150)
    head = (
        house(at, marks(position)[at], 24, 23, 20)
        + text(name, 42, 29, "player")
        + text(points, PANEL - 14, 31, "points", ' text-anchor="end"')
        + text(f"{left} houses left", PANEL - 64, 23 if on_turn else 29, "label", ' text-anchor="end"')
        + (text("on turn", PANEL - 64, 37, "turn", ' text-anchor="end"') if on_turn else "")
    )
    frame = f'<rect class="panel{" on" if on_turn else ""} p{at}" width="{PANEL}" height="{y + 4:.1f}" rx="10"/>'
    label = html.escape(f"{called(position, at)}: {points} points, {left} houses left")
    return f'<g role="group" aria-label="{label}">{frame}{head}{"".join(parts)}</g>', y + 4


def _carriage(number: int, *, taken: bool) -> Piece:
    kind = "wheel taken" if taken else "wheel"
    return Piece(
        f'<g class="{kind}"><circle cx="11" cy="11" r="10"/>'
        + text(str(number), 11, 15.5, "value", ' text-anchor="middle"')
        + "</g>",
        CHIP_HEIGHT,
    )


def _nothing() -> Piece:
    return Piece(text("–", 2, 15.5, "label"), 20)


def supply(position: Position, width: float) -> tuple[str, float]:
    """Return the display with deck and discards, and the stacks of tiles, and the height they take."""
    board = position.rules.board
    free = board.display - len(position.display)
    pieces = [card(board, city) for city in position.display] + [_space()] * free
    cards, height = flow(pieces, 0, 22, width)
    parts = [text("Display", 0, 12, "heading"), cards]
    y = 22 + height + 36
    parts.append(text("Deck and discards", 0, y - 10, "heading"))
    counts = Counter(position.discard)
    pile = [_pile(f"deck {position.deck_size}"), _pile(f"discards {len(position.discard)}")]
    pile += [card(board, city, note=f"×{count}" if count > 1 else "") for city, count in counts.items()]
    row, height = flow(pile, 0, y, width)
    parts.append(row)
    y += height + 36
    parts.append(text("Tiles left", 0, y - 10, "heading"))
    stacks = [_stack(position, name, values) for name, values in position.stacks().items()]
    row, height = flow(stacks, 0, y, width, height=CHIP_HEIGHT)
    parts.append(row)
    return "".join(parts), y + height


def _space() -> Piece:
    return Piece(f'<rect class="space" width="76" height="{CHIP_HEIGHT}" rx="4"/>', 76)


def _pile(words: str) -> Piece:
    width = width_of(words, 12.5) + 20
    return Piece(
        f'<rect class="pile" width="{width:.1f}" height="{CHIP_HEIGHT}" rx="4"/>' + text(words, 10, 15.5, "value"),
        width,
    )


def _stack(position: Position, name: str, values: tuple[int, ...]) -> Piece:
    """Return a stack: its name and the values left in it, the uppermost filled."""
    title = stack_title(position.rules.board, name)
    label = width_of(title, 12.5) + 8
    parts = [text(title, 0, 15.5, "name")]
    colour = stack_colour(position.rules.board, name)
    for at, value in enumerate(values):
        kind = f'fill="{colour}"' if at == 0 else f'class="under" stroke="{colour}"'
        x = label + 11 + at * 21
        parts.append(f'<circle cx="{x:.1f}" cy="11" r="10" {kind}/>')
        parts.append(text(str(value), x, 15.5, "value" if at == 0 else "name", ' text-anchor="middle"'))
    if not values:
        parts.append(text("none", label, 15.5, "label"))
    return Piece("".join(parts), label + max(len(values), 2) * 21 + 12)
