"""Rulings: whether an event is legal, under which clauses, in which editions, and what could be done instead.

`ruling_parts` words one as a short answer, the most important first.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from thurntaxis import EDITIONS, Board, Event, Objection, Position, rule_set
from thurntaxis.message import Alternatives
from thurntaxis.officials import HELPS_IN
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulebook_answers import booklets, clause_data, place_in_booklet
from thurntaxis_presentation.sentences import capitalized, sentence
from thurntaxis_rulebook import clause

MOST_INSTEAD, FEW_INSTEAD = 8, 3
"""The greatest number of legal events named instead of an illegal one, in all and in the short answer."""

MOST_BOOKLETS = 2
"""How many booklets have their place given: that of the game, and one in the reader's language that decides alike."""

_ALIKE = (
    {"draw", "postmaster"},
    {"play", "carrier"},
    {"close", "end"},
    {"carriage", "cartwright", "decline"},
    {"return", "honor"},
)


@dataclass(frozen=True)
class Ruling:
    """The answer to "may I?": the objections (none if the event is legal), or else the clauses that permit it.

    `editions` says for each edition whether the event is legal by its reading; `instead` are the legal events nearest
    to an illegal one.
    """

    event: Event
    objections: tuple[Objection, ...]
    permits: tuple[str, ...]
    editions: dict[str, bool]
    instead: tuple[Event, ...]

    @property
    def legal(self) -> bool:
        """Whether the event is legal."""
        return not self.objections

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the clauses that object, or permit."""
        return tuple(dict.fromkeys(objection.clause for objection in self.objections)) or self.permits

    @property
    def few_instead(self) -> tuple[Event, ...]:
        """The events named in short: those with the verb or a city of the one asked about, and one of each other verb.

        Taking a card and replacing the display are named only if they were asked about, or with a city.
        """
        found: list[Event] = []
        for event in self.instead:
            is_near = event.verb == self.event.verb or _cities(event) & _cities(self.event)
            if is_near or event.verb not in {"draw", "administrator", *(other.verb for other in found)}:
                found.append(event)
        return tuple(found[:FEW_INSTEAD])

    @property
    def disputed(self) -> bool:
        """Whether editions decide differently."""
        return len(set(self.editions.values())) > 1 or self.legal not in self.editions.values()

    def data(self, lang: Language, board: Board) -> dict[str, Any]:
        """Return the ruling on an event on a board, for JSON."""
        role = "permits" if self.legal else "objects"
        return {
            "event": str(self.event),
            "legal": self.legal,
            "reasons": [{"clause": said.clause, "sentence": sentence(said, lang, board)} for said in self.objections],
            "clauses": [{"role": role, **clause_data(clause(name), lang)} for name in self.clauses],
            "editions": self.editions,
            "instead": list(map(str, self.instead)),
        }


def rule_on(position: Position, event: Event) -> Ruling:
    """Return the ruling on an event in a position."""
    objections = position.why_not(event)
    return Ruling(
        event,
        objections,
        () if objections else position.rules.action_of(event).permits(position, event),
        {edition: not under(position, edition).why_not(event) for edition in EDITIONS},
        tuple(nearest_events(position, event)) if objections else (),
    )


def under(position: Position, edition: str) -> Position:
    """Return the same position under the readings of an edition, with the same modules."""
    return position.with_rules(rule_set(position.rules.board, edition, modules=position.rules.modules))


def nearest_events(position: Position, asked: Event) -> list[Event]:
    """Return the legal events that are nearest to what was asked for, at most `MOST_INSTEAD`, the nearest first.

    These are first those that share a city with it, then those of the same verb, then those of a similar one (the
    second card for the first); of these, those with cities if it has any, with the fewest other words and no new route.
    """

    def distance(event: Event) -> tuple[bool, bool, bool, bool, bool, int, tuple[bool, Event]]:
        return (
            not _cities(event) & _cities(asked),
            event.verb != asked.verb,
            not any({event.verb, asked.verb} <= alike for alike in _ALIKE),
            event.verb == "administrator",
            bool(_cities(asked)) > bool(_cities(event)),
            len(set(event[1:]) ^ set(asked[1:])),
            (event[-1] == "start", event),
        )

    return sorted(position.events(), key=distance)[:MOST_INSTEAD]


def _cities(event: Event) -> set[str]:
    return {word for word in event[1:] if not word.islower()}


# ---- in words


Move = tuple[Position, Event]
"""An event, after the position in which it is played."""


class Part(NamedTuple):
    """A part of an answer: what it says, by name, and its words."""

    name: str
    text: str


ANSWER = ("verdict", "reason", "follows")
"""The parts that decide a ruling."""


def in_one(parts: Iterable[Part], lang: Language) -> str:
    """Return the parts of an answer as one text."""
    return lang.typography("space").join(part.text for part in parts)


GIVING_UP, NO_ROAD = "play.abandon", "play.adjacent"
"""The clauses by which a new route costs the present one, and by which a card has to fit at its end."""

TAKE_FIRST, NOT_IN_HAND, MAY_CLOSE = "draw.duty", "play.from-hand", "close.optional"
"""The clauses on taking a card before playing one, on playing it from the hand, and on playing one before closing."""

TOLD = (GIVING_UP, "tiles.", "carriage.no-skipping")
"""What an event costs and brings: the clauses, or beginnings of clauses, whose effects are told at once."""


def results(position: Position, events: Iterable[Event], lang: Language) -> Iterator[str]:
    """Yield what legal events cost and bring, in sentences; cards are revealed between them, whatever these are."""
    for event in events:
        while position.is_chance and event.verb not in ("deal", "back"):
            position = position.play_without_checking(position.events()[0])
        if position.why_not(event):
            return
        position, effects = position.traced(event)
        yield from (sentence(one, lang, position.rules.board) for one in effects if one.clause.startswith(TOLD))


def ruling_parts(position: Position, ruling: Ruling, lang: Language, before: Sequence[Move] = ()) -> Iterator[Part]:
    """Yield the verdict, its reason, where it stands, which editions decide otherwise, and what could be done.

    Parts named "follows" say what a move brings, what can follow, or what would be legal. `before` are the legal moves
    of the turn that were asked about together with the event.
    """
    board = position.rules.board
    if ruling.legal:
        about = GIVING_UP if GIVING_UP in ruling.permits else ruling.permits[0]
        moves = (*before, (position, ruling.event))
        told = {"player": position.name_of(position.decider), "moves": lang.moves(event for _, event in moves)}
        possible = "legal-chance" if position.is_chance else "legal-here"
        turn = lang.text("advice-turn", **told) if before else lang.text(possible, event=lang.move(ruling.event))
        reason = capitalized(turn)
        more = [effect for at, event in moves for effect in results(at, [event], lang)]
        if unseen := _on_a_new_display(event for _, event in moves):
            more.append(lang.text("on-new-display", cities=unseen))
        after = position.play_without_checking(ruling.event)
        if ruling.event.verb == "close" and after.turn.phase == "carriage":
            following = (event for event in after.events() if event.verb != "decline")
            more.append(lang.text("possible-next", events=Alternatives(following)))
    else:
        objection = decisive(position, ruling.event, ruling.objections)
        reason, about = sentence(objection, lang, board), objection.clause
        more = [lang.text(key, city=name, official=name) for key, name in _possible_later(position, ruling, about)]
    yield Part("verdict", lang.text("yes" if ruling.legal else "no"))
    yield Part("reason", reason)
    yield from (Part("follows", each) for each in more)
    first, *others = booklets(position.rules.edition, lang)
    editions = [first, *(name for name in others if ruling.editions[name] == ruling.legal)][:MOST_BOOKLETS]
    yield Part("place", lang.typography("space").join(place_in_booklet(about, edition, lang) for edition in editions))
    yield Part("editions", other_editions(ruling, about, lang))
    if ruling.few_instead:
        yield Part("instead", lang.text("nearest", events=Alternatives(ruling.few_instead)))


def _on_a_new_display(events: Iterable[Event]) -> tuple[str, ...]:
    """Return the cards that are taken from a display after the administrator has replaced it."""
    later = itertools.dropwhile(lambda event: event.verb != "administrator", events)
    return tuple(event[1] for event in later if event.verb in ("draw", "postmaster") and event[1] != "deck")


def _possible_later(position: Position, ruling: Ruling, about: str) -> Iterator[tuple[str, str]]:
    """Yield the texts on what is possible otherwise or later, where certain; each with a city or an official."""
    event, objecting = ruling.event, {said.clause for said in ruling.objections}
    city = event[1] if len(event) > 1 else ""
    if about == TAKE_FIRST and event.verb == "play" and not position.turn.began_empty:
        if not objecting - {about}:
            yield "legal-after-taking", city
        elif city in position.display and objecting == {about, NOT_IN_HAND}:
            yield "legal-after-taking-it", city
    elif about == MAY_CLOSE and objecting <= {about, "close.minimum"}:
        yield "legal-after-both", city
    elif about == NO_ROAD and all(NO_ROAD in _objecting(position, event, side) for side in ("left", "right")):
        if len(position.own.route) > 1:
            yield "either-end", city
        if (objecting := _objecting(position, event, "start")) <= {TAKE_FIRST}:
            yield "new-instead-after-taking" if objecting else "new-instead", city
    for official, verb in HELPS_IN.items():
        if verb == event.verb and official != "administrator" and not position.why_not(Event((official, *event[1:]))):
            yield "legal-with", official


def _objecting(position: Position, event: Event, side: str) -> set[str]:
    """Return the clauses that object to the card of an event on another side."""
    return {said.clause for said in position.why_not(Event((*event[:-1], side)))}


def decisive(position: Position, event: Event, objections: Sequence[Objection]) -> Objection:
    """Return the objection that a player should hear: one that another move before it doesn't remove, if any."""
    lasting = [] if position.is_over or position.is_chance else lasting_objections(position, event, objections)
    return (*lasting, *objections)[0]


def lasting_objections(position: Position, event: Event, objections: Iterable[Objection]) -> list[Objection]:
    """Return the objections to an event that no other move before it removes, the first to hear first."""
    lasting = ["play.no-repeat", NO_ROAD, "official.one-a-turn", "houses.one-per-city"]
    if event.verb in ("play", "carrier") and (event[1] not in position.display or position.turn.drawn):
        lasting.insert(1, NOT_IN_HAND)
    found = [said for said in objections if said.clause in lasting]
    return sorted(found, key=lambda said: lasting.index(said.clause))


def other_editions(ruling: Ruling, about: str, lang: Language) -> str:
    """Return which editions decide otherwise, or that none does, and whether they state the clause it is about."""
    others = [name for name, is_legal in ruling.editions.items() if is_legal != ruling.legal]
    if others:
        name = "other-forbids" if ruling.legal else "other-edition"
        return lang.text(name, number=len(others), editions=lang.parted(map(lang.form, others)))
    silent = [source.silent for source in clause(about).sources.values()]
    return lang.text("none-says-so" if all(silent) else "none-otherwise" if any(silent) else "same")
