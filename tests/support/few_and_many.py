"""A parameter for tests that go through many games: a few of them quickly, the others in a slow run."""

import pytest


def few_and_many(few: int, many: int) -> pytest.MarkDecorator:
    """Return the parameter `seeds` of a test: `few` of them, and, marked as slow, the others up to `many`."""
    return pytest.mark.parametrize("seeds", [range(few), pytest.param(range(few, many), marks=pytest.mark.slow)])
