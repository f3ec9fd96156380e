"""Errors of input and usage, as people read them: one line each, `what is wrong (what would be right)`."""

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple


class ErrorLine(NamedTuple):
    """One thing that is wrong: the file or command, the key or parameter in it, what is wrong, what would be right."""

    where: str
    key: str
    wrong: str
    right: str

    def __str__(self) -> str:
        return one_line(f"taxis: {self.where}: {self.key}: {self.wrong} ({self.right})")


class BadInput(Exception):
    """Input or usage that can't be taken, with every error; nothing has been written when it is raised."""

    def __init__(self, *errors: ErrorLine) -> None:
        """Keep the errors, of which there is at least one."""
        super().__init__(errors)
        self.errors = errors

    def __str__(self) -> str:
        return "\n".join(map(str, self.errors))


def one_line(text: str) -> str:
    """Return `text` with its control characters and other unprintable signs, but for spaces, written as escapes."""
    return "".join(c if c.isprintable() or unicodedata.category(c) == "Zs" else repr(c)[1:-1] for c in text)


def refuse(where: str, key: str, wrong: str, right: str) -> BadInput:
    """Return the refusal of an input with a single error."""
    return BadInput(ErrorLine(where, key, wrong, right))


def split_message(message: str, right: str = "see --help") -> tuple[str, str]:
    """Split a message of the form `what is wrong (what would be right)`; `right` is used where that part is missing."""
    wrong, parenthesis, rest = message.partition(" (")
    return (wrong, rest.removesuffix(")")) if parenthesis else (message, right)


def whole(value: str | int, low: int, high: int) -> int:
    """Return the whole number that a text gives; raise ValueError, with a message for people, where it is none."""
    text = str(value)
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 20 and low <= int(text) <= high:
        return int(text)
    right = f"a whole number from {low} to {high}"
    if high >= 10**18:
        right = f"a whole number of at most 18 digits{', 0 or more' if low == 0 else ''}"
    raise ValueError(f'"{shortened(text)}" can\'t be taken ({right})')


def either(names: Iterable[str]) -> str:
    """Return names to choose from, with commas and one "or"."""
    from thurntaxis.names import either as chosen_from

    return chosen_from(names)


def shortened(text: str) -> str:
    """Return the text fit for a message: at most 40 characters."""
    return text if len(text) <= 40 else text[:37] + "..."
