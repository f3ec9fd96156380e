"""The least number of turns that a route takes: an exact search over all ways to draw and to play.

The places of a route are numbered from 0. Cards lie on the table from place `low` up to, not including, `high`; the
card of any other place is in hand (bit i of `hand` is place i) or still to be drawn. A card goes to an end of the row
on the table; the first one may go anywhere.

The search knows these rules. In a turn one card is drawn and one is played; the postmaster gives a second draw or the
carrier a second play, and for letters both may help. A card can be played in the turn that draws it. Every turn extends
the route, as any other card played would end it; the exception is a card played in front of the carriage.

It needn't know that a turn begun with an empty hand has to use the postmaster: a single card drawn leaves nothing for
the carrier, and a second card in hand does no harm. Other cards in hand don't matter either. Delaying the first card of
a route, by playing another card, never saves a turn.

It assumes that each needed card comes when the player draws for it, and that the messenger stays where it is. Cards
that a player gets in other ways, by returning office tiles, don't count.
"""

import functools
import itertools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from thurntaxis import Position
from thurntaxis.modules.messenger.paying import price_of_one_more
from thurntaxis_solver.capabilities import capabilities


class TurnOption(NamedTuple):
    """A way to spend a turn, or the rest of one: a number of draws, then from `least` to `most` cards played.

    `cost` is the number of letters paid; `starts` says whether one of the cards may be the first of the route.
    """

    draws: int
    least: int
    most: int
    cost: int = 0
    starts: bool = True


NOTHING_MORE = TurnOption(0, 0, 0)
"""The rest of a turn in which no further card is played to the route."""


class RouteState(NamedTuple):
    """How far a route of `length` cities has come (see the module's docstring).

    `horses_in_hand` and `horses_to_draw` are the numbers of cards, in hand and still to be drawn, that have to be
    played in front of the carriage.
    """

    length: int
    low: int
    high: int
    hand: int
    horses_in_hand: int = 0
    horses_to_draw: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether the route can be closed."""
        return self.high - self.low == self.length and not self.horses_in_hand and not self.horses_to_draw


class LetterBudget(NamedTuple):
    """The number of letters that the player has, and the price of a further official (0 in a game without letters)."""

    owned: int = 0
    price: int = 0


NO_LETTERS = LetterBudget()
"""A game without letters."""


@functools.cache
def least_turns(
    starts: tuple[RouteState, ...], present: tuple[TurnOption, ...], supply: int, letters: LetterBudget = NO_LETTERS
) -> int | None:
    """Return the least number of turns in which a route can be completed and closed; none if it can't be.

    The present turn counts as one: `present` are the ways to spend the rest of it. `starts` are the states from which
    the player may choose. `supply` is the number of cards that can be drawn in a turn, normally 2.
    """
    return fewest(_fewest_from(start, present, supply, letters) for start in starts)


def supply(position: Position) -> int:
    """Return how many cards can be drawn in a turn: 2, or fewer if there are fewer outside hands and routes."""
    return min(2, len(position.display) + len(position.discard) + position.deck_size)


def letters_of(position: Position) -> LetterBudget:
    """Return the letters of the player on turn."""
    if not capabilities(position.rules).letters:
        return NO_LETTERS
    return LetterBudget(position.own.letters, price_of_one_more(position.own))


@functools.cache
def whole_turn(supply: int, letters: LetterBudget = NO_LETTERS) -> tuple[TurnOption, ...]:
    """Return the ways to spend a turn: without or with the carrier, with the postmaster, and with both for letters."""
    options = [TurnOption(min(supply, 1), 1, 2)]
    if supply > 1:
        options.append(TurnOption(2, 1, 1))
        if 0 < letters.price <= letters.owned:
            options.append(TurnOption(2, 1, 2, letters.price))
    return tuple(options)


def rest_of_turn(position: Position, *, new: bool) -> tuple[TurnOption, ...]:
    """Return the ways to spend the rest of the present turn on one route.

    `new` says whether that route is a new one that replaces the one on the table.
    """
    turn, left, cost = position.turn, supply(position), functools.partial(_cost_in_letters, position)
    carrier = cost("carrier")
    if turn.phase == "play":
        starts = not new or bool(position.rules.options["carrier-restart"])
        if carrier is None or not (starts or capabilities(position.rules).horses):
            return (NOTHING_MORE,)
        return (*((NOTHING_MORE,) if carrier else ()), TurnOption(0, 0, 1, carrier, starts))
    if turn.phase != "draw" or not position.rules.actions["close"].is_untimely(position):
        return (NOTHING_MORE,)
    due = min(left, 1) if turn.drawn == 0 else 0
    options = [TurnOption(due, 1, 2 if carrier == 0 else 1)]
    if carrier:
        options.append(TurnOption(due, 1, 2, carrier))
    for most, officials in ((1, ("postmaster",)), (2, ("postmaster", "carrier"))):
        if due < left and (letters := cost(*officials)) is not None:
            options.append(TurnOption(due + 1, 1, most, letters))
    return tuple(options)


def _cost_in_letters(position: Position, *officials: str) -> int | None:
    """Return the letters that officials cost in the rest of the turn; none if they can't be used."""
    turn, player = position.turn, position.own
    if not capabilities(position.rules).letters:
        return 0 if turn.official is None and len(officials) == 1 else None
    if set(officials) & set(turn.officials):
        return None
    free = "postmaster" in officials if turn.began_empty else not turn.officials
    letters = price_of_one_more(player) * (len(officials) - free)
    return letters if letters <= player.letters_usable else None


# ---- the search


def fewest(counts: Iterable[int | None]) -> int | None:
    """Return the least of these numbers, of which some may be none."""
    return min((count for count in counts if count is not None), default=None)


@functools.cache
def _fewest_from(state: RouteState, options: tuple[TurnOption, ...], supply: int, letters: LetterBudget) -> int | None:
    """Return the least number of turns if the first of them can be spent in these ways."""
    further = fewest(
        _turns_after(after, supply, letters._replace(owned=letters.owned - option.cost))
        for option in options
        for after in _outcomes(state, option)
    )
    return None if further is None else 1 + further


@functools.cache
def _turns_after(state: RouteState, supply: int, letters: LetterBudget) -> int | None:
    """Return the least number of turns after one that ends in this state; a complete route is closed in it."""
    if state.is_complete:
        return 0
    return _fewest_from(state, whole_turn(supply, letters), supply, letters)


def _outcomes(state: RouteState, option: TurnOption) -> Iterator[RouteState]:
    """Yield the states in which a turn that is spent in this way can end."""
    on_table = (1 << state.high) - (1 << state.low)
    missing = [place for place in range(state.length) if not (on_table | state.hand) >> place & 1]
    for horses in range(min(option.draws, state.horses_to_draw) + 1):
        in_hand, to_draw = state.horses_in_hand + horses, state.horses_to_draw - horses
        waiting = state._replace(horses_in_hand=in_hand, horses_to_draw=to_draw)
        for drawn in itertools.combinations(missing, min(option.draws - horses, len(missing))):
            ends = {waiting._replace(hand=state.hand + sum(1 << place for place in drawn))}
            for played in range(option.most + 1):
                if played >= option.least:
                    yield from ends
                ends = {after for end in ends for after in _plays(end, starts=option.starts)}


def _plays(state: RouteState, *, starts: bool) -> Iterator[RouteState]:
    """Yield the states after one more card is played."""
    length, low, high, hand, horses_in_hand, _ = state
    if horses_in_hand:
        yield state._replace(horses_in_hand=horses_in_hand - 1)
    if low == high:
        for place in range(length if starts else 0):
            if hand >> place & 1:
                yield state._replace(low=place, high=place + 1, hand=hand ^ 1 << place)
        return
    if low and hand >> (low - 1) & 1:
        yield state._replace(low=low - 1, hand=hand ^ 1 << (low - 1))
    if hand >> high & 1:
        yield state._replace(high=high + 1, hand=hand ^ 1 << high)
