"""What a player may know of the others' hands.

Cards taken from the display are seen by all; a card drawn blind is seen by its owner only, until it is played or
discarded, and all see the number on its back, if backs are looked at. When a card leaves a hand, it is one of those
that the others had seen there, if they had seen such a one.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from thurntaxis.events import Event
from thurntaxis.values import UNKNOWN, UNKNOWN_BACK, Cards, add, is_unknown, less

if TYPE_CHECKING:
    from thurntaxis.position import Player, Position


@dataclass(frozen=True)
class Seen:
    """A position with all its cards, and which cards of each hand everybody has seen.

    `shown[player]` is a part of that player's hand; what else the player holds, only the player knows.
    """

    position: "Position"
    shown: tuple[Cards, ...]

    @classmethod
    def at(cls, position: "Position") -> "Seen":
        """Return what is seen of a position without its past: each player's own hand, and no other."""
        return cls(position, ((),) * len(position.players))

    def play(self, event: Event | str) -> "Seen":
        """Return what is seen after a legal event; raise as `Position.play` does."""
        event = self.position.parse(event) if isinstance(event, str) else event
        return self.followed(event, self.position.play(event))

    def play_without_checking(self, event: Event) -> "Seen":
        """Return what is seen after an event that is known to be legal."""
        return self.followed(event, self.position.play_without_checking(event))

    def followed(self, event: Event, after: "Position") -> "Seen":
        """Return what is seen in the position `after` that an event led to."""
        in_secret = event.verb == "deal"  # a reveal that goes to a hand is a blind draw
        hands = zip(self.shown, self.position.players, after.players, strict=True)
        return Seen(after, tuple(_shown(shown, old, new, in_secret=in_secret) for shown, old, new in hands))

    def view(self, observer: int) -> "Position":
        """Return the position as a player sees it: cards of the others that were not shown are unknown ones."""
        truth, players = self.position, list(self.position.players)
        unseen = truth.unseen
        for at, player in enumerate(players):
            if at != observer and (hidden := less(player.hand, self.shown[at])):
                players[at] = player.replace(hand=add(self.shown[at], self._covered(hidden)))
                unseen = add(unseen, tuple(card for card in hidden if not is_unknown(card)))
        return truth.replace(players=tuple(players), unseen=unseen)

    def _covered(self, cards: Cards) -> Cards:
        """Return hidden cards as the others see them: where backs are looked at, each with the number on its back."""
        horseshoes = self.position.rules.board.horseshoes
        if self.position.rules.parts.unknown_cards == (UNKNOWN,):
            return (UNKNOWN,) * len(cards)
        return tuple(card if is_unknown(card) else f"{UNKNOWN_BACK}{horseshoes[card]}" for card in cards)


def _shown(shown: Cards, before: "Player", after: "Player", *, in_secret: bool) -> Cards:
    """Return the shown cards of a hand after an event, by what came into the hand and what left it."""
    if before.hand == after.hand:
        return shown
    left = less(shown, less(before.hand, after.hand))
    return left if in_secret else add(left, less(after.hand, before.hand))
