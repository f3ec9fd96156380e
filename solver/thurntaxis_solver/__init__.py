"""The solver: routes, placements, odds, exact turns, search and advice."""
