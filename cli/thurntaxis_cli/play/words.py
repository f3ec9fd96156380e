"""What a player may write: commands and events in the words of a language, and beginnings of them."""

import functools
from collections.abc import Iterable, Mapping, Sequence

from thurntaxis import Board, Event, EventError, Position
from thurntaxis.names import fold, nearest
from thurntaxis_presentation.spellings import Unclear, city_spellings, event_words, words_of
from thurntaxis_rulebook.corpus.languages import label

COMMANDS = ("help", "more", "show", "hint", "why", "scores", "undo", "save", "quit")
"""The commands of the game. They are always understood by these names."""

ANSWERS = ("yes", "no")


def command_word(command: str, lang: str) -> str:
    """Return what a command, or yes and no, is called in a language."""
    return label(f"word-{command}", lang, "play").split()[0]


class NotPossible(ValueError):
    """Text in words of the game that no legal event has."""


@functools.cache
def command_of(lang: str) -> Mapping[str, str]:
    """Return the command by each folded word for it, in a language and in English."""
    return _by_word(COMMANDS, lang)


def is_yes(text: str, lang: str) -> bool | None:
    """Return whether a text means yes or no; none if it means neither."""
    answer = _by_word(ANSWERS, lang).get(fold(text))
    return None if answer is None else answer == "yes"


def _by_word(commands: Iterable[str], lang: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for command in commands:
        for word in (*label(f"word-{command}", lang, "play").split(), command):
            found[fold(word)] = command
    return found


def event_of(position: Position, text: str, lang: str) -> Event:
    """Return the event that a text means; it need not be legal if its words are complete.

    The words may be of the language. If no event is written so, every legal event is meant in which each word of the
    text begins a word.

    Raises:
        NotPossible: no legal event is meant, but each word is a city or, except in English, another word of events.
        Unclear: several legal events are meant (`could_be`), or none.
        EventError: no event is meant, and nothing that can be written is near.
    """
    try:
        return position.parse(text)
    except EventError as error:
        wrong = error
    spellings = _spellings(position.rules.board, lang)
    try:
        return position.parse(" ".join(_canonical(word, spellings) for word in words_of(text)))
    except EventError:
        pass
    found = _begun_so([] if position.is_over else list(position.events()), words_of(text), spellings)
    if len(found) == 1:
        return found[0]
    if found:
        raise Unclear(text, map(str, found))
    known = spellings if lang != "en" else {city.name: spellings[city.name] for city in position.rules.board.cities}
    if _are_known(words_of(text), known):
        raise NotPossible
    first = (words_of(text) or [""])[0]
    if near := nearest(first, (command_word(command, lang) for command in COMMANDS)):
        raise Unclear(text, near=near)
    if lang == "en":
        raise wrong
    raise Unclear(text)


@functools.cache
def _spellings(board: Board, lang: str) -> Mapping[str, frozenset[str]]:
    """Return every folded spelling of each word that events have: cities and the words of the game."""
    return {
        word: frozenset(map(fold, (word, *others)))
        for word, others in {**event_words(lang), **city_spellings(board, lang)}.items()
    }


def _canonical(word: str, spellings: Mapping[str, frozenset[str]]) -> str:
    written = fold(word)
    return next((name for name, others in spellings.items() if written in others), word)


def _are_known(written: Sequence[str], spellings: Mapping[str, frozenset[str]]) -> bool:
    """Return whether there are words, and each of them begins a city or a word of the game."""
    folded = [fold(word) for word in written]
    begun = (len(word) > 1 and any(_begins(word, name, spellings) for name in spellings) for word in folded)
    return bool(folded) and all(begun)


def _begun_so(
    events: Sequence[Event], written: Sequence[str], spellings: Mapping[str, frozenset[str]]
) -> tuple[Event, ...]:
    """Return the events in which each written word begins another word; if it begins all of some, only those."""
    folded = [fold(word) for word in written]
    if not folded or max(map(len, folded)) < 2:
        return ()
    found: list[Event] = []
    whole: list[Event] = []
    for event in events:
        left = str(event).split()
        for word in folded:
            at = next((at for at, name in enumerate(left) if _begins(word, name, spellings)), None)
            if at is None:
                break
            del left[at]
        else:
            (found if left else whole).append(event)
    return tuple(whole or found)


def _begins(word: str, name: str, spellings: Mapping[str, frozenset[str]]) -> bool:
    return any(spelling.startswith(word) for spelling in spellings.get(name) or (fold(name),))
