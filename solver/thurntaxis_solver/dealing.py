"""A deck in an order that is settled in advance, so that different players can be dealt the same cards."""

import random
from dataclasses import dataclass

from thurntaxis import Event, Position
from thurntaxis.values import Cards


@dataclass(frozen=True)
class ShuffledDeck:
    """The cards still to come, in their order.

    The order hangs on the seed alone as long as the deck lasts, whatever the players choose; that of the `shuffles`-th
    deck hangs on the seed, on its number, and on the cards that it is made of.
    """

    seed: str
    order: Cards = ()
    shuffles: int = 0

    def next(self, position: Position) -> Event:
        """Return the reveal that comes in a chance position, which holds no unknown cards."""
        return Event(("deal", self._at_hand(position).order[0]))

    def without(self, position: Position, city: str) -> "ShuffledDeck":
        """Return the deck after a card of this city was revealed in a chance position: commonly its first one."""
        deck = self._at_hand(position)
        at = deck.order.index(city)
        return ShuffledDeck(self.seed, deck.order[:at] + deck.order[at + 1 :], deck.shuffles)

    def _at_hand(self, position: Position) -> "ShuffledDeck":
        """Return this deck, or a newly shuffled one if it has run out."""
        if self.order:
            return self
        cards = sorted(position.unseen)
        random.Random(f"{self.seed}/{self.shuffles}").shuffle(cards)
        return ShuffledDeck(self.seed, tuple(cards), self.shuffles + 1)
