"""Pay-off matrices as a picture: a heat map with the figures in it."""

import html
from typing import TYPE_CHECKING

from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.svg.pieces import cut, text, width_of
from thurntaxis_presentation.svg.whole import style
from thurntaxis_presentation.tournament_words import cell_lines, matrix_notes, matrix_title

if TYPE_CHECKING:
    from thurntaxis_solver.play.payoff_matrix import Cell, Matrix, PayoffMatrices

MARGIN, WIDEST_NAME, CELL_WIDTH, CELL_HEIGHT = 24, 440, 104, 62
"""Widths of the margin, of the longest name and of a cell; height of a cell."""

TITLE, HEAD, GAP, NOTE = 34, 26, 26, 20
"""Heights of a title, of the numbers of the columns, below a matrix, and of a note."""

PAPER, LOSES, WINS = (247, 241, 225), (179, 38, 30), (31, 90, 166)
"""The colours of a share at par, and of none or all of the games won."""

LIGHT_TEXT_FROM = 0.55
"""How far from par a cell is so dark that its figures are light."""

LINES = """.matrix .share { font-size: 15px; font-weight: bold; }
.matrix .label { font-size: 11px; fill: #2b2419; }
.matrix .light { fill: #fff; }
.matrix rect { stroke: #d9cba8; }"""
"""What the style sheet of the table doesn't have."""


def matrices_svg(matrices: "PayoffMatrices", lang: str = "en") -> str:
    """Return the matrices below each other as one SVG picture, rows and columns called by the agents' numbers."""
    lang = Language(lang)
    agents = matrices.setup.agents
    titles = [matrix_title(matrix, lang) for matrix in matrices.matrices]
    notes = matrix_notes(matrices, lang)
    names = [cut(f"{number} {one_line(agent)}", 12.5, WIDEST_NAME) for number, agent in enumerate(agents, 1)]
    beside = round(max(width_of(name, 12.5) for name in names)) + GAP
    wide = max([beside + CELL_WIDTH * len(agents), *(width_of(words, 14) for words in (*titles, *notes))])
    each = TITLE + HEAD + CELL_HEIGHT * len(agents) + GAP
    width, height = round(wide) + 2 * MARGIN, MARGIN + each * len(titles) + NOTE * len(notes) + MARGIN // 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        ' role="img" aria-labelledby="matrix-title matrix-description">',
        f'<title id="matrix-title">{html.escape(lang.parted(titles))}</title>',
        f'<desc id="matrix-description">{html.escape(_description(matrices, lang))}</desc>',
        f"<style>{style()}{LINES}</style>",
        f'<rect class="paper" x="1" y="1" width="{width - 2}" height="{height - 2}" rx="14"/>',
    ]
    for at, (title, matrix) in enumerate(zip(titles, matrices.matrices, strict=True)):
        top = MARGIN + each * at
        parts.append(text(title, MARGIN, top + 16, "heading"))
        parts += [text(name, MARGIN, top + TITLE + _middle(at), "name") for at, name in enumerate(names)]
        parts += _matrix(matrix, agents, MARGIN + beside, top + TITLE, lang)
    top = MARGIN + each * len(titles)
    parts += [text(note, MARGIN, top + NOTE * at + 6, "label") for at, note in enumerate(notes)]
    return "".join([*parts, "</svg>\n"])


def _description(matrices: "PayoffMatrices", lang: Language) -> str:
    """Return the shares of each matrix in words, for those who don't see the picture."""
    told: list[str] = []
    for matrix in matrices.matrices:
        cells = (
            f"{one_line(cell.row)} – {one_line(cell.column)}{lang.colon}{cell_lines(cell, lang)[0]}"
            for cell in matrix.cells
        )
        told.append(f"{matrix_title(matrix, lang)}{lang.colon}{lang.parted(cells)}")
    return " ".join(told)


def _middle(row: int) -> float:
    """Return where a line in the middle of a row has its baseline."""
    return HEAD + CELL_HEIGHT * (row + 0.5) + 4


def _matrix(matrix: "Matrix", agents: tuple[str, ...], left: float, top: float, lang: Language) -> list[str]:
    """Return the cells of a matrix below the numbers of its columns."""
    parts = ['<g class="matrix">']
    for at, row in enumerate(agents):
        parts.append(_centred(str(at + 1), left + CELL_WIDTH * (at + 0.5), top + 16, "name"))
        for across, column in enumerate(agents):
            x = left + CELL_WIDTH * across
            if row == column:
                parts.append(_centred("–", x + CELL_WIDTH / 2, top + _middle(at), "name"))
            else:
                y = top + HEAD + CELL_HEIGHT * at
                parts += _cell(matrix.cell(row, column), matrix.par, x, y, lang)
    return [*parts, "</g>"]


def _centred(words: str, x: float, y: float, kind: str) -> str:
    return text(words, x, y, kind, ' text-anchor="middle"')


def _cell(cell: "Cell", par: float, x: float, y: float, lang: Language) -> list[str]:
    """Return a cell: its colour tells how far the share is from par, and its figures stand below each other."""
    share, *others = cell_lines(cell, lang)
    far = 0.0 if cell.win is None else _distance(cell.win.value, par)
    light = " light" if abs(far) > LIGHT_TEXT_FROM else ""
    box = (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{CELL_WIDTH}" height="{CELL_HEIGHT}" '
        f'style="fill:{_colour(far)}"><title>{html.escape(one_line(f"{cell.row} – {cell.column}"))}</title></rect>'
    )
    middle = x + CELL_WIDTH / 2
    figures = [_centred(words, middle, y + 39 + 15 * at, f"label{light}") for at, words in enumerate(others)]
    return [box, _centred(share, middle, y + 22, f"share{light}"), *figures]


def _distance(share: float, par: float) -> float:
    """Return how far a share of wins is from par: 1 for all games, -1 for none."""
    return (share - par) / (1 - par if share > par else par)


def _colour(far: float) -> str:
    """Return the colour of a cell that is so far from par."""
    end = WINS if far > 0 else LOSES
    mixed = (round(low + (high - low) * abs(far)) for low, high in zip(PAPER, end, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)
