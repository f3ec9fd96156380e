"""Names in any spelling: input is folded, output is canonical."""

import functools
import unicodedata
from collections.abc import Iterable

from thurntaxis.fault import InputError
from thurntaxis.message import Alternatives, Hint, Message, clipped, escaped
from thurntaxis.plain_text import plain_text

LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
"""Lower-case letters that Unicode doesn't decompose, and their replacements."""

RESEMBLING = 0.65
"""How alike names have to be that are suggested in place of each other, from 0 to 1 (`difflib`)."""

UNKNOWN = {
    "board": 'unknown board "{text}"',
    "card": 'unknown card "{text}"',
    "city": 'unknown city "{text}"',
    "edition": 'unknown edition "{text}"',
    "edition or module": 'unknown edition or module "{text}"',
    "format": 'unknown format "{text}"',
    "free city": 'unknown free city "{text}"',
    "language": 'unknown language "{text}"',
    "level": 'unknown level "{text}"',
    "module": 'unknown module "{text}"',
    "office": 'unknown office "{text}"',
    "option": 'unknown option "{text}"',
    "province": 'unknown province "{text}"',
    "stack": 'unknown stack "{text}"',
    "template": 'unknown template "{text}"',
    "value": 'unknown value "{text}" for {option}',
}
"""The message for an unknown name, by the kind of thing that it should name."""


class UnknownName(InputError):
    """An unknown name; the message suggests the nearest ones, or lists all if none is near."""

    def __init__(self, kind: str, name: str, known: Iterable[str], option: str = "") -> None:
        """Say which `kind` of thing isn't called `name`, and which names are `known`; a value is that of an option."""
        self.kind, self.name, self.known, self.option = kind, name, tuple(known), option
        ValueError.__init__(self, kind, name, self.known, option)

    @property
    def nearest(self) -> list[str]:
        """The likeliest known names."""
        return nearest(self.name, self.known)

    @property
    def wrong(self) -> Message:
        """What is wrong."""
        return Message(UNKNOWN[self.kind], text=clipped(self.name), option=self.option)

    @property
    def right(self) -> Message:
        """What would be right."""
        return meant(self.name, self.known)


def shown(text: object) -> str:
    """Return `text` quoted, at most 40 characters of it, control characters escaped."""
    return f'"{clipped(text)}"'


@functools.lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """Return the form in which spellings are compared.

    Case and diacritics go, and so do the spellings `ae`, `oe`, `ue` of umlauts:
    `Nürnberg`, `NURNBERG` and `nuernberg` fold to the same text.
    """
    plain = unicodedata.normalize("NFKD", plain_text(name).casefold().translate(LETTERS))
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
    found = dict.fromkeys([*difflib.get_close_matches(written, by_fold, 3, RESEMBLING), *begun])
    return [by_fold[f] for f in found][:3]


def meant(name: str, known: Iterable[str]) -> Message:
    """Return what would be right instead of an unknown name: the nearest ones, or all if none is near."""
    names = tuple(known)
    if near := nearest(name, names):
        return Hint("did you mean {name}?", name=Alternatives(map(escaped, near)))
    return Message("{names}", names=Alternatives(map(escaped, names)))
