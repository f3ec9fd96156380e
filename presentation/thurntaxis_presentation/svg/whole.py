"""The whole picture: the map, what lies below it, and the players beside it."""

import functools
import html
from collections.abc import Sequence
from pathlib import Path

from thurntaxis import Position, UnknownName
from thurntaxis_presentation.describe import called, counted, held_names, moment, tile_in_words
from thurntaxis_presentation.language import Language, copies
from thurntaxis_presentation.svg.map import WIDTH, Marks, map_svg, view
from thurntaxis_presentation.svg.panels import PANEL, player_panel, supply
from thurntaxis_presentation.svg.pieces import framed, text
from thurntaxis_rulebook.corpus.languages import LANGUAGES

MARGIN = 24
MAP_TOP = 62


@functools.cache
def style() -> str:
    """Return the picture's style sheet, which is written in CSS beside this module."""
    return Path(__file__).with_name("style.css").read_text(encoding="utf-8")


def board_svg(position: Position, lang: str = "en") -> str:
    """Return the position as one SVG picture: map, display, decks, stacks; each player's cards, tiles and points.

    Raises:
        UnknownName: there is no such language.
    """
    lang = Language(lang)
    if lang not in LANGUAGES:
        raise UnknownName("language", lang, LANGUAGES)
    board = position.rules.board
    wide, high = WIDTH, view(board).height
    below, below_height = supply(position, wide, lang)
    panels: list[str] = []
    beside = MARGIN + wide + MARGIN
    y = 24.0
    for at in range(len(position.players)):
        panel, height = player_panel(position, at, lang)
        panels.append(f'<g transform="translate({beside} {y:.1f})">{panel}</g>')
        y += height + 14
    width = beside + PANEL + MARGIN
    height = round(max(MAP_TOP + high + 34 + below_height, y - 14) + MARGIN)
    title = lang.shown("board", board=board.name)
    parts = [
        text(lang.shown("name"), MARGIN, 38, "title"),
        text(moment(position, lang), MARGIN + 206, 37, "subtitle"),
        f'<svg x="{MARGIN}" y="{MAP_TOP}" width="{wide}" height="{high:.0f}">{map_svg(position, lang)}</svg>',
        f'<g transform="translate({MARGIN} {MAP_TOP + high + 28:.1f})">{below}</g>',
        *panels,
    ]
    return framed("taxis", width, height, title, description(position, lang), style(), *parts)


def description(position: Position, lang: Language) -> str:
    """Return the position in sentences, for those who don't see the picture."""
    none = lang.text("none")
    parts = [moment(position, lang).rstrip(".。")]
    for at, player in enumerate(position.players):
        owned = lang.shown(
            "describes",
            player=called(position, at, lang),
            points=position.scores()[at],
            route=lang.listed(player.route) or none,
            houses=lang.listed(player.houses) or none,
            tiles=lang.listed(tile_in_words(tile, lang, position.rules.board) for tile in player.tiles) or none,
        )
        others = [words for _, names in held_names(position, player, lang) for words in copies(names)]
        has = list(counted(position, at, lang))
        parts.append(lang.parted([owned, *(lang.listed(things) for things in (others, has) if things)]))
    unknown = position.unknown_discards
    cards = lang.listed(position.display) or none
    discards = f"{len(position.discard)}{lang.shown('cards-unknown', number=unknown) if unknown else ''}"
    parts.append(lang.shown("describes-table", cards=cards, deck=position.deck_size, discards=discards))
    return lang.typography("stop").join([*parts, ""]).rstrip()


BOLDER = """.town { font-size: 21px; stroke-width: 5px; } .province { font-size: 20px; }
.verge { stroke-width: 8; } .road { stroke-width: 4; } .route polyline { stroke-width: 12; }
.route .casing.casing { stroke-width: 17; } .route circle { stroke-width: 8; } .house path { stroke-width: 1; }"""
"""How the map differs from the one of the whole table: it can be read where it is shown small."""


def map_picture(position: Position) -> str:
    """Return the map of the position, with routes and houses, as one SVG picture."""
    return _part(f"<style>{style()}{BOLDER}</style>{map_svg(position)}", WIDTH, view(position.rules.board).height)


def turn_picture(positions: Sequence[Position], event: str) -> str:
    """Return the part of the map that an event is about, its cities marked, before and after it, as one SVG picture."""
    board, at = positions[0].rules.board, positions[0].decider
    marked = {board.city_of[word]: ("playable", None) for word in event.split() if word in board.city_of}
    owned = (name for each in positions for name in (*each.players[at].route, *each.players[at].houses))
    shown = {*marked, *(board.city_of.get(name, name) for name in owned)}
    places = [view(board).place(city) for city in board.cities if city.name in shown or not shown]
    (left, right), (top, bottom) = ((min(each), max(each)) for each in zip(*places, strict=True))
    width, height = right - left + 150, bottom - top + 110
    x, y = (width + 36, 0) if width < height else (0, height + 36)
    box = f'width="{width}" height="{height}" viewBox="{left - 75} {top - 55} {width} {height}"'
    maps = dict.fromkeys(map_svg(position, marked=marked) for position in positions)  # one, if nothing changes
    parts = (f'<svg x="{place * x}" y="{place * y}" {box}>{each}</svg>' for place, each in enumerate(maps))
    arrow = text("→" if x else "↓", (x or width / 2 + 18) - 30, (y or height / 2 + 8) - 8, "title") * (len(maps) - 1)
    inner = f'<style>{style()}{BOLDER}</style><g transform="scale({_CLOSE})">{"".join(parts)}{arrow}</g>'
    return _part(inner, _CLOSE * (width + x * (len(maps) - 1)), _CLOSE * (height + y * (len(maps) - 1)))


_CLOSE = 0.55
"""Size of the map in the picture of a turn, which isn't shown smaller."""


# ---- parts of a page that has the style sheet: they shrink to the width that they are given


def map_part(position: Position, lang: Language, marked: Marks | None = None) -> str:
    """Return the map of the position, with marks around cities."""
    height = view(position.rules.board).height
    label = html.escape(lang.shown("board", board=position.rules.board.name))
    return _part(map_svg(position, lang, marked), WIDTH, height, f' role="group" aria-label="{label}"')


def supply_part(position: Position, lang: Language) -> str:
    """Return the deck, the discards and the stacks."""
    below, height = supply(position, PANEL, lang, without="heading-display")
    return _part(below, PANEL, height)


def player_part(position: Position, player: int, lang: Language) -> str:
    """Return the panel of a player."""
    panel, height = player_panel(position, player, lang)
    return _part(panel, PANEL, height)


def _part(svg: str, width: float, height: float, more: str = "") -> str:
    frame = f'viewBox="-1 -1 {width + 2:.0f} {height + 2:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {frame}{more}>{svg}</svg>'
