"""Moves as people type them: in the words of any of the six languages and in any order, or in notation.

A text is cut into words and phrases that are known: cities, what a move does, who helps, at which end. Words that say
nothing (articles, prepositions) are left out, and an unknown word stands for all known ones that it begins. What is
left is put into the order of the notation, or completed to the only legal move that has all of it.
"""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from thurntaxis import Board, Event, EventError, Position
from thurntaxis.message import Alternatives, Hint, clipped
from thurntaxis.names import fold
from thurntaxis.officials import OFFICIALS
from thurntaxis_presentation.event_words import event_in_words
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.spellings import Unclear, city_spellings, event_words

FILLERS = "fillers"
"""The key of the words that say nothing."""

WHOLE_PHRASES = {
    "administrator": ("administrator",),
    "carriage": ("carriage",),
    "decline": ("decline",),
    "draw-deck": ("draw", "deck"),
    "end": ("end",),
    "keep-none": ("keep",),
    "return-none": ("return",),
    "honor-pass": ("honor", "pass"),
    "close-none": ("close",),
}
"""The phrases without gaps in which moves are told, and the words of the notation that they mean."""

REDUNDANT_BESIDE = {
    "postmaster": {"draw"},
    "administrator": {"draw", "play"},
    "carrier": {"play"},
    "cartwright": {"carriage", "draw"},
    "carriage": {"draw"},
    "decline": {"carriage", "draw"},
    "close": {"house", "play"},
    "start": {"right", "left"},
}
"""For each word, the words that add nothing beside it."""

VERBS = ("return", "honor", *OFFICIALS, "close", "keep", "decline", "play", "draw", "carriage", "end", "deal", "back")
"""The verbs of the notation; of several words in a text, the first one here is the verb."""

SIDES = ("left", "right", "start", "horse")

VERB_OF = {"left": "play", "right": "play", "start": "play", "horse": "play", "deck": "draw", "house": "close"}
"""The verb that a word implies, if there is none."""

EVENT_WORDS = {*VERBS, *SIDES, "deck", "house", "pass"}
"""The words of the notation, cities and cards apart."""

FEWEST_LETTERS = 2
"""The fewest letters of an unknown word that may begin a known one."""

MOST_NAMED = 3
"""How many legal moves are named where a text means none."""

NEXT = re.compile(r"[,;；、]|\b(?:and|then|und|dann|et|puis|e|poi|i|potem)\b", re.IGNORECASE)
"""What may stand between two moves, if the second has a verb."""

CARD = re.compile(r"/[1-3]")
"""The back of a card, after its city."""


class NoSuchMove(EventError):
    """All words of a text are known, but no legal move has them, and they aren't a whole move either."""


class _Token(NamedTuple):
    """What a word or phrase of a text may mean: words of the notation, one of which is meant."""

    meanings: frozenset[str]

    @property
    def word(self) -> str | None:
        """The only meaning; None if there are several."""
        return next(iter(self.meanings)) if len(self.meanings) == 1 else None


def move_of(position: Position, text: str, lang: Language) -> Event:
    """Return the move that a text means, by notation or in words; it needn't be legal if it is complete.

    Words of the asker's language count before those of the others.

    Raises:
        Unclear: several legal moves are meant (`could_be`).
        NoSuchMove: no move is meant, although all words are known.
        EventError: no move is meant.
    """
    try:
        return _read(position, text, lang)
    except EventError as wrong:
        raise _with_moves(wrong, position, text, lang) from None


def turn_of(position: Position, text: str, lang: Language) -> tuple[Position, Event]:
    """Return the move that a text means, and its position; of several in a row, the first illegal one or the last.

    After a move, the text may say which card is revealed; otherwise that is an arbitrary one.

    Raises:
        EventError, Unclear: a part of the text is no move, or may be several.
    """
    known, parts = _vocabulary(position.rules.board, lang), list[str]()
    for part in filter(str.strip, NEXT.split(text)):
        is_move = not parts or {token.word for token in _tokens(part, known)} & set(VERBS)
        parts[-1:] = [*parts[-1:], part] if is_move else [f"{parts[-1]} {part}"]
    if len(parts) < 2:
        return position, move_of(position, text, lang)
    event: Event | None = None
    for part in parts:
        while event is not None and position.is_chance and "deal" not in part.casefold():
            position = position.play_without_checking(min(position.events(), key=lambda deal: deal[-1] in text))
        try:
            event = move_of(position, part, lang)
        except Unclear as unclear:
            if len({tuple(each.split()[1:2]) for each in unclear.could_be}) > 1:
                raise
            event = position.parse(unclear.could_be[0])  # the card extends the route, if it can
        if position.why_not(event) or part is parts[-1]:
            break
        position = position.play_without_checking(event)
    assert event is not None
    return position, event


def _read(position: Position, text: str, lang: Language) -> Event:
    """Return the move that a text means, as `move_of` does; an error tells what is missing in notation."""
    try:
        return position.parse(text)
    except EventError as error:
        wrong = error
    legal = [] if position.is_over else list(position.events())
    if position.is_chance:
        told = (event for event in legal if fold(event_in_words(event, lang)) == fold(text))
        if event := next(told, None):
            return event
    names = {fold(player.name): () for player in position.players if player.name}
    tokens = _at_an_end(position, _tokens(text, {**names, **_vocabulary(position.rules.board, lang)}))
    if not tokens:
        raise wrong
    return _meant(position, legal, tokens, wrong, text)


def _at_an_end(position: Position, tokens: list[_Token]) -> list[_Token]:
    """Return the tokens; if a card is played next to a city of the route, with an end in place of that city."""
    cities = [token for token in tokens if not token.meanings & EVENT_WORDS]
    route = [position.rules.board.city_of[card] for card in position.own.route]
    verbs = {token.word for token in tokens} & set(VERBS)
    if len(cities) != 2 or not route or not verbs <= {"play", "carrier"}:
        return tokens
    for city in cities:
        sides = {side for side, end in (("left", route[0]), ("right", route[-1])) if end in city.meanings}
        sides |= {"left"} if city.meanings & set(route) and not sides else set()
        if sides and not any(other.meanings & set(route) for other in cities if other is not city):
            return [token for token in tokens if token is not city] + [_Token(frozenset(sides))]
    return tokens


def _meant(position: Position, legal: Sequence[Event], tokens: Sequence[_Token], wrong: EventError, text: str) -> Event:
    """Return the move that has the words of a text; `wrong` is why the text isn't one in notation."""
    left = {event: rest for event in legal if (rest := _without(event, tokens)) is not None}
    whole = [event for event, rest in left.items() if rest in ([], ["honor"])]
    if len(whole) == 1:
        return whole[0]
    words = [token.word for token in tokens]
    says_verb = any(word in VERBS for word in words)
    if None not in words and (says_verb or len(left) != 1):
        try:
            return position.parse(_in_order([word for word in words if word]))
        except EventError as error:
            wrong = error
    if len(left) == 1:
        return next(iter(left))
    if left:
        raise Unclear(text, map(str, whole or left))
    raise NoSuchMove(wrong.wrong, wrong.right)


def _with_moves(wrong: EventError, position: Position, text: str, lang: Language) -> EventError:
    """Return why a text is no move, with what it could be in words: the ways to complete it, or a few legal moves."""
    if ways := cast("Sequence[str]", wrong.right.facts.get("ways", ())):
        whole = (Event(re.sub("CITY|CARD", "…", way).split()) for way in ways)
        moves = Alternatives(lang.quoted(lang.move(event)) for event in whole)
        return type(wrong)(wrong.wrong.template, "{moves}", clipped(text.strip()), moves)
    if wrong.right.template.startswith("moves begin") and not position.is_over:
        legal = list(position.events())
        named = dict.fromkeys([*{event.verb: event for event in reversed(legal)}.values(), *legal])
        few = tuple(lang.quoted(lang.move(event)) for event in list(named)[:MOST_NAMED])
        return type(wrong)(wrong.wrong, Hint("possible now, for example: {events}", few))
    return wrong


def _without(event: Event, tokens: Sequence[_Token]) -> list[str] | None:
    """Return the words of an event that no word of the text means; None if a word means none of the event's."""
    left = list(event)
    for token in tokens:
        word = next((word for word in left if {word, word.split("/")[0]} & token.meanings), None)
        if word is None:
            return None
        left.remove(word)
    return left


def _in_order(words: Sequence[str]) -> str:
    """Return words in the order of the notation."""
    verb = next((verb for verb in VERBS if verb in words), None)
    left = list(words)
    if verb is None:
        verb = next((VERB_OF[word] for word in words if word in VERB_OF), "")
    else:
        left.remove(verb)
    first = [word for word in ("house", "draw", "pass") if word in left] if verb == "honor" else []
    last = [word for word in SIDES if word in left]
    named = [word for word in left if word not in (*first, *last) and (verb, word) != ("close", "house")]
    return " ".join(filter(None, (verb, *first, *(sorted(named) if verb == "return" else named), *last)))


# ---- what words mean


@functools.cache
def _vocabulary(board: Board, lang: Language) -> Mapping[str, tuple[str, ...]]:
    """Return the words of the notation that each folded word or phrase means, none for those that say nothing."""
    from thurntaxis_rulebook.corpus.languages import LANGUAGES

    languages = [lang, *(Language(code) for code in LANGUAGES if code != lang)]
    spelled = [city_spellings(board, language) for language in languages]
    known: dict[str, tuple[str, ...]] = {word: (word,) for word in event_words(lang) if word != FILLERS}
    for phrase, meaning in (
        *_words_of_moves(lang),
        *((name, (city,)) for names_of in spelled for city, names in names_of.items() for name in (city, *names)),
        *(word for language in languages for word in _words_of_moves(language)),
    ):
        known.setdefault(fold(phrase), meaning)
    return known


def _words_of_moves(lang: Language) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the words and phrases of a language for what moves do, each with what it means."""
    for word, phrases in event_words(lang).items():
        yield from ((phrase, () if word == FILLERS else (word,)) for phrase in phrases)
    yield from ((lang.label(name, "events"), meaning) for name, meaning in WHOLE_PHRASES.items())
    yield from ((lang.term(official), (official,)) for official in OFFICIALS)


def _tokens(text: str, known: Mapping[str, tuple[str, ...]]) -> list[_Token]:
    """Return what the words of a text mean, without those that say nothing; nothing if a word is unknown."""
    tokens: list[_Token] = []
    for meanings in _scanned(fold(text), known):
        if meanings is None:
            return []
        tokens += meanings
    words = {token.word for token in tokens}
    redundant = {other for word in words for other in REDUNDANT_BESIDE.get(word or "", ())}
    redundant -= {"draw"} if "honor" in words else set()
    once = list(dict.fromkeys(tokens))  # nothing is said twice, but for cards
    cards = [token for token in tokens if not token.meanings & EVENT_WORDS]
    return [token for token in once if token.meanings & EVENT_WORDS and token.word not in redundant] + cards


def _scanned(text: str, known: Mapping[str, tuple[str, ...]]) -> Iterator[list[_Token] | None]:
    """Yield the tokens of each word or phrase of a folded text, the longest that is known; None for an unknown one."""
    longest, at = max(map(len, known)), 0
    while at < len(text):
        if not text[at].isalnum():
            at += 1
            continue
        end = next((end for end in range(min(len(text), at + longest), at, -1) if _is_phrase(text, at, end, known)), at)
        if end > at:
            meaning = known[text[at:end]]
            if back := CARD.match(text, end):
                meaning, end = (meaning[0] + back[0],) if meaning else (), back.end()
            yield [_Token(frozenset([word])) for word in meaning]
        elif "\u3041" <= text[at] <= "\u309f":  # in these, Japanese writes particles and endings
            end = at + 1
        else:
            end = next((end for end in range(at, len(text)) if not text[end].isalnum()), len(text))
            begun = text[at:end]
            words = {word for phrase, meaning in known.items() if phrase.startswith(begun) for word in meaning}
            yield [_Token(frozenset(words))] if words and len(begun) >= FEWEST_LETTERS else None
        at = end


def _is_phrase(text: str, at: int, end: int, known: Mapping[str, tuple[str, ...]]) -> bool:
    """Return whether a part of a text is a known phrase that doesn't end within a Latin word."""
    ends_within = end < len(text) and text[end].isalnum() and text[end - 1].isascii() and text[end].isascii()
    return not ends_within and text[at:end] in known
