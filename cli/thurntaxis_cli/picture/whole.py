"""The whole picture: the map, what lies below it, and the players beside it."""

import functools
import html
from pathlib import Path

from thurntaxis import Position
from thurntaxis_cli.picture.map import WIDTH, map_svg, view
from thurntaxis_cli.picture.panels import PANEL, player_panel, supply
from thurntaxis_cli.picture.pieces import text
from thurntaxis_cli.words import called, moment

MARGIN = 24
MAP_TOP = 62


@functools.cache
def style() -> str:
    """Return the picture's style sheet, which is written in CSS beside this module."""
    return Path(__file__).with_name("style.css").read_text(encoding="utf-8")


def board_svg(position: Position) -> str:
    """Return the position as one SVG picture: map, display, decks, stacks; each player's cards, tiles and points."""
    board = position.rules.board
    wide, high = WIDTH, view(board).height
    below, below_height = supply(position, wide)
    panels: list[str] = []
    beside = MARGIN + wide + MARGIN
    y = 24.0
    for at in range(len(position.players)):
        panel, height = player_panel(position, at)
        panels.append(f'<g transform="translate({beside} {y:.1f})">{panel}</g>')
        y += height + 14
    width = beside + PANEL + MARGIN
    height = round(max(MAP_TOP + high + 34 + below_height, y - 14) + MARGIN)
    title = html.escape(f"Thurn and Taxis, board {board.name}")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        ' role="img" aria-labelledby="taxis-title taxis-description">',
        f'<title id="taxis-title">{title}</title>',
        f'<desc id="taxis-description">{html.escape(description(position))}</desc><style>{style()}</style>',
        f'<rect class="paper" x="1" y="1" width="{width - 2}" height="{height - 2}" rx="14"/>',
        text("Thurn and Taxis", MARGIN, 38, "title"),
        text(moment(position), MARGIN + 206, 37, "subtitle"),
        f'<svg x="{MARGIN}" y="{MAP_TOP}" width="{wide}" height="{high:.0f}">',
        f'<rect class="sea" width="{wide}" height="{high:.0f}" rx="10"/>{map_svg(position)}</svg>',
        f'<g transform="translate({MARGIN} {MAP_TOP + high + 28:.1f})">{below}</g>',
        *panels,
        "</svg>\n",
    ]
    return "".join(parts)


def description(position: Position) -> str:
    """Return the position in sentences, for those who don't see the picture."""
    parts = [moment(position).removesuffix(".")]
    for at, player in enumerate(position.players):
        parts.append(
            f"{called(position, at)}: {position.scores()[at]} points; route {', '.join(player.route) or 'none'}; "
            f"houses {', '.join(player.houses) or 'none'}; carriage {player.carriage or 'none'}; "
            f"tiles {', '.join(map(str, player.tiles)) or 'none'}"
        )
    display = ", ".join(position.display) or "empty"
    parts.append(f"Display: {display}; deck {position.deck_size}, discards {len(position.discard)}")
    return ". ".join(parts) + "."
