"""Errors of input and usage: one line each, of the form `what is wrong (what would be right)`."""

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple


class ErrorLine(NamedTuple):
    """One error: the file or command, the key or parameter in it, what is wrong and what would be right."""

    where: str
    key: str
    wrong: str
    right: str

    def __str__(self) -> str:
        return one_line(f"taxis: {self.where}: {self.key}: {self.wrong} ({self.right})")


class BadInput(Exception):
    """Invalid input or usage, with all its errors; it is raised before anything is written."""

    def __init__(self, *errors: ErrorLine) -> None:
        """Take at least one error."""
        super().__init__(errors)
        self.errors = errors

    def __str__(self) -> str:
        return "\n".join(map(str, self.errors))


def one_line(text: str) -> str:
    """Return text with escapes for control characters and other unprintable ones, except spaces."""
    return "".join(c if c.isprintable() or unicodedata.category(c) == "Zs" else repr(c)[1:-1] for c in text)


def refuse(where: str, key: str, wrong: str, right: str) -> BadInput:
    """Return the exception for a single error."""
    return BadInput(ErrorLine(where, key, wrong, right))


def split_message(message: str, right: str = "see --help") -> tuple[str, str]:
    """Split a message of the form `what is wrong (what would be right)`; `right` replaces a missing second part."""
    wrong, parenthesis, rest = message.partition(" (")
    return (wrong, rest.removesuffix(")")) if parenthesis else (message, right)


def whole(value: str | int, low: int, high: int) -> int:
    """Return the whole number that a text gives; raise ValueError with a message of the usual form if it gives none."""
    text = str(value)
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 20 and low <= int(text) <= high:
        return int(text)
    right = f"a whole number from {low} to {high}"
    if high >= 10**18:
        right = f"a whole number of at most 18 digits{', 0 or more' if low == 0 else ''}"
    raise ValueError(f'invalid value "{shortened(text)}" ({right})')


def either(names: Iterable[str]) -> str:
    """Return names joined by commas and a final "or"."""
    from thurntaxis.names import either as chosen_from

    return chosen_from(names)


def shortened(text: str) -> str:
    """Return at most 40 characters of a text, control characters escaped, for a message."""
    line = text if len(text) <= 40 else text[:37] + "..."
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in line)
