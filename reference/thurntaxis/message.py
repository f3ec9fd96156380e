"""Messages: English texts made of a template and values, both of which they keep for other languages."""

import math
import re
from collections.abc import Mapping
from typing import Any, Self, cast

from thurntaxis.plain_text import HARMFUL

_GAP = re.compile(r"\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}")


class Alternatives(tuple[object, ...]):
    """Values of which one is right: a message joins them by "or", those of any other tuple by "and"."""

    __slots__ = ()


class Message(str):
    """A text in English, and the template and the facts of which it is made.

    `{name}` in the template is a gap for the fact of that name: a text, a message, a number, or a tuple of them.
    `{name:# card|# cards}` takes the first words for the number one and the others for any other; `#` is the number.

    The facts are given in the order of their gaps, or by name.

    >>> Message("holds {cards:# card|# cards} (at most {most})", 1, 3)
    'holds 1 card (at most 3)'
    """

    __slots__ = ("facts", "template")

    template: str
    facts: Mapping[str, object]

    def __new__(cls, template: str, /, *values: object, **facts: object) -> Self:
        """Fill the gaps of a template."""
        facts |= zip(gaps(template), values, strict=True) if values else ()
        text = super().__new__(cls, _GAP.sub(lambda gap: _filled(gap, facts), template))
        text.template, text.facts = template, facts
        return text

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        """Return what a copy is made of."""
        return (self.template,), dict(self.facts)


class Hint(Message):
    """What would be right, as a clause of its own ("did you mean Ulm?"), not as the name of what is expected."""

    __slots__ = ()


def gaps(*templates: str) -> list[str]:
    """Return the names of the gaps in some templates, in order, each once."""
    return list(dict.fromkeys(gap[1] for template in templates for gap in _GAP.finditer(template)))


def verbatim(text: object) -> Message:
    """Return the message that is the same in every language: a name, a number, what is to be typed."""
    return Message("{text}", text=text)


def _filled(gap: re.Match[str], facts: Mapping[str, object]) -> str:
    fact = facts[gap[1]]
    words = _words(fact)
    if gap[2] is None:
        return words
    number = len(cast("tuple[object, ...]", fact)) if _is_row(fact) else fact
    return gap[2 if number == 1 else 3].replace("#", words)


def _is_row(fact: object) -> bool:
    """Return whether a fact is a row of facts; a tile or an event is a tuple, too, but a single fact."""
    return type(fact) in (tuple, Alternatives)


def _words(fact: object) -> str:
    if _is_row(fact):
        *others, last = map(_words, cast("tuple[object, ...]", fact))
        word = "or" if isinstance(fact, Alternatives) else "and"
        return f"{', '.join(others)} {word} {last}" if others else last
    if isinstance(fact, (int, float)):
        return number(fact)
    return fact if isinstance(fact, Message) else escaped(str(fact))


def number(value: float) -> str:
    """Return a number fit for one line of a message: its digits, or its magnitude if there are very many."""
    if isinstance(value, int) and abs(value) >= 10**30:
        return f"{'-' if value < 0 else ''}10^{int(math.log10(abs(value)))}"
    return str(value).lower()


def clipped(text: object) -> str:
    """Return `text` as a message quotes what is wrong: at most 40 characters, escapes for those that can't be seen."""
    line = text if isinstance(text, str) else _written(text)
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in (line if len(line) <= 40 else line[:37] + "..."))


def _written(value: object) -> str:
    """Return a value as Python writes it, except for very large integers, which Python refuses to write in full."""
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key!r}: {_written(entry)}' for key, entry in value.items())}}}"
    return number(value) if type(value) is int else repr(value)


def escaped(text: str) -> str:
    """Return `text` for one line: harmful characters, and those that no encoding has, as Python escapes them."""
    return re.sub(rf"[{HARMFUL}\ud800-\udfff]", lambda match: repr(match[0])[1:-1], text)
