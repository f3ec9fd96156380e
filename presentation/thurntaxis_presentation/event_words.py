"""Events in the reader's language: as words for what happens, as they are typed, and in groups."""

import functools
from collections.abc import Iterable, Mapping, Sequence

from thurntaxis import UNKNOWN, Board, Event, EventError, Position
from thurntaxis.names import fold
from thurntaxis.officials import HELPS_IN, helping_in
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.spellings import Unclear, city_spellings, event_words, words_of

_ACTS_OF = {"postmaster": "draw", "carrier": "play"}
"""The verb that an official lets a player do once more."""


def event_in_words(event: Event, lang: Language) -> str:
    """Return an event in a language, without the player: "play Ulm at the right end"."""
    if event.verb in _ACTS_OF:
        again = _words(_ACTS_OF[event.verb], event[1:], lang)
    elif event.verb in HELPS_IN:
        again = _told("carriage" if event.verb == "cartwright" else event.verb, lang)
    else:
        return _words(event.verb, event[1:], lang)
    return f"{lang.term(event.verb)}{lang.colon}{again}"


def _words(verb: str, named: Sequence[str], lang: Language) -> str:
    """Return what a verb with its words says."""
    if verb == "honor":
        if named[0] == "draw":
            return _words("draw", named[1:], lang)
        return _told(f"honor-{named[0]}", lang, city=named[-1])
    if verb == "draw":
        return _told("draw-deck", lang) if named[0] == "deck" else _told("draw", lang, city=named[0])
    if verb == "play":
        return _told(f"play-{named[1]}", lang, city=named[0])
    if verb == "deal":
        unknown = named[0].startswith(UNKNOWN)
        return _told("deal-unknown" if unknown else "deal", lang, city=named[0])
    if verb == "back":
        return _told("back", lang, number=named[0])
    if not named:
        return _told(f"{verb}-none" if verb in ("close", "keep", "return") else verb, lang)
    if verb == "return":
        officials = lang.listed(lang.term(name) for name in named)
        return _told("return", lang, number=len(named), officials=officials)
    return _told(verb, lang, cities=tuple(named))


def _told(name: str, lang: Language, **facts: object) -> str:
    return lang.text(name, "events", **facts)


# ---- as they are typed


def event_of(position: Position, text: str, lang: Language) -> Event:
    """Return the event that a text means; it need not be legal if its words are complete.

    The words may be of the language, or the event may be written as `event_in_words` says it. If no event is written
    so, every legal event is meant in which each word of the text begins a word.

    Raises:
        Unclear: several legal events are meant (`could_be`).
        EventError: no event is meant.
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
    events = [] if position.is_over else list(position.events())
    for event in events:
        if fold(event_in_words(event, lang)) == fold(text):
            return event
    found = _begun_so(events, words_of(text), spellings)
    if len(found) == 1:
        return found[0]
    raise Unclear(text, map(str, found)) if found else wrong


@functools.cache
def _spellings(board: Board, lang: Language) -> Mapping[str, frozenset[str]]:
    """Return every folded spelling of each word that events have: cities and the words of the game."""
    return {
        word: frozenset(map(fold, (word, *others)))
        for word, others in {**event_words(lang), **city_spellings(board, lang)}.items()
    }


def _canonical(word: str, spellings: Mapping[str, frozenset[str]]) -> str:
    written = fold(word)
    return next((name for name, others in spellings.items() if written in others), word)


def are_known(text: str, board: Board, lang: Language) -> bool:
    """Return whether each word of a text begins a city or, except in English, another word of events."""
    spellings = _spellings(board, lang)
    known = spellings if lang != "en" else {city.name: spellings[city.name] for city in board.cities}
    folded = [fold(word) for word in words_of(text)]
    begun = (len(word) > 1 and any(_begins(word, name, known) for name in known) for word in folded)
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


# ---- in groups of one kind, as they are offered

GROUP_OF = dict.fromkeys((*helping_in("carriage"), "decline"), "carriage")
"""The groups of events that aren't named by the verb of the event."""


def grouped(events: Iterable[Event]) -> dict[str, list[Event]]:
    """Return events by the name of their group."""
    groups: dict[str, list[Event]] = {}
    for event in events:
        groups.setdefault(GROUP_OF.get(event.verb, event.verb), []).append(event)
    return groups


def group_title(name: str, lang: Language) -> str:
    """Return the title of a group of events."""
    return lang.text(name, "table" if name in ("back", "deal") else "play")
