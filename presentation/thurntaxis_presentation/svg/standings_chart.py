"""The table of a tournament as a picture: how often every agent wins, and its strength, each with its interval."""

import html
from collections.abc import Callable
from typing import TYPE_CHECKING

from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.language import Language, signed_text
from thurntaxis_presentation.numbers import in_percent, percent
from thurntaxis_presentation.tournament_words import rules

if TYPE_CHECKING:
    from thurntaxis_solver.play.standings import Table
    from thurntaxis_solver.quantities import Estimate

LEFT, PLOT, GAP, LINE, TOP = 250, 300, 60, 34, 74
"""Widths of the names, of a plot and between plots; height of a line; where the first line is."""

STYLE = (
    "text{font:14px sans-serif;fill:#2b2622}.title{font-size:18px;font-weight:600}.small{font-size:12px;fill:#6b625a}"
    ".mark{fill:#8a3324}.interval{stroke:#8a3324;stroke-width:2}.even{stroke:#6b625a;stroke-dasharray:4 4}"
    ".paper{fill:#fbf7ef;stroke:#d8cfbf}"
)


def standings_svg(table: "Table", lang: str = "en") -> str:
    """Return the table as one SVG picture."""
    lang = Language(lang)
    setup = table.setup
    played = rules(setup, lang)
    width, height = LEFT + 2 * (PLOT + GAP), TOP + LINE * len(table.standings) + (44 if played == setup.edition else 66)
    wins = [standing.win for standing in table.standings]
    elos = [standing.elo for standing in table.standings]
    known = [elo for elo in elos if elo is not None]
    reach = max([abs(end) for elo in known for end in (elo.low, elo.high)], default=100.0) * 1.05
    most = min(1.0, max(win.high for win in wins) * 1.1)
    title = lang.text("standings-title", count=table.games, number=setup.players)
    whole = lang.listed((title, lang.text("standings-seed", seed=str(setup.seed)), setup.edition))
    words = lang.parted(
        lang.text("standings-share", name=one_line(each.agent), percent=percent(each.win, lang))
        for each in table.standings
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        ' role="img" aria-labelledby="standings-title standings-description">',
        f'<title id="standings-title">{html.escape(title)}</title>',
        f'<desc id="standings-description">{html.escape(words)}</desc>',
        f'<style>{STYLE}</style><rect class="paper" x="1" y="1" width="{width - 2}" height="{height - 2}" rx="14"/>',
        f'<text class="title" x="20" y="34">{html.escape(whole)}</text>',
        f'<text class="small" x="20" y="{height - 14}">{html.escape(played)}</text>' if played != setup.edition else "",
    ]
    for at, standing in enumerate(table.standings):
        parts.append(f'<text x="20" y="{_y(at) + 5}">{html.escape(_short(one_line(standing.agent)))}</text>')
    parts += _plot(lang.text("standings-interval"), wins, LEFT, lambda value: value / most, 1 / setup.players)
    parts += _plot(
        lang.text("standings-elo"), elos, LEFT + PLOT + GAP, lambda value: (value + reach) / (2 * reach), 0.0
    )
    left, right, base = LEFT, LEFT + PLOT + GAP, TOP + LINE * len(table.standings) + 26
    for x, label in (
        (left, in_percent("0", lang)),
        (left + PLOT, in_percent(f"{100 * most:.0f}", lang)),
        (right, signed_text(f"{-reach:.0f}")),
        (right + PLOT, f"+{reach:.0f}"),
    ):
        parts.append(f'<text class="small" x="{x}" y="{base}" text-anchor="middle">{label}</text>')
    return "".join([*parts, "</svg>\n"])


def _y(at: int) -> int:
    return TOP + LINE * at + LINE // 2


def _short(name: str) -> str:
    return name if len(name) <= 30 else name[:29] + "…"


def _plot(
    title: str, figures: "list[Estimate | None] | list[Estimate]", x: int, scale: Callable[[float], float], even: float
) -> list[str]:
    """Return a plot: a mark and an interval for each figure, and a broken line where all would be alike."""

    def place(value: float) -> str:
        return f"{x + PLOT * scale(value):.1f}"

    bottom = TOP + LINE * len(figures)
    parts = [
        f'<text class="small" x="{x}" y="{TOP - 12}">{html.escape(title)}</text>',
        f'<line class="even" x1="{place(even)}" x2="{place(even)}" y1="{TOP}" y2="{bottom}"/>',
    ]
    for at, figure in enumerate(figures):
        if figure is None:
            continue
        y = _y(at)
        parts.append(f'<line class="interval" x1="{place(figure.low)}" x2="{place(figure.high)}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="mark" cx="{place(figure.value)}" cy="{y}" r="5"/>')
    return parts
