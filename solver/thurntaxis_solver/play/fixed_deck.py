"""A deck whose order is fixed in advance, so that different players can be dealt the same cards."""

import random
from dataclasses import dataclass

from thurntaxis import Event, Position
from thurntaxis.values import Cards


@dataclass(frozen=True)
class ShuffledDeck:
    """The cards still to come, in their order.

    The order of the first deck depends only on the seed, whatever the players choose; that of the `shuffles`-th deck
    depends on the seed, on this number, and on its cards.
    """

    seed: str
    order: Cards = ()
    shuffles: int = 0

    def next(self, position: Position) -> Event:
        """Return the next event of chance in a position without unknown cards: a reveal, or the next back.

        If the back of the top card has been seen, the next card is the first one in the deck that has this back.
        """
        order, horseshoes = self._at_hand(position).order, position.rules.board.horseshoes
        if position.turn.pending[0] == "back":
            return Event(("back", str(horseshoes[order[0]])))
        number = position.deck_back
        return Event(("deal", next(card for card in order if number is None or horseshoes[card] == number)))

    def after(self, position: Position, event: Event) -> "ShuffledDeck":
        """Return the deck after an event of chance: without the revealed card, usually its first one."""
        deck = self._at_hand(position)
        if event.verb != "deal":
            return deck
        at = deck.order.index(event[1])
        return ShuffledDeck(self.seed, deck.order[:at] + deck.order[at + 1 :], deck.shuffles)

    def _at_hand(self, position: Position) -> "ShuffledDeck":
        """Return this deck, or a newly shuffled one if it has run out."""
        if self.order:
            return self
        cards = sorted(position.unseen)
        random.Random(f"{self.seed}/{self.shuffles}").shuffle(cards)
        return ShuffledDeck(self.seed, tuple(cards), self.shuffles + 1)
