"""Office tiles, chips and rounds of returning: who holds them, and what is impossible about them."""

from collections.abc import Iterator, Mapping
from typing import Any

from thurntaxis.fault import Fault
from thurntaxis.holdings import Holdings, PlayerHolding, TableHolding
from thurntaxis.modules.offices.office_tiles import CHIPS, chips_left, emptied, offices_left, stacks
from thurntaxis.modules.offices.rounds import FEWEST_IN_THE_END, acting_from, with_enough_tiles, with_tiles
from thurntaxis.names import number
from thurntaxis.officials import HELPS_IN
from thurntaxis.position import Position, Returning


def _round(position: Position) -> dict[str, Any] | None:
    returning = position.returning
    if returning is None:
        return None
    return {
        "order": list(returning.order),
        "office": returning.office,
        "final": returning.final,
        "reward": None if returning.reward == "drawn" else returning.reward,
    }


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
                yield Fault(f"players[{at}].offices[{place}]", f"there is no {office} in this game", ", ".join(whole))
    for office in sorted(given.keys() - whole.keys()):
        yield Fault(f"offices.{office}", f"there is no {office} in this game", ", ".join(whole))
    for office, count in whole.items():
        if left[office] < 0:
            yield Fault(
                "players", f"tiles of the {office} in front of players: {count - left[office]}", f"at most {count}"
            )
        elif given.get(office, 0) != left[office]:
            told = number(given.get(office, 0))
            held = f"{left[office]}: of {count} tiles the players have {count - left[office]}"
            yield Fault(f"offices.{office}", f"is {told}", held)


def _chip_faults(position: Position, given: int) -> Iterator[Fault]:
    left = chips_left(position)
    if left < 0:
        yield Fault("players", f"chips in front of players: {number(CHIPS - left)}", f"at most {CHIPS}")
    elif given != left:
        yield Fault("chips", f"is {number(given)}", f"{left}: of {CHIPS} chips the players have {CHIPS - left}")


def _round_faults(position: Position) -> Iterator[Fault]:
    """A round of returning tiles is under way when one is due, and goes on as it has begun."""
    returning, turn = position.returning, position.turn
    if returning is None:
        office = emptied(position)
        if office is not None and not turn.pending:
            yield Fault(
                "returning", f"is none, though no tile of the {office} is left", "the round that this has begun"
            )
        return
    if returning.final != (turn.phase == "final"):
        wanted = "true" if turn.phase == "final" else "false, or the phase final"
        yield Fault("returning.final", f"is {number(returning.final)} in the phase {turn.phase}", wanted)
        return
    found = list(_order_faults(position, returning))
    yield from found or _reward_faults(position, returning)
    yield from _office_faults(position, returning)


def _order_faults(position: Position, returning: Returning) -> Iterator[Fault]:
    """Those who still act are the first of them, and everybody after who has tiles enough."""
    key, told = "returning.order", returning.order
    if not told:
        yield Fault(key, "is empty", "the players who still act, or no round at all")
        return
    if told[0] not in range(len(position.players)):
        yield Fault(f"{key}[0]", f"there is no player {number(told[0])}", f"0 to {len(position.players) - 1}")
        return
    has_returned = returning.reward is not None
    later = acting_from(position, told[0])[1:]
    enough = with_enough_tiles if returning.final else with_tiles
    if not has_returned and not enough(position, told[:1]):
        few = f"fewer than {FEWEST_IN_THE_END} kinds of tiles" if returning.final else "no tiles"
        yield Fault(f"{key}[0]", f"player {told[0]} has {few}", "a player who can return tiles")
    elif told[1:] != later:
        yield Fault(key, f"after player {told[0]} come {list(told[1:])}", f"{list(later)}: those with tiles, in order")


def _office_faults(position: Position, returning: Returning) -> Iterator[Fault]:
    """The stack that was emptied is that of the official used last."""
    if returning.final:
        if returning.office is not None:
            yield Fault("returning.office", f"is {returning.office} in the final round", "none")
        return
    used, phase = position.turn.used, position.turn.phase
    if not used:
        yield Fault("returning", "tiles are returned, but no official has been used in this turn", "none")
    elif returning.office != used[-1]:
        yield Fault("returning.office", f"is {returning.office or 'none'}", f"{used[-1]}, the official used last")
    elif phase not in ("draw", "play", "carriage") or (HELPS_IN[used[-1]] == "carriage") != (phase == "carriage"):
        yield Fault("returning", f"tiles of the {used[-1]} are returned in the phase {phase}", "another phase")


def _reward_faults(position: Position, returning: Returning) -> Iterator[Fault]:
    """What two or four tiles bring is there to be had."""
    board, first = position.rules.board, position.mover
    if returning.reward == "draw" and position.turn.pending:
        yield Fault("returning.reward", "is draw, while a card is to be revealed", "none, the card having been drawn")
    elif returning.reward == "draw" and (returning.final or not position.card_can_be_had):
        yield Fault("returning.reward", "is draw, but no card is to be had", "none, or house")
    elif returning.reward == "house" and len(first.houses) >= min(board.houses, len(board.cities)):
        yield Fault("returning.reward", "is house, but there is none to be placed", "none, or draw")


OFFICE_HOLDINGS = Holdings(
    of="the module offices-of-honor",
    faults=_faults,
    of_players=(
        PlayerHolding("offices", "officials"),
        PlayerHolding("chips", "count"),
    ),
    of_table=(
        TableHolding("offices", "officials", offices_left),
        TableHolding("chips", "count", chips_left),
        TableHolding("returning", "state", _round),
    ),
)
