"""Events in the line notation: one word each, in a game record."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from thurntaxis.codes import CITY_CODE
from thurntaxis.io.line_format import OFFICIALS, card_code, sign_of

if TYPE_CHECKING:
    from thurntaxis.board import Board


class Abbreviation(NamedTuple):
    """How events are abbreviated: `letters`, then codes.

    The event is the words `before`, the names that the codes stand for, and the words `after`. There are as many codes
    as `counts` allows; without any, the event is `bare`, if that is given.
    """

    letters: str
    before: tuple[str, ...]
    counts: range = range(1)
    after: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()


_ONE, _ONE_OR_DECK, _ANY = range(1, 2), range(2), range(1000)

_FORMS = (
    Abbreviation("", ("deal",), _ONE),
    Abbreviation("d", ("draw",), _ONE_OR_DECK, bare=("deck",)),
    Abbreviation("p", ("postmaster",), _ONE_OR_DECK, bare=("deck",)),
    Abbreviation("r", ("play",), _ONE, ("right",)),
    Abbreviation("l", ("play",), _ONE, ("left",)),
    Abbreviation("s", ("play",), _ONE, ("start",)),
    Abbreviation("h", ("play",), _ONE, ("horse",)),
    Abbreviation("cr", ("carrier",), _ONE, ("right",)),
    Abbreviation("cl", ("carrier",), _ONE, ("left",)),
    Abbreviation("cs", ("carrier",), _ONE, ("start",)),
    Abbreviation("ch", ("carrier",), _ONE, ("horse",)),
    Abbreviation("x", ("close",), _ANY),
    Abbreviation("e", ("end",)),
    Abbreviation("t", ("carriage",)),
    Abbreviation("n", ("decline",)),
    Abbreviation("k", ("keep",), _ANY),
    Abbreviation("yd", ("honor", "draw"), _ONE_OR_DECK, bare=("deck",)),
    Abbreviation("yh", ("honor", "house"), _ONE),
    Abbreviation("yp", ("honor", "pass")),
)

_NAMED = {short.before[0] for short in _FORMS}

ABBREVIATIONS = (
    *_FORMS,
    *(Abbreviation(sign, (official,)) for sign, official in OFFICIALS.items() if official not in _NAMED),
)
"""All events but two: `back N` is `bN`, and `return OFFICE...` is `o` with a letter for each office."""


def event_word(event: Sequence[str], board: "Board") -> str:
    """Return the abbreviation of an event in canonical form."""
    if event[0] == "back":
        return f"b{event[1]}"
    if event[0] == "return":
        return "o" + "".join(sign_of(OFFICIALS, office) for office in event[1:])
    for short in ABBREVIATIONS:
        names = _between(short, tuple(event))
        if names is not None:
            return short.letters + "".join(_code(name, board) for name in names)
    raise ValueError(" ".join(event))


def _between(short: Abbreviation, event: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the names in an event of this form; None if it has another form."""
    if short.bare and event == short.before + short.bare:
        return ()
    names = event[len(short.before) : len(event) - len(short.after)]
    fits = event == short.before + names + short.after and len(names) in short.counts
    return names if fits and not (short.bare and names == ()) else None


def _code(name: str, board: "Board") -> str:
    return board.city_codes[name] if name in board.city_codes else card_code(name, board)


def event_text(word: str, board: "Board") -> str:
    """Return the event that an abbreviation stands for; raise ValueError if there is none."""
    if re.fullmatch("b[0-9]", word):
        return f"back {word[1:]}"
    if re.fullmatch(f"o[{''.join(OFFICIALS)}]{{1,4}}", word):
        return " ".join(["return", *(OFFICIALS[letter] for letter in word[1:])])
    match = re.fullmatch(f"([a-z]*)((?:{CITY_CODE}[0-9]?)*)", word)
    forms = [short for short in ABBREVIATIONS if match and short.letters == match[1]]
    if match is None or not forms:
        raise ValueError(word)
    cities = {code: city for city, code in board.city_codes.items()}
    names: list[str] = []
    for code, number in re.findall(f"({CITY_CODE})([0-9]?)", match[2]):
        if code not in cities:
            raise ValueError(word)
        names.append(f"{cities[code]}/{number}" if number else cities[code])
    (short,) = forms
    if len(names) not in short.counts:
        raise ValueError(word)
    return " ".join((*short.before, *(names or short.bare), *short.after))
