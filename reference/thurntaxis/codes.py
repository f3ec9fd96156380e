"""Codes of two characters, which the line notation writes instead of the names of cities and stacks."""

import re
import string
from collections.abc import Iterator, Mapping

from thurntaxis.names import fold

CITY_CODE = "[A-Z][a-z]"
"""The form of a city's code."""

STACK_CODE = "[A-Z][a-z0-9]"
"""The form of a stack's code."""


def codes(declared: Mapping[str, str], signs: str = string.ascii_lowercase) -> dict[str, str]:
    """Return a code for each name, all different: the declared one, or, if that is empty, a derived one.

    A derived code is the first letter of the name and the first of these signs that gives a code not taken yet: the
    first signs of its further words, its further signs, the other `signs`. Names are gone through in sorted order.
    """
    found = {name: code for name, code in declared.items() if code}
    taken = set(found.values())
    for name in sorted(declared.keys() - found.keys()):
        found[name] = next(code for code in _candidates(name, signs) if code not in taken)
        taken.add(found[name])
    return found


def _candidates(name: str, signs: str) -> Iterator[str]:
    """Yield the possible codes of a name, the best first."""
    words = re.findall("[a-z0-9]+", fold(name)) or ["x"]
    initial = next((sign for sign in "".join(words) if sign.isalpha()), "x")
    rest = "".join(word[0] for word in words[1:]) + "".join(words)[1:]
    yield from (initial.upper() + sign for sign in rest + signs if sign in signs)
    yield from (first + second for first in string.ascii_uppercase for second in signs)
