"""How many turns a route takes at least: an exact search over all ways to draw and to play.

The places of a route are numbered from 0. Cards lie on the table from place `low` up to, not including, `high`; the
card of any other place is in hand (bit i of `hand` is place i) or still to be drawn. A card goes to an end of what
lies on the table; the first one may go anywhere.

Of the rules, the search knows these. In a turn one card is drawn and one is played; the postmaster gives a second
draw or the carrier a second play, and for letters both may help. A card can be played in the turn that draws it. Every
turn extends the route, as any other card played would end it; only a card that is played before the carriage does not.

It needn't know that a turn begun with an empty hand has to use the postmaster: a single card drawn leaves nothing for
the carrier, and a second card in hand does no harm. Nor does it matter what other cards are in hand. To put off the
first card of a route, by playing another card, never saves a turn.

It supposes that each needed card comes when it is drawn for, and that the messenger stays where it is. Cards that come
to a player otherwise, for office tiles that are returned, are not counted on.
"""

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from thurntaxis import Position
from thurntaxis.modules.messenger.paying import price_of_one_more
from thurntaxis_solver.capabilities import capabilities


class Way(NamedTuple):
    """A way to spend a turn, or what is left of one: so many draws, then from `least` to `most` cards played.

    It costs so many letters. `starts`: whether one of the cards may be the first of the route.
    """

    draws: int
    least: int
    most: int
    cost: int = 0
    starts: bool = True


NOTHING_MORE = Way(0, 0, 0)
"""What is left of a turn in which no card is played on the route any more."""


class Laid(NamedTuple):
    """How far a route of `length` cities has come, as the head of this file says.

    So many cards that are in hand have to be played before the carriage (`idle`), and so many that are still to be
    drawn (`wanted`).
    """

    length: int
    low: int
    high: int
    hand: int
    idle: int = 0
    wanted: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether the route can be closed."""
        return self.high - self.low == self.length and not self.idle and not self.wanted


class Letters(NamedTuple):
    """How many letters the player has, and how many a further official costs; a price of 0: there are no letters."""

    owned: int = 0
    price: int = 0


NO_LETTERS = Letters()
"""A game without letters."""


@functools.cache
def least_turns(
    starts: tuple[Laid, ...], present: tuple[Way, ...], supply: int, letters: Letters = NO_LETTERS
) -> int | None:
    """Return the least number of turns in which a route can be completed and closed; none if it can't be.

    The present turn counts as one: `present` are the ways to spend what is left of it. `starts` are the states of which
    one may choose. `supply`: how many cards can be drawn in a turn, 2 if nothing is amiss.
    """
    return _fewest(_fewest_from(start, present, supply, letters) for start in starts)


def supply(position: Position) -> int:
    """Return how many cards can be drawn in a turn: 2, or fewer if there are fewer outside hands and routes."""
    return min(2, len(position.display) + len(position.discard) + position.deck_size)


def letters_of(position: Position) -> Letters:
    """Return the letters of the player on turn."""
    if not capabilities(position.rules).letters:
        return NO_LETTERS
    return Letters(position.mover.letters, price_of_one_more(position.mover))


@functools.cache
def whole_turn(supply: int, letters: Letters = NO_LETTERS) -> tuple[Way, ...]:
    """Return the ways to spend a turn: without or with the carrier, with the postmaster, and with both for letters."""
    ways = [Way(min(supply, 1), 1, 2)]
    if supply > 1:
        ways.append(Way(2, 1, 1))
        if 0 < letters.price <= letters.owned:
            ways.append(Way(2, 1, 2, letters.price))
    return tuple(ways)


def rest_of_turn(position: Position, *, new: bool) -> tuple[Way, ...]:
    """Return the ways to spend the rest of the present turn on one route.

    `new`: whether that route is begun anew, in place of one that lies on the table.
    """
    turn, left, cost = position.turn, supply(position), _costs(position)
    carrier = cost("carrier")
    if turn.phase == "play":
        starts = not new or bool(position.rules.options["carrier-restart"])
        if carrier is None or not (starts or capabilities(position.rules).horses):
            return (NOTHING_MORE,)
        return (*((NOTHING_MORE,) if carrier else ()), Way(0, 0, 1, carrier, starts))
    if turn.phase != "draw":
        return (NOTHING_MORE,)
    due = min(left, 1) if turn.drawn == 0 else 0
    ways: list[Way] = []
    if cost("postmaster") is None or due == left or not _is_bound(position):
        ways.append(Way(due, 1, 2 if carrier == 0 else 1))
        if carrier:
            ways.append(Way(due, 1, 2, carrier))
    for most, officials in ((1, ("postmaster",)), (2, ("postmaster", "carrier"))):
        if due < left and (letters := cost(*officials)) is not None:
            ways.append(Way(due + 1, 1, most, letters))
    return tuple(ways)


def _is_bound(position: Position) -> bool:
    """Return whether the postmaster has to come before the carrier, and that makes a difference."""
    return position.turn.began_empty and position.turn.drawn < 2 and capabilities(position.rules).letters


def _costs(position: Position) -> Callable[..., int | None]:
    """Return how many letters it costs to use these officials in the rest of the turn; none if they can't be used."""
    turn, player = position.turn, position.mover

    def one_a_turn(*officials: str) -> int | None:
        return 0 if turn.official is None and len(officials) == 1 else None

    def for_letters(*officials: str) -> int | None:
        if set(officials) & set(turn.officials):
            return None
        free = "postmaster" in officials if turn.began_empty else not turn.officials
        letters = price_of_one_more(player) * (len(officials) - free)
        return letters if letters <= player.letters_usable else None

    return for_letters if capabilities(position.rules).letters else one_a_turn


# ---- the search


def _fewest(counts: Iterable[int | None]) -> int | None:
    return min((count for count in counts if count is not None), default=None)


@functools.cache
def _fewest_from(laid: Laid, ways: tuple[Way, ...], supply: int, letters: Letters) -> int | None:
    """Return the least number of turns when the first of them can be spent in these ways."""
    further = _fewest(
        _turns_after(after, supply, letters._replace(owned=letters.owned - way.cost))
        for way in ways
        for after in _outcomes(laid, way)
    )
    return None if further is None else 1 + further


@functools.cache
def _turns_after(laid: Laid, supply: int, letters: Letters) -> int | None:
    """Return the least number of turns after one that ended so; a complete route was closed in it."""
    if laid.is_complete:
        return 0
    return _fewest_from(laid, whole_turn(supply, letters), supply, letters)


def _outcomes(laid: Laid, way: Way) -> Iterator[Laid]:
    """Yield how a turn that is spent in this way may end."""
    on_table = (1 << laid.high) - (1 << laid.low)
    missing = [place for place in range(laid.length) if not (on_table | laid.hand) >> place & 1]
    for horses in range(min(way.draws, laid.wanted) + 1):
        waiting = laid._replace(idle=laid.idle + horses, wanted=laid.wanted - horses)
        for drawn in itertools.combinations(missing, min(way.draws - horses, len(missing))):
            ends = {waiting._replace(hand=laid.hand + sum(1 << place for place in drawn))}
            for played in range(way.most + 1):
                if played >= way.least:
                    yield from ends
                ends = {after for end in ends for after in _plays(end, starts=way.starts)}


def _plays(laid: Laid, *, starts: bool) -> Iterator[Laid]:
    """Yield what one more card played leads to."""
    length, low, high, hand, idle, _ = laid
    if idle:
        yield laid._replace(idle=idle - 1)
    if low == high:
        for place in range(length if starts else 0):
            if hand >> place & 1:
                yield laid._replace(low=place, high=place + 1, hand=hand ^ 1 << place)
        return
    if low and hand >> (low - 1) & 1:
        yield laid._replace(low=low - 1, hand=hand ^ 1 << (low - 1))
    if hand >> high & 1:
        yield laid._replace(high=high + 1, hand=hand ^ 1 << high)
