"""Names in any spelling: input is folded, output is canonical."""

import functools
import math
import unicodedata
from collections.abc import Iterable

_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
"""Lower-case letters that Unicode doesn't decompose, and their replacements."""


class UnknownName(ValueError):
    """An unknown name; the message suggests the nearest ones, or lists all if none is near."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        """Store the unknown `name`, the `kind` of thing, and the `known` names."""
        self.kind, self.name, self.known = kind, name, tuple(known)
        super().__init__(kind, name, self.known)

    def __str__(self) -> str:
        return f"{self.wrong} ({self.right})"

    @functools.cached_property
    def nearest(self) -> list[str]:
        """The likeliest known names, computed on first use."""
        return nearest(self.name, self.known)

    @property
    def wrong(self) -> str:
        """What is wrong, in words."""
        return f"unknown {self.kind} {shown(self.name)}"

    @property
    def right(self) -> str:
        """What would be right, in words."""
        return _meant(self.nearest, self.known)


def shown(text: object) -> str:
    """Return `text` fit for one line of a message: quoted, at most 40 characters, control characters escaped."""
    line = str(text)
    line = line if len(line) <= 40 else line[:37] + "..."
    return f'"{escaped(line)}"'


def escaped(text: str) -> str:
    """Return `text` with control characters, and others that can't be printed, as Python escapes them."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def number(value: float) -> str:
    """Return a number fit for one line of a message: its digits, or its magnitude if it has very many."""
    if isinstance(value, int) and abs(value) >= 10**30:
        return f"{'-' if value < 0 else ''}10^{int(math.log10(abs(value)))}"
    return str(value).lower()


def fold(name: str) -> str:
    """Return the form in which spellings are compared.

    Case and diacritics go, and so do the spellings `ae`, `oe`, `ue` of umlauts:
    `Nürnberg`, `NURNBERG` and `nuernberg` fold to the same text.
    """
    plain = unicodedata.normalize("NFKD", name.strip().casefold().translate(_LETTERS))
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return plain.replace("ae", "a").replace("oe", "o").replace("ue", "u")


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return up to three `known` names that begin with `name` or resemble it, the likeliest first."""
    import difflib

    by_fold = {fold(k): k for k in known}
    written = fold(name[:60])
    begun = [
        f for f in by_fold if len(min(f, written, key=len)) > 2 and (f.startswith(written) or written.startswith(f))
    ]
    found = dict.fromkeys([*difflib.get_close_matches(written, by_fold, 3), *begun])
    return [by_fold[f] for f in found][:3]


def meant(name: str, known: Iterable[str]) -> str:
    """Return what would be right instead of an unknown name: the nearest ones, or all if none is near."""
    names = list(known)
    return _meant(nearest(name, names), names)


def _meant(near: Iterable[str], known: Iterable[str]) -> str:
    return escaped(f"did you mean {' or '.join(near)}?" if near else either(known))


def either(names: Iterable[str]) -> str:
    """Return names to choose from as in a sentence: with commas and one "or"."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last
