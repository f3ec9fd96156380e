"""Where the files lie that tests read."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
EXAMPLES = ROOT / "examples"
COUNTS = TESTS / "counts"
BY_CITY = TESTS / "boards" / "testland-by-city.toml"
"""A board file on which all cards of a city bear the same number of horseshoes."""
