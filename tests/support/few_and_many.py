"""Parameters for long comparisons: a part of them for every run, the others marked as nightly."""

from collections.abc import Sequence
from typing import Any

import pytest


def few_and_many(few: int, many: int) -> pytest.MarkDecorator:
    """Return the parameter `seeds` of a test: `few` of them, and, marked as nightly, the others up to `many`."""
    return pytest.mark.parametrize("seeds", [range(few), pytest.param(range(few, many), marks=pytest.mark.nightly)])


def counts_up_to(most: int) -> pytest.MarkDecorator:
    """Return the parameter `most` of a test, the greatest count that it makes: this one, and by night any."""
    return pytest.mark.parametrize("most", [most, pytest.param(10**9, marks=pytest.mark.nightly)])


def one_in(every: int, values: Sequence[Any], *, several: bool = False) -> list[Any]:
    """Return the values of a parameter: one in so many as they are, from the first on, the others marked as nightly.

    If they are those of `several` parameters, each is a tuple.
    """
    params = [pytest.param(*(value if several else (value,)), marks=pytest.mark.nightly) for value in values]
    return [value if at % every == 0 else param for at, (value, param) in enumerate(zip(values, params, strict=True))]
