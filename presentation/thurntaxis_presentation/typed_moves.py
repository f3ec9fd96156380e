"""Moves as people type them: in the words of any of the six languages and in any order, or in notation.

Several moves in a row are told apart by their verbs. A move is cut into words and phrases that are known: cities, what
it does, who helps, at which end. Words that say nothing (articles, prepositions) are left out, and an unknown word
stands for all known ones that it begins, or for the city that it is nearly spelled like. What is left is put into the
order of the notation, or completed to the only legal move that has all of it.
"""

import contextlib
import difflib
import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from thurntaxis import UNKNOWN, Board, Event, EventError, Position, Turn
from thurntaxis.fault import InputError
from thurntaxis.message import Alternatives, Hint, Message, clipped
from thurntaxis.names import fold
from thurntaxis.officials import HELPS_IN, OFFICIALS
from thurntaxis.values import add, less
from thurntaxis_presentation.event_words import event_in_words
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.spellings import city_spellings, event_words

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
    "administrator": {"draw", "play", "start"},
    "play": {"end"},
    "carrier": {"play", "end"},
    "cartwright": {"carriage", "draw"},
    "carriage": {"draw"},
    "decline": {"carriage", "draw"},
    "close": {"house"},
    "house": {"play"},
    "start": {"right", "left"},
}
"""For each word, the words that add nothing beside it."""

VERBS = ("return", "honor", *OFFICIALS, "close", "keep", "decline", "play", "draw", "carriage", "end", "deal", "back")
"""The verbs of the notation; of several words in a text, the first one here is the verb."""

_HELPED = {official: verb for official, verb in HELPS_IN.items() if official in ("postmaster", "carrier")}
"""The verb that is done once more, by the official who helps."""

AFTER_CLOSING = ("carriage", "cartwright", "decline", "keep")
"""The verbs of what only the closing of a route leads to; two of them are phases of the turn, too."""

SIDES = ("left", "right", "start", "horse")

VERB_OF = {"left": "play", "right": "play", "start": "play", "horse": "play", "deck": "draw", "house": "close"}
"""The verb that a word implies, if there is none."""

EVENT_WORDS = {*VERBS, *SIDES, "deck", "house", "pass"}
"""The words of the notation, cities and cards apart."""

FEWEST_LETTERS, MISSPELLED, ALIKE = 2, 5, 0.82
"""The fewest letters of a word's beginning, and of a misspelled city, and how alike it and the city have to be."""

CLEAR = 0.8
"""How well an answer of the rulebook fits a text that is clearly about its rules."""

LISTED = 1.5
"""How well an answer fits at least that is listed for a question in nearly these words."""

MOST_NAMED = 3
"""How many legal moves are named where a text means none."""

ABOUT_THE_TABLE = ("best", "leader", "options", "owners", "placing", "provinces", "standing", "supply", "tiles", "turn")
"""The kinds of phrases that ask about the game on the table."""


class SeveralMoves(InputError):
    """A text may mean several legal moves: `could_be`."""

    def __init__(self, text: str, could_be: Iterable[Event], lang: Language) -> None:
        """Say so in words."""
        self.could_be = tuple(could_be)
        moves = Alternatives(lang.quoted(lang.move(event)) for event in self.could_be)
        wrong = Message('"{text}" may mean several moves', text=clipped(text.strip()))
        super().__init__(wrong, Message("{moves}", moves=moves))


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
        SeveralMoves: several legal moves are meant.
        EventError: no move is meant.
    """
    try:
        return _read(position, text, lang)
    except EventError as wrong:
        raise _with_moves(wrong, position, text, lang) from None


def judged_move(position: Position, text: str, lang: Language) -> Event:
    """Return the move that a text means; of one that lacks a word, the way to complete it that is possible, if any.

    Raises:
        SeveralMoves: several legal moves are meant.
        EventError: no move is meant.
    """
    from thurntaxis_presentation.rulings import decisive, lasting_objections

    try:
        return move_of(position, text, lang)
    except EventError:
        if not _tokens(text, _vocabulary(position.rules.board, lang)):
            raise
        moves: list[Event] = []
        for word in ("right", "left", "start", "deck"):
            with contextlib.suppress(EventError):
                moves.append(_read(position, f"{text} {word}", lang))
        if not moves:
            raise
    objections = {move: position.why_not(move) for move in moves}
    reasons = {str(decisive(position, move, found)) if found else "" for move, found in objections.items()}
    if len(reasons) > 1 and "" in reasons:
        raise SeveralMoves(text, moves, lang)

    def later(move: Event) -> int:
        """Return 0 for what may become possible, 1 for what extends the route, 2 for a new one that isn't legal now."""
        lasts = bool(lasting_objections(position, move, objections[move]))
        return 2 if move[-1] == "start" and objections[move] and len(moves) > 1 else int(lasts)

    return min(moves, key=later)


def turn_of(position: Position, text: str, lang: Language) -> list[tuple[Position, Event]]:
    """Return the moves that a text means, up to the first illegal one, each with the position before it.

    After a move, the text may say which card is revealed; otherwise that is an arbitrary one. Unknown words of a text
    of several verbs are left out.

    Raises:
        InputError: a part of the text is no move, or may be several; EventError if it is the first.
    """
    if phrases(lang)["why"].search(fold(text)):  # what isn't possible is asked about
        text = phrases(lang)["not"].sub(" ", fold(text))
    try:
        return _turn(position, text, lang)
    except InputError as wrong:
        until = max((now.end() for now in phrases(lang)["now"].finditer(fold(text))), default=0)
        if implied(position, at_once := corrected(position, fold(text)[:until], lang), lang) & {*VERBS}:
            with contextlib.suppress(InputError):
                return _turn(position, at_once, lang)
        known = corrected(position, text, lang)
        verbs = implied(position, known, lang) & {*VERBS}
        cities = _known_words(position, known, lang) - EVENT_WORDS
        if isinstance(wrong, SeveralMoves) or max(len(verbs), len(cities)) < 2 or not tells_move(position, known, lang):
            raise
        if phrases(lang)["rules"].search(fold(text)) or _fit(text, lang) >= CLEAR:
            raise
        with contextlib.suppress(InputError):
            return _turn(position, known, lang)
        raise


def _is_untimely(position: Position, words: set[str]) -> bool:
    """Return whether words without a city name what only a closing leads to, where no route has just been closed."""
    redundant = {other for word in words for other in REDUNDANT_BESIDE.get(word, ())}
    verbs, phase = words & {*VERBS} - redundant, position.turn.phase
    is_house = not verbs and "house" in words and phase == "draw"
    return is_house or (bool(verbs) and verbs <= {*AFTER_CLOSING} and phase not in AFTER_CLOSING)


def _fit(text: str, lang: Language) -> float:
    """Return how well the rulebook answers a text, facts apart."""
    from thurntaxis_rulebook.ask import in_language

    return max((found.fit for found in in_language(str(lang)).results(text) if found.kind != "fact"), default=0)


def _turn(position: Position, text: str, lang: Language) -> list[tuple[Position, Event]]:
    """Return the moves that a text of known words means, as `turn_of` does."""
    try:
        return [(position, position.parse(text))]
    except EventError as wrong:
        asked, words, said = fold(text), _known_words(position, text, lang), phrases(lang)
        cities = words - EVENT_WORDS
        is_fit = cities and said["fit"].search(asked)
        is_of_any = re.search(r"\d", re.sub(rf"{said['of-carriage'].pattern}\W*\d", " ", asked))  # a route of so many
        closes = "close" in words and not is_of_any and not said["obliged"].search(asked)
        if is_fit or ((cities or closes) and said["suppose"].search(asked)):
            wanted, found = said["gets-carriage"].subn(" ", asked)
            supposed = said["suppose"].sub(" ", said["fit"].sub(" play ", wanted)) + ", carriage" * found
            if not cities and not words & {"play", "carrier"}:  # whatever is asked about the route that lies there
                if position.turn.phase == "draw":
                    raise _with_moves(wrong, position, text, lang) from None
                closing = _with_most_houses(position, Event(("close",)), text, lang)
                closed = position.play_without_checking(closing) if not position.why_not(closing) else position
                found |= Event(("carriage",)) in closed.events() and bool(said["of-points"].search(asked))
                supposed = f"{closing}{', carriage' * found}"
            with contextlib.suppress(InputError):
                *before, (last, event) = _with_card_taken(position, supposed, _turn(position, supposed, lang), lang)
                is_end = is_fit and event[-1] == "start" and last.own.route
                return [*before, (last, Event((*event[:-1], "right")) if is_end else event)]
        is_fact = not implied(position, text, lang) & {*VERBS} and said["road"].search(asked)
        is_general = not cities and any(said[kind].search(asked) for kind in ("anyone", "closable", *ABOUT_THE_TABLE))
        is_bare = words <= {*OFFICIALS} or words & {*VERBS} == {"draw"}  # what is wanted, not what it is
        is_general |= not cities and (len(words & {*OFFICIALS}) > 1 or (not is_bare and _fit(text, lang) >= LISTED))
        is_general |= "keep" in words and words & {*VERBS} <= {"keep", "close"} and position.turn.phase == "draw"
        is_general |= not cities and (("close" in words and not closes) or _is_untimely(position, words))
        if is_fact or is_general or said["rules"].search(asked):
            raise _with_moves(wrong, position, text, lang) from None
    parts = _moves_of(position, text, lang)
    if len(parts) > 1:
        return _with_card_taken(position, text, _played(position, parts, text, lang), lang)
    return _played(position, [text], text, lang)


def left_open(moves: Iterable[tuple[Position, Event]], text: str, lang: Language) -> Iterator[tuple[str, str]]:
    """Yield what a text of legal moves doesn't say, by the name of a text, with a city: an end, houses."""
    for position, event in moves:
        words, city_of = _known_words(position, text, lang), position.rules.board.city_of
        says_end = words & {*SIDES} or (
            words & {city_of[card] for card in position.own.route} and phrases(lang)["beside"].search(fold(text))
        )
        other = Event((*event[:-1], "left" if event[-1] == "right" else "right"))
        if event[-1] in ("left", "right") and not says_end and not position.why_not(other):
            yield "either-end-fits", city_of[event[1]]
        in_provinces = phrases(lang)["each-province"].search(fold(text)), _close_in_provinces(position, text, lang)
        if event.verb == "close" and {*event[1:]} - words and not in_provinces[0] and event != in_provinces[1]:
            yield "houses-not-named", ""


def as_if_on_turn(position: Position, text: str, players: Sequence[int], lang: Language) -> tuple[Position, str]:
    """Return a position in which the player is on turn whom a text about a move names, and the text without the name.

    Cards that the text names are taken to be among the unknown ones in this player's hand.
    """
    if len(players) != 1 or position.is_over or position.is_chance:
        return position, text
    seats, at = list(position.players), players[0]
    own = seats[at]
    told = phrases(lang)["player"].sub(" ", fold(text))
    told = name_pattern(own.name, lang).sub(" ", told) if own.name else told
    if not tells_move(position, told, lang) and "close" not in _known_words(position, told, lang):
        return position, text
    if at == position.decider:
        return position, told
    laid = {position.rules.board.city_of[card] for card in own.route}
    named = _known_words(position, told, lang) & {*position.unseen} - {*position.display, *own.hand} - laid
    verbs = implied(position, told, lang) & {*VERBS}
    unknown = [card for card in own.hand if card.startswith(UNKNOWN)]
    taken = [] if verbs <= {"draw", "postmaster"} else sorted(named)[: len(unknown)]
    seats[at] = own.replace(hand=add(less(own.hand, unknown[: len(taken)]), tuple(taken)))
    plays = bool(verbs) and verbs <= {"play", "carrier"}  # after a card was taken
    turn = Turn(at, drawn=int(plays), began_empty=not own.hand and not plays)
    return position.replace(players=tuple(seats), unseen=less(position.unseen, taken), turn=turn), told


def corrected(position: Position, text: str, lang: Language) -> str:
    """Return a text with known words in place of those with one wrong letter, and without all other unknown ones."""
    from thurntaxis_rulebook.ask.names import distance

    folded, known, written, done = fold(text), _vocabulary(position.rules.board, lang), "", 0
    for at, end, tokens in _scanned(folded, known):
        word = folded[at:end]
        fewest = FEWEST_LETTERS + 1
        near = (each for each in known if len(each) + end - at > 2 * fewest and len(each) >= fewest <= end - at)
        near = (each for each in near if each[0] == word[0])
        meant = next((each for each in near if distance(word, each) == 1), "") if tokens is None else word
        written, done = f"{written}{folded[done:at]}{meant}", end
    return written + folded[done:]


def _played(position: Position, parts: Sequence[str], text: str, lang: Language) -> list[tuple[Position, Event]]:
    """Return the moves that the parts of a text mean, as `turn_of` does."""
    moves, owed, is_notation = list[tuple[Position, Event]](), "", ";" in text  # events as they stand
    for at, part in enumerate(parts):
        while moves and position.is_chance and "deal" not in part.casefold():
            is_wanted = moves[-1][1].verb == "administrator"  # the new display may have what is taken next
            deals = sorted(position.events(), key=lambda deal: fold(deal[-1].split("/")[0]) in fold(text))
            position = position.play_without_checking(deals[-is_wanted])
        closes = not is_notation and "close" in _known_words(position, part, lang)
        if closes and (played := _taken_card(position, moves)):
            moves.append((position, played))
            position = position.play_without_checking(played)
        event = _event_in(position, part, text if len(parts) > 1 else "", lang, is_first=not moves)
        event = event if is_notation else _with_most_houses(position, event, part, lang)
        if event.verb == "cartwright" and moves and position.decider != moves[-1][0].decider:
            position = moves[-1][0]  # the turn is over, since no official is left to help
        if event.verb == "decline" and moves and "carriage.phase" in {no.clause for no in position.why_not(event)}:
            break  # none could be had
        verb = "" if is_notation else _HELPED.get(event.verb, "")
        if verb and any({event.verb, verb} & implied(position, later, lang) for later in parts[at + 1 :]):
            owed, event = event.verb, Event((verb, *event[1:]))  # the official helps with the next card
        elif owed and event.verb == _HELPED[owed]:
            owed, event = "", Event((owed, *event[1:]))
        moves.append((position, event))
        if position.why_not(event):
            break
        position = position.play_without_checking(event)
    return moves


def _event_in(position: Position, part: str, whole: str, lang: Language, *, is_first: bool) -> Event:
    """Return the event that a part of a text means; the whole text is empty if it is this part."""
    try:
        return _close_in_provinces(position, part, lang) or judged_move(position, part, lang)
    except SeveralMoves as several:
        verb, *_ = several.could_be[0]
        named = {each[1]: each for each in several.could_be if verb in ("draw", "postmaster") and each[1:]}
        if whole and len(named) == len(several.could_be):  # any card, or the one that is played
            return next((named[city] for city in _known_words(position, whole, lang) & {*named}), Event((verb, "deck")))
        if not whole or len({each[1:2] for each in several.could_be}) > 1:
            raise
        return several.could_be[0]  # the card extends the route, if it can
    except EventError as wrong:
        if is_first or whole.rstrip().endswith(("?", "？")):
            raise
        raise InputError(wrong.wrong, wrong.right) from None  # the moves before it tell that it's no question


def _taken_card(position: Position, moves: Sequence[tuple[Position, Event]]) -> Event | None:
    """Return the legal event that extends the route by the card that the last move took, if any."""
    taken = [event[1] for _, event in moves[-1:] if event.verb in ("draw", "postmaster")]
    ends = (Event(("play", card, side)) for card in taken for side in ("right", "left"))
    return next((event for event in ends if not position.why_not(event)), None)


def _with_most_houses(position: Position, event: Event, text: str, lang: Language) -> Event:
    """Return the event; of a closing that names no houses, the legal one with the most, if the text wants any."""
    said, province_of = phrases(lang), position.rules.board.province_of
    if event.verb != "close" or said["no-house"].search(fold(text)):
        return event
    if len(event) > 1 and not _names_route(position, event, text, lang):
        return event
    ways = [way for way in position.events() if way.verb == "close" and not any(map(str.islower, way[1:]))]
    if said["each-province"].search(fold(text)):
        ways = [way for way in ways if len({province_of[city] for city in way[1:]}) == len(way) - 1]
    return max(ways, key=len, default=Event(("close",)))


def _names_route(position: Position, closing: Event, text: str, lang: Language) -> bool:
    """Return whether the cities of a closing are a part of the route, and can't be the cities for its houses."""
    route = [position.rules.board.city_of[card] for card in position.own.route]
    at = sorted(route.index(city) for city in closing[1:] if city in route)
    is_part = len(at) == len(closing) - 1 >= position.rules.board.shortest_route and at[-1] - at[0] == len(at) - 1
    no_house = {no.clause for no in position.why_not(closing)} & {"houses.ways", "houses.one-per-city"}
    return is_part and bool(no_house) and "house" not in _known_words(position, text, lang)


def _close_in_provinces(position: Position, text: str, lang: Language) -> Event | None:
    """Return the closing with houses in the provinces that a text names, in all their cities of the own route."""
    from thurntaxis_rulebook.ask import in_language

    words, board = _known_words(position, text, lang), position.rules.board
    provinces = {name for kind, name in in_language(lang).prepared(text)[1] if kind == "province"} - words
    if "close" not in words or not provinces:
        return None
    route = [board.city_of[card] for card in position.own.route]
    houses = (words - EVENT_WORDS) | {city for city in route if board.province_of[city] in provinces}
    return Event(("close", *sorted(houses))) if houses else None


def _with_card_taken(
    position: Position, text: str, moves: list[tuple[Position, Event]], lang: Language
) -> list[tuple[Position, Event]]:
    """Return the moves of a text with those before them that it leaves out: a card taken, and the one played to close.

    A card on display is taken for the one that is played, if that isn't in hand; otherwise a card from the deck.
    """
    verb, *named = moves[0][1]
    is_begun = position.turn.phase != "draw" or position.turn.drawn or position.is_chance
    if is_begun or "draw" in implied(position, text, lang):
        return moves
    route = {position.rules.board.city_of[card] for card in position.own.route}
    cards = named[:1] if verb == "play" else [city for city in named if city not in route] if verb == "close" else []
    if len(cards) != 1:
        return moves
    taken = cards[0] if cards[0] in {*position.display} - {*position.own.hand} else "deck"
    played = f"play {cards[0]}, " if verb == "close" else ""
    rest = "close" if played and len(named) == len(moves) == 1 else text
    return turn_of(position, f"draw {taken}, {played}{rest}", lang)


def tells_move(position: Position, text: str, lang: Language) -> bool:
    """Return whether a text has a verb of moves or implies one, and names a city."""
    words = implied(position, text, lang)
    return bool(words & set(VERBS)) and bool(words - EVENT_WORDS)


def _known_words(position: Position, text: str, lang: Language) -> set[str]:
    """Return the words of the notation that a text has, and its cities."""
    scanned = _scanned(fold(text), _vocabulary(position.rules.board, lang))
    return {token.word for *_, tokens in scanned for token in tokens or () if token.word}


def implied(position: Position, text: str, lang: Language) -> set[str]:
    """Return the words of the notation that a text has, and the verbs that they imply."""
    words = _known_words(position, text, lang)
    return words | {VERB_OF[word] for word in words & VERB_OF.keys()}


def _moves_of(position: Position, text: str, lang: Language) -> list[str]:
    """Return the moves of a text: each has a verb, or what implies another one than that of the move before."""
    board, moves, helpers = position.rules.board, list[tuple[str, str]](), dict[str, str]()
    known, route = _vocabulary(board, lang), {board.city_of[card] for card in position.own.route}
    verb, card, taken, has_card = "", "", "", False
    pieces = list(filter(str.strip, _pieces(position, text, lang)))
    for at in range(len(pieces) - 1, 0, -1):  # who helps with the next card, or that it starts a route
        lead, named = (_known_words(position, piece, lang) for piece in pieces[at - 1 : at + 1])
        wanted = "draw" if lead == {"postmaster"} and at == 1 else "play" if lead == {"start"} else ""
        is_listed = bool(lead) and lead <= route and "close" in named  # cities of the route before the last of a list
        if named - EVENT_WORDS and (is_listed or (wanted and named & {*VERBS} <= {wanted})):
            pieces[at - 1 : at + 1] = [" ".join(pieces[at - 1 : at + 1])]
    for part in pieces:
        words = [token.word for token in _tokens(part, known)] or [*{"close"} & _known_words(position, part, lang)]
        cities = [word for word in words if word and word not in EVENT_WORDS]
        stated = next((verb for verb in VERBS if verb in words), "")
        beside = "play" if len(cities) == 2 else ""  # a card, and the city of the route that it lies next to
        implied = stated or next((VERB_OF[word] for word in words if word in VERB_OF), beside)
        is_first = cities and not moves and position.turn.phase == "draw"
        implied = implied or (_verb_of_card(position, part, "draw", lang) if is_first else "")
        if words in (["postmaster"], ["carrier"], ["cartwright"]):
            helpers[HELPS_IN[stated]] = part
            continue
        if card:
            verb = _verb_of_card(position, card, verb, lang)
            said = (token.word for *_, tokens in _scanned(fold(part), known) for token in tokens or ())
            is_verb_first = next(filter(None, said), "") in EVENT_WORDS  # it's not for the card before it, too
            does = verb if cities and (is_verb_first or verb in _HELPED) else implied or verb
            does = "play" if verb in ("draw", "play") and implied in ("close", "end") else does
            moves, card = [*moves, (does, f"{card} {does}")], ""
        is_beside = not cities or (route.issuperset(cities) and phrases(lang)["beside"].search(fold(part)))
        is_taken = bool(taken and implied == "play" and (is_beside or phrases(lang)["pronoun"].search(fold(part))))
        move = f"{part if is_beside else 'play right'} {taken}" if is_taken else part  # the card just taken
        is_same = implied == verb == "administrator"
        if not moves or (stated and not is_same) or implied not in ("", verb):
            moves.append((implied, f"{move} {implied}" if implied == "play" and cities and not stated else move))
        elif has_card and cities and (verb in ("draw", "play") or verb in _HELPED):
            card = part
            continue
        else:
            told = moves[-1][1].removesuffix(f" {taken}") if taken in cities else moves[-1][1]
            moves[-1] = (moves[-1][0], f"{told} {move}")
        taken = cities[0] if implied in ("draw", "postmaster") and cities else taken
        has_card = bool(cities) or "deck" in words or (is_taken and "start" not in words)
        verb = implied or verb
    if card:
        verb = _verb_of_card(position, card, verb, lang)
        moves.append((verb, f"{card} {verb}"))
    for phase, helper in helpers.items():  # helps with the last card that is taken or played
        at = max((at for at, (verb, _) in enumerate(moves) if verb == phase), default=len(moves))
        if phrases(lang)["one-more"].search(fold(helper)):  # than the one that is named
            moves.insert(at + 1, (phase, helper))
        else:
            moves[at : at + 1] = [(phase, " ".join([helper, *(told for _, told in moves[at : at + 1])]))]
    return [told for _, told in moves]


def _verb_of_card(position: Position, text: str, before: str, lang: Language) -> str:
    """Return what is done with a card without a verb: after one that is taken, one in hand is played."""
    in_hand = {position.rules.board.city_of.get(card) for card in position.own.hand if card not in position.display}
    return "play" if before == "draw" and in_hand & _known_words(position, text, lang) else before


def _pieces(position: Position, text: str, lang: Language) -> Iterator[str]:
    """Yield the pieces of a text: a new one begins at what stands between moves, or at another verb."""
    known, is_move, folded = _vocabulary(position.rules.board, lang), tells_move(position, text, lang), fold(text)
    written = text if [*map(len, text.split(" "))] == [*map(len, folded.split(" "))] else folded
    route = {position.rules.board.city_of[card] for card in position.own.route}
    separators = list(_separators(position, folded, lang))
    for (_, start), (stop, _) in itertools.pairwise([(0, 0), *separators, (len(folded), 0)]):
        part, shown = folded[start:stop], written[start:stop]
        begun, ended, verb, first, card, played, is_sided = 0, 0, "", "", "", "", False
        said = [(at, end, _first_word(tokens)) for at, end, tokens in (_scanned(part, known) if is_move else ())]
        for nth, (at, end, word) in enumerate(said):
            found, first = word if word in VERBS else "", first or word
            implied = found or VERB_OF.get(word, verb)
            beside = REDUNDANT_BESIDE.get(verb, set()) | REDUNDANT_BESIDE.get(word, set())
            is_next = found or implied != verb
            played = card if found == "carrier" and verb else played  # the carrier plays the next one
            is_city = bool(word) and word not in EVENT_WORDS
            is_second = is_city and (verb == "postmaster" and card != "")
            if card and (verb, found) == ("draw", "postmaster"):  # takes the next card, if another one is played
                later = [each for *_, each in said[nth + 1 :] if each][:2]
                is_shown = bool({*later[:1]} & {*position.display} - {*position.own.hand})
                is_second = is_shown or len({*later} - EVENT_WORDS) == 2
            is_second |= is_city and word not in route and (is_sided or played != "")  # each card with its end
            is_second |= card != "" and not verb and found in ("end", *AFTER_CLOSING[:3])  # which no card goes with
            is_sided = (card != "" and word in SIDES) or (is_sided and not is_second)
            if is_second or (verb and is_next and not beside & {verb, word, implied} and verb != "honor"):
                cut = at if is_second or first in VERBS else ended  # verbs come first, or last
                yield shown[begun:cut]
                begun, card, played, verb, ended = cut, "", "", found if is_second else implied, max(cut, ended)
            card = card or (word if word not in EVENT_WORDS else "")
            verb, ended = found or verb, end if found else ended
        yield shown[begun:]


def _separators(position: Position, folded: str, lang: Language) -> Iterator[tuple[int, int]]:
    """Yield where what stands between moves begins and ends; "then" in "play then Ulm" stands within a move."""
    start, between = 0, re.compile(f"[,;；、+&]|{phrases(lang)['next'].pattern}")
    for found in between.finditer(folded):
        said, later = folded[start : found.start()], between.split(folded[found.end() :], maxsplit=1)[0]
        is_verb = found[0].isalpha() and _known_words(position, said, lang) in ({"draw"}, {"play"})
        is_verb &= not any(phrases(lang)[kind].search(said) for kind in ("beside", "pronoun"))
        if not is_verb or _known_words(position, later, lang) & {*VERBS}:
            yield found.span()
            start = found.end()


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
    names = {fold(position.own.name or ""): ()}
    tokens = _at_an_end(position, _tokens(text, {**names, **_vocabulary(position.rules.board, lang)}))
    if not tokens:
        raise wrong
    return _meant(position, legal, tokens, wrong, text, lang)


def _at_an_end(position: Position, tokens: list[_Token]) -> list[_Token]:
    """Return the tokens; if a card is played next to a city of the route, with an end in place of that city."""
    cities = [token for token in tokens if not token.meanings & EVENT_WORDS]
    route = [position.rules.board.city_of[card] for card in position.own.route]
    verbs = {token.word for token in tokens} & {*VERBS, "house"}
    if len(cities) != 2 or not route or not verbs <= {"play", "carrier"}:
        return tokens
    for city in cities:
        sides = {side for side, end in (("right", route[-1]), ("left", route[0]))[: len(route)] if end in city.meanings}
        sides |= {"left"} if city.meanings & set(route) and not sides else set()
        if sides and not any(other.meanings & set(route) for other in cities if other is not city):
            return [token for token in tokens if token is not city] + [_Token(frozenset(sides))]
    return tokens


def _meant(
    position: Position, legal: Sequence[Event], tokens: Sequence[_Token], wrong: EventError, text: str, lang: Language
) -> Event:
    """Return the move that has the words of a text; `wrong` is why the text isn't one in notation."""
    left = {event: rest for event in legal if (rest := _without(event, tokens)) is not None}
    whole = [event for event, rest in left.items() if rest in ([], ["honor"])]
    if len(whole) == 1:
        return whole[0]
    words = [token.word for token in tokens]
    if None not in words and (any(word in VERBS for word in words) or len(left) != 1):
        try:
            return position.parse(_in_order([word for word in words if word]))
        except EventError as error:
            wrong = error
    if len(left) == 1:
        return next(iter(left))
    if left:
        raise SeveralMoves(text, whole or left, lang)
    raise wrong


def _with_moves(wrong: EventError, position: Position, text: str, lang: Language) -> EventError:
    """Return why a text is no move, with what it could be in words: the ways to complete it, or a few legal moves."""
    if ways := cast("Sequence[str]", wrong.right.facts.get("ways", ())):
        whole = (Event(re.sub("CITY|CARD", "…", way).split()) for way in ways)
        moves = Alternatives(lang.quoted(lang.move(event)) for event in whole)
        return type(wrong)(wrong.wrong.template, "{moves}", clipped(text.strip()), moves)
    is_named = fold(str(wrong.wrong.facts.get("text", ""))) in _vocabulary(position.rules.board, lang)
    if (is_named or wrong.right.template.startswith("moves begin")) and not position.is_over:
        legal = list(position.events())
        named = dict.fromkeys([*{event.verb: event for event in reversed(legal)}.values(), *legal])
        few = tuple(lang.quoted(lang.move(event)) for event in list(named)[:MOST_NAMED])
        unknown = Message('unknown move "{text}"', text=clipped(text.strip()))
        return type(wrong)(unknown, Hint("possible now, for example: {events}", few))
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
    stated = next((verb for verb in VERBS if verb in words), "")
    left = [word for word in words if word != stated]
    verb = stated or next((VERB_OF[word] for word in words if word in VERB_OF), "")
    first = [word for word in ("house", "draw", "pass") if word in left] if verb == "honor" else []
    last = [word for word in SIDES if word in left]
    named = [word for word in left if word not in (*first, *last) and (verb, word) != ("close", "house")]
    return " ".join(filter(None, (verb, *first, *(sorted(named) if verb == "return" else named), *last)))


@functools.cache
def phrases(lang: Language) -> Mapping[str, re.Pattern[str]]:
    """Return what a folded text may have between moves or beside a city, and what makes it a question, by kind.

    In the files, `*` stands for any words, or for none.
    """
    edge = "" if lang == "ja" else r"\b"
    words = {key: re.escape(fold(each)).replace(r",\ ", "|") for key, each in lang.entry("typed").items()}
    words = {key: each.replace(r"\ \*\ ", f"{edge}.*{edge}").replace(r"\*", ".*") for key, each in words.items()}
    numbered = {"player": r"\s?([1-4])"}
    return {key: re.compile(f"{edge}(?:{each}){numbered.get(key, '')}{edge}") for key, each in words.items()}


def name_pattern(name: str, lang: Language) -> re.Pattern[str]:
    """Return what finds a name in a folded text, but not within a longer word; Japanese doesn't part words."""
    edge = "" if lang == "ja" else r"\b"
    return re.compile(f"{edge}{re.escape(fold(name))}{edge}")


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
    for *_, meanings in _scanned(fold(text), known):
        if meanings is None:
            return []
        tokens += meanings
    words = {token.word for token in tokens}
    redundant = {other for word in words for other in REDUNDANT_BESIDE.get(word or "", ())}
    redundant -= {"draw"} if "honor" in words else set()
    once = list(dict.fromkeys(tokens))  # nothing is said twice, but for cards
    cards = [token for token in tokens if not token.meanings & EVENT_WORDS]
    if cards and "deck" in words and not words & {*VERBS}:
        once.append(_Token(frozenset(["draw"])))
    redundant |= {"deck"} if cards else set()
    return [token for token in once if token.meanings & EVENT_WORDS and token.word not in redundant] + cards


def _first_word(tokens: Iterable[_Token] | None) -> str:
    """Return the first word that is meant; nothing if there is none."""
    return next((token.word for token in tokens or () if token.word), "")


def _scanned(text: str, known: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[int, int, list[_Token] | None]]:
    """Yield where each word or phrase of a folded text begins and ends, and its tokens; None for an unknown word."""
    longest, at = max(map(len, known)), 0
    while at < len(text):
        if not text[at].isalnum() or (number := re.match(r"\d+[a-z]*", text[at:])):
            at += number.end() if text[at].isalnum() and number else 1
            continue
        end = next((end for end in range(min(len(text), at + longest), at, -1) if _is_phrase(text, at, end, known)), at)
        if end > at:
            meaning = known[text[at:end]]
            if back := re.match("/[1-3]", text[end:]):  # of a card, after its city
                meaning, end = (meaning[0] + back[0],) if meaning else (), end + 2
            yield at, end, [_Token(frozenset([word])) for word in meaning]
        elif "\u3041" <= text[at] <= "\u309f":  # in these, Japanese writes particles and endings
            end = at + 1
        else:
            end = next((end for end in range(at, len(text)) if not text[end].isalnum()), len(text))
            begun = text[at:end]
            beginning = re.compile(re.escape(begun) + r"\w")
            words = {word for phrase, meaning in known.items() if beginning.match(phrase) for word in meaning}
            if not words and len(begun) >= MISSPELLED:
                cities = [phrase for phrase, meaning in known.items() if meaning and meaning[0] not in EVENT_WORDS]
                words = {known[phrase][0] for phrase in difflib.get_close_matches(begun, cities, 1, ALIKE)}
            yield at, end, [_Token(frozenset(words))] if words and len(begun) >= FEWEST_LETTERS else None
        at = end


def _is_phrase(text: str, at: int, end: int, known: Mapping[str, tuple[str, ...]]) -> bool:
    """Return whether a part of a text is a known phrase that doesn't end within a Latin word."""
    ends_within = end < len(text) and text[end].isalnum() and text[end - 1].isascii() and text[end].isascii()
    return not ends_within and text[at:end] in known
