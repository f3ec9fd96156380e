"""The chances of winning turn by turn, as a picture."""

from thurntaxis_presentation.describe import called
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.numbers import in_percent, percent
from thurntaxis_presentation.svg.pieces import framed, text, width_of
from thurntaxis_presentation.svg.whole import style
from thurntaxis_solver.game_review import Review

LEFT, TOP, PLOT_WIDTH, PLOT_HEIGHT = 70, 96, 760, 320
"""Where the plot begins, and its size."""

MARGIN = 24

LINES = """.grid { stroke: #d9cba8; stroke-width: 1; }
.chances polyline { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
.chances .lost { stroke: #2b2419; stroke-width: 2; fill: none; }
.p0 polyline { stroke: #b3261e; } .p0 circle { fill: #b3261e; }
.p1 polyline { stroke: #1f5aa6; } .p1 circle { fill: #1f5aa6; }
.p2 polyline { stroke: #2f7d32; } .p2 circle { fill: #2f7d32; }
.p3 polyline { stroke: #b27a00; } .p3 circle { fill: #b27a00; }"""
"""What the style sheet of the table, which has the colours, lacks."""


def chances_svg(review: Review, lang: str = "en") -> str:
    """Return the chances of a reviewed game as one SVG picture.

    Each player's line goes through the chances at the beginning of the player's own turns, and ends with the result of
    the game. A ring marks each of the costliest turns.
    """
    lang = Language(lang)
    start = review.record.start
    names = [called(start, at, lang) for at in range(len(start.players))]
    last = max(turn.number for turn in review.turns)
    whole = last + (1 if review.end.is_over and review.is_complete else 0)
    width, height = LEFT + PLOT_WIDTH + MARGIN, TOP + PLOT_HEIGHT + 58
    title = lang.text("review-chances")
    parts = [text(title, MARGIN, 38, "title"), *_legend(names), *_grid(whole, lang)]
    for player in range(len(names)):
        points = _points(review, player, whole)
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2"/>' for x, y in points)
        rings = "".join(
            f'<circle class="lost" cx="{_x(turn.number, whole):.1f}" cy="{_y(float(turn.win)):.1f}" r="8" '
            'style="fill:none"/>'
            for turn in review.costly
            if turn.player == player and turn.win is not None
        )
        parts.append(f'<g class="chances p{player}"><polyline points="{line}"/>{dots}{rings}</g>')
    return framed("chances", width, height, title, _description(review, names, lang), style() + LINES, *parts)


def _description(review: Review, names: list[str], lang: Language) -> str:
    """Return the chances of each player in words, for those who don't see the picture."""
    told: list[str] = []
    for player, name in enumerate(names):
        own = [turn.win for turn in review.turns if turn.player == player and turn.win is not None]
        told.append(f"{name}{lang.colon}{lang.listed(percent(win, lang, alone=True) for win in own)}")
    return lang.parted(told)


def _x(turn: float, whole: int) -> float:
    return LEFT + PLOT_WIDTH * (turn - 1) / max(1, whole - 1)


def _y(chance: float) -> float:
    return TOP + PLOT_HEIGHT * (1 - chance)


def _points(review: Review, player: int, whole: int) -> list[tuple[float, float]]:
    """Return the points of a player's line."""
    points = [
        (_x(turn.number, whole), _y(float(turn.win)))
        for turn in review.turns
        if turn.player == player and turn.win is not None
    ]
    if whole > max(turn.number for turn in review.turns):
        points.append((_x(whole, whole), _y(1.0 if review.end.winner() == player else 0.0)))
    return points


def _legend(names: list[str]) -> list[str]:
    """Return the players' names beside their colours."""
    parts: list[str] = []
    x = float(MARGIN)
    for player, name in enumerate(names):
        parts.append(f'<g class="p{player}"><circle cx="{x + 6:.1f}" cy="64" r="6"/></g>')
        parts.append(text(name, x + 18, 68.5, "name"))
        x += 18 + width_of(name, 12.5) + 26
    return parts


def _grid(whole: int, lang: Language) -> list[str]:
    """Return the lines of the plot, the chances at its left, and the numbers of the turns below it."""
    parts: list[str] = []
    for share in range(0, 101, 25):
        y = _y(share / 100)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{LEFT + PLOT_WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(text(in_percent(str(share), lang), LEFT - 10, y + 4, "label", ' text-anchor="end"'))
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100, 1000) if whole <= 16 * size or size == 1000)
    parts += [
        text(str(turn), _x(turn, whole), TOP + PLOT_HEIGHT + 20, "label", ' text-anchor="middle"')
        for turn in range(1, whole + 1)
        if turn == 1 or turn % step == 0
    ]
    middle = LEFT + PLOT_WIDTH / 2
    parts.append(text(lang.text("review-turn"), middle, TOP + PLOT_HEIGHT + 42, "label", ' text-anchor="middle"'))
    return parts
