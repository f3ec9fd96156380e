"""The strengths that people choose an opponent by."""

LEVELS = {
    "beginner": "greedy:noise=8",
    "casual": "greedy",
    "experienced": "lookahead",
    "expert": "search:playouts=300",
    "master": "search:playouts=20000",
}
"""The agent of each level, by its name, the weakest first. Each wins at least 60 % of two-player games against the one
before it (docs/playing.md); none depends on the clock."""
