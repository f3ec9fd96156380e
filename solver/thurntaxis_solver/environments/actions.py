"""The numbers of the actions, and how sequences of actions are events.

Most events are one action. To close a route takes `close`, one `house CITY` for each house, and `done`; to keep cards,
one `keep CARD` for each. Each event has exactly one sequence: houses and cards come in the order of their numbers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thurntaxis import Event
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.environments import episode_layout as E
from thurntaxis_solver.kernel.states import event_of
from thurntaxis_solver.kernel.tables import Tables

PLAYS = (L.PLAY_RIGHT, L.PLAY_LEFT, L.PLAY_START)

VERBS: tuple[tuple[int, int, int | None], ...] = (
    (L.ADMINISTRATOR, E.NO_OPERAND, None),
    (L.DRAW, E.CARD_OPERAND, None),
    (L.POSTMASTER, E.CARD_OPERAND, None),
    *((verb, E.CARD_OPERAND, None) for verb in PLAYS),
    (L.PLAY_HORSE, E.CARD_OPERAND, L.MOST_HORSES),
    *((verb + L.FROM_PLAY_TO_CARRIER, E.CARD_OPERAND, None) for verb in PLAYS),
    (L.CARRIER_HORSE, E.CARD_OPERAND, L.MOST_HORSES),
    (L.CLOSE, E.NO_OPERAND, None),
    (L.END, E.NO_OPERAND, None),
    (L.TAKE_CARRIAGE, E.NO_OPERAND, L.NEXT_CARRIAGE),
    (L.CARTWRIGHT, E.NO_OPERAND, L.NEXT_CARRIAGE),
    (L.DECLINE, E.NO_OPERAND, L.NEXT_CARRIAGE),
    (L.KEEP, E.CARD_OPERAND, None),
    (L.RETURN, E.OFFICIALS_OPERAND, L.OFFICES_GIVEN),
    (L.HONOR_DRAW, E.CARD_OPERAND, L.OFFICES_GIVEN),
    (L.HONOR_HOUSE, E.CITY_OPERAND, L.OFFICES_GIVEN),
    (L.HONOR_PASS, E.NO_OPERAND, L.OFFICES_GIVEN),
)
"""The verbs of the players' events in the order of the actions: what they are numbered by, and the number of the rules
that says whether the game has them; none if every game has."""

WITH_DECK = (L.DRAW, L.POSTMASTER, L.HONOR_DRAW)
"""The verbs that also take from the deck."""


@dataclass(frozen=True, eq=False)
class Actions:
    """The actions of a rule set.

    Attributes:
        texts: by number, the text of the action: that of its event, or `close`, `house CITY`, `done`, `keep CARD`.
        cards: the different cards, by index. They are sorted by city, then by horseshoes.
        numbering: the numbers that the kernel needs (`thurntaxis_solver.kernel.environments.episode_layout`).
    """

    texts: tuple[str, ...]
    cards: tuple[str, ...]
    numbering: list[int]
    _tables: Tables
    _number_of: dict[str, int]

    @classmethod
    def of(cls, tables: Tables, observed: int, most_moves: int) -> "Actions":
        """Return the actions of a rule set, given the size of an observation and the greatest number of moves."""
        codes = _codes(tables)
        cards = cards_by_index(tables)
        numbering = [0] * E.EVENT
        numbering[E.CARDS], numbering[E.OBSERVED], numbering[E.MOST_MOVES] = len(cards), observed, most_moves
        numbering[E.FIRST_ACTION : E.FIRST_ACTION + L.VERBS] = [-1] * L.VERBS
        for index, card in enumerate(cards):
            numbering[E.CODE + index] = codes[card]
            numbering[E.INDEX + codes[card]] = index
        texts: list[str] = []
        for verb, operand, needs in VERBS:
            if needs is not None and tables.numbers[needs] <= 0:
                continue
            numbering[E.FIRST_ACTION + verb], numbering[E.OPERAND + verb] = len(texts), operand
            if verb == L.CLOSE:
                numbering[E.HOUSE] = len(texts) + 1
            for text, event in _actions(verb, operand, cards, tables):
                texts.append(text)
                numbering.append(event)
        numbering[E.ACTIONS] = len(texts)
        number_of = {text: number for number, text in enumerate(texts)}
        return cls(tuple(texts), cards, numbering, tables, number_of)

    def sequence(self, event: Event) -> tuple[int, ...]:
        """Return the actions of an event; raise KeyError if no player can play it by these rules."""
        if event.verb == "close":
            houses = sorted(map(self._tables.cities.index, event[1:]))
            first = self._number_of["close"]
            return (first, *(self.numbering[E.HOUSE] + city for city in houses), self._number_of["done"])
        if event.verb == "keep":
            return tuple(sorted(self._number_of[f"keep {card}"] for card in event[1:]))
        return (self._number_of[str(event)],)

    def event(self, sequence: Sequence[int]) -> Event:
        """Return the event of a complete sequence of actions."""
        first, *others = (self.texts[action] for action in sequence)
        if first == "close":
            return Event(("close", *(text.removeprefix("house ") for text in others[:-1])))
        if first.startswith("keep "):
            return Event(("keep", *sorted(text.removeprefix("keep ") for text in (first, *others))))
        return event_of(self.numbering[E.EVENT + sequence[0]], self._tables)


def cards_by_index(tables: Tables) -> tuple[str, ...]:
    """Return the different cards, sorted by city, then by horseshoes."""
    codes = _codes(tables)
    return tuple(sorted(codes, key=codes.__getitem__))


def _codes(tables: Tables) -> dict[str, int]:
    """Return for each card the number of its city times four, plus its horseshoes if the cards of a city differ."""
    city_number = tables.cities.index
    return {
        card: 4 * city_number(tables.name_of[number & L.CITY_BITS]) + (number >> L.SHOES_AT)
        for card, number in tables.number_of.items()
    }


def _actions(verb: int, operand: int, cards: Sequence[str], tables: Tables) -> Iterator[tuple[str, int]]:
    """Yield the actions of a verb in order: their texts and events (-1: a part of one)."""
    if verb == L.CLOSE:
        yield from ((text, -1) for text in ("close", *(f"house {city}" for city in tables.cities), "done"))
        return
    if verb == L.KEEP:
        yield from ((f"keep {card}", -1) for card in cards)
        return
    if operand == E.CARD_OPERAND:
        operands = [tables.number_of[card] for card in cards] + [0] * (verb in WITH_DECK)
    elif operand == E.CITY_OPERAND:
        operands = [tables.bit_of[city] for city in tables.cities]
    elif operand == E.OFFICIALS_OPERAND:
        operands = list(range(1, tables.numbers[L.OFFICES_GIVEN] + 1))
    else:
        operands = [0]
    for number in operands:
        event = verb + number * L.VERBS
        yield str(event_of(event, tables)), event
