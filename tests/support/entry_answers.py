"""Answers to the questions of `enter`."""

MIDGAME = [
    *("", "", ""),  # board, modules, edition
    "Anna Ben Cleo",
    *("bas frei mann", "ul au ing", "3", "5 2", "pas reg"),
    *("linz salz", "", "3", "", "4"),
    *("zur", "lodz pil", "", "", "? ? ulm"),
    "bud fr lo lo pas wü",  # the display
    "40",  # the deck
    "mun mun nur kem",  # the discards
    *("", "1"),  # Anna's turn, at its start
]
"""The answers for a game of three in the middle."""
