"""Office tiles, chips and rounds of returning: who holds them, and what is impossible about them."""

from collections.abc import Iterator, Mapping
from typing import Any

from thurntaxis.fault import Fault
from thurntaxis.holdings import Holdings, PlayerHolding, TableHolding
from thurntaxis.message import Alternatives, Message, verbatim
from thurntaxis.modules.offices.office_tiles import CHIPS, chips_left, emptied, offices_left, stacks
from thurntaxis.modules.offices.rounds import FEWEST_IN_THE_END, acting_from, with_enough_tiles, with_tiles
from thurntaxis.officials import HELPS_IN
from thurntaxis.position import Position, Returning


def _round(position: Position) -> dict[str, Any] | None:
    returning = position.returning
    if returning is None:
        return None
    reward = None if returning.reward == "drawn" else returning.reward
    return {**vars(returning), "order": list(returning.order), "reward": reward}


def _faults(position: Position, given: Mapping[str, Any]) -> Iterator[Fault]:
    found = [*_tile_faults(position, given["offices"]), *_chip_faults(position, given["chips"])]
    if not found and position.turn.player in range(len(position.players)):
        found += _round_faults(position)
    yield from found


def _tile_faults(position: Position, given: Mapping[str, int]) -> Iterator[Fault]:
    """Tiles lie in the stacks or in front of players, none is missing, and there are no others."""
    whole, left = stacks(position), offices_left(position)
    for at, player in enumerate(position.players):
        for place, office in enumerate(player.offices):
            if office not in whole:
                wrong = Message("there is no {official} in this game", office)
                yield Fault(f"players[{at}].offices[{place}]", wrong, "{names}", Alternatives(whole))
    for office in sorted(given.keys() - whole.keys()):
        yield Fault(f"offices.{office}", "there is no {official} in this game", "{names}", office, Alternatives(whole))
    for office, count in whole.items():
        held, told = count - left[office], given.get(office, 0)
        if held > count:
            wrong = Message("the players have {number} {official} tiles", held, office)
            yield Fault("players", wrong, "at most {most}", count)
        elif told != left[office]:
            right = Message("{left}: the players have {number} of the {all}", left[office], held, count)
            yield Fault(f"offices.{office}", "is {value}", right, told)


def _chip_faults(position: Position, given: int) -> Iterator[Fault]:
    left = chips_left(position)
    if left < 0:
        yield Fault("players", "the players have {number} chips", "at most {most}", CHIPS - left, CHIPS)
    elif given != left:
        right = Message("{left}: the players have {number} of the {all}", left, CHIPS - left, CHIPS)
        yield Fault("chips", "is {value}", right, given)


def _round_faults(position: Position) -> Iterator[Fault]:
    """A round of returning tiles is under way if one is due, and it continues as it began."""
    returning, turn = position.returning, position.turn
    if returning is None:
        office = emptied(position)
        if office is not None and not turn.pending:
            yield Fault(
                "returning", "missing, but no {official} tile is left", "the round in which tiles are returned", office
            )
        return
    if returning.final != (turn.phase == "final"):
        wanted = verbatim("true") if turn.phase == "final" else Message("false, or the phase final")
        yield Fault("returning.final", "is {value} in the phase {phase}", wanted, returning.final, turn.phase)
        return
    found = list(_order_faults(position, returning))
    yield from found or _reward_faults(position, returning)
    yield from _office_faults(position, returning)


def _order_faults(position: Position, returning: Returning) -> Iterator[Fault]:
    """Those who still act are the first of them, and everybody after that player who has enough tiles."""
    key, told = "returning.order", returning.order
    if not told:
        yield Fault(key, "is empty", "the players who still act, or no round at all")
        return
    if told[0] not in range(len(position.players)):
        yield Fault(
            f"{key}[0]", "there is no player {number}", "{low} to {high}", told[0], 0, len(position.players) - 1
        )
        return
    has_returned = returning.reward is not None
    later = acting_from(position, told[0])[1:]
    enough = with_enough_tiles if returning.final else with_tiles
    if not has_returned and not enough(position, told[:1]):
        few = Message("no tiles")
        if returning.final:
            few = Message("fewer than {number} kinds of tiles", number=FEWEST_IN_THE_END)
        yield Fault(f"{key}[0]", "{player} has {few}", "a player who can return tiles", position.name_of(told[0]), few)
    elif told[1:] != later:
        wrong = Message("after {player} comes {order}", position.name_of(told[0]), list(told[1:]))
        yield Fault(key, wrong, "{order}: those with tiles, in order", list(later))


def _office_faults(position: Position, returning: Returning) -> Iterator[Fault]:
    """The stack that was emptied is that of the official used last."""
    if returning.final:
        if returning.office is not None:
            yield Fault("returning.office", "is {value} in the final round", "none", returning.office)
        return
    used, phase = position.turn.used, position.turn.phase
    if not used:
        yield Fault("returning", "tiles are returned, but no official has been used in this turn", "none")
    elif returning.office != used[-1]:
        yield Fault(
            "returning.office", "is {value}", "{name}, the official used last", returning.office or "null", used[-1]
        )
    elif phase not in ("draw", "play", "carriage") or (HELPS_IN[used[-1]] == "carriage") != (phase == "carriage"):
        yield Fault("returning", "{official} tiles are returned in the phase {phase}", "another phase", used[-1], phase)


def _reward_faults(position: Position, returning: Returning) -> Iterator[Fault]:
    """The reward for two or four tiles is available."""
    board, first = position.rules.board, position.own
    if returning.reward == "draw" and position.turn.pending:
        yield Fault(
            "returning.reward", "is draw, but a card is still to be revealed", "none, since the card has been drawn"
        )
    elif returning.reward == "draw" and (returning.final or not position.card_can_be_had):
        yield Fault("returning.reward", "is draw, but there is no card to draw", "none, or house")
    elif returning.reward == "house" and len(first.houses) >= min(board.houses, len(board.cities)):
        yield Fault("returning.reward", "is house, but there is no house to place", "none, or draw")


OFFICE_HOLDINGS = Holdings(
    of=Message("the module offices-of-honor"),
    faults=_faults,
    of_players=(PlayerHolding("offices", "officials"), PlayerHolding("chips", "count")),
    of_table=(
        TableHolding("offices", "officials", offices_left),
        TableHolding("chips", "count", chips_left),
        TableHolding("returning", "state", _round),
    ),
)
