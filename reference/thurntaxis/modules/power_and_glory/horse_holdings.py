"""Horses and the back of the top card: who holds them, and what is impossible about them."""

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any

from thurntaxis.fault import Fault
from thurntaxis.holdings import Holdings, PlayerHolding, TableHolding
from thurntaxis.modules.power_and_glory.backs import cards_with
from thurntaxis.modules.power_and_glory.horses import MOST_CARDS
from thurntaxis.names import number
from thurntaxis.position import Position
from thurntaxis.values import UNKNOWN_BACK


def _horse_faults(position: Position, given: Mapping[str, Any]) -> Iterator[Fault]:
    """At most six cards are before a carriage; other carriages there are none."""
    for at, player in enumerate(position.players):
        if len(player.horses) > MOST_CARDS:
            yield Fault(f"players[{at}].horses", f"holds {len(player.horses)}", f"at most {MOST_CARDS}")
        if player.carriage is not None:
            wrong = f"is {number(player.carriage)}, but there are no carriages in this game"
            yield Fault(f"players[{at}].carriage", wrong, "none")


HORSE_HOLDINGS = Holdings(
    of="the module power-and-glory",
    faults=_horse_faults,
    of_players=(PlayerHolding("horses", "cards"),),
)


def _back_faults(position: Position, given: Mapping[str, Any]) -> Iterator[Fault]:
    """The back of the top card is known whenever there is one, unless it is about to be seen."""
    back, pending = position.deck_back, position.turn.pending
    counts = {n: cards_with(position, n) for n in sorted(set(position.rules.board.horseshoes.values()))}
    for n, left in counts.items():
        if left < 0:
            key = "discard" if f"{UNKNOWN_BACK}{n}" in position.discard else "players"
            wrong = f"unknown cards with {n} on the back: {-left} more than there are"
            yield Fault(key, wrong, "fewer of them, or ? without a number")
    possible = [n for n, left in counts.items() if left > 0]
    wanted = " or ".join(map(str, possible)) or "none"
    if "back" in pending[1:]:
        yield Fault("turn.pending", "a back is to be seen after a reveal", '"back" once, and first')
    elif pending[:1] == ("back",) or position.deck_size <= 0:
        if back is not None:
            reason = "a back is to be seen" if pending else "there is no deck"
            yield Fault("deck_back", f"is {number(back)}, while {reason}", "none")
    elif back is None:
        yield Fault("deck_back", "is none, though there is a deck", wanted)
    elif back not in possible:
        yield Fault("deck_back", f"is {number(back)}, but no card in the deck shows it", wanted)


BACK_HOLDINGS = Holdings(
    of="the module power-and-glory with card-backs seen",
    faults=_back_faults,
    of_table=(TableHolding("deck_back", "state", attrgetter("deck_back")),),
)
