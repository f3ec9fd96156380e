"""Limits on the size of files, checked before anything else, in time proportional to their length."""

import json
import re
import tomllib
from collections import deque
from typing import Any

from thurntaxis.fault import InputError
from thurntaxis.message import Hint, Message

LONGEST_FILE = 1024 * 1024
"""The greatest size of a position or record in bytes."""

LONGEST_TOML = 128 * 1024
"""The greatest size of a TOML file in bytes; its tables take about a thousand times their length in memory."""

LONGEST_LIST = 300
"""The greatest number of entries of a list, or keys of an object."""

MOST_VALUES = 25_000
"""The greatest number of values in a file, including lists and objects."""

DEEPEST = 16
"""The greatest nesting depth of lists and objects."""

LONGEST_KEY = 8
"""The greatest number of parts of a dotted key in TOML."""

_OWN_LIMITS: dict[str | int, int] = {"players": 4, "events": 10_000}
"""The greatest numbers of entries of lists with limits of their own, by key."""


class TooLarge(InputError):
    """A file in which something exceeds its limit: where, what, and the limit."""

    def __init__(self, location: tuple[str | int, ...], wrong: str, right: str, *values: object) -> None:
        super().__init__(wrong, right, *values)
        self.location = location


def check_length(raw: bytes, most: int = LONGEST_FILE) -> None:
    """Raise `TooLarge` if there are too many bytes."""
    if len(raw) > most:
        raise TooLarge((), "is too long", "at most {most} bytes", most)


def check_size(data: Any) -> None:
    """Raise `TooLarge` for data with too many values, or with a list or object that is too long or too deep."""
    values = 0
    waiting: deque[tuple[tuple[str | int, ...], Any]] = deque([((), data)])
    while waiting:
        location, value = waiting.popleft()
        if isinstance(value, dict):
            entries: list[tuple[str | int, Any]] = list(value.items())
            wrong = Message("has {number} keys", number=len(entries))
        elif isinstance(value, list):
            entries = [*enumerate(value)]
            wrong = Message("holds {number}", number=len(entries))
        else:
            continue
        most = _OWN_LIMITS.get(location[-1], LONGEST_LIST) if location else LONGEST_LIST
        if len(entries) > most:
            raise TooLarge(location, wrong, "at most {most}", most)
        if len(location) >= DEEPEST:
            raise TooLarge((), "is nested too deeply", "at most {most} levels", DEEPEST)
        values += len(entries)
        if values > MOST_VALUES:
            raise TooLarge((), "holds too many values", "at most {most}", MOST_VALUES)
        waiting.extend(((*location, part), entry) for part, entry in entries)


# ---- TOML

_STRING_OR_COMMENT = re.compile(
    r"""
    "{3} (?:[^"\\]|\\[\s\S]|"(?!""))* (?:"{3,5}|\Z)
    | '{3} (?:[^']|'(?!''))* (?:'{3,5}|\Z)
    | " (?:[^"\\\n]|\\.)* "?
    | ' [^'\n]*+ '?
    | \#.*
    """,
    re.VERBOSE,
)

_LONG_KEY = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{LONGEST_KEY}}}")


def data_from_toml(text: str) -> dict[str, Any]:
    """Return the data of a TOML text.

    Raises:
        TooLarge: it is too long, it has too large a number, or a key has so many parts that it would take very long.
        tomllib.TOMLDecodeError, RecursionError: as `tomllib.loads` does.
    """
    check_length(text.encode("utf-8"), LONGEST_TOML)
    # A string may be part of a key; nothing of a key can follow a comment.
    if _LONG_KEY.search(_STRING_OR_COMMENT.sub("s", text)):
        raise TooLarge((), "a key has more than {most} parts", "at most {most}", LONGEST_KEY)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # of the limit that Python sets for the digits of a number
        raise TooLarge((), "a number is too large", "a number of at most 4000 digits") from None


def syntax_error(error: json.JSONDecodeError | tomllib.TOMLDecodeError, text: str) -> InputError:
    """Return the error that says where a text breaks the syntax of its format, and why."""
    if isinstance(error, json.JSONDecodeError):
        form, line, column, reason = "JSON", error.lineno, error.colno, error.msg
    else:  # the place stands in the message alone; at the end of the text it has no numbers
        reason, _, place = " ".join(str(error).split()).partition(" (at ")
        lines = text.split("\n")
        line, column = map(int, re.findall(r"\d+", place) or (len(lines), len(lines[-1]) + 1))
        form = "TOML"
    where = Hint("line {line}, column {column}: {reason}", line=line, column=column, reason=reason)
    return InputError(Message("not valid {form}", form=form), where)
