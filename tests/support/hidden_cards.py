"""Positions as at a table: cards that nobody remembers among the discards, and hands that nobody sees."""

import itertools
import random
from collections.abc import Sequence

import thurntaxis as tt
from thurntaxis.values import UNKNOWN, UNKNOWN_BACK, Cards, is_unknown


def hidden(position: tt.Position, chance: random.Random, *, share: float = 0.5, hands: bool = True) -> tt.Position:
    """Return the position with a share of the discards unknown, and with `hands` of those who don't act as well.

    Where backs are seen, those of some of the unknown cards are remembered.
    """
    unseen = list(position.unseen)

    def forget(cards: Sequence[str]) -> Cards:
        kept: list[str] = []
        for card in cards:
            if is_unknown(card) or chance.random() >= share:
                kept.append(card)
                continue
            unseen.append(card)
            back = f"{UNKNOWN_BACK}{position.rules.board.horseshoes.get(card)}"
            remembers = back in position.rules.parts.unknown_cards and chance.random() < 0.5
            kept.append(back if remembers else UNKNOWN)
        return tuple(sorted(kept))

    players = tuple(
        player.replace(hand=forget(player.hand)) if hands and at != position.decider else player
        for at, player in enumerate(position.players)
    )
    discard = forget(position.discard)
    return position.replace(players=players, discard=discard, unseen=tuple(sorted(unseen)))


def laid_out(position: tt.Position) -> list[Cards]:
    """Return all ways to lay out the unseen cards that fit what backs show: the deck, the discards, then the hands."""
    shoes = position.rules.board.horseshoes
    hands = (player.hand for player in position.players)
    backs = ["?"] * position.deck_size + [c for cards in (position.discard, *hands) for c in cards if is_unknown(c)]
    if position.deck_back is not None:
        backs[0] = f"?/{position.deck_back}"
    return [
        order
        for order in itertools.permutations(position.unseen)
        if all(back in ("?", f"?/{shoes.get(card)}") for card, back in zip(order, backs, strict=True))
    ]
