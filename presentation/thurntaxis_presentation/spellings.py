"""Names as people write them: without diacritics, clipped, and as their own language calls a city."""

import functools
import re
from collections.abc import Iterable, Mapping, Sequence

from thurntaxis import Board, Position
from thurntaxis.fault import InputError
from thurntaxis.message import Alternatives, clipped
from thurntaxis.names import fold, nearest
from thurntaxis.plain_text import plain_text
from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.language import Language


class Unclear(ValueError):
    """Text that names nothing (`near` holds the nearest names), or several things (`could_be` holds them)."""

    def __init__(self, text: str, could_be: Iterable[str] = (), near: Iterable[str] = ()) -> None:
        self.text, self.could_be, self.near = text, tuple(could_be), tuple(near)
        super().__init__(text)


class Spellings:
    """Names, each with other ways to write it.

    Case and diacritics don't matter, and an unambiguous beginning is enough.
    """

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        """Take the names; two of them must not share a spelling."""
        self.names = tuple(names)
        self._meaning = {fold(name): name for name in names}
        for name, others in names.items():
            for other in others:
                self._meaning.setdefault(fold(other), name)

    def find(self, text: str) -> str:
        """Return the name that a text means; raise `Unclear` if that is none or several."""
        if exact := self._meaning.get(fold(text)):
            return exact
        could_be = self.completions(text) if text.strip() else []
        if len(could_be) == 1:
            return could_be[0]
        raise Unclear(text, could_be, () if could_be else self.nearest(text))

    def completions(self, begun: str) -> list[str]:
        """Return the names of which a spelling begins so."""
        written = fold(begun)
        return list(dict.fromkeys(name for spelling, name in self._meaning.items() if spelling.startswith(written)))

    def nearest(self, text: str) -> list[str]:
        """Return up to three names that a text may be meant for."""
        return list(dict.fromkeys(self._meaning[fold(near)] for near in nearest(text, self._meaning)))


MOST_LISTED = 8
"""How many names a message lists."""


def unclear_in_words(unclear: Unclear, names: Sequence[str], lang: Language) -> str:
    """Return in a language that a text names none of some names, or several."""
    written = one_line(clipped(unclear.text))
    message, listing = "unknown", names
    if unclear.could_be or unclear.near:
        message, listing = ("could-be", unclear.could_be) if unclear.could_be else ("did-you-mean", unclear.near)
    more = ["…"] if len(listing) > MOST_LISTED else []
    return lang.text(message, "enter", text=written, names=lang.listed([*listing[:MOST_LISTED], *more]))


def words_of(text: str) -> list[str]:
    """Return the words of an answer, which are separated by spaces, commas or other punctuation of lists."""
    return [word for word in re.split(r"[\s,;，、；]+", text) if word]


def city_spellings(board: Board, lang: Language) -> dict[str, tuple[str, ...]]:
    """Return the cities of a board, each with what a language calls it and with its two letters."""
    called, codes = lang.entry("cities"), board.city_codes
    return {city: (*called.get(city, "").split(), codes[city]) for city in sorted(board.province_of)}


@functools.cache
def event_words(lang: Language) -> dict[str, tuple[str, ...]]:
    """Return the words of events except cities, each with what a language says for it; `fillers` say nothing."""
    return {
        word: tuple(phrase.strip() for phrase in phrases.split(",") if phrase.strip())
        for word, phrases in lang.entry("event-words").items()
    }


def player_meant(position: Position, text: str) -> int:
    """Return the index of the player that a text names: a name, in any case if only one matches, or an index from 0.

    Raises:
        InputError: no player, or more than one, is meant.
    """
    names = [player.name for player in position.players]
    if text in names:
        return names.index(text)
    alike = [at for at, name in enumerate(names) if name is not None and fold(name) == fold(text)]
    if len(alike) == 1:
        return alike[0]
    number = plain_text(text)
    if number.isdigit() and len(number) < 3 and int(number) < len(names):
        return int(number)
    known = [*range(len(names)), *(name for name in names if name is not None)]
    raise InputError('there is no player "{text}"', "{names}", clipped(text), Alternatives(known))
