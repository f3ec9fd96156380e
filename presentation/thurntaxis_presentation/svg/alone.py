"""The map by itself, as a picture of its own without words in any one language."""

import html

from thurntaxis import Position
from thurntaxis_presentation.svg.map import WIDTH, map_svg, view
from thurntaxis_presentation.svg.whole import style

BOLDER = """.town { font-size: 21px; stroke-width: 5px; } .province { display: none; }
.verge { stroke-width: 7; } .road { stroke-width: 4; } .route polyline { stroke-width: 9; }
.route .casing.casing { stroke-width: 13; } .route circle { stroke-width: 8; } .house path { stroke-width: 1; }"""
"""How the map differs from the one of the whole table: it can be read where it is shown small."""


def map_picture(position: Position) -> str:
    """Return the map of the position, with routes and houses, as one SVG picture."""
    board = position.rules.board
    height = view(board).height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
        f'height="{height:.0f}" role="img" aria-label="{html.escape(board.name)}"><style>{style()}{BOLDER}</style>'
        f'<rect class="sea" width="{WIDTH}" height="{height:.0f}" rx="10"/>{map_svg(position)}</svg>\n'
    )
