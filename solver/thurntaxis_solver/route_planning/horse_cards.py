"""The cards in front of the carriage that a route needs besides its own, with Power and Glory. Exact.

Closing a route takes as many horses as it has cities: two come with the carriage, and one with every horseshoe on the
cards in front of it. Any card that isn't laid in the route will do, from the hand, from the display or blind. So
building a route in the fewest turns means choosing which cards go in front of the carriage; a card of a needed city may
go there too if another card of that city takes its place in the route.
"""

import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from thurntaxis import Position
from thurntaxis.modules.power_and_glory.horses import MOST_CARDS, horses
from thurntaxis.values import Cards, is_unknown
from thurntaxis_solver.estimates import Answer
from thurntaxis_solver.route_planning.route_paths import Path
from thurntaxis_solver.route_planning.turn_count import RouteState


@dataclass(frozen=True)
class Horses(Answer):
    """How many more horses a route needs to be closed, and the cards that can give them, those with the most first.

    These are the cards in hand and on display that the route itself doesn't need; none if no horse is lacking.
    """

    lacking: int
    in_hand: Cards
    on_display: Cards


class HorseCards:
    """The cards that may go in front of the carriage of the player on turn.

    `kept` is the number of cards in hand that the player may keep; none if all.
    """

    def __init__(self, position: Position, to_come: Iterable[str], kept: int | None) -> None:
        """Read the position; `to_come` are the cards that may come, except those on display."""
        board, player = position.rules.board, position.own
        self._shoes, self._kept = board.horseshoes, kept
        self._horses, self._places = horses(position), MOST_CARDS - len(player.horses)
        self._city = board.city_of
        self._hand = self._by_city(card for card in player.hand if not is_unknown(card))
        self._display = self._by_city(position.display)
        self._pool = self._by_city((*position.display, *to_come))
        self._in_pool = Counter(self._shoes[card] for cards in self._pool.values() for card in cards)

    def _by_city(self, cards: Iterable[str]) -> dict[str, list[str]]:
        """Return the cards of each city, those with the fewest horseshoes first."""
        cards_of: dict[str, list[str]] = {}
        for card in sorted(cards, key=lambda card: (self._shoes[card], card)):
            cards_of.setdefault(self._city[card], []).append(card)
        return cards_of

    # ---- for answers

    def of_route(self, length: int, in_hand: Path, on_display: Path) -> Horses:
        """Return the horses for a route of this length that takes these cities' cards from the hand and the display."""
        lacking = max(0, length - self._horses)
        if not lacking:
            return Horses(0, (), ())
        return Horses(lacking, self._others(self._hand, in_hand), self._others(self._display, on_display))

    def _others(self, cards_of: dict[str, list[str]], needed: Collection[str]) -> Cards:
        """Return the cards except one of each needed city, those with the most horseshoes first."""
        cards = [card for city, cards in cards_of.items() for card in cards[city in needed :]]
        return tuple(sorted(cards, key=lambda card: (-self._shoes[card], card)))

    # ---- for the count of turns

    def starts(self, path: Path, low: int, high: int, *, spare: int, lost: int) -> tuple[RouteState, ...]:
        """Return the states the route may start from: one for every choice of cards for the carriage.

        Choices that are plainly worse are left out. The places from `low` up to `high` lie on the table. `spare` is the
        number of cards in hand that may be played in front of the carriage although they aren't needed there, in a turn
        that can't extend the route. `lost` cards in hand, those with the fewest horseshoes, are played elsewhere.
        """
        lacking = max(0, len(path) - self._horses)
        places = [at for at, city in enumerate(path) if not low <= at < high and city in self._hand]
        states: list[RouteState] = []
        for kept in self._choices(places, lacking + spare):
            given_up = [path[at] for at in places if at not in kept]
            missing = [city for at, city in enumerate(path) if not low <= at < high and at not in kept]
            if self._kept is None and not all(city in self._pool for city in given_up):
                continue
            own = [self._shoes[card] for card in self._others(self._hand, {path[at] for at in kept})]
            own, coming = own[: len(own) - lost], self._coming(missing)
            hand = sum(1 << at for at in kept)
            room = len(own) if self._kept is None else min(len(own), self._kept - len(kept))
            for in_hand, to_draw in self._pairs(own[:room], coming, lacking, spare):
                states.append(RouteState(len(path), low, high, hand, in_hand, to_draw))
        return tuple(dict.fromkeys(states))

    def _choices(self, places: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
        """Yield the places of the route that are filled from the hand; at most `most` of `places` are given up."""
        fullest = len(places) if self._kept is None else min(self._kept, len(places))
        fewest = max(0, len(places) - most) if self._kept is None else 0
        for count in range(fullest, fewest - 1, -1):
            yield from itertools.combinations(places, count)

    def _coming(self, missing: Sequence[str]) -> list[int]:
        """Return the horseshoes of the cards that may come except one of each missing city, the most first."""
        left = self._in_pool - Counter(self._shoes[self._pool[city][0]] for city in missing if city in self._pool)
        best: list[int] = []
        for number in sorted(left, reverse=True):
            best += [number] * min(left[number], MOST_CARDS - len(best))
        return best

    def _pairs(self, own: Sequence[int], coming: Sequence[int], lacking: int, spare: int) -> Iterator[tuple[int, int]]:
        """Yield how many cards in hand, and how many to be drawn, bring the horses that are lacking."""
        fewest = self._places + 1
        for to_draw in range(min(self._places, len(coming)) + 1):
            horses, needed = sum(coming[:to_draw]), 0
            while horses < lacking and needed < len(own):
                horses, needed = horses + own[needed], needed + 1
            if horses >= lacking and needed < fewest:
                fewest = needed
                for in_hand in range(needed, min(needed + spare, len(own)) + 1):
                    if in_hand + to_draw <= self._places:
                        yield in_hand, to_draw
