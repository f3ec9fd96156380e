"""How events are written: one line of text each, read by the form of its action."""

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

from thurntaxis.board import Board
from thurntaxis.clauses import clause
from thurntaxis.events import Event
from thurntaxis.names import UnknownName, fold
from thurntaxis.officials import OFFICIALS


@clause("notation.horseshoes")
def read_card(word: str, board: Board) -> str:
    """A card has the name of its city; if copies differ in horseshoes, the number follows: `CITY/N`."""
    return board.resolve_card(word)


def _read_office(word: str, board: Board) -> str:
    """Read the name of an official, which is also the name of its tile."""
    if fold(word) not in OFFICIALS:
        raise UnknownName("office", word, OFFICIALS)
    return fold(word)


def _read_number(word: str, board: Board) -> str:
    """Read a number of horses that some card has."""
    if word not in map(str, board.horseshoes.values()):
        raise ValueError(word)
    return word


_SLOTS: dict[str, Callable[[str, Board], str]] = {
    "CARD": read_card,
    "CITY": lambda word, board: board.resolve(word),
    "OFFICE": _read_office,
    "NUMBER": _read_number,
}
"""What the words in capitals stand for in the form of an event."""


def opening_words(form: str) -> str:
    """Return the words that an event of this form begins with: mostly one, the verb."""
    return " ".join(itertools.takewhile(lambda word: word.islower() and "|" not in word, form.split()))


def read_words(form: str, words: Iterable[str], board: Board) -> Event:
    """Return the event that words give after the opening words of a form; raise ValueError if they don't fit."""
    opening = opening_words(form).split()
    slots = form.split()[len(opening) :]
    if slots and slots[-1].endswith("..."):
        read = _SLOTS[slots[-1].removesuffix("...")]
        return Event((*opening, *sorted(read(word, board) for word in words)))
    return Event((*opening, *(_read_word(slot, word, board) for slot, word in zip(slots, words, strict=True))))


def completed(form: str, words: Sequence[str], board: Board) -> Iterator[str]:
    """Yield the ways in which an event of this form may be written that begins with some words, as far as they fit."""
    opening = opening_words(form).split()
    shown = form if board.cards_are_numbered else form.replace("CARD", "CITY")
    slots = shown.split()[len(opening) :]
    for choice in itertools.product(*map(functools.partial(_ways, board=board), slots, [*words, *slots])):
        yield " ".join([*opening, *choice])


def _ways(slot: str, word: str, board: Board) -> list[str]:
    """Return what a word of an event stands for, or what would be possible there."""
    try:
        return [_read_word(slot, word, board)]
    except ValueError:
        numbers = sorted(set(map(str, board.horseshoes.values())))
        return numbers if slot == "NUMBER" else slot.split("|")


def _read_word(slot: str, word: str, board: Board) -> str:
    """Read one word: one of the lower-case alternatives, or what the word in capitals stands for."""
    choices = slot.split("|")
    if fold(word) in choices:
        return fold(word)
    for choice in choices:
        if choice in _SLOTS:
            return _SLOTS[choice](word, board)
    raise ValueError(word)
