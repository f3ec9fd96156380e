"""How large a file may be: what is refused before anybody looks at it closely, in time that grows with its length."""

import re
import tomllib
from collections import deque
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LONGEST_FILE = 1024 * 1024
"""The most bytes of a position or record."""

LONGEST_TOML = 128 * 1024
"""The most bytes of a file in TOML, whose tables take about a thousand times their length in memory."""

LONGEST_LIST = 300
"""The most entries of a list, and the most keys of an object."""

MOST_VALUES = 25_000
"""The most values in a file, lists and objects included."""

DEEPEST = 16
"""The most levels of lists and objects in each other."""

LONGEST_KEY = 8
"""The most parts of a dotted key of TOML."""

_OWN_LIMITS: dict[str | int, int] = {"players": 4, "events": 10_000}
"""The most entries of lists that may be shorter or longer than others, by key."""


class TooLarge(ValueError):
    """A file in which something is larger than it may be: where, what, and the limit."""

    def __init__(self, location: tuple[str | int, ...], wrong: str, right: str) -> None:
        """Say at which keys and indices what is too large, and what the limit is."""
        super().__init__(f"{wrong} ({right})")
        self.location, self.wrong, self.right = location, wrong, right


def check_length(raw: bytes, most: int = LONGEST_FILE) -> None:
    """Raise `TooLarge` for more bytes than there may be."""
    if len(raw) > most:
        raise TooLarge((), "is too long", f"at most {most} bytes")


def check_size(data: Any) -> None:
    """Raise `TooLarge` for data in which a list or object is too long or too deep, or that hold too many values."""
    values = 0
    waiting: deque[tuple[tuple[str | int, ...], Any]] = deque([((), data)])
    while waiting:
        location, value = waiting.popleft()
        if isinstance(value, dict):
            entries: list[tuple[str | int, Any]] = list(cast("Mapping[str | int, Any]", value).items())
            what = " keys"
        elif isinstance(value, list):
            entries = [*enumerate(cast("Sequence[Any]", value))]
            what = ""
        else:
            continue
        most = _OWN_LIMITS.get(location[-1], LONGEST_LIST) if location else LONGEST_LIST
        if len(entries) > most:
            raise TooLarge(location, f"holds {len(entries)}{what}", f"at most {most}")
        if len(location) >= DEEPEST:
            raise TooLarge((), "nested too deeply", f"at most {DEEPEST} levels")
        values += len(entries)
        if values > MOST_VALUES:
            raise TooLarge((), "holds too many values", f"at most {MOST_VALUES}")
        waiting.extend(((*location, part), entry) for part, entry in entries)


# ---- TOML

_STRING_OR_COMMENT = re.compile(
    r"""
    "{3} (?:[^"\\]|\\[\s\S]|"(?!""))*+ (?:"{3,5}|\Z)
    | '{3} (?:[^']|'(?!''))*+ (?:'{3,5}|\Z)
    | " (?:[^"\\\n]|\\.)*+ "?
    | ' [^'\n]*+ '?
    | \#.*
    """,
    re.VERBOSE,
)

_LONG_KEY = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{LONGEST_KEY}}}")


def data_from_toml(text: str) -> dict[str, Any]:
    """Return what stands in a TOML text.

    Raises:
        TooLarge: it is too long, or a key has so many parts that `tomllib` would take very long.
        tomllib.TOMLDecodeError, RecursionError, ValueError: as `tomllib.loads` does.
    """
    check_length(text.encode("utf-8"), LONGEST_TOML)
    # A string may be part of a key; after a comment, nothing of it can follow.
    if _LONG_KEY.search(_STRING_OR_COMMENT.sub("s", text)):
        raise TooLarge((), f"a key has more than {LONGEST_KEY} parts", f"at most {LONGEST_KEY}")
    return tomllib.loads(text)
