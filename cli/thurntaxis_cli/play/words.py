"""What a player may write: commands and events in the words of a language, and beginnings of them."""

import functools
from collections.abc import Iterable, Mapping

from thurntaxis import Event, EventError, Position
from thurntaxis.names import fold, nearest
from thurntaxis_presentation.event_words import are_known
from thurntaxis_presentation.event_words import event_of as typed_event
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.spellings import Unclear, words_of

COMMANDS = ("help", "more", "show", "hint", "why", "scores", "undo", "save", "quit")
"""The commands of the game. They are always understood by these names."""

ANSWERS = ("yes", "no")


def command_word(command: str, lang: Language, table: str = "play") -> str:
    """Return what a command, or yes and no, is called in a language, by the table of a conversation."""
    return lang.label(f"word-{command}", table).split()[0]


class NotPossible(ValueError):
    """Text in words of the game that no legal event has."""


@functools.cache
def command_of(lang: Language) -> Mapping[str, str]:
    """Return the command by each folded word for it, in a language and in English."""
    return by_word(COMMANDS, lang)


def is_yes(text: str, lang: Language) -> bool | None:
    """Return whether a text means yes or no; none if it means neither."""
    answer = by_word(ANSWERS, lang).get(fold(text))
    return None if answer is None else answer == "yes"


def by_word(commands: Iterable[str], lang: Language, table: str = "play") -> dict[str, str]:
    """Return the commands by each folded word for them, in a language and in English."""
    return {
        fold(word): command for command in commands for word in (*lang.label(f"word-{command}", table).split(), command)
    }


def event_of(position: Position, text: str, lang: Language) -> Event:
    """Return the event that a text means; it need not be legal if its words are complete.

    The words may be of the language. If no event is written so, every legal event is meant in which each word of the
    text begins a word.

    Raises:
        NotPossible: no legal event is meant, but each word is a city or, except in English, another word of events.
        Unclear: several legal events are meant (`could_be`), or none.
        EventError: no event is meant, and nothing that can be written is near.
    """
    try:
        return typed_event(position, text, lang)
    except EventError as error:
        wrong = error
    if are_known(text, position.rules.board, lang):
        raise NotPossible
    first = (words_of(text) or [""])[0]
    if near := nearest(first, (command_word(command, lang) for command in COMMANDS)):
        raise Unclear(text, near=near)
    if lang == "en":
        raise wrong
    raise Unclear(text)
