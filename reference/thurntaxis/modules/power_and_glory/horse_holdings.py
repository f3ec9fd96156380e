"""Horses and the back of the top card: who holds them, and what is impossible about them."""

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any

from thurntaxis.fault import Fault
from thurntaxis.holdings import Holdings, PlayerHolding, TableHolding
from thurntaxis.message import Alternatives, Message
from thurntaxis.modules.power_and_glory.backs import cards_with
from thurntaxis.modules.power_and_glory.horses import MOST_CARDS
from thurntaxis.position import Position
from thurntaxis.values import UNKNOWN_BACK


def _horse_faults(position: Position, given: Mapping[str, Any]) -> Iterator[Fault]:
    """At most six cards are in front of a carriage, and there are no other carriages."""
    for at, player in enumerate(position.players):
        if len(player.horses) > MOST_CARDS:
            yield Fault(f"players[{at}].horses", "holds {number}", "at most {most}", len(player.horses), MOST_CARDS)
        if player.carriage is not None:
            wrong = Message("is {value}, but there are no carriages in this game", player.carriage)
            yield Fault(f"players[{at}].carriage", wrong, "none")


HORSE_HOLDINGS = Holdings(
    of=Message("the module power-and-glory"), faults=_horse_faults, of_players=(PlayerHolding("horses", "cards"),)
)


def _back_faults(position: Position, given: Mapping[str, Any]) -> Iterator[Fault]:
    """The back of the top card is known whenever there is one, unless it is about to be seen."""
    back, pending = position.deck_back, position.turn.pending
    counts = {n: cards_with(position, n) for n in sorted(set(position.rules.board.horseshoes.values()))}
    for n, left in counts.items():
        if left < 0:
            key = "discard" if f"{UNKNOWN_BACK}{n}" in position.discard else "players"
            wrong = Message("unknown cards with {back} on the back: {number} too many", n, -left)
            yield Fault(key, wrong, "fewer of them, or ? without a number")
    possible = [n for n, left in counts.items() if left > 0]
    wanted = Message("{numbers}", numbers=Alternatives(possible)) if possible else Message("none")
    if "back" in pending[1:]:
        yield Fault("turn.pending", "a card back is due after a reveal", '"back" only once, as the first entry')
    elif pending[:1] == ("back",) or position.deck_size <= 0:
        if back is not None:
            reason = Message("a card back is due") if pending else Message("there is no deck")
            yield Fault("deck_back", "is {value}, but {reason}", "none", back, reason)
    elif back is None:
        yield Fault("deck_back", "missing, but there is a deck", wanted)
    elif back not in possible:
        yield Fault("deck_back", "is {value}, but no card in the deck has that back", wanted, back)


BACK_HOLDINGS = Holdings(
    of=Message("the module power-and-glory with card-backs=seen"),
    faults=_back_faults,
    of_table=(TableHolding("deck_back", "state", attrgetter("deck_back")),),
)
