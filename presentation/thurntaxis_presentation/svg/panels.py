"""What lies beside the map: the players, the display with deck and discards, the stacks of tiles."""

import html
from collections import Counter
from collections.abc import Iterator

from thurntaxis import Position
from thurntaxis_presentation.describe import called, held_counts, held_names, marks, on_table, stack_title
from thurntaxis_presentation.language import Language, copies, signed
from thurntaxis_presentation.svg.pieces import (
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

PANEL = 352
"""Width of a player's panel."""

_INSET = 66
"""Where the pieces of a panel begin, beside the words that say what they are."""


def player_panel(position: Position, at: int, lang: Language) -> tuple[str, float]:
    """Return the panel of a player, and its height."""
    player, board = position.players[at], position.rules.board
    on_turn = position.turn.player == at and not position.is_over
    parts: list[str] = []
    y = 44.0
    for name, pieces in _rows(position, at, lang):
        parts.append(text(cut(lang.shown(name), 12, _INSET - 10), 14, y + 15.5, "label"))
        row, height = flow(pieces or [Piece(text("–", 2, 15.5, "label"), 20)], _INSET, y, PANEL - _INSET - 10)
        parts.append(f'<g data-place="{name}" data-player="{at}">{row}</g>')
        y += height + GAP + 2
    points = signed(position.scores()[at])
    left = lang.shown("houses-left", number=board.houses - len(player.houses))
    name = cut(called(position, at, lang), 18, 150)
    head = (
        house(at, marks(position)[at], 24, 23, 20)
        + text(name, 42, 29, "player")
        + text(points, PANEL - 14, 31, "points", ' text-anchor="end"')
        + text(left, PANEL - 64, 23 if on_turn else 29, "label", ' text-anchor="end"')
        + (text(lang.shown("on-turn"), PANEL - 64, 37, "turn", ' text-anchor="end"') if on_turn else "")
    )
    frame = f'<rect class="panel{" on" if on_turn else ""} p{at}" width="{PANEL}" height="{y + 4:.1f}" rx="10"/>'
    owned = lang.listed([lang.shown("points", number=position.scores()[at]), left])
    label = html.escape(f"{called(position, at, lang)}{lang.colon}{owned}")
    return f'<g role="group" aria-label="{label}">{frame}{head}{"".join(parts)}</g>', y + 4


def _rows(position: Position, at: int, lang: Language) -> Iterator[tuple[str, list[Piece]]]:
    """Yield what lies before a player, by the words that say what it is."""
    player, board = position.players[at], position.rules.board
    held = list(held_names(position, player, lang))
    if position.rules.parts.carriages:
        yield "wheels", [_carriage(number, taken=number <= (player.carriage or 0)) for number, _ in board.carriages]
    for holding, names in held:
        if holding.kind == "cards":
            yield holding.key, [card(board, name, lang) for name in names]
    yield "route", [card(board, name, lang) for name in player.route]
    yield "hand", [card(board, name, lang) for name in player.hand]
    yield "tiles", [tile(board, piece.stack, piece.value, lang) for piece in player.tiles]
    for holding, names in held:
        if holding.kind == "officials":
            yield holding.key, [_pile(name) for name in copies(names)]
    if others := list(held_counts(position, at, lang)):
        yield "also", [_pile(words) for words in others]


def _carriage(number: int, *, taken: bool) -> Piece:
    kind = "wheel taken" if taken else "wheel"
    figure = text(str(number), 11, 15.5, "value", ' text-anchor="middle"')
    return Piece(f'<g class="{kind}"><circle cx="11" cy="11" r="10"/>{figure}</g>', CHIP_HEIGHT)


def supply(position: Position, width: float, lang: Language, without: str = "") -> tuple[str, float]:
    """Return the display with deck and discards, the stacks of tiles, and what modules have; and their height.

    `without` names a row that is left out.
    """
    board = position.rules.board
    free = board.display - len(position.display)
    deck = [f"{lang.shown('deck')} {position.deck_size}", f"{lang.shown('discards')} {len(position.discard)}"]
    if position.deck_back:
        deck[0] += lang.bracketed(f"{lang.shown('horses')} {position.deck_back}")
    space = Piece(f'<rect class="space" width="76" height="{CHIP_HEIGHT}" rx="4"/>', 76)
    rows = {
        "heading-display": [card(board, name, lang) for name in position.display] + [space] * free,
        "heading-deck": [
            _pile(words, f' data-pile="{name}"') for words, name in zip(deck, ("deck", "discards"), strict=True)
        ]
        + [card(board, name, lang, count) for name, count in Counter(position.discard).items()],
        "heading-tiles": [_stack(position, name, values, lang) for name, values in position.stacks().items()],
    }
    heading = ""
    for holding, label, things in on_table(position, lang):
        if holding.kind == "count":  # stands under the heading before it
            rows[heading] += [_pile(f"{lang.shown(label)} {count}") for count in things]
        elif holding.kind != "holder":
            heading = f"heading-{label}"
            rows[heading] = [_pile(thing) for thing in things]
    parts: list[str] = []
    y = 22.0
    for name, pieces in rows.items():
        if pieces and name != without:
            parts.append(text(lang.shown(name), 0, y - 10, "heading"))
            row, height = flow(pieces, 0, y, width)
            parts.append(f'<g data-place="{name.removeprefix("heading-")}">{row}</g>')
            y += height + 36
    return "".join(parts), y - 36


def _pile(words: str, data: str = "") -> Piece:
    width = width_of(words, 12.5) + 20
    frame = f'<rect class="pile" width="{width:.1f}" height="{CHIP_HEIGHT}" rx="4"/>'
    return Piece(frame + text(words, 10, 15.5, "value"), width, data)


def _stack(position: Position, name: str, values: tuple[int, ...], lang: Language) -> Piece:
    """Return a stack: its name and the values left in it, the uppermost filled."""
    title = stack_title(position.rules.board, name, lang)
    label = width_of(title, 12.5) + 8
    parts = [text(title, 0, 15.5, "name")]
    colour = stack_colour(position.rules.board, name)
    for at, value in enumerate(values):
        kind = f'fill="{colour}"' if at == 0 else f'class="under" stroke="{colour}"'
        x = label + 11 + at * 21
        parts.append(f'<circle cx="{x:.1f}" cy="11" r="10" {kind}/>')
        parts.append(text(str(value), x, 15.5, "value" if at == 0 else "name", ' text-anchor="middle"'))
    if not values:
        parts.append(text(lang.text("none"), label, 15.5, "label"))
    return Piece("".join(parts), label + max(len(values), 2) * 21 + 12)
