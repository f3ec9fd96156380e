"""The strengths that people choose an opponent by."""

LEVELS = {
    "beginner": "greedy:noise=8",
    "casual": "greedy",
    "experienced": "lookahead",
    "expert": "search:playouts=300",
    "master": "search:playouts=20000",
}
"""The agent of each level, by its name, the weakest first. docs/playing.md says how often each beats the one before it;
none depends on the clock."""
