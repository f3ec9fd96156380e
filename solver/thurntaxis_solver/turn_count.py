"""How many turns a route takes at least: an exact search over all ways to draw and to play.

The places of a route are numbered from 0. Cards lie on the table from place `low` up to, not including, `high`; the
card of any other place is in hand (bit i of `hand` is place i) or still to be drawn. A card goes to an end of what
lies on the table; the first one may go anywhere.

Of the rules, the search knows these. In a turn one card is drawn and one is played; the postmaster gives a second
draw or the carrier a second play, not both. A card can be played in the turn that draws it. Every turn extends the
route, as any other card played would end it.

It needn't know that a turn begun with an empty hand has to use the postmaster: a single card drawn leaves nothing for
the carrier, and a second card in hand does no harm. Nor does it matter what other cards are in hand. To put off the
first card of a route, by playing another card, never saves a turn.

It supposes that each needed card comes when it is drawn for.
"""

import functools
import itertools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from thurntaxis import Position


class Way(NamedTuple):
    """A way to spend a turn, or what is left of one: so many draws, then from `least` to `most` cards played."""

    draws: int
    least: int
    most: int


NOTHING_MORE = Way(0, 0, 0)
"""What is left of a turn in which no card is played on the route any more."""


class Laid(NamedTuple):
    """How far a route of `length` cities has come, as the head of this file says."""

    length: int
    low: int
    high: int
    hand: int


@functools.cache
def least_turns(starts: tuple[Laid, ...], present: tuple[Way, ...], supply: int) -> int | None:
    """Return the least number of turns in which a route can be completed and closed; none if it can't be.

    The present turn counts as one: `present` are the ways to spend what is left of it. `starts` are the states of which
    one may choose. `supply`: how many cards can be drawn in a turn, 2 if nothing is amiss.
    """
    return _fewest(_fewest_from(start, present, supply) for start in starts)


def supply(position: Position) -> int:
    """Return how many cards can be drawn in a turn: 2, or fewer if there are fewer outside hands and routes."""
    return min(2, len(position.display) + len(position.discard) + position.deck_size)


def whole_turn(supply: int) -> tuple[Way, ...]:
    """Return the ways to spend a turn: without or with the carrier, and with the postmaster."""
    return (Way(min(supply, 1), 1, 2), *((Way(2, 1, 1),) if supply > 1 else ()))


def rest_of_turn(position: Position, *, new: bool) -> tuple[Way, ...]:
    """Return the ways to spend the rest of the present turn on one route.

    `new`: whether that route is begun anew, in place of one that lies on the table.
    """
    turn, left = position.turn, supply(position)
    if turn.phase == "play":
        allowed = turn.official is None and (not new or bool(position.rules.options["carrier-restart"]))
        return (Way(0, 0, int(allowed)),)
    if turn.phase != "draw":
        return (NOTHING_MORE,)
    if turn.official is not None:
        return (Way(min(left, 1) if turn.drawn == 0 else 0, 1, 1),)
    if turn.drawn == 0:
        return whole_turn(left)
    return (Way(0, 1, 2), *((Way(1, 1, 1),) if left else ()))


# ---- the search


def _fewest(counts: Iterable[int | None]) -> int | None:
    return min((count for count in counts if count is not None), default=None)


def _fewest_from(laid: Laid, ways: tuple[Way, ...], supply: int) -> int | None:
    """Return the least number of turns when the first of them can be spent in these ways."""
    further = _fewest(_turns_after(after, supply) for way in ways for after in _outcomes(laid, way))
    return None if further is None else 1 + further


@functools.cache
def _turns_after(laid: Laid, supply: int) -> int | None:
    """Return the least number of turns after one that ended so; a complete route was closed in it."""
    if laid.high - laid.low == laid.length:
        return 0
    return _fewest_from(laid, whole_turn(supply), supply)


def _outcomes(laid: Laid, way: Way) -> Iterator[Laid]:
    """Yield how a turn that is spent in this way may end."""
    on_table = (1 << laid.high) - (1 << laid.low)
    missing = [place for place in range(laid.length) if not (on_table | laid.hand) >> place & 1]
    for drawn in itertools.combinations(missing, min(way.draws, len(missing))):
        ends = {laid._replace(hand=laid.hand + sum(1 << place for place in drawn))}
        for played in range(way.most + 1):
            if played >= way.least:
                yield from ends
            ends = {after for end in ends for after in _plays(end)}


def _plays(laid: Laid) -> Iterator[Laid]:
    """Yield what one more card played leads to."""
    length, low, high, hand = laid
    if low == high:
        for place in range(length):
            if hand >> place & 1:
                yield Laid(length, place, place + 1, hand ^ 1 << place)
        return
    if low and hand >> (low - 1) & 1:
        yield Laid(length, low - 1, high, hand ^ 1 << (low - 1))
    if hand >> high & 1:
        yield Laid(length, low, high + 1, hand ^ 1 << high)
