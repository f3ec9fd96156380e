"""Search over the rest of the game, and what it says as advice."""
