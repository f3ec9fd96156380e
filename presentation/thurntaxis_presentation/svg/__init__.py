"""The table drawn as one SVG picture, without anything from outside: `board_svg`."""

from thurntaxis_presentation.svg.whole import board_svg

__all__ = ["board_svg"]
