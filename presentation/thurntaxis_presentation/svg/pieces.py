"""Small pieces of the picture: text, cards, tiles, houses; and rows of pieces that break like lines of text."""

import html
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from thurntaxis import Board
from thurntaxis_presentation.describe import stack_title
from thurntaxis_presentation.language import Language

CHIP_HEIGHT = 22
GAP = 6


@dataclass(frozen=True)
class Piece:
    """A piece of picture, drawn with its upper left corner at 0, 0, and its width.

    `data` are attributes that tell a program what the piece is, such as ` data-card="Ulm"`.
    """

    svg: str
    width: float
    data: str = ""


def text(words: str, x: float, y: float, kind: str, extra: str = "") -> str:
    """Return a line of text with its baseline at `y`; `kind` is its CSS class."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}"{extra}>{html.escape(words)}</text>'


def framed(name: str, width: int, height: int, title: str, description: str, css: str, *parts: str) -> str:
    """Return a picture on paper; title and description are for those who don't see it, and `name` begins their ids."""
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
            f' role="img" aria-labelledby="{name}-title {name}-description">',
            f'<title id="{name}-title">{html.escape(title)}</title>',
            f'<desc id="{name}-description">{html.escape(description)}</desc><style>{css}</style>',
            f'<rect class="paper" x="1" y="1" width="{width - 2}" height="{height - 2}" rx="14"/>',
            *parts,
            "</svg>\n",
        ]
    )


def width_of(words: str, size: float) -> float:
    """Return the approximate width of a text in a font of this size."""
    return sum(_share(sign) for sign in words) * size


def _share(sign: str) -> float:
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.0
    if sign in "iljI.,:;'|! ":
        return 0.31
    if sign in "mwMWÜÄÖ":
        return 0.86
    return 0.66 if sign.isupper() else 0.56


def cut(words: str, size: float, width: float) -> str:
    """Return the text, shortened if necessary to fit a width."""
    if width_of(words, size) <= width:
        return words
    while words and width_of(words + "…", size) > width:
        words = words[:-1]
    return words + "…"


FREE_CITY = "#f0e2b6"
"""The colour of free cities."""


def colour_of(board: Board, province: str | None) -> str:
    """Return the colour of a province's cards, or of those of free cities, which are of no province."""
    return next((p.colour for p in board.provinces if p.name == province), FREE_CITY)


def face(board: Board, name: str, lang: Language) -> tuple[str, str, int]:
    """Return what a card shows, which may be an unknown one: its city, its colour and its horseshoes."""
    city = board.city_of.get(name)
    shoes = board.horseshoes.get(name) or int(name.partition("/")[2] or 0)
    colour = "#8a8378" if city is None else colour_of(board, board.province_of[city])
    return city or lang.shown("unknown"), colour, shoes


def card(board: Board, name: str, lang: Language, count: int = 1) -> Piece:
    """Return a city card, or several: its province's colour at the left, its city, their count, its horseshoes."""
    known = name in board.city_of
    city, colour, shoes = face(board, name, lang)
    label = f"{city} ×{count}" if known else lang.shown("unknown-cards", number=count)
    label = label if count > 1 else city
    first = width_of(label, 12.5) + 20
    width = first + 1 + shoes * _SHOE
    svg = (
        f'<rect class="card{"" if known else " unknown"}" width="{width:.1f}" height="{CHIP_HEIGHT}" rx="4"/>'
        f'<path d="M4 0h5v{CHIP_HEIGHT}h-5a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z" fill="{colour}"/>'
        + text(label, 15, 15.5, "name")
        + "".join(f'<path class="shoe" d="M{first + at * _SHOE + 1:.1f} 6c-2.6 12 8.6 12 6 0"/>' for at in range(shoes))
    )
    return Piece(svg, width, f' data-card="{html.escape(name)}"')


_SHOE = 10
"""How wide a horseshoe is, with the room beside it."""


def tile(board: Board, stack: str, value: int, lang: Language) -> Piece:
    """Return a bonus tile: its value, and what it is for."""
    title = stack_title(board, stack, lang)
    width = width_of(title, 12.5) + 33
    svg = (
        f'<rect class="tile" width="{width:.1f}" height="{CHIP_HEIGHT}" rx="11"/>'
        f'<circle cx="11" cy="11" r="11" fill="{stack_colour(board, stack)}"/>'
        + text(str(value), 11, 15.5, "value", ' text-anchor="middle"')
        + text(title, 26, 15.5, "name")
    )
    return Piece(svg, width)


def stack_colour(board: Board, name: str) -> str:
    """Return the colour of a stack of tiles: that of its first province, darkened enough for white figures."""
    stack = board.stack(name)
    if stack.city is not None:
        return shade(FREE_CITY, 0.5)
    return shade(colour_of(board, stack.provinces[0]), 0.72) if stack.provinces else "#5b4a36"


def shade(colour: str, share: float) -> str:
    """Return a colour made darker (`share` below 1)."""
    return "#" + "".join(f"{int(int(colour[at : at + 2], 16) * share):02x}" for at in (1, 3, 5))


def house(player: int, mark: str, x: float, y: float, size: float = 26) -> str:
    """Return a house of a player, which bears the player's mark, with its middle at `x`, `y`."""
    half = size / 2
    outline = f"M{-half} {half}V{-half * 0.25:.1f}L0 {-half * 1.15:.1f}L{half} {-half * 0.25:.1f}V{half}Z"
    return (
        f'<g class="house p{player}" transform="translate({x:.1f} {y:.1f})"><path d="{outline}"/>'
        + text(mark, 0, half - size / 8, "digit", f' text-anchor="middle" font-size="{size * 0.7:.1f}"')
        + "</g>"
    )


def flow(pieces: Sequence[Piece], x: float, y: float, width: float) -> tuple[str, float]:
    """Place pieces side by side in rows of a width; return them and the height they take."""
    parts: list[str] = []
    left, top = 0.0, 0.0
    for piece in pieces:
        if left and left + piece.width > width:
            left, top = 0.0, top + CHIP_HEIGHT + GAP
        parts.append(f'<g transform="translate({x + left:.1f} {y + top:.1f})"{piece.data}>{piece.svg}</g>')
        left += piece.width + GAP
    return "".join(parts), top + CHIP_HEIGHT
