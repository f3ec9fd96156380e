"""Events in the line notation: one word each, in a game record."""

import functools
import re
from collections.abc import Sequence

from thurntaxis.board import Board
from thurntaxis.codes import CITY_CODE
from thurntaxis.io.line_format import OFFICIALS, card_code
from thurntaxis.officials import SIGNS

FORMS = {
    "": "deal NAME",
    "d": "draw NAME|deck",
    "p": "postmaster NAME|deck",
    "a": "administrator",
    "r": "play NAME right",
    "l": "play NAME left",
    "s": "play NAME start",
    "h": "play NAME horse",
    "cr": "carrier NAME right",
    "cl": "carrier NAME left",
    "cs": "carrier NAME start",
    "ch": "carrier NAME horse",
    "x": "close NAME...",
    "e": "end",
    "t": "carriage",
    "w": "cartwright",
    "n": "decline",
    "k": "keep NAME...",
    "yd": "honor draw NAME|deck",
    "yh": "honor house NAME",
    "yp": "honor pass",
}
"""All events but two by the letters that abbreviate them; the codes of the names follow, `deck` has none.

The other two: `back N` is `bN`, and `return OFFICE...` is `o` with a letter for each office.
"""

_NAMES = {" NAME": r" (\S+)", " NAME|deck": r" (?:deck|(\S+))", " NAME...": r"((?: \S+){0,999})"}
"""The patterns of names in events."""

_SLOT = re.compile(r" NAME\S*")


@functools.cache
def _pattern(form: str) -> re.Pattern[str]:
    return re.compile(_SLOT.sub(lambda slot: _NAMES[slot[0]], form))


def event_word(event: Sequence[str], board: Board) -> str:
    """Return the abbreviation of an event in canonical form."""
    if event[0] == "back":
        return f"b{event[1]}"
    if event[0] == "return":
        return "o" + "".join(SIGNS[office] for office in event[1:])
    line = " ".join(event)
    for letters, form in FORMS.items():
        if match := _pattern(form).fullmatch(line):
            names = " ".join(filter(None, match.groups())).split()
            return letters + "".join(board.city_codes.get(name) or card_code(name, board) for name in names)
    raise ValueError(line)


def event_text(word: str, board: Board) -> str:
    """Return the event that an abbreviation stands for; raise ValueError if there is none."""
    if re.fullmatch("b[0-9]", word):
        return f"back {word[1:]}"
    if re.fullmatch(f"o[{''.join(OFFICIALS)}]{{1,4}}", word):
        return " ".join(["return", *(OFFICIALS[letter] for letter in word[1:])])
    match = re.fullmatch(f"([a-z]*)((?:{CITY_CODE}[0-9]?)*)", word)
    if match is None or match[1] not in FORMS:
        raise ValueError(word)
    form, cities = FORMS[match[1]], {code: city for city, code in board.city_codes.items()}
    names: list[str] = []
    for code, number in re.findall(f"({CITY_CODE})([0-9]?)", match[2]):
        if code not in cities:
            raise ValueError(word)
        names.append(f" {cities[code]}/{number}" if number else f" {cities[code]}")
    named = "".join(names) or (" deck" if form.endswith("deck") else "")
    text = _SLOT.sub(lambda _: named, form)
    if not _pattern(form).fullmatch(text) or (names and text == form):
        raise ValueError(word)
    return text
